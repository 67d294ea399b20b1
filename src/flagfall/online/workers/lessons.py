"""The lessons, with the answer to every move, worked out in a process of its own: once for each game."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from flagfall.coach.lessons.lesson import Lesson, lesson
from flagfall.coach.lessons.task import Task
from flagfall.core import Position
from flagfall.games import GAMES
from flagfall.online.protocol.errors import Denied
from flagfall.online.protocol.messages import LessonAnswer, LessonEntry, LessonHints, LessonTask, View, encode, name
from flagfall.online.protocol.scenes import picture

from .analysis import be_patient, computed
from .turns import Places, Turns

if TYPE_CHECKING:
    from flagfall.coach.lessons.answer import Answer
    from flagfall.coach.lessons.trial import Trial

_QUEUE = 4


class Entry(msgspec.Struct, frozen=True):
    """A `LessonEntry`, as it is sent."""

    task: msgspec.Raw
    hints: msgspec.Raw
    answers: dict[str, msgspec.Raw]


class Lessons:
    """There are as many as there are games, so all that were asked for are kept."""

    def __init__(self) -> None:
        self._known: dict[str, list[Entry]] = {}
        self._asked: dict[str, asyncio.Task[list[Entry]]] = {}
        self._turns = Turns(Places(all=1, large=1, each=1, each_large=1), _QUEUE)

    async def entry(self, game: type[Position], number: int, client: str) -> Entry:
        """A task of the game's lesson, counted from 0; or NoLesson, or Denied."""
        lesson(game)
        entries = self._known.get(game.id) or await self._wanted(game.id, client)
        if not 0 <= number < len(entries):
            raise Denied(404, "no-page", f"the tasks of this lesson are 0 to {len(entries) - 1}")
        return entries[number]

    async def close(self) -> None:
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _wanted(self, game: str, client: str) -> list[Entry]:
        if game not in self._asked:
            self._turns.check_queue(client)
            self._asked[game] = asyncio.create_task(self._find(game, client))
        return await asyncio.shield(self._asked[game])

    async def _find(self, game: str, client: str) -> list[Entry]:
        try:
            async with self._turns.turn(self._turns.wish(client, large=True)):
                found = await computed(__name__, game)
            if not found:
                raise Denied(503, "no-lesson", "this lesson can't be given now; try again in a while")
            self._known[game] = msgspec.json.decode(found, type=list[Entry])
            return self._known[game]
        finally:
            del self._asked[game]


# --- in that process ---


def entries(found: Lesson) -> Iterator[LessonEntry]:
    """Every task with all that can be said of it, the exam from easy to hard."""
    from flagfall.coach.lessons.answer import Teacher  # solving is heavy, and the server itself never does it
    from flagfall.coach.lessons.sitting import examined
    from flagfall.coach.lessons.trial import Trial

    teacher = Teacher()
    steps, exam = found.steps, examined(found, teacher)
    for number, step in enumerate(steps, 1):
        yield _entry(Trial(step, teacher), f"Step {number} of {len(steps)}")
    for number, task in enumerate(exam, 1):
        yield _entry(Trial.counted(task, teacher), f"Exam, {number} of {len(exam)}")


def _entry(trial: Trial, place: str) -> LessonEntry:
    task = trial.task
    asked = LessonTask(
        place=place,
        ask=task.ask,
        text=task.text,
        variation=task.variation,
        tries=trial.tries,
        you=name(task.player),
        view=picture(task.view).data(task.player),
    )
    answers = {move: _answer(task, trial.teacher.answer(task, move)) for move in task.moves}
    return LessonEntry(asked, LessonHints(trial.hint(), trial.hint()), answers)


def _answer(task: Task, answer: Answer) -> LessonAnswer:
    return LessonAnswer(
        kind=answer.kind.value,
        words=answer.words,
        said=list(answer.said),
        view=_changed(task.view, answer.after),
        then=_changed(answer.after, answer.then) if answer.then else None,
    )


def _changed(before: Position, after: Position) -> View:
    """The position after, with where the ply changed something."""
    return msgspec.json.decode(picture(after).written_after(picture(before), None, None), type=View)


if __name__ == "__main__":
    be_patient()
    sys.stdout.write(encode(list(entries(lesson(GAMES[sys.stdin.read()])))).decode())
