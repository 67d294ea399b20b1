"""What a move was worth beside the best one, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.core import Move, Player, Position
from flagfall.solve import Worth
from flagfall.solve.exact.optimal import SIDES

from .judging import SURE, Judged, Judgement


class Grade(Enum):
    """How good a move was, with a mark that needs no colour."""

    BEST = "best", "*"
    EASIER = "gives nothing away, but sets fewer problems", "="
    DOMINATED = "gives nothing away to best play, but is never better than the best choice", "?!"
    SLOWER = "wins, but later than it could", "+"
    SOONER = "loses sooner than it must", "-"
    WEAKER = "gives something away", "?"
    RISKY = "can be punished", "??"
    LOSES_BALANCE = "turns a balanced game into a loss", "??"
    THROWS_WIN = "throws a win away", "??"
    LOSES_WIN = "turns a win into a loss", "???"

    def __init__(self, words: str, mark: str) -> None:
        self.words = words
        self.mark = mark

    @property
    def key(self) -> str:
        """Its name in data."""
        return self.name.lower().replace("_", "-")

    @property
    def keeps_value(self) -> bool:
        return self in (Grade.BEST, Grade.EASIER, Grade.DOMINATED, Grade.SLOWER, Grade.SOONER)


@dataclass(frozen=True)
class Graded:
    """One decision: what was chosen, what would have been best, and what the difference cost."""

    player: Player
    judged: Judged
    grade: Grade
    best: Mapping[Move, float]
    """The best choice: how likely each move is in it. A sure choice is one move, or several that are equally good."""
    ideal: Judged
    """The best move, or of several one."""
    regret: float
    """How much less than the best the move is worth when the other answers best, from 0 to 2."""
    only: bool
    """Whether there was nothing to choose."""
    is_exact: bool
    """Whether promises are exact."""

    @property
    def move(self) -> Move:
        return self.judged.move

    @property
    def is_best(self) -> bool:
        return self.move in self.best

    @property
    def words(self) -> str:
        """The grade, with the choices that make it so."""
        if self.grade is Grade.RISKY:
            return f"can be punished by {either(self.judged.punished_by)}"
        if self.grade is Grade.EASIER and not self.is_exact:
            return "gives nothing away, but seems to set fewer problems"
        if self.grade is Grade.LOSES_BALANCE and self.ideal.worth.is_draw:
            return "turns a draw into a loss"
        if self.grade is Grade.DOMINATED:
            return (
                f"gives nothing away to best play, but {self.judged.dominated_by} is never worse and sometimes better"
            )
        return self.grade.words


def grade(knowledge: Knowledge, position: Position, player: Player, move: Move) -> Graded:
    """Grade a move that `player` may choose in this position."""
    return graded(Judgement(knowledge, position, player), move)


def graded(judgement: Judgement, move: Move) -> Graded:
    judged, ideal, side = judgement[move], judgement.first, SIDES[judgement.player]
    regret = max(0.0, (ideal.worth.value - judged.worth.value) * side)
    regret = regret if regret > SURE else 0.0
    found = _grade(judgement, judged, regret)
    only = len(judgement.moves) == 1
    return Graded(judgement.player, judged, found, judgement.best, ideal, regret, only, judgement.is_exact)


def _grade(judgement: Judgement, judged: Judged, regret: float) -> Grade:
    if judged.likely:
        return Grade.BEST
    side = SIDES[judgement.player]
    best, mine = judgement.first.worth.value * side, judged.worth.value * side
    if regret:
        return Grade.RISKY if judged.punished_by else _mistake(best, mine)
    if not judgement.is_as_good(judged) and abs(best) > SURE:
        return Grade.SLOWER if best > 0 else Grade.SOONER
    return Grade.DOMINATED if judged.dominated_by else Grade.EASIER


def _mistake(best: float, mine: float) -> Grade:
    """The grade of a move that gives something away, by both values in the player's own eyes."""
    if best > 1 - SURE:
        return Grade.LOSES_WIN if mine < SURE - 1 else Grade.THROWS_WIN
    if mine < SURE - 1 and abs(best) <= SURE:
        return Grade.LOSES_BALANCE
    return Grade.WEAKER


# --- in words ---


def in_words(worth: Worth) -> str:
    """What a value and its distance mean."""
    winner = Player.P1 if worth.value > 0 else Player.P2
    if worth.distance == 0:
        return "the game is over"
    if worth.is_draw:
        return f"drawn: nobody can force a win, and a draw is {plies(worth.distance or 0)} away"
    if abs(worth.value) <= SURE:
        return "balanced: nobody can force a win"
    if worth.distance is not None and abs(worth.value) > 1 - SURE:
        return f"{winner} wins in {plies(worth.distance)}"
    return f"{winner} is better off by {abs(worth.value):.3f}"


def for_player(worth: Worth, player: Player) -> str:
    """What a move's worth means for whoever makes it."""
    value = worth.value * SIDES[player]
    if abs(value) <= SURE:
        return "leads to a draw" if worth.is_draw else "keeps the balance"
    if abs(value) > 1 - SURE:
        verb = "wins" if value > 0 else "loses"
        return f"{verb} in {plies(worth.distance)}" if worth.distance else f"{verb} in the long run"
    return f"is worth {value:+.3f}"


def worth_in_words(judgement: Judgement, each: Judged) -> str:
    """What a move's worth means for whoever makes it; one that supposes an opponent says which."""
    told = for_player(each.worth, judgement.player)
    if each.punished_by:
        return f"{told} if the other chooses {either(each.punished_by)}"
    return f"{told} against the other's best mixture" if judgement.is_mixed else told


def plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"


def either(several: Sequence[str]) -> str:
    """Names in a row: 1, 2 or 3."""
    *first, last = several
    return f"{', '.join(first)} or {last}" if first else last
