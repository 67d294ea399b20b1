"""A game with a lasting secret that both choose at once: each buries a mine, and nobody knows the other's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from flagfall import core
from flagfall.core import Cell, Choices, Mark, Move, Moves, Outcome, Piece, Player, Square, setting

NONE, HIDDEN = "-", "?"


@dataclass(frozen=True)
class Mines(core.Position):
    id = "mines"
    title = "Mines"
    about = "Both bury a mine at once, and then walk past each other's."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        cells: int = setting(5, core.Whole(3, 99), "cells in the line")

    rules: Rules = Rules()
    turn: Player = Player.P1
    pieces: tuple[int, int] = (0, 0)
    mines: tuple[str, str] = (NONE, NONE)

    def choices(self) -> Choices:
        if self.outcome():
            return {}
        if self.mines == (NONE, NONE):
            spots = tuple(f"BURY {cell}" for cell in range(1, self.rules.cells + 1))
            return dict.fromkeys(Player, spots)
        return {self.turn: ("step", "leap")}

    def after(self, moves: Moves) -> Self:
        if len(moves) > 1:
            return replace(self, mines=tuple(moves[player].split()[1] for player in Player))
        return replace(self, turn=self.turn.other, pieces=self.moved(moves[self.turn]))

    def moved(self, move: Move) -> tuple[int, int]:
        cell = self.pieces[self.turn] + (1 if move == "step" else 2)
        if str(cell) == self.mines[self.turn.other]:
            cell = 0
        return (cell, self.pieces[1]) if self.turn is Player.P1 else (self.pieces[0], cell)

    def outcome(self) -> Outcome | None:
        for player in Player:
            if self.pieces[player] > self.rules.cells:
                return Outcome(player, "came through")
        return None

    def hides(self) -> bool:
        return True

    def view(self, player: Player | None) -> Self:
        p1, p2 = (
            mine if mine == NONE or owner is player else HIDDEN for owner, mine in zip(Player, self.mines, strict=True)
        )
        return replace(self, mines=(p1, p2))

    def is_partial(self) -> bool:
        return HIDDEN in self.mines

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return "BURY ?" if move.startswith("BURY") and viewer is not player else move

    def reveals(self, moves: Moves) -> bool:
        return len(moves) == 1 and self.moved(moves[self.turn])[self.turn] == 0

    def board(self, width: int | None = None) -> str:
        return f"{self.pieces} {self.mines}"

    def words(self) -> str:
        return self.board()

    def prompt(self, player: Player) -> str:
        return f"{player}: "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return ("Both have buried a mine.",) if len(moves) > 1 else (f"{self.turn} goes on.",)

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        return (None, (0, int(move.split()[1]))) if move.startswith("BURY") else (None, None)

    def cells(self) -> tuple[Cell, ...]:
        return tuple(
            Cell(
                (0, cell),
                str(cell),
                tuple(Piece(player, player.name) for player in Player if self.pieces[player] == cell),
                tuple(Mark("mine", player) for player in Player if self.mines[player] == str(cell)),
            )
            for cell in range(self.rules.cells + 3)
        )

    def body(self) -> str:
        return f"{self.pieces[0]}/{self.pieces[1]} {'/'.join(self.mines)}"

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        pieces, mines = words
        p1, p2 = map(core.whole, pieces.split("/"))
        one, two = mines.split("/")
        return cls(rules=rules, turn=turn, pieces=(p1, p2), mines=(one, two))

    def problem(self) -> str | None:
        return None
