"""Small games of hidden things, in which all that may be can be counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from flagfall import core
from flagfall.core import Cell, Choices, Move, Moves, Outcome, Player, setting

P1, P2 = Player
HIDDEN = -1


class Plain(core.Position):
    """What a game must say about itself and these tests don't ask."""

    def board(self, width: int | None = None) -> str:
        return self.body()

    def words(self) -> str:
        return self.body()

    def prompt(self, player: Player) -> str:
        return f"{player}: "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return ()

    def cells(self) -> tuple[Cell, ...]:
        return (Cell((0, 0), "table"),)

    def problem(self) -> str | None:
        return None


@dataclass(frozen=True)
class Sweep(Plain):
    """Both bury a mine at once. Then they take cells in turns, and hear whether the other's mine is next to them; who
    takes it has lost."""

    id = "sweep"
    title = "Sweep"
    about = "A lasting secret that both choose at once."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        cells: int = setting(5, core.Whole(2, 999), "cells in a row")

    rules: Rules = Rules()
    turn: Player = P1
    mines: tuple[int, int] = (0, 0)
    taken: tuple[int, ...] = ()
    """Below 0 where it was heard that the mine is near."""
    lost: Player | None = None

    def choices(self) -> Choices:
        if self.outcome():
            return {}
        cells = range(1, self.rules.cells + 1)
        if not any(self.mines):
            return dict.fromkeys(Player, tuple(f"bury {cell}" for cell in cells))
        barred = {*map(abs, self.taken), self.mines[self.turn]}
        return {self.turn: tuple(f"take {cell}" for cell in cells if cell not in barred)}

    def after(self, moves: Moves) -> Self:
        if len(moves) > 1:
            return replace(self, mines=(cell_of(moves[P1]), cell_of(moves[P2])))
        cell, mine = cell_of(moves[self.turn]), self.mines[self.turn.other]
        taken = (*self.taken, -cell if abs(cell - mine) == 1 else cell)
        return replace(self, taken=taken, turn=self.turn.other, lost=self.turn if cell == mine else None)

    def outcome(self) -> Outcome | None:
        if self.lost:
            return Outcome(self.lost.other, "the other took a mine")
        return Outcome(None, "nothing is left to take") if len(self.taken) >= self.rules.cells - 1 else None

    def hides(self) -> bool:
        return True

    def view(self, player: Player | None) -> Self:
        one, two = (
            mine if owner is player or not mine else HIDDEN for owner, mine in zip(Player, self.mines, strict=True)
        )
        return replace(self, mines=(one, two))

    def is_partial(self) -> bool:
        return HIDDEN in self.mines

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return "bury ?" if move.startswith("bury") and viewer is not player else move

    def reveals(self, moves: Moves) -> bool:
        return len(moves) == 1

    def body(self) -> str:
        taken = "+".join(map(str, self.taken)) or "-"
        return f"{self.mines[0]}/{self.mines[1]} {taken} {self.lost.name if self.lost else '-'}"

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        mines, taken, lost = words
        one, two = map(int, mines.split("/"))
        cells = tuple(map(int, taken.split("+"))) if taken != "-" else ()
        return cls(rules, turn, (one, two), cells, None if lost == "-" else Player[lost])


def cell_of(move: Move) -> int:
    return int(move.split()[1])


@dataclass(frozen=True)
class Seek(Plain):
    """P1 hides a number, and may then say that it is big only if it is. P2 halves the range, or guesses.

    So what P1 does not say tells something, too: a silence is the likelier the less could have been said.
    """

    id = "seek"
    title = "Seek"
    about = "A secret that is narrowed down."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        numbers: int = setting(6, core.Whole(2, 999), "numbers to choose from")
        questions: int = setting(2, core.Whole(0, 9), "questions of P2")

    rules: Rules = Rules()
    turn: Player = P1
    number: int = 0
    low: int = 1
    high: int = core.OPENING
    asked: int = 0
    guess: int = 0

    def __post_init__(self) -> None:
        self.fill(high=self.rules.numbers)

    def choices(self) -> Choices:
        if self.outcome():
            return {}
        if not self.number:
            return {P1: tuple(f"hide {number}" for number in range(1, self.rules.numbers + 1))}
        if self.turn is P1:
            return {P1: ("silence", "big") if self.number in (HIDDEN, *self.big()) else ("silence",)}
        asks = range(self.low, self.high) if self.asked < self.rules.questions else ()
        guesses = range(self.low, self.high + 1)
        return {P2: (*(f"above {number}" for number in asks), *(f"guess {number}" for number in guesses))}

    def started_by(self, player: Player) -> Self:
        return self

    def big(self) -> range:
        return range(self.rules.numbers // 2 + 1, self.rules.numbers + 1)

    def after(self, moves: Moves) -> Self:
        verb, *number = moves[self.turn].split()
        if verb == "hide":
            return replace(self, number=int(number[0]))
        if verb == "big":
            return replace(self, low=max(self.low, self.big()[0]), turn=P2)
        if verb == "guess":
            return replace(self, guess=int(number[0]), turn=P1)
        if verb == "above":
            return self.narrowed(int(number[0]))
        return replace(self, turn=P2)

    def narrowed(self, number: int) -> Self:
        low, high = (number + 1, self.high) if self.number > number else (self.low, number)
        return replace(self, low=low, high=high, asked=self.asked + 1, turn=P1)

    def outcome(self) -> Outcome | None:
        if not self.guess:
            return None
        return Outcome(P2 if self.low <= self.guess <= self.high and self.guess == self.number else P1, "a guess")

    def hides(self) -> bool:
        return True

    def view(self, player: Player | None) -> Self:
        is_open = player is P1 or not self.number or self.guess
        return self if is_open else replace(self, number=HIDDEN)

    def is_partial(self) -> bool:
        return self.number == HIDDEN

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return "hide ?" if move.startswith("hide") and viewer is not player else move

    def reveals(self, moves: Moves) -> bool:
        return self.turn is P2

    def body(self) -> str:
        return f"{self.number} {self.low} {self.high} {self.asked} {self.guess}"

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        return cls(rules, turn, *map(int, words))
