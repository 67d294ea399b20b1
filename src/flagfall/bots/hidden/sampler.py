"""A player of hidden traps who imagines what can't be seen.

Again and again it guesses a world that looks to its seat just as the real one does (`traps`), and plays a game there
to the end (`search`); it makes the choice that it came back to most often. Only its Seat is ever read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from flagfall.bots import fit
from flagfall.bots.offers import Negotiator
from flagfall.core import Move, Position
from flagfall.match import Seat

from .search import Search
from .traps.belief import Guesses

if TYPE_CHECKING:
    from flagfall.solve import Progress


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
        if self.playouts is not None:
            yield from (None for _ in range(self.playouts))
            return
        end = time.perf_counter() + self.seconds
        yield
        while time.perf_counter() < end:
            yield


@dataclass
class Sampler(Negotiator):
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
        search = self._search(seat, self.random)
        for _ in self.budget.rounds():
            search.play_out()
        return search.favourite()

    def standing(self, seat: Seat) -> float:
        """How games go on in its head, on average; being asked changes nothing in what it chooses later."""
        search = self._search(seat, Random(len(seat.history)))
        average = sum(search.imagined_result() for _ in range(IMAGINED)) / IMAGINED
        return average if abs(average) > SLIGHT else 0.0

    def _search(self, seat: Seat, random: Random) -> Search:
        self.check(seat.view)
        return Search(Guesses(seat), random)
