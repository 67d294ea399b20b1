"""How it looks: colours only where there are any, no line too long for the screen, everything also in words."""

from __future__ import annotations

import re

import pytest

from flagfall.core import Player
from flagfall.games import GAMES, position
from tests.every_game import begun
from tests.terminal.driving import ENTER_PRIVATE, Shell, Terminal, lines

P1 = Player.P1

ESCAPE = "\033"


OPEN = [
    *(game().text() for game in GAMES.values() if not game().hides()),
    "flag-chase-traps P1 1,1/5,5 2/2 -/- open_traps=yes",
]
"""Games whose screen is never handed over."""


def opened(shell: Shell, start: str, *typed: str, columns: int = 80, **changes: str) -> Terminal:
    """An open game after its first ply, at the question behind what was typed then."""
    first = begun(start.split()[0], start)
    terminal = shell.open("play", "--from", start, columns=columns, **changes)
    for line, prompt in zip((*first.typed, *typed), (position(start).prompt(P1), *[first.prompt] * 9), strict=False):
        terminal.answer(uncoloured(prompt), line)
    terminal.until(uncoloured(first.prompt))
    return terminal


def uncoloured(prompt: str) -> str:
    """The end of a prompt, behind any player's name."""
    return re.split(r"Player [12]|\bP[12]", prompt)[-1].replace("\n", "\r\n")


# --- colours ---


@pytest.mark.parametrize("start", OPEN)
def test_a_terminal_with_colours_gets_them_and_otherwise_the_same_text(shell, start):
    coloured = opened(shell, start, NO_COLOR="").text
    plain = opened(shell, start).text
    assert "\033[1;36mPlayer 1\033[0m" in coloured
    assert "\033[1;35mP" in coloured
    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize(
    "changes", [{"NO_COLOR": "1"}, {"NO_COLOR": "", "TERM": "dumb"}, {"NO_COLOR": "yes", "TERM": ""}]
)
def test_no_escape_at_all_where_no_colours_are_wanted_or_there_are_none(shell, changes):
    terminal = shell.open("play", "--from", "flag-chase P2 3/4", **changes)
    terminal.answer("Enter choice (1-2): ", "help", "board", "x", "1")
    terminal.answer("1 and 5: ", "4", "2")
    terminal.until("Enter choice (1-2): ")
    assert ESCAPE not in terminal.text


def test_no_color_keeps_the_private_screen(shell):
    terminal = shell.open("play", "flag-chase-traps")
    terminal.answer("press Enter: ", "")
    terminal.until("enter your move: ")
    assert ENTER_PRIVATE in terminal.text
    assert not re.search(r"\033\[[0-9;]*m", terminal.text)


@pytest.mark.parametrize("command", ["games", "rules flag-chase", "position grid-runner", "demo", "version", ""])
def test_a_pipe_never_gets_an_escape(shell, command):
    done = shell.run(*command.split(), typed="2\n1\n", NO_COLOR="", FORCE_COLOR="1")
    assert ESCAPE not in done.out + done.err


def test_data_for_programs_is_never_coloured(shell):
    terminal = shell.open("position", "grid-runner", "--json", NO_COLOR="")
    assert terminal.end() == 0
    assert ESCAPE not in terminal.text


# --- narrow windows ---


@pytest.mark.parametrize("columns", [40, 20])
@pytest.mark.parametrize("start", OPEN)
def test_no_board_is_wider_than_the_window(shell, start, columns):
    first = begun(start.split()[0], start)
    terminal = opened(shell, start, "board", "moves", columns=columns)
    board = first.match.position.board(columns)
    assert board in terminal.text.replace("\r\n", "\n")
    assert [line for line in board.splitlines() if len(line) > columns] == []


@pytest.mark.parametrize("command", ["", "games", "rules grid-runner", "position flag-chase-traps"])
def test_our_own_words_are_broken_between_words(shell, command):
    terminal = shell.open(*command.split(), columns=40)
    if command:
        assert terminal.end() == 0
    else:
        terminal.until_asked(", q): ")
    prose = [line for line in terminal.text.splitlines() if " " in line.strip()]
    assert [line for line in prose if len(line) > 40] == []


def test_the_board_follows_a_window_that_is_made_narrower(shell):
    terminal = shell.open("play", "command-line-conquer")
    terminal.answer("RECRUIT): ", "board")
    terminal.until("RECRUIT): ")
    assert "Positions: 0     1  2  3  4  5  6  7  8  9  10" in terminal.text
    terminal.resize(24)
    terminal.type("board")
    terminal.until("RECRUIT): ")
    assert "\nPositions: 0     1  2\nUnits:     P1(1)\nPositions: 3" in terminal.text


def test_an_error_breaks_no_word_at_the_window_s_edge(shell):
    terminal = shell.open("resume", "nix")
    assert terminal.end() == 1
    assert terminal.text == (
        "flagfall: there is no file 'nix', here or among the saved games; `flagfall\n  resume --list` lists them\n"
    )


def test_a_terminal_of_unknown_width_is_taken_as_wide(shell):
    terminal = shell.open("play", "command-line-conquer", columns=0)
    terminal.until("RECRUIT): ")
    assert "Positions: 0     1  2  3  4  5  6  7  8  9  10" in terminal.text


# --- in words ---


@pytest.mark.parametrize("game", GAMES)
def test_on_request_the_board_is_also_said_in_words(shell, game):
    first = begun(game)
    words, typed = first.match.seats[None].view.words(), lines(*first.typed)
    assert words in shell.run("play", game, "--words", typed=typed).out
    assert words not in shell.run("play", game, typed=typed).out
    assert words in shell.run("resume", "--words").out


def test_words_on_the_private_screen_tell_the_own_traps_and_on_the_open_one_none(shell):
    terminal = shell.open("play", "--words", "--from", "flag-chase-traps P1 1,1/5,5 1/1 3,4/2,5", columns=200)
    terminal.answer("press Enter: ", "")
    terminal.until("enter your move: ")
    assert "P1 has 1 trap in hand, 1 on the board; P2 has 1 trap in hand, 1 on the board." in terminal.public()
    assert (
        "P1 has 1 trap in hand, 1 on the board: (3,4); P2 has 1 trap in hand, 1 on the board." in terminal.private()[0]
    )
