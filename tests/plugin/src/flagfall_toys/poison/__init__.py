"""Poison: whoever takes the last stone loses. Neither a page nor a playthrough lies beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from flagfall import core
from flagfall.core import OPENING, Cell, Choices, Move, Moves, Outcome, Player, setting


@dataclass(frozen=True)
class Poison(core.Position):
    id = "poison"
    title = "Poison"
    about = "Take stones, never as many as the other just took; the last stone is poisoned."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        stones: int = setting(7, core.Whole(1, 20), "stones in the heap")
        most: int = setting(3, core.Whole(2, 5), "how many stones may be taken at once")

    rules: Rules = Rules()
    turn: Player = Player.P1
    left: int = OPENING
    taken: int = 0
    """How many the other has just taken."""

    def __post_init__(self) -> None:
        self.fill(left=self.rules.stones)

    def choices(self) -> Choices:
        takes = [take for take in range(1, min(self.left, self.rules.most) + 1) if take != self.taken]
        return {self.turn: tuple(map(str, takes))} if takes else {}

    def after(self, moves: Moves) -> Self:
        take = int(moves[self.turn])
        return replace(self, left=self.left - take, taken=take, turn=self.turn.other)

    def outcome(self) -> Outcome | None:
        if self.choices():
            return None
        if self.left:
            return Outcome(None, f"{self.turn} can take nothing")
        return Outcome(self.turn, f"{self.turn.other} took the last stone")

    def board(self, width: int | None = None) -> str:
        return f"Heap: {self.left}"

    def words(self) -> str:
        return f"Stones in the heap: {self.left}."

    def prompt(self, player: Player) -> str:
        return f"{player}, how many stones do you take? "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        outcome = self.after(moves).outcome()
        return (f"{self.turn} takes {moves[self.turn]}.", *([f"{outcome}."] if outcome else []))

    def meaning(self, player: Player, move: Move) -> str:
        return f"take {move}"

    def cells(self) -> tuple[Cell, ...]:
        return (Cell((0, 0), str(self.left)),)

    def body(self) -> str:
        return f"{self.left}/{self.taken}"

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        (heap,) = words
        left, taken = map(core.whole, heap.split("/"))
        return cls(rules=rules, turn=turn, left=left, taken=taken)

    def problem(self) -> str | None:
        if self.taken > self.rules.most or self.left + self.taken > self.rules.stones:
            return f"there are {self.rules.stones} stones, and {self.rules.most} are taken at most"
        if not self.taken and self.left < self.rules.stones:
            return "stones have been taken, but nobody took any"
        return None
