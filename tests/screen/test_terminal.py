"""The full screen at real terminals: whether it is shown at all, how it is left, and what it leaves behind."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagfall.exits import DONE, FAILED, INTERRUPTED, TERMINATED
from tests.terminal.driving import FLAGFALL, LEAVE_PRIVATE, Shell, Terminal

FULL = {"FLAGFALL_SCREEN": "full", "NO_COLOR": "", "NO_ANIMATION": "1"}
THERE = "Leave"
"""Stands in the footer of the home."""
MOUSE_OFF = "\033[?1003l"
CURSOR_ON = "\033[?25h"


def home(
    shell: Shell, *arguments: str, alternate: bool = True, columns: int = 80, rows: int = 24, **changes: str
) -> Terminal:
    terminal = shell.open(*arguments, alternate=alternate, columns=columns, rows=rows, **{**FULL, **changes})
    terminal.until(THERE)
    return terminal


# --- whether there is one ---

GATE = "from flagfall.terminal.screen.gate import hindrance; print('[', hindrance(), ']')"


@pytest.mark.parametrize(
    ("term", "columns", "rows", "why"),
    [
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
    ],
)
def test_the_gate_knows_what_a_terminal_can_show(
    shell: Shell, term: str, columns: int, rows: int, why: str | None
) -> None:
    terminal = shell.start([sys.executable, "-c", GATE], columns, rows, TERM=term)
    terminal.end()
    said = " ".join(terminal.text.split())
    assert ("[ None ]" in said) is (why is None)
    assert why is None or why in said


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


def test_flagfall_alone_opens_the_full_screen(shell: Shell) -> None:
    assert home(shell, FLAGFALL_SCREEN="").emulator.ordinary


def test_a_window_that_shrinks_and_grows_is_painted_again(shell: Shell) -> None:
    terminal = home(shell)
    for columns, rows in ((30, 8), (120, 40)):
        terminal.resize(columns, rows)
    until_shown(terminal, "p Puzzles")


def until_shown(terminal: Terminal, words: str) -> None:
    """Wait until these words stand on the screen."""
    while words not in re.sub(" +", " ", "\n".join(terminal.emulator.display)):
        terminal.child.expect(".+")


# --- leaving ---


@pytest.mark.parametrize(("keys", "code"), [("q", DONE), ("\x11", DONE), ("\x03", INTERRUPTED)])
def test_it_is_left_by_keys(shell: Shell, keys: str, code: int) -> None:
    terminal = home(shell)
    terminal.press(keys)
    assert terminal.end() == code
    assert_restored(terminal)


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


def test_the_mouse_is_left_alone_where_that_is_wanted(shell: Shell) -> None:
    assert "\033[?1003h" in home(shell).text
    assert "\033[?1003h" not in home(shell, "--no-mouse").text


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


def test_nothing_is_left_on_a_terminal_without_an_alternate_screen(shell: Shell) -> None:
    terminal = home(shell, alternate=False)
    terminal.press("q")
    terminal.end()
    assert "\033[2J" not in terminal.text  # it would push the screen into the scrollback
    assert [line for line in terminal.screen() if line] == []


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[list[str]]:
    if not shutil.which("tmux"):
        pytest.skip("tmux is not installed")
    tmux = ["tmux", "-S", str(tmp_path / "tmux"), "-f", "/dev/null"]
    yield tmux
    subprocess.run([*tmux, "kill-server"], capture_output=True)


def test_nothing_is_left_in_the_history_of_tmux(shell: Shell, tmux: list[str]) -> None:
    def told(*arguments: str) -> str:
        done = subprocess.run([*tmux, *arguments], env=shell.environment(**FULL), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    told("new-session", "-d", "-x", "80", "-y", "24", "sh")
    told("set-option", "-g", "alternate-screen", "off")
    told("send-keys", f"{' '.join(FLAGFALL)}; tmux -S {tmux[2]} wait-for -S left", "Enter")
    while THERE not in told("capture-pane", "-p"):
        pass
    assert "Grid Runner" in told("capture-pane", "-p")
    told("send-keys", "q")
    told("wait-for", "left")
    assert "Grid Runner" not in told("capture-pane", "-p", "-S", "-")


# --- colours ---

COLOUR = re.compile(r"\033\[[\d;]*m")


def codes(terminal: Terminal) -> set[str]:
    """Every number that was sent to style letters."""
    return {code for found in COLOUR.findall(terminal.text) for code in found[2:-1].split(";")}


def test_without_colours_none_are_sent(shell: Shell) -> None:
    used = codes(home(shell, NO_COLOR="1"))
    assert not {code for code in used if code and int(code) >= 30} - {"39", "49"}  # back to the terminal's own


@pytest.mark.parametrize("term", ["xterm", "screen", "linux"])
def test_sixteen_colours_are_enough(shell: Shell, term: str) -> None:
    used = codes(home(shell, TERM=term))
    assert used & {str(code) for code in (*range(30, 38), *range(90, 98))}
    assert not used & {"38", "48"}


def test_plain_signs_are_enough(shell: Shell) -> None:
    terminal = home(shell, "--ascii")
    shown = "\n".join(terminal.emulator.display)
    assert shown.isascii(), sorted({sign for sign in shown if not sign.isascii()})


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
