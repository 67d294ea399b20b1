"""Clocks: how much time each player has, from when on and for whom it runs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from flagfall.core import Player
from flagfall.online.protocol.messages import ClockRules


@dataclass
class Clock:
    """Times are milliseconds; `now` is always given, so a clock can be replayed. Where it is earlier than before (two
    servers are never quite agreed), no time has passed."""

    rules: ClockRules
    left: dict[Player, int] = field(default_factory=dict)
    running: tuple[Player, ...] = ()
    since: int = 0

    def __post_init__(self) -> None:
        self.left = dict.fromkeys(Player, self.full)

    @property
    def full(self) -> int:
        return self.rules.seconds * 1000

    def left_at(self, now: int) -> dict[Player, int]:
        spent = max(now - self.since, 0)
        return {player: max(left - spent * (player in self.running), 0) for player, left in self.left.items()}

    def deadline(self) -> int | None:
        """When the first of those whose clock runs has no time left."""
        return min((self.since + self.left[player] for player in self.running), default=None)

    def late(self, now: int) -> list[Player]:
        """Who ran out first, if anybody has by now: both, where that was at the same moment."""
        deadline = self.deadline()
        if deadline is None or now < deadline:
            return []
        return [player for player in self.running if self.since + self.left[player] == deadline]

    def moved(self, player: Player, now: int) -> None:
        """Stop for a player who has moved."""
        self.run([each for each in self.running if each is not player], now)
        self.left[player] = self.full if self.rules.kind == "move" else self.left[player] + self.rules.increment * 1000

    def run(self, players: Collection[Player], now: int) -> None:
        """From now on time runs for these players alone."""
        self.left = self.left_at(now)
        self.running, self.since = tuple(players), max(self.since, now)

    def reset_moves(self) -> None:
        """After a takeback the time for a move begins anew; the time for a game is never given back."""
        if self.rules.kind == "move":
            self.left = dict.fromkeys(Player, self.full)
