"""The Table of a game that has a Form: two bytes a position, and everything else computed from its number."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Self

import numpy as np

from flagfall.core import Player, Position
from flagfall.solve.errors import Disproved, NeedsNumba, NotSolved
from flagfall.solve.proof import prove, prove_some
from flagfall.solve.table import Arrays, Counts, Progress, Proof, Rigour, Table, Worth

from . import large, small
from .compiled import Run, as_written, compiled, is_installed, is_loaded
from .form import NOWHERE, OPEN, Cells, Form, Longs, Marks

SMALL = 150_000
"""So many positions are left to numpy alone, unless numba is there already."""
ALONE = 1_000_000
"""So many where numba is not installed: they take some ten seconds."""
BYTES_AT_PEAK, BYTES_WHEN_SMALL = 10, 500
"""A position's cell and its place in the queue; a position with all its successors in numpy's arrays."""
FEW = 100_000
"""So many positions are each proved from the rules that people play by; of more, a sample, unless all are asked for."""


class BulkTable(Table):
    """Every position that is possible under the rules, whether or not it can arise from the start."""

    whole = True

    def __init__(self, start: Position, form: Form, cells: Cells) -> None:
        self.start, self.form, self.cells = start, form, cells
        self.places = 2 * len(cells)
        self.marks: Marks | None = None

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
        """NeedsNumba where even to begin it would have to be installed."""
        numbers = cls.numbers(start.rules)
        if not (is_for_numpy(numbers) or is_installed()):
            raise NeedsNumba(
                f"these rules have about {numbers:,} positions, and to solve more than {ALONE:,} Flagfall needs numba; "
                "in Flagfall's folder, install it with: pip install '.[bulk]'"
            )
        return numbers * (BYTES_WHEN_SMALL if is_for_numpy(numbers) else BYTES_AT_PEAK)

    @classmethod
    def solve(cls, start: Position, progress: Progress | None, memory: int) -> Self:
        """How much memory it takes is known: `estimate` says it."""
        large.report(progress, "preparing", 0, None)
        form = cls.ready_form(start)
        return cls(start, form, small.solved(form) if is_for_numpy(form.size) else large.solved(form, progress))

    @classmethod
    def ready_form(cls, start: Position) -> Form:
        return cls.make_form(start.rules, as_written if is_for_numpy(cls.numbers(start.rules)) else compiled)

    @classmethod
    def load(cls, start: Position, arrays: Arrays) -> Self:
        cells = arrays["cells"]
        if cells.dtype != np.uint16 or cells.shape != (cls.numbers(start.rules),):
            raise ValueError("the cells are not those of this game")
        return cls(start, cls.ready_form(start), cells)

    def save(self) -> Arrays:
        return {"cells": self.cells}

    def verify(self, start: Position, rigour: Rigour, progress: Progress | None = None) -> Proof:
        """Every cell against the cells of its successors by the Form, and all or some by the rules that people play by.

        The Form is the solver's own, so that alone it proves nothing of the rules.
        """
        is_small = is_for_numpy(len(self.cells))
        wrong = small.disproved(self.form, self.cells) if is_small else large.disproved(self.form, self.cells, progress)
        if wrong >= 0:
            which = next(self.at(wrong), f"number {wrong}")
            raise Disproved(f"the value of {which} doesn't follow from those of its successors")
        if rigour.every or self.size <= FEW:
            return prove(self, start, rigour.within, progress)
        return prove_some(self, start, secrets.randbits(32) if rigour.seed is None else rigour.seed, progress)

    def prove_absent(self, place: int) -> None:
        number, turn = divmod(place, 2)
        own, enemy = self.pair(number)
        if Player(turn) in self.turns(own):
            position = self.position(own, enemy, Player(turn))
            if not position.problem():
                raise Disproved(f"{position} is possible, and missing")

    # --- what can arise ---

    def arising(self, progress: Progress | None = None) -> Marks:
        """Which positions can arise from the start: by number, 1 is P1's turn, 2 is P2's, and 3 is both."""
        if self.marks is None:
            own, enemy, turn = *self.armies(self.start), self.start.turn.value
            if is_for_numpy(len(self.cells)):
                self.marks = small.reached(self.form, own, enemy, turn)
            else:
                self.marks = large.reached(self.form, own, enemy, turn, progress)
        return self.marks

    def count_reachable(self, progress: Progress | None = None) -> int:
        """How many of the positions can arise from the start."""
        marks = self.arising(progress)
        return sum(int(np.count_nonzero(marks & mark)) for mark in (1, 2))

    # --- answers ---

    def place_of(self, position: Position) -> int:
        if problem := position.problem():
            raise NotSolved(f"{position.text()!r} is impossible: {problem}")
        own, enemy = self.armies(position)
        number = int(self.form.first[own]) + enemy
        if self.cells[number] == NOWHERE:
            raise NotSolved(f"{position.text()!r} is impossible: who has won must have moved last")
        return 2 * number + position.turn.value

    def worth_at(self, place: int) -> Worth:
        number, turn = divmod(place, 2)
        cell = int(self.cells[number])
        if cell == OPEN:
            return Worth(0.0, None)
        return Worth(1.0 if cell % 2 != turn else -1.0, cell)

    def at_place(self, place: int) -> Position | None:
        number, turn = divmod(place, 2)
        return next((position for position in self.at(number) if position.turn.value == turn), None)

    def at(self, number: int) -> Iterator[Position]:
        """The positions that have this number: one for each player's turn, or one, or none."""
        if self.cells[number] != NOWHERE:
            own, enemy = self.pair(number)
            for turn in self.turns(own):
                yield self.position(own, enemy, turn)

    def pair(self, number: int) -> tuple[int, int]:
        """The army to move and the other."""
        own = int(np.searchsorted(self.first_numbers, number, side="right")) - 1
        return own, number - int(self.form.first[own])

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
        reachable = self.count_reachable() if len(self.cells) <= SMALL or self.marks is not None else None
        if self.form.sides == 1:
            both = Tally(self.cells)
            return counted(both, both, reachable)
        half = len(self.cells) // 2
        return counted(Tally(self.cells[:half]), Tally(self.cells[half:]), reachable)

    def counts_arising(self, *, ended: bool, progress: Progress | None = None) -> Counts:
        marks, counts = self.arising(progress), (self.cells != 0) | ended
        p1_to_move, p2_to_move = (Tally(self.cells[counts & (marks & mark > 0)]) for mark in (1, 2))
        return counted(p1_to_move, p2_to_move, self.count_reachable())


