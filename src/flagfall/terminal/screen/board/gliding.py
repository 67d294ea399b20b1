"""Pieces that glide from cell to cell: what has moved between two scenes, and the pictures on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import pi, sin
from typing import NamedTuple

from textual.geometry import Region

from flagfall.core import Cell, Piece, Player, Scene, Square
from flagfall.terminal.screen.look import Palette

from . import pieces
from .canvas import Canvas
from .layout import Layout, Tile
from .painting import Painter, State

SECONDS = 0.26
FRAMES = 30
"""A second, at most."""
LATE = 0.12
"""Seconds from one frame to the next after which this is no pleasure."""
MOST = 4
"""Pieces that glide at once."""


class Step(NamedTuple):
    """A piece that stood on one cell and stands on another."""

    piece: Piece
    source: Square
    to: Square


def steps(before: Scene, after: Scene) -> tuple[Step, ...]:
    """What has moved; nothing where the scenes are of different boards, or too much has changed to follow it."""
    if [cell.at for cell in before.cells] != [cell.at for cell in after.cells]:
        return ()
    found = tuple(step for owner in Player for step in _steps_of(owner, before, after))
    return found if len(found) <= MOST else ()


def _steps_of(owner: Player, before: Scene, after: Scene) -> Iterator[Step]:
    """Whatever left a cell has gone to the nearest that gained one. Its label may be another: it may have grown."""
    left: list[Square] = []
    came: list[tuple[Square, Piece]] = []
    for old, new in zip(before.cells, after.cells, strict=True):
        had, has = ([piece for piece in cell.pieces if piece.owner is owner] for cell in (old, new))
        left += [old.at] * (len(had) - len(has))
        came += [(new.at, piece) for piece in has[: max(0, len(has) - len(had))]]
    for to, piece in came:
        if left:
            source = min(left, key=lambda at: (abs(at[0] - to[0]) + abs(at[1] - to[1]), at))
            left.remove(source)
            yield Step(piece, source, to)


@dataclass
class Glide:
    """Pieces on their way."""

    base: Canvas
    layout: Layout
    palette: Palette
    sprites: tuple[tuple[Step, Tile, Tile, int], ...]
    """Each with the tiles where it begins and ends, and where it looks."""

    def frame(self, share: float) -> Canvas:
        """When this share of the time is over."""
        canvas = self.base.copy()
        gone = share * share * (3 - 2 * share)
        for step, begin, end, gaze in self.sprites:
            x = round(begin.x + (end.x - begin.x) * gone)
            halves = round(2 * (begin.y + (end.y - begin.y) * gone) - 1.5 * sin(pi * share))
            room = end._replace(x=x, y=halves // 2)
            pieces.paint(canvas, self.palette, pieces.Token(step.piece, 1, room), gaze, halves % 2)
        return canvas

    @property
    def region(self) -> Region:
        """What changes on the way."""
        ends = [self.layout.region(at) for step, *_ in self.sprites for at in (step.source, step.to)]
        return Region.from_union(ends).grow((2, 1, 2, 1))


def begin(before: Scene, state: State, layout: Layout, palette: Palette) -> Glide | None:
    """From a scene to what is shown now; None where nothing has moved that could be followed."""
    found = steps(before, state.scene)
    if not found:
        return None
    underway = replace(
        state, scene=_between(before, state.scene, found), targets={}, verdicts={}, cursor=None, source=None
    )
    painter = Painter(underway, layout, palette)
    sprites = tuple(
        (
            step,
            painter.tile(step.source),
            painter.tile(step.to),
            painter.gaze(),
        )
        for step in found
    )
    return Glide(painter.paint(), layout, palette, sprites)


def _between(before: Scene, after: Scene, found: tuple[Step, ...]) -> Scene:
    """Without what is on its way. Where it goes, all is as it was; where it comes from, as it will be."""
    goals, old = {step.to for step in found}, {cell.at: cell for cell in before.cells}
    return replace(
        after, cells=tuple(_old_pieces(cell, old, found) if cell.at in goals else cell for cell in after.cells)
    )


def _old_pieces(cell: Cell, old: dict[Square, Cell], found: tuple[Step, ...]) -> Cell:
    staying = list(old[cell.at].pieces)
    for step in found:
        if step.source == cell.at:
            staying.remove(next(piece for piece in staying if piece.owner is step.piece.owner))
    return replace(cell, pieces=tuple(staying))
