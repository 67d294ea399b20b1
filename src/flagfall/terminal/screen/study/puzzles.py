"""Puzzles on the board of their game: one right move to find, again and again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from flagfall.coach.lessons.progress import Progress as Mastered
from flagfall.coach.lessons.task import Task
from flagfall.core import FlagfallError, Move, Position
from flagfall.terminal.tty.console import sentence

from .knowing import Known, NotKnown, Progress, WorkedOut, know, work_out
from .trying import Trying

if TYPE_CHECKING:
    from flagfall.bots.solved.knowledge import Knowledge
    from flagfall.coach.lessons.answer import Answer
    from flagfall.coach.lessons.trial import Trial
    from flagfall.coach.puzzles import Practice

LOOKING = "Looking for puzzles ..."


class PuzzleScreen(Trying):
    ABOUT = (
        "Find the move that wins, or that saves you. A wrong one gets a reason and, where enough is left to choose "
        "from, a second and a third try; h gives a hint, n another puzzle, m the mistakes of your own games. What you "
        "find at the first try is mastered, and kept."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("m", "mine", "My mistakes"), Binding("e", "explore", "Explore")]

    def __init__(self, start: Position, own: bool = False) -> None:
        super().__init__()
        self.start, self.own = start, own
        self.practice: Practice | None = None
        self._knowledge: Knowledge | None = None

    @property
    def trial(self) -> Trial | None:
        return self.practice.trial if self.practice else None

    @property
    def among(self) -> Sequence[Task]:
        assert self.practice
        return self.practice.among

    @property
    def progress(self) -> Mastered:
        assert self.practice
        return self.practice.progress

    @property
    def unkept(self) -> OSError | None:
        return self.practice.unkept if self.practice else None

    # --- until there are puzzles ---

    def on_mount(self) -> None:
        self.prepare(self.start, LOOKING)
        if self.start.hides():
            self._look(self.own)
        else:
            know(self, self.start)

    @on(Progress)
    def _progress(self, event: Progress) -> None:
        self.say("ask", event.text)

    @on(NotKnown)
    def _not_known(self, event: NotKnown) -> None:
        self.say("ask", sentence(event.why))

    @on(Known)
    def _known(self, event: Known) -> None:
        self._knowledge = event.knowledge
        self._look(self.own)

    def _look(self, own: bool) -> None:
        start, knowledge = self.start, self._knowledge
        work_out(self, own, lambda: _practice(start, knowledge, own))

    @on(WorkedOut)
    def _begin(self, event: WorkedOut) -> None:
        if isinstance(event.answer, FlagfallError):
            self.notify(sentence(str(event.answer)), markup=False)
            if not self.practice:
                self.say("ask", sentence(str(event.answer)))
            return
        self.own, self.practice = event.about is True, event.answer
        self.show_task()

    # --- puzzle by puzzle ---

    def title_line(self) -> str:
        assert self.practice
        puzzle = self.practice.puzzle
        kind = "your own mistakes" if self.own else "puzzles"
        if self.start.hides():
            return f"{self.start.title} · {kind} · from what you know"
        return f"{self.start.title} · {kind} · {puzzle.difficulty:.1f} of 10 levels go wrong here"

    def attempt(self, move: Move) -> Answer:
        assert self.practice
        return self.practice.attempt(move)

    def onward(self) -> None:
        assert self.practice
        if news := self.practice.go_on():
            self.notify(news, markup=False)
        self.show_task()

    def action_mine(self) -> None:
        if self._knowledge or self.start.hides():
            self._look(not self.own)

    def action_explore(self) -> None:
        """The puzzle's position, once it is over: before that it would tell everything."""
        if self.trial and self.trial.is_over:
            self.ways.explore(self.trial.task.position)
        else:
            self.notify("First find the move, or give up with n: exploring would tell it.")


def _practice(start: Position, knowledge: Knowledge | None, own: bool) -> Practice | FlagfallError:
    from flagfall.terminal.show.puzzle import guessing, solving

    try:
        return solving(start, knowledge.solution, own) if knowledge else guessing(start, own)
    except FlagfallError as error:
        return error
