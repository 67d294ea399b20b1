"""How a scene is painted: tiles, marks, pieces, what may be chosen, and what that is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.geometry import Region

from flagfall.core import Cell, Mark, Move, Option, Piece, Player, Scene, Square
from flagfall.terminal.screen.look import Palette

from .canvas import Canvas, Ink
from .layout import Layout
from .shapes import EMBLEMS, ENDS, FLAGS, SIGNS, cloth, pole, token

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.verdicts import Verdict

LAST = 0.3
"""How much of the mover's colour the cells of the last move take on."""
GROUND = ("base", "baseline", "blocked")
"""Marks of the cell itself; all others lie on it."""


@dataclass(frozen=True)
class State:
    """What a board shows besides its scene."""

    scene: Scene
    verdicts: Mapping[Move, Verdict] = field(default_factory=dict)
    targets: Mapping[Square, tuple[Option, ...]] = field(default_factory=dict)
    cards: tuple[Option, ...] = ()
    cursor: Square | int | None = None
    """A cell, or the number of a card."""
    source: Square | None = None
    mover: Player | None = None


class Painter:
    """Paints one state on one canvas."""

    def __init__(self, state: State, layout: Layout, palette: Palette) -> None:
        self.state, self.layout, self.palette = state, layout, palette
        back = palette["paper"]
        self.canvas = Canvas(layout.width, layout.height, Ink(palette["ink"], back), palette.flat)

    def paint(self) -> Canvas:
        if self.state.scene.cells:
            self.slab()
            self.names()
        for cell in self.state.scene.cells:
            self.cell(cell)
        for number, option in enumerate(self.state.cards):
            self.card(option, self.layout.cards[number], number == self.state.cursor)
        return self.canvas

    # --- around the cells ---

    def slab(self) -> None:
        x, y, width, height = self.layout.slab
        self.canvas.fill(x, y, width, height, self.palette["slab"])

    def names(self) -> None:
        """Of rows and columns at the edges, or of the cells of a line below them."""
        layout, scene, put, colour = self.layout, self.state.scene, self.canvas.put, self.palette["names"]
        if layout.line:
            for cell in scene.cells if layout.frame.bottom else ():
                if len(cell.label) <= layout.wide:
                    x, y, width, height = layout.region(cell.at)
                    put(x + (width - len(cell.label)) // 2, y + height, cell.label, colour)
            return
        rows, columns = scene.rows, scene.columns
        if not rows or not layout.frame.left:
            return
        every = 1 if max(map(len, columns)) < layout.wide else 2
        for (row, column), (down, across) in layout.places.items():
            x, y, width, height = layout.region((row, column))
            if across == 0:
                put(layout.slab.x + layout.frame.left - 1 - len(rows[row]), y + (height - 1) // 2, rows[row], colour)
            if down == 0 and column % every == 0:
                name = columns[column]
                put(x + (width - len(name)) // 2, layout.slab.bottom - 1, name, colour)

    # --- a cell ---

    def cell(self, cell: Cell) -> None:
        region = self.layout.region(cell.at)
        options = self.state.targets.get(cell.at, ())
        tile = self.tile(cell)
        self.canvas.fill(*region, tile)
        self.edge(cell.at, region)
        self.label(cell, region)
        for mark in cell.marks:
            if mark.kind in GROUND:
                self.ground(mark, region, bool(cell.pieces))
        self.lying(cell, region)
        self.pieces(cell.pieces, region)
        if options:
            self.target(cell, options, region)
        if cell.at == self.state.cursor:
            self.corners(region, self.palette["ink"])
        elif cell.at == self.state.source:
            self.corners(region, self.palette["link"])

    def tile(self, cell: Cell) -> str:
        palette, (row, column) = self.palette, self.layout.places[cell.at]
        owners = [mark.owner for mark in cell.marks if mark.kind in ("base", "baseline") and mark.owner]
        tile = palette.of(owners[0], "soft") if owners else palette["tile-odd" if (row + column) % 2 else "tile"]
        if cell.at in self.state.scene.changed:
            return palette.mix(tile, palette["link"], LAST)
        return tile

    def edge(self, at: Square, region: Region) -> None:
        """Where there are no backgrounds, lines part the cells."""
        if self.palette.flat and region.width > 3 and self.layout.places[at][1]:
            for y in range(region.y, region.bottom):
                self.canvas.put(region.x, y, "│", self.palette["edge"])

    def label(self, cell: Cell, region: Region) -> None:
        """Where no name stands at an edge."""
        if self.layout.line or self.state.scene.rows or region.height < 2 or len(cell.label) > region.width - 2:
            return
        if not (cell.pieces and region.height < 4):
            self.canvas.put(region.x + 1, region.y, cell.label, self.palette["names"])

    def ground(self, mark: Mark, region: Region, taken: bool) -> None:
        x, y, width, height = region
        colour = self.palette.mix(self.palette["tile"], self.palette.of(mark.owner), 0.5)
        if mark.kind == "blocked":
            for row in range(height):
                self.canvas.put(x + 1, y + row, "▒" * (width - 2), self.palette["rock"])
        elif height > 3 or (height > 1 and not taken):
            sign = "▄ " if mark.kind == "base" else f"{EMBLEMS[mark.owner]} "
            self.canvas.put(x + 1, region.bottom - 1, (sign * width)[: width - 2], colour)

    # --- on a cell ---

    def lying(self, cell: Cell, region: Region) -> None:
        """Flags, traps and the like: in the middle, or in the corner where a piece stands."""
        marks = [mark for mark in cell.marks if mark.kind not in GROUND]
        x, y, width, height = region
        if not cell.pieces and len(marks) == 1 and marks[0].kind == "flag" and height >= 4 and width >= 8:
            self.flag(marks[0], region)
            return
        texts = [self.sign(mark) for mark in marks]
        taken = sum(map(len, texts)) + len(texts) - 1
        if cell.pieces:
            left, top = region.right - taken - 1, y
        else:
            left, top = x + (width - taken) // 2, y + (height - 1) // 2
        if taken > width or (cell.pieces and height == 1):
            return
        for mark, text in zip(marks, texts, strict=True):
            self.canvas.put(left, top, text, self.colour_of(mark), bold=True)
            left += len(text) + 1

    def sign(self, mark: Mark) -> str:
        if mark.kind == "teleport":
            return SIGNS[mark.kind] + mark.label
        return SIGNS.get(mark.kind) or mark.label or mark.kind

    def colour_of(self, mark: Mark) -> str:
        return self.palette["portal"] if mark.kind == "teleport" else self.palette.of(mark.owner)

    def flag(self, mark: Mark, region: Region) -> None:
        height = region.height - 1
        top, left = region.y, region.x + region.width // 2 - 3
        self.canvas.stamp(left, top, pole(height), self.palette["ink"])
        self.canvas.stamp(left + 1, top, cloth(5, max(2, height // 2)), self.palette.of(mark.owner))

    def pieces(self, pieces: tuple[Piece, ...], region: Region) -> None:
        stacks = Counter(pieces)
        if not stacks:
            return
        room = region.width // len(stacks)
        for number, (piece, count) in enumerate(stacks.items()):
            self.piece(piece, count, Region(region.x + number * room, region.y, room, region.height))

    def piece(self, piece: Piece, count: int, room: Region) -> None:
        colour, ink = self.palette.of(piece.owner), self.palette.of(piece.owner, "ink")
        text = piece.label.replace("(", "·").rstrip(")") + (f"×{count}" if count > 1 else "")
        wide, tall = min(room.width, room.height * 2), room.height - (1 if room.height > 4 else 0)
        middle = room.y + (room.height - 1) // 2
        if self.palette.ascii or tall < 3 or wide < len(text) + 2:
            ends = ENDS[piece.owner]
            fitting = (each for each in (ends[0] + text + ends[1], text, piece.owner.name) if len(each) <= room.width)
            text = next(fitting, EMBLEMS[piece.owner])
            self.canvas.on(room.x + (room.width - len(text)) // 2, middle, text, colour, ink)
            return
        left, top = room.x + (room.width - wide) // 2, room.y + (room.height - tall) // 2
        self.canvas.stamp(left, top, token(piece.owner, wide, tall), colour)
        self.canvas.on(room.x + (room.width - len(text)) // 2, top + tall // 2, text, colour, ink)

    # --- what may be chosen ---

    def target(self, cell: Cell, options: tuple[Option, ...], region: Region) -> None:
        x, y, width, height = region
        verdict = next((self.state.verdicts[each.move] for each in options if each.move in self.state.verdicts), None)
        if verdict:
            self.verdict(verdict, region, bool(cell.pieces))
        elif not cell.pieces:
            sign = "●" if any(each.source for each in options) else "○"
            mover = self.state.mover
            colour = self.palette.of(mover) if mover else self.palette["link"]
            self.canvas.put(x + (width - 1) // 2, y + (height - 1) // 2, sign, colour)
        elif height > 1:
            self.canvas.put(x, y, "●", self.palette["ink"])

    def verdict(self, verdict: Verdict, region: Region, taken: bool) -> None:
        """A flag up, at half mast or down, with the plies; the best ones filled."""
        x, y, width, height = region
        kind = "open" if verdict.kind == "chance" else str(verdict.kind)
        texts = (f"{FLAGS[verdict.kind]} {verdict.short}".strip(), verdict.short, _tiny(verdict), _tiny(verdict)[:1])
        text = next((each for each in texts if len(each) <= width), "")
        row = region.bottom - 1 if taken else y + (height - 1) // 2
        left = x + (width - len(text)) // 2
        if verdict.best and kind != "open":
            self.canvas.on(left, row, text, self.palette[kind], self.palette[f"{kind}-ink"])
        else:
            self.canvas.put(
                left, row, text, self.palette[{"loss": "loss"}.get(kind, f"{kind}-text")], bold=verdict.best
            )

    def corners(self, region: Region, colour: str) -> None:
        """Around the cell; brackets where it is one line high."""
        x, y, _width, height = region
        if height == 1:
            self.canvas.put(x, y, "[", colour, bold=True)
            self.canvas.put(region.right - 1, y, "]", colour, bold=True)
            return
        for row, (left, right) in ((y, "┏┓"), (region.bottom - 1, "┗┛")):
            self.canvas.put(x, row, left, colour, bold=True)
            self.canvas.put(region.right - 1, row, right, colour, bold=True)

    # --- cards ---

    def card(self, option: Option, region: Region, pointed: bool) -> None:
        palette = self.palette
        verdict = self.state.verdicts.get(option.move)
        self.canvas.fill(*region, palette["go"] if pointed and not palette.flat else palette["card"])
        text = option.move if len(option.move) <= region.width else option.move[: region.width]
        row, ink = region.y + region.height // 2, palette["on-go"] if pointed else palette["ink"]
        self.canvas.put(region.x + (region.width - len(text)) // 2, row, text, ink, bold=True)
        if palette.flat and pointed:
            self.canvas.on(region.x + (region.width - len(text)) // 2, row, text, palette["go"], palette["on-go"])
        if verdict and region.height > 1:
            self.verdict(verdict, Region(region.x, region.bottom - 1, region.width, 1), False)


def _tiny(verdict: Verdict) -> str:
    if verdict.kind == "open":
        return "="
    return verdict.short if verdict.kind == "chance" else f"{verdict.short[0].upper()}{verdict.plies or ''}"
