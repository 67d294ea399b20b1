"""A position as data for whoever draws it: a screen, an SVG file, a web page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .rules import Square
from .values import Move, Player

HOURS = ("dawn", "noon", "dusk", "gold", "ember")
"""The hours of the day that drawings may be tinted in: every game has its own."""


@dataclass(frozen=True)
class Piece:
    """Something of a player's that stands on a cell. `label` is what the book writes for it."""

    owner: Player
    label: str


@dataclass(frozen=True)
class Mark:
    """Something about a cell itself: `flag`, `base`, `baseline`, `trap`, `blocked`, `teleport` ..."""

    kind: str
    owner: Player | None = None
    label: str = ""


@dataclass(frozen=True)
class Cell:
    """One place of the board, at (row, column) of the drawing, with the book's own name for it."""

    at: Square
    label: str
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Option:
    """A legal move: the cell it comes from and the cell it goes to; neither where it is a control of its own."""

    move: Move
    label: str
    source: Square | None = None
    to: Square | None = None
    secret: bool = False
    """Whether others are not shown which move it was, also when it is played."""


@dataclass(frozen=True)
class Scene:
    """A whole drawing. It is made from a view, so it holds nothing that its viewer may not know."""

    title: str
    cells: tuple[Cell, ...]
    options: Mapping[Player, tuple[Option, ...]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    changed: frozenset[Square] = frozenset()
    mover: Player | None = None
    """Whose pieces the last ply has brought there; None if nobody's, or both players'."""
    hour: str = HOURS[0]
    suspects: Mapping[Square, float] = field(default_factory=dict)
    """Where something hidden may be, and how likely, as the coach told whoever asked; no position knows it."""

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows at the edge; none where cells are not named by row and column."""
        return self._edges[0]

    @property
    def columns(self) -> tuple[str, ...]:
        return self._edges[1]

    @cached_property
    def _edges(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return edges(self.cells)


def edges(cells: tuple[Cell, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of all rows and of all columns, if every label is the one and the other, as `2,3` and `(2,3)` are."""
    rows: dict[int, str] = {}
    columns: dict[int, str] = {}
    for cell in cells:
        words = re.findall(r"\w+", cell.label)
        if len(words) != 2 or rows.setdefault(cell.at[0], words[0]) != words[0]:
            return (), ()
        if columns.setdefault(cell.at[1], words[1]) != words[1]:
            return (), ()
    return tuple(rows[at] for at in sorted(rows)), tuple(columns[at] for at in sorted(columns))


Standing = Mapping[Square, tuple[Piece, ...]]
"""What stands where; cells without pieces may be left out."""


def change(before: Standing, after: Standing) -> tuple[list[Square], Player | None]:
    """The cells on which something else stands than before, and whose pieces came to them if they are of one player."""
    changed = sorted(at for at in before.keys() | after.keys() if before.get(at, ()) != after.get(at, ()))
    came = {piece.owner for at in changed for piece in after.get(at, ()) if _grew(piece, before.get(at, ()), after[at])}
    return changed, came.pop() if len(came) == 1 else None


def _grew(piece: Piece, before: tuple[Piece, ...], after: tuple[Piece, ...]) -> bool:
    return after.count(piece) > before.count(piece)


def hour_of(game_id: str, chosen: str) -> str:
    """The hour that a game has chosen, or one that is always the same for it."""
    return chosen or HOURS[sum(map(ord, game_id)) % len(HOURS)]
