"""`flagfall learn`: a game in a few steps to be played, and an exam; or the list of lessons with what is mastered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from flagfall.coach.lessons.lesson import flaws, lesson, lesson_or_none
from flagfall.coach.lessons.progress import mastery
from flagfall.core import Position
from flagfall.exits import DONE
from flagfall.games import GAMES
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console, complain, harmless
from flagfall.terminal.tty.meter import metered

from .trying import Ended, Learner

if TYPE_CHECKING:
    from flagfall.coach.lessons.answer import Teacher
    from flagfall.coach.lessons.sitting import Sitting

HELP = """\
Type the move that you would make. Or:
  hint   what to look at; asked again, the move
  moves  the moves that can be made
  back   the step before
  skip   the next step
  map    how far you have got
  quit   stop; what you have mastered is kept"""


def list_lessons(console: Console, as_json: bool) -> None:
    """Every game with a lesson, and how much of it is mastered."""
    rows = [(game, *mastery(game)) for game in GAMES.values() if lesson_or_none(game)]
    if as_json:
        console.print_json([{"game": game.id, "mastered": done, "tasks": every} for game, done, every in rows])
    else:
        for game, done, every in rows:
            console.tell(f"{game.id:<22}{game.title}: {_standing(done, every)}", indent="  ")
        console.print()
        console.advise("To learn one:", command("learn GAME"))
    for why in flaws():
        complain(harmless(why))


def _standing(done: int, every: int) -> str:
    if not done:
        return "not begun"
    return "mastered" if done == every else f"{done} of {every} mastered"


def learn(console: Console, game: type[Position], *, words: bool = False) -> int:
    """The game's lesson, from what is not mastered yet."""
    found = lesson(game)
    console.tell(f"{game.title}, a lesson of {len(found.steps)} steps and an exam. (help shows what can be typed)")
    from flagfall.coach.lessons.answer import Teacher
    from flagfall.coach.lessons.sitting import Sitting

    teacher = Teacher()
    with _solving(teacher):
        sitting = Sitting(found, teacher)
    _Lesson(console, sitting, words).run()
    return DONE


@contextmanager
def _solving(teacher: Teacher) -> Iterator[None]:
    """While something may have to be solved: where that takes long, a line says how far it is."""
    with metered() as teacher.progress:
        yield
    teacher.progress = None


class _Lesson(Learner):
    usage = HELP

    def __init__(self, console: Console, sitting: Sitting, words: bool) -> None:
        super().__init__(console, sitting, words)
        self.sitting = sitting

    def run(self) -> None:
        """Until the last task is over, or the learner stops."""
        sitting = self.sitting
        while (ended := self._ask()) is not Ended.QUIT:
            if sitting.is_last and ended is not Ended.BACK:
                self._end()
                return
            with _solving(sitting.teacher):
                sitting.go_to(max(0, sitting.at - 1) if ended is Ended.BACK else sitting.at + 1)
        self.console.print(sitting.standing())

    def _ask(self) -> Ended:
        sitting = self.sitting
        with _solving(sitting.teacher):
            sitting.teacher.solution(sitting.task.position)
        self.console.print(f"\n{sitting.place}")
        ended = self.put(sitting.tasks)
        self.warn()
        return ended

    def _end(self) -> None:
        sitting = self.sitting
        self.console.print(f"\nThat was the lesson. {sitting.standing()}")
        if sitting.is_mastered:
            self.console.advise("Now play it:", command(f"play {sitting.lesson.game.id}"))
        else:
            self.console.advise("What is missing comes first next time:", command(f"learn {sitting.lesson.game.id}"))
