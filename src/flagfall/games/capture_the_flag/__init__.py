"""Capture the Flag: two runners, one flag in the middle, one or two steps a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from flagfall import core
from flagfall.core import OPENING, Cell, Choices, Mark, Move, Moves, Outcome, Piece, Player, Square, setting


@dataclass(frozen=True)
class CaptureTheFlag(core.Position):
    id = "capture-the-flag"
    title = "Capture the Flag"
    about = "Race one or two steps at a time to the flag in the middle; the first to land on it wins."
    hour = "noon"

    @dataclass(frozen=True)
    class Rules(core.Rules):
        cells: int = setting(7, core.Whole(3, 99), "positions in the line")
        flag: int = setting(4, core.Whole(2, 98), "the position of the flag")
        step: int = setting(2, core.Whole(1, 9), "how many positions a token may move at most")

        def check(self) -> None:
            if not self.flag < self.cells:
                raise core.BadRules(f"flag must lie between the tokens, from 2 to {self.cells - 1}, not on {self.flag}")

    rules: Rules = Rules()
    turn: Player = Player.P1
    tokens: tuple[int, int] = OPENING

    def __post_init__(self) -> None:
        self.fill(tokens=(1, self.rules.cells))

    def choices(self) -> Choices:
        if self.outcome():
            return {}
        longest = min(self.rules.step, self.distance(self.turn))  # F1-R08: never past the flag
        return {self.turn: tuple(str(step) for step in range(1, longest + 1) if self.is_free(self.target(step)))}

    def after(self, moves: Moves) -> Self:
        target = self.target(int(moves[self.turn]))
        tokens = (target, self.tokens[1]) if self.turn is Player.P1 else (self.tokens[0], target)
        return replace(self, tokens=tokens, turn=self.turn.other)

    def outcome(self) -> Outcome | None:
        for player in Player:
            if self.tokens[player] == self.rules.flag:
                return Outcome(player, "captured the flag")
        return None

    def distance(self, player: Player) -> int:
        return abs(self.rules.flag - self.tokens[player])

    def target(self, step: int) -> int:
        return self.tokens[self.turn] + (step if self.turn is Player.P1 else -step)

    def is_free(self, cell: int) -> bool:
        """F1-R11. The flag stands between the tokens, so this never refuses anything (F1-A01)."""
        return cell == self.rules.flag or cell != self.tokens[self.turn.other]

    # --- the book's words ---

    def board(self, width: int | None = None) -> str:
        return core.columns([self.drawn(cell) for cell in range(1, self.rules.cells + 1)], width)

    def drawn(self, cell: int) -> tuple[str, str]:
        """A cell over its number, as in the book's Setup (F1-O01, F1-A05)."""
        content, number = f"[{self.content(cell)}]", f"({cell})"
        return content, number.rjust(len(content)) if cell == self.tokens[1] else number.center(len(content))

    def content(self, cell: int) -> str:
        for player in Player:
            if self.tokens[player] == cell:
                return player.name
        return "Flag" if cell == self.rules.flag else " "

    def header(self, width: int | None = None) -> str:
        return f"\n{self.board(width)}\n"

    def words(self) -> str:
        tokens = f"P1 is on position {self.tokens[0]}, P2 on position {self.tokens[1]}"
        if outcome := self.outcome():
            return f"{tokens}. {outcome}."
        return f"{tokens}, the flag on position {self.rules.flag}."

    def prompt(self, player: Player) -> str:
        steps = " or ".join(map(str, range(1, self.rules.step + 1)))
        return (
            f"{player} ({player.name}) - Current Position: {self.tokens[player]}\n"
            f"Choose your move ({steps} position{'s' * (self.rules.step > 1)} towards the flag): "
        )

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        after = self.after(moves)
        lines = [f"{self.turn.name} moves to position {after.tokens[self.turn]}."]
        if after.outcome():
            lines.append(f"Congratulations! {self.turn} has captured the flag and wins the game!")
        return tuple(lines)

    def meaning(self, player: Player, move: Move) -> str:
        target = self.target(int(move))
        return f"move to position {target}" + (" and capture the flag" if target == self.rules.flag else "")

    def why_not(self, player: Player, move: Move) -> str:
        away = self.distance(player)
        if move in map(str, range(away + 1, self.rules.step + 1)):
            return f"You can't move past the flag: it is {away} position{'s' * (away > 1)} away from you."
        return f"Enter {' or '.join(self.choices()[player])}: how many positions to move towards the flag."

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        numbers = range(1, self.rules.cells + 1)
        return tuple(Cell((0, n - 1), str(n), self.pieces(n), self.marks(n)) for n in numbers)

    def path(self, player: Player, move: Move) -> tuple[Square, Square]:
        return (0, self.tokens[player] - 1), (0, self.target(int(move)) - 1)

    def pieces(self, cell: int) -> tuple[Piece, ...]:
        return tuple(Piece(player, player.name) for player in Player if self.tokens[player] == cell)

    def marks(self, cell: int) -> tuple[Mark, ...]:
        return (Mark("flag", label="Flag"),) if cell == self.rules.flag and not self.outcome() else ()

    def body(self) -> str:
        return f"{self.tokens[0]}/{self.tokens[1]}"

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        (tokens,) = words
        p1, p2 = map(core.whole, tokens.split("/"))
        return cls(rules=rules, turn=turn, tokens=(p1, p2))

    def problem(self) -> str | None:
        p1, p2 = self.tokens
        if not 1 <= p1 <= self.rules.flag <= p2 <= self.rules.cells:
            return f"P1 stands from 1 to {self.rules.flag}, P2 from {self.rules.flag} to {self.rules.cells}"
        if p1 == p2:
            return "both tokens are on the flag, and the first to land there has won"
        return self.won_out_of_turn()
