"""Who can force a win, and how fast, and how far a draw is: from the ends backwards, a ply at a time.

P1 can force a win from a position where some row of what follows is won throughout: whatever P2 chooses beside it.
For P2 it is a column. On P1's turn the rows are single moves and the one column is all of them, so the same sentence
covers turns and battles: somebody's move must win, or all moves of the other must lose.

Where nobody can force a win, every step to another such position gives nothing away. So a draw is as far as it is along
such steps; and where no way leads to one, best play has no end.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flagfall.solve.arrays import Numbers
from flagfall.solve.table import Progress

from .graph import Lines, StateGraph
from .optimal import SIDES

ENDLESS = -1
"""The distance of a position from which nobody can force a win, nor comes best play to a draw."""


@dataclass(frozen=True)
class Forced:
    """What can be forced in a graph: for each position the winner (1, -1 or 0 for none) and the distance."""

    winner: NDArray[np.int8]
    distance: NDArray[np.int32]


def forced_wins(graph: StateGraph, progress: Progress | None = None) -> Forced:
    forced = Forced(graph.result.copy(), np.where(graph.ends, 0, ENDLESS).astype(np.int32))
    left = {SIDES[player]: Countdown(graph, lines) for player, lines in graph.lines.items()}
    latest = {side: np.flatnonzero(graph.result == side) for side in left}
    distance = done = 0
    while any(map(len, latest.values())):
        distance += 1
        done += sum(map(len, latest.values()))
        if progress:
            progress("solving", done, graph.size)
        latest = {side: _won(forced, left[side].completed(latest[side]), side, distance) for side in left}
    return forced


def _won(forced: Forced, positions: Numbers, side: int, distance: int) -> Numbers:
    """Mark those of the positions that are not yet won, and return them."""
    new: Numbers = positions[forced.winner[positions] == 0]
    forced.winner[new] = side
    forced.distance[new] = distance
    return new


def with_draws(graph: StateGraph, forced: Forced, progress: Progress | None = None) -> Forced:
    """The same with the distance of draws. It is for games in which no secret choice decides anything."""
    distance, before = forced.distance.copy(), Entering.of(graph, graph.source)
    latest, plies = np.flatnonzero(graph.ends & (forced.winner == 0)), 0
    while len(latest):
        plies += 1
        if progress:
            progress("solving", int((distance != ENDLESS).sum()), graph.size)
        latest = np.unique(before.at(latest))
        latest = latest[distance[latest] == ENDLESS]
        distance[latest] = plies
    return Forced(forced.winner, distance)


@dataclass(frozen=True)
class Entering:
    """Something of every step, in the order of the positions that the steps lead to."""

    begin: Numbers
    steps: Numbers

    @classmethod
    def of(cls, graph: StateGraph, steps: Numbers) -> Entering:
        begin = np.concatenate(([0], np.cumsum(np.bincount(graph.target, minlength=graph.size))))
        return cls(begin, steps[np.argsort(graph.target, kind="stable")])

    def at(self, positions: Numbers) -> Numbers:
        """That of all steps that lead to these positions."""
        return self.steps[_ranges(self.begin[positions], self.begin[positions + 1])]


class Countdown:
    """How much of each line of one player is not yet won."""

    def __init__(self, graph: StateGraph, lines: Lines) -> None:
        self.owner = graph.live[lines.owner]
        self.left = np.bincount(lines.of_step, minlength=len(lines.owner))
        self.entering = Entering.of(graph, lines.of_step)

    def completed(self, won: Numbers) -> Numbers:
        """The positions with a line in which now everything is won, after these have been."""
        lines, times = np.unique(self.entering.at(won), return_counts=True)
        self.left[lines] -= times
        return np.unique(self.owner[lines[self.left[lines] == 0]])


def _ranges(begin: Numbers, end: Numbers) -> Numbers:
    """All whole numbers of several ranges, one range after the other."""
    lengths = end - begin
    shift: Numbers = np.repeat(begin - np.cumsum(lengths) + lengths, lengths)
    return np.arange(len(shift)) + shift
