"""A position as data for whoever draws it: a screen, an SVG file, a web page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .rules import Square
from .values import Move, Player


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
