"""Long lists in parts: as much as fits a message. The last part comes by itself, earlier ones are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, takewhile

PLIES = 1000
"""So many of a game's plies are in one part."""
LINES_BYTES = 48 * 1024
"""So many bytes of what was said, and as many of chat."""
_AROUND = 64  # bytes, for what stands around a line


def first_of_last(total: int, backwards: Iterable[str]) -> int:
    """Where the last part of so many lines begins; they are given from the last to the first."""
    return total - _fitting(backwards)


def end_of(start: int, lines: Iterable[str]) -> int:
    """Where the part ends that begins with these lines. There is always one in it, or nobody would ever get on."""
    return start + max(_fitting(lines), 1)


def _fitting(lines: Iterable[str]) -> int:
    """How many of these lines fit one part."""
    sizes = accumulate(len(line.encode()) + _AROUND for line in lines)
    return sum(1 for _ in takewhile(lambda size: size <= LINES_BYTES, sizes))
