"""What a learner has mastered, kept in one small file for the puzzles of a game and one for its lesson."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from flagfall.core import Position
from flagfall.record.files import folder, write_whole

from .lesson import Lesson, lesson_or_none
from .task import Task

T = TypeVar("T", bound=Task)


@dataclass
class Progress:
    """Which tasks went right at the last try."""

    path: Path
    solved: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, start: Position) -> Progress:
        """With the puzzles of one game and variation."""
        settings = "-".join(f"{name}={value}" for name, value in start.rules.changed().items())
        name = "".join(
            sign if sign.isalnum() or sign in "-=+," else "_" for sign in f"{start.id}-{settings}".strip("-")
        )
        return cls.kept("puzzles", name[:150])

    @classmethod
    def in_lesson(cls, game: type[Position]) -> Progress:
        return cls.kept("lessons", game.id)

    @classmethod
    def kept(cls, kind: str, name: str) -> Progress:
        path = folder(kind) / f"{name}.json"
        return cls(path, _read(path))

    def enter(self, task: Task, right: bool) -> None:
        """Note how a task went, and keep it."""
        self.solved[task.name] = right
        write_whole(self.path, json.dumps(self.solved, indent=1) + "\n")

    def mastered(self, among: Sequence[Task]) -> int:
        return sum(self.solved.get(task.name, False) for task in among)

    def next(self, among: Sequence[T]) -> T | None:
        """The first that isn't mastered; those never tried come before those that went wrong."""
        fresh = [task for task in among if task.name not in self.solved]
        again = [task for task in among if not self.solved.get(task.name, True)]
        return next(iter([*fresh, *again]), None)

    def map(self, among: Sequence[Task]) -> str:
        """A sign a task, in their order: # mastered, x tried, . not yet."""
        signs = {True: "#", False: "x", None: "."}
        return "".join(signs[self.solved.get(task.name)] for task in among)


def _read(path: Path) -> dict[str, bool]:
    """What was kept; nothing where there is no file or it can't be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {name: right for name, right in data.items() if isinstance(right, bool)}


def mastery(game: type[Position]) -> tuple[int, int]:
    """How much of the game's lesson is mastered, and how much there is: (0, 0) where it has none. Nothing is solved
    for it, so that it can be asked for a whole list of games."""
    found = lesson_or_none(game)
    return mastered_of(found) if found else (0, 0)


def mastered_of(lesson: Lesson) -> tuple[int, int]:
    every = (*lesson.steps, *lesson.exam)
    return Progress.in_lesson(lesson.game).mastered(every), len(every)
