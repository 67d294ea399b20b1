"""How a scene is painted: the landscape, the slab with its tiles, what is on them, and what may be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.geometry import NULL_REGION, Region

from flagfall.core import Cell, Move, Option, Player, Scene, Square
from flagfall.terminal.screen.look import Palette

from . import asking, marks, worth
from .asking import Question
from .backdrop import backdrop
from .canvas import Canvas, drawn
from .cell import Content, paint_cell
from .layout import Layout, Tile
from .shapes import LETTER, battlement, can_be_large, figures, figures_width

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.evaluation.verdicts import Verdict

FLAGGED = 5
"""Above a line, so many lines are enough for a castle with a flag on it."""
LAST = 0.16
"""How much of another colour the cells of the last move take on."""


@dataclass(frozen=True)
class State:
    """What a board shows."""

    scene: Scene
    verdicts: Mapping[Move, Verdict] = field(default_factory=dict)
    targets: Mapping[Square, tuple[Option, ...]] = field(default_factory=dict)
    cards: tuple[Option, ...] = ()
    cursor: Square | int | None = None
    """A cell, or the number of a card."""
    source: Square | None = None
    mover: Player | None = None
    flipped: bool = False
    question: Question | None = None
    window: Region = NULL_REGION
    """What is seen; a question is asked there."""

    def list_box(self, layout: Layout) -> Region:
        assert self.question and isinstance(self.cursor, tuple)
        return asking.box(self.window, layout.region(self.cursor), asking.lines(self.question.options, self.verdicts))

    def number_at(self, x: int, y: int, layout: Layout) -> int | None:
        """Which line of the list is there."""
        return asking.number_at(self.question, self.list_box(layout), x, y) if self.question else None


def paint(state: State, layout: Layout, palette: Palette) -> Canvas:
    return Painter(state, layout, palette).paint()


class Painter:
    """Paints one state on one canvas, from the back to the front."""

    def __init__(self, state: State, layout: Layout, palette: Palette) -> None:
        self.state, self.layout, self.palette = state, layout, palette
        self.gaps = layout.roomy and palette.pictures
        skyline = sum(map(ord, state.scene.title))
        self.canvas = backdrop(layout.width, layout.height, palette, skyline).copy()

    def paint(self) -> Canvas:
        if self.state.scene.cells:
            self.landscape()
            self.slab()
            self.names()
        for cell in self.state.scene.cells:
            self.cell(cell)
        self.cursor()
        for number, option in enumerate(self.state.cards):
            self.card(option, self.layout.cards[number], number == self.state.cursor)
        if self.state.question and isinstance(self.state.cursor, tuple):
            box = self.state.list_box(self.layout)
            asking.paint(self.canvas, self.palette, self.state.question, box, self.state.verdicts)
        return self.canvas

    def tile(self, at: Square) -> Tile:
        return self.layout.tile(at, self.gaps)

    # --- around the cells ---

    def landscape(self) -> None:
        """What stands behind a line, and the arches that it stands on."""
        layout = self.layout
        if not self.palette.pictures:
            return
        for cell in self.state.scene.cells if layout.above else ():
            if base := next((mark for mark in cell.marks if mark.kind == "base" and mark.owner), None):
                flag = next((mark for mark in cell.marks if mark.kind == "flag" and self.behind(cell)), None)
                marks.paint_castle(self.canvas, self.palette, base, flag, self.sky(cell.at))
        if layout.below:
            colour = self.palette.mix(self.palette["slab-side"], self.palette["hill-next"], 0.55)
            arch = drawn(layout.cell.wide, 2 * layout.below, _is_pier)
            for cell in self.state.scene.cells:
                x, _, _, _ = layout.region(cell.at)
                self.canvas.stamp(x, layout.slab.bottom, arch, colour)

    def sky(self, at: Square) -> Tile:
        """The room above a cell of a line."""
        x, y, width, _ = self.layout.region(at)
        above = self.layout.above
        return Tile(x, y - above, width - 1, 2 * above - 1)

    def behind(self, cell: Cell) -> bool:
        """Whether base and flag of a cell stand behind it instead of on it."""
        standing = self.layout.above >= FLAGGED and self.palette.pictures
        return standing and any(mark.kind == "base" and mark.owner for mark in cell.marks)

    def slab(self) -> None:
        layout, palette = self.layout, self.palette
        x, y, width, height = layout.slab
        if palette.flat:
            return
        side = 1 if layout.frame.bottom else 0
        top = 1 if layout.frame.top else 0
        self.canvas.fill(x, y + top, width, height - top - side, palette["slab"])
        if top and palette.pictures:
            self.canvas.stamp(x, y, ("▗" + "▄" * (width - 2) + "▖",), palette["slab"])
        if side:
            self.canvas.fill(x, y + height - 1, width, 1, palette["slab-side"])
        if not layout.line and palette.pictures:
            self.walls()

    def walls(self) -> None:
        """Where a baseline runs along the edge of a grid, it has battlements there."""
        layout, last = self.layout, max(row for row, _ in self.layout.squares)
        for cell in self.state.scene.cells:
            owner = next((mark.owner for mark in cell.marks if mark.kind == "baseline"), None)
            row, _ = layout.places[cell.at]
            if owner is None or row not in (0, last):
                continue
            x, y, width, height = layout.region(cell.at)
            if row == 0 and layout.frame.top:
                self.canvas.stamp(x, y - 1, battlement(width, upwards=True), self.palette.of(owner))
            elif row == last and layout.frame.bottom > 1:
                self.canvas.stamp(x, y + height, battlement(width, upwards=False), self.palette.of(owner))

    def names(self) -> None:
        """Of rows and columns at the edges, or of the cells of a line below them."""
        layout, scene = self.layout, self.state.scene
        if layout.line:
            self.names_below()
        elif scene.rows and layout.frame.left:
            for (row, column), (down, across) in layout.places.items():
                if across == 0:
                    self.row_name(scene.rows[row], layout.region((row, column)))
                if down == 0:
                    self.column_name(scene.columns[column], layout.region((row, column)), across)

    def names_below(self) -> None:
        if self.layout.frame.bottom:
            for cell in self.state.scene.cells:
                tile, region = self.tile(cell.at), self.layout.region(cell.at)
                if len(cell.label) < region.width:
                    last = region.bottom == self.layout.slab.bottom - 1
                    name = self.palette["side-names" if last else "names"]
                    self.canvas.put(tile.centred(len(cell.label)), region.bottom, cell.label, name)

    def row_name(self, name: str, region: Region) -> None:
        row = region.y + (region.height - 1) // 2
        self.canvas.put(region.x - 1 - len(name), row, name, self.palette["names"])

    def column_name(self, name: str, region: Region, column: int) -> None:
        """Where cells are narrow, every other one."""
        names = self.state.scene.columns
        every = 1 if max(map(len, names)) < region.width else 2
        width = region.width - self.gaps
        if column % every == 0 and len(name) <= region.width * every - 1:
            x, row = region.x + (width - len(name)) // 2, self.layout.slab.bottom - 1
            self.canvas.put(x, row, name, self.palette["side-names"])

    # --- a cell ---

    def cell(self, cell: Cell) -> None:
        paint_cell(
            self.canvas,
            self.palette,
            Content(
                cell,
                self.state.targets.get(cell.at, ()),
                self.verdict(cell.at),
                self.state.mover,
                changed=cell.at in self.state.scene.changed,
                labelled=not self.layout.line and not self.state.scene.rows,
                behind=self.behind(cell),
                gaze=self.gaze(),
                suspect=self.state.scene.suspects.get(cell.at, 0.0),
            ),
            self.tile(cell.at),
            self.ground(cell),
        )

    def verdict(self, at: Square) -> Verdict | None:
        """Of several moves to one cell, the best."""
        options, verdicts = self.state.targets.get(at, ()), self.state.verdicts
        known = [verdicts[option.move] for option in options if option.move in verdicts]
        return max(known, key=lambda each: (each.best, each.value), default=None)

    def gaze(self) -> int:
        """In a line everybody looks to the other end: Player 1 to the right, unless it is flipped."""
        return 0 if not self.layout.line else -1 if self.state.flipped else 1

    def ground(self, cell: Cell) -> str:
        """Paint the tile, and tell its colour."""
        region, colour = self.layout.region(cell.at), self.colour(cell)
        if self.gaps:
            self.rounded(self.tile(cell.at), colour)
        elif not self.palette.flat:
            self.canvas.fill(*region, colour)
        elif self.layout.cell.wide > 3 and self.layout.places[cell.at][1]:
            for y in range(region.y, region.bottom):  # no background tells the cells apart
                self.canvas.put(region.x, y, "│", self.palette["edge"])
        return colour

    def rounded(self, tile: Tile, colour: str) -> None:
        x, y, width, rows = tile.x, tile.y, tile.width, tile.rows
        self.canvas.fill(x, y, width, rows, colour)
        slab = self.palette["slab"]
        self.canvas.put(x, y + rows, "▝" + "▀" * (width - 2) + "▘", colour, slab)
        self.canvas.put(x, y, "▟", colour, slab)
        self.canvas.put(x + width - 1, y, "▙", colour, slab)

    def colour(self, cell: Cell) -> str:
        palette, (row, column) = self.palette, self.layout.places[cell.at]
        if (verdict := self.verdict(cell.at)) and not cell.pieces:
            return worth.shades(palette, verdict)[0]
        if owners := marks.walls(cell.marks):
            tile = palette.of(owners[0], "soft")
        elif any(mark.kind == "blocked" for mark in cell.marks):
            tile = palette["slab-side"]
        else:
            tile = palette["tile-odd" if (row + column) % 2 and not self.gaps else "tile"]
        return palette.mix(tile, palette["link"], LAST) if cell.at in self.state.scene.changed else tile

    # --- where the cursor is ---

    def cursor(self) -> None:
        state = self.state
        if state.source is not None:
            self.corners(state.source, self.palette["link"])
        if isinstance(state.cursor, tuple) and state.cursor in self.layout.places:
            self.corners(state.cursor, self.palette["ink"])

    def corners(self, at: Square, colour: str) -> None:
        """Around a cell: in the gaps around its tile, or its corners, or brackets where it is one line high."""
        x, y, width, height = self.layout.region(at)
        if self.gaps:
            self.gap_corners(self.tile(at), colour)
            return
        for row, signs in ((y, "[]"),) if height == 1 else ((y, "┏┓"), (y + height - 1, "┗┛")):
            for place, sign in zip((x, x + width - 1), signs, strict=True):
                if height == 1 or not self.canvas.is_written(place, row, 1):
                    self.canvas.put(place, row, sign, colour, bold=True)

    def gap_corners(self, tile: Tile, colour: str) -> None:
        """Four corners in the gaps around a tile: half letters above and below, whole ones beside."""
        left, right, top, bottom = tile.x - 1, tile.x + tile.width, tile.y - 1, tile.y + tile.rows
        long = max(1, tile.width // 5)
        for x in (*range(left, left + long + 1), *range(right - long, right + 1)):
            self.half(x, top, colour)
            if left < x < right:
                self.back(x, bottom, colour)
        for y in {tile.y, bottom - 1}:
            self.canvas.fill(left, y, 1, 1, colour)
            self.canvas.fill(right, y, 1, 1, colour)
        for x in (tile.x, right - 1):
            self.back(x, tile.y, colour)
        self.canvas.put(left, bottom, "█", colour)
        self.canvas.put(right, bottom, "█", colour)

    def back(self, x: int, y: int, colour: str) -> None:
        if 0 <= y < self.canvas.height and 0 <= x < self.canvas.width:
            self.canvas.inks[y][x] = self.canvas.inks[y][x]._replace(back=colour)

    def half(self, x: int, y: int, colour: str) -> None:
        """The lower half of a letter that is a gap."""
        if not (0 <= y < self.canvas.height and 0 <= x < self.canvas.width):
            return
        if self.canvas.signs[y][x] in "▀▝▘":
            self.back(x, y, colour)
        else:
            self.canvas.put(x, y, "▄", colour)

    # --- cards ---

    def card(self, option: Option, region: Region, pointed: bool) -> None:
        """What may be chosen and is no place on the board."""
        palette, text = self.palette, option.move[: region.width]
        back, ink = (palette["go"], palette["on-go"]) if pointed else (palette["card"], palette["ink"])
        row, left = region.y + (region.height - 1) // 2, region.x + (region.width - len(text)) // 2
        if palette.flat:
            self.canvas.put(region.x, row, "[", palette["edge"])
            self.canvas.put(region.right - 1, row, "]", palette["edge"])
            (self.canvas.on if pointed else self.canvas.put)(left, row, text, palette["ink"], palette["ink"])
        else:
            self.canvas.fill(*region, back)
            if region.height > 4 and can_be_large(text) and palette.pictures:
                x = region.x + (region.width - figures_width(text)) // 2
                self.canvas.stamp(x, region.y + (region.height - (LETTER[1] + 1) // 2) // 2, figures(text), ink)
            else:
                self.canvas.put(left, row, text, ink, bold=True)
        if (verdict := self.state.verdicts.get(option.move)) and region.height > 1:
            last = Tile(region.x, region.bottom - 1, region.width, 2)
            worth.paint(self.canvas, palette, verdict, last, taken=True)


def _is_pier(x: float, y: float) -> bool:
    """Beside an arch."""
    return (x / 0.8) ** 2 + ((y - 1) / 1.7) ** 2 > 1
