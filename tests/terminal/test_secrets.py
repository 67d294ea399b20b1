"""Two people at one keyboard keep their secrets: what is typed in secret is never on the screen, nor left behind."""

from __future__ import annotations

import re

import pytest

from tests.terminal.driving import ENTER_PRIVATE, LEAVE_PRIVATE, Shell, Terminal, lines

CHOICE = "Enter choice (1-2): "
READY = "press Enter: "
MOVE = "enter your move: "
INVALID = "Invalid move. Please choose a valid adjacent cell."


def battle(shell: Shell, *arguments: str, **changes: str) -> Terminal:
    """Flag Chase with numbers up to 99, at the first question for a number."""
    terminal = shell.open("play", "--from", "flag-chase P2 3/4 numbers=99", *arguments, **changes)
    terminal.answer(CHOICE, "1")
    return terminal


def traps(shell: Shell, *turns: tuple[str, ...], **changes: str) -> Terminal:
    """Hidden traps at a terminal; each turn is what one player types on the private screen."""
    terminal = shell.open("play", "flag-chase-traps", **changes)
    for turn in turns:
        terminal.answer(READY, "")
        terminal.answer(MOVE, *turn)
    terminal.until(READY)
    return terminal


# --- numbers ---


@pytest.mark.rule("F0-R16", "F0-R17", "F0-A08")
@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_a_number_is_not_on_the_screen_before_both_are_revealed(shell, term):
    terminal = battle(shell, TERM=term)
    terminal.answer("1 and 99: ", "87")
    terminal.until("Player 2, choose a number between 1 and 99: ")
    assert "8" not in terminal.text
    assert "7" not in terminal.text
    assert not any("8" in line for line in terminal.screen())
    terminal.type("65")
    terminal.until(CHOICE)
    assert re.search("99: \nPlayer 2, choose a number between 1 and 99: \nPlayer 1 chose 87.\nPlayer 2 chose 65.\n",
                     terminal.text)  # fmt: skip


@pytest.mark.rule("F0-R16")
def test_a_refused_number_is_not_repeated(shell):
    terminal = battle(shell)
    terminal.answer("1 and 99: ", "87654", "-8", "8.5", "eight")
    terminal.until("1 and 99: ")
    assert "8" not in terminal.text
    assert terminal.text.count("Choose a whole number from 1 to 99.\n(help shows what can be typed here)\n") == 4


@pytest.mark.rule("F0-R16")
def test_a_number_is_not_echoed_where_only_the_input_is_a_terminal(shell):
    terminal = shell.sh('python -m flagfall play --from "flag-chase P1 3/3 numbers=99" | cat')
    terminal.answer("Player 1, choose a number between 1 and 99: ", "87")
    terminal.answer("Player 2, choose a number between 1 and 99: ", "65")
    terminal.until("Player 1 chose 87.")
    assert not set("8765") & set(terminal.text.partition("Player 1 chose")[0])


@pytest.mark.rule("F0-R16")
def test_a_number_from_a_pipe_is_not_shown_before_the_reveal(shell):
    shown = shell.run("play", "--from", "flag-chase P1 3/3 numbers=99", typed="87\n65\n").out
    assert shown.startswith(
        "Grid: [ ] [ ] [P1,P2] [ ] [ ]\n"
        "Battle Initiated at Cell 3!\n"
        "Player 1, choose a number between 1 and 99: \n"
        "Player 2, choose a number between 1 and 99: \n"
        "Player 1 chose 87.\n"
        "Player 2 chose 65.\n"
    )


def test_a_person_alone_against_a_bot_sees_what_is_typed(shell):
    terminal = battle(shell, "--p1", "random", "--seed", "1")
    terminal.answer("Player 2, choose a number between 1 and 99: ", "87")
    terminal.until(CHOICE)
    assert (
        "Player 1, choose a number between 1 and 99: \nPlayer 2, choose a number between 1 and 99: 87\n"
        in terminal.text
    )


# --- typing unseen ---


def test_unseen_typing_can_be_corrected(shell):
    terminal = battle(shell)
    terminal.until("1 and 99: ")
    terminal.press("61\x7f\x7f\x7f8\b5\x15")
    terminal.press("17\x1bOD\x01\x1b[3~\x1b[F\x1b[D\t\x00\x1b[15~9\x0b")  # 17, 7, 97, 9
    terminal.press("\x1b[A\x1b[B\x1b[200~3\x1b[201~\r")
    terminal.answer("1 and 99: ", "1")
    terminal.until("Player 1 chose 93.")
    assert (
        "Player 1, choose a number between 1 and 99: \nPlayer 2, choose a number between 1 and 99: \nPlayer 1 chose 93."
    ) in terminal.text


def test_ctrl_z_does_not_leave_unseen_typing(shell):
    terminal = battle(shell)
    terminal.until("1 and 99: ")
    terminal.press("\x1a87\r")
    terminal.answer("1 and 99: ", "1")
    terminal.until("Player 1 chose 87.")


