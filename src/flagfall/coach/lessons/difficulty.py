"""How hard a task is: how many of the ten levels go wrong there, exactly."""

from __future__ import annotations

import numpy as np

from flagfall.bots.solved.action_values import worth_to
from flagfall.bots.solved.level import sharpness
from flagfall.solve import Solution

from .task import Task


def difficulty(solution: Solution, task: Task) -> float:
    """From 0, where no level is ever wrong, to 10: the likelihoods with which each of level:1 to level:10 makes none of
    the right moves, added up.

    Level 10 plays perfectly, so it is never wrong. What choices of the same worth share among themselves (see
    `quantal_response`) makes no difference, as of these all are right or none is.
    """
    moves = solution.moves(task.position)[task.player]
    worths = np.array([worth_to(task.player, each) for each in moves.values()])
    sharp = np.array(sharpness(task.position))[:, None]
    weights = np.exp(sharp * (worths - worths.max()))
    is_wrong = np.array([move not in task.right for move in moves])
    return round(float((weights[:, is_wrong].sum(axis=1) / weights.sum(axis=1)).sum()), 9)


def blind(task: Task) -> float:
    """The same where a game has no levels, as it hides something: ten who choose at random."""
    return 10 * (1 - len(task.right) / len(task.moves))
