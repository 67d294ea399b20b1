"""What is on a cell: pieces and marks, what may be chosen there and what that is worth, each in a place of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flagfall.core import Cell, Mark, Option, Player
from flagfall.terminal.screen.look import Palette

from . import marks, pieces, worth
from .canvas import Canvas
from .layout import Tile
from .shapes import EMBLEMS, dot

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.evaluation.verdicts import Verdict

RIGHT, LEFT = ((1, 0), (1, 1), (0, 0), (0, 1)), ((0, 0), (1, 0), (0, 1), (1, 1))
"""Corners in the order in which they are tried: to the right or not, at the bottom or not."""

NARROW = 9
"""On tiles that are not wider, pieces are smaller if anything else has to be shown."""


@dataclass(frozen=True)
class Content:
    """Of one cell, and how it is to be shown."""

    cell: Cell
    options: tuple[Option, ...] = ()
    verdict: Verdict | None = None
    mover: Player | None = None
    changed: bool = False
    labelled: bool = False
    """Whether its name stands on it."""
    behind: bool = False
    """Whether its flag stands behind it."""
    gaze: int = 0
    """Where Player 1 looks; the other looks the other way."""
    suspect: float = 0.0
    """How likely something hidden is here."""


def paint_cell(canvas: Canvas, palette: Palette, content: Content, tile: Tile, ground: str) -> None:
    """On a tile that is painted already, in the colour of `ground`."""
    CellPainter(canvas, palette, content, tile, ground).paint()


class CellPainter:
    """What matters most is painted first, and nothing is written over something written."""

    def __init__(self, canvas: Canvas, palette: Palette, content: Content, tile: Tile, ground: str) -> None:
        self.canvas, self.palette, self.content, self.tile, self.back = canvas, palette, content, tile, ground
        self.cell = content.cell
        self.lies_here = tuple(
            mark
            for mark in self.cell.marks
            if mark.kind not in marks.GROUND and not (content.behind and mark.kind == "flag")
        )

    def paint(self) -> None:
        content = self.content
        self.ground()
        for token in self.tokens():
            pieces.paint(self.canvas, self.palette, token, content.gaze)
        if content.verdict:
            worth.paint(self.canvas, self.palette, content.verdict, self.tile, taken=bool(self.cell.pieces))
        if self.lies_here:
            self.lying()
        if content.suspect:
            self.aside(f"?{content.suspect:.0%}", self.palette["loss-text"] if not self.on_plate else self.ink(), RIGHT)
        if content.options and not content.verdict:
            self.target()
        if self.wall_aside:
            self.aside(EMBLEMS[self.wall_aside], self.palette.of(self.wall_aside), LEFT)
        if content.changed:
            self.aside("•", self.ink(), LEFT)
        if content.labelled and self.tile.rows > 1:
            self.aside(self.cell.label, self.ink(), LEFT[:1] if self.tile.rows > 2 else LEFT)

    def ground(self) -> None:
        taken = bool(self.cell.pieces or self.content.verdict)
        for mark in self.cell.marks:
            if mark.kind in marks.GROUND:
                marks.paint_ground(self.canvas, self.palette, mark, self.tile, taken=taken)

    # --- pieces, and what lies beside them ---

    def tokens(self) -> Iterator[pieces.Token]:
        """A little aside where a flag stands beside them, and a little higher where a wall is below."""
        tile = self.tile
        if self.flag_beside:
            tile = tile._replace(width=tile.width - marks.BESIDE)
        elif not self.palette.pictures and marks.walls(self.cell.marks) and tile.rows >= marks.WALLED:
            tile = tile._replace(halves=tile.halves - 2)
        if self.is_crowded and tile.width <= NARROW:
            tile = tile._replace(x=tile.x + 1, width=tile.width - 2)
        return pieces.tokens(self.cell.pieces, tile)

    @property
    def is_crowded(self) -> bool:
        """Whether something else has to find a place around the pieces."""
        signs = self.lies_here and not self.flag_beside
        return bool(signs or self.wall_aside or (self.content.options and not self.content.verdict))

    @property
    def wall_aside(self) -> Player | None:
        """Whose wall it is, where neither a picture nor a line of emblems can show that."""
        owners = marks.walls(self.cell.marks)
        hidden = not self.palette.pictures and bool(self.cell.pieces) and self.tile.rows < marks.WALLED
        return owners[0] if owners and hidden and self.palette.flat else None

    @property
    def flag_beside(self) -> bool:
        """Whether there is room for a flag beside the pieces, as a picture."""
        tile = self.tile
        roomy = self.palette.pictures and tile.width >= 2 * marks.BESIDE + 2 and tile.rows > 2
        return roomy and bool(self.cell.pieces) and [mark.kind for mark in self.lies_here] == ["flag"]

    def lying(self) -> None:
        """Flags, traps and the like: in the middle, or in a corner where something else is."""
        if self.flag_beside:
            room = self.tile._replace(x=self.tile.x + self.tile.width - marks.BESIDE, width=marks.BESIDE)
            marks.paint_flag(self.canvas, self.palette, self.lies_here[0], room)
        elif self.cell.pieces or self.content.verdict:
            for mark in self.lies_here:
                self.sign_aside(mark)
        elif len(self.lies_here) == 1:
            marks.paint_alone(self.canvas, self.palette, self.lies_here[0], self.tile)
        else:
            marks.paint_signs(self.canvas, self.palette, self.lies_here, self.tile)

    def sign_aside(self, mark: Mark) -> None:
        sign, colour = marks.sign(mark), self.ink() if self.on_plate else marks.colour(self.palette, mark)
        self.aside(sign, colour, RIGHT) or self.aside(sign[0], colour, RIGHT)

    # --- what may be chosen ---

    def target(self) -> None:
        """A dot: something may go there; a ring: something may be put there."""
        mover, tile = self.content.mover, self.tile
        colour = self.palette.of(mover) if mover else self.palette["link"]
        stepping = any(option.source for option in self.content.options)
        sign = "●" if stepping else "○"
        if self.cell.pieces or self.lies_here:
            self.aside(sign, self.ink(), RIGHT[1:])
        elif stepping and tile.halves >= 7 and self.palette.pictures:
            width = 4 - tile.width % 2
            self.canvas.stamp(tile.centred(width), tile.y + (tile.halves - 3) // 4, dot(width, 3), colour)
        else:
            self.canvas.put(tile.centred(1), tile.middle, sign, colour)

    # --- in a corner ---

    @property
    def on_plate(self) -> bool:
        """Whether the tile has the colour of what a move is worth."""
        return self.content.verdict is not None and not self.cell.pieces and not self.palette.flat

    def ink(self) -> str:
        """What can be read on the tile, whatever its colour is now."""
        if self.content.verdict and self.on_plate:
            return worth.shades(self.palette, self.content.verdict)[1]
        return self.palette["ink" if self.content.changed or self.cell.pieces else "names"]

    def aside(self, text: str, colour: str, corners: tuple[tuple[int, int], ...]) -> bool:
        """Write it in the first of these corners that is free; not at all if none is."""
        for x, y in self.places(len(text), corners):
            if self.canvas.is_blank(x, y, len(text), self.back):
                self.canvas.put(x, y, text, colour, None if self.palette.flat else self.back, bold=True)
                return True
        return False

    def places(self, width: int, corners: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, int]]:
        """Where something of this width may begin: first a letter away from the edge, then at it."""
        tile = self.tile
        for inset in (1, 0) if width + 1 < tile.width else (0,) if width <= tile.width else ():
            for right, bottom in corners:
                x = tile.x + (tile.width - inset - width if right else inset)
                yield x, tile.y + (max(1, tile.rows) - 1 if bottom else 0)
