"""A line typed at a terminal of which only a part, or nothing, may be seen."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

_ENTER, _ERASE, _CLEAR, _END, _ESCAPE = "\r\n", "\x7f\b", "\x15", "\x04", "\x1b"


def read_unseen(stdin: TextIO, write: Callable[[str], None], echo: Callable[[str], str]) -> str:
    """Read a line key by key, showing of it what `echo` gives and nothing else."""
    typed, seen = "", ""
    with _keys(stdin) as keys:
        for key in keys:
            if key in _ENTER:
                break
            if key == _END and not typed:
                write("\n")
                raise EOFError
            typed = _edited(typed, key)
            seen = _show(write, seen, echo(typed))
    write("\n")
    return typed


def _edited(typed: str, key: str) -> str:
    if key in _ERASE:
        return typed[:-1]
    if key == _CLEAR:
        return ""
    return typed + key if key.isprintable() else typed


def _show(write: Callable[[str], None], seen: str, now: str) -> str:
    """Bring the screen from `seen` to `now` with nothing but backspaces and letters."""
    same = next((n for n in range(len(seen), 0, -1) if now.startswith(seen[:n])), 0)
    write("\b \b" * (len(seen) - same) + now[same:])
    return now


@contextmanager
def _keys(stdin: TextIO) -> Iterator[Iterator[str]]:
    """The keys as they are pressed, unechoed; Ctrl-C still interrupts."""
    try:
        import termios
    except ImportError:
        yield _windows_keys()
        return
    handle = stdin.fileno()
    before = termios.tcgetattr(handle)
    now = termios.tcgetattr(handle)
    now[3] &= ~(termios.ECHO | termios.ICANON)
    now[6][termios.VMIN], now[6][termios.VTIME] = 1, 0
    termios.tcsetattr(handle, termios.TCSADRAIN, now)
    try:
        yield _without_escapes(_terminal_keys(handle))
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


def _terminal_keys(handle: int) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    while byte := os.read(handle, 1):
        yield from decoder.decode(byte)
    raise EOFError


def _without_escapes(keys: Iterator[str]) -> Iterator[str]:
    """Leave out arrow keys and their like, which arrive as Escape, a bracket and a letter."""
    for key in keys:
        if key != _ESCAPE:
            yield key
        elif next(keys) in "[O":
            while not next(keys).isalpha():
                pass


def _windows_keys() -> Iterator[str]:  # pragma: no cover
    import msvcrt

    while True:
        key: str = msvcrt.getwch()  # type: ignore[attr-defined]
        if key == "\x03":
            raise KeyboardInterrupt
        yield key
