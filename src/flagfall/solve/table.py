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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from numpy.typing import NDArray

from flagfall.core import Move, Player, Position

Arrays = Mapping[str, NDArray[Any]]
WITHIN = 1e-6
"""How far from the truth a value may be, if nothing else is asked for, when it is called proved."""
Strategy = dict[Player, dict[Move, float]]
"""For everybody who decides now, how likely each move is. A sure choice is one move with probability 1."""


class Worth(NamedTuple):
    """How good a position or a move is."""

    value: float
    """For P1, from -1 (P2 wins) to 1 (P1 wins), whoever is to move. A draw is worth 0, and so is play without end."""
    distance: int | None
    """Plies to the end when the winner hurries and the loser delays. Where nobody can force a win, the fewest plies in
    which it can end in a draw without anybody giving anything away; None where best play has no end.

    Where secret choices decide, no distance is told: neither of a win that is only likely nor of a draw.
    """

    @property
    def is_draw(self) -> bool:
        """Whether best play can come to an end that nobody wins."""
        return self.value == 0 and self.distance is not None


class Progress(Protocol):
    """Whoever wants to know how far the work is. Called often, in no fixed rhythm; it must be quick."""

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """`stage` is one word or two ("exploring"), `done` counts positions, of `total` where that is known."""


@dataclass(frozen=True)
class Counts:
    """What the solved set is made of. The first five kinds of position make up all of them."""

    positions: int
    p1_wins: int
    """Value 1, ended games included."""
    p2_wins: int
    draws: int
    """Value 0, with a distance: best play can end in a draw."""
    endless: int
    """Value 0, without one: with best play nobody wins."""
    mixed: int
    """Values strictly between, which only secret choices bring about."""
    ends: int
    """Positions where the game is over; they are counted among the others, too."""
    longest: int
    """The greatest distance of a win."""
    reachable: int | None
    """How many of the positions can arise from the start; None where a bulk form holds more and hasn't counted."""


@dataclass(frozen=True)
class Proof:
    """What `verify` has shown: nothing in it was believed because a solver said so."""

    positions: int
    """How many positions the solution has."""
    error: float
    """No value is further than this from the truth: 0 where all are exact."""
    by_rules: int
    """How many of the positions were held against every move and reply by the rules that people play by.

    The others, if any, were only held against a bulk form of these rules, in which the solver itself believes.
    """
    seed: int | None = None
    """With this seed those positions were drawn at random; None where it was all of them."""
    drawn: int | None = None
    """So many were drawn from all positions, each as likely as any other; the rest were met in random games."""

    @property
    def is_complete(self) -> bool:
        return self.seed is None

    @property
    def one_in(self) -> int | None:
        """With a certainty of 95 % the rules contradict fewer than one position in so many; None where none at all.

        If it were one in so many, as many draws as there were would miss all of them in fewer than 5 % of cases.
        """
        return self.drawn // 3 if self.drawn else None


@dataclass(frozen=True)
class Rigour:
    """How much a proof is to show."""

    within: float = WITHIN
    """How far from the truth a value may be."""
    every: bool = False
    """Whether each position is to be proved from the rules that people play by, however many there are."""
    seed: int | None = None
    """The seed of the sample where that is not to be; as a rule a fresh one."""


RIGOUR = Rigour()


class Answer(Protocol):
    """What can be kept."""

    @property
    def size(self) -> int:
        """Positions that it tells of."""

    def save(self) -> Arrays:
        """All that it can be made of again, as arrays of plain numbers."""


Found = TypeVar("Found", bound=Answer)


@dataclass(frozen=True)
class Layout(Generic[Found]):
    """What kind of answer is kept, and how it is made of what was kept."""

    kind: str
    whole: bool
    load: Callable[[Position, Arrays], Found]


class Table(ABC):
    """Every position of one game under one set of rules, with their values. Made by `solve` or `load`."""

    kind: ClassVar[str]
    """Names the class, and with a number its array layout, in the cache: `grid-runner-1`."""
    whole: ClassVar[bool] = False
    """Whether the set is the same from every start, as of a bulk form that holds every consistent position."""

    size: int
    """Positions in the solved set."""
    places: int
    """Every position has a place of its own, from 0 to below this; a place may be empty."""
    error: float = 0.0
    """A bound on how far any value is from the truth."""

    @classmethod
    def layout(cls) -> Layout[Self]:
        return Layout(cls.kind, cls.whole, cls.load)

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
    def place_of(self, position: Position) -> int:
        """The place of a position of this game and these rules; NotSolved outside the solved set."""

    @abstractmethod
    def at_place(self, place: int) -> Position | None:
        """The position that has this place; None where the place is empty."""

    @abstractmethod
    def worth_at(self, place: int) -> Worth:
        """The worth of the position that has this place."""

    def look_up(self, position: Position) -> Worth:
        """The worth of a position of this game and these rules; NotSolved outside the solved set."""
        return self.worth_at(self.place_of(position))

    def positions(self) -> Iterator[Position]:
        """Every position of the solved set."""
        every = map(self.at_place, range(self.places))
        return (position for position in every if position is not None)

    @abstractmethod
    def counts(self) -> Counts: ...

    @abstractmethod
    def counts_arising(self, *, ended: bool, progress: Progress | None = None) -> Counts:
        """The same of the positions that can arise from the start, with or without those where the game is over."""

    @abstractmethod
    def verify(self, start: Position, rigour: Rigour, progress: Progress | None = None) -> Proof:
        """Prove every value and distance from the rules alone, or raise Disproved."""

    def prove_absent(self, place: int) -> None:
        """Disproved unless no position belongs to this empty place."""
        return

    def mix(self, position: Position) -> Strategy | None:
        """The proven strategies at this position; None where values and distances alone tell the best moves."""
        return None
