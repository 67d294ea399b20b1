"""Typing while others speak: what they say never gets into the line that is being typed."""

from __future__ import annotations

import codecs
import os
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import TextIO

from .console import Console, harmless
from .editing import Line as Typing
from .keys import LONGEST_LINE, keys, suspendable


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
        self._shown = console.surface()
        self._line = Typing(console.history)

    @contextmanager
    def open(self) -> Iterator[None]:
        """Read meanwhile. At a terminal every key is read as it is pressed, and shown by `press`."""
        if not self.console.interactive:
            self._read(_lines(self.console.stdin))
            yield
            return
        with keys(self.console.stdin) as pressed, suspendable(self.console.stdin, self._redraw):
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
            self._shown.leave()
        self._prompt = None

    def _redraw(self) -> None:
        if self._prompt is not None:
            self._shown.ask(self.console.paint(self._prompt))
            self._shown.show(self._line.text, self._line.at)

    def press(self, sign: str) -> str | None:
        """Show a key that was pressed; the line, if it is whole now. EOFError for Ctrl-D on an empty line."""
        try:
            whole = self._line.press(sign)
        except EOFError:
            self.clear()
            raise
        if whole:
            return self._entered()
        if self._prompt is not None:
            self._shown.show(self._line.text, self._line.at)
        return None

    def _entered(self) -> str:
        text = self._line.text
        self.clear()
        self._line = Typing(self.console.history)
        return text

    def remember(self, line: str) -> None:
        """Let a line that is no secret come back with the arrow keys."""
        self.console.history.add(line)
        if not self._line.text:
            self._line = Typing(self.console.history)

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
