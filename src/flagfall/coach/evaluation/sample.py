"""The positions that a judgement is made from: of those that can arise and are not over, all, or some met at random."""

from __future__ import annotations

from itertools import islice
from random import Random

from flagfall.core import Position
from flagfall.match.playout import playouts
from flagfall.solve import Solution
from flagfall.solve.exact.graph import following

MOST = 30_000
PLIES = 300


def positions_of(solution: Solution, most: int = MOST) -> tuple[list[Position], bool]:
    """Positions that can arise and are not over, and whether they are all. The same ones every time."""
    found = _arising(solution.start, most)
    return (found, True) if found is not None else (_met_in_random_play(solution.start, most), False)


def _arising(start: Position, most: int) -> list[Position] | None:
    """All of them, in the order in which they can arise; None where there are more."""
    found, going_on = {start}, [start]
    for position in going_on:  # which grows meanwhile
        for after in following(position)[0]:
            if after not in found:
                found.add(after)
                if not after.outcome():
                    going_on.append(after)
        if len(going_on) > most:
            return None
    return going_on


def _met_in_random_play(start: Position, most: int) -> list[Position]:
    met = dict[Position, None]()
    for position in islice(playouts(start, Random(0), PLIES), 20 * most):
        if position.choices():
            met[position] = None
        if len(met) == most:
            break
    return list(met)
