"""A learner at one task: so many tries, hints, and whether it is mastered in the end."""

from __future__ import annotations

from dataclasses import dataclass, field

from flagfall.coach.evaluation.grades import either
from flagfall.coach.evaluation.hints import where
from flagfall.core import Move

from .answer import Answer, Kind, Teacher
from .task import Task

TRIES = 3


@dataclass
class Trial:
    task: Task
    teacher: Teacher
    tries: int | None = None
    """How many wrong moves end it; None where one may go on trying."""
    failed: list[Move] = field(default_factory=list)
    """What was tried and was not right."""
    hints: int = 0
    found: bool = False

    @classmethod
    def counted(cls, task: Task, teacher: Teacher) -> Trial:
        """With a second and a third try, as long as there is something left to choose from."""
        return cls(task, teacher, max(1, min(TRIES, len(task.moves) - len(task.right))))

    def attempt(self, move: Move) -> Answer:
        """Try a legal move."""
        answer = self.teacher.answer(self.task, move)
        if answer.kind is Kind.RIGHT:
            self.found = True
        elif move not in self.failed:
            self.failed.append(move)
        return answer

    @property
    def left(self) -> int | None:
        return None if self.tries is None else self.tries - len(self.failed)

    @property
    def is_over(self) -> bool:
        return self.found or self.left == 0

    @property
    def is_mastered(self) -> bool:
        """Found without having been told; where tries are counted, at the first."""
        return self.found and self.hints < 2 and not (self.tries and self.failed)

    def standing(self) -> str:
        """What is to be said after a try that was not right."""
        if self.left == 0:
            return f"Right {'was' if len(self.task.right) == 1 else 'were'} {self.solution()}."
        return (
            "Try again."
            if self.left is None
            else f"Try again: {self.left} {'try' if self.left == 1 else 'tries'} left."
        )

    def solution(self) -> str:
        """The right moves as they are typed."""
        return either(sorted(map(self.task.position.written, self.task.right)))

    def hint(self) -> str:
        """What to look at; asked again, the move."""
        self.hints += 1
        return first_hint(self.task) if self.hints == 1 else second_hint(self.task)


def first_hint(task: Task) -> str:
    right, every = len(task.right), len(task.moves)
    count = f"{right} of {every} {'move' if every == 1 else 'moves'} {'does' if right == 1 else 'do'} it."
    sources = {task.position.path(task.player, move)[0] for move in task.moves}
    place = where(task.position, task.player, min(task.right)) if len(sources) > 1 else ""
    return f"{count} {place}".strip()


def second_hint(task: Task) -> str:
    written = either(sorted(map(task.position.written, task.right)))
    if len(task.right) > 1:
        return f"It is {written}."
    return f"It is {written}: {task.position.meaning(task.player, min(task.right))}."
