"""What each legal move is worth, for a board: the words and the order of `eval`, as data to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.core import Move, Player, Position
from flagfall.solve import Worth
from flagfall.solve.exact.optimal import SIDES

from .grades import graded, worth_in_words
from .judging import SURE, Judged, Judgement

FAR = 12
"""Beyond so many plies a forced win looks no farther off."""
LOWEST = 0.28
"""How high the flag of a win stands that is so far off."""


class Kind(StrEnum):
    """What a move leads to, in the eyes of who makes it."""

    WIN = "win"
    OPEN = "open"
    """Nobody can force a win: a draw, or play without end."""
    LOSS = "loss"
    CHANCE = "chance"
    """A value between, which only secret choices bring about, or an estimate."""


@dataclass(frozen=True)
class Verdict:
    """One move."""

    kind: Kind
    value: float
    """What it is worth to who makes it, from -1 to 1, when the other answers best."""
    plies: int | None
    """To the end, this one counted; None where best play has no end, or none that can be told."""
    best: bool
    mark: str
    """The sign of its grade, which needs no colour."""
    words: str
    """The same in words, as `eval` has them."""
    error: float = 0.0
    """How far off the value may be, where it is an estimate."""

    @property
    def short(self) -> str:
        """For a cell of a board: `win 5`, `loss 12`, `open`, `draw 4`, `+0.333`; an estimate is a chance: `≈58%`."""
        if self.error:
            return f"≈{(1 + self.value) / 2:.0%}"
        if self.kind is Kind.CHANCE:
            return f"{self.value:+.3f}"
        kind = "draw" if self.kind is Kind.OPEN and self.plies is not None else self.kind
        return kind if self.plies is None else f"{kind} {self.plies}"


def verdicts(knowledge: Knowledge, position: Position, player: Player) -> dict[Move, Verdict]:
    """Each of the player's moves, from the best to the worst; nothing where it is not for this player to choose."""
    if player not in position.choices():
        return {}
    judgement = Judgement(knowledge, position, player)
    return {each.move: _verdict(judgement, each) for each in judgement.moves}


def _verdict(judgement: Judgement, each: Judged) -> Verdict:
    value, mark = each.worth.value * SIDES[judgement.player], graded(judgement, each.move).grade.mark
    words = worth_in_words(judgement, each)
    return Verdict(kind_of(value), value, each.worth.distance, each.likely > 0, mark, words)


def kind_of(value: float) -> Kind:
    """What a value means to whose it is."""
    if abs(value) <= SURE:
        return Kind.OPEN
    if abs(value) <= 1 - SURE:
        return Kind.CHANCE
    return Kind.WIN if value > 0 else Kind.LOSS


def height(worth: Worth) -> float:
    """Where the flag of a value pole stands: 1 where P1 has won, -1 where P2 has, 0 where nobody can force a win.

    The farther off a forced win is, the nearer the flag is to the middle. Where secret choices decide it is the exact
    expectation.
    """
    if worth.distance is None or abs(worth.value) <= 1 - SURE:
        return worth.value
    return worth.value * (1 - (1 - LOWEST) * min(worth.distance, FAR) / FAR)
