"""What positions say of themselves, asked once: they are values, and most games go through the same ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from flagfall.core import Choices, Move, Outcome, Player, Position

Viewer = Player | None
VIEWERS: tuple[Viewer, ...] = (*Player, None)
_MOST = 4096


@dataclass(frozen=True)
class Known:
    """A position, and what each seat knows of it and may do."""

    position: Position
    outcome: Outcome | None
    deciders: tuple[Player, ...]
    views: Mapping[Viewer, Position]
    choices: Choices
    """Each player's, from that player's view."""


@dataclass(frozen=True)
class Step:
    """Moves and what comes of them: what is said, and how the moves are written, for each seat."""

    after: Known
    said: Mapping[Viewer, tuple[str, ...]]
    written: Mapping[Viewer, Mapping[Player, str]]


@lru_cache(_MOST)
def known(position: Position) -> Known:
    deciders = tuple(position.choices())
    views = {viewer: position.view(viewer) for viewer in VIEWERS}
    choices = {player: views[player].choices()[player] for player in deciders}
    return Known(position, position.outcome(), deciders, views, choices)


@lru_cache(_MOST)
def step(before: Position, moves: tuple[tuple[Player, Move], ...]) -> Step:
    """What follows from these moves, which are known to be legal."""
    played = dict(moves)
    said = {viewer: before.say(played, viewer) for viewer in VIEWERS}
    written = {viewer: disguised(before, played, viewer) for viewer in VIEWERS}
    return Step(known(before.after(played)), said, written)


def disguised(before: Position, moves: Mapping[Player, Move], viewer: Viewer) -> dict[Player, str]:
    """The moves as `viewer` may know them."""
    return {player: before.disguise(player, move, viewer) for player, move in moves.items()}
