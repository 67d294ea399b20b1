"""The Table of a game that has a Form: two bytes a position, and everything else computed from its number."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Self

import numpy as np

from flagfall.core import Player, Position
from flagfall.solve.errors import Disproved, NotSolved
from flagfall.solve.prove import prove_one
from flagfall.solve.table import Arrays, Counts, Progress, Proof, Table, Worth

from . import large, small
from .compiled import Run, as_written, compiled, is_loaded
from .form import NOWHERE, OPEN, Cells, Form, Longs

SMALL = 150_000
"""So many positions are left to numpy alone, unless numba is there already."""
BYTES_AT_PEAK, BYTES_WHEN_SMALL = 10, 500
"""A position's cell and its place in the queue; a position with all its successors in numpy's arrays."""
SAMPLE = 1000
"""So many positions are held against the game's own rules in every proof."""


class BulkTable(Table):
    """Every position that is possible under the rules, whether or not it can arise from the start."""

    whole = True

    def __init__(self, start: Position, form: Form, cells: Cells) -> None:
        self.start, self.form, self.cells = start, form, cells
        self.reachable: int | None = None

    # --- what a game says of itself ---

    @staticmethod
    @abstractmethod
    def numbers(rules: Any) -> int:
        """How many numbers positions have, computed without making them."""

    @staticmethod
    @abstractmethod
    def make_form(rules: Any, run: Run[Any]) -> Form: ...

    @abstractmethod
    def armies(self, position: Any) -> tuple[int, int]:
        """The numbers of the army to move and of the other."""

    @abstractmethod
    def position(self, own: int, enemy: int, turn: Player) -> Position:
        """The position with these armies, `own` being that of `turn`."""

    # --- the work ---

    @classmethod
    def estimate(cls, start: Position) -> int:
        numbers = cls.numbers(start.rules)
        return numbers * (BYTES_WHEN_SMALL if is_for_numpy(numbers) else BYTES_AT_PEAK)

    @classmethod
    def solve(cls, start: Position, progress: Progress | None, memory: int) -> Self:
        """How much memory it takes is known: `estimate` says it."""
        large.report(progress, "preparing", 0, None)
        form = cls.ready_form(start)
        return cls(start, form, small.solved(form) if is_for_numpy(form.size) else large.solved(form, progress))

    @classmethod
    def ready_form(cls, start: Position) -> Form:
        is_small = not is_loaded() and is_for_numpy(cls.numbers(start.rules))
        return cls.make_form(start.rules, as_written if is_small else compiled)

    @classmethod
    def load(cls, start: Position, arrays: Arrays) -> Self:
        cells = arrays["cells"]
        if cells.dtype != np.uint16 or cells.shape != (cls.numbers(start.rules),):
            raise ValueError("the cells are not those of this game")
        return cls(start, cls.ready_form(start), cells)

    def save(self) -> Arrays:
        return {"cells": self.cells}

    def verify(self, progress: Progress | None = None) -> Proof:
        """Every cell against the cells of its successors by the Form, and a sample by the rules that people play by."""
        is_small = is_for_numpy(len(self.cells))
        wrong = small.disproved(self.form, self.cells) if is_small else large.disproved(self.form, self.cells, progress)
        if wrong >= 0:
            which = next(self.at(wrong), f"number {wrong}")
            raise Disproved(f"the value of {which} doesn't follow from those of its successors")
        for number in np.unique(np.random.default_rng(0).integers(len(self.cells), size=SAMPLE)):
            for position in self.at(int(number)):
                prove_one(self, position)
        return Proof(self.size, 0.0)

    def count_reachable(self, progress: Progress | None = None) -> int:
        """How many of the positions can arise from the start."""
        if self.reachable is None:
            own, enemy = self.armies(self.start)
            if is_for_numpy(len(self.cells)):
                self.reachable = small.reached(self.form, own, enemy)
            else:
                self.reachable = large.reached(self.form, own, enemy, self.start.turn.value, progress)
        return self.reachable

    # --- answers ---

    def look_up(self, position: Position) -> Worth:
        if problem := position.problem():
            raise NotSolved(f"{position.text()!r} is impossible: {problem}")
        own, enemy = self.armies(position)
        cell = int(self.cells[self.form.first[own] + enemy])
        if cell == NOWHERE:
            raise NotSolved(f"{position.text()!r} is impossible: who has won must have moved last")
        if cell == OPEN:
            return Worth(0.0, None)
        winner = position.turn if cell % 2 else position.turn.other
        return Worth(1.0 if winner is Player.P1 else -1.0, cell)

    def positions(self) -> Iterator[Position]:
        for number in range(len(self.cells)):
            yield from self.at(number)

    def at(self, number: int) -> Iterator[Position]:
        """The positions that have this number: one for each player's turn, or one, or none."""
        if self.cells[number] != NOWHERE:
            own = int(np.searchsorted(self.first_numbers, number, side="right")) - 1
            enemy = number - int(self.form.first[own])
            for turn in self.turns(own):
                yield self.position(own, enemy, turn)

    @cached_property
    def first_numbers(self) -> Longs:
        numbers: Longs = self.form.first + self.form.low
        return numbers

    def turns(self, own: int) -> tuple[Player, ...]:
        """Whose army this is: either player's, where the board looks the same to both."""
        if self.form.sides == 1:
            return tuple(Player)
        return (Player.P1 if 2 * own < len(self.form.kind) else Player.P2,)

    @cached_property
    def size(self) -> int:  # type: ignore[override]
        return self.counts().positions

    def counts(self) -> Counts:
        if self.form.sides == 1:
            p1_to_move = p2_to_move = Tally(self.cells)
        else:
            half = len(self.cells) // 2
            p1_to_move, p2_to_move = Tally(self.cells[:half]), Tally(self.cells[half:])
        reachable = self.count_reachable() if len(self.cells) <= SMALL else self.reachable
        return Counts(
            positions=p1_to_move.positions + p2_to_move.positions,
            p1_wins=p1_to_move.won + p2_to_move.lost,
            p2_wins=p1_to_move.lost + p2_to_move.won,
            endless=p1_to_move.endless + p2_to_move.endless,
            mixed=0,
            ends=p1_to_move.ends + p2_to_move.ends,
            longest=max(p1_to_move.longest, p2_to_move.longest),
            reachable=reachable,
        )


class Tally:
    """How many cells say what, from the side of the player to move."""

    def __init__(self, cells: Cells) -> None:
        chunks = range(0, len(cells), large.STRIDE)
        by_cell = sum(np.bincount(cells[at : at + large.STRIDE], minlength=NOWHERE + 1) for at in chunks)
        known = np.asarray(by_cell)[:OPEN]
        self.endless = int(np.asarray(by_cell)[OPEN])
        self.won, self.lost, self.ends = int(known[1::2].sum()), int(known[::2].sum()), int(known[0])
        self.longest = int(np.flatnonzero(known)[-1])
        self.positions = self.won + self.lost + self.endless


def is_for_numpy(numbers: int) -> bool:
    return numbers <= SMALL and not is_loaded()
