"""Games made of nothing but a drawing of what leads where, for a solver that must not know any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from flagfall import core
from flagfall.core import OPENING, Cell, Choices, Moves, Outcome, Player, setting

P1, P2 = Player.P1, Player.P2
Matrix = Sequence[Sequence[str]]
WINS, DRAWN, LOSES = "wins", "drawn", "loses"
"""The ends, as P1 sees them."""
WINNERS = {WINS: P1, DRAWN: None, LOSES: P2}


@dataclass(frozen=True)
class Toy(core.Position):
    """A position is a name. It leads to a matrix of names: P1 chooses the row, P2 the column."""

    id = "toy"
    title = "Toy"
    about = "A game for tests."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        pass

    rules: Rules = Rules()
    turn: Player = P1
    name: str = "start"
    graph: Mapping[str, Matrix] = field(default_factory=dict, compare=False)

    def matrix(self) -> Matrix:
        return () if self.name in WINNERS else self.graph[self.name]

    def choices(self) -> Choices:
        if not self.matrix():
            return {}
        rows, columns = (tuple(map(str, range(size))) for size in (len(self.matrix()), len(self.matrix()[0])))
        if len(rows) > 1 < len(columns):
            return {P1: rows, P2: columns}
        return {P2: columns} if len(columns) > 1 else {P1: rows}

    def after(self, moves: Moves) -> Self:
        name = self.matrix()[int(moves.get(P1, "0"))][int(moves.get(P2, "0"))]
        return type(self)(self.rules, self.turn, name, self.graph)

    def outcome(self) -> Outcome | None:
        return Outcome(WINNERS[self.name], "an end of the drawing") if self.name in WINNERS else None

    def body(self) -> str:
        return self.name

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        raise NotImplementedError

    def problem(self) -> str | None:
        return None

    def board(self, width: int | None = None) -> str:
        return self.name

    def words(self) -> str:
        return self.name

    def prompt(self, player: Player) -> str:
        return "> "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return ()

    def cells(self) -> tuple[Cell, ...]:
        return ()


@dataclass(frozen=True)
class Hot(core.Position):
    """A game that the mover loses, that can be drawn, and that need not end: nobody wants the last coal."""

    id = "hot"
    title = "Hot"
    about = "Take one or two coals, or wait; the last one burns. With four left you may put the fire out."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        coals: int = setting(6, core.Whole(1, 9), "coals in the fire")
        waiting: bool = setting(True, core.YesNo(), "whether a player may wait")

    rules: Rules = Rules()
    turn: Player = P1
    left: int = OPENING
    is_out: bool = False

    def __post_init__(self) -> None:
        self.fill(left=self.rules.coals)

    def choices(self) -> Choices:
        if self.is_out or not self.left:
            return {}
        takes = ("1", "2") if self.left > 1 else ("1",)
        return {self.turn: (*takes, *(["wait"] if self.rules.waiting else []), *(["out"] if self.left == 4 else []))}

    def after(self, moves: Moves) -> Self:
        move = moves[self.turn]
        taken = 0 if move in ("wait", "out") else int(move)
        return replace(self, turn=self.turn.other, left=self.left - taken, is_out=move == "out")

    def outcome(self) -> Outcome | None:
        if self.is_out:
            return Outcome(None, "the fire is out")
        return None if self.left else Outcome(self.turn, f"{self.turn.other} took the last coal")

    def body(self) -> str:
        return f"{self.left}{'!' if self.is_out else ''}"

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        (left,) = words
        return cls(rules=rules, turn=turn, left=core.whole(left.rstrip("!")), is_out=left.endswith("!"))

    def problem(self) -> str | None:
        return None

    def board(self, width: int | None = None) -> str:
        return f"Coals: {self.left}"

    def words(self) -> str:
        return f"Coals: {self.left}."

    def prompt(self, player: Player) -> str:
        return "> "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return ()

    def cells(self) -> tuple[Cell, ...]:
        return ()


def toy(start: Matrix, **others: Matrix) -> Toy:
    return Toy(graph={"start": start, **others})


def at(position: Toy, name: str) -> Toy:
    """The same game elsewhere."""
    return Toy(position.rules, position.turn, name, position.graph)
