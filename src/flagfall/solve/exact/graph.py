"""Any Position, object by object, into arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from flagfall.core import Player, Position
from flagfall.solve.errors import TooBig
from flagfall.solve.store.memory import in_words
from flagfall.solve.table import Progress

from .estimate import at_least

Numbers = NDArray[np.int64]
REPORT_EVERY = 256
MANY = 100_000
"""So many positions are found in no time; with more it is worth to estimate how many there will be."""
BYTES_A_POSITION = 1000
"""What a position costs while it is explored and solved: the object, its place in the dictionary, its successors."""


@dataclass(frozen=True)
class Graph:
    """Every position that can arise from the first, and what follows each.

    What follows a position is a matrix: a row for each choice of P1, a column for each choice of P2, and one row or one
    column where the other player has nothing to choose. It is stored row by row. An end has no rows.
    """

    number: dict[Position, int]
    first: Numbers
    """Where the successors of each position begin; one more at the end."""
    successors: Numbers
    columns: Numbers
    result: NDArray[np.int8]
    """Who has won where the game is over: 1 for P1, -1 for P2."""

    @property
    def size(self) -> int:
        return len(self.number)

    @property
    def ends(self) -> NDArray[np.bool_]:
        return np.equal(np.diff(self.first), 0)

    def matrix(self, position: int) -> Numbers:
        """What follows the position with this number, in rows and columns."""
        below, above = self.first[position], self.first[position + 1]
        return self.successors[below:above].reshape(-1, self.columns[position])

    def __iter__(self) -> Iterator[Position]:
        return iter(self.number)


def explore(start: Position, progress: Progress | None, memory: int) -> Graph:
    """Everything that can arise from `start`, in the order in which it is found, or TooBig."""
    watch = Watch(start, progress, memory)
    number, found = {start: 0}, [start]
    first, successors, columns, result = array("q", [0]), array("q"), array("q"), array("b")
    for position in found:  # which grows meanwhile
        matrix, width = following(position)
        for after in matrix:
            at = number.setdefault(after, len(number))
            if at == len(found):
                found.append(after)
            successors.append(at)
        first.append(len(successors))
        columns.append(width)
        result.append(0 if matrix else score(position))
        if len(columns) % REPORT_EVERY == 0:
            watch.look(len(columns), len(found))
    return Graph(number, np.array(first), np.array(successors), np.array(columns), np.array(result))


def following(position: Position) -> tuple[list[Position], int]:
    """What may follow, P1's choices as rows and P2's as columns, and how many columns there are."""
    choices = position.choices()
    if len(choices) == 1:
        ((player, moves),) = choices.items()
        return [position.after({player: move}) for move in moves], 1 if player is Player.P1 else len(moves)
    if not choices:
        return [], 1
    pairs = product(choices[Player.P1], choices[Player.P2])
    return [position.after({Player.P1: p1, Player.P2: p2}) for p1, p2 in pairs], len(choices[Player.P2])


def score(position: Position) -> int:
    """What the end of a game is worth to P1."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner is Player.P1 else -1


class Watch:
    """Tells how far the exploring is, and stops it when the memory won't do: as soon as that can be foreseen."""

    def __init__(self, start: Position, progress: Progress | None, memory: int) -> None:
        self.start, self.progress, self.room = start, progress, memory // BYTES_A_POSITION
        self.looked_ahead = False

    def look(self, done: int, found: int) -> None:
        if self.progress:
            self.progress("exploring", done, None)
        expected = found
        if found > MANY and not self.looked_ahead:
            self.looked_ahead, expected = True, max(found, at_least(self.start))
        if expected > self.room:
            raise TooBig(
                f"this game has at least {expected:,} positions, which take {in_words(expected * BYTES_A_POSITION)} of "
                f"memory, and there is room for {in_words(self.room * BYTES_A_POSITION)}"
            )
