"""A line can be edited while it is typed, and earlier lines come back; what is secret never does."""

from __future__ import annotations

import io
import re

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from flagfall.games import GAMES
from flagfall.terminal.tty.cursor import Shown, cells
from flagfall.terminal.tty.editing import LONGEST_TYPED, History, Line
from tests.every_game import begun, short_game
from tests.terminal.driving import Shell, Terminal

LEFT, RIGHT, UP, DOWN, HOME, END, DELETE = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F", "\x1b[3~"
CTRL_A, CTRL_E, CTRL_K, CTRL_U, CTRL_W, BACKSPACE = "\x01", "\x05", "\x0b", "\x15", "\x17", "\x7f"
KEYS = (LEFT, RIGHT, UP, DOWN, HOME, END, DELETE, CTRL_A, CTRL_E, CTRL_K, CTRL_U, CTRL_W, BACKSPACE, "\x1bb", "\x1bf")
SIGNS = ("a", "z", "1", " ", "é", "e\u0301", "李", "🚩", "\u0323", "Ł")
FLAG, NUMBER, MOVE, READY = "towards the flag): ", "between 1 and 99: ", "enter your move: ", "press Enter: "


def pressed(*keys: str, history: History | None = None) -> Line:
    line = Line(history)
    for key in keys:
        line.press(key)
    return line


# --- what each key does ---


@pytest.mark.parametrize(
    ("keys", "text", "at"),
    [
        (["a", "c", LEFT, "b"], "abc", 2),
        (["a", "b", LEFT, LEFT, LEFT, "x", RIGHT, RIGHT, RIGHT, "y"], "xaby", 4),
        (["b", "c", CTRL_A, "a", CTRL_E, "d"], "abcd", 4),
        (["b", HOME, "a", END, "c"], "abc", 3),
        (["a", "b", "c", LEFT, BACKSPACE], "ac", 1),
        (["a", "b", HOME, BACKSPACE, DELETE], "b", 0),
        (["a", "b", HOME, "\x04", END, "\x04"], "b", 1),
        ([*"MOVE 2  ", CTRL_W], "MOVE ", 5),
        ([*"MOVE 2", LEFT, CTRL_W], "2", 0),
        ([*"MOVE 2", LEFT, CTRL_K], "MOVE ", 5),
        ([*"MOVE 2", LEFT, CTRL_U], "", 0),
        ([*"a bc d", "\x1bb", "\x1bb", "X", "\x1bf", "Y"], "a XbcY d", 6),
        ([*"ab cd", "\x1b[1;5D", "\x1bd"], "ab ", 3),
        ([*"ab cd", "\x1b\x7f"], "ab ", 3),
        (["\x1b1", "\x1bx"], "1x", 2),
        (["\t", "\x00", "\x1b[15~", "\x1b[200~", "1", "\x1b[201~"], "1", 1),
        (["e", "\u0301", "x", LEFT, LEFT, DELETE], "x", 0),
        (["x", "e", "\u0301", BACKSPACE], "x", 1),
        (["\u0301", "a", " ", "\u0301"], "a ", 2),
        (["李", "b", LEFT, LEFT, RIGHT, "a"], "李ab", 2),
    ],
)
def test_keys_edit_the_line(keys, text, at):
    line = pressed(*keys)
    assert (line.text, line.at) == (text, at)


def test_ctrl_d_ends_the_input_only_where_nothing_is_typed():
    assert not Line().press(DELETE)
    with pytest.raises(EOFError):
        Line().press("\x04")
    assert not pressed("a", HOME).press("\x04")


def test_a_line_has_an_end():
    assert len(pressed(*"x" * (LONGEST_TYPED + 9)).text) == LONGEST_TYPED


def test_up_and_down_lead_through_the_lines_before_and_back_to_what_was_typed():
    history = History()
    for each in ("help", "MOVE 2", "MOVE 2", "  ", "board"):
        history.add(each)
    line = pressed("n", "e", history=history)
    seen = []
    for key in (UP, UP, UP, UP, DOWN, DOWN, DOWN, DOWN):
        line.press(key)
        seen.append(line.text)
    assert seen == ["board", "MOVE 2", "help", "help", "MOVE 2", "board", "ne", "ne"]


def test_a_recalled_line_that_is_changed_leaves_the_history_as_it_is():
    history = History()
    history.add("MOVE 2")
    line = pressed(UP, "3", history=history)
    assert line.text == "MOVE 23"
    assert pressed(UP, history=history).text == "MOVE 2"


def test_the_history_has_an_end():
    history = History()
    for number in range(2000):
        history.add(str(number))
    assert len(history.lines) == 500
    assert history.lines[-1] == "1999"


# --- what stands on the screen ---


class Paper(pyte.Screen):
    """A terminal's screen with room below."""

    def __init__(self, columns: int) -> None:
        super().__init__(columns, 60)
        self.set_mode(pyte.modes.LNM)

    def draw(self, data: str) -> None:
        """As terminals do, have a wide sign in the next row where only half of it would fit."""
        for sign in data:
            if wcwidth(sign) == 2 and self.cursor.x == self.columns - 1:
                self.linefeed()
            super().draw(sign)


def feed(columns: int, text: str) -> Paper:
    paper = Paper(columns)
    pyte.Stream(paper).feed(text)
    return paper


@given(
    st.lists(st.sampled_from([*KEYS, *(sign for each in SIGNS for sign in each)]), max_size=60),
    st.integers(4, 30),
    st.sampled_from(["> ", "Player 1\nmove: ", "\033[1;36mPlayer 1\033[0m, a long question: ", ""]),
)
def test_whatever_keys_are_pressed_the_screen_shows_the_line_and_the_cursor(keys, columns, prompt):
    screen = Paper(columns)
    shown, line = Shown(pyte.Stream(screen).feed, lambda: columns), Line()
    shown.ask(prompt)
    for key in keys:
        line.press(key)
        shown.show(line.text, line.at)
    assert screen.display == feed(columns, prompt + line.text).display
    assert place(screen) == place(feed(columns, prompt + line.text[: line.at]))


def place(screen: Paper) -> tuple[int, int]:
    """Where the next sign comes: behind a row that is just full, in the next one."""
    rows, column = divmod(screen.cursor.x, screen.columns)
    return screen.cursor.y + rows, column


def test_a_line_that_stays_in_its_row_needs_no_escape():
    written = io.StringIO()
    shown, line = Shown(written.write, lambda: 80), Line()
    shown.ask("> ")
    for key in (*"MOVE 2 3", LEFT, LEFT, "4", CTRL_A, CTRL_K, *"PASS", BACKSPACE, HOME, RIGHT, END):
        line.press(key)
        shown.show(line.text, line.at)
    assert "\033" not in written.getvalue()


def test_signs_take_the_columns_that_terminals_give_them():
    assert [cells(each) for each in ("a", "李", "é", "e\u0301", "🚩", "\033[1;36mP1\033[0m")] == [1, 2, 1, 1, 2, 2]


# --- at a terminal ---


def at_flag(shell: Shell, **changes: str) -> Terminal:
    terminal = shell.open("play", "capture-the-flag", **changes)
    terminal.until(FLAG)
    return terminal


OPEN = [name for name, game in GAMES.items() if not game().hides() and len(game().choices()) == 1]
"""Games whose first move is no secret."""


@pytest.mark.parametrize("game", OPEN)
def test_a_move_can_be_corrected_and_comes_back(shell, game):
    first, opening = begun(game), GAMES[game]()
    terminal = shell.open("play", game)
    terminal.until_asked(opening.prompt(opening.turn).replace("\n", "\r\n"))
    terminal.press(f"x{first.typed[0]}{HOME}{DELETE}{END}zz{BACKSPACE}{LEFT}{DELETE}\r")
    terminal.until(first.prompt.replace("\n", "\r\n"))
    terminal.press(f"history\r{UP}{UP}{DOWN}")
    terminal.until(first.prompt.rpartition("\n")[2] + "history")
    terminal.press("\x03")
    assert terminal.end() == 130
    (played,) = re.findall(r"^1\. .*", shell.saved()[0].read_text(), re.MULTILINE)
    assert played == f"1. {opening.turn.name} {short_game(game).plies[0][opening.turn]}"


def test_a_line_longer_than_the_window_is_edited_as_any_other(shell):
    terminal = at_flag(shell, columns=30)
    terminal.press(f"{'board ' * 20}{CTRL_A}{CTRL_K}2\r")
    terminal.until("P1 moves to position 3.")
    assert sum("board" in line for line in terminal.screen()) == 0


def test_what_is_pasted_is_typed_and_several_lines_answer_several_questions(shell):
    terminal = at_flag(shell)
    terminal.press("\x1b[200~2\r2\r1\x1b[201~\r")
    terminal.until("Congratulations! Player 1 has captured the flag")


def test_ctrl_z_and_fg_bring_back_the_question_and_what_was_typed(shell):
    terminal = shell.start(["bash", "--norc", "-i"], PS1="$ ", NO_COLOR="1")
    terminal.until("$ ")
    terminal.type("python -m flagfall play capture-the-flag")
    terminal.until(FLAG)
    terminal.press(f"23{LEFT}")
    terminal.until("23\b")
    terminal.press("\x1a")
    terminal.until("Stopped")
    terminal.until("$ ")
    terminal.type("fg")
    terminal.until(f"{FLAG}23\b")
    terminal.press(f"{DELETE}\r")
    terminal.until("P1 moves to position 3.")


def test_a_dumb_terminal_edits_by_itself_and_is_sent_no_escape(shell):
    terminal = at_flag(shell, TERM="dumb")
    terminal.type("12\x7f\x7f2")
    terminal.until("P1 moves to position 3.")
    assert "\033" not in terminal.text


# --- secrets ---


def test_a_number_is_neither_seen_nor_recalled_and_the_cursor_does_not_move(shell):
    terminal = shell.open("play", "--from", "flag-chase P2 3/4 numbers=99")
    terminal.answer("Enter choice (1-2): ", "1")
    terminal.until(NUMBER)
    terminal.press(f"97{LEFT}{BACKSPACE}8{LEFT}{RIGHT}{CTRL_A}{CTRL_E}{UP}{DOWN}\r")
    terminal.until(f"Player 2, choose a number {NUMBER}")
    terminal.press(f"{UP}{UP}65\r")
    terminal.until("Player 1 chose 87.\r\nPlayer 2 chose 65.\r\n")
    secret = terminal.text.partition(NUMBER)[2].partition("Player 1 chose")[0]
    assert secret == f"\nPlayer 2, choose a number {NUMBER}\n"
    terminal.until("Enter choice (1-2): ")
    terminal.press(f"{UP}{UP}{UP}\x0fx\r")
    terminal.until("\r\nEnter 1 to move forward or 2 to move backward.")
    assert "(1-2): 1x\n" in terminal.text
    assert not {"87", "65", "97"} & set(re.findall(r"\d\d", terminal.text.rpartition("(1-2): ")[2]))


def refused_and_recalled(terminal: Terminal) -> None:
    """Player 1 types a move that can't be made, has it back with an arrow key, and places a trap instead."""
    terminal.until_asked(MOVE)
    terminal.type("MOVE 9 9")
    terminal.until("typed here)")
    terminal.until_asked(MOVE)
    terminal.press(UP)
    terminal.until("MOVE 9 9")
    terminal.press(f"{CTRL_U}TRAP 3 4{LEFT}{LEFT}{RIGHT}\r")


def test_a_trap_does_not_come_back_where_it_was_seen_by_who_placed_it(shell):
    terminal = shell.open("play", "flag-chase-traps", "--p2", "random", "--seed", "1")
    refused_and_recalled(terminal)
    terminal.until_asked(MOVE)
    terminal.press(f"{UP}{UP}")
    terminal.until("MOVE 9 9")
    terminal.press(f"{CTRL_U}quit\r")
    assert terminal.end() == 0
    assert terminal.text.count("TRAP 3 4") == 1


def test_nothing_of_one_private_screen_comes_back_on_the_other(shell):
    terminal = shell.open("play", "flag-chase-traps")
    terminal.answer(READY, "")
    refused_and_recalled(terminal)
    terminal.until(READY)
    before = len(terminal.text)
    terminal.type(f"{UP}{UP}")
    terminal.until_asked(MOVE)
    terminal.press(f"{UP}{UP}{UP}quit\r")
    assert terminal.end() == 0
    assert "3 4" not in terminal.text
    assert "9 9" not in terminal.text[before:]


def test_the_cursor_can_go_back_into_a_line_on_a_private_screen(shell):
    terminal = shell.open("play", "flag-chase-traps", columns=30)
    terminal.answer(READY, "")
    terminal.until_asked(MOVE)
    terminal.press(f"MOVE 32{LEFT} {CTRL_A}{RIGHT}")
    while terminal.emulator.before_cursor() != f"Player 1, {MOVE}M":
        terminal.child.expect(".+")
    terminal.press(f"{CTRL_E}{LEFT}{LEFT}{LEFT}{DELETE}2\r")
    terminal.until("Player 1 moves to (2,2)")