def test_what_was_typed_before_the_question_was_seen_and_is_not_taken(shell):
    terminal = shell.open("play", "--from", "flag-chase P2 3/4")
    terminal.until(CHOICE)
    terminal.press("1\r4\r")
    terminal.until("(What was typed before this question was seen, so it is not taken.)\r\n")
    terminal.until("Player 1, choose a number between 1 and 5: ")
    terminal.type("3")
    terminal.answer("Player 2, choose a number between 1 and 5: ", "1")
    terminal.until("Player 1 chose 3.")
    assert terminal.text.count("(What was typed") == 1


def test_keys_pressed_before_a_secret_question_are_neither_shown_nor_lost(shell):
    terminal = battle(shell)
    terminal.until("Player 1, choose a number between 1 and 99: ")
    terminal.press("87\r65\r")
    terminal.until("Player 1 chose 87.\r\nPlayer 2 chose 65.\r\n")
    assert not set("8765") & set(terminal.text.partition("Player 1 chose")[0].partition("1 and 99: ")[2])


def test_keys_pressed_during_a_secret_question_are_shown_once_they_answer_an_open_one(shell):
    terminal = battle(shell)
    terminal.until("Player 1, choose a number between 1 and 99: ")
    terminal.press("87\r65\rhist")
    terminal.until(f"{CHOICE}hist")
    terminal.press("ory\r")
    terminal.until("ory\r\n  1. P2 forward\r\n  2. P1 87 | P2 65\r\n")
    terminal.until(CHOICE)
    terminal.press("\x03")
    assert terminal.end() == 130


def test_enter_pressed_once_too_often_does_not_open_the_private_screen_of_the_other(shell):
    terminal = shell.open("play", "flag-chase-traps")
    terminal.answer(READY, "")
    terminal.until_asked(MOVE)
    terminal.press("TRAP 3 4\r\r")
    terminal.until(f"Player 2, {READY}")
    terminal.type("quit")
    assert terminal.end() == 0
    assert len(terminal.private()) == 1


def test_a_command_typed_at_a_secret_question_is_seen_and_works(shell):
    terminal = battle(shell)
    terminal.answer("1 and 99: ", "help", "history", "undo")
    terminal.answer("(yes/no): ", "no")
    terminal.until("1 and 99: ")
    assert "1 and 99: help\nBesides a move you can type:\n" in terminal.text
    assert "1 and 99: history\n  1. P2 forward\n" in terminal.text


def test_the_end_of_input_and_ctrl_c_work_unseen_and_the_terminal_echoes_again(shell):
    play = 'python -m flagfall play --from "flag-chase P1 3/3"; echo "code $?"'
    terminal = shell.sh(f"trap : INT; {play}; {play}; stty -a | grep -o ' -*echo '")
    terminal.until("choose a number between 1 and 5: ")
    terminal.press("4\x04\x15\x04")
    terminal.until("code 3")
    terminal.until("choose a number between 1 and 5: ")
    terminal.press("4\x03")
    terminal.until("code 130")
    terminal.until(" echo ")


# --- the private screen ---


def test_everything_secret_stands_on_private_screens_only(shell):
    terminal = traps(shell, ("TRAP 3 4",), ("TRAP 2 5",), ("MOVE 9 9", "TRAP 3 4", "history", "board", "MOVE 2 2"))
    public, private = terminal.public(), terminal.private()
    assert len(private) == 3
    for secret in ("T1", "T2", "3 4", "(3,4)", "(2,5)", "You have a trap there", "Rows and columns", INVALID, "1. P1"):
        assert secret not in public
    assert "T1" in private[2]
    assert "You have a trap there already.\n" in private[2]
    assert "Rows and columns go from 1 to 5.\n" in private[2]
    assert "1. P1 TRAP 3 4\n  2. P2 TRAP ?\n" in private[2]


@pytest.mark.rule("F2-A12", "F2-R16")
def test_the_cell_of_a_trap_is_typed_unseen_even_on_the_private_screen(shell):
    terminal = traps(shell, ("trap 3 4",), ("MOVE 4 4",))
    assert "3 4" not in terminal.text
    assert terminal.private()[0].rstrip().endswith("Player 1, enter your move: trap")
    assert "Player 2, enter your move: MOVE 4 4\n" in terminal.private()[1]


@pytest.mark.rule("F2-T03", "F2-A12")
def test_the_open_screen_is_the_same_wherever_the_traps_are(shell):
    one = traps(shell, ("TRAP 3 4",), ("TRAP 2 5",), ("TRAP 3 4", "MOVE 2 2"), ("history", "MOVE 5 4"))
    other = traps(shell, ("TRAP 4 1",), ("TRAP 3 3",), ("TRAP 4 1", "MOVE 2 2"), ("history", "MOVE 5 4"))
    assert one.public() == other.public()


