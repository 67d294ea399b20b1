"""Games to be played: legal, random, long, and the same for every server."""

from __future__ import annotations

import random
from itertools import count, islice

from flagfall.core import Player
from flagfall.games.grid_runner import GridRunner

GAME = GridRunner.id
PLIES = 200
KINDS = 97
"""So many different games; more would only make the driver's own memory grow."""
_ASIDE = 0.97

Script = tuple[str, ...]
"""The moves of P1 and P2 in turn."""


def scripts() -> list[Script]:
    found = (_script(random.Random(seed)) for seed in count())
    return list(islice(filter(None, found), KINDS))


def _script(chance: random.Random) -> Script | None:
    """A game of two hesitant players, none of whom wins within it; None if one of them had to."""
    position = GridRunner()
    moves: list[str] = []
    while len(moves) < PLIES:
        going_on = [move for move in position.choices()[position.turn] if not _after(position, move).outcome()]
        if not going_on:
            return None
        aside = [move for move in going_on if _row(move) == position.tokens[position.turn][0][0]]
        moves.append(chance.choice(aside if aside and chance.random() < _ASIDE else going_on))
        position = _after(position, moves[-1])
    return tuple(moves)


def _after(position: GridRunner, move: str) -> GridRunner:
    return position.after({position.turn: move})


def _row(move: str) -> int:
    return int(move.split(",")[0])


def final(script: Script, plies: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """Where the two tokens stand after so many plies, as every server must have it."""
    position = GridRunner()
    for move in script[:plies]:
        position = _after(position, move)
    return position.tokens[Player.P1][0], position.tokens[Player.P2][0]
