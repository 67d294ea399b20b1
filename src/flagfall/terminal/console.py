"""Where people read and type: a terminal of any kind, or a pipe."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

Echo = Callable[[str], str]
"""How much of what is typed may be seen."""

_ENTER_PRIVATE, _LEAVE_PRIVATE = "\033[?1049h\033[2J\033[H", "\033[2J\033[H\033[?1049l"
_COLOURS = {"1": "\033[1;36m", "2": "\033[1;35m"}
_PLAYER = re.compile(r"(?:Player |\bP)([12])(?:\(\d+\))?(?!\d)")


class Console:
    """Prints lines and asks for lines. On a pipe an answer is one line, and what may be seen of it is printed, too."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None) -> None:
        self.stdin = stdin or sys.stdin
        self.stdout = stdout or sys.stdout
        self.typed = self.stdin.isatty()
        """Whether somebody types: then the terminal shows the typing."""
        self.interactive = self.typed and self.stdout.isatty()
        able = self.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.can_hide = able and self.typed
        """Whether a private screen can be shown and taken away without a trace."""
        self.colour = able and not os.environ.get("NO_COLOR")

    @property
    def width(self) -> int | None:
        """Columns of the terminal; None where nobody looks at one."""
        return shutil.get_terminal_size().columns if self.stdout.isatty() else None

    def print(self, text: str = "") -> None:
        self.write(self.paint(text) + "\n")

    def write(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def paint(self, text: str) -> str:
        """`text` with the players' names in their colours, where the terminal has colours."""
        return _PLAYER.sub(lambda found: f"{_COLOURS[found[1]]}{found[0]}\033[0m", text) if self.colour else text

    def ask(self, prompt: str, echo: Echo | None = None) -> str:
        """One line from the player. `echo` is for secrets: it says what may be seen of the line while it is typed."""
        self.write(self.paint(prompt))
        if self.typed and echo:
            from .unseen import read_unseen

            return read_unseen(self.stdin, self.write, echo)
        line = self._read_line()
        if not self.typed:
            self.write((echo(line) if echo else line) + "\n")
        return line

    def _read_line(self) -> str:
        line = self.stdin.readline()
        if not line.endswith("\n"):  # the end of input, perhaps in the middle of a line
            if self.typed or not line:
                self.write("\n")
            if not line:
                raise EOFError
        return line.rstrip("\n")

    @contextmanager
    def private(self) -> Iterator[None]:
        """A screen of its own, of which nothing stays behind, not even in the scrollback."""
        self.write(_ENTER_PRIVATE)
        try:
            yield
        finally:
            self.write(_LEAVE_PRIVATE)
