"""Ten levels, from nearly random to perfect, each a step above the one below, all steps being equally high.

A level is play with a certain sharpness (see `quantal_response`), and how sharp it must be is computed (see `spacing`).
Level 10 is perfect play.
"""

from __future__ import annotations

from dataclasses import dataclass

from flagfall.bots.graph import Floats
from flagfall.bots.policy import Skilled
from flagfall.core import Player

from .action_values import Insight
from .perfect import perfect
from .quantal_response import LEVELS, blurred
from .temperature import sharpness


@dataclass
class Level(Skilled):
    number: int

    def __str__(self) -> str:
        return f"level:{self.number}"

    def lines(self, insight: Insight, player: Player) -> Floats:
        if self.number == LEVELS:
            return perfect(insight, player)
        return blurred(insight, player, sharpness(insight.solution.start)[self.number - 1])
