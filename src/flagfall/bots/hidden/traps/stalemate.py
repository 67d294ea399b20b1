"""Games that would go round for ever: against somebody who has dug in, and where nothing has happened for long.

Two traps beside the own flag and the agent between them can hardly be overcome by whoever has spent traps elsewhere. So
against a player who has laid all traps before leaving home, and still has one, a game without an end is bad, and the
worse the fewer traps are left. And the longer no trap has been laid or sprung, the more a win is worth that comes soon,
the less is thought possible that would surprise, and the less is chosen that is known to be worse.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from flagfall.solve.arrays import Floats

from .visible import PATIENCE, Prospect

CALM, LONG = 4, 12
"""After so many plies without a trap a game begins to stand still, and after so many it does."""
HURRY = 0.95
"""What is left then of a win's worth when it comes a ply later."""
DOUBT, SURER = 0.5, 0.1
"""How much of the other's range is doubted: as a rule, and then."""
WORSE, LITTLE_WORSE = 0.02, 0.003
"""By how much a choice may be worse that is made all the same, when a game begins to stand still, and then."""
ENDLESS, SPARE = -0.2, 0.8
"""What a game without an end is worth against somebody who has dug in, and each trap more than the other has."""


class Mood(NamedTuple):
    prospect: Prospect
    doubt: float
    worse: float
    """By how much a choice may be worse that is made all the same."""


@lru_cache(maxsize=2 * LONG + 2)
def mood(still: int, settled: bool) -> Mood:
    """Where a trap was laid or sprung so many plies ago, and the other has dug in or not."""
    late = min(max(still - CALM, 0) / (LONG - CALM), 1.0)
    prospect = Prospect(_between(PATIENCE, HURRY, late), *((ENDLESS, SPARE) if settled else (0.0, 0.0)))
    return Mood(prospect, _between(DOUBT, SURER, late), _between(WORSE, LITTLE_WORSE, late) if late else np.inf)


def without_worse(likely: Floats, worth: Floats, by: float) -> Floats:
    """The choices that are not worse than the best by more than this; all, where hardly any of them was made."""
    found = np.where(worth >= worth.max(axis=1, keepdims=True) - by, likely, 0.0)
    made = found.sum(axis=1, keepdims=True)
    return np.where(made > 0.01, found / np.maximum(made, 0.01), likely)


def _between(one: float, other: float, share: float) -> float:
    return one + share * (other - one)
