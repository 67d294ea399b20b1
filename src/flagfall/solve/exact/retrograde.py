"""Who can force a win, and how fast: from the ends of the game backwards, a ply at a time.

P1 can force a win from a position where some row of what follows is won throughout: whatever P2 chooses beside it.
For P2 it is a column. On P1's turn the rows are single moves and the one column is all of them, so the same sentence
covers turns and battles: somebody's move must win, or all moves of the other must lose.
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
"""The distance of a position from which nobody can force a win."""


@dataclass(frozen=True)
class Forced:
    """The forced wins of a graph: for each position the winner (1, -1 or 0 for none) and the distance."""

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


class Countdown:
    """How much of each line of one player is not yet won."""

    def __init__(self, graph: StateGraph, lines: Lines) -> None:
        self.owner = graph.live[lines.owner]
        self.left = np.bincount(lines.of_step, minlength=len(lines.owner))
        self.entering = lines.of_step[np.argsort(graph.target, kind="stable")]
        """For each position, the lines that it stands in, one position after the other."""
        self.begin = np.concatenate(([0], np.cumsum(np.bincount(graph.target, minlength=graph.size))))

    def completed(self, won: Numbers) -> Numbers:
        """The positions with a line in which now everything is won, after these have been."""
        touched = self.entering[_ranges(self.begin[won], self.begin[won + 1])]
        lines, times = np.unique(touched, return_counts=True)
        self.left[lines] -= times
        return np.unique(self.owner[lines[self.left[lines] == 0]])


def _ranges(begin: Numbers, end: Numbers) -> Numbers:
    """All whole numbers of several ranges, one range after the other."""
    lengths = end - begin
    shift: Numbers = np.repeat(begin - np.cumsum(lengths) + lengths, lengths)
    return np.arange(len(shift)) + shift
