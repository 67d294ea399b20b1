"""What positions say of themselves, asked once: they are values, and most games go through the same ones.

All matches share what is found here, so all of it is read-only.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

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
class Ply:
    """One step of a game: the position, and what was played there."""

    before: Position
    moves: Mapping[Player, Move]

    def disguised(self, viewer: Viewer) -> Mapping[Player, str]:
        """The moves as `viewer` may know them."""
        return {player: self.before.disguise(player, move, viewer) for player, move in self.moves.items()}


@dataclass(frozen=True)
class Step:
    """A ply and what comes of it: what is said, and how the moves are written, for each seat."""

    ply: Ply
    after: Known
    said: Mapping[Viewer, tuple[str, ...]]
    written: Mapping[Viewer, Mapping[Player, str]]


@lru_cache(_MOST)
def known(position: Position) -> Known:
    choices = position.choices()
    if not position.hides():
        return Known(position, position.outcome(), tuple(choices), dict.fromkeys(VIEWERS, position), choices)
    views = {viewer: position.view(viewer) for viewer in VIEWERS}
    own = {player: views[player].choices()[player] for player in choices}
    return Known(position, position.outcome(), tuple(choices), views, own)


@lru_cache(_MOST)
def step(before: Position, moves: tuple[tuple[Player, Move], ...]) -> Step:
    """What follows from these moves, which are known to be legal."""
    ply = Ply(before, _read_only(dict(moves)))
    after = known(before.after(ply.moves))
    if not before.hides():
        said = before.say(ply.moves, None)
        return Step(ply, after, dict.fromkeys(VIEWERS, said), dict.fromkeys(VIEWERS, ply.moves))
    said_to = {viewer: before.say(ply.moves, viewer) for viewer in VIEWERS}
    return Step(ply, after, said_to, {viewer: _read_only(ply.disguised(viewer)) for viewer in VIEWERS})


def _read_only(moves: Mapping[Player, Move]) -> MappingProxyType[Player, Move]:
    return MappingProxyType(moves)


copyreg.pickle(MappingProxyType, lambda moves: (_read_only, (dict(moves),)))  # a seat may go to another process
