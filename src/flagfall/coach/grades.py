"""What a move was worth beside the best one, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from flagfall.core import Move, Player, Position
from flagfall.solve import Solution, Worth

SURE = 1e-9
"""Differences below this come from the arithmetic of battles and are none."""


class Grade(Enum):
    """How good a move was, with a mark that needs no colour."""

    BEST = "best", "*"
    SLOWER = "wins, but later than it could", "+"
    SOONER = "loses sooner than it must", "-"
    WEAKER = "gives something away", "?"
    LOSES_BALANCE = "turns a balanced game into a loss", "??"
    THROWS_WIN = "throws a win away", "??"
    LOSES_WIN = "turns a win into a loss", "???"

    def __init__(self, words: str, mark: str) -> None:
        self.words = words
        self.mark = mark

    @property
    def keeps_value(self) -> bool:
        return self in (Grade.BEST, Grade.SLOWER, Grade.SOONER)


@dataclass(frozen=True)
class Graded:
    """One decision: what was chosen, what would have been best, and what the difference cost."""

    player: Player
    move: Move
    grade: Grade
    best: Mapping[Move, float]
    """The best choice: how likely each move is in it. A sure choice is one move, or several that are equally good."""
    worth: Worth
    """What the chosen move is worth to P1."""
    worth_of_best: Worth
    regret: float
    """How much less than the best the move is worth, from 0 to 2."""
    only: bool
    """Whether there was nothing to choose."""


def side(player: Player) -> int:
    """What a win of this player is worth to P1."""
    return 1 if player is Player.P1 else -1


def grade(solution: Solution, position: Position, player: Player, move: Move) -> Graded:
    """Grade a move that `player` may choose in this position."""
    worths, best = solution.moves(position)[player], solution.strategy(position)[player]
    top = max(worths.values(), key=lambda worth: worth.value * side(player))
    ideal = worths[next(iter(best))]
    regret = max(0.0, (top.value - worths[move].value) * side(player))
    found = Grade.BEST if move in best else _grade(top.value * side(player), worths[move].value * side(player), regret)
    return Graded(player, move, found, best, worths[move], ideal, regret if regret > SURE else 0.0, len(worths) == 1)


def _grade(best: float, mine: float, regret: float) -> Grade:
    """The grade of a move that is not among the best, by both values in the player's own eyes."""
    if regret <= SURE:
        return Grade.SLOWER if best > SURE else Grade.SOONER if best < -SURE else Grade.BEST
    if best > 1 - SURE:
        return Grade.LOSES_WIN if mine < SURE - 1 else Grade.THROWS_WIN
    if mine < SURE - 1 and abs(best) <= SURE:
        return Grade.LOSES_BALANCE
    return Grade.WEAKER


def in_words(worth: Worth) -> str:
    """What a value and its distance mean."""
    winner = Player.P1 if worth.value > 0 else Player.P2
    if abs(worth.value) <= SURE:
        return "balanced: nobody can force a win"
    if worth.distance is not None and abs(worth.value) > 1 - SURE:
        return "the game is over" if worth.distance == 0 else f"{winner} wins in {plies(worth.distance)}"
    return f"{winner} is better off by {abs(worth.value):.3f}"


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
