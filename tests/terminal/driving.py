"""The real program, run in a folder of its own: through pipes, or at a terminal with somebody at the keys."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator
from copy import copy, deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect
import pyte

FLAGFALL = [sys.executable, "-m", "flagfall"]
AGAIN = "Again, with seats swapped? (yes/no; or analyse, replay, save FILE): "
UNSEEN = "(What is secret is not shown while you type it.)\n"
WELCOME = "Type help at any prompt. The game is saved after every move.\n"
ENTER_PRIVATE, LEAVE_PRIVATE = "\033[?1049h", "\033[?1049l"
PRIVATE = re.compile(f"{re.escape(ENTER_PRIVATE)}(.*?)(?:{re.escape(LEAVE_PRIVATE)}|$)", re.DOTALL)
A_LOOK = re.compile(r"\033\[\d+;1H")
"""All that is written on a private screen that is left at once: to see whether there is one."""
ALTERNATE = 1049
PATIENCE = 120
ALONE = {"PYTHONPATH": "", "FLAGFALL_GAMES": ""}
"""For a program that knows of no games but the books'."""
"""Seconds before a test gives up waiting: a busy machine takes some, and what comes early is not waited for."""


@dataclass
class Shell:
    """Where commands are given: only what a shell needs is in the environment."""

    home: Path
    compiled: Path
    """Where Python keeps compiled modules, so that the program starts as fast as an installed one."""
    opened: list[Terminal] = field(default_factory=list)

    def environment(self, **changes: str) -> dict[str, str]:
        return {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "HOME": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "PYTHONPYCACHEPREFIX": str(self.compiled),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "FLAGFALL_SCREEN": "plain",
            **{name: os.environ[name] for name in ("PYTHONPATH", "FLAGFALL_GAMES")},
            **changes,
        }

    def run(self, *arguments: str, typed: str | bytes = "", **changes: str) -> Finished:
        """Give a command with piped input."""
        stdin = typed if isinstance(typed, bytes) else typed.encode()
        done = subprocess.run(
            [*FLAGFALL, *arguments],
            input=stdin,
            capture_output=True,
            env=self.environment(**changes),
            cwd=self.home,
            timeout=PATIENCE,
            check=False,
        )
        encoding = changes.get("PYTHONIOENCODING", "utf-8")
        return Finished(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding))

    def open(
        self, *arguments: str, columns: int = 80, rows: int = 24, alternate: bool = True, **changes: str
    ) -> Terminal:
        """Give a command at a terminal; without colours unless NO_COLOR is set to nothing."""
        return self.start([*FLAGFALL, *arguments], columns, rows, alternate, **{"NO_COLOR": "1", **changes})

    def start(
        self, command: list[str], columns: int = 80, rows: int = 24, alternate: bool = True, **changes: str
    ) -> Terminal:
        """Start any program at a terminal."""
        terminal = Terminal(command, self.environment(**changes), self.home, columns, rows, alternate)
        self.opened.append(terminal)
        return terminal

    def sh(self, script: str, **changes: str) -> Terminal:
        """Give a line to a shell at a terminal."""
        return self.start(["sh", "-c", script], **changes)

    def saved(self) -> list[Path]:
        """The saved games, oldest first."""
        found = (self.home / "data/flagfall").glob("*/*.flagfall")
        return sorted(found, key=lambda path: path.stat().st_mtime_ns)

    def name(self) -> str:
        """The name of the newest saved game."""
        return self.saved()[-1].stem


@dataclass(frozen=True)
class Finished:
    """What came of a command."""

    code: int
    out: str
    err: str


class Emulator(pyte.HistoryScreen):
    """What a terminal shows and keeps. It keeps all that it can: also what is cleared, or has no room in a smaller
    window; but nothing of its alternate screen, if it has one."""

    def __init__(self, columns: int, rows: int, alternate: bool, answer: Callable[[str], object]) -> None:
        super().__init__(columns, rows, history=10_000, ratio=0.5)
        self.alternate = alternate
        self.ordinary: tuple[Any, Any] | None = None
        self.answer = answer
        self.seen = io.BytesIO()
        self.stream = pyte.ByteStream(self)

    def write(self, data: bytes) -> None:
        self.seen.write(data)
        self.stream.feed(data.replace(b"\033[<u", b""))  # of the keyboard, which pyte would print a part of

    def flush(self) -> None:
        pass

    def write_process_input(self, data: str) -> None:
        self.answer(data)

    def set_mode(self, *modes: int, **given: Any) -> None:
        if ALTERNATE in modes and self.alternate and not self.ordinary:
            self.ordinary = deepcopy(self.buffer), copy(self.cursor)
            super().erase_in_display(2)
        super().set_mode(*modes, **given)

    def reset_mode(self, *modes: int, **given: Any) -> None:
        if ALTERNATE in modes and self.ordinary:
            self.buffer, self.cursor = self.ordinary
            self.ordinary = None
        super().reset_mode(*modes, **given)

    def index(self) -> None:
        """Go a line down; only the ordinary screen keeps what goes out at the top."""
        super().index() if not self.ordinary else pyte.Screen.index(self)

    def erase_in_display(self, how: int = 0, *given: Any, **named: Any) -> None:
        if how == 2:
            self.keep(self.lines)
        super().erase_in_display(how, *given, **named)

    def resize(self, lines: int | None = None, columns: int | None = None) -> None:
        self.keep(self.lines - (lines or self.lines))
        super().resize(lines, columns)

    def before_cursor(self) -> str:
        return self.display[min(self.cursor.y, self.lines - 1)][: self.cursor.x]

    def keep(self, rows: int) -> None:
        if not self.ordinary:
            self.history.top.extend(copy(self.buffer[row]) for row in range(rows))


