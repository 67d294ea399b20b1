"""Shapes: one choice among moves of every shape that a drawing can offer; the other nods, and it is over.

Moves with and without a cell that they come from stand side by side, several end on the same cell or take the same
path, and some are secret. A page on which all of them can be chosen is a page for any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from flagfall import core
from flagfall.core import Cell, Choices, Move, Moves, Outcome, Piece, Player, Square

Path = tuple[int | None, int | None]

PATHS: dict[Move, Path] = {
    "1>3": (1, 3),
    "1>3+": (1, 3),
    "2>3": (2, 3),
    "2>4": (2, 4),
    "2>1": (2, 1),
    "1>1": (1, 1),
    "1>": (1, None),
    "=1": (None, 1),
    "=3": (None, 3),
    "=4": (None, 4),
    "=5": (None, 5),
    "=6": (None, 6),
    "=6'": (None, 6),
    "rest": (None, None),
    "DIG 3": (None, 3),
    "DIG 6": (None, 6),
    "HIDE 2": (None, 2),
    "HIDE 6": (None, 6),
    "HIDE 1>6": (1, 6),
    "WISH sun": (None, None),
    "WISH rain": (None, None),
}
NOTHING, NODDED, SECRET = "-", "!", ("HIDE?", "WISH?")
NOD = "nod"


@dataclass(frozen=True)
class Shapes(core.Position):
    id = "shapes"
    title = "Shapes"
    about = "Choose among moves of every shape."

    @dataclass(frozen=True)
    class Rules(core.Rules):
        pass

    rules: Rules = Rules()
    turn: Player = Player.P1
    chosen: str = NOTHING
    """The first move of its kind, as its place in the list: moves have blanks, and a text of a position has words."""
    over: bool = False

    def choices(self) -> Choices:
        if self.over:
            return {}
        return {self.turn: tuple(PATHS) if self.chosen == NOTHING else (NOD,)}

    def after(self, moves: Moves) -> Self:
        move = moves[self.turn]
        if move == NOD:
            return replace(self, turn=self.turn.other, over=True)
        return replace(self, turn=self.turn.other, chosen=str(list(PATHS).index(move)))

    def outcome(self) -> Outcome | None:
        return Outcome(self.turn, "the other has nodded") if self.over else None

    # --- secrets ---

    def hides(self) -> bool:
        return True

    def kept(self) -> str:
        """What others see of what was chosen."""
        if not self.chosen.isdigit():
            return self.chosen
        seen = self.disguise(self.chooser, list(PATHS)[int(self.chosen)], None)
        return seen.replace(" ", "") if seen.endswith("?") else self.chosen

    @property
    def chooser(self) -> Player:
        return self.turn if self.over or self.chosen == NOTHING else self.turn.other

    def view(self, player: Player | None) -> Self:
        return self if self.over or player is self.chooser else replace(self, chosen=self.kept())

    def is_partial(self) -> bool:
        return self.chosen in SECRET

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        verb = move.split()[0]
        return f"{verb} ?" if verb in ("HIDE", "WISH") and viewer is not player else move

    def reveals(self, moves: Moves) -> bool:
        return NOD in moves.values() and self.kept() != self.chosen

    def shown(self, player: Player, typed: str) -> str:
        return typed.split()[0] if typed.upper().startswith(("HIDE", "WISH")) else typed

    # --- words ---

    def board(self, width: int | None = None) -> str:
        return f"Chosen: {self.chosen}"

    def words(self) -> str:
        return f"Chosen: {self.chosen}."

    def prompt(self, player: Player) -> str:
        return f"{player}, your move: "

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return (f"{self.turn} plays {self.disguise(self.turn, moves[self.turn], to)}.",)

    def meaning(self, player: Player, move: Move) -> str:
        return f"play {move}"

    # --- drawing and text ---

    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell((0, cell - 1), str(cell), self.pieces(cell)) for cell in range(1, 7))

    def pieces(self, cell: int) -> tuple[Piece, ...]:
        return (Piece(Player.P1, "o"),) if cell in (1, 2) else ()

    def path(self, player: Player, move: Move) -> tuple[Square | None, Square | None]:
        source, to = (None if cell is None else (0, cell - 1) for cell in PATHS.get(move, (None, None)))
        return source, to

    def body(self) -> str:
        return self.chosen + (f" {NODDED}" if self.over else "")

    @classmethod
    def from_body(cls, rules: Rules, turn: Player, words: Sequence[str]) -> Self:
        chosen, *over = words
        if over not in ([], [NODDED]):
            raise ValueError(words)
        return cls(rules=rules, turn=turn, chosen=chosen, over=bool(over))

    def problem(self) -> str | None:
        if self.chosen not in (NOTHING, *SECRET, *map(str, range(len(PATHS)))):
            return f"a move is a number below {len(PATHS)}"
        return "nobody nods at nothing" if self.over and self.chosen == NOTHING else None
