"""Play between random and perfect, by one number.

It is a quantal response: with a *sharpness*, the inverse of a temperature, a player makes each choice with a likelihood
in proportion to exp(sharpness x worth), where worth is the exact value divided by the plies to the end; what choices of
the same worth have together, they share in proportion to exp(3 x sharpness x promise). (`action_values` says more about
worth and promise.) With sharpness 0 that is random play, and the sharper it gets, the nearer it comes to perfect play.
"""

from __future__ import annotations

import numpy as np

from flagfall.core import Player
from flagfall.solve.arrays import Floats

from .action_values import ActionValues

LEVELS = 10
TRICKINESS = 3.0


def quantal_response(actions: ActionValues, player: Player, sharpness: float) -> Floats:
    """How likely each choice of a player with this sharpness is."""
    by_worth = actions.graph.lines[player].softmax(sharpness * actions.worth[player])
    same, promise = actions.same_worth[player], TRICKINESS * sharpness * actions.promise[player]
    highest = np.full(len(promise), -np.inf)
    np.maximum.at(highest, same, promise)
    trick = np.exp(promise - highest[same])
    likely: Floats = by_worth * trick * (np.bincount(same) / np.bincount(same, trick))[same]
    return likely
