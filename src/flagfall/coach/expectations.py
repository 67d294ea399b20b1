"""What to expect from a level: how often a beginner wins against it, from the exact odds.

A *beginner* is taken to play like level 3, from either seat in turn, in games of at most 100 plies. Games that nobody
wins don't count.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from flagfall.core import Position

if TYPE_CHECKING:  # numpy takes longer to load than a menu may
    from flagfall.solve import Progress

LEVELS = range(1, 11)
BEGINNER = 3
CAP = 100
"""Plies, after which a game is called off."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SMALL = (6, 7, 8, 12, 15, 20, 30, 50, 100)
PARTS = (*((part, whole) for whole in (2, 3, 4, 5, 10) for part in range(1, whole)), *((1, whole) for whole in SMALL))
"""The shares that are told, as parts of a whole; the simplest of equal ones comes first."""
NEVER, ALWAYS = 0.005, 0.98
"""Below and above this a share is told without a number."""


@dataclass(frozen=True)
class Expectation:
    """How a beginner fares against one level."""

    level: int
    wins: float
    """The chance that the beginner wins, on average over both seats."""
    losses: float

    @property
    def share(self) -> float | None:
        """Of the games that somebody wins, how many the beginner does; None where there are none."""
        decided = self.wins + self.losses
        return self.wins / decided if decided else None

    @property
    def words(self) -> str:
        """What to expect: `a beginner wins about one in three`."""
        if self.share is None:
            return "a beginner neither wins nor loses"
        return f"a beginner {_often(self.share)}"


def _often(share: float) -> str:
    if share < NEVER:
        return "never wins" if share == 0 else "hardly ever wins"
    if share > ALWAYS:
        return "always wins" if share == 1 else "nearly always wins"
    part, whole = min(PARTS, key=lambda each: round(abs(each[0] / each[1] - share), 9))
    return f"wins about {NUMBERS[part]} in {NUMBERS[whole] if whole < len(NUMBERS) else whole}"


def expectations(start: Position, progress: Progress | None = None) -> tuple[Expectation, ...]:
    """What to expect from every level in a game that begins here, from the weakest to the strongest.

    UnfitBot where levels can't play, and TooBig where their odds can't be computed: both say why. The openings of the
    books are known at once; for another start, which can take seconds, ask beside the screen.
    """
    found = stored().get(start.id) if start == type(start)() else None
    return found or computed(start, progress)


@cache
def stored() -> dict[str, tuple[Expectation, ...]]:
    """What `make levels` has computed."""
    text = files(__package__).joinpath("expectations.json").read_text(encoding="utf-8")
    return {
        game: tuple(Expectation(level, *chances) for level, chances in zip(LEVELS, rows, strict=True))
        for game, rows in json.loads(text).items()
    }


def computed(start: Position, progress: Progress | None = None) -> tuple[Expectation, ...]:
    """The same for any start, from the odds."""
    return tuple(_against(level, start, progress) for level in LEVELS)


def _against(level: int, start: Position, progress: Progress | None) -> Expectation:
    from flagfall.bots import bot
    from flagfall.bots.odds import odds

    names = f"level:{BEGINNER}", f"level:{level}"
    beginner, other = map(bot, names)
    first = odds(start, beginner, other, cap=CAP, progress=progress)
    second = odds(start, other, beginner, cap=CAP, progress=progress)
    return Expectation(level, (first.p1 + second.p2) / 2, (first.p2 + second.p1) / 2)
