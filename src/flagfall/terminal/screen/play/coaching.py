"""The coach beside a board: what is exactly known of the game, once it is worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from textual import on

from flagfall.core import Move, Player, Position
from flagfall.terminal.screen.panels.value import ValueBar
from flagfall.terminal.screen.study.knowing import Known, NotKnown, Progress, know
from flagfall.terminal.tty.console import sentence

from .dialog import Told
from .showing import TableScreen
from .table import Table

if TYPE_CHECKING:  # numpy is loaded where something is worked out
    from flagfall.bots.solved.knowledge import Knowledge
    from flagfall.coach.verdicts import Verdict
    from flagfall.solve import Worth

Advice = Callable[["Knowledge", Position, Player], str]
NO_COACH = "There is no coach here: two people share this screen and its secrets, or the other player is elsewhere."


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


class CoachedScreen(TableScreen):
    """With values and hints, where they may be shown."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.coach = Coach()

    def verdicts(self) -> Mapping[Move, Verdict]:
        return self.coach.verdicts(self.table.seat.view, self.table.asked) if self._may_advise() else {}

    def _may_advise(self) -> bool:
        start = self.table.start
        if not self.table.coach or start is None:
            return False
        if self.coach.values and self.coach.turn_to(start):
            know(self, start)
        return True

    def action_values(self) -> None:
        if not self.table.coach:
            self.say(NO_COACH)
            return
        self.coach.values = not self.coach.values
        self._show()

    def action_hint(self) -> None:
        if self.table.coach and self.table.asked:
            self._advise(self.coach.hint())
        else:
            self.say(NO_COACH if not self.table.coach else "It is not for you to choose now.")

    def evaluate(self) -> None:
        if self.table.coach and self.table.asked:
            self._advise(evaluated)
        else:
            self.say(NO_COACH)

    def _advise(self, advice: Advice) -> None:
        """Now, or as soon as the game is worked out."""
        start = self.table.start
        assert start
        self.coach.awaited = advice
        if self.coach.turn_to(start):
            know(self, start)
        if self.coach.knowledge:
            self._give_advice()
        else:
            self.say(sentence(self.coach.silence))

    def _give_advice(self) -> None:
        advice, self.coach.awaited = self.coach.awaited, None
        if not (advice and self.coach.knowledge and self.table.asked and self.table.coach):
            return
        text = advice(self.coach.knowledge, self.table.seat.view, self.table.asked)
        if "\n" in text:
            self.app.push_screen(Told(text))
        else:
            self.say(text)

    @on(Known)
    def _know(self, event: Known) -> None:
        self.coach.learn(event.start, event.knowledge)
        self._notice = None
        self._show()
        self._give_advice()

    @on(NotKnown)
    def _not_know(self, event: NotKnown) -> None:
        waited = self.coach.awaited
        self.coach.give_up(event.start, event.why)
        if waited:
            self.say(sentence(event.why))
        self._show_value()

    @on(Progress)
    def _tell_progress(self, event: Progress) -> None:
        if event.start == self.coach.start and not self.coach.knowledge:
            self.coach.silence = event.text
            self._show_value()

    def _show_value(self) -> None:
        bar, coach, view = self.query_one(ValueBar), self.coach, self.table.seat.view
        bar.display = coach.values and self.table.coach
        if bar.display and (worth := coach.worth(view)):
            bar.show(worth)
        elif bar.display:
            bar.say(sentence(coach.silence) if coach.silence else "")
