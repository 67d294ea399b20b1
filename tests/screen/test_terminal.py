"""The full screen at real terminals: whether it is shown at all, how it is left, and what it leaves behind."""

from __future__ import annotations

import re
import signal
import sys

import pytest

from flagfall.exits import DONE, FAILED, INTERRUPTED, TERMINATED
from tests.terminal.driving import FLAGFALL, LEAVE_PRIVATE, Shell, Terminal

FULL = {"FLAGFALL_SCREEN": "full", "NO_COLOR": "", "NO_ANIMATION": "1"}
THERE = "Leave"
"""Stands in the footer of the home."""
MOUSE_ON = "\033[?1003h"
MOUSE_OFF = "\033[?1003l"
CURSOR_ON = "\033[?25h"


def home(
    shell: Shell, *arguments: str, alternate: bool = True, columns: int = 80, rows: int = 24, **changes: str
) -> Terminal:
    terminal = shell.open(*arguments, alternate=alternate, columns=columns, rows=rows, **{**FULL, **changes})
    terminal.until(THERE)
    return terminal


# --- whether there is one ---

KINDS = (
    ("xterm-256color", 80, 24, None),
    ("xterm-256color", 40, 12, None),
    ("xterm", 80, 24, None),
    ("linux", 80, 24, None),
    ("screen", 80, 24, None),
    ("vt100", 80, 24, None),
    ("dumb", 80, 24, "only print lines"),
    ("", 80, 24, "only print lines"),
    ("no-such-terminal", 80, 24, "nothing is known"),
    ("xterm-256color", 39, 12, "39x12"),
    ("xterm-256color", 40, 11, "40x11"),
)
"""Terminals by name and size, and why there is no full screen on them."""
GATE = """
import os, sys, termios
from flagfall.terminal.screen.gate import hindrance

for kind in sys.argv[1:]:
    os.environ["TERM"], columns, rows = kind.split(",")
    termios.tcsetwinsize(1, (int(rows), int(columns)))
    if not os.fork():  # what is known of a terminal is looked up once
        os._exit(print("[", hindrance(), "]", flush=True) or 0)
    os.wait()
"""


def test_the_gate_knows_what_a_terminal_can_show(shell: Shell) -> None:
    kinds = (f"{term},{columns},{rows}" for term, columns, rows, _ in KINDS)
    terminal = shell.start([sys.executable, "-c", GATE, *kinds])
    terminal.end()
    said = re.findall(r"\[ (.*?) \]", " ".join(terminal.text.split()))
    for (*kind, why), answer in zip(KINDS, said, strict=True):
        assert (answer == "None") is (why is None), kind
        assert why is None or why in answer


@pytest.mark.parametrize("pipe", ["flagfall < /dev/null", "flagfall | cat", "flagfall 2>/dev/null </dev/null"])
def test_through_a_pipe_there_is_no_full_screen(shell: Shell, pipe: str) -> None:
    terminal = shell.sh(f"{pipe}; echo done", **FULL)
    terminal.press("q\r")
    terminal.until("done")
    assert "\033[?1049h" not in terminal.text


@pytest.mark.parametrize(("changes", "columns"), [({"TERM": "dumb"}, 80), ({}, 39)])
def test_where_it_cannot_be_shown_plain_mode_says_why(shell: Shell, changes: dict[str, str], columns: int) -> None:
    terminal = shell.open(columns=columns, **{**FULL, **changes})
    terminal.until("no full screen here: ")
    terminal.until("1. ")
    assert "\033[?1049h" not in terminal.text


def test_plain_mode_that_was_asked_for_gives_no_reasons(shell: Shell) -> None:
    terminal = shell.open(TERM="dumb")
    terminal.until("1. ")
    assert "no full screen" not in terminal.text


def test_flagfall_alone_opens_the_full_screen_and_a_window_that_shrinks_and_grows_is_painted_again(
    shell: Shell,
) -> None:
    terminal = home(shell, FLAGFALL_SCREEN="")
    assert terminal.emulator.ordinary and MOUSE_ON in terminal.text
    for columns, rows in ((30, 8), (120, 40)):
        terminal.resize(columns, rows)
    until_shown(terminal, "p Puzzles")


