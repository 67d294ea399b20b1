"""Players as the wire calls them."""

from __future__ import annotations

from collections.abc import Iterable

from flagfall.core import Player

from .messages import SeatName

NAMES: dict[Player, SeatName] = {Player.P1: "P1", Player.P2: "P2"}

PLAYERS: dict[SeatName, Player] = {name: player for player, name in NAMES.items()}


def name(player: Player) -> SeatName:
    return NAMES[player]


def name_or_none(player: Player | None) -> SeatName | None:
    return NAMES[player] if player else None


def names(players: Iterable[Player]) -> list[SeatName]:
    return [NAMES[player] for player in players]
