"""A private screen: for one of two people at a terminal, which keeps nothing of it."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from select import select
from types import FrameType
from typing import TextIO

from .cursor import COLOUR, cells
from .editing import History
from .keys import keys, unechoed, unsuspended

_ENTER, _LEAVE = "\033[?1049h", "\033[?1049l"
_WHERE, _THERE = b"\033[6n", re.compile(rb"\033\[(\d+);(\d+)R")
_PATIENCE = 5.0
"""Seconds for a terminal to say where its cursor is; one may be at the other end of the world."""
_MORE = "(more: press Enter)"
_SIGN = re.compile(f"{COLOUR.pattern}|.")


class Page:
    """The text of a private screen. Every row of it is put into its place, and nothing ever scrolls: what scrolls away,
    and what is cleared all at once, goes to the lines that some terminals keep."""

    def __init__(self, stdin: TextIO, stdout: TextIO) -> None:
        self._stdin, self._stdout = stdin, stdout
        self._text = ""
        self._read = 0
        """So much of the text has been on the screen long enough to be read."""
        self._rows: list[str] = []
        """What stands on the screen now."""
        self._typed: int | None = None
        """Where the line begins that is being typed."""
        self._at = 0
        """How many signs of the text are before the cursor, while a line is typed."""
        self.history = History()
        """What was typed here, and may be seen here: forgotten with the screen."""

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Show it meanwhile, and draw it anew when the window changes. Ctrl-Z would leave it there, and is ignored."""
        before = signal.signal(signal.SIGWINCH, self._follow_window)
        try:
            with keys(self._stdin, flush=False) as self._pressed, unsuspended(self._stdin):
                self._put(_ENTER)
                self._draw(anew=True)
                yield
        finally:
            with _undisturbed(), suppress(OSError):  # a terminal that is gone shows nothing
                signal.signal(signal.SIGWINCH, before)
                self._text = ""
                self._draw(anew=True)
                self._put(f"\033[H{_LEAVE}")

    def _follow_window(self, number: int, frame: FrameType | None) -> None:
        with suppress(OSError):  # the window is gone
            self._draw(anew=True)

    def write(self, text: str) -> None:
        """More text; what does not fit into the window is shown page by page."""
        self._text += text
        shown = self._draw()
        while len(self._unread(*shown)) > shown.lines:
            next(self._pressed)
            if len(unread := self._unread(*_size(self._stdout))) > (height := _size(self._stdout).lines):
                self._read += unread[_room(height)][0]
            shown = self._draw()

    def ask(self, text: str) -> None:
        """The same, and somebody has to answer, so there is time to read what is there."""
        self.write(text)
        self._read = self._typed = len(self._text)
        self._at = self._read

    def show(self, typed: str, at: int) -> None:
        """So much may be seen of the answer, with the cursor before its sign number `at`."""
        assert self._typed is not None
        self._text, self._at = self._text[: self._typed] + typed, self._typed + at
        self._read = len(self._text)
        self._draw()

    def leave(self) -> None:
        """The answer is whole."""
        self._typed = None
        self.write("\n")

    def _unread(self, columns: int, height: int) -> list[tuple[int, str]]:
        """The next rows to be read, and one more if there is one."""
        lines = self._text[self._read :].split("\n", height + 1)[: height + 1]
        return _wrapped("\n".join(lines), columns)

    def _last(self, columns: int, height: int) -> list[str]:
        lines = self._text.split("\n")[-height:]
        return [row for _, row in _wrapped("\n".join(lines), columns)][-height:]

    def _draw(self, anew: bool = False) -> os.terminal_size:
        """Bring the screen up to date; once more, if the window has changed in the middle of it. For which size?"""
        size = None
        while size != (now := _size(self._stdout)):
            self._draw_rows(*now, anew=anew or size is not None)
            size = now
        return now

    def _draw_rows(self, columns: int, height: int, anew: bool) -> None:
        """Put the rows that have changed, or all, into their places, and the cursor where the next sign comes."""
        unread, rows = self._unread(columns, height), self._last(columns, height)
        up, row = self._cursor(columns)
        if len(unread) > height:
            rows = [*(row for _, row in unread[: _room(height)]), _MORE]
            up, row = 0, _MORE
        before = [] if anew else self._rows
        self._rows = [*rows, *[""] * (height - len(rows))]
        drawn = (_changed(at, *pair) for at, pair in enumerate(zip_longest(before[:height], self._rows), 1))
        column = min(cells(row) + 1, columns)
        self._put(f"{''.join(drawn)}\033[{max(len(rows) - up, 1)};{column}H")

    def _cursor(self, columns: int) -> tuple[int, str]:
        """How many rows above the last one the cursor is, and what stands before it there."""
        behind = len(self._text) - self._at if self._typed is not None else 0
        line = self._text.rpartition("\n")[2]
        before = _wrapped(line[: max(len(line) - behind, 0)], columns)
        return len(_wrapped(line, columns)) - len(before), before[-1][1]

    def _put(self, text: str) -> None:
        """Past the buffer of stdout, which is not to be entered twice: the window may change at any moment."""
        _write(self._stdout.fileno(), text.encode(self._stdout.encoding, "replace"))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let signals wait, a second Ctrl-C for one: what has been begun is finished first."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _changed(at: int, before: str | None, now: str) -> str:
    """What brings a row of the screen from the one to the other; only the end of it, where no more is needed."""
    if before == now:
        return ""
    if before and now.isascii() and now.startswith(before):
        return f"\033[{at};{_width(before) + 1}H{now.removeprefix(before)}"
    plain = "\033[0m" if "\033" in now else ""
    return f"\033[{at};1H\033[2K{now}{plain}"


