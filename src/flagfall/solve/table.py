"""The meeting point of all solvers: every position of one game as numbers, with their values.

Two kinds of Table exist. The plain one (`plain.py`) explores any Position object by object. Bulk ones (`bulk/`) know
one game each and work on arrays. `solve()` asks `bulk.form_of(position)` for a Table class, takes the plain one where
there is none, and then goes the same way with either:

1. `estimate` the memory, and refuse what doesn't fit;
2. look into the cache: `load` what `save` once gave;
3. else `solve`, and put what `save` gives into the cache.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Protocol, Self

from numpy.typing import NDArray

from flagfall.core import Move, Player, Position

Arrays = Mapping[str, NDArray[Any]]
Strategy = dict[Player, dict[Move, float]]
"""For everybody who decides now, how likely each move is. A sure choice is one move with probability 1."""


class Worth(NamedTuple):
    """How good a position or a move is."""

    value: float
    """For P1, from -1 (P2 wins) to 1 (P1 wins), whoever is to move. Play that never ends is worth 0."""
    distance: int | None
    """Plies to the end when the winner hurries and the loser delays; None where nobody can force the end."""


class Progress(Protocol):
    """Whoever wants to know how far the work is. Called often, in no fixed rhythm; it must be quick."""

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """`stage` is one word or two ("exploring"), `done` counts positions, of `total` where that is known."""


@dataclass(frozen=True)
class Counts:
    """What the solved set is made of. The first four kinds of position make up all of them."""

    positions: int
    p1_wins: int
    """Value 1, ended games included."""
    p2_wins: int
    endless: int
    """Value 0: with best play nobody wins."""
    mixed: int
    """Values strictly between, which only secret choices bring about."""
    ends: int
    """Positions where the game is over; they are counted among the others, too."""
    longest: int
    """The greatest distance."""
    reachable: int | None
    """How many of the positions can arise from the start; None where a bulk form holds more and hasn't counted."""


@dataclass(frozen=True)
class Proof:
    """What `verify` has shown: nothing in it was believed because a solver said so."""

    positions: int
    """How many positions were checked, each against every move and reply."""
    error: float
    """No value is further than this from the truth: 0 where all are exact."""


class Table(ABC):
    """Every position of one game under one set of rules, with their values. Made by `solve` or `load`."""

    kind: ClassVar[str]
    """Names the class, and with a number its array layout, in the cache: `grid-runner-1`."""
    whole: ClassVar[bool] = False
    """Whether the set is the same from every start, as of a bulk form that holds every consistent position."""

    size: int
    """Positions in the solved set."""
    error: float = 0.0
    """A bound on how far any value is from the truth."""

    @classmethod
    @abstractmethod
    def estimate(cls, start: Position) -> int | None:
        """Bytes needed at the peak of `solve`, known beforehand; None where that can't be known."""

    @classmethod
    @abstractmethod
    def solve(cls, start: Position, progress: Progress | None, memory: int) -> Self:
        """Do the work within `memory` bytes. TooBig where that turns out impossible."""

    @classmethod
    @abstractmethod
    def load(cls, start: Position, arrays: Arrays) -> Self:
        """Make a table of what `save` gave. Any exception means that the arrays are unfit and will be recomputed."""

    @abstractmethod
    def save(self) -> Arrays:
        """All that `load` needs, as arrays of plain numbers."""

    @abstractmethod
    def look_up(self, position: Position) -> Worth:
        """The worth of a position of this game and these rules; NotSolved outside the solved set."""

    @abstractmethod
    def positions(self) -> Iterator[Position]:
        """Every position of the solved set."""

    @abstractmethod
    def counts(self) -> Counts: ...

    @abstractmethod
    def verify(self, progress: Progress | None = None) -> Proof:
        """Prove every value and distance from the rules alone, or raise Disproved."""

    def mix(self, position: Position) -> Strategy | None:
        """The proven strategies at this position; None where values and distances alone tell the best moves."""
        return None
