"""Two in a Column: nothing is hidden, and a stone may be put down or moved on in the same turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from flagfall import core
from flagfall.core import Cell, Choices, Move, Moves, Outcome, Piece, Player, Square, setting

EMPTY = "."
STONES = 2


@dataclass(frozen=True)
class Column(core.Position):
    id = "column"
    title = "Two in a Column"
    about = "Put down a stone or move one on; the first with both stones in one column wins."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        width: int = setting(3, core.Whole(2, 9), "columns of two cells each")

    rules: Rules = Rules()
    turn: Player = Player.P1
    grid: str = core.OPENING
    """Two rows of cells, one after the other: 1 and 2 are stones."""

    def __post_init__(self) -> None:
        self.fill(grid=EMPTY * 2 * self.rules.width)

    def choices(self) -> Choices:
        return {} if self.outcome() else {self.turn: tuple(self.moves())}

    def moves(self) -> Iterator[Move]:
        """`3` puts a stone on cell 3; `3>2` moves one from there to cell 2."""
        free = [cell for cell, stone in enumerate(self.grid) if stone == EMPTY]
        if len(self.stones(self.turn)) < STONES:
            yield from (str(cell + 1) for cell in free)
        yield from (f"{cell + 1}>{to + 1}" for cell in self.stones(self.turn) for to in free if self.adjoin(cell, to))
        yield "REST"

    def adjoin(self, one: int, other: int) -> bool:
        (row, column), (to_row, to_column) = self.at(one), self.at(other)
        return abs(row - to_row) + abs(column - to_column) == 1

    def after(self, moves: Moves) -> Self:
        source, to = self.ends(moves[self.turn])
        grid = list(self.grid)
        if source is not None:
            grid[source] = EMPTY
        if to is not None:
            grid[to] = str(self.turn.value + 1)
        return replace(self, grid="".join(grid), turn=self.turn.other)

    def ends(self, move: Move) -> tuple[int | None, int | None]:
        if move == "REST":
            return None, None
        *source, to = (int(cell) - 1 for cell in move.split(">"))
        return source[0] if source else None, to

    def outcome(self) -> Outcome | None:
        for player in Player:
            if len({cell % self.rules.width for cell in self.stones(player)}) < len(self.stones(player)):
                return Outcome(player, "has two in a column")
        return None

    def stones(self, player: Player) -> list[int]:
        return [cell for cell, stone in enumerate(self.grid) if stone == str(player.value + 1)]

    def at(self, cell: int) -> Square:
        return divmod(cell, self.rules.width)

    # --- words ---

    def board(self, width: int | None = None) -> str:
        return f"{self.grid[: self.rules.width]}\n{self.grid[self.rules.width :]}"

    def words(self) -> str:
        places = (f"{player} is on {' and '.join(str(cell + 1) for cell in self.stones(player)) or 'no cell'}"
                  for player in Player)  # fmt: skip
        return f"{', '.join(places)}."

    def prompt(self, player: Player) -> str:
        return f"{player}, your move: "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        outcome = self.after(moves).outcome()
        return (f"{self.turn}: {self.meaning(self.turn, moves[self.turn])}.", *([f"{outcome}."] if outcome else []))

    def meaning(self, player: Player, move: Move) -> str:
        source, to = self.ends(move)
        if to is None:
            return "rest"
        return f"a stone on {to + 1}" if source is None else f"from {source + 1} to {to + 1}"

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell(self.at(cell), str(cell + 1), self.pieces(stone)) for cell, stone in enumerate(self.grid))

    def pieces(self, stone: str) -> tuple[Piece, ...]:
        return tuple(Piece(player, "XO"[player]) for player in Player if stone == str(player.value + 1))

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        source, to = (None if cell is None else self.at(cell) for cell in self.ends(move))
        return source, to

    def body(self) -> str:
        return self.board().replace("\n", "/")

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        (rows,) = words
        upper, lower = rows.split("/")
        if len(upper) != len(lower):
            raise ValueError(rows)
        return cls(rules=rules, turn=turn, grid=upper + lower)

    def problem(self) -> str | None:
        if len(self.grid) != 2 * self.rules.width or set(self.grid) - {EMPTY, "1", "2"}:
            return f"there are two rows of {self.rules.width} cells, each {EMPTY}, 1 or 2"
        if any(len(self.stones(player)) > STONES for player in Player):
            return f"nobody has more than {STONES} stones"
        return self.won_out_of_turn()
