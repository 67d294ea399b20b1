"""The coach beside a board: what is exactly known of the game, once it is worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from flagfall.core import Move, Player, Position

if TYPE_CHECKING:  # numpy is loaded where something is worked out
    from flagfall.bots.solved.knowledge import Knowledge
    from flagfall.coach.verdicts import Verdict
    from flagfall.solve import Worth

Advice = Callable[["Knowledge", Position, Player], str]


class Coach:
    """What the player has asked for, and what can be answered."""

    def __init__(self) -> None:
        self.values = False
        """Whether worths are to be shown."""
        self.knowledge: Knowledge | None = None
        self.start: Position | None = None
        """The game that is known, or being worked out."""
        self.silence = ""
        """Why nothing is known, or not yet."""
        self.hints = 0
        """How often a hint was asked for at this position."""
        self.awaited: Advice | None = None
        """What is to be said as soon as something is known."""

    def turn_to(self, start: Position) -> bool:
        """Whether this game has to be worked out anew."""
        if start == self.start:
            return False
        self.start, self.knowledge, self.silence = start, None, "solving …"
        return True

    def learn(self, start: Position, knowledge: Knowledge) -> None:
        if start == self.start:
            self.knowledge, self.silence = knowledge, ""

    def give_up(self, start: Position, why: str) -> None:
        if start == self.start:
            self.silence, self.awaited = why, None

    def verdicts(self, view: Position, player: Player | None) -> Mapping[Move, Verdict]:
        if not (self.values and self.knowledge and player):
            return {}
        from flagfall.coach.verdicts import verdicts

        return verdicts(self.knowledge, view, player)

    def worth(self, view: Position) -> Worth | None:
        return self.knowledge.solution.worth(view) if self.values and self.knowledge else None

    def hint(self) -> Advice:
        """The next hint: first what to look at, then the move."""
        from flagfall.coach.hints import first_hint, second_hint

        self.hints += 1
        return second_hint if self.hints > 1 else first_hint


def evaluated(knowledge: Knowledge, position: Position, player: Player) -> str:
    from flagfall.coach.hints import evaluation

    return "\n".join(evaluation(knowledge, position, player))
