"""What takes long is worked out beside the screen: the solution of a game, and what follows from it.

A screen asks, goes on, and hears of the answer by a message. Only the last question of a kind counts: whoever asks
anew, or leaves the screen, stops the work on the question before. An answer that is already on its way then is told
from the right one by what it is about.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen
from textual.worker import Worker, get_current_worker

from flagfall.core import FlagfallError, Position
from flagfall.terminal.tty.meter import line

if TYPE_CHECKING:  # numpy is loaded where something is worked out
    from flagfall.bots.solved.knowledge import Knowledge
    from flagfall.coach.advisor import Advisor

BETWEEN = 0.1
"""Seconds between two words of how far the work is."""


class Known(Message, bubble=False):
    """The game that begins here is solved, and the verdicts on its moves are at hand."""

    def __init__(self, start: Position, knowledge: Knowledge) -> None:
        super().__init__()
        self.start, self.knowledge = start, knowledge


class Advised(Message, bubble=False):
    """There is somebody who can give advice in the game that begins here."""

    def __init__(self, start: Position, advisor: Advisor) -> None:
        super().__init__()
        self.start, self.advisor = start, advisor


class NotKnown(Message, bubble=False):
    """Nobody can say anything of the game that begins here."""

    def __init__(self, start: Position, why: str) -> None:
        super().__init__()
        self.start, self.why = start, why


class Progress(Message, bubble=False):
    """How far the solving is."""

    def __init__(self, start: Position, text: str) -> None:
        super().__init__()
        self.start, self.text = start, text


class WorkedOut(Message, bubble=False):
    """The answer to what `work_out` was asked."""

    def __init__(self, about: object, answer: Any) -> None:
        super().__init__()
        self.about, self.answer = about, answer


def know(screen: Screen[Any], start: Position) -> None:
    """Solve the game that begins here: `Known` or `NotKnown` comes, and `Progress` before it where that takes long."""
    screen.run_worker(partial(_know, screen, start), group="know", exclusive=True, thread=True)


def find_advisor(screen: Screen[Any], start: Position) -> None:
    """Find who knows the game that begins here: `Advised` or `NotKnown` comes, and `Progress` as above."""
    screen.run_worker(partial(_find_advisor, screen, start), group="know", exclusive=True, thread=True)


def work_out(screen: Screen[Any], about: object, function: Callable[[], Any], group: str = "work out") -> None:
    """Have a function work beside the screen; `WorkedOut` comes with what it returns."""
    screen.run_worker(partial(_work_out, screen, about, function), group=group, exclusive=True, thread=True)


def _know(screen: Screen[Any], start: Position) -> None:
    _answer(screen, start, lambda progress: Known(start, _knowledge(start, progress)))


def _find_advisor(screen: Screen[Any], start: Position) -> None:
    _answer(screen, start, lambda progress: Advised(start, _advisor(start, progress)))


def _answer(screen: Screen[Any], start: Position, find: Callable[[_Teller], Message]) -> None:
    """Tell what is found, or why nothing is."""
    worker = get_current_worker()
    try:
        found = find(_Teller(screen, start, worker))
    except _Stopped:
        return
    except FlagfallError as error:
        found = NotKnown(start, str(error))
    except MemoryError:
        found = NotKnown(start, "there is not enough memory to solve this here")
    _tell(screen, worker, found)


def _advisor(start: Position, progress: _Teller) -> Advisor:
    from flagfall.coach.advisor import advisor

    if not start.hides():
        _knowledge(start, progress)
    return advisor(start, progress)


def _knowledge(start: Position, progress: _Teller) -> Knowledge:
    from flagfall.bots.solved.knowledge import knowledge_of
    from flagfall.coach.evaluation.judging import best_play

    found = knowledge_of(start, progress)
    best_play(found, start)  # after which every other verdict is a matter of looking it up
    return found


def _work_out(screen: Screen[Any], about: object, function: Callable[[], Any]) -> None:
    worker = get_current_worker()
    _tell(screen, worker, WorkedOut(about, function()))


def _tell(screen: Screen[Any], worker: Worker[Any], message: Message) -> None:
    if not worker.is_cancelled:
        screen.post_message(message)


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


class _Teller:
    """Told how far the work is, it passes that on from time to time; and it stops work that nobody waits for."""

    def __init__(self, screen: Screen[Any], start: Position, worker: Worker[Any]) -> None:
        self.screen, self.start, self.worker = screen, start, worker
        self.stage, self.began, self.due = "", 0.0, time.monotonic() + BETWEEN

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        if self.worker.is_cancelled:
            raise _Stopped
        now = time.monotonic()
        if stage != self.stage:
            self.stage, self.began = stage, now
        if now >= self.due:
            self.due = now + BETWEEN
            self.screen.post_message(Progress(self.start, line(stage, done, total, now - self.began)))
