"""How well somebody decided over a whole game, whether that is known exactly or estimated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from flagfall.core import Player


class Grade(Protocol):
    @property
    def keeps_value(self) -> bool: ...


class Decided(Protocol):
    """One decision in a game."""

    @property
    def player(self) -> Player: ...

    @property
    def only(self) -> bool:
        """Whether there was nothing to choose."""

    @property
    def is_best(self) -> bool:
        """Whether best play, or a strong player, could have chosen the same."""

    @property
    def grade(self) -> Grade: ...

    @property
    def regret(self) -> float:
        """What it gave away, or seems to have."""


@dataclass(frozen=True)
class Skill:
    """Of one player, where there was a choice."""

    decisions: int
    best: int
    kept: int
    """Decisions that gave nothing away, or nothing that could be told."""
    regret: float
    """What the others gave away in all."""

    @property
    def accuracy(self) -> float | None:
        """The share of decisions that gave nothing away; None where there was nothing to decide."""
        return self.kept / self.decisions if self.decisions else None

    def as_data(self) -> dict[str, Any]:
        return {
            "decisions": self.decisions,
            "best": self.best,
            "kept": self.kept,
            "accuracy": self.accuracy,
            "regret": self.regret,
        }


def skill(decisions: Iterable[Decided], player: Player) -> Skill:
    every = [each for each in decisions if each.player is player and not each.only]
    return Skill(
        len(every),
        sum(each.is_best for each in every),
        sum(each.grade.keeps_value for each in every),
        sum(each.regret for each in every),
    )
