"""How a choice looked when it was made: beside what a strong player would have done who knew as much."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from flagfall.core import Move, Player

from .outlook import ABOUT, Outlook, Prospect, percent

SLIGHT, MUCH = 0.1, 0.4
"""Of a value out of 2: giving away less is nothing that could be told from the errors, and giving away more is much."""


class Look(Enum):
    """How good it looked, with a mark that needs no colour; the same marks as for grades that are exact."""

    STRONG = "a strong player's choice", "*"
    SOUND = "about as good as a strong player's choices", "="
    DOUBTFUL = "seems to give something away", "?"
    POOR = "seems to give much away", "??"

    def __init__(self, words: str, mark: str) -> None:
        self.words = words
        self.mark = mark

    @property
    def keeps_value(self) -> bool:
        """Whether nothing was given away that could be told from the errors."""
        return self in (Look.STRONG, Look.SOUND)


class Luck(Enum):
    """When something hidden came out: whether that could have been expected."""

    BAD = "bad luck"
    ODDS = "against the odds"


@dataclass(frozen=True)
class Looked:
    """One decision as it looked to whoever made it."""

    player: Player
    prospect: Prospect
    grade: Look
    outlook: Outlook
    regret: float
    """What it seems to have given away, from 0 to 2."""
    luck: Luck | None = None
    """Where something hidden came out by it."""

    @property
    def move(self) -> Move:
        return self.prospect.move

    @property
    def only(self) -> bool:
        """Whether there was nothing to choose."""
        return len(self.outlook.prospects) == 1

    @property
    def is_best(self) -> bool:
        return self.prospect.is_strong


def looked(outlook: Outlook, move: Move, *, sprung: bool = False) -> Looked:
    """`sprung`: whether something hidden came out."""
    prospect = outlook[move]
    cost = outlook.cost(prospect)
    look = _look(prospect, cost)
    luck = None if not sprung else Luck.BAD if look.keeps_value else Luck.ODDS
    return Looked(outlook.player, prospect, look, outlook, 0.0 if look.keeps_value else cost, luck)


def _look(prospect: Prospect, cost: float) -> Look:
    if prospect.is_strong:
        return Look.STRONG
    if cost <= SLIGHT:
        return Look.SOUND
    return Look.POOR if cost >= MUCH else Look.DOUBTFUL


# --- in words ---


def mixture(outlook: Outlook) -> str:
    """How a strong player would mix its choices, as they are typed: `TRAP 4 4 in 45 %, MOVE 2 2 in 40 %, …`."""
    told = [f"{outlook.view.written(each.move)} in {percent(each.likely)}" for each in outlook.strong]
    rest = 1 - sum(each.likely for each in outlook.strong)
    return ", ".join([*told, "…"] if rest >= OPEN else told)


OPEN = 0.01
"""A share of other choices that is worth a word."""


def in_words(looked: Looked) -> str:
    """How it looked, what a strong player would have done, and whether bad luck is to blame."""
    if looked.prospect.ends:
        return "wins at once" if looked.prospect.worth.value > 0 else "loses at once"
    told = "only move" if looked.only else f"{ABOUT} {looked.grade.words} ({_figures(looked)})"
    if not looked.grade.keeps_value:
        told += f"; a strong player: {mixture(looked.outlook)}"
    return f"{told}. {luck_in_words(looked)}" if looked.luck else told


def _figures(looked: Looked) -> str:
    chance = f"{looked.prospect.worth} to win"
    return f"{chance}, costs {ABOUT} {percent(looked.regret / 2)}" if not looked.grade.keeps_value else chance


def luck_in_words(looked: Looked) -> str:
    """A secret that came out: told apart by whether it was to be expected."""
    what, likely = looked.outlook.hidden, f"{ABOUT} {percent(looked.prospect.risk)}"
    if looked.luck is Luck.BAD:
        return f"The {what} there was bad luck: it was {likely} likely, and nothing looked clearly better"
    safer = min(looked.outlook.strong, key=lambda each: each.risk)
    instead = f"{looked.outlook.view.written(safer.move)} had {ABOUT} {percent(safer.risk)}"
    return f"It walked into the {what} against the odds: it was {likely} likely, and {instead}"
