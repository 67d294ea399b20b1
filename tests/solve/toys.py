"""Games made of nothing but a drawing of what leads where, for a solver that must not know any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from flagfall import core
from flagfall.core import Cell, Choices, Moves, Outcome, Player

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


def toy(start: Matrix, **others: Matrix) -> Toy:
    return Toy(graph={"start": start, **others})


def at(position: Toy, name: str) -> Toy:
    """The same game elsewhere."""
    return Toy(position.rules, position.turn, name, position.graph)
