"""A line that is being typed: what each key does to it, and the earlier lines that it can be taken from."""

from __future__ import annotations

import re
from collections.abc import Callable

LONGEST_TYPED = 4096
"""Signs in a line that is typed: more than any answer has."""
_REMEMBERED = 500
_ENTER, _END, _ESCAPE = ("\r", "\n"), "\x04", "\x1b"
_WORD_BEFORE, _WORD_BEHIND = re.compile(r"\S*\s*$"), re.compile(r"\s*\S*")


class History:
    """Lines to be recalled with the arrow keys. They are kept in memory alone, and whoever adds one knows that it is no
    secret."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        """Keep a line, unless it is empty or the same as the last one."""
        if line.strip() and self.lines[-1:] != [line]:
            self.lines.append(line)
            del self.lines[:-_REMEMBERED]


class Line:
    """The text so far, and the place in it where the next sign comes."""

    def __init__(self, history: History | None = None) -> None:
        self.text = ""
        self.at = 0
        self._lines = [*(history.lines if history else ()), ""]
        """What the arrow keys lead to; the last is the line itself."""
        self._recalled = len(self._lines) - 1

    def press(self, key: str) -> bool:
        """Do what the key does; whether the line is whole now. EOFError for Ctrl-D where nothing is typed."""
        if key in _ENTER:
            return True
        if key == _END and not self.text:
            raise EOFError
        if action := _ACTIONS.get(key):
            action(self)
        elif key.startswith(_ESCAPE) and len(key) == 2:  # Escape was pressed before it
            return self.press(key[1])
        elif len(key) == 1 and key.isprintable() and self._takes(key):
            self._change(self.at, self.at, key)
        return False

    def _takes(self, sign: str) -> bool:
        """Whether there is room for it; an accent needs a letter that it can stand on."""
        fits = not is_accent(sign) or self.text[: self.at][-1:].strip()
        return len(self.text) < LONGEST_TYPED and bool(fits)

    def _change(self, begin: int, end: int, new: str = "") -> None:
        self.text = self.text[:begin] + new + self.text[end:]
        self.at = begin + len(new)

    # --- where the cursor goes ---

    def _left(self) -> int:
        """One sign before the cursor, with the accents that stand on it."""
        at = max(self.at - 1, 0)
        while at and is_accent(self.text[at]):
            at -= 1
        return at

    def _right(self) -> int:
        at = min(self.at + 1, len(self.text))
        while at < len(self.text) and is_accent(self.text[at]):
            at += 1
        return at

    def _word_left(self) -> int:
        found = _WORD_BEFORE.search(self.text[: self.at])
        return found.start() if found else 0

    def _word_right(self) -> int:
        found = _WORD_BEHIND.match(self.text, self.at)
        return found.end() if found else self.at

    def go(self, where: Callable[[Line], int]) -> None:
        self.at = where(self)

    def rub_out(self, where: Callable[[Line], int]) -> None:
        """Take away what is between the cursor and there."""
        begin, end = sorted((self.at, where(self)))
        self._change(begin, end)

    def clear(self) -> None:
        """All of it, wherever the cursor is: of a line that is typed unseen nobody knows where."""
        self._change(0, len(self.text))

    def recall(self, step: int) -> None:
        """Show the line before or behind; what was typed is the last one, and is there again."""
        to = self._recalled + step
        if 0 <= to < len(self._lines):
            self._lines[self._recalled] = self.text
            self._recalled, self.text = to, self._lines[to]
            self.at = len(self.text)

    def _begin(self) -> int:
        return 0

    def _end(self) -> int:
        return len(self.text)


def is_accent(sign: str) -> bool:
    """Whether it stands on the sign before it and takes no room of its own."""
    if sign.isascii():
        return False
    import unicodedata

    return unicodedata.category(sign) in ("Mn", "Me")


def _going(where: Callable[[Line], int]) -> Callable[[Line], None]:
    return lambda line: line.go(where)


def _rubbing_out(where: Callable[[Line], int]) -> Callable[[Line], None]:
    return lambda line: line.rub_out(where)


_KEYS: tuple[tuple[Callable[[Line], None], tuple[str, ...]], ...] = (
    (_going(Line._left), ("\x02", "\x1b[D", "\x1bOD")),
    (_going(Line._right), ("\x06", "\x1b[C", "\x1bOC")),
    (_going(Line._word_left), ("\x1bb", "\x1b[1;5D", "\x1b[1;3D")),
    (_going(Line._word_right), ("\x1bf", "\x1b[1;5C", "\x1b[1;3C")),
    (_going(Line._begin), ("\x01", "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~")),
    (_going(Line._end), ("\x05", "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~")),
    (_rubbing_out(Line._left), ("\x7f", "\b")),
    (_rubbing_out(Line._right), ("\x04", "\x1b[3~")),
    (_rubbing_out(Line._word_left), ("\x17", "\x1b\x7f")),
    (_rubbing_out(Line._word_right), ("\x1bd",)),
    (lambda line: line.clear(), ("\x15",)),
    (_rubbing_out(Line._end), ("\x0b",)),
    (lambda line: line.recall(-1), ("\x10", "\x1b[A", "\x1bOA")),
    (lambda line: line.recall(1), ("\x0e", "\x1b[B", "\x1bOB")),
)
"""What the keys do that are no signs, as in most shells: Ctrl-A is `\\x01`, an arrow is Escape and some letters."""
_ACTIONS = {key: action for action, keys in _KEYS for key in keys}
