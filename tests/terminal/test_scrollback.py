"""Two people at one terminal: whatever terminal it is, nothing secret is ever among the lines that it keeps."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from tests.terminal.driving import FLAGFALL, LEAVE_PRIVATE, PATIENCE, Shell, Terminal

READY, MOVE = "press Enter:", "enter your move:"
SECRETS = ("T1", "T2", "3 4", "(3,4)", "2 5", "(2,5)", "You have a trap there", "Rows and columns")
GAME = "flag-chase-traps"
UNHIDDEN = "so nothing secret is shown"


def assert_nothing_secret(kept: str) -> None:
    assert GAME in kept or "Player" in kept, "this is not what the terminal shows"
    assert [secret for secret in SECRETS if secret in kept] == []


# --- a terminal of our own ---


def traps_are_set(terminal: Terminal) -> None:
    """Both players have placed a trap, and Player 1 looks at the private screen."""
    for trap in ("TRAP 3 4", "TRAP 2 5"):
        terminal.answer(f"{READY} ", "")
        terminal.answer(f"{MOVE} ", trap)
    terminal.answer(f"{READY} ", "")
    terminal.until_asked(f"{MOVE} ")


def kept(terminal: Terminal) -> str:
    return "\n".join(terminal.screen())


def test_a_private_screen_is_emptied_before_it_is_left(shell):
    terminal = shell.open("play", GAME)
    traps_are_set(terminal)
    assert "T1" in kept(terminal)
    terminal.type("MOVE 2 2")
    terminal.until(READY)
    assert_nothing_secret(kept(terminal))
    left = terminal.text.rpartition(f"\033[H{LEAVE_PRIVATE}")[0]
    assert [f"\033[{row};1H\033[2K" in left for row in range(1, 25)] == [True] * 24
    assert "\033[2J" not in terminal.text
    assert "\033[J" not in terminal.text


@pytest.mark.parametrize(
    ("term", "alternate"),
    [("xterm-256color", False), ("vt100", True), ("linux", True), ("dumb", True), ("nosuch", True), ("", True)],
)
def test_without_an_alternate_screen_nothing_secret_is_ever_shown(shell, term, alternate):
    terminal = shell.open("play", GAME, alternate=alternate, TERM=term)
    terminal.answer(f"{MOVE} ", "TRAP 3 4", "TRAP 2 5", "TRAP 3 4", "board", "history", "MOVE 2 2")
    terminal.until(MOVE)
    assert_nothing_secret(terminal.text)
    assert " ".join(terminal.text.split()).count(UNHIDDEN) == 1
    assert terminal.private() == []
    assert "Player 1 moves to (2,2)" in terminal.text


@pytest.mark.long
def test_a_terminal_that_says_nothing_of_its_cursor_gets_no_private_screen(shell):
    terminal = shell.open("play", GAME)
    terminal.emulator.answer = lambda data: None
    terminal.answer(f"{MOVE} ", "TRAP 3 4", "TRAP 2 5")
    terminal.until(MOVE)
    assert_nothing_secret(terminal.text)
    assert terminal.text.count("\033[6n") == 1


def test_the_cursor_is_where_it_was_when_the_terminal_has_been_asked(shell):
    for alternate in (True, False):
        terminal = shell.open("play", GAME, alternate=alternate)
        terminal.until(READY if alternate else MOVE)
        shown = kept(terminal)
        assert shown.index("Type help") < shown.index("Both players have") < shown.index("Player 1")


def test_what_has_no_room_on_a_private_screen_is_shown_page_by_page(shell):
    terminal = shell.open("play", GAME, "--set", "size=12", rows=10)
    terminal.answer(f"{READY} ", "")
    terminal.until_asked("(more: press Enter)")
    assert "A   B   C" in kept(terminal)
    assert "12 [" not in "\n".join(terminal.emulator.display)
    terminal.type("")
    terminal.until_asked(f"{MOVE} ")
    assert "12 [" in "\n".join(terminal.emulator.display)
    assert "A   B   C" not in "\n".join(terminal.emulator.display)
    terminal.type("TRAP 3 4")
    terminal.until(READY)
    assert_nothing_secret(kept(terminal))


def test_a_private_screen_follows_the_window(shell):
    terminal = shell.open("play", GAME)
    traps_are_set(terminal)
    for rows, columns in ((5, 80), (2, 12), (1, 80), (40, 120), (24, 80)):
        terminal.resize(columns, rows)
        asked = f"Player 1, {MOVE} "
        while terminal.emulator.before_cursor() != asked[len(asked) // columns * columns :]:
            terminal.child.expect(".+")
            if terminal.emulator.before_cursor() == "(more: press Enter)":  # it got small before all was read
                terminal.type("")
    assert "T1" in kept(terminal)
    terminal.type("MOVE 2 2")
    terminal.until(READY)
    assert_nothing_secret(kept(terminal))


def test_a_question_on_a_private_screen_stays_there(shell):
    terminal = shell.open("play", GAME)
    traps_are_set(terminal)
    terminal.type("resign")
    terminal.answer("do you really resign? (yes/no): ", "perhaps", "no")
    terminal.until_asked(f"{MOVE} ")
    terminal.type("MOVE 2 2")
    terminal.until(READY)
    assert "resign" not in terminal.public().partition("Player 2 places a trap")[2]


# --- tmux and GNU screen ---


class Multiplexer:
    """The program in a window of tmux or GNU screen, whose alternate screen is on or off."""

    def __init__(self, shell: Shell, alternate: str) -> None:
        self.shell, self.folder = shell, Path(tempfile.mkdtemp(prefix="ff"))
        self.hides = alternate == "on"
        play = f"{' '.join(FLAGFALL)} play {GAME}"
        script = f"trap : INT QUIT; echo $$ > {self.folder}/pid; {play}; echo left with $?; exec cat"
        (self.folder / "play").write_text(script)
        (self.folder / "settings").write_text(self.settings(alternate))
        self.terminal = shell.start(self.command(), rows=24, columns=80, **self.environment())

    def environment(self) -> dict[str, str]:
        return {"TMUX_TMPDIR": str(self.folder), "SCREENDIR": str(self.folder), "NO_COLOR": "1"}

    def settings(self, alternate: str) -> str:
        raise NotImplementedError

    def command(self) -> list[str]:
        raise NotImplementedError

    def kept(self) -> str:
        """All lines that the window shows or keeps."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def tell(self, *words: str) -> str:
        """Give the multiplexer a command from outside."""
        done = subprocess.run(
            words, env=self.shell.environment(**self.environment()), capture_output=True, timeout=PATIENCE, check=True
        )
        return done.stdout.decode()

    def until(self, holds: Callable[[str], bool]) -> str:
        """What is kept, as soon as this holds of it."""
        until = time.monotonic() + PATIENCE
        while not holds(now := self.kept()):
            assert time.monotonic() < until, now
            self.read()
        return now

    def resize(self, columns: int, rows: int) -> None:
        """The multiplexer gives the game's window the new size when it comes to it: wait until it has."""
        self.terminal.resize(columns, rows)
        until = time.monotonic() + PATIENCE
        while self.size() != (columns, rows):
            assert time.monotonic() < until
            self.read()

    def size(self) -> tuple[int, int]:
        """Of the window, as the game is told it."""
        try:
            window = os.open(f"/proc/{self.pid()}/fd/0", os.O_RDONLY | os.O_NOCTTY)
        except OSError:  # it has not started yet
            return 0, 0
        try:
            return tuple(os.get_terminal_size(window))
        finally:
            os.close(window)

    def pid(self) -> str:
        """Of the window's shell, whose one child is the game."""
        return (self.folder / "pid").read_text().strip()

    def read(self) -> None:
        """Let the multiplexer draw, and wait for it for a moment."""
        self.terminal.child.expect([".+", pexpect.TIMEOUT], timeout=0.05)

    def answer(self, prompt: str, line: str) -> None:
        self.until(lambda now: now.rstrip().endswith(prompt))
        self.terminal.type(line)

    def set_traps(self) -> None:
        """Let both players place a trap, until Player 1 is asked again: on a private screen, where there is one."""
        for player, trap in ((1, "TRAP 3 4"), (2, "TRAP 2 5"), (1, "")):
            if self.hides:
                self.answer(f"Player {player}, {READY}", "")
            if trap:
                self.answer(f"Player {player}, {MOVE}", trap)
        self.until(lambda now: now.rstrip().endswith(f"Player 1, {MOVE}"))

    def signal(self, number: signal.Signals) -> None:
        pid = self.pid()
        (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        os.kill(int(child), number)


class Tmux(Multiplexer):
    def settings(self, alternate: str) -> str:
        return f"set -g alternate-screen {alternate}\nset -g status off\nset -g history-limit 10000\n"

    def command(self) -> list[str]:
        return ["tmux", "-f", f"{self.folder}/settings", "new-session", f"exec sh {self.folder}/play"]

    def kept(self) -> str:
        try:
            return self.tell("tmux", "capture-pane", "-p", "-S", "-", "-E", "-")
        except subprocess.CalledProcessError:  # it has not started yet
            return ""

    def close(self) -> None:
        self.tell("tmux", "kill-server")


class Screen(Multiplexer):
    def settings(self, alternate: str) -> str:
        return f"altscreen {alternate}\nstartup_message off\ndefscrollback 10000\n"

    def command(self) -> list[str]:
        return ["screen", "-c", f"{self.folder}/settings", "-S", "play", "sh", f"{self.folder}/play"]

    def kept(self) -> str:
        """It writes a file when it comes to it; the last line that it is told to write is empty."""
        copy = self.folder / "copy"
        copy.unlink(missing_ok=True)
        try:
            self.tell("screen", "-S", "play", "-X", "hardcopy", "-h", str(copy))
        except subprocess.CalledProcessError:  # it has not started yet
            return ""
        until = time.monotonic() + PATIENCE
        while not (copy.exists() and copy.read_bytes().endswith(b"\n")):
            assert time.monotonic() < until
            self.read()
        return copy.read_text(errors="replace")

    def close(self) -> None:
        self.tell("screen", "-S", "play", "-X", "quit")


@pytest.fixture(params=["tmux on", "tmux off", "screen on", "screen off"])
def window(request: pytest.FixtureRequest, shell: Shell) -> Iterator[Multiplexer]:
    name, alternate = request.param.split()
    if not shutil.which(name):
        pytest.skip(f"no {name} here")
    window = (Tmux if name == "tmux" else Screen)(shell, alternate)
    yield window
    window.close()
    shutil.rmtree(window.folder, ignore_errors=True)


def test_nothing_secret_is_kept_of_a_turn_with_many_lines(window):
    window.set_traps()
    assert window.hides == ("T1" in window.kept())
    assert window.hides != (UNHIDDEN in window.kept())
    for typed in ("help", "TRAP 3 4", "board", "help", "MOVE 9 9", "board", "help", "history"):
        window.terminal.type(typed)
        last = {"help": "taken up again", "board": "on the board.", "history": "TRAP ?"}.get(typed, "typed here)")
        window.until(lambda now, last=last: now.rstrip().endswith(f"{last}\nPlayer 1, {MOVE}"))
    window.terminal.type("MOVE 2 2")
    assert_nothing_secret(window.until(lambda now: "Player 1 moves to (2,2)" in now))


def test_nothing_secret_is_kept_when_the_window_gets_small_and_large_again(window):
    window.set_traps()
    for rows, columns in ((5, 80), (3, 30), (30, 90)):
        window.resize(columns, rows)
        window.until(lambda now: now.rstrip().endswith(f"Player 1, {MOVE}"))
    window.terminal.type("MOVE 2 2")
    assert_nothing_secret(window.until(lambda now: "Player 1 moves to (2,2)" in now))


@pytest.mark.parametrize("how", ["\x03", "\x03\x03\x03", "\x1a\x03", "\x1c", "quit\r", signal.SIGTERM, signal.SIGHUP])
@pytest.mark.long
def test_nothing_secret_is_kept_however_a_private_screen_is_left(window, how):
    window.set_traps()
    if isinstance(how, signal.Signals):
        window.signal(how)
    else:
        window.terminal.press(how)
    assert_nothing_secret(window.until(lambda now: "left with" in now))


def test_nothing_secret_is_kept_of_a_board_that_is_taller_than_the_window(window):
    window.until(lambda now: "Player 1, " in now)  # who has just begun may not notice
    window.resize(80, 7)
    if window.hides:
        window.answer(f"Player 1, {READY}", "")
        window.until(lambda now: now.rstrip().endswith("(more: press Enter)"))
        window.terminal.type("")
    window.answer(f"Player 1, {MOVE}", "TRAP 3 4")
    assert_nothing_secret(window.until(lambda now: "Player 1 places a trap." in now))


def test_nothing_secret_is_kept_or_comes_back_when_lines_are_edited(window):
    left, up = "\x1b[D", "\x1b[A"
    window.set_traps()
    window.terminal.press(f"TRAP 34{left} {left}{left}9\x7f\r")
    window.until(lambda now: now.rstrip().endswith(f"typed here)\nPlayer 1, {MOVE}"))
    window.terminal.press(f"{up}{up}\x15MOVE 22{left} \r")
    window.until(lambda now: "Player 1 moves to (2,2)" in now)
    if window.hides:
        window.answer(f"Player 2, {READY}", up)
    window.until(lambda now: now.rstrip().endswith(f"Player 2, {MOVE}"))
    window.terminal.press(f"{up}{up}{up}quit\r")
    assert_nothing_secret(window.until(lambda now: "left with 0" in now))
