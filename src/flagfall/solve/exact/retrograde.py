"""Who can force a win, and how fast: from the ends of the game backwards, a ply at a time.

P1 can force a win from a position where some row of what follows is won throughout: whatever P2 chooses beside it.
For P2 it is a column. On P1's turn the rows are single moves and the one column is all of them, so the same sentence
covers turns and battles: somebody's move must win, or all moves of the other must lose.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flagfall.solve.table import Progress

from .graph import Graph, Numbers

ENDLESS = -1
"""The distance of a position from which nobody can force a win."""


@dataclass(frozen=True)
class Forced:
    """The forced wins of a graph: for each position the winner (1, -1 or 0 for none) and the distance."""

    winner: NDArray[np.int8]
    distance: NDArray[np.int32]


def forced_wins(graph: Graph, progress: Progress | None = None) -> Forced:
    forced = Forced(graph.result.copy(), np.where(graph.ends, 0, ENDLESS).astype(np.int32))
    lines = {1: Lines.rows(graph), -1: Lines.columns(graph)}
    latest = {side: np.flatnonzero(graph.result == side) for side in lines}
    distance = done = 0
    while any(map(len, latest.values())):
        distance += 1
        done += sum(map(len, latest.values()))
        if progress:
            progress("solving", done, graph.size)
        latest = {side: _won(forced, lines[side].completed(latest[side]), side, distance) for side in lines}
    return forced


def _won(forced: Forced, positions: Numbers, side: int, distance: int) -> Numbers:
    """Mark those of the positions that are not yet won, and return them."""
    new: Numbers = positions[forced.winner[positions] == 0]
    forced.winner[new] = side
    forced.distance[new] = distance
    return new


class Lines:
    """The rows, or the columns, of what follows each position, and how much of each is still open."""

    def __init__(self, graph: Graph, line_of_edge: Numbers, lines: Numbers) -> None:
        """`lines` says how many lines each position has, `line_of_edge` which of all lines each successor is in."""
        self.owner = np.repeat(np.arange(graph.size), lines)
        self.open = np.bincount(line_of_edge, minlength=len(self.owner))
        order = np.argsort(graph.successors, kind="stable")
        self.entering = line_of_edge[order]
        """For each position, the lines that it stands in, one position after the other."""
        counted = np.bincount(graph.successors, minlength=graph.size)
        self.begin = np.concatenate(([0], np.cumsum(counted)))

    @classmethod
    def rows(cls, graph: Graph) -> Lines:
        edge, owner = _edges(graph)
        rows = np.diff(graph.first) // graph.columns
        return cls(graph, _starts(rows)[owner] + edge // graph.columns[owner], rows)

    @classmethod
    def columns(cls, graph: Graph) -> Lines:
        edge, owner = _edges(graph)
        columns = np.where(graph.ends, 0, graph.columns)
        return cls(graph, _starts(columns)[owner] + edge % graph.columns[owner], columns)

    def completed(self, won: Numbers) -> Numbers:
        """The positions with a line in which now everything is won, after these have been."""
        touched = self.entering[_ranges(self.begin[won], self.begin[won + 1])]
        lines, times = np.unique(touched, return_counts=True)
        self.open[lines] -= times
        return np.unique(self.owner[lines[self.open[lines] == 0]])


def _edges(graph: Graph) -> tuple[Numbers, Numbers]:
    """For every successor, its place in the matrix of the position that it follows, and that position."""
    owner = np.repeat(np.arange(graph.size), np.diff(graph.first))
    return np.arange(len(owner)) - graph.first[owner], owner


def _starts(counts: Numbers) -> Numbers:
    return np.cumsum(counts) - counts


def _ranges(begin: Numbers, end: Numbers) -> Numbers:
    """All whole numbers of several ranges, one range after the other."""
    lengths = end - begin
    return np.arange(lengths.sum()) + np.repeat(begin - _starts(lengths), lengths)
