"""Bots whose every choice has a likelihood that depends on the position alone: their odds can be computed."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from flagfall.core import Move, Player, Position
from flagfall.match import Seat

from . import fit
from .offers import Negotiator

if TYPE_CHECKING:  # numpy takes longer to load than a person takes to move
    from flagfall.solve import Progress, Strategy

    from .graph import Chart, Floats
    from .solved.action_values import Insight
    from .solved.knowledge import Knowledge

SURE = 1e-9
"""A value that differs from 0 by less comes from the arithmetic of battles."""


@dataclass
class Fixed(Negotiator):
    random: Random

    def check(self, start: Position, memory: int | None = None) -> None:
        """Say why this bot can't play from here (within so many bytes), as far as that can be told at once."""
        return

    def prepare(self, start: Position, progress: Progress | None = None) -> None:
        """Do beforehand what takes long, or say why it can't be done."""
        self.check(start)

    def choose(self, seat: Seat) -> Move:
        """One of `seat.choices`."""
        assert seat.player is not None
        mix = self.distribution(seat.view)[seat.player]
        (move,) = self.random.choices(tuple(mix), tuple(mix.values()))
        return move

    @abstractmethod
    def distribution(self, position: Position) -> Strategy:
        """How likely each move is, for everybody who decides here; moves that are never made are left out."""

    def strategy(self, chart: Chart, player: Player) -> Floats:
        """The same for all positions of a chart: the likelihood of every line."""
        return chart.filled(player, lambda position: self.distribution(position)[player])


class Skilled(Fixed):
    """A bot that plays by the solution of a game."""

    def check(self, start: Position, memory: int | None = None) -> None:
        fit.check(str(self), start, memory)

    def prepare(self, start: Position, progress: Progress | None = None) -> None:
        self._plan(self._insight(start, progress), start.turn)

    def distribution(self, position: Position) -> Strategy:
        insight = self._insight(position)
        return {
            player: insight.chart.read(player, self._plan(insight, player), position) for player in position.choices()
        }

    def strategy(self, chart: Chart, player: Player) -> Floats:
        return self._plan(self._insight(chart.positions[0]), player)

    def standing(self, seat: Seat) -> float:
        """What best play is worth from here."""
        from flagfall.solve.exact.optimal import SIDES

        assert seat.player is not None
        value = self._knowledge(seat.view).solution.value(seat.view) * SIDES[seat.player]
        return value if abs(value) > SURE else 0.0

    @abstractmethod
    def lines(self, insight: Insight, player: Player) -> Floats:
        """How likely each choice of a player is."""

    def _plan(self, insight: Insight, player: Player) -> Floats:
        key = (str(self), player)
        if key not in insight.plans:
            insight.plans[key] = self.lines(insight, player)
        return insight.plans[key]

    def _insight(self, position: Position, progress: Progress | None = None) -> Insight:
        return self._knowledge(position, progress).insight(position)

    def _knowledge(self, position: Position, progress: Progress | None = None) -> Knowledge:
        from .solved.knowledge import knowledge_of

        self.check(position)
        return knowledge_of(position, progress)
