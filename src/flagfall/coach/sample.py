"""The positions that a judgement is made from: all of them, or those that random play comes across."""

from __future__ import annotations

import random

from flagfall.core import Position
from flagfall.solve import Solution

MOST = 30_000
PLIES = 300


def positions_of(solution: Solution, most: int = MOST) -> tuple[list[Position], bool]:
    """Positions of a solved game, and whether they are all. The same ones every time."""
    if solution.counts.positions <= most:
        return list(solution.positions()), True
    return _met_in_random_play(solution.start, most), False


def _met_in_random_play(start: Position, most: int) -> list[Position]:
    draw, met = random.Random(0), dict[Position, None]()
    position, plies = start, 0
    for _ in range(20 * most):
        met[position] = None
        if len(met) >= most:
            break
        choices = position.choices() if plies < PLIES else {}
        plies = plies + 1 if choices else 0
        moves = {player: draw.choice(options) for player, options in choices.items()}
        position = position.after(moves) if choices else start
    return list(met)
