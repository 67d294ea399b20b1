"""The coach beside a board: what is known of the game from the seat of whoever asks, once it is worked out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from textual import on

from flagfall.core import Move, Position, Scene
from flagfall.match import Seat
from flagfall.terminal.screen.panels.value import ValueBar
from flagfall.terminal.screen.study.knowing import Advised, NotKnown, Progress, find_advisor
from flagfall.terminal.tty.console import sentence

from .dialog import Told
from .showing import TableScreen
from .table import Table

if TYPE_CHECKING:  # numpy is loaded where something is worked out
    from flagfall.coach.advisor import Advisor
    from flagfall.coach.evaluation.verdicts import Verdict
    from flagfall.coach.hidden.outlook import Standing

Advice = Callable[["Advisor", Seat], str]
NO_COACH = "There is no coach here: two people share this screen and its secrets, or the other player is elsewhere."


class Coach:
    """What the player has asked for, and what can be answered."""

    def __init__(self) -> None:
        self.values = False
        """Whether worths are to be shown."""
        self.advisor: Advisor | None = None
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
        self.start, self.advisor, self.silence = start, None, "solving …"
        return True

    def learn(self, start: Position, advisor: Advisor) -> None:
        if start == self.start:
            self.advisor, self.silence = advisor, ""

    def give_up(self, start: Position, why: str) -> None:
        if start == self.start:
            self.silence, self.awaited = why, None

    def verdicts(self, seat: Seat) -> Mapping[Move, Verdict]:
        return self.advisor.verdicts(seat) if self.values and self.advisor and seat.choices else {}

    def standing(self, seat: Seat) -> Standing | None:
        return self.advisor.standing(seat) if self.values and self.advisor else None

    def marked(self, scene: Scene, seat: Seat) -> Scene:
        """With where the other may hide something, if worths are wanted."""
        known = self.values and self.advisor and seat.choices
        return replace(scene, suspects=self.advisor.suspects(seat)) if known and self.advisor else scene

    def hint(self) -> Advice:
        """The next hint: first what to look at, then the move."""
        self.hints += 1
        is_second = self.hints > 1
        return lambda advisor, seat: advisor.second_hint(seat) if is_second else advisor.first_hint(seat)


def evaluated(advisor: Advisor, seat: Seat) -> str:
    return "\n".join(advisor.evaluation(seat))


class CoachedScreen(TableScreen):
    """With values and hints, where they may be shown."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.coach = Coach()

    def verdicts(self) -> Mapping[Move, Verdict]:
        return self.coach.verdicts(self.table.advised) if self._may_advise() and self.table.asked else {}

    def marked(self, scene: Scene) -> Scene:
        return self.coach.marked(scene, self.table.advised) if self._may_advise() and self.table.asked else scene

    def _may_advise(self) -> bool:
        start = self.table.start
        if not self.table.coach or start is None:
            return False
        if self.coach.values and self.coach.turn_to(start):
            find_advisor(self, start)
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
            find_advisor(self, start)
        if self.coach.advisor:
            self._give_advice()
        else:
            self.say(sentence(self.coach.silence))

    def _give_advice(self) -> None:
        advice, self.coach.awaited = self.coach.awaited, None
        if not (advice and self.coach.advisor and self.table.asked and self.table.coach):
            return
        text = advice(self.coach.advisor, self.table.advised)
        if "\n" in text:
            self.app.push_screen(Told(text))
        else:
            self.say(text)

    @on(Advised)
    def _be_advised(self, event: Advised) -> None:
        self.coach.learn(event.start, event.advisor)
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
        if event.start == self.coach.start and not self.coach.advisor:
            self.coach.silence = event.text
            self._show_value()

    def _show_value(self) -> None:
        bar, coach = self.query_one(ValueBar), self.coach
        bar.display = coach.values and self.table.coach
        if bar.display and (standing := coach.standing(self.table.advised)):
            bar.stand(standing)
        elif bar.display:
            bar.say(sentence(coach.silence) if coach.silence else "")
