"""A learner at a lesson: its steps, then its exam from easy to hard; what is mastered is kept. It shows nothing."""

from __future__ import annotations

from functools import cached_property

from flagfall.core import Move

from .answer import Answer, Teacher
from .difficulty import blind, difficulty
from .lesson import Lesson
from .progress import Progress
from .task import Task
from .trial import Trial


class Sitting:
    """It begins with what is not mastered yet, or once all is, from the beginning."""

    def __init__(self, lesson: Lesson, teacher: Teacher, progress: Progress | None = None) -> None:
        self.lesson, self.teacher = lesson, teacher
        self.progress = progress or Progress.in_lesson(lesson.game)
        self.unkept: OSError | None = None
        """Why progress could not be written."""
        every = (*lesson.steps, *lesson.exam)
        undone = next((at for at, task in enumerate(every) if not self.progress.solved.get(task.name)), 0)
        self.at = min(undone, len(lesson.steps))
        if self.at == len(lesson.steps):
            self.at += next(at for at, task in enumerate(self.exam) if not self.progress.solved.get(task.name))
        self.trial = self._trial()

    @cached_property
    def exam(self) -> tuple[Task, ...]:
        """From easy to hard."""
        return examined(self.lesson, self.teacher)

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All of them; the exam is put in order when it comes."""
        return (*self.lesson.steps, *(self.exam if self.at >= len(self.lesson.steps) else self.lesson.exam))

    @property
    def task(self) -> Task:
        return self.trial.task

    @property
    def is_exam(self) -> bool:
        return self.at >= len(self.lesson.steps)

    @property
    def is_last(self) -> bool:
        return self.at == len(self.lesson.steps) + len(self.lesson.exam) - 1

    @property
    def place(self) -> str:
        steps = len(self.lesson.steps)
        if self.is_exam:
            return f"Exam, {self.at - steps + 1} of {len(self.lesson.exam)}"
        return f"Step {self.at + 1} of {steps}"

    def attempt(self, move: Move) -> Answer:
        """Try a legal move, and keep how it went."""
        answer = self.trial.attempt(move)
        if self.trial.is_over:
            self._note()
        return answer

    def go_to(self, at: int) -> None:
        """Another task, by its number from 0."""
        self.at = at
        self.trial = self._trial()

    def standing(self) -> str:
        return f"{self.progress.mastered(self.tasks)} of {len(self.tasks)} mastered."

    @property
    def is_mastered(self) -> bool:
        return self.progress.mastered(self.tasks) == len(self.tasks)

    def _trial(self) -> Trial:
        if self.is_exam:
            return Trial.counted(self.exam[self.at - len(self.lesson.steps)], self.teacher)
        return Trial(self.lesson.steps[self.at], self.teacher)

    def _note(self) -> None:
        """Once it went well, only the exam can go wrong again."""
        try:
            self.progress.enter(self.task, self.trial.is_mastered or not self.is_exam)
        except OSError as error:
            self.unkept = error


def examined(lesson: Lesson, teacher: Teacher) -> tuple[Task, ...]:
    """The exam, each task with its right moves, from easy to hard."""
    tasks = [teacher.prepared(task) for task in lesson.exam]
    return tuple(sorted(tasks, key=lambda task: _difficulty(teacher, task)))


def _difficulty(teacher: Teacher, task: Task) -> float:
    solution = teacher.solution(task.position)
    return difficulty(solution, task) if solution else blind(task)
