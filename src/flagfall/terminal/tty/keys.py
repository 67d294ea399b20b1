"""A line typed at a terminal of which only a part, or nothing, may be seen."""

from __future__ import annotations

import codecs
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from select import select
from typing import TextIO

from flagfall.core import FlagfallError

LONGEST_LINE, LONGEST_TYPED = 100_000, 4096
"""Characters in a line from a pipe, which are more than any answer has, and in one that is typed."""
ENTER, _ERASE, _CLEAR, END, _ESCAPE = "\r\n", "\x7f\b", "\x15", "\x04", "\x1b"


class LineTooLong(FlagfallError):
    """Something comes in that has no end."""

    def __init__(self) -> None:
        super().__init__(f"the input has a line of more than {LONGEST_LINE:,} characters, and no answer is so long")


def read_unseen(stdin: TextIO, write: Callable[[str], None], prompt: str, echo: Callable[[str], str]) -> str:
    """Read a line key by key, showing of it what `echo` gives and nothing else. Keys that wait belong to it, too."""
    typed, seen = "", ""
    with unsuspended(), keys(stdin, flush=False) as pressed:
        write(prompt)
        for key in pressed:
            if key in ENTER:
                break
            if key == END and not typed:
                write("\n")
                raise EOFError
            typed = edited(typed, key)
            seen = _show(write, seen, echo(typed))
        write("\n")
    return typed


@contextmanager
def unsuspended() -> Iterator[None]:
    """Ignore Ctrl-Z meanwhile: it would leave what is private on the screen, or the shell without an echo."""
    if not hasattr(signal, "SIGTSTP"):
        yield
        return
    before = signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, before)


def edited(typed: str, key: str) -> str:
    """The line after one more key; what is more than a line may have is left out."""
    if key in _ERASE:
        return typed[:-1]
    if key == _CLEAR:
        return ""
    return typed + key if key.isprintable() and len(typed) < LONGEST_TYPED else typed


def _show(write: Callable[[str], None], seen: str, now: str) -> str:
    """Bring the screen from `seen` to `now` with nothing but backspaces and letters."""
    same = next((length for length in range(len(seen), 0, -1) if now.startswith(seen[:length])), 0)
    write("\b \b" * (len(seen) - same) + now[same:])
    return now


@contextmanager
def keys(stdin: TextIO, *, flush: bool = True) -> Iterator[Iterator[str]]:
    """The keys as they are pressed, unechoed; Ctrl-C still interrupts. To `flush` is to throw away earlier ones."""
    if not _has_termios():
        yield _windows_keys()
        return
    with unechoed(stdin, flush=flush):
        yield _without_escapes(_terminal_keys(stdin.fileno()))


@contextmanager
def unechoed(stdin: TextIO, *, flush: bool = True) -> Iterator[None]:
    """Let the terminal hand over each key at once, and show none."""
    import termios

    handle = stdin.fileno()
    before = termios.tcgetattr(handle)
    now = termios.tcgetattr(handle)
    now[3] &= ~(termios.ECHO | termios.ICANON)
    now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
    termios.tcsetattr(handle, termios.TCSAFLUSH if flush else termios.TCSADRAIN, now)
    try:
        yield
    finally:
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(handle, termios.TCSADRAIN, before)


class Silence:
    """Lets the terminal show no key from one secret question to the next: none is seen early, and none is lost."""

    def __init__(self, stdin: TextIO) -> None:
        self._stdin = stdin
        self._held = ExitStack()
        self._lasts = False

    def begin(self) -> bool:
        """Whether there were keys from before it: they were shown and are no secret, so they are thrown away."""
        if self._lasts or not _has_termios():
            return False
        self._held.enter_context(unechoed(self._stdin, flush=False))
        self._lasts, found = True, False
        while self.hides_keys() and _next_byte(self._stdin.fileno()):
            found = True
        return found

    def hides_keys(self) -> bool:
        """Whether keys wait that nobody has seen."""
        return self._lasts and bool(select([self._stdin], [], [], 0)[0])

    def end(self) -> None:
        self._held.close()
        self._lasts = False


def _has_termios() -> bool:
    try:
        import termios  # noqa: F401
    except ImportError:
        return False
    return True


def _terminal_keys(handle: int) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    while byte := _next_byte(handle):
        yield from decoder.decode(byte)
    raise EOFError


def _next_byte(handle: int) -> bytes:
    try:
        return os.read(handle, 1)
    except OSError:  # the terminal is gone
        return b""


def _without_escapes(keys: Iterator[str]) -> Iterator[str]:
    """Leave out arrow keys and their like: Escape, a bracket or O, and all up to a sign from @ to ~."""
    for key in keys:
        if key != _ESCAPE:
            yield key
        elif (following := next(keys)) not in "[O":
            yield following
        else:
            while not "@" <= next(keys) <= "~":
                pass


def _windows_keys() -> Iterator[str]:  # pragma: no cover
    import msvcrt

    while True:
        key: str = msvcrt.getwch()  # type: ignore[attr-defined]
        if key == "\x03":
            raise KeyboardInterrupt
        yield key
