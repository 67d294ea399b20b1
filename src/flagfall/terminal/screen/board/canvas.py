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
CORNERS = ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75))

Picture = tuple[str, ...]
"""Lines of quarter blocks."""


class Ink(NamedTuple):
    """How a letter looks."""

    colour: str
    back: str
    bold: bool = False
    reverse: bool = False


def drawn(width: int, height: int, inside: Callable[[float, float], bool]) -> Picture:
    """A shape in quarter blocks: `inside` is asked for points from (-1, -1) to (1, 1)."""

    def sign(column: int, row: int) -> str:
        points = ((2 * (column + x) / width - 1, 2 * (row + y) / height - 1) for x, y in CORNERS)
        return QUARTERS[sum(inside(*point) << bit for bit, point in enumerate(points))]

    return tuple("".join(sign(column, row) for column in range(width)) for row in range(height))


class Canvas:
    """What falls outside is not drawn."""

    def __init__(self, width: int, height: int, ink: Ink, flat: bool = False) -> None:
        self.width, self.height, self.flat = width, height, flat
        self.signs = [[" "] * width for _ in range(height)]
        self.inks = [[ink] * width for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, back: str) -> None:
        left, right = max(0, x), min(self.width, x + width)
        for row in range(max(0, y), min(self.height, y + height)):
            self.signs[row][left:right] = " " * max(0, right - left)
            self.inks[row][left:right] = [Ink(back, back)] * max(0, right - left)

    def put(self, x: int, y: int, text: str, colour: str, back: str | None = None, *, bold: bool = False) -> None:
        """Write a text, on what is there unless it brings its own background."""
        if 0 <= y < self.height:
            for at, sign in enumerate(text, x):
                if 0 <= at < self.width:
                    self.signs[y][at] = sign
                    self.inks[y][at] = Ink(colour, self.inks[y][at].back if back is None else back, bold)

    def on(self, x: int, y: int, text: str, colour: str, ink: str) -> None:
        """Write on something of this colour: where there are no backgrounds, as its negative."""
        if self.flat:
            self.put(x, y, text, colour, bold=True)
            for at in range(max(0, x), min(self.width, x + len(text))):
                self.inks[y][at] = self.inks[y][at]._replace(reverse=True)
        else:
            self.put(x, y, text, ink, colour, bold=True)

    def stamp(self, x: int, y: int, picture: Picture, colour: str) -> None:
        """Print a picture. A full block is a background, which has no seams in any font."""
        for row, line in enumerate(picture, y):
            for column, sign in enumerate(line, x):
                if sign == "█" and not self.flat:
                    self.put(column, row, " ", colour, colour)
                elif sign != " ":
                    self.put(column, row, sign, colour)

    def strip(self, y: int) -> Strip:
        row = zip(self.signs[y], self.inks[y], strict=True)
        runs = groupby(row, key=lambda each: each[1])
        return Strip([Segment("".join(sign for sign, _ in run), style(ink)) for ink, run in runs], self.width)


@cache
def style(ink: Ink) -> Style:
    return Style(color=_colour(ink.colour), bgcolor=_colour(ink.back), bold=ink.bold, reverse=ink.reverse)


def _colour(name: str) -> Color | None:
    return None if name == DEFAULT else Color.parse(name)
