"""What can be said of a game that hides something: how the strongest player that there is fares against itself.

Nothing here is exact; every share has the half width of its 95 % interval. Figures for the books' rules come with the
package (`make measures`), as they take long; others are measured when they are asked for.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from flagfall.bots import Opponent, bot
from flagfall.coach.hidden.minds import mind_of
from flagfall.core import FlagfallError, Move, Player, Position, Square
from flagfall.match import Match
from flagfall.solve import Progress

STRONG, ELSE = "level:10", "sampler:60-playouts"
"""The strongest bot, and what plays where nobody knows the game by these rules."""
GAMES = 40
"""So many games are played where figures are measured when they are asked for."""
LONGEST = 100
"""Plies after which a game is called off."""


@dataclass(frozen=True)
class Measured:
    """Games of a bot against itself. Intervals count some more wins and losses than there were, so that not even games
    which all ended alike look sure (Agresti and Coull)."""

    bot: str
    games: int
    wins: Mapping[str, int]
    """By P1 and P2; the others had no winner, or were called off."""
    plies: float
    """The average length of a game."""
    first: Mapping[str, Mapping[Move, int]] = field(default_factory=dict)
    """Each player's first moves, and how often."""
    secret: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Where each player's secret moves went, as `row,column` of the drawing, and how often."""

    def share(self, player: Player) -> tuple[float, float]:
        """The share of games won, and half the width of its 95 % interval."""
        share, more = self.wins[player.name] / self.games, (self.wins[player.name] + 2) / (self.games + 4)
        return share, 1.96 * math.sqrt(more * (1 - more) / (self.games + 4))

    @property
    def edge(self) -> tuple[float, float]:
        """What a game brings to P1, from -1 to 1, and half the width of its 95 % interval."""
        edge, games = (self.wins["P1"] - self.wins["P2"]) / self.games, self.games + 2
        one, two = ((self.wins[player.name] + 1) / games for player in Player)
        return edge, 1.96 * math.sqrt((one + two - (one - two) ** 2) / games)

    def laid(self, player: Player) -> dict[Square, float]:
        """Of this player's secret moves, the share that went to each cell."""
        counts = self.secret.get(player.name, {})
        total = sum(counts.values())
        return {_square(at): count / total for at, count in counts.items()}


def _square(text: str) -> Square:
    row, column = map(int, text.split(","))
    return row, column


def measure(start: Position, games: int = GAMES, progress: Progress | None = None, seed: int = 0) -> Measured:
    """Play so many games; the same ones every time where the bot's choices follow from its seed."""
    name = strongest(start)
    wins, total = Counter[str](), 0
    first: dict[str, Counter[Move]] = {player.name: Counter() for player in Player}
    secret: dict[str, Counter[str]] = {player.name: Counter() for player in Player}
    for game in range(games):
        if progress:
            progress("playing games", game, games)
        match = _played(start, {player: bot(name, f"{seed} {game} {player.name}") for player in Player})
        total += len(match.plies)
        if match.outcome and match.outcome.winner:
            wins[match.outcome.winner.name] += 1
        _count(match, first, secret)
    won = {player.name: wins[player.name] for player in Player}
    return Measured(name, games, won, total / games, _plain(first), _plain(secret))


def _plain(counts: Mapping[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {name: dict(counted) for name, counted in counts.items()}


def strongest(start: Position) -> str:
    """The strongest bot that can play from here."""
    try:
        mind_of(start)
        bot(STRONG).check(start)
    except FlagfallError:
        return ELSE
    return STRONG


def _played(start: Position, bots: Mapping[Player, Opponent]) -> Match:
    match = Match(start, cap=LONGEST)
    while waiting := match.waiting():
        match.submit(waiting[0], bots[waiting[0]].choose(match.seats[waiting[0]]))
    return match


def _count(match: Match, first: Mapping[str, Counter[Move]], secret: Mapping[str, Counter[str]]) -> None:
    seen = set[Player]()
    for ply in match.plies:
        for player, move in ply.moves.items():
            if player not in seen:
                first[player.name][move] += 1
                seen.add(player)
            to = ply.before.path(player, move)[1]
            if to and ply.before.is_secret(player, move):
                secret[player.name][f"{to[0]},{to[1]}"] += 1


# --- what comes with the package ---


@cache
def stored() -> dict[str, Measured]:
    """By the one-line texts of starts."""
    text = files(__package__).joinpath("measured.json").read_text(encoding="utf-8")
    return {start: Measured(**found) for start, found in json.loads(text).items()}


def measured(start: Position, progress: Progress | None = None) -> Measured:
    return stored().get(start.text()) or measure(start, progress=progress)


def as_data(found: Measured) -> dict[str, Any]:
    edge, within = found.edge
    return {**asdict(found), "edge": edge, "within": within}
