"""A task at the terminal: the board, what is asked, and tries until it is over. Puzzles and lessons put theirs so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING

from flagfall.coach.lessons.task import Task
from flagfall.core import IllegalMove, Move
from flagfall.terminal.boards import Look
from flagfall.terminal.tty.console import Console

if TYPE_CHECKING:  # they know the solver, which a list of lessons does without
    from flagfall.coach.lessons.answer import Answer
    from flagfall.coach.lessons.sitting import Sitting
    from flagfall.coach.lessons.trial import Trial
    from flagfall.coach.puzzles import Practice

SIGNS = {"right": "Right!", "fine": "Not that one.", "wrong": "No."}


class Ended(Enum):
    OVER, SKIPPED, BACK, QUIT = range(4)


ENDING = {"skip": Ended.SKIPPED, "back": Ended.BACK, "quit": Ended.QUIT, "exit": Ended.QUIT, "q": Ended.QUIT}


class Learner:
    """Somebody at one terminal who is put tasks, one after the other."""

    usage = ""

    def __init__(self, console: Console, learning: Sitting | Practice, words: bool) -> None:
        self.console, self._learning, self._words = console, learning, words
        self._warned = False

    def put(self, every: Sequence[Task]) -> Ended:
        """The task that is next; where one stands is told among `every` one."""
        learning = self._learning
        show_task(self.console, learning.trial.task, words=self._words)
        extra = {"map": lambda: f"{learning.progress.map(every)}\n# mastered, x tried, . not yet"}
        return put(self.console, learning.trial, learning.attempt, self.usage, extra)

    def warn(self) -> None:
        """Where nothing can be kept that is said once, and one can go on all the same."""
        if (error := self._learning.unkept) and not self._warned:
            where = f"{self._learning.progress.path.parent} ({error.strerror})"
            self.console.tell(f"Your progress can't be kept in {where}, so it is forgotten when you stop.")
            self._warned = True


def show_task(console: Console, task: Task, *, words: bool = False) -> None:
    """The board, what there is to see, and what to try."""
    look = Look(words)
    console.print(f"\n{(look.header if task.is_battle else look.board)(task.view, console.width)}")
    for text in (task.variation, task.text, task.ask):
        if text:
            console.tell(text)


def put(
    console: Console,
    trial: Trial,
    attempt: Callable[[Move], Answer],
    usage: str,
    extra: Mapping[str, Callable[[], str]],
) -> Ended:
    """Ask until the task is over; `extra` are further words, and what is said to them."""
    while not trial.is_over:
        try:
            line = console.ask(trial.task.view.prompt(trial.task.player)).strip()
        except EOFError:
            return Ended.QUIT
        if ended := ENDING.get(line.casefold()):
            return ended
        _say(console, trial, attempt, line, {"help": lambda: usage, "?": lambda: usage, **extra})
    return Ended.OVER


def _say(
    console: Console,
    trial: Trial,
    attempt: Callable[[Move], Answer],
    line: str,
    extra: Mapping[str, Callable[[], str]],
) -> None:
    task, word = trial.task, line.casefold()
    if word == "hint":
        console.tell(trial.hint())
    elif word == "moves":
        console.tell(", ".join(map(task.position.written, task.moves)), indent="  ")
    elif word in extra:
        console.print(extra[word]())
    else:
        try:
            move = task.view.read(task.player, line)
        except IllegalMove as error:
            console.print(str(error))
        else:
            _tell(console, trial, attempt(move))


def _tell(console: Console, trial: Trial, answer: Answer) -> None:
    """What happens, and what is to be said of it."""
    for line in answer.said:
        console.print(line)
    standing = "" if answer.kind == "right" else trial.standing()
    console.tell(f"{SIGNS[answer.kind]} {answer.words} {standing}".strip())
