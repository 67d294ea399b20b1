"""A game as numbers, for whatever has to know every position at once: strategies, odds, levels.

What follows a position is a matrix, a row for each choice of P1 and a column for each choice of P2 (one row or one
column for who has nothing to choose). A *line* is one choice of one player at one position, P1's a row and P2's a
column. So a player's whole strategy is one array: how likely each line is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from flagfall.core import Move, Player, Position
from flagfall.solve.exact.graph import following, score

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


def counted(numbers: Numbers, weights: Floats, size: int) -> Floats:
    """The sum of the weights of each number below `size`."""
    return np.bincount(numbers, weights, minlength=size).astype(float, copy=False)


@dataclass(frozen=True)
class Lines:
    """All choices of one player, one position after the other; a position where the game is over has none."""

    begin: Numbers
    """The first line of every live position."""
    owner: Numbers
    """Which of the live positions each line belongs to."""
    of_step: Numbers
    """Which line each step belongs to."""

    def totals(self, lines: Floats) -> Floats:
        """For every live position the sum of its lines."""
        return np.add.reduceat(lines, self.begin)

    def best(self, lines: Floats) -> Floats:
        """For every live position the highest of its lines."""
        return np.maximum.reduceat(lines, self.begin)

    def gathered(self, steps: Floats) -> Floats:
        """For every line the sum of its steps."""
        return counted(self.of_step, steps, len(self.owner))

    def shares(self, weights: Floats) -> Floats:
        """Likelihoods in proportion to these weights."""
        return weights / self.totals(weights)[self.owner]

    def softmax(self, scores: Floats) -> Floats:
        """Likelihoods in proportion to the exponentials of these scores."""
        return self.shares(np.exp(scores - self.best(scores)[self.owner]))


@dataclass(frozen=True, eq=False)
class Chart:
    """Positions by number, the first being the one it was made for, and the steps between them.

    Where a game is too big to be charted as a whole, nothing follows the positions that are furthest away.
    """

    number: dict[Position, int]
    first: Numbers
    """Where the steps from each position begin; one more at the end."""
    target: Numbers
    """Where each step leads."""
    columns: Numbers
    is_whole: bool

    @property
    def size(self) -> int:
        return len(self.number)

    @cached_property
    def positions(self) -> list[Position]:
        return list(self.number)

    @cached_property
    def live(self) -> Numbers:
        """The positions that something follows."""
        return np.flatnonzero(np.diff(self.first))

    @cached_property
    def source(self) -> Numbers:
        """Where each step comes from."""
        return np.repeat(np.arange(self.size), np.diff(self.first))

    @cached_property
    def lines(self) -> dict[Player, Lines]:
        steps, columns = np.diff(self.first)[self.live], self.columns[self.live]
        owner = np.repeat(np.arange(len(self.live)), steps)
        row, column = np.divmod(np.arange(len(owner)) - self.first[self.live][owner], columns[owner])
        return {Player.P1: _lines(steps // columns, owner, row), Player.P2: _lines(columns, owner, column)}

    @cached_property
    def result(self) -> Numbers:
        """Who has won where the game is over: 1 for P1, -1 for P2; 0 elsewhere."""
        result = np.zeros(self.size, dtype=np.int64)
        for number in np.flatnonzero(np.diff(self.first) == 0).tolist():
            result[number] = score(self.positions[number])
        return result

    def evenly(self, player: Player) -> Floats:
        """Every choice as likely as the others."""
        lines = self.lines[player]
        return lines.shares(np.ones(len(lines.owner)))

    def read(self, player: Player, strategy: Floats, position: Position) -> dict[Move, float]:
        """What a strategy says at one position; what it never chooses is left out."""
        likely = self.at(player, strategy, position).tolist()
        return {move: each for move, each in zip(position.choices()[player], likely, strict=True) if each}

    def at(self, player: Player, lines: Floats, position: Position) -> Floats:
        """The part of an array of lines that belongs to one position: a number for each choice."""
        begin = self.lines[player].begin[np.searchsorted(self.live, self.number[position])]
        return lines[begin : begin + len(position.choices()[player])]

    def filled(self, player: Player, strategy: Callable[[Position], Mapping[Move, float]]) -> Floats:
        """A strategy that is known position by position, as an array."""
        likely = self.evenly(player)
        for begin, number in zip(self.lines[player].begin.tolist(), self.live.tolist(), strict=True):
            moves = self.positions[number].choices().get(player, ())
            mix = strategy(self.positions[number]) if moves else {}
            likely[begin : begin + len(moves)] = [mix.get(move, 0.0) for move in moves]
        return likely


def _lines(counts: Numbers, owner: Numbers, place: Numbers) -> Lines:
    begin = np.cumsum(counts) - counts
    return Lines(begin, np.repeat(np.arange(len(counts)), counts), begin[owner] + place)


def explored(start: Position, most: int) -> Chart:
    """All that can arise from `start`; if that is more than `most` positions, only the nearest."""
    number, found, is_whole = {start: 0}, [start], True
    first, target, columns = array("q", [0]), array("q"), array("q")
    for position in found:  # which grows meanwhile
        matrix, width = following(position) if len(found) <= most else ([], 1)
        is_whole = is_whole and len(found) <= most
        for after in matrix:
            at = number.setdefault(after, len(number))
            if at == len(found):
                found.append(after)
            target.append(at)
        first.append(len(target))
        columns.append(width)
    return Chart(number, np.array(first), np.array(target), np.array(columns), is_whole)
