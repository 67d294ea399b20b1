"""Where everything of a scene stands in a room of some size: cells, the names at their edges, cards below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil

from textual.geometry import Region

from flagfall.core import Scene, Square

Size = tuple[int, int]

TALLEST = 9
WIDEST = 24
SMALLEST: tuple[Size, ...] = ((4, 1), (3, 1), (2, 1))
COMFORT = 6
"""A line folds rather than have narrower cells."""


@dataclass(frozen=True)
class Frame:
    """Lines around the cells: names of rows at the left, of columns below, battlements above and below."""

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


@dataclass(frozen=True)
class Layout:
    """All measures are letters. A room that is too small for it is a window that moves with the cursor."""

    width: int
    height: int
    wide: int
    tall: int
    cells: Region
    frame: Frame
    pitch: int
    """From one row of cells to the next."""
    places: dict[Square, tuple[int, int]]
    """The row and the column of every cell as it is drawn."""
    cards: tuple[Region, ...] = ()
    line: bool = False
    squares: dict[tuple[int, int], Square] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.squares.update({place: at for at, place in self.places.items()})

    @property
    def slab(self) -> Region:
        """The cells with their frame."""
        frame = self.frame
        x, y, width, height = self.cells
        return Region(x - frame.left, y - frame.top, width + frame.across, height + frame.down)

    def region(self, at: Square) -> Region:
        row, column = self.places[at]
        return Region(self.cells.x + column * self.wide, self.cells.y + row * self.pitch, self.wide, self.tall)

    def at(self, x: int, y: int) -> Square | int | None:
        """What is there: a cell, or the number of a card."""
        for number, card in enumerate(self.cards):
            if card.contains(x, y):
                return number
        row, inside = divmod(y - self.cells.y, self.pitch)
        column = (x - self.cells.x) // self.wide
        return self.squares.get((row, column)) if inside < self.tall else None


@dataclass(frozen=True)
class Cells:
    """The cells as they are drawn: how many, and what stands at their edges."""

    rows: int
    columns: int
    places: dict[Square, tuple[int, int]]


def arrange(scene: Scene, width: int, height: int, cards: Sequence[str] = (), flipped: bool = False) -> Layout:
    """As large as it fits."""
    shape, rows_of_cards = _card_shape(cards, width, height)
    below = shape[1] * rows_of_cards + (1 if cards and shape[1] > 1 else 0)
    line = all(cell.at[0] == 0 for cell in scene.cells)
    room = width, max(1, height - below)
    layout = (_line if line else _grid)(scene, room, flipped)
    total = max(width, layout.width), max(height, layout.height + below)
    top = layout.slab.bottom + max(1 if shape[1] > 1 else 0, (height - below - layout.slab.bottom) // 2)
    top = min(top, total[1] - shape[1] * rows_of_cards)
    return Layout(
        *total,
        layout.wide,
        layout.tall,
        layout.cells,
        layout.frame,
        layout.pitch,
        layout.places,
        tuple(_cards(len(cards), shape, width, top)),
        line,
    )


# --- cells ---


def _grid(scene: Scene, room: Size, flipped: bool) -> Layout:
    rows, columns = (1 + max(cell.at[axis] for cell in scene.cells) for axis in (0, 1))
    sizes = {frame: _largest(rows, columns, frame, room) for frame in _frames(scene)}
    if not any(rows * sizes[frame][1] + frame.down <= room[1] for frame in sizes):  # then rather without names
        sizes = {Frame(): _largest(rows, columns, Frame(), room)}
    frame = max(sizes, key=lambda each: (sizes[each][1], each.down))
    places = {
        cell.at: (rows - 1 - cell.at[0], columns - 1 - cell.at[1]) if flipped else cell.at for cell in scene.cells
    }
    wide, tall = sizes[frame]
    return _centred(room, (wide, tall), (rows, columns), frame, tall, places)


def _frames(scene: Scene) -> Iterator[Frame]:
    name = max(map(len, scene.rows), default=0)
    if name:
        yield Frame(name + 2, 1, 2, 2)
        yield Frame(name + 1, 0, 1, 1)
    else:
        yield Frame(2, 1, 2, 1)
        yield Frame()


def _largest(rows: int, columns: int, frame: Frame, room: Size) -> Size:
    width, height = room[0] - frame.across, room[1] - frame.down
    for tall in range(TALLEST, 1, -1):
        wide = min(width // columns, 2 * tall + 2)
        if wide >= 2 * tall and rows * tall <= height:
            return wide, tall
    fitting = (size for size in SMALLEST if columns * size[0] <= width and rows * size[1] <= height)
    return next(fitting, next((size for size in SMALLEST if columns * size[0] <= width), SMALLEST[1]))


def _line(scene: Scene, room: Size, flipped: bool) -> Layout:
    """A row of cells with their names below, folded to and fro where it is too long."""
    count = len(scene.cells)
    frame = Frame(2, 1, 2, 1) if room[1] > 6 and room[0] > 30 else Frame(bottom=1) if room[1] > 1 else Frame()
    columns, bands = _folded(count, room[0] - frame.across, room[1])
    pitch_most = (room[1] - frame.top) // bands
    wide = max(2, min(WIDEST, (room[0] - frame.across) // columns))
    tall = max(1, min(TALLEST, pitch_most - 1, max(1, wide // 2 - (wide > 15)), wide // 2))
    order = [count - 1 - cell.at[1] if flipped else cell.at[1] for cell in scene.cells]
    places = {cell.at: _to_and_fro(number, columns) for cell, number in zip(scene.cells, order, strict=True)}
    pitch = tall + 1 if bands > 1 else tall
    return _centred(room, (wide, tall), (bands, columns), frame, pitch, places)


def _folded(count: int, width: int, height: int) -> Size:
    """How many cells stand in a band, and how many bands there are."""
    for narrowest in (COMFORT, *(size[0] for size in SMALLEST)):
        columns = max(1, min(count, width // narrowest))
        bands = ceil(count / columns)
        if bands * 2 + 1 <= height or bands == 1:
            return ceil(count / bands), bands
    return ceil(count / bands), bands


def _to_and_fro(number: int, columns: int) -> tuple[int, int]:
    band, column = divmod(number, columns)
    return band, columns - 1 - column if band % 2 else column


def _centred(
    room: Size, size: Size, shape: Size, frame: Frame, pitch: int, places: dict[Square, tuple[int, int]]
) -> Layout:
    (wide, tall), (rows, columns) = size, shape
    across, down = columns * wide, (rows - 1) * pitch + tall
    width, height = max(room[0], across + frame.across), max(room[1], down + frame.down)
    x, y = (width - across - frame.across) // 2 + frame.left, (height - down - frame.down) // 2 + frame.top
    return Layout(width, height, wide, tall, Region(x, y, across, down), frame, pitch, places)


# --- cards ---


def _card_shape(cards: Sequence[str], width: int, height: int) -> tuple[Size, int]:
    """The size of a card, and how many rows of them there are."""
    if not cards:
        return (0, 0), 0
    wide = min(width, max(map(len, cards)) + 4)
    tall = 3 if height >= 14 else 1
    return (wide, tall), ceil(len(cards) / max(1, (width + 1) // (wide + 1)))


def _cards(count: int, shape: Size, width: int, top: int) -> Iterator[Region]:
    wide, tall = shape
    most = max(1, (width + 1) // (wide + 1))
    for first in range(0, count, most):
        here = min(most, count - first)
        left = (width - here * (wide + 1) + 1) // 2
        yield from (Region(left + number * (wide + 1), top, wide, tall) for number in range(here))
        top += tall
