"""Second opinions, found in other ways than the solver's."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog

from flagfall.core import Player, Position
from flagfall.solve import Worth
from tests.helpers import reachable


def rows(position: Position) -> list[list[Position]]:
    """What follows: P1's choices are rows, P2's are columns."""
    choices = position.choices()
    if len(choices) == 2:
        p1, p2 = choices[Player.P1], choices[Player.P2]
        return [[position.play({Player.P1: one, Player.P2: two}) for two in p2] for one in p1]
    if Player.P1 in choices:
        return [[position.play({Player.P1: move})] for move in choices[Player.P1]]
    return [[position.play({Player.P2: move}) for move in choices.get(Player.P2, ())]]


def linear_program(rows_: Sequence[Sequence[float]]) -> float:
    """The value of a matrix game: the most that a mixture of rows secures against every column."""
    payoffs = np.array(rows_)
    if 1 in payoffs.shape:
        return float(payoffs.min() if payoffs.shape[0] == 1 else payoffs.max())
    height, width = payoffs.shape
    found = linprog(
        [0] * height + [-1],
        A_ub=np.hstack([-payoffs.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=[[1] * height + [0]],
        b_eq=[1],
        bounds=[(0, None)] * height + [(None, None)],
    )
    return float(-found.fun)


def ended(position: Position) -> float:
    """What is decided here already, for P1."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0.0
    return 1.0 if outcome.winner is Player.P1 else -1.0


def minimax(start: Position) -> dict[Position, Worth]:
    """Games of 0, 1, 2, ... plies, whose value is 0 when time is up: the first that is won tells the distance.

    Only for games without battles. A longer game can differ from a shorter one only where that one just did.
    """
    after = {position: [each for row in rows(position) for each in row] for position in reachable(start)}
    values = {position: ended(position) for position in after}
    worth = {position: Worth(value, 0) for position, value in values.items() if not after[position]}
    plies, changed = 0, True
    while changed:
        plies += 1
        longer = {position: _best(position, [values[each] for each in after[position]], values) for position in after}
        new = {position: Worth(longer[position], plies) for position in after if longer[position] != values[position]}
        worth, changed, values = worth | new, bool(new), longer
    draws = {position: None if values[position] else _draw_in(position, after, values) for position in after}
    return {position: worth.get(position, Worth(0.0, draws[position])) for position in after}


def _draw_in(start: Position, after: dict[Position, list[Position]], values: dict[Position, float]) -> int | None:
    """The fewest plies to a draw, found by looking ahead from this position alone; nobody gives anything away."""
    seen, here, plies = {start}, [start], 0
    while here:
        if any(not after[position] for position in here):
            return plies
        here = [each for position in here for each in after[position] if values[each] == 0 and each not in seen]
        seen.update(here)
        plies += 1
    return None


def _best(position: Position, after: list[float], values: dict[Position, float]) -> float:
    if not after:
        return values[position]
    return max(after) if Player.P1 in position.choices() else min(after)


def short_games(start: Position, plies: int, unfinished: float) -> dict[Position, float]:
    """The values of games of so many plies, battles included, each solved as a linear program, if one that is not over
    by then is worth `unfinished`."""
    after = {position: rows(position) for position in reachable(start)}
    values = {position: unfinished if position.choices() else ended(position) for position in after}
    for _ in range(plies):
        values = {
            position: linear_program([[values[each] for each in row] for row in matrix])
            if position.choices()
            else values[position]
            for position, matrix in after.items()
        }
    return values
