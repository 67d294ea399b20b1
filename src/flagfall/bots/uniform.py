"""Any legal move, each as likely as the others."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from flagfall.core import Move
from flagfall.match import Seat


@dataclass
class Uniform:
    random: Random

    def choose(self, seat: Seat) -> Move:
        return self.random.choice(seat.choices)
