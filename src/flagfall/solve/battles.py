"""Games with battles: what is left open when every forced win is known, because secret choices decide it.

The value is that of the limit of ever longer games, play without an end being worth 0. It is approached by going over
all open positions, each time solving the matrix game at each (value iteration from 0). Strategies are read off the
values, and what each guarantees against every reply is computed (`replies`). Where both guarantees don't meet, the
strategies are improved by what they guarantee. The value told lies between the two guarantees, and the error told is
the farthest that any value is from either: so it is a bound that was checked, whatever way led there.
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
SHARP = 1e-14
"""Values that differ by less are taken for the same on the way to the answer."""
CLOSE = 1e-10
"""Gaps are narrowed until they are no wider. An error is told greater by this, so that rounding never breaks it."""


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

    @property
    def other(self) -> Side:
        return Side([matrix.T for matrix in self.matrices], -self.known)


@dataclass(frozen=True)
class Strategy:
    """What one side does at every open position, and what that is worth there, whatever the replies."""

    side: Side
    mixes: Mixes
    guaranteed: Floats

    @classmethod
    def of(cls, side: Side, mixes: Mixes) -> Strategy:
        return cls(side, mixes, replies_to(mixes, side.matrices, side.known).guaranteed())

    def improved(self) -> Strategy:
        """Better mixtures where what is guaranteed everywhere allows for one; the others stay as they are."""
        found = self.side.solved(self.guaranteed)
        better = [new.value > old + SHARP for new, old in zip(found, self.guaranteed, strict=True)]
        mixes = [new.rows if is_better else old for new, old, is_better in zip(found, self.mixes, better, strict=True)]
        return Strategy.of(self.side, mixes) if any(better) else self


def settle(graph: Graph, forced: Forced, progress: Progress | None = None) -> Settled:
    open_ = np.flatnonzero(forced.distance == ENDLESS)
    place = len(open_) + np.arange(graph.size)
    place[open_] = np.arange(len(open_))
    p1 = Side([place[graph.matrix(each)] for each in open_.tolist()], forced.winner.astype(float))
    one, two = _strategies(p1, progress)
    values = told_values(one.guaranteed, -two.guaranteed)
    worth = p1.known.copy()
    worth[open_] = values
    error = max((values - one.guaranteed).max(), (-two.guaranteed - values).max())
    return Settled(worth, float(error + CLOSE) if error > 0 else 0.0, open_, (one.mixes, two.mixes))


def told_values(lower: Floats, upper: Floats) -> Floats:
    """The middle between the guarantees, or a win, a loss or the balance where one of these lies between them."""
    middle = (lower + upper) / 2
    whole = np.round(middle)
    return np.where((lower <= whole) & (whole <= upper), whole, middle) + 0.0  # never -0


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


def _strategies(side: Side, progress: Progress | None) -> tuple[Strategy, Strategy]:
    """Both players' strategies: as good as the values tell, and then better as long as the guarantees don't meet."""
    found = side.solved(_iterated(side, progress))
    one = Strategy.of(side, [each.rows for each in found])
    two = Strategy.of(side.other, [each.columns for each in found])
    for _ in range(ROUNDS):
        if (-two.guaranteed - one.guaranteed).max(initial=0.0) <= CLOSE:
            break
        one, two = one.improved(), two.improved()
    return one, two


def _iterated(side: Side, progress: Progress | None) -> Floats:
    """Go over all open positions, from 0, until nothing changes any more."""
    values = np.zeros(len(side.matrices))
    for sweep in range(SWEEPS):
        if progress:
            progress("battles", sweep * len(values), None)
        before, values = values, np.array([each.value for each in side.solved(values)])
        if np.abs(values - before).max(initial=0.0) < SHARP:
            break
    return values
