"""A player of games that hide something, who imagines what can't be seen.

Again and again it draws a world that fits all that its seat was told (`belief`), and plays a game there to the end
(`search`); it makes the choice that it came back to most often. Only its Seat is ever read. Where no world is found, as
in a very long game, any move must do.

What it says to offers it makes from what everybody was told: who could tell from its answer how it stands would learn
what it hides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import TYPE_CHECKING

from flagfall.bots import fit
from flagfall.core import Move, Position
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Seat

from .belief import Belief, NoWorld, Particles, Told
from .search import Policy, Search, any_move
from .secretive import Secretive
from .traps.belief import Traps
from .traps.policy import imagined

if TYPE_CHECKING:
    from flagfall.solve import Progress


@dataclass(frozen=True)
class Expertise:
    """What is known of a game: what to believe there, and how it is played."""

    belief: Callable[[Told], Belief] = Particles
    policy: Policy = any_move
    expected: bool = False
    """Whether the policy says what to expect of the other, too; if not, the other is thought to learn in the search."""


NOVICE = Expertise()
"""For a game of which nothing is known but its rules."""
EXPERT: dict[type[Position], Expertise] = {FlagChaseTraps: Expertise(Traps, imagined, expected=True)}
IMAGINED = 200
"""So many games it plays out in its head to know how it stands."""
SLIGHT = 0.15
"""A smaller difference is none: by chance alone so many games differ by half of that."""


@dataclass(frozen=True)
class Budget:
    """How long a move may take: so many playouts, or so many seconds. There is always one playout."""

    playouts: int | None = None
    seconds: float = 1.0

    def rounds(self) -> Iterator[None]:
        """One for each playout. The clock begins now."""
        return _until(time.perf_counter() + self.seconds) if self.playouts is None else repeat(None, self.playouts)


def _until(end: float) -> Iterator[None]:
    yield
    while time.perf_counter() < end:
        yield


@dataclass
class Sampler(Secretive):
    random: Random
    budget: Budget = Budget()

    def __str__(self) -> str:
        return "sampler"

    def check(self, start: Position, memory: int | None = None) -> None:
        fit.check(str(self), start, memory)

    def prepare(self, start: Position, progress: Progress | None = None) -> None:
        self.check(start)

    def choose(self, seat: Seat) -> Move:
        if len(seat.choices) == 1:
            return seat.choices[0]
        rounds = self.budget.rounds()
        try:
            search = self._search(seat, Told.to(seat), self.random)
        except NoWorld:
            return self.random.choice(seat.choices)
        for _ in rounds:
            search.play_out()
        return search.favourite()

    def standing(self, seat: Seat) -> float | None:
        """How games go on in the head of somebody who was told what everybody was; being asked changes nothing in what
        it chooses later."""
        try:
            search = self._search(seat, Told.to(seat).to_all(), Random(len(seat.history)))
        except NoWorld:
            return None
        average = sum(search.imagined_result() for _ in range(IMAGINED)) / IMAGINED
        return average if abs(average) > SLIGHT else 0.0

    def _search(self, seat: Seat, told: Told, random: Random) -> Search:
        assert seat.player is not None
        self.check(seat.view)
        known = EXPERT.get(type(seat.view), NOVICE)
        return Search(seat.player, known.belief(told), known.policy, random, both_learn=not known.expected)
