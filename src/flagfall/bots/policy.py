"""Bots whose every choice has a likelihood that depends on the position alone: their odds can be computed."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from flagfall.core import Move, Player, Position
from flagfall.match import Seat

from .offers import Negotiator

if TYPE_CHECKING:  # numpy takes longer to load than a person takes to move
    from flagfall.solve import Progress, Strategy
    from flagfall.solve.arrays import Floats
    from flagfall.solve.exact.graph import StateGraph


@dataclass
class PolicyBot(Negotiator):
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

    def policy(self, graph: StateGraph, player: Player) -> Floats:
        """The same for all positions of a graph: the likelihood of every line."""
        return graph.filled(player, lambda position: self.distribution(position)[player])


class Uniform(PolicyBot):
    """Any legal move, each as likely as the others."""

    def __str__(self) -> str:
        return "random"

    def choose(self, seat: Seat) -> Move:
        return self.random.choice(seat.choices)

    def distribution(self, position: Position) -> Strategy:
        return {player: dict.fromkeys(moves, 1 / len(moves)) for player, moves in position.choices().items()}

    def policy(self, graph: StateGraph, player: Player) -> Floats:
        return graph.evenly(player)
