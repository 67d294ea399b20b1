"""The real program, run in a folder of its own: through pipes, or at a terminal with somebody at the keys."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pexpect
import pyte

FLAGFALL = [sys.executable, "-m", "flagfall"]
WELCOME = "Type help at any prompt. The game is saved after every move.\n"
ENTER_PRIVATE, LEAVE_PRIVATE = "\033[?1049h", "\033[?1049l"
PATIENCE = 30


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

    def open(self, *arguments: str, columns: int = 80, rows: int = 24, **changes: str) -> Terminal:
        """Give a command at a terminal; without colours unless NO_COLOR is set to nothing."""
        environment = self.environment(**{"NO_COLOR": "1", **changes})
        terminal = Terminal([*FLAGFALL, *arguments], environment, self.home, columns, rows)
        self.opened.append(terminal)
        return terminal

    def sh(self, script: str, **changes: str) -> Terminal:
        """Give a line to a shell at a terminal."""
        terminal = Terminal(["sh", "-c", script], self.environment(**changes), self.home, 80, 24)
        self.opened.append(terminal)
        return terminal

    def saved(self) -> list[Path]:
        """The saved games, oldest first."""
        return sorted((self.home / "data/flagfall/games").glob("*.flagfall"), key=lambda path: path.stat().st_mtime_ns)

    def name(self) -> str:
        """The name of the newest saved game."""
        return self.saved()[-1].stem


@dataclass(frozen=True)
class Finished:
    """What came of a command."""

    code: int
    out: str
    err: str


class Terminal:
    """A terminal with a program in it. Everything that the program or the keyboard puts on it is kept."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.child = pexpect.spawn(
            command[0], command[1:], env=environment, cwd=str(folder), dimensions=(rows, columns), timeout=PATIENCE
        )
        self.child.delaybeforesend = None
        self._seen = io.BytesIO()
        self.child.logfile_read = self._seen

    @property
    def text(self) -> str:
        """Every sign that has reached the screen, with plain line ends."""
        return self._seen.getvalue().decode().replace("\r\n", "\n")

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
            self.until(prompt)
            self.type(line)

    def resize(self, columns: int) -> None:
        self.child.setwinsize(self.rows, columns)

    def end(self) -> int:
        """The exit code, once the program has ended."""
        self.child.expect(pexpect.EOF)
        self.child.wait()
        assert self.child.exitstatus is not None, f"killed by {signal.Signals(self.child.signalstatus).name}"
        return int(self.child.exitstatus)

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
        return re.sub(f"{re.escape(ENTER_PRIVATE)}.*?{re.escape(LEAVE_PRIVATE)}", "", self.text, flags=re.DOTALL)

    def private(self) -> list[str]:
        """What stood on each private screen."""
        return re.findall(f"{re.escape(ENTER_PRIVATE)}(.*?)(?:{re.escape(LEAVE_PRIVATE)}|$)", self.text, re.DOTALL)

    def screen(self) -> list[str]:
        """All lines of a terminal that knows no private screen, those scrolled away included."""
        screen = pyte.HistoryScreen(self.columns, self.rows, history=10_000, ratio=0.5)
        pyte.ByteStream(screen).feed(self._seen.getvalue())
        above = ("".join(line[column].data for column in range(self.columns)) for line in screen.history.top)
        return [line.rstrip() for line in (*above, *screen.display)]


def shells(home: Path, compiled: Path) -> Iterator[Shell]:
    shell = Shell(home, compiled)
    yield shell
    for terminal in shell.opened:
        terminal.close()


def lines(*typed: str | Iterable[str]) -> str:
    """Lines for a pipe."""
    return "".join(f"{line}\n" for each in typed for line in ([each] if isinstance(each, str) else each))
