"""Games played at random, without a match: for whoever has to see much of a game, and need not see all of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat
from random import Random

from flagfall.core import Position


def playout(start: Position, random: Random, plies: int) -> Iterator[Position]:
    """The positions of one game, the first and the last included; it is broken off after so many plies."""
    position = start
    yield position
    for _ in range(plies):
        choices = position.choices()
        if not choices:
            return
        position = position.after({player: random.choice(moves) for player, moves in choices.items()})
        yield position


def playouts(start: Position, random: Random, plies: int) -> Iterator[Position]:
    """The positions of one such game after the other, without end."""
    return chain.from_iterable(playout(start, random, plies) for _ in repeat(None))
