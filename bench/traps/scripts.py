"""Short scripts with a plan: what a clever beginner would write in an evening."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from flagfall.bots.hidden.traps.policy import distance
from flagfall.core import Move, Square
from flagfall.games.flag_chase_traps import FlagChaseTraps, is_trap, target
from flagfall.match import Seat

Taste = Callable[[Square, int], float]
"""How little a cell is liked as a step, on a board of that size."""


@dataclass
class Script:
    random: Random
    taste: Taste
    doorstep: bool = False
    """Whether it lays its traps beside its own flag first, instead of in the other's way."""
    lays: bool = True

    def choose(self, seat: Seat) -> Move:
        view, player = seat.view, seat.player
        assert isinstance(view, FlagChaseTraps) and player is not None
        goal, home, foe = view.flag(player.other), view.flag(player), view.agents[player.other]
        steps = [move for move in seat.choices if move.startswith("MOVE")]
        if near := [move for move in steps if target(move) == goal]:
            return near[0]
        if self.lays and (laid := [move for move in seat.choices if is_trap(move)]):
            close = distance(foe, home) <= 3
            if self.doorstep or close or self.random.random() < 0.2:
                ranked = sorted(laid, key=lambda move: self._use(target(move), home, foe))
                return self.random.choice(ranked[:3])
        if not steps:
            return self.random.choice(seat.choices)
        size = view.rules.size
        return min(steps, key=lambda move: (self._cost(target(move), goal, size), self.random.random()))

    def _cost(self, cell: Square, goal: Square, size: int) -> float:
        return distance(cell, goal) + self.taste(cell, size)

    def _use(self, cell: Square, home: Square, foe: Square) -> int:
        return distance(cell, home) if self.doorstep else distance(cell, foe) + distance(cell, home)


def off_diagonal(cell: Square, size: int) -> float:
    return 1.5 if cell[0] == cell[1] and cell != (size, size) and cell != (1, 1) else 0.0


def hug_an_edge(cell: Square, size: int) -> float:
    return 0.0 if 1 in cell or size in cell else 2.5


def run(cell: Square, size: int) -> float:
    return 0.0


SCRIPTS: dict[str, Callable[[Random], Script]] = {
    "keeps off the diagonal": lambda random: Script(random, off_diagonal),
    "hugs an edge": lambda random: Script(random, hug_an_edge),
    "traps the doorstep": lambda random: Script(random, run, doorstep=True),
    "runs": lambda random: Script(random, run, lays=False),
}
