"""`flagfall puzzle`: one right move to find, again and again, with a map of what is mastered."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach import riddles
from flagfall.coach.hidden.minds import mind_of
from flagfall.coach.lessons.progress import Progress
from flagfall.coach.puzzles import Practice, Puzzle, mistakes, own_games, puzzles
from flagfall.core import FlagfallError, Position
from flagfall.exits import DONE
from flagfall.record import Record
from flagfall.solve import Progress as Told
from flagfall.solve import Solution
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.meter import metered

from .solve import solved
from .trying import Ended, Learner

HELP = """\
Type the move that you would make. Or:
  hint   what to look at; asked again, the move
  moves  the moves that can be made
  map    how far you have got
  skip   try another one
  quit   stop; what you have mastered is kept"""


class NoPuzzles(FlagfallError):
    """There is nothing to learn here."""


def play_puzzles(console: Console, start: Position, *, own: bool, words: bool = False, as_json: bool = False) -> int:
    """Ask puzzles until the player stops; with `own` those from the mistakes of saved games."""
    if start.hides():
        with metered() as meter:
            practice = guessing(start, own, meter)
    else:
        solution = solved(console, start)
        with metered() as meter:
            practice = solving(start, solution, own, meter)
    if as_json:
        console.print_json(_data(practice))
        return DONE
    return Session(console, practice, words).run()


def solving(start: Position, solution: Solution, own: bool, progress: Told | None = None) -> Practice:
    """The puzzles of a game that is solved, or those from mistakes in saved games; NoPuzzles where there are none."""
    among = (
        _taught(start, lambda games: mistakes(games, Knowledge(solution)))
        if own
        else puzzles(solution, progress=progress)
    )
    return _practice(start, solution, among)


def guessing(start: Position, own: bool, progress: Told | None = None) -> Practice:
    """The same where something is hidden: what would a strong player do?"""
    if own:
        mind = mind_of(start, progress)
        return _practice(start, None, _taught(start, lambda games: riddles.mistakes(games, mind)))
    return _practice(start, None, riddles.riddles(start, progress))


def _practice(start: Position, solution: Solution | None, among: list[Puzzle]) -> Practice:
    if not among:
        raise NoPuzzles(f"{start.title} has no position with one right move among several under these rules")
    return Practice(solution, among, Progress.of(start), Random())


def _taught(start: Position, find: Callable[[list[Record]], list[Puzzle]]) -> list[Puzzle]:
    """What the player's saved games have to teach, or NoPuzzles."""
    games = own_games(start)
    if not games:
        raise NoPuzzles(f"no game of {start.title} under these rules has been saved yet; play one first")
    found = find(games)
    if not found:
        raise NoPuzzles("you gave nothing away in any saved game: there is nothing to mend")
    return found


def _data(practice: Practice) -> dict[str, Any]:
    progress = practice.progress
    rows = [
        {
            "position": each.view.text(),
            "player": each.player.name,
            "task": each.ask,
            "difficulty": round(each.difficulty, 3),
            "solved": progress.solved.get(each.name),
        }
        for each in practice.among
    ]
    return {"mastered": progress.mastered(practice.among), "puzzles": rows}


class Session(Learner):
    """A player at the puzzles of one game."""

    usage = HELP

    def __init__(self, console: Console, practice: Practice, words: bool) -> None:
        super().__init__(console, practice, words)
        self.practice = practice

    def run(self) -> int:
        """Until the player stops."""
        practice = self.practice
        self.console.print(f"{practice.puzzle.position.title}: {practice.standing()} (help shows what can be typed)")
        while self._ask() is not Ended.QUIT:
            if news := practice.go_on():
                self.console.tell(news)
        self.console.print(practice.standing())
        return DONE

    def _ask(self) -> Ended:
        ended = self.put(self.practice.among)
        if ended is Ended.OVER:
            self.console.print(self.practice.standing())
            self.warn()
        return ended
