"""A game as a graph of its states: any Position, object by object, into arrays.

What follows a position is a matrix, a row for each choice of P1 and a column for each choice of P2 (one row or one
column for who has nothing to choose). A *line* is one choice of one player at one position, P1's a row and P2's a
column. So a player's whole policy is one array: how likely each line is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import inf

import numpy as np
from numpy.typing import NDArray

from flagfall.core import Move, Player, Position
from flagfall.solve.arrays import Flags, Floats, Numbers, totals
from flagfall.solve.errors import TooBig
from flagfall.solve.store.memory import in_words
from flagfall.solve.table import Progress

from .estimate import at_least

REPORT_EVERY = 256
MANY = 100_000
"""So many positions are found in no time; with more it is worth to estimate how many there will be."""
BYTES_A_POSITION = 1000
"""What a position costs while it is explored and solved: the object, its place in the dictionary, its successors."""


@dataclass(frozen=True)
class Lines:
    """All choices of one player, one position after the other; a position that nothing follows has none."""

    begin: Numbers
    """The first line of every live position."""
    owner: Numbers
    """Which of the live positions each line belongs to."""
    of_step: Numbers
    """Which line each step belongs to."""

    @classmethod
    def of(cls, counts: Numbers, owner: Numbers, place: Numbers) -> Lines:
        """So many lines each live position has; each step belongs to that one of the lines of its owner."""
        begin = np.cumsum(counts) - counts
        return cls(begin, np.repeat(np.arange(len(counts)), counts), begin[owner] + place)

    def totals(self, lines: Floats) -> Floats:
        """For every live position the sum of its lines."""
        return np.add.reduceat(lines, self.begin)

    def best(self, lines: Floats) -> Floats:
        """For every live position the highest of its lines."""
        return np.maximum.reduceat(lines, self.begin)

    def gathered(self, steps: Floats) -> Floats:
        """For every line the sum of its steps."""
        return totals(self.of_step, steps, len(self.owner))

    def shares(self, weights: Floats) -> Floats:
        """Likelihoods in proportion to these weights."""
        return weights / self.totals(weights)[self.owner]

    def softmax(self, scores: Floats) -> Floats:
        """Likelihoods in proportion to the exponentials of these scores."""
        return self.shares(np.exp(scores - self.best(scores)[self.owner]))


@dataclass(frozen=True, eq=False)
class StateGraph:
    """Positions by number, the first being the one it was made for, and the steps between them.

    Where only the nearest were asked for, nothing follows those that are furthest away.
    """

    number: dict[Position, int]
    first: Numbers
    """Where the steps from each position begin; one more at the end."""
    target: Numbers
    """Where each step leads. Those from one position are its matrix, row by row."""
    columns: Numbers
    result: NDArray[np.int8]
    """Who has won where the game is over: 1 for P1, -1 for P2; 0 elsewhere."""
    is_whole: bool
    """Whether all that can arise is there."""

    @property
    def size(self) -> int:
        return len(self.number)

    @cached_property
    def positions(self) -> list[Position]:
        return list(self.number)

    @cached_property
    def ends(self) -> Flags:
        """Which positions nothing follows."""
        return np.equal(np.diff(self.first), 0)

    @cached_property
    def live(self) -> Numbers:
        """The positions that something follows."""
        return np.flatnonzero(~self.ends)

    @cached_property
    def source(self) -> Numbers:
        """Where each step comes from."""
        return np.repeat(np.arange(self.size), np.diff(self.first))

    @cached_property
    def lines(self) -> dict[Player, Lines]:
        steps, columns = np.diff(self.first)[self.live], self.columns[self.live]
        owner = np.repeat(np.arange(len(self.live)), steps)
        row, column = np.divmod(np.arange(len(owner)) - self.first[self.live][owner], columns[owner])
        return {Player.P1: Lines.of(steps // columns, owner, row), Player.P2: Lines.of(columns, owner, column)}

    def matrix(self, position: int) -> Numbers:
        """What follows the position with this number, in rows and columns."""
        below, above = self.first[position], self.first[position + 1]
        return self.target[below:above].reshape(-1, self.columns[position])

    # --- policies ---

    def evenly(self, player: Player) -> Floats:
        """Every choice as likely as the others."""
        lines = self.lines[player]
        return lines.shares(np.ones(len(lines.owner)))

    def read(self, player: Player, policy: Floats, position: Position) -> dict[Move, float]:
        """What a policy says at one position; what it never chooses is left out."""
        likely = self.at(player, policy, position).tolist()
        return {move: each for move, each in zip(position.choices()[player], likely, strict=True) if each}

    def at(self, player: Player, lines: Floats, position: Position) -> Floats:
        """The part of an array of lines that belongs to one position: a number for each choice."""
        begin = self.lines[player].begin[np.searchsorted(self.live, self.number[position])]
        return lines[begin : begin + len(position.choices()[player])]

    def filled(self, player: Player, policy: Callable[[Position], Mapping[Move, float]]) -> Floats:
        """A policy that is known position by position, as an array."""
        likely = self.evenly(player)
        for begin, number in zip(self.lines[player].begin.tolist(), self.live.tolist(), strict=True):
            moves = self.positions[number].choices().get(player, ())
            mix = policy(self.positions[number]) if moves else {}
            likely[begin : begin + len(moves)] = [mix.get(move, 0.0) for move in moves]
        return likely


def explore(start: Position, progress: Progress | None, memory: int) -> StateGraph:
    """Everything that can arise from `start`, or TooBig."""
    return _explored(start, inf, Watch(start, progress, memory).look)


def nearest(start: Position, most: int) -> StateGraph:
    """All that can arise from `start`; if that is more than `most` positions, only the nearest."""
    return _explored(start, most, lambda done, found: None)


def _explored(start: Position, most: float, look: Callable[[int, int], None]) -> StateGraph:
    """The positions in the order in which they are found; once there are more than `most`, nothing more is followed."""
    number, found = {start: 0}, [start]
    first, target, columns, result = array("q", [0]), array("q"), array("q"), array("b")
    for position in found:  # which grows meanwhile
        matrix, width = following(position) if len(found) <= most else ([], 1)
        for after in matrix:
            at = number.setdefault(after, len(number))
            if at == len(found):
                found.append(after)
            target.append(at)
        first.append(len(target))
        columns.append(width)
        result.append(0 if matrix else score(position))
        if len(columns) % REPORT_EVERY == 0:
            look(len(columns), len(found))
    is_whole = len(found) <= most
    return StateGraph(number, np.array(first), np.array(target), np.array(columns), np.array(result), is_whole)


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
