"""Games with battles: what is left open when every forced win is known, because secret choices decide it.

The value is the limit of games in which both players are ever more patient: at each ply play breaks off without a
result, which is worth 0, with a probability that goes to 0. Such a game has one answer, which is a fixed point: the
value of each position is that of its matrix game. Strategies are read off that answer, and what each guarantees in the
real game, against every reply, is computed (`replies`). It is done over with more patience until both guarantees meet.
Where they have met at some positions only, the others are done over with those values given. Some games need more
patience than floats have; then the guarantees stay apart.
The value told lies between them, and the error told is the farthest that any value is from either: so it is a bound
that was checked, whatever way led there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flagfall.solve.arrays import Flags, Floats, Numbers
from flagfall.solve.exact.graph import StateGraph
from flagfall.solve.exact.retrograde import ENDLESS, Forced
from flagfall.solve.table import Progress

from .matrix import Mixture, solve_matrix
from .replies import Replies

Mixes = list[Floats]
"""For every open position, how likely one player makes each choice."""
PATIENCE = 14
"""Games break off after each ply with probabilities down to ten to the minus this."""
ROUNDS = 4
"""How often positions whose guarantees have not met are asked for anew, given the values of those that have."""
STEPS = 100
"""How many steps to an answer are taken at most."""
DENSE = 1000
"""With more open positions than this there are no big steps."""
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

    @property
    def other(self) -> Side:
        return Side([matrix.T for matrix in self.matrices], -self.known)

    def solved(self, values: Floats, going_on: float) -> list[Mixture]:
        """The matrix game at each open position, when what follows has these values and is reached so probably."""
        worth = going_on * np.concatenate((values, self.known))
        return [solve_matrix(worth[matrix]) for matrix in self.matrices]

    def strategies(self, values: Floats, digits: int) -> Iterator[Strategy]:
        """What may guarantee these values. Whoever is to win must hurry, if ever so little, lest play goes on for ever.

        Whoever is to lose need not fear that, and must not hurry: then values that are nearly the same are the same.
        """
        hurried = [each.rows for each in self.solved(values, patience(digits))]
        at_ease = [each.rows for each in self.solved(np.round(values, digits - 2), 1.0)]
        both = zip(values > CLOSE, hurried, at_ease, strict=True)
        for mixes in (hurried, [fast if wins else slow for wins, fast, slow in both]):
            mixes = [np.where(mix < SHARP, 0, mix) for mix in mixes]
            yield self.strategy(mixes)

    def strategy(self, mixes: Mixes) -> Strategy:
        return Strategy(mixes, replies_to(mixes, self.matrices, self.known).guaranteed())

    def given(self, met: Flags, values: Floats) -> Side:
        """The other positions alone, as if play ended with these values where it comes to one of those that are met."""
        rest = np.flatnonzero(~met)
        place = np.arange(len(met) + len(self.known))
        place[rest] = np.arange(len(rest))
        place[np.flatnonzero(met)] = len(rest) + np.arange(met.sum())
        return Side([place[self.matrices[at]] for at in rest.tolist()], np.concatenate((values[met], self.known)))

    def joined(self, found: Strategy, rest: Strategy, met: Flags) -> Strategy:
        """The first strategy where its guarantees are met, and the other at the rest."""
        others = iter(rest.mixes)
        return self.strategy([mix if is_met else next(others) for mix, is_met in zip(found.mixes, met, strict=True)])


@dataclass(frozen=True)
class Strategy:
    """What one side does at every open position, and what that is worth there, whatever the replies."""

    mixes: Mixes
    guaranteed: Floats


def settle(graph: StateGraph, forced: Forced, progress: Progress | None = None) -> Settled:
    open_ = np.flatnonzero(forced.distance == ENDLESS)
    place = len(open_) + np.arange(graph.size)
    place[open_] = np.arange(len(open_))
    p1 = Side([place[graph.matrix(each)] for each in open_.tolist()], forced.winner.astype(float))
    one, two = _strategies(p1, progress)
    lower, upper = one.guaranteed, -two.guaranteed
    values = told_values(lower, upper)
    error = max((values - lower).max(), (upper - values).max())
    worth = p1.known.copy()
    worth[open_] = values
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
        likely=np.concatenate(
            [np.tile(mix[rows], width) for mix, rows, width in zip(mixes, chosen, widths, strict=True)]
        ),
        can_stay=np.zeros(len(matrices), dtype=bool),
    )


def _strategies(p1: Side, progress: Progress | None, rounds: int = ROUNDS) -> tuple[Strategy, Strategy]:
    """Strategies whose guarantees meet, or come as near to it as was found.

    Where one small risk is taken on the way to another, far more patience is needed than for either alone.
    """
    one, two = _patient_strategies(p1, progress)
    met = -two.guaranteed - one.guaranteed <= CLOSE
    if met.all() or not met.any() or not rounds:
        return one, two
    values = told_values(one.guaranteed, -two.guaranteed)
    again = _strategies(p1.given(met, values), progress, rounds - 1)
    ones, twos = (one, p1.joined(one, again[0], met)), (two, p1.other.joined(two, again[1], met))
    return _nearest(ones, values), _nearest(twos, -values)


def _patient_strategies(p1: Side, progress: Progress | None) -> tuple[Strategy, Strategy]:
    """The first strategies, by patience, whose guarantees meet, or for each side the one that comes nearest to it."""
    values, p2 = np.zeros(len(p1.matrices)), p1.other
    one: list[Strategy] = []
    two: list[Strategy] = []
    for digits in range(1, PATIENCE + 1):
        if progress:
            progress("battles", len(values), None)
        values = _fixed_point(p1, values, patience(digits))
        one += p1.strategies(values, digits)
        two += p2.strategies(-values, digits)
        best = _nearest(one, values), _nearest(two, -values)
        if (-best[1].guaranteed - best[0].guaranteed).max() <= CLOSE:
            break
    return best


def _nearest(found: Sequence[Strategy], values: Floats) -> Strategy:
    return min(found, key=lambda each: float((values - each.guaranteed).max()))


def patience(digits: int) -> float:
    """How probably a game goes on after each ply."""
    return 1 - 10.0**-digits


def _fixed_point(side: Side, values: Floats, going_on: float) -> Floats:
    """The values that are those of their matrix games, sought from these by Newton's steps while they lead nearer."""
    before = np.inf
    for _ in range(STEPS):
        mixtures = side.solved(values, going_on)
        new = np.array([each.value for each in mixtures])
        distance = np.abs(new - values).max()
        if distance < SHARP:
            break
        takes_step = distance < before and len(values) <= DENSE
        values, before = _evaluated(side, mixtures, going_on) if takes_step else new, distance
    return values


def _evaluated(side: Side, mixtures: list[Mixture], going_on: float) -> Floats:
    """What every open position is worth when both sides choose like this."""
    size = len(mixtures)
    steps, ends = np.eye(size), np.zeros(size)
    for at, (matrix, mixture) in enumerate(zip(side.matrices, mixtures, strict=True)):
        target = matrix.ravel()
        likely = going_on * np.outer(mixture.rows, mixture.columns).ravel()
        is_open = target < size
        np.subtract.at(steps[at], target[is_open], likely[is_open])
        ends[at] = likely[~is_open] @ side.known[target[~is_open] - size]
    return np.linalg.solve(steps, ends).astype(float)
