"""A game between two fixed strategies is a chain: from every position known chances lead to the next.

No game is played. All that can happen is followed ply by ply, each position with its chance, until next to nothing is
undecided; how much that is, is the bound on the error that is told. Positions from which these two players never come
to an end are found beforehand: whatever gets there has no result.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from flagfall.core import Player
from flagfall.solve.arrays import Flags, Floats, Numbers, totals
from flagfall.solve.exact.graph import StateGraph

UNDECIDED = 1e-12
MOST_PLIES = 200_000
MOST_WORK = 2_000_000_000
"""Plies times steps: some ten seconds."""


@dataclass(frozen=True)
class Odds:
    """The exact chances in a game between two players."""

    p1: float
    """Player 1 wins."""
    p2: float
    draw: float
    """It ends without a winner, by the rules."""
    no_result: float
    """It never ends, or not before the cap."""
    plies: float | None
    """How long a game takes on average; None where it may go on for ever."""
    error: float
    """No chance is further than this from the truth."""

    @property
    def score(self) -> float:
        """What Player 1 may expect: 1 for a win, 1/2 for a draw and for no result."""
        return self.p1 + (self.draw + self.no_result) / 2


@dataclass(frozen=True)
class Chain:
    """Positions, one of them being the start, and the steps between them, each with its likelihood."""

    start: int
    size: int
    source: Numbers
    target: Numbers
    likely: Floats

    @classmethod
    def of(cls, graph: StateGraph, start: int, p1: Floats, p2: Floats) -> Chain:
        """What happens from there when the players have these strategies."""
        likely = p1[graph.lines[Player.P1].of_step] * p2[graph.lines[Player.P2].of_step]
        return cls(start, graph.size, graph.source, graph.target, likely).only(likely > 0)

    def only(self, steps: Flags) -> Chain:
        return Chain(self.start, self.size, self.source[steps], self.target[steps], self.likely[steps])

    def stops(self) -> Flags:
        """Where nothing follows."""
        stops = np.ones(self.size, dtype=bool)
        stops[self.source] = False
        return stops

    def ending(self) -> Chain:
        """Without the steps from where no end can be reached, and those that can't be reached from the start."""
        start = np.arange(self.size) == self.start
        some = _spread(start, self.source, self.target) & _spread(self.stops(), self.target, self.source)
        return self.only(some[self.source])

    def followed(self, plies: int) -> tuple[Floats, float, float]:
        """How likely each stop is reached, how likely none is within so many plies, and the length on average."""
        stops, reached, length = np.flatnonzero(self.stops()), np.zeros(self.size), 0.0
        here = np.zeros(self.size)
        here[self.start] = 1.0
        for ply in range(plies + 1):
            reached[stops] += here[stops]
            here[stops] = 0.0
            going_on = float(here.sum())
            if going_on < UNDECIDED or ply == plies:
                break
            length += going_on
            here = totals(self.target, self.likely * here[self.source], self.size)
        return reached, going_on, length


def chain_odds(graph: StateGraph, p1: Floats, p2: Floats, cap: int | None = None, start: int = 0) -> Odds:
    """The odds between two strategies; with a cap, in games that are called off after so many plies."""
    chain = Chain.of(graph, start, p1, p2)
    if cap is not None:
        reached, unfinished, length = chain.followed(cap)
        return Odds(*_results(graph, reached, unfinished), length, 0.0)
    chain = chain.ending()
    reached, undecided, length = chain.followed(min(MOST_PLIES, MOST_WORK // max(1, len(chain.source))))
    is_endless = bool(reached[graph.live].any())
    return Odds(*_results(graph, reached), None if is_endless else length, undecided)


def _results(graph: StateGraph, reached: Floats, unfinished: float = 0.0) -> tuple[float, float, float, float]:
    """How likely each result is: who has won where a game stops, that nobody has, and that it was not over."""
    p1, p2, draw = (float(reached[graph.ends & (graph.result == result)].sum()) for result in (1, -1, 0))
    return p1, p2, draw, float(reached[graph.live].sum()) + unfinished


def _spread(some: Flags, source: Numbers, target: Numbers) -> Flags:
    """These positions, and all that can be reached from them."""
    while True:
        grown = some.copy()
        grown[target[some[source]]] = True
        if (grown == some).all():
            return some
        some = grown