class Tally:
    """How many cells say what, from the side of the player to move."""

    def __init__(self, cells: Cells) -> None:
        chunks = range(0, len(cells), large.STRIDE)
        parts = (np.bincount(cells[at : at + large.STRIDE], minlength=NOWHERE + 1) for at in chunks)
        by_cell = sum(parts, start=np.zeros(NOWHERE + 1, np.int64))
        known = by_cell[:OPEN]
        self.endless = int(by_cell[OPEN])
        self.won, self.lost, self.ends = int(known[1::2].sum()), int(known[::2].sum()), int(known[0])
        self.longest = int(np.flatnonzero(known)[-1]) if known.any() else 0
        self.positions = self.won + self.lost + self.endless


def counted(p1_to_move: Tally, p2_to_move: Tally, reachable: int | None) -> Counts:
    return Counts(
        positions=p1_to_move.positions + p2_to_move.positions,
        p1_wins=p1_to_move.won + p2_to_move.lost,
        p2_wins=p1_to_move.lost + p2_to_move.won,
        draws=0,
        endless=p1_to_move.endless + p2_to_move.endless,
        mixed=0,
        ends=p1_to_move.ends + p2_to_move.ends,
        longest=max(p1_to_move.longest, p2_to_move.longest),
        reachable=reachable,
    )


def is_for_numpy(numbers: int) -> bool:
    return not is_loaded() and numbers <= (SMALL if is_installed() else ALONE)
