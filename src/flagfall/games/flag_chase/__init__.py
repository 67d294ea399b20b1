"""Flag Chase: one piece each on a line, secret numbers where they meet, and a flag to take at the far end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from flagfall import core
from flagfall.core import OPENING, Cell, Choices, Mark, Move, Moves, Outcome, Piece, Player, Square, setting

FORWARD, BACKWARD = "forward", "backward"
MENU = {FORWARD: "1", BACKWARD: "2"}
PREFIX = "Grid: "


@cache
def numbers(highest: int) -> tuple[Move, ...]:
    """Everything that may be chosen in a battle, in every battle anew (F0-R15, F0-R22)."""
    return tuple(map(str, range(1, highest + 1)))


def battle_winner(moves: Moves) -> Player | None:
    p1, p2 = int(moves[Player.P1]), int(moves[Player.P2])
    if p1 == p2:
        return None
    return Player.P1 if p1 > p2 else Player.P2


@dataclass(frozen=True)
class FlagChase(core.Position):
    id = "flag-chase"
    title = "Flag Chase"
    about = "Step along a line towards the other's flag; where the pieces meet, the higher secret number wins."
    hour = "dawn"

    @dataclass(frozen=True)
    class Rules(core.Rules):
        cells: int = setting(5, core.Whole(2, 99), "cells in the line")
        numbers: int = setting(5, core.Whole(2, 99), "the highest number that may be chosen in a battle")

    rules: Rules = Rules()
    turn: Player = Player.P1
    pieces: tuple[int, int] = OPENING
    winner: Player | None = None
    """Whoever has captured the flag. The cells don't tell: one who wins on the base shares the cell (F0-A06)."""

    def __post_init__(self) -> None:
        self.fill(pieces=self.bases())

    def choices(self) -> Choices:
        if self.winner is not None:
            return {}
        if self.is_battle():
            every = numbers(self.rules.numbers)
            return {Player.P1: every, Player.P2: every}
        return {self.turn: (FORWARD, BACKWARD)}

    def after(self, moves: Moves) -> Self:
        return self.fought(moves) if self.is_battle() else self.moved(moves[self.turn])

    def outcome(self) -> Outcome | None:
        return None if self.winner is None else Outcome(self.winner, f"captured {self.winner.other}'s flag")

    def is_battle(self) -> bool:
        return self.pieces[0] == self.pieces[1] and self.winner is None

    def moved(self, move: Move) -> Self:
        mover, rival = self.turn, self.turn.other
        cell = self.target(mover, move)
        captured = cell == self.base(rival) != self.pieces[rival]  # F0-R25; a guarded base is a battle first, F0-R26
        return replace(self, pieces=self.with_piece(mover, cell), turn=rival, winner=mover if captured else None)

    def fought(self, moves: Moves) -> Self:
        """Numbers decide who stays; the turn was passed on by the move that led here (F0-R23)."""
        winner = battle_winner(moves)
        if winner is None:
            return replace(self, pieces=self.bases())
        home = self.base(winner.other)
        captured = self.pieces[winner] == home  # F0-R27
        return replace(self, pieces=self.with_piece(winner.other, home), winner=winner if captured else None)

    def bases(self) -> tuple[int, int]:
        return 1, self.rules.cells

    def base(self, player: Player) -> int:
        return self.bases()[player]

    def target(self, player: Player, move: Move) -> int:
        """The cell that `move` leads to; at the end of the line the piece stays where it is (F0-R11)."""
        step = 1 if (player is Player.P1) is (move == FORWARD) else -1
        return min(max(self.pieces[player] + step, 1), self.rules.cells)

    def with_piece(self, player: Player, cell: int) -> tuple[int, int]:
        return (cell, self.pieces[1]) if player is Player.P1 else (self.pieces[0], cell)

    # --- the book's words ---

    def board(self, width: int | None = None) -> str:
        drawn = [(f"[{self.content(cell)}]",) for cell in range(1, self.rules.cells + 1)]
        line = core.columns(drawn, None if width is None else width - len(PREFIX), gap=" ")
        return PREFIX + line.replace("\n", "\n" + " " * len(PREFIX))

    def content(self, cell: int) -> str:
        return ",".join(piece.label for piece in self.pieces_on(cell)) or " "

    def header(self, width: int | None = None) -> str:
        if self.is_battle():
            return f"{self.board(width)}\nBattle Initiated at Cell {self.pieces[0]}!"
        return self.board(width)

    def notes(self) -> tuple[str, ...]:
        return (f"Battle on cell {self.pieces[0]}: both choose a number in secret.",) if self.is_battle() else ()

    def words(self) -> str:
        p1, p2 = self.pieces
        places = f"P1 is on cell {p1}, P2 on cell {p2}; their bases are cells 1 and {self.rules.cells}."
        if self.is_battle():
            return f"{places} They battle on cell {p1}."
        return f"{places} {self.outcome()}." if self.outcome() else places

    def prompt(self, player: Player) -> str:
        if self.is_battle():
            return f"{player}, choose a number between 1 and {self.rules.numbers}: "
        return f"{player}, choose action:\n1. Move Forward\n2. Move Backward\nEnter choice (1-2): "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        fight = self.fight_lines(moves) if self.is_battle() else ()
        return fight + self.after(moves).ending()

    def own_words(self, player: Player, move: str) -> str:
        cell = self.target(player, move)
        if cell == self.pieces[player]:
            return f"{player} stays on cell {cell}."
        return f"{player} moves to cell {cell}" + (" and battles." if cell == self.pieces[player.other] else ".")

    def fight_lines(self, moves: Moves) -> tuple[str, ...]:
        reveal = tuple(f"{player} chose {moves[player]}." for player in Player)
        winner = battle_winner(moves)
        if winner is None:
            return (*reveal, "It's a tie! Both players are sent back to their bases.")  # our words, F0-A10
        return (*reveal, f"{winner} wins the battle!", f"{winner.other} is sent back to their base.")

    def ending(self) -> tuple[str, ...]:
        """The last grid and who won (F0-A13); before the end nothing, because the next header shows the grid."""
        if self.winner is None:
            return ()
        return self.board(), f"{self.winner} has captured {self.winner.other}'s flag!", f"{self.winner} Wins!"

    def written(self, move: Move) -> str:
        return MENU.get(move, move)

    def meaning(self, player: Player, move: Move) -> str:
        if self.is_battle():
            return f"choose {move}"
        cell = self.target(player, move)
        if cell == self.pieces[player]:
            return f"stay on cell {cell}"
        return f"move to cell {cell}" + (" and battle" if cell == self.pieces[player.other] else "")

    def why_not(self, player: Player, move: Move) -> str:
        if self.is_battle():
            return f"Choose a whole number from 1 to {self.rules.numbers}."
        return "Enter 1 to move forward or 2 to move backward."

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        line = range(1, self.rules.cells + 1)
        return tuple(Cell((0, n - 1), str(n), self.pieces_on(n), self.marks(n)) for n in line)

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        if self.is_battle():
            return None, None
        return (0, self.pieces[player] - 1), (0, self.target(player, move) - 1)

    def pieces_on(self, cell: int) -> tuple[Piece, ...]:
        return tuple(Piece(player, player.name) for player in Player if self.pieces[player] == cell)

    def marks(self, cell: int) -> tuple[Mark, ...]:
        for player in Player:
            if cell == self.base(player):
                base, flag = Mark("base", player), Mark("flag", player)
                return (base,) if self.winner is player.other else (base, flag)
        return ()

    def body(self) -> str:
        return f"{self.pieces[0]}/{self.pieces[1]}" + (" won" if self.winner else "")

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        pieces, *ending = words
        if ending not in ([], ["won"]):
            raise ValueError(ending)
        p1, p2 = map(core.whole, pieces.split("/"))
        return cls(rules=rules, turn=turn, pieces=(p1, p2), winner=turn.other if ending else None)

    def problem(self) -> str | None:
        if not all(1 <= cell <= self.rules.cells for cell in self.pieces):
            return f"the cells are 1 to {self.rules.cells}"
        raiders = [player for player in Player if self.pieces[player] == self.base(player.other)]
        if self.winner is not None:
            won = raiders == [self.winner]
            return self.won_out_of_turn() if won else "a game is won by the one piece on the other's base"
        if raiders and not self.is_battle():
            return f"{raiders[0]} is on the other's empty base, so the game is won"
        if raiders == [self.turn]:
            return f"{self.turn} attacks the base, so {self.turn.other} is next"
        return None
