"""What can be said of a game that can't be solved: how random play ends, from games that are played out."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from flagfall.core import Player, Position
from flagfall.match.playout import playout


@dataclass(frozen=True)
class Simulated:
    """Results of games between two players who choose at random."""

    games: int
    wins: dict[Player, int]
    draws: int
    plies: float
    """The average length of a game."""

    def share(self, player: Player) -> tuple[float, float]:
        """The share of games won, and half the width of its 95 % confidence interval."""
        share = self.wins[player] / self.games
        return share, 1.96 * math.sqrt(share * (1 - share) / self.games)


def simulate(start: Position, games: int = 1_500, longest: int = 5_000, seed: int = 0) -> Simulated:
    """Play so many games at random; one that takes longer than `longest` plies has no result."""
    draw, wins, draws, total = random.Random(seed), dict.fromkeys(Player, 0), 0, 0
    for _ in range(games):
        *before, last = playout(start, draw, longest)
        total += len(before)
        outcome = last.outcome()
        if outcome and outcome.winner:
            wins[outcome.winner] += 1
        draws += outcome is not None and outcome.winner is None
    return Simulated(games, wins, draws, total / games)
