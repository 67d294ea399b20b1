"""The lesson of a game on its board: step by step, then the exam."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType

from flagfall.coach.lessons.lesson import Lesson, lesson
from flagfall.coach.lessons.progress import Progress
from flagfall.coach.lessons.task import Task
from flagfall.core import FlagfallError, Move, Position
from flagfall.terminal.tty.console import sentence

from .knowing import WorkedOut, work_out
from .trying import Onward, Trying

if TYPE_CHECKING:
    from flagfall.coach.lessons.answer import Answer
    from flagfall.coach.lessons.sitting import Sitting
    from flagfall.coach.lessons.trial import Trial


class LessonScreen(Trying):
    ABOUT = (
        "Try what is asked, with the arrows and Enter, the mouse, or typed as in the book. Every move gets an answer; "
        "h gives a hint, and n goes on to the next step. What you have mastered is kept."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "back", "Step before"),
        Binding("p", "play", "Play it"),
    ]

    def __init__(self, game: type[Position]) -> None:
        super().__init__()
        self.lesson: Lesson = lesson(game)
        self.sitting: Sitting | None = None
        self._ended = False

    @property
    def trial(self) -> Trial | None:
        return self.sitting.trial if self.sitting else None

    @property
    def among(self) -> Sequence[Task]:
        assert self.sitting
        return self.sitting.tasks

    @property
    def progress(self) -> Progress:
        assert self.sitting
        return self.sitting.progress

    @property
    def unkept(self) -> OSError | None:
        return self.sitting.unkept if self.sitting else None

    @property
    def is_over(self) -> bool:
        return self._ended or super().is_over

    def on_mount(self) -> None:
        self.prepare(self.lesson.steps[0].position, "One moment ...")
        work_out(self, self.lesson, lambda: _sitting(self.lesson))

    @on(WorkedOut)
    def _begin(self, event: WorkedOut) -> None:
        if isinstance(event.answer, FlagfallError):
            self.say("ask", sentence(str(event.answer)))
            return
        self.sitting = event.answer
        self.show_task()

    def title_line(self) -> str:
        assert self.sitting
        return f"{self.lesson.game.title} · {self.sitting.place}"

    @property
    def onward_label(self) -> str:
        if not (self.sitting and self.sitting.is_last):
            return "Enter: next"
        return "Enter: the end"

    def attempt(self, move: Move) -> Answer:
        assert self.sitting
        return self.sitting.attempt(move)

    def onward(self) -> None:
        assert self.sitting
        if self._ended:
            self.ways.choose(self.lesson.game)
        elif self.sitting.is_last:
            self._end()
        else:
            self.sitting.go_to(self.sitting.at + 1)
            self.show_task()

    def _end(self) -> None:
        """What is mastered, and where to go now."""
        assert self.sitting
        self._ended = True
        self.board.show(replace(self.board.scene, options={}), glide=False)
        self.say("variation", "")
        self.say("teaching", "That was the lesson.")
        done = "You have mastered all of it." if self.sitting.is_mastered else f"{self.sitting.standing()}"
        missing = "" if self.sitting.is_mastered else " What is missing comes first next time."
        self.say("ask", f"{done}{missing}")
        self.say("answer", "Now play it: against a bot, or against somebody beside you.")
        self.query_one(Onward).update("Enter: play")
        self.query_one(Onward).display = True

    def action_back(self) -> None:
        if self.sitting:
            self._ended = False
            self.sitting.go_to(max(0, self.sitting.at - 1))
            self.show_task()

    def action_play(self) -> None:
        self.ways.choose(self.lesson.game)


def _sitting(found: Lesson) -> Sitting | FlagfallError:
    """With all that its tasks need to be answered at once."""
    from flagfall.coach.lessons.answer import Teacher
    from flagfall.coach.lessons.sitting import Sitting

    teacher = Teacher()
    try:
        sitting = Sitting(found, teacher)
        for task in (*found.steps, *sitting.exam):
            teacher.solution(task.position)
    except FlagfallError as error:
        return error
    return sitting
