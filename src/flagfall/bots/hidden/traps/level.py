"""Ten levels of one mind: the lower ones see less far, conclude less, and choose less carefully."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from flagfall.bots import fit
from flagfall.bots.errors import UnfitBot
from flagfall.bots.hidden.sampler import Budget, Sampler
from flagfall.bots.hidden.secretive import Secretive
from flagfall.core import Move, Position
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Seat
from flagfall.solve.errors import SolveError

from .mind import Manner, Mind, mind_of
from .visible import BadTable

if TYPE_CHECKING:
    from flagfall.solve import Progress

MANNERS = (
    Manner(lapse=1.0, blur=4.0, infers=False),
    Manner(lapse=1.0, blur=1.9, infers=False),
    Manner(lapse=1.0, blur=1.2, infers=False),
    Manner(lapse=1.0, blur=0.85, infers=False),
    Manner(lapse=1.0, blur=0.62, infers=False),
    Manner(lapse=1.0, blur=0.46, infers=False),
    Manner(lapse=1.0, blur=0.32, infers=False),
    Manner(lapse=1.0, blur=0.18),
    Manner(lapse=0.7, blur=0.12),
    Manner(),
)
"""From level 1 to level 10, which is the strongest that there is; `make bench-traps` measures the steps."""
INSTEAD = Budget(seconds=0.2)
"""What `sampler` gets for a move where the mind has no table."""
SLIGHT = 0.15
"""A smaller difference is none, as far as that can be estimated."""


@dataclass
class MindLevel(Secretive):
    random: Random
    number: int

    def __str__(self) -> str:
        return f"level:{self.number}"

    def check(self, start: Position, memory: int | None = None) -> None:
        fit.check(str(self), start, memory)

    def prepare(self, start: Position, progress: Progress | None = None) -> None:
        self.check(start)
        assert isinstance(start, FlagChaseTraps)
        try:
            self._mind(start, progress).warm_up(start)
        except BadTable as error:
            raise UnfitBot(f"{self} can't play: {error}; sampler and random can play it") from error

    def choose(self, seat: Seat) -> Move:
        """A game that has begun goes on, whatever has become of the table."""
        self.check(seat.view)
        try:
            mix = self._mind(seat.view).policy(seat)
        except (BadTable, SolveError, MemoryError):
            return Sampler(self.random, INSTEAD).choose(seat)
        (move,) = self.random.choices(tuple(mix), tuple(mix.values()))
        return move

    def standing(self, seat: Seat) -> float | None:
        assert seat.player is not None
        try:
            value = self._mind(seat.view).standing(seat)
        except (BadTable, SolveError, MemoryError):
            return Sampler(self.random, INSTEAD).standing(seat)
        return value if abs(value) > SLIGHT else 0.0

    def _mind(self, position: Position, progress: Progress | None = None) -> Mind:
        assert isinstance(position, FlagChaseTraps)
        return mind_of(position.rules, MANNERS[self.number - 1], progress)
