"""Bots that play by the solution of a game, and the best of them: perfect play that also makes it hard for the other.

Perfect play makes only choices that the solution calls best: it wins as fast as can be, loses as slowly as can be, and
never gives away a game. Among equally good choices it makes the one that promises most against a fallible opponent (see
`action_values`), so it doesn't just wait in a game that nobody can force: it goes where there is the most to go wrong
for the other and the least to be seen of it. Choices that promise the same are equally likely. Where secret choices
decide and only a mixture is proven to be good, it plays that mixture.
"""

from __future__ import annotations

from abc import abstractmethod

from flagfall.bots import fit
from flagfall.bots.policy import PolicyBot
from flagfall.core import Player, Position
from flagfall.match import Seat
from flagfall.solve import Progress, Strategy
from flagfall.solve.arrays import Floats
from flagfall.solve.exact.graph import StateGraph
from flagfall.solve.exact.optimal import SIDES

from .action_values import ActionValues
from .knowledge import Knowledge, knowledge_of

SURE = 1e-9
"""A value that differs from 0 by less comes from the arithmetic of battles."""


class SolutionBot(PolicyBot):
    """A bot that plays by the solution of a game."""

    def check(self, start: Position, memory: int | None = None) -> None:
        fit.check(str(self), start, memory)

    def prepare(self, start: Position, progress: Progress | None = None) -> None:
        self._plan(self._actions(start, progress), start.turn)

    def distribution(self, position: Position) -> Strategy:
        actions = self._actions(position)
        return {
            player: actions.graph.read(player, self._plan(actions, player), position) for player in position.choices()
        }

    def policy(self, graph: StateGraph, player: Player) -> Floats:
        return self._plan(self._actions(graph.positions[0]), player)

    def standing(self, seat: Seat) -> float:
        """What best play is worth from here."""
        assert seat.player is not None
        value = self._knowledge(seat.view).solution.value(seat.view) * SIDES[seat.player]
        return value if abs(value) > SURE else 0.0

    @abstractmethod
    def plan(self, actions: ActionValues, player: Player) -> Floats:
        """How likely each choice of a player is."""

    def _plan(self, actions: ActionValues, player: Player) -> Floats:
        key = (str(self), player)
        if key not in actions.plans:
            actions.plans[key] = self.plan(actions, player)
        return actions.plans[key]

    def _actions(self, position: Position, progress: Progress | None = None) -> ActionValues:
        return self._knowledge(position, progress).actions(position)

    def _knowledge(self, position: Position, progress: Progress | None = None) -> Knowledge:
        self.check(position)
        return knowledge_of(position, progress)


class Perfect(SolutionBot):
    def __str__(self) -> str:
        return "perfect"

    def plan(self, actions: ActionValues, player: Player) -> Floats:
        return perfect(actions, player)


def perfect(actions: ActionValues, player: Player) -> Floats:
    return actions.chosen[player]
