"""Games with battles: what is left open when every forced win is known, because secret choices decide it.

The value is that of the limit of ever longer games, play without an end being worth 0. It is approached by going over
all open positions, each time solving the matrix game at each (value iteration from 0). Strategies are read off the
values, and what each guarantees against every reply is computed (`replies`). Where both guarantees don't meet, the
strategies are improved by what they guarantee. The value told lies in the middle between the two guarantees, and the
error told is half the widest gap between them: so it is a bound that was checked, whatever way led there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .explore import Graph, Numbers
from .matrix import Mixture, solve_matrix
from .replies import Replies
from .retrograde import ENDLESS, Forced
from .table import Progress

Floats = NDArray[np.float64]
Mixes = list[Floats]
"""For every open position, how likely one player makes each choice."""
SWEEPS, ROUNDS = 1000, 100
CLOSE = 1e-10
"""Values that differ by less are taken for the same on the way to the answer, and no gap is narrowed further."""


@dataclass(frozen=True)
class Settled:
    """The answer to a game with battles."""

    value: Floats
    error: float
    open: Numbers
    """The positions where nobody can force a win, in order; the mixes belong to these."""
    mixes: tuple[Mixes, Mixes]


@dataclass(frozen=True)
class Side:
    """One player's view of the open positions: the own choices are rows, and the own win is worth 1."""

    matrices: list[Numbers]
    """Where each open position may lead, as places: the open positions first, the others behind them."""
    known: Floats
    """The worth of the others."""

    def everywhere(self, values: Floats) -> Floats:
        """The worth of all places, when the open ones have these values."""
        return np.concatenate((values, self.known))

    def solved(self, values: Floats) -> list[Mixture]:
        """The matrix game at each open position, when what follows has these values."""
        worth = self.everywhere(values)
        return [solve_matrix(worth[matrix]) for matrix in self.matrices]

    def guaranteed(self, mixes: Mixes) -> Floats:
        """What a strategy is worth at each open position, whatever the replies."""
        return replies_to(mixes, self.matrices, self.known).guaranteed()

    def improved(self, mixes: Mixes, guaranteed: Floats) -> Mixes:
        """Better mixtures where what is guaranteed everywhere allows for one; the others stay as they are."""
        found = self.solved(guaranteed)
        better = [new.value > old + CLOSE / 100 for new, old in zip(found, guaranteed, strict=True)]
        return [new.rows if is_better else old for new, old, is_better in zip(found, mixes, better, strict=True)]

    @property
    def other(self) -> Side:
        return Side([matrix.T for matrix in self.matrices], -self.known)


def settle(graph: Graph, forced: Forced, progress: Progress | None = None) -> Settled:
    open_ = np.flatnonzero(forced.distance == ENDLESS)
    place = len(open_) + np.arange(graph.size)
    place[open_] = np.arange(len(open_))
    p1 = Side([place[graph.matrix(each)] for each in open_.tolist()], forced.winner.astype(float))
    values = _iterated(p1, progress)
    found = p1.solved(values)
    one, secured = _best(p1, [each.rows for each in found], values)
    two, conceded = _best(p1.other, [each.columns for each in found], -values)
    worth = p1.known.copy()
    worth[open_] = (secured - conceded) / 2
    return Settled(worth, told_error(secured, -conceded), open_, (one, two))


def told_error(lower: Floats, upper: Floats) -> float:
    """Half the widest gap; not quite nothing where there is one, as the same sum in another order rounds otherwise."""
    gap = float((upper - lower).max(initial=0.0))
    return max(gap / 2, CLOSE) if gap > 0 else 0.0


def replies_to(mixes: Mixes, matrices: list[Numbers], known: Floats) -> Replies:
    """Every reply to a strategy whose choices are the rows of the matrices."""
    widths = np.array([matrix.shape[1] for matrix in matrices])
    chosen = [np.flatnonzero(mix) for mix in mixes]
    outcomes = np.repeat(list(map(len, chosen)), widths)
    return Replies(
        open=len(matrices),
        known=known,
        owner=np.repeat(np.arange(len(matrices)), widths),
        reply=np.repeat(np.arange(widths.sum()), outcomes),
        target=np.concatenate([matrix[rows].T.ravel() for rows, matrix in zip(chosen, matrices, strict=True)]),
        likely=np.concatenate([np.tile(mix[mix > 0], width) for mix, width in zip(mixes, widths, strict=True)]),
        can_stay=np.zeros(len(matrices), dtype=bool),
    )


def _iterated(side: Side, progress: Progress | None) -> Floats:
    """Go over all open positions, from 0, until nothing changes any more."""
    values = np.zeros(len(side.matrices))
    for sweep in range(SWEEPS):
        if progress:
            progress("battles", sweep * len(values), None)
        before, values = values, np.array([each.value for each in side.solved(values)])
        if np.abs(values - before).max(initial=0.0) < CLOSE / 100:
            break
    return values


def _best(side: Side, mixes: Mixes, wanted: Floats) -> tuple[Mixes, Floats]:
    """A strategy that guarantees what is wanted, or the best found in some rounds of improving, and its guarantee."""
    guaranteed = side.guaranteed(mixes)
    for _ in range(ROUNDS):
        if (wanted - guaranteed).max(initial=0.0) <= CLOSE:
            break
        mixes = side.improved(mixes, guaranteed)
        guaranteed = side.guaranteed(mixes)
    return mixes, guaranteed