class Terminal:
    """A terminal with a program in it. Everything that the program or the keyboard puts on it is kept."""

    def __init__(
        self,
        command: list[str],
        environment: dict[str, str],
        folder: Path,
        columns: int,
        rows: int,
        alternate: bool = True,
    ) -> None:
        self.child = pexpect.spawn(
            command[0], command[1:], env=environment, cwd=str(folder), dimensions=(rows, columns), timeout=PATIENCE
        )
        self.child.delaybeforesend = None
        self.child.logfile_read = self.emulator = Emulator(columns, rows, alternate, self.child.send)

    @property
    def text(self) -> str:
        """Every sign that has reached the screen whole, with plain line ends."""
        seen = getincrementaldecoder("utf-8")().decode(self.emulator.seen.getvalue())
        return seen.replace("\r\n", "\n")

    def until(self, words: str) -> None:
        """Wait until these words appear."""
        self.child.expect_exact(words)

    def press(self, keys: str) -> None:
        self.child.send(keys)

    def type(self, line: str) -> None:
        self.press(f"{line}\r")

    def answer(self, prompt: str, *lines: str) -> None:
        """Type each line when the prompt is there."""
        for line in lines:
            self.until_asked(prompt)
            self.type(line)

    def until_asked(self, prompt: str) -> None:
        """Wait for the prompt. On a private screen that is where the cursor is: old questions are drawn again there."""
        self.until(prompt)
        while self.emulator.ordinary and not self.emulator.before_cursor().endswith(prompt):
            self.child.expect(".+")

    def resize(self, columns: int | None = None, rows: int | None = None) -> None:
        self.emulator.resize(rows, columns)
        self.child.setwinsize(self.emulator.lines, self.emulator.columns)

    def end(self) -> int:
        """The exit code, once the program has ended."""
        self.child.expect(pexpect.EOF)
        self.child.wait()
        assert self.child.exitstatus is not None, f"killed by {signal.Signals(self.child.signalstatus).name}"
        return int(self.child.exitstatus)

    def finish(self) -> int:
        """The exit code after a game that is over and that nobody plays again."""
        self.answer(AGAIN, "no")
        return self.end()

    def hang_up(self) -> int:
        """Take the terminal away from the program; the answer is its exit code."""
        self.child.ptyproc.fileobj.close()
        self.child.closed = self.child.ptyproc.closed = True
        return int(self.child.wait())

    def close(self) -> None:
        """Take terminal and program away, if they are still there."""
        if self.child.isalive():
            self.child.kill(signal.SIGKILL)
            self.child.wait()
        self.child.close()

    # --- what stays visible ---

    def public(self) -> str:
        """The text without what stood on private screens."""
        text = PRIVATE.sub("", self.text)
        return re.sub(r"\033\[(6n|\d+;\d+H)", "", text)  # where the cursor is, and that it is there again

    def private(self) -> list[str]:
        """What was written on each private screen, with a line end before each row."""
        shown = (found for found in PRIVATE.findall(self.text) if not A_LOOK.fullmatch(found))
        return [re.sub(r"\033\[[\d;]*[Hm]", "", re.sub(r"\033\[\d+;1H\033\[2K", "\n", each)) for each in shown]

    def screen(self) -> list[str]:
        """All lines that the terminal shows or keeps, those scrolled away included."""
        emulator = self.emulator
        above = ("".join(line[column].data for column in range(emulator.columns)) for line in emulator.history.top)
        return [line.rstrip() for line in (*above, *emulator.display)]


def shells(home: Path, compiled: Path) -> Iterator[Shell]:
    shell = Shell(home, compiled)
    yield shell
    for terminal in shell.opened:
        terminal.close()


def lines(*typed: str | Iterable[str]) -> str:
    """Lines for a pipe."""
    return "".join(f"{line}\n" for each in typed for line in ([each] if isinstance(each, str) else each))
