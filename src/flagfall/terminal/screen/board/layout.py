"""Where everything of a scene stands in a room of some size: cells, the names at their edges, cards below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

from textual.geometry import Region

from flagfall.core import Scene, Square

Places = Mapping[Square, tuple[int, int]]
"""The row and the column of every cell as it is drawn."""

TALLEST, WIDEST = 9, 24
SMALLEST = ((4, 1), (3, 1), (2, 1))
COMFORT = 6
"""A line folds rather than have narrower cells, unless the room is so low:"""
LOW = 10
CASTLE = (4, 9)
"""How high what stands above a line is, at least and at most."""
ARCHES = 4
BOXED = 14
"""From so many lines on there is room for cards with a border."""


class Size(NamedTuple):
    wide: int
    tall: int


LARGE = Size(9, 5)
"""A card with a number on it, if there is much room."""


class Frame(NamedTuple):
    """Letters around the cells: names of rows at the left and of columns below, walls above and below."""

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0

    @property
    def across(self) -> int:
        return self.left + self.right

    @property
    def down(self) -> int:
        return self.top + self.bottom


class Tile(NamedTuple):
    """What a cell leaves for its content: so many letters across and half letters down, from its upper left letter."""

    x: int
    y: int
    width: int
    halves: int

    @property
    def rows(self) -> int:
        """Whole lines."""
        return self.halves // 2

    @property
    def middle(self) -> int:
        return self.y + (self.halves - 1) // 4

    def centred(self, width: int) -> int:
        """Where something begins that stands in the middle."""
        return self.x + (self.width - width) // 2


@dataclass(frozen=True)
class Layout:
    """All measures are letters. A room that is too small for it is a window that moves with the cursor."""

    width: int
    height: int
    cell: Size
    cells: Region
    frame: Frame
    pitch: int
    """From one row of cells to the next."""
    places: Places
    line: bool = False
    above: int = 0
    """Lines above the cells of a line for what stands behind them."""
    below: int = 0
    """Lines below it for its arches."""
    cards: tuple[Region, ...] = ()

    @cached_property
    def squares(self) -> Mapping[tuple[int, int], Square]:
        return {place: at for at, place in self.places.items()}

    @property
    def slab(self) -> Region:
        """The cells with their frame."""
        left, top, _, _ = self.frame
        x, y, width, height = self.cells
        return Region(x - left, y - top, width + self.frame.across, height + self.frame.down)

    @property
    def roomy(self) -> bool:
        """Whether cells are large enough for tiles with gaps between them, and pictures on them."""
        return self.cell.wide >= 6 and self.cell.tall >= 3

    def region(self, at: Square) -> Region:
        row, column = self.places[at]
        wide, tall = self.cell
        return Region(self.cells.x + column * wide, self.cells.y + row * self.pitch, wide, tall)

    def tile(self, at: Square, gaps: bool) -> Tile:
        """With gaps, the last column and the lower half of the last line are none of it."""
        x, y, width, height = self.region(at)
        return Tile(x, y, width - 1, 2 * height - 1) if gaps else Tile(x, y, width, 2 * height)

    def at(self, x: int, y: int) -> Square | int | None:
        """What is there: a cell, or the number of a card."""
        for number, card in enumerate(self.cards):
            if card.contains(x, y):
                return number
        row, inside = divmod(y - self.cells.y, self.pitch)
        column = (x - self.cells.x) // self.cell.wide
        return self.squares.get((row, column)) if inside < self.cell.tall else None


def arrange(scene: Scene, width: int, height: int, cards: Sequence[str] = (), flipped: bool = False) -> Layout:
    """As large as it fits."""
    card, rows = _card_size(cards, width, height)
    below = card.tall * rows + (1 if card.tall > 1 else 0)
    room = Size(width, max(1, height - below))
    layout = _board(scene, room, flipped)
    bottom = layout.slab.bottom + layout.below
    top = max(bottom + (1 if card.tall > 1 else 0), height - below - max(0, room.tall - bottom) // 2)
    total = max(layout.height, top + card.tall * rows)
    return replace(layout, height=max(height, total), cards=tuple(_cards(len(cards), card, width, top)))


# --- cells ---


def _board(scene: Scene, room: Size, flipped: bool) -> Layout:
    if not scene.cells:
        return Layout(*room, Size(1, 1), Region(), Frame(), 1, {})
    if all(cell.at[0] == 0 for cell in scene.cells):
        return _line(scene, room, flipped)
    return _grid(scene, room, flipped)


def _grid(scene: Scene, room: Size, flipped: bool) -> Layout:
    rows, columns = (1 + max(cell.at[axis] for cell in scene.cells) for axis in (0, 1))
    sizes = {frame: _largest(rows, columns, frame, room) for frame in (*_frames(scene), Frame())}
    whole = [frame for frame, size in sizes.items() if rows * size.tall + frame.down <= room.tall] or [Frame()]
    frame = max([each for each in whole if each.left] or whole, key=lambda each: (sizes[each].tall, each.down))
    last = rows - 1, columns - 1
    places = {at: (last[0] - at[0], last[1] - at[1]) if flipped else at for at in (cell.at for cell in scene.cells)}
    return _centred(room, sizes[frame], (rows, columns), frame, sizes[frame].tall, places)


def _frames(scene: Scene) -> tuple[Frame, ...]:
    """A whole one, and a narrow one. Rather than have a board that is not whole, there is none."""
    if name := max(map(len, scene.rows), default=0):
        return Frame(name + 2, 1, 1, 2), Frame(name + 2, 0, 1, 1)
    return Frame(2, 1, 1, 2), Frame(2, 0, 1, 0)


def _largest(rows: int, columns: int, frame: Frame, room: Size) -> Size:
    width, height = room.wide - frame.across, room.tall - frame.down
    for tall in range(TALLEST, 1, -1):
        wide = min(width // columns, 2 * tall + 2)
        if wide >= 2 * tall and rows * tall <= height:
            return Size(_even(wide), tall)
    across = [Size(*size) for size in SMALLEST if columns * size[0] <= width]
    whole = [size for size in across if rows * size.tall <= height]
    return next(iter(whole or across), Size(*SMALLEST[1]))


def _even(wide: int) -> int:
    """A tile is one letter narrower than its cell, and what has a middle is symmetrical."""
    return wide - wide % 2 if wide > 4 else wide


def _line(scene: Scene, room: Size, flipped: bool) -> Layout:
    """A row of cells with their names below, folded to and fro where it is too long."""
    count = len(scene.cells)
    frame = Frame(2, 1, 1, 1) if room.tall > 5 and room.wide > 30 else Frame(bottom=min(1, room.tall - 1))
    columns, bands = _folded(count, room.wide - frame.across, room.tall)
    wide = _even(max(SMALLEST[-1][0], min(WIDEST, (room.wide - frame.across) // columns)))
    tall = _height(wide, room.tall - frame.top - bands, bands)
    order = [count - 1 - cell.at[1] if flipped else cell.at[1] for cell in scene.cells]
    places = {cell.at: _to_and_fro(number, columns) for cell, number in zip(scene.cells, order, strict=True)}
    layout = _centred(room, Size(wide, tall), (bands, columns), frame, tall + 1, places)
    return _with_landscape(replace(layout, line=True), room) if bands == 1 else replace(layout, line=True)


def _height(wide: int, room: int, bands: int) -> int:
    """Of the cells of a line. One that is not folded leaves room for what stands behind it, if there is much."""
    most = min(TALLEST, room // bands, wide // 2 - (1 if wide > 12 else 0) if wide > 4 else 2)
    if bands == 1 and room >= CASTLE[0] + 3:
        most = min(most, max(3, room // 2))
    return max(1, most)


def _with_landscape(layout: Layout, room: Size) -> Layout:
    spare = room.tall - layout.slab.height
    if not layout.frame.top or spare < CASTLE[0]:
        return layout
    above = min(CASTLE[1], spare, layout.cell.wide // 2 + 2)
    below = max(0, min(ARCHES, spare - above, layout.cell.wide // 3))
    below = below if below > 1 else 0
    top = layout.frame.top + above + (spare - above - below) // 2
    x, _, width, height = layout.cells
    return replace(layout, cells=Region(x, top, width, height), above=above, below=below)


def _folded(count: int, width: int, height: int) -> tuple[int, int]:
    """How many cells stand in a band, and how many bands there are: one where there is little room, or it is enough."""
    if count * SMALLEST[-1][0] <= width and height < LOW:
        return count, 1
    for narrowest in (COMFORT, *(size[0] for size in SMALLEST)):
        bands = ceil(count / max(1, min(count, width // narrowest)))
        if bands * 2 + 1 <= height or bands == 1:
            break
    return ceil(count / bands), bands


def _to_and_fro(number: int, columns: int) -> tuple[int, int]:
    band, column = divmod(number, columns)
    return band, columns - 1 - column if band % 2 else column


def _centred(room: Size, cell: Size, shape: tuple[int, int], frame: Frame, pitch: int, places: Places) -> Layout:
    rows, columns = shape
    across, down = columns * cell.wide, (rows - 1) * pitch + cell.tall
    width, height = max(room.wide, across + frame.across), max(room.tall, down + frame.down)
    x, y = (width - across - frame.across) // 2 + frame.left, (height - down - frame.down) // 2 + frame.top
    return Layout(width, height, cell, Region(x, y, across, down), frame, pitch, places)


# --- cards ---


def _card_size(cards: Sequence[str], width: int, height: int) -> tuple[Size, int]:
    """Of each, and how many rows of them there are."""
    if not cards:
        return Size(0, 0), 0
    wide = min(width, max(map(len, cards)) + 4)
    if wide <= LARGE.wide and height >= 20 and _beside(LARGE.wide, width) >= len(cards):
        return LARGE, 1
    rows = ceil(len(cards) / _beside(wide, width))
    return Size(wide, 3 if height >= BOXED and rows < 3 else 1), rows


def _beside(wide: int, width: int) -> int:
    return max(1, (width + 1) // (wide + 1))


def _cards(count: int, card: Size, width: int, top: int) -> Iterator[Region]:
    most = _beside(card.wide, width)
    for first in range(0, count, most):
        here = min(most, count - first)
        left = max(0, (width - here * (card.wide + 1) + 1) // 2)
        yield from (Region(left + number * (card.wide + 1), top, *card) for number in range(here))
        top += card.tall
