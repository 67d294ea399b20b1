"""Mines: both bury a mine under the other's stairs at once, and it stays a secret until somebody steps on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from flagfall import core
from flagfall.core import Cell, Choices, Mark, Move, Moves, Outcome, Piece, Player, Square, setting

NOWHERE, HIDDEN = "-", "?"
SIDES = "LR"


@dataclass(frozen=True)
class Mines(core.Position):
    id = "mines"
    title = "Mines"
    about = "Bury a mine under the other's stairs, and climb your own without stepping on theirs."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        stairs: int = setting(2, core.Whole(1, 5), "stairs to climb, of two stones each")

    rules: Rules = Rules()
    turn: Player = Player.P1
    mines: tuple[str, str] = (NOWHERE, NOWHERE)
    """The stone under which each has buried a mine: of the other's stairs."""
    climbed: tuple[str, str] = ("", "")
    """The sides on which each has stepped."""

    def choices(self) -> Choices:
        if self.mines[0] == NOWHERE:
            stones = tuple(f"BURY {stair}{side}" for stair in range(1, self.rules.stairs + 1) for side in SIDES)
            return {Player.P1: stones, Player.P2: stones}
        return {} if self.outcome() else {self.turn: tuple(f"STEP {side}" for side in SIDES)}

    def after(self, moves: Moves) -> Self:
        if self.mines[0] == NOWHERE:
            return replace(self, mines=tuple(moves[player].split()[1] for player in Player))
        climbed = list(self.climbed)
        climbed[self.turn] += moves[self.turn].split()[1]
        return replace(self, climbed=tuple(climbed), turn=self.turn.other)

    def outcome(self) -> Outcome | None:
        for player in Player:
            if self.has_stepped_on(player, self.mines[player.other]):
                return Outcome(player.other, f"{player} stepped on a mine")
            if len(self.climbed[player]) == self.rules.stairs:
                return Outcome(player, "climbed the stairs")
        return None

    def has_stepped_on(self, player: Player, stone: str) -> bool:
        return stone not in (NOWHERE, HIDDEN) and self.climbed[player][int(stone[0]) - 1 :][:1] == stone[1]

    # --- secrets ---

    def hides(self) -> bool:
        return True

    def view(self, player: Player | None) -> Self:
        """Until the end: then everybody has seen where the mines were."""
        if self.outcome() or self.mines[0] == NOWHERE:
            return self
        return replace(self, mines=tuple(self.mines[each] if each is player else HIDDEN for each in Player))

    def is_partial(self) -> bool:
        return HIDDEN in self.mines

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return "BURY ?" if move.startswith("BURY") and viewer is not player else move

    def reveals(self, moves: Moves) -> bool:
        return self.mines[0] != NOWHERE and self.after(moves).outcome() is not None

    # --- words ---

    def board(self, width: int | None = None) -> str:
        return "\n".join(f"{player.name}: {self.climbed[player] or 'below'}" for player in Player)

    def words(self) -> str:
        return " ".join(f"{player} has climbed {len(self.climbed[player])}." for player in Player)

    def prompt(self, player: Player) -> str:
        return f"{player}, {'where is your mine' if self.mines[0] == NOWHERE else 'where do you step'}? "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        if self.mines[0] == NOWHERE:
            own = (f"Your mine is under {moves[to].split()[1]}.",) if to else ()
            return ("Both mines are buried.", *own)
        outcome = self.after(moves).outcome()
        return (f"{self.turn} steps {moves[self.turn].split()[1]}.", *([f"{outcome}."] if outcome else []))

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        """The stairs of Player 1 on the left, those of Player 2 on the right, and the top above."""
        stairs = range(self.rules.stairs, 0, -1)
        return tuple(self.cell(stair, player, side) for stair in stairs for player in Player for side in SIDES)

    def cell(self, stair: int, player: Player, side: str) -> Cell:
        stone = f"{stair}{side}"
        marks = (Mark("mine", player.other),) if self.mines[player.other] == stone else ()
        pieces = (Piece(player, player.name),) if self.climbed[player][stair - 1 :] == side else ()
        return Cell(self.place(player, stone), stone, pieces, marks)

    def place(self, player: Player, stone: str) -> Square:
        return self.rules.stairs - int(stone[0]), 2 * player.value + SIDES.index(stone[1])

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        verb, stone = move.split()
        if verb == "BURY":
            return None, self.place(player.other, stone)
        stair = len(self.climbed[player])
        source = self.place(player, f"{stair}{self.climbed[player][-1]}") if stair else None
        return source, self.place(player, f"{stair + 1}{stone}")

    def body(self) -> str:
        return " ".join(("/".join(self.mines), "/".join(steps or NOWHERE for steps in self.climbed)))

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        mines, steps = (tuple(word.split("/")) for word in words)
        (_, _), (_, _) = mines, steps
        return cls(rules=rules, turn=turn, mines=mines, climbed=tuple(each.strip(NOWHERE) for each in steps))

    def problem(self) -> str | None:
        stones = {f"{stair}{side}" for stair in range(1, self.rules.stairs + 1) for side in SIDES}
        if not {*self.mines} <= stones | {HIDDEN} and self.mines != (NOWHERE, NOWHERE):
            return "a mine lies under a stone, such as 1L"
        if any(set(steps) - set(SIDES) or len(steps) > self.rules.stairs for steps in self.climbed):
            return f"{self.rules.stairs} stairs are climbed at most, each L or R"
        ahead = len(self.climbed[0]) - len(self.climbed[1])
        if ahead not in ((0, 1) if self.turn is Player.P2 else (0, -1)):
            return "they climb by turns"
        return "nobody climbs before the mines are buried" if self.mines[0] == NOWHERE and any(self.climbed) else None