def _size(stdout: TextIO) -> os.terminal_size:
    size = os.get_terminal_size(stdout.fileno())
    return os.terminal_size((size.columns or 80, size.lines or 24))


def _room(height: int) -> int:
    """Rows above the one that says that there is more."""
    return max(height - 1, 1)


def _wrapped(text: str, columns: int) -> list[tuple[int, str]]:
    """The rows that this text takes, each with the place in the text where it begins."""
    rows, begin, row = list[tuple[int, str]](), 0, ""
    for found in re.finditer(f"{COLOUR.pattern}|(?s:.)", text):
        sign = found[0]
        if sign == "\n" or _width(row) + _width(sign) > columns:
            rows.append((begin, row))
            begin, row = (found.end(), "") if sign == "\n" else (found.start(), sign)
        else:
            row += sign
    return [*rows, (begin, row)]


def _width(text: str) -> int:
    """Columns that the text takes at most: some signs take two."""
    return sum(0 if len(sign) > 1 else 1 if sign.isascii() else 2 for sign in _SIGN.findall(text))


def _write(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


# --- whether there can be one ---


def has_alternate_screen(stdin: TextIO, stdout: TextIO) -> bool:
    """Whether this terminal has a second screen, and nothing stays of what stood there.

    Terminfo tells of the kind of terminal. Whether this one does it is for its owner to say (in tmux, GNU screen and
    xterm it can be switched off) and shows by the cursor: who comes back from the second screen finds it unmoved.
    """
    if not _is_known_to_have_one(stdout):
        return False
    with unechoed(stdin):
        before = _cursor(stdin, stdout)
        if before is None:
            return False
        elsewhere = 2 if before[0] == 1 else 1
        _write(stdout.fileno(), f"{_ENTER}\033[{elsewhere};1H{_LEAVE}".encode())
        after = _cursor(stdin, stdout)
        _write(stdout.fileno(), b"\033[%d;%dH" % before)
    return before == after


def _is_known_to_have_one(stdout: TextIO) -> bool:
    try:
        import curses

        curses.setupterm(fd=stdout.fileno())
    except (ImportError, curses.error):
        return False
    return all(map(curses.tigetstr, ("smcup", "rmcup", "cup", "el")))


def _cursor(stdin: TextIO, stdout: TextIO) -> tuple[int, int] | None:
    """Row and column of the cursor, if the terminal says so. Keys that are pressed meanwhile are thrown
    away: a secret is asked for next, and nobody has seen yet whose it is."""
    _write(stdout.fileno(), _WHERE)
    answer, until = b"", time.monotonic() + _PATIENCE
    while not (found := _THERE.search(answer)):
        if not select([stdin], [], [], max(0.0, until - time.monotonic()))[0]:
            return None
        some = os.read(stdin.fileno(), 1024)
        if not some:
            return None
        answer += some
    return int(found[1]), int(found[2])
