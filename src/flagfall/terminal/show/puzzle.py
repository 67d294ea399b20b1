"""`flagfall puzzle`: one right move to find, again and again, with a map of what is mastered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.grades import either, for_player, grade
from flagfall.coach.hints import first_hint, second_hint
from flagfall.coach.puzzles import Progress, Puzzle, mistakes, own_games, puzzles
from flagfall.core import FlagfallError, IllegalMove, Position
from flagfall.exits import DONE
from flagfall.terminal.tty.console import Console

from .solve import solved

HELP = """\
Type the move that you would make. Or:
  hint   what to look at; asked again, the move
  moves  the moves that can be made
  map    how far you have got
  skip   try another one
  quit   stop; what you have mastered is kept"""


class NoPuzzles(FlagfallError):
    """There is nothing to learn here."""


def play_puzzles(console: Console, start: Position, *, own: bool, as_json: bool) -> int:
    """Ask puzzles until all are mastered or the player stops; with `own` those from the mistakes of saved games."""
    knowledge = Knowledge(solved(console, start))
    among = _own_mistakes(start, knowledge) if own else puzzles(knowledge.solution)
    if not among:
        raise NoPuzzles(f"{start.title} has no position with one right move among several under these rules")
    session = Session(console, knowledge, among, Progress.of(start))
    if as_json:
        console.print_json(session.data())
        return DONE
    return session.run()


def _own_mistakes(start: Position, knowledge: Knowledge) -> list[Puzzle]:
    games = own_games(start)
    if not games:
        raise NoPuzzles(f"no game of {start.title} under these rules has been saved yet; play one first")
    found = mistakes(games, knowledge)
    if not found:
        raise NoPuzzles("you gave nothing away in any saved game: there is nothing to mend")
    return found


class Session:
    """A player at the puzzles of one game."""

    def __init__(self, console: Console, knowledge: Knowledge, among: Sequence[Puzzle], progress: Progress) -> None:
        self.console = console
        self.knowledge = knowledge
        self.among = among
        self.progress = progress
        self.skipped: set[str] = set()
        self.unkept = False
        """Whether progress could not be written."""

    def run(self) -> int:
        self.console.print(f"{self.among[0].position.title}: {self.standing()} (help shows what can be typed)")
        while puzzle := self._next():
            if not self._ask(puzzle):
                self.console.print(self.standing())
                return DONE
        self.console.print(f"{self.standing()} {'The others come again.' if self.skipped else 'All of them!'}")
        return DONE

    def standing(self) -> str:
        return f"{self.progress.mastered(self.among)} of {len(self.among)} mastered."

    def data(self) -> dict[str, Any]:
        rows = [
            {
                "position": each.position.text(),
                "player": each.player.name,
                "task": each.task(),
                "solved": self.progress.solved.get(each.name),
            }
            for each in self.among
        ]
        return {"mastered": self.progress.mastered(self.among), "puzzles": rows}

    def _next(self) -> Puzzle | None:
        return self.progress.next([puzzle for puzzle in self.among if puzzle.name not in self.skipped])

    def _ask(self, puzzle: Puzzle) -> bool:
        """One puzzle; False when the player stops."""
        position, player, hints = puzzle.position, puzzle.player, 0
        drawn = position.header if puzzle.is_battle else position.board
        self.console.print(f"\n{drawn(self.console.width)}\n{puzzle.task()}")
        while True:
            try:
                line = self.console.ask(f"{player}, your move: ").strip()
            except EOFError:
                return False
            word = line.casefold()
            if word in ("quit", "exit", "q"):
                return False
            if word == "skip":
                self.skipped.add(puzzle.name)
                return True
            if word == "hint":
                give = second_hint if hints else first_hint
                hints += 1
                self.console.tell(give(self.knowledge, position, player))
            elif word in ("help", "?"):
                self.console.print(HELP)
            elif word == "map":
                self.console.print(f"{self.progress.map(self.among)}\n# mastered, x tried, . not yet")
            elif word == "moves":
                self.console.print("  " + ", ".join(map(position.written, position.choices()[player])))
            elif self._try(puzzle, line, hinted=hints > 1):
                return True

    def _try(self, puzzle: Puzzle, line: str, hinted: bool) -> bool:
        """Judge an answer; False where it is no move."""
        position, player = puzzle.position, puzzle.player
        try:
            move = position.read(player, line)
        except IllegalMove as error:
            self.console.print(str(error))
            return False
        right = move in puzzle.right
        self._note(puzzle, right and not hinted)
        graded = grade(self.knowledge, position, player, move)
        what = for_player(graded.judged.worth, player)
        if right:
            better = "" if move in graded.best else f" Best is {either(list(map(position.written, graded.best)))}."
            self.console.tell(f"Right! It {what}.{better} {self.standing()}")
        else:
            answer = graded.judged.punished_by
            what += f" if the other chooses {either(answer)}" if answer else ""
            best = either(sorted(map(position.written, puzzle.right)))
            self.console.tell(f"No: {line} {what}. Right was {best}. {self.standing()}")
            self.skipped.add(puzzle.name)
        return True

    def _note(self, puzzle: Puzzle, right: bool) -> None:
        """Keep how it went. Where nothing can be kept that is said once, and one can go on all the same."""
        try:
            self.progress.enter(puzzle, right)
        except OSError as error:
            if not self.unkept:
                where = f"{self.progress.path.parent} ({error.strerror})"
                self.console.tell(f"Your progress can't be kept in {where}, so it is forgotten when you stop.")
            self.unkept = True