def test_nothing_but_commands_is_shown_or_used_at_the_hand_over(shell):
    terminal = shell.open("play", "flag-chase-traps")
    terminal.answer(READY, "TRAP 3 4")
    terminal.answer(MOVE, "MOVE 2 2")
    terminal.answer(READY, "board", "help")
    terminal.until("quit     leave")
    terminal.answer(READY, "quit")
    assert terminal.end() == 0
    assert "TRAP" not in terminal.text
    assert "press Enter: board\n" in terminal.public()


def test_leaving_a_private_screen_by_any_way_takes_it_away(shell):
    for leave, code in (("quit\r", 0), ("\x03", 130), ("\x04", 3), ("\x1c", 143)):
        terminal = traps(shell, ("TRAP 3 4",), ("MOVE 4 4",))
        terminal.type("")
        terminal.until(MOVE)
        terminal.press(leave)
        assert terminal.end() == code
        assert terminal.text.count(ENTER_PRIVATE) == terminal.text.count(LEAVE_PRIVATE)
        assert len(terminal.private()) == 3
        assert "T1" not in terminal.public()
        assert terminal.public().endswith(f"go on with:\n  flagfall resume {shell.name()}\n")


def test_the_rules_leave_the_board_on_the_screen(shell):
    terminal = traps(shell, ("TRAP 3 4",), ("TRAP 2 5",))
    terminal.type("")
    terminal.answer(MOVE, "rules")
    terminal.until_asked("(more: press Enter)")
    assert any(line.startswith("Aim: ") for line in terminal.emulator.display)
    terminal.type("")
    terminal.until_asked(MOVE)
    assert "3 [  ][  ][  ][T1][  ]" in "\n".join(terminal.emulator.display)
    assert ": flagfall rules flag-chase-traps --all" in "\n".join(terminal.emulator.display)
    assert "Aim: " not in terminal.public()


def test_at_the_end_nothing_is_hidden_any_more(shell):
    terminal = shell.open("play", "--from", "flag-chase-traps P1 4,4/4,5 0/1 3,4/2,5")
    terminal.answer(READY, "")
    terminal.answer(MOVE, "MOVE 5 5")
    assert terminal.finish() == 0
    assert "The board with nothing hidden:\n" in terminal.public()
    assert "3 [  ][  ][  ][T1][  ]" in terminal.public()
    assert "2 [  ][  ][  ][  ][T2]" in terminal.public()


# --- terminals that can't hide, and pipes ---


def test_a_dumb_terminal_gets_no_escapes_no_secrets_and_no_reasons(shell):
    terminal = shell.open("play", "flag-chase-traps", TERM="dumb", NO_COLOR="")
    terminal.answer(
        MOVE, "TRAP 3 4", "MOVE 4 4", "TRAP 3 4", "TRAP 9 9", "MOVE 9 9", "moves", "history", "board", "MOVE 2 2"
    )
    terminal.until(MOVE)
    assert "\033" not in terminal.text
    assert "\b" not in terminal.text
    for secret in ("3 4\n", "T1", "9", "already", "Rows"):
        assert secret not in terminal.text
    typing = "Type a move like MOVE 1 2 or TRAP 1 2; it is not shown."
    assert terminal.text.count(f"Player 1, enter your move: \n{INVALID}\n{typing}\n(help") == 3
    assert "Player 1, enter your move: history\n  1. P1 TRAP ?\n  2. P2 MOVE 4 4\n" in terminal.text
    assert "(as far as both players know)" in terminal.text


@pytest.mark.rule("F2-T03", "F2-A09")
@pytest.mark.parametrize("term", ["dumb", None])
def test_without_a_private_screen_all_is_the_same_wherever_the_own_traps_are(shell, term):
    """Both games refuse an own trap's cell: only that it is refused may be seen."""

    def shown(cell: str) -> str:
        typed = (f"TRAP {cell}", "MOVE 4 4", f"TRAP {cell}", "moves", "board", "undo", "no", f"MOVE {cell}", "MOVE 1 2")
        if term is None:
            return shell.run("play", "flag-chase-traps", typed=lines(*typed)).out
        terminal = shell.open("play", "flag-chase-traps", TERM=term)
        for line in typed:
            terminal.answer("(yes/no): " if line == "no" else MOVE, line)
        terminal.until(MOVE)
        return terminal.text

    assert shown("2 2") == shown("2 1")


def test_a_pipe_gets_no_hand_over_and_no_escapes(shell):
    done = shell.run("play", "flag-chase-traps", typed=lines("TRAP 3 4", "MOVE 4 4", "MOVE 2 2"), NO_COLOR="")
    assert done.code == 3
    assert "\033" not in done.out + done.err
    assert "press Enter" not in done.out
    assert "Player 1, enter your move: TRAP\nPlayer 1 places a trap.\n" in done.out
    assert "Player 2, enter your move: MOVE 4 4\nPlayer 2 moves to (4,4)\n" in done.out
    assert "3 4" not in done.out
