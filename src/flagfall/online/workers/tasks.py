"""Lessons and puzzles, with the answer to every move. Those of our own games come with the package; others are worked
out in a process of its own, once for each game."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from lzma import decompress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from flagfall.coach.collection import Collected, stored
from flagfall.coach.lessons.lesson import lesson
from flagfall.coach.lessons.task import Task
from flagfall.core import FlagfallError, Moves, Position
from flagfall.games import GAMES
from flagfall.online.protocol.errors import Denied
from flagfall.online.protocol.messages import (
    LessonAnswer,
    LessonEntry,
    LessonHints,
    LessonTask,
    LineStep,
    PuzzleMark,
    Puzzles,
    View,
    encode,
    name,
)
from flagfall.online.protocol.scenes import picture

from .analysis import be_patient, computed
from .turns import Places, Turns

if TYPE_CHECKING:
    from flagfall.coach.lessons.answer import Answer, Teacher
    from flagfall.coach.lessons.trial import Trial
    from flagfall.coach.puzzles import Puzzle

_QUEUE = 4
_LINE = 16  # plies of best play that are shown after a puzzle


class NoPuzzles(FlagfallError):
    """There is nothing to find in this game."""


class Entry(msgspec.Struct, frozen=True):
    """A `LessonEntry`, as it is sent."""

    task: msgspec.Raw
    hints: msgspec.Raw
    answers: dict[str, msgspec.Raw]
    line: msgspec.Raw = msgspec.Raw(b"[]")


class Tasks:
    """All that is to be tried. There are as many lessons as games, so whatever was asked for is kept."""

    def __init__(self) -> None:
        self._known: dict[str, list[Entry]] = {}
        self._asked: dict[str, asyncio.Task[list[Entry]]] = {}
        self._turns = Turns(Places(all=1, large=1, each=1, each_large=1), _QUEUE)

    async def lesson(self, game: type[Position], number: int, client: str) -> Entry:
        """A task of the game's lesson, counted from 0; or NoLesson, or Denied."""
        lesson(game)
        return _one(await self._entries(f"lesson {game.id}", client), number, "tasks of this lesson")

    async def puzzle(self, game: type[Position], number: int, client: str) -> Entry:
        """A puzzle of the game, counted from 0, from easy to hard; or NoPuzzles, or Denied."""
        check_puzzles(game)
        return _one(await self._entries(f"puzzles {game.id}", client), number, "puzzles of this game")

    async def puzzles(self, game: type[Position], client: str) -> Puzzles:
        """Which puzzles there are; those that come with the package are known at once."""
        check_puzzles(game)
        if found := stored().get(game.id):
            return Puzzles(game.id, [PuzzleMark(each.name, name(each.player), each.difficulty) for each in found])
        entries = await self._entries(f"puzzles {game.id}", client)
        tasks = [msgspec.json.decode(each.task, type=LessonTask) for each in entries]
        return listed(game, tasks)

    async def close(self) -> None:
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _entries(self, wanted: str, client: str) -> list[Entry]:
        return self._known.get(wanted) or await self._wanted(wanted, client)

    async def _wanted(self, wanted: str, client: str) -> list[Entry]:
        if wanted not in self._asked:
            self._turns.check_queue(client)
            self._asked[wanted] = asyncio.create_task(self._find(wanted, client))
        return await asyncio.shield(self._asked[wanted])

    async def _find(self, wanted: str, client: str) -> list[Entry]:
        try:
            found = await asyncio.to_thread(shipped, wanted) or await self._work_out(wanted, client)
            self._known[wanted] = msgspec.json.decode(found, type=list[Entry])
            return self._known[wanted]
        finally:
            del self._asked[wanted]

    async def _work_out(self, wanted: str, client: str) -> bytes:
        async with self._turns.turn(self._turns.wish(client, large=True)):
            found = await computed(__name__, wanted)
        if not found:
            raise Denied(503, "no-lesson", "this can't be worked out now; try again in a while")
        return found


def place(wanted: str) -> Path:
    """Where it lies if it comes with the package."""
    return Path(__file__).parent / "entries" / f"{wanted.replace(' ', '-')}.json.xz"


def shipped(wanted: str) -> bytes:
    """What `make tasks` has worked out; nothing of what is not ours."""
    path = place(wanted)
    return decompress(path.read_bytes()) if path.is_file() else b""


