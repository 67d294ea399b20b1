"""How sharp each level must be, so that all steps from random play to perfect play are equally high.

The *lead* of one strategy over another is what it scores above one half, on average over two games of at most 100
plies, one from each seat: 1 for a win, 1/2 for no result. (Without a limit, in a game that nobody can force, the
slightest weakness would be a sure loss against perfect play.) For a given step, level 1 has the sharpness with which it
leads random play by that step, level 2 the one with which it leads level 1 by the same, and so on. The step is right
when perfect play leads level 9 by it, too.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

from flagfall.bots.markov import chain_odds
from flagfall.core import Player
from flagfall.solve.arrays import Floats

from .action_values import ActionValues
from .perfect import perfect
from .quantal_response import LEVELS, quantal_response

CAP = 100
EXACT = 0.005
"""By what part of a step the last one may differ from the others."""
ROUNDS = 50
NOTHING = 1e-6
"""Where perfect play has no greater lead over random play, there is nothing to be spaced."""
SURE = 0.495
"""No lead is taken for greater, as nothing follows from a sure win."""
SHARPEST = 10_000.0
Both = dict[Player, Floats]
"""A strategy for either seat."""
Point = tuple[float, float]


def quantal_responses(actions: ActionValues, sharpness: float) -> Both:
    return {player: quantal_response(actions, player, sharpness) for player in Player}


def perfect_both(actions: ActionValues) -> Both:
    return {player: perfect(actions, player) for player in Player}


def lead(actions: ActionValues, one: Both, other: Both, cap: int | None = CAP) -> float:
    """By how much one strategy scores more than half against the other."""
    as_p1 = chain_odds(actions.graph, one[Player.P1], other[Player.P2], cap, actions.root)
    as_p2 = chain_odds(actions.graph, other[Player.P1], one[Player.P2], cap, actions.root)
    return (as_p1.score - as_p2.score) / 2


def spaced(actions: ActionValues) -> list[float]:
    """The sharpness of every level but the last."""
    best, stairs = perfect_both(actions), [float(level) for level in range(1, LEVELS)]
    whole = lead(actions, best, quantal_responses(actions, 0.0))
    if whole < NOTHING:
        return stairs

    def left(step: float) -> float:
        """How much more than a step it is from the last but one of the levels to perfect play."""
        stairs[:], short = climb(actions, best, step, stairs)
        return short

    step = lead_of(strength_of(whole) / LEVELS)
    crossing(left, *bracket(left, (0.0, whole), step, step / 10), EXACT * step)
    return stairs


def climb(actions: ActionValues, best: Both, step: float, guesses: list[float]) -> tuple[list[float], float]:
    """Levels that are a step apart, and by how much more than a step perfect play leads the last.

    Where it leads an earlier one by less than a step, the missing steps are counted.
    """
    stairs, below = [0.0], quantal_responses(actions, 0.0)
    for number, guess in enumerate(guesses):
        left = lead(actions, best, below) - step
        if left <= 0:
            return stairs[1:] + guesses[number:], left - step * (len(guesses) - number)
        stairs.append(_next(actions, below, stairs[-1], step, guess))
        below = quantal_responses(actions, stairs[-1])
    return stairs[1:], lead(actions, best, below) - step


def _next(actions: ActionValues, below: Both, sharpness: float, step: float, guess: float) -> float:
    """The sharpness that leads the level below by a step."""

    def missing(sharper: float) -> float:
        return step - lead(actions, quantal_responses(actions, sharper), below)

    height = max(guess - sharpness, sharpness / 10, step)
    return crossing(missing, *bracket(missing, (sharpness, step), sharpness + height, height), step * EXACT / 20)


# --- looking for a number ---


def bracket(falling: Callable[[float], float], low: Point, guess: float, stride: float) -> tuple[Point, Point]:
    """Two points between which a function that is above 0 at `low` falls below 0; near `guess`, if all is well."""
    high = (guess, falling(guess))
    while high[1] > 0 and high[0] < SHARPEST:
        low, high = high, (high[0] + stride, falling(high[0] + stride))
        stride *= 2
    return low, high


def crossing(falling: Callable[[float], float], low: Point, high: Point, close: float) -> float:
    """Where a function that falls from above 0 at `low` to below 0 at `high` comes close to 0.

    By secants; an end that stays for a second time counts half, so that it can't stay for long (the Illinois method).
    """
    kept_low = kept_high = False
    for _ in range(ROUNDS):
        x = (low[0] * high[1] - high[0] * low[1]) / (high[1] - low[1])
        y = falling(x)
        if abs(y) <= close:
            break
        if y > 0:
            low, high = (x, y), (high[0], high[1] / (1 + kept_high))
        else:
            low, high = (low[0], low[1] / (1 + kept_low)), (x, y)
        kept_low, kept_high = y <= 0, y > 0
    return x


def strength_of(lead: float) -> float:
    """Leads don't add up; these do, nearly."""
    lead = min(lead, SURE)
    return log((0.5 + lead) / (0.5 - lead))


def lead_of(strength: float) -> float:
    return 1 / (1 + exp(-strength)) - 0.5