def until_shown(terminal: Terminal, words: str) -> None:
    """Wait until these words stand on the screen."""
    while words not in re.sub(" +", " ", "\n".join(terminal.emulator.display)):
        terminal.child.expect(".+")


# --- leaving ---


@pytest.mark.parametrize(
    ("term", "keys", "code"), [("xterm", "q", DONE), ("screen", "\x11", DONE), ("linux", "\x03", INTERRUPTED)]
)
def test_it_is_left_by_keys_and_sixteen_colours_are_enough(shell: Shell, term: str, keys: str, code: int) -> None:
    terminal = home(shell, TERM=term)
    terminal.press(keys)
    assert terminal.end() == code
    assert_restored(terminal)
    used = codes(terminal)
    assert used & {str(code) for code in (*range(30, 38), *range(90, 98))}
    assert not used & {"38", "48"}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_gives_the_terminal_back(shell: Shell, number: signal.Signals) -> None:
    terminal = home(shell)
    terminal.child.kill(number)
    assert terminal.end() == (INTERRUPTED if number is signal.SIGINT else TERMINATED)
    assert_restored(terminal)


@pytest.mark.parametrize("keys", ["", "1"])
def test_where_the_terminal_goes_away_so_does_the_program(shell: Shell, keys: str) -> None:
    """Also where something on it moves and wants to be painted."""
    terminal = home(shell)
    if keys:
        terminal.press(keys)
    assert terminal.hang_up() == TERMINATED


def assert_restored(terminal: Terminal) -> None:
    """Whether there is a second screen was tried before, and that was left, too."""
    text, enter = terminal.text, "\033[?1049h"
    assert text.count(enter) == text.count(LEAVE_PRIVATE)
    assert text.rindex(enter) < text.rindex(LEAVE_PRIVATE) < text.rindex(CURSOR_ON)
    assert MOUSE_OFF in terminal.text


@pytest.mark.long
def test_it_can_be_paused_and_comes_back_whole(shell: Shell) -> None:
    terminal = shell.start(["bash", "--norc", "-i"], PS1="ready> ", **FULL)
    terminal.until("ready> ")
    terminal.type(f"{' '.join(FLAGFALL)}")
    terminal.until(THERE)
    terminal.press("\x1a")
    terminal.until("Stopped")
    terminal.until("ready> ")
    terminal.type("fg")
    terminal.until("\033[?1049h")
    for words in ("Flagfall", "1 Flag Chase", "r Go on", THERE):  # from the first row to the last
        until_shown(terminal, words)
    terminal.press("q")
    terminal.until("ready> ")


# --- what is left behind ---


def test_nothing_is_left_on_a_terminal_without_an_alternate_screen_nor_are_colours_sent_that_are_not_wanted(
    shell: Shell,
) -> None:
    terminal = home(shell, alternate=False, NO_COLOR="1")
    terminal.press("q")
    terminal.end()
    assert "\033[2J" not in terminal.text  # it would push the screen into the scrollback
    assert [line for line in terminal.screen() if line] == []
    assert not {code for code in codes(terminal) if code and int(code) >= 30} - {"39", "49"}  # the terminal's own


COLOUR = re.compile(r"\033\[[\d;]*m")


def codes(terminal: Terminal) -> set[str]:
    """Every number that was sent to style letters."""
    return {code for found in COLOUR.findall(terminal.text) for code in found[2:-1].split(";")}


def test_plain_signs_are_enough_and_the_mouse_is_left_alone_where_that_is_wanted(shell: Shell) -> None:
    terminal = home(shell, "--ascii", "--no-mouse")
    shown = "\n".join(terminal.emulator.display)
    assert shown.isascii(), sorted({sign for sign in shown if not sign.isascii()})
    assert MOUSE_ON not in terminal.text


# --- when the program itself is at fault ---

CRASH = """
from flagfall.terminal.screen.app import run

def errand(app):
    sealed = "four" + "teen"
    raise ValueError(f"sealed is {sealed}")

raise SystemExit(run(errand))
"""


def test_a_crash_tells_where_it_happened_and_no_secret(shell: Shell) -> None:
    terminal = shell.start([sys.executable, "-c", CRASH], **FULL)
    assert terminal.end() == FAILED
    assert_restored(terminal)
    assert "ValueError" in terminal.text
    assert "in errand" in terminal.text
    assert "fourteen" not in terminal.text
