"""Typing while others speak: what they say never gets into the line that is being typed."""

from __future__ import annotations

import codecs
import os
import signal
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from types import FrameType
from typing import TextIO

from .console import Console, harmless
from .keys import END, ENTER, LONGEST_LINE, edited, keys


@dataclass(frozen=True)
class Key:
    """One was pressed."""

    sign: str


@dataclass(frozen=True)
class Line:
    """A whole line has come, from a pipe or from a terminal that shows it by itself."""

    text: str


@dataclass(frozen=True)
class Closed:
    """Nothing more will be typed."""


@dataclass(frozen=True)
class Endless:
    """A line has come that is longer than any answer."""


Typed = Key | Line | Closed | Endless


class Keyboard:
    """What is typed, and the prompt that it is typed behind. Only `deliver` is called from another thread."""

    def __init__(self, console: Console, deliver: Callable[[Typed], None]) -> None:
        self.console = console
        self._deliver = deliver
        self._prompt: str | None = None
        """What stands on the screen, with the line that is being typed behind it."""
        self._typed = ""

    @contextmanager
    def open(self) -> Iterator[None]:
        """Read meanwhile. At a terminal every key is read as it is pressed, and shown by `press`."""
        if not self.console.interactive:
            self._read(_lines(self.console.stdin))
            yield
            return
        with keys(self.console.stdin) as pressed, _stopping(self.console.stdin, self._redraw):
            self._read(map(Key, pressed))
            yield

    def _read(self, typed: Iterator[Typed]) -> None:
        def read() -> None:
            try:
                for each in typed:
                    self._deliver(each)
            except KeyboardInterrupt:  # Windows hands Ctrl-C to whoever reads
                interrupt_main()
            except EOFError:
                pass
            self._deliver(Closed())

        Thread(target=read, name="flagfall-keyboard", daemon=True).start()

    # --- the screen ---

    def ask(self, prompt: str | None) -> None:
        """Put the prompt on the screen, unless it is there."""
        if prompt == self._prompt:
            return
        self.clear()
        if prompt is not None:
            self._prompt = prompt
            self._redraw()

    def clear(self) -> None:
        """Begin a new line, for others to speak."""
        if self._prompt is not None:
            self.console.write("\n")
        self._prompt = None

    def _redraw(self) -> None:
        if self._prompt is not None:
            self.console.write(self.console.paint(self._prompt) + self._typed)

    def press(self, sign: str) -> str | None:
        """Show a key that was pressed; the line, if it is whole now. EOFError for Ctrl-D on an empty line."""
        if sign in ENTER:
            return self._entered()
        if sign == END and not self._typed:
            self.clear()
            raise EOFError
        before, self._typed = self._typed, edited(self._typed, sign)
        if self._prompt is not None:
            shorter = len(before) - len(self._typed)
            self.console.write("\b \b" * shorter if shorter > 0 else self._typed[len(before) :])
        return None

    def _entered(self) -> str:
        line, self._typed = self._typed, ""
        self.clear()
        return harmless(line)

    def enter(self, line: str) -> None:
        """Show a line that has come from elsewhere behind the prompt; a terminal has shown it by itself."""
        if not self.console.typed:
            self.console.write(f"{line}\n")
        self._prompt = None


def _lines(stdin: TextIO) -> Iterator[Typed]:
    """Line by line, past Python's own reader: that one holds a lock, which nobody could get at the end."""
    handle = stdin.fileno()
    decoder, text = codecs.getincrementaldecoder("utf-8")(errors="replace"), ""
    while data := _some(handle):
        *lines, text = (text + decoder.decode(data)).split("\n")
        for line in lines:
            yield Endless() if len(line) > LONGEST_LINE else Line(harmless(line.rstrip("\r")))
        if len(text) > LONGEST_LINE:
            yield Endless()
            return
    if text:
        yield Line(harmless(text))


def _some(handle: int) -> bytes:
    try:
        return os.read(handle, 65536)
    except OSError:  # the terminal is gone
        return b""


@contextmanager
def _stopping(stdin: TextIO, redraw: Callable[[], None]) -> Iterator[None]:
    """Let Ctrl-Z give the shell its terminal as it was, and put the prompt back when the program goes on."""
    try:
        import termios
    except ImportError:
        yield
        return
    ours = termios.tcgetattr(stdin.fileno())

    def stop(number: int, frame: FrameType | None) -> None:
        normal = [*ours]
        normal[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(stdin.fileno(), termios.TCSADRAIN, normal)
        os.kill(os.getpid(), signal.SIGSTOP)
        termios.tcsetattr(stdin.fileno(), termios.TCSADRAIN, ours)
        redraw()

    before = signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)
