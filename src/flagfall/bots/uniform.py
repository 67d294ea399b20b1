"""Any legal move, each as likely as the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.core import Move, Player, Position
from flagfall.match import Seat

from .policy import Fixed

if TYPE_CHECKING:
    from flagfall.solve import Strategy

    from .graph import Chart, Floats


class Uniform(Fixed):
    def __str__(self) -> str:
        return "random"

    def choose(self, seat: Seat) -> Move:
        return self.random.choice(seat.choices)

    def distribution(self, position: Position) -> Strategy:
        return {player: dict.fromkeys(moves, 1 / len(moves)) for player, moves in position.choices().items()}

    def strategy(self, chart: Chart, player: Player) -> Floats:
        return chart.evenly(player)
