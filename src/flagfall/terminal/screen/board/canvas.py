"""Letters with colours, written over one another, and pictures of quarter blocks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import NamedTuple

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from flagfall.terminal.screen.look.palette import DEFAULT

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By which quarters are filled: upper left 1, upper right 2, lower left 4, lower right 8."""

Picture = tuple[str, ...]
"""Lines of quarter blocks."""
Inside = Callable[[float, float], bool]
"""Whether a point is inside a shape that reaches from (-1, -1) to (1, 1)."""


class Ink(NamedTuple):
    """How a letter looks."""

    colour: str
    back: str
    bold: bool = False
    reverse: bool = False


def drawn(width: int, halves: int, inside: Inside, down: int = 0) -> Picture:
    """A shape, so many letters wide and half letters high, and so many half letters further down."""

    def quarter(column: int, row: int) -> bool:
        row -= down
        return 0 <= row < halves and inside((column + 0.5) / width - 1, 2 * (row + 0.5) / halves - 1)

    return quarters(2 * width, halves + down, quarter)


def quarters(columns: int, rows: int, is_filled: Callable[[int, int], bool]) -> Picture:
    """A picture of so many quarters across and down."""

    def sign(x: int, y: int) -> str:
        spots = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        return QUARTERS[sum((column < columns and row < rows and is_filled(column, row)) << bit
                            for bit, (column, row) in enumerate(spots))]  # fmt: skip

    return tuple("".join(sign(x, y) for x in range(0, columns, 2)) for y in range(0, rows, 2))


class Canvas:
    """What falls outside is not drawn."""

    def __init__(self, width: int, height: int, ink: Ink, flat: bool = False) -> None:
        self.width, self.height, self.flat = width, height, flat
        self.signs = [[" "] * width for _ in range(height)]
        self.inks = [[ink] * width for _ in range(height)]

    def is_blank(self, x: int, y: int, width: int, back: str) -> bool:
        """Whether nothing is written or painted there but a background."""
        inside = 0 <= y < self.height and x >= 0 and x + width <= self.width
        return inside and all(
            self.signs[y][at] == " " and (self.flat or self.inks[y][at].back == back) for at in range(x, x + width)
        )

    def is_written(self, x: int, y: int, width: int) -> bool:
        """Whether there are letters or signs; pictures don't count."""
        return any(sign not in QUARTERS for sign in self.signs[y][max(0, x) : max(0, x + width)])

    def copy(self) -> Canvas:
        other = Canvas(0, 0, Ink("", ""), self.flat)
        other.width, other.height = self.width, self.height
        other.signs, other.inks = [row[:] for row in self.signs], [row[:] for row in self.inks]
        return other

    def fill(self, x: int, y: int, width: int, height: int, back: str) -> None:
        left, right = max(0, x), max(0, min(self.width, x + width))
        for row in range(max(0, y), min(self.height, y + height)):
            self.signs[row][left:right] = " " * max(0, right - left)
            self.inks[row][left:right] = [Ink(back, back)] * max(0, right - left)

    def put(self, x: int, y: int, text: str, colour: str, back: str | None = None, *, bold: bool = False) -> None:
        """Write a text, on what is there unless it brings its own background."""
        if not 0 <= y < self.height:
            return
        signs, inks = self.signs[y], self.inks[y]
        for at, sign in enumerate(text, x):
            if 0 <= at < self.width:
                signs[at] = sign
                inks[at] = Ink(colour, inks[at].back if back is None else back, bold)

    def on(self, x: int, y: int, text: str, colour: str, ink: str) -> None:
        """Write on something of this colour: where there are no backgrounds, as its negative."""
        if not self.flat:
            self.put(x, y, text, ink, colour, bold=True)
            return
        self.put(x, y, text, colour, bold=True)
        if 0 <= y < self.height:
            for at in range(max(0, x), min(self.width, x + len(text))):
                self.inks[y][at] = self.inks[y][at]._replace(reverse=True)

    def stamp(self, x: int, y: int, picture: Picture, colour: str) -> None:
        """Print a picture. A full block is a background, which has no seams in any font."""
        for row, line in enumerate(picture, y):
            for column, sign in enumerate(line, x):
                if sign != " ":
                    self._stamp(column, row, sign, colour)

    def _stamp(self, x: int, y: int, sign: str, colour: str) -> None:
        if not (0 <= x < self.width and 0 <= y < self.height):
            return
        if self.flat:
            self.put(x, y, sign, colour)
        elif sign == "█":
            self.put(x, y, " ", colour, colour)
        elif self.signs[y][x] == "▀":  # the lower half is a gap, and stays one
            if upper := QUARTERS.index(sign) & 3:
                self.put(x, y, QUARTERS[upper], colour)
        else:
            self.put(x, y, sign, colour, self._behind(x, y, QUARTERS.index(sign)))

    def _behind(self, x: int, y: int, quarters: int) -> str:
        """What is seen beside these quarters: a letter has two colours, so it is what there is more of."""
        ink, rest = self.inks[y][x], 15 - quarters
        painted = QUARTERS.find(self.signs[y][x]) & rest if self.signs[y][x] in QUARTERS else 0
        return ink.colour if 2 * painted.bit_count() >= rest.bit_count() else ink.back

    def strip(self, y: int) -> Strip:
        row = zip(self.signs[y], self.inks[y], strict=True)
        runs = groupby(row, key=lambda each: each[1])
        return Strip([Segment("".join([sign for sign, _ in run]), style(ink)) for ink, run in runs], self.width)


@cache
def style(ink: Ink) -> Style:
    return Style(color=_colour(ink.colour), bgcolor=_colour(ink.back), bold=ink.bold, reverse=ink.reverse)


@cache
def _colour(name: str) -> Color | None:
    return None if name == DEFAULT else Color.parse(name)
