"""What positions say of themselves, asked once: they are values, and most games go through the same ones.

All matches share what is found here, so all of it is read-only.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from flagfall.core import Choices, Move, Outcome, Player, Position
from flagfall.core.kept import Kept

Viewer = Player | None
VIEWERS: tuple[Viewer, ...] = (*Player, None)
_MOST = 16 << 20  # bytes of positions, and as many of steps
_POSITION, _CHOICE = 1000, 60  # bytes, about


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

    @property
    def reveals(self) -> bool:
        """Whether a secret is out afterwards."""
        return self.before.reveals(self.moves)

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

    @cached_property
    def final(self) -> bool:
        """Whether it can't be taken back: a secret is out afterwards, or the choices were sealed."""
        return self.ply.reveals or len(self.ply.moves) > 1

    @cached_property
    def told(self) -> Mapping[Viewer, tuple[str, ...]]:
        """What is said to seats that read it in a log."""
        before, moves = self.ply.before, self.ply.moves
        if not before.hides():
            return dict.fromkeys(VIEWERS, before.told(moves, None))
        return {viewer: before.told(moves, viewer) for viewer in VIEWERS}


_positions: Kept[Position, Known] = Kept(_MOST)
_steps: Kept[tuple[Position, tuple[tuple[Player, Move], ...]], Step] = Kept(_MOST)


def known(position: Position) -> Known:
    return _positions.get(position) or _find_out(position)


def _find_out(position: Position) -> Known:
    choices = position.choices()
    size = 2 * _POSITION + _CHOICE * sum(map(len, choices.values()))
    if not position.hides():
        views: Mapping[Viewer, Position] = dict.fromkeys(VIEWERS, position)
    else:
        views = {viewer: position.view(viewer) for viewer in VIEWERS}
        choices = {player: views[player].choices()[player] for player in choices}
        size += len(VIEWERS) * _POSITION
    return _positions.put(position, Known(position, position.outcome(), tuple(choices), views, choices), size)


def step(before: Position, moves: tuple[tuple[Player, Move], ...]) -> Step:
    """What follows from these moves, which are known to be legal."""
    return _steps.get((before, moves)) or _steps.put((before, moves), _taken(before, dict(moves)), 3 * _POSITION)


def _taken(before: Position, moves: dict[Player, Move]) -> Step:
    ply = Ply(before, _read_only(moves))
    after = known(before.after(ply.moves))
    if not before.hides():
        said = before.say(ply.moves, None)
        return Step(ply, after, dict.fromkeys(VIEWERS, said), dict.fromkeys(VIEWERS, ply.moves))
    said_to = {viewer: before.say(ply.moves, viewer) for viewer in VIEWERS}
    return Step(ply, after, said_to, {viewer: _read_only(ply.disguised(viewer)) for viewer in VIEWERS})


def _read_only(moves: Mapping[Player, Move]) -> MappingProxyType[Player, Move]:
    return MappingProxyType(moves)


copyreg.pickle(MappingProxyType, lambda moves: (_read_only, (dict(moves),)))  # a seat may go to another process