def _one(entries: list[Entry], number: int, what: str) -> Entry:
    if not entries:
        raise NoPuzzles("there is no position with one right move among several in this game")
    if number >= len(entries):
        raise Denied(404, "no-page", f"the {what} are 0 to {len(entries) - 1}")
    return entries[number]


def listed(game: type[Position], tasks: Iterable[LessonTask]) -> Puzzles:
    """Which puzzles these are."""
    return Puzzles(game.id, [PuzzleMark(each.name, each.you, each.difficulty) for each in tasks])


def check_puzzles(game: type[Position]) -> None:
    """NoPuzzles where no move is known to be the right one."""
    if not has_puzzles(game):
        raise NoPuzzles(
            f"{game.title} has no puzzles: no move is known to be the only right one where something is hidden"
        )


def has_puzzles(game: type[Position]) -> bool:
    return game.id in stored() or not game().hides()


# --- in that process ---


def lesson_entries(game: type[Position]) -> Iterator[LessonEntry]:
    """Every task of the lesson with all that can be said of it, the exam from easy to hard."""
    from flagfall.coach.lessons.answer import Teacher  # solving is heavy, and the server itself never does it
    from flagfall.coach.lessons.sitting import examined
    from flagfall.coach.lessons.trial import Trial

    found, teacher = lesson(game), Teacher()
    steps, exam = found.steps, examined(found, teacher)
    for number, step in enumerate(steps, 1):
        yield _entry(Trial(step, teacher), f"Step {number} of {len(steps)}")
    for number, task in enumerate(exam, 1):
        yield _entry(Trial.counted(task, teacher), f"Exam, {number} of {len(exam)}")


def puzzle_entries(game: type[Position]) -> Iterator[LessonEntry]:
    """Every puzzle with all that can be said of it, and with best play to its end; from easy to hard."""
    from flagfall.coach.collection import collect
    from flagfall.coach.lessons.answer import Teacher
    from flagfall.coach.lessons.trial import Trial

    teacher = Teacher()
    found: Sequence[Collected | Puzzle] = stored().get(game.id) or collect(game)
    for number, puzzle in enumerate(found, 1):
        entry = _entry(Trial.counted(puzzle, teacher), f"Puzzle {number} of {len(found)}", puzzle.difficulty)
        yield msgspec.structs.replace(entry, line=_line(teacher, puzzle))


MAKERS: dict[str, Callable[[type[Position]], Iterator[LessonEntry]]] = {
    "lesson": lesson_entries,
    "puzzles": puzzle_entries,
}


def entries(kind: str, game: type[Position]) -> list[LessonEntry]:
    """All tasks of this kind: as they come with the package, or worked out now."""
    found = shipped(f"{kind} {game.id}")
    return msgspec.json.decode(found, type=list[LessonEntry]) if found else list(MAKERS[kind](game))


def _entry(trial: Trial, place: str, difficulty: float = 0.0) -> LessonEntry:
    task = trial.task
    asked = LessonTask(
        place=place,
        ask=task.ask,
        text=task.text,
        variation=task.variation,
        tries=trial.tries,
        you=name(task.player),
        view=picture(task.view).data(task.player),
        name=task.name,
        difficulty=difficulty,
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


def _line(teacher: Teacher, task: Task) -> list[LineStep]:
    """What follows the right move in best play; in a battle, where chance would have a part in it, nothing."""
    if task.is_battle:
        return []
    from flagfall.coach.evaluation.judging import best_line

    before = task.position.after({task.player: min(task.right)})
    steps = list[LineStep]()
    for moves, after in islice(best_line(teacher.knowledge(before), before), _LINE):
        steps.append(LineStep(words=_written(before, moves), view=_changed(before, after)))
        before = after
    return steps


def _written(position: Position, moves: Moves) -> str:
    return " | ".join(f"{player.name} {position.written(move)}" for player, move in moves.items())


def _changed(before: Position, after: Position) -> View:
    """The position after, with where the ply changed something."""
    return msgspec.json.decode(picture(after).written_after(picture(before), None, None), type=View)


if __name__ == "__main__":
    be_patient()
    wanted, _, game = sys.stdin.read().partition(" ")
    sys.stdout.write(encode(list(MAKERS[wanted](GAMES[game]))).decode())
