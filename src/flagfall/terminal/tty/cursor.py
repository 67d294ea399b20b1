"""A line on an ordinary screen, behind its prompt, and the cursor in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from .editing import is_accent

COLOUR = re.compile("\033\\[[0-9;]*m")
_NO_EDGE = 1 << 30


def cells(text: str) -> int:
    """Columns that the text takes."""
    plain = COLOUR.sub("", text)
    return len(plain) if plain.isascii() else sum(map(_cells_of, plain))


def _cells_of(sign: str) -> int:
    if sign.isascii():
        return 1
    return 0 if is_accent(sign) else 2 if unicodedata.east_asian_width(sign) in "WF" else 1


class Shown:
    """What stands on the screen of a line that is being typed. As long as it stays in one row, nothing is written but
    signs, blanks and backspaces, which any terminal understands; where it fills several, the cursor is sent there.

    `columns` is None where only one row can be written to.
    """

    def __init__(self, write: Callable[[str], None], columns: Callable[[], int | None]) -> None:
        self._write = write
        self._columns = columns
        self._reset("")

    def _reset(self, prompt: str) -> None:
        self._text = ""
        self._at = 0
        self._begin = cells(prompt.rpartition("\n")[2])
        self._places, self._width = [self._begin], 0
        """How many columns behind the beginning of the prompt each sign stands, and what comes behind the last; in
        rows of this width."""

    def ask(self, prompt: str) -> None:
        self._write(prompt)
        self._reset(prompt)

    def show(self, text: str, at: int) -> None:
        """Bring the screen from what it shows to this text, with the cursor before its sign number `at`."""
        width = self._columns() or _NO_EDGE
        if width != self._width:
            self._places, self._width = [self._begin, *_places(self._text, self._begin, width)], width
        same, old = _in_common(self._text, text), self._places
        new = [*old[: same + 1], *_places(text[same:], old[same], width)]
        begin = min(same, self._at)
        if text == self._text:
            self._write(_way(old[self._at], old[at], width, text[self._at : at]))
        else:
            drawn = (
                _drawn(text[begin:], old[begin], width)
                + _edge(new[-1], width, written=len(text) > begin)
                + _wiped(old[-1], new[-1], width)
            )
            self._write(_way(old[self._at], old[begin], width) + drawn + _way(new[-1], new[at], width))
        self._text, self._at, self._places = text, at, new

    def leave(self) -> None:
        """Begin a new line below it."""
        self.show(self._text, len(self._text))
        self._write("\n")


def _places(text: str, at: int, width: int) -> Iterator[int]:
    """Where each sign of a text ends that begins at this place."""
    for sign in text:
        at += _cells_of(sign) + _lacks_room(sign, at, width)
        yield at


def _drawn(text: str, at: int, width: int) -> str:
    """The text with a blank at the end of each row where only half a sign would fit."""
    if text.isascii():
        return text
    begins = [at, *_places(text, at, width)]
    return "".join(f"{' ' * _lacks_room(sign, at, width)}{sign}" for sign, at in zip(text, begins, strict=False))


def _lacks_room(sign: str, at: int, width: int) -> bool:
    """Whether only half of the sign fits into the row, so that it stands in the next one."""
    return at % width == width - 1 and _cells_of(sign) == 2


def _in_common(one: str, other: str) -> int:
    """How many signs both begin with, none of which gets or loses an accent."""
    pairs = enumerate(zip(one, other, strict=False))
    same = len(one) if other.startswith(one) else next((at for at, (a, b) in pairs if a != b), len(other))
    while same and any(map(is_accent, one[same : same + 1] + other[same : same + 1])):
        same -= 1
    return same


def _way(begin: int, end: int, width: int, between: str = "") -> str:
    """What brings the cursor from one place to the other, past the signs `between` them if it goes on in its row."""
    rows = end // width - begin // width
    if not rows:
        return "\b" * (begin - end) if end <= begin else between
    aside = f"\033[{end % width}C" if end % width else ""
    return f"\033[{abs(rows)}{'A' if rows < 0 else 'B'}\r{aside}"


def _edge(end: int, width: int, *, written: bool) -> str:
    """A terminal leaves the cursor in a row that is just full: send it on to the next."""
    return " \r" if written and not end % width else ""


def _wiped(old: int, new: int, width: int) -> str:
    """Take away what stands behind the new end."""
    if old <= new:
        return ""
    if old // width == new // width:
        return " " * (old - new) + "\b" * (old - new)
    return "\033[J"
