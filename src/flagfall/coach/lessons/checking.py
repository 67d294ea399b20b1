"""Whether a lesson is true and can be learned from: for whoever writes one, and for the tests of ours.

>>> from flagfall import GAMES
>>> check(GAMES["capture-the-flag"])
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from flagfall.coach.evaluation.judging import keeping
from flagfall.coach.evaluation.reasons import lost_at_once
from flagfall.core import Move, Position

from .answer import Kind, Teacher
from .lesson import FILE, BadLesson, Lesson, lesson
from .task import Task

STEPS = range(3, 7)
EXAM = range(3, 9)
LONGEST = 160
"""Signs of a text: two lines of a terminal."""
SENTENCES = 3


def check(game: type[Position]) -> None:
    """BadLesson, with all that is wrong, unless the game's lesson can be taught as it is."""
    found = lesson(game)
    wrong = list(faults(found))
    if wrong:
        raise BadLesson("\n".join(f"{FILE} of {game.id}, {each}" for each in wrong))


def faults(found: Lesson) -> Iterator[str]:
    """What is wrong with a lesson that can be read."""
    teacher = Teacher()
    for tasks, name, some in ((found.steps, "step", STEPS), (found.exam, "exam", EXAM)):
        if len(tasks) not in some:
            yield f"{name}s: there must be {some.start} to {some.stop - 1}, not {len(tasks)}"
        for at, task in enumerate(tasks, 1):
            if name == "step" and not (task.text and task.ask and task.right):
                yield f"step {at}: a step needs text, task and right"
            else:
                yield from (f"{name} {at}: {why}" for why in _task_faults(teacher, teacher.prepared(task), name))
    names = [task.name for task in (*found.steps, *found.exam)]
    if twice := {name for name in names if names.count(name) > 1}:
        yield f"the same position is asked twice: {min(twice)}"


def _task_faults(teacher: Teacher, task: Task, name: str) -> Iterator[str]:
    if not (task.ask and task.right):
        yield "task and right must be told, as the game hides something and is not solved"
        return
    if name == "exam" and len(task.right) == len(task.moves):
        yield "every move is right, so there is nothing to find"
    yield from (
        f"{move} is called right, but {why}" for move in sorted(task.right) if (why := _blame(teacher, task, move))
    )
    for text in (task.text, task.ask, task.praise, *task.answers.values()):
        yield from _wordiness(text)
    for move in task.moves:
        if not teacher.answer(task, move).words:
            yield f"nothing is said of {move}"


def _blame(teacher: Teacher, task: Task, move: Move) -> str | None:
    """Why a move must not be called right."""
    solution = teacher.solution(task.position)
    if solution:
        return None if move in keeping(solution, task.position, task.player) else "it gives something away"
    if lost_at_once(task.position, task.player, move):
        return "the other can win at once then"
    if (
        teacher.answer(task, move).kind is Kind.RIGHT
        and task.position.reveals({task.player: move})
        and not task.is_battle
    ):
        return "it meets what is hidden"
    winning = [each for each in task.moves if _wins(task, each)]
    return "there is a move that wins at once" if winning and move not in winning else None


def _wins(task: Task, move: Move) -> bool:
    outcome = None if task.is_battle else task.position.after({task.player: move}).outcome()
    return outcome is not None and outcome.winner is task.player


def _wordiness(text: str) -> Iterator[str]:
    if len(text) > LONGEST:
        yield f"{len(text)} signs are too many, {LONGEST} the most: {text[:40]}..."
    if len(re.findall(r"[.!?](?:\s|$)", text)) > SENTENCES:
        yield f"{SENTENCES} sentences are the most: {text[:40]}..."
    if text and not text.endswith((".", "!", "?", ")")):
        yield f"a sentence ends with a full stop: {text[-40:]}"
