"""Decisions with exactly one move that wins, or saves the balance, from easy to hard; and practice at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.evaluation.grades import grade
from flagfall.coach.evaluation.judging import SURE, keeping, worths_after
from flagfall.coach.evaluation.sample import positions_of
from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.record import Record
from flagfall.record.files import load, saved
from flagfall.solve import Progress as Told
from flagfall.solve import Solution, Worth
from flagfall.solve.exact.optimal import SIDES

from .lessons.answer import Answer, Teacher, asked
from .lessons.difficulty import difficulty
from .lessons.progress import Progress
from .lessons.task import Task
from .lessons.trial import Trial

REPORT_EVERY = 256
MOST = 100
"""So many puzzles a game at most, spread evenly from the easiest to the hardest."""


@dataclass(frozen=True, kw_only=True)
class Puzzle(Task):
    worth: Worth | None = None
    """Exactly; None where something is hidden."""
    ahead: int = 0
    """How many plies must be seen ahead."""
    difficulty: float = 0.0
    """How many of the ten levels go wrong here; where there are none that can be asked, of ten who choose at random."""

    @property
    def order(self) -> tuple[float, int, int, str]:
        """Easy puzzles are less."""
        return self.difficulty, self.ahead, len(self.moves), self.name


def puzzles(solution: Solution, most: int = MOST, progress: Told | None = None) -> list[Puzzle]:
    """The puzzles of a solved game, from easy to hard; `progress` is told how many positions were looked at."""
    return spread(sorted(_all(solution, progress), key=lambda puzzle: puzzle.order), most)


def spread(found: list[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of these, evenly from the first to the last."""
    if len(found) <= most:
        return found
    return [found[at * (len(found) - 1) // (most - 1)] for at in range(most)]


def _all(solution: Solution, progress: Told | None) -> Iterator[Puzzle]:
    positions = positions_of(solution)[0]
    for number, position in enumerate(positions):
        if progress and number % REPORT_EVERY == 0:
            progress("looking for puzzles", number, len(positions))
        for player in position.choices():
            if puzzle := _puzzle(solution, position, player):
                yield puzzle


def _puzzle(solution: Solution, position: Position, player: Player) -> Puzzle | None:
    """The position as a puzzle for this player, if it isn't lost, and one move among several is right."""
    moves, worth = position.choices()[player], solution.worth(position)
    if len(moves) < 2 or worth.value * SIDES[player] < -SURE:
        return None
    right = keeping(solution, position, player)
    if len(right) != 1:
        return None
    ahead = worth.distance if worth.value and worth.distance else _slowest_loss(solution, position, player)
    return _made(solution, position, player, frozenset(right), ahead)


def _made(solution: Solution, position: Position, player: Player, right: frozenset[Move], ahead: int) -> Puzzle:
    ask, worth = asked(solution, position, player, right), solution.worth(position)
    puzzle = Puzzle(position=position, player=player, ask=ask, right=right, worth=worth, ahead=ahead)
    return replace(puzzle, difficulty=difficulty(solution, puzzle))


def _slowest_loss(solution: Solution, position: Position, player: Player) -> int:
    """So many plies one must look ahead to see that every other move loses."""
    rows = worths_after(solution, position)[player].values()
    losses = ([each.distance or 0 for each in row if each.value == -SIDES[player]] for row in rows)
    return max((1 + min(each) for each in losses if each), default=0)


def mistakes(records: Iterable[Record], knowledge: Knowledge) -> list[Puzzle]:
    """The positions of these games in which a person gave something away, to be played better now."""
    found: dict[str, Puzzle] = {}
    for record in records:
        for ply in record.match().plies:
            for player, move in ply.moves.items():
                if record.tags.get(player.name, "human") == "human":
                    graded = grade(knowledge, ply.before, player, move)
                    if not graded.grade.keeps_value and (puzzle := _second_chance(knowledge, ply.before, player)):
                        found.setdefault(puzzle.name, puzzle)
    return sorted(found.values(), key=lambda puzzle: puzzle.order)


def _second_chance(knowledge: Knowledge, position: Position, player: Player) -> Puzzle | None:
    """None where no sure choice is right."""
    worth, right = knowledge.solution.worth(position), keeping(knowledge.solution, position, player)
    ahead = 0 if worth.is_draw else worth.distance or 0
    return _made(knowledge.solution, position, player, frozenset(right), ahead) if right else None


def own_games(start: Position) -> list[Record]:
    """The finished and unfinished games of this kind among the saved ones."""
    records = (record for path in saved() for record in _readable(path))
    return [record for record in records if record.start.id == start.id and record.start.rules == start.rules]


def _readable(path: Path) -> Sequence[Record]:
    try:
        return load(path)
    except (FlagfallError, OSError):
        return ()


# --- practice ---


class Practice:
    """Puzzles one after the other, without an end: those not mastered from easy to hard, again and again; then any."""

    def __init__(self, solution: Solution | None, among: Sequence[Puzzle], progress: Progress, draw: Random) -> None:
        self.among, self.progress = among, progress
        self.unkept: OSError | None = None
        """Why progress could not be written."""
        self._teacher, self._draw = Teacher(*([solution] if solution else [])), draw
        self._passed: set[str] = set()
        """Those that went wrong or were left out: they come again after the others."""
        self.trial = self._trial(self._next() or self.among[0])

    @property
    def puzzle(self) -> Puzzle:
        assert isinstance(self.trial.task, Puzzle)
        return self.trial.task

    def attempt(self, move: Move) -> Answer:
        """Try a legal move, and keep how it went once it is over."""
        answer = self.trial.attempt(move)
        if self.trial.is_over:
            self._note()
        return answer

    def go_on(self) -> str:
        """To the next puzzle; and what is to be said when a round is over."""
        now = self.puzzle
        if not self.progress.solved.get(now.name):
            self._passed.add(now.name)
        puzzle, news = self._next(), ""
        if puzzle is None:
            puzzle, news = self._again(now)
        self.trial = self._trial(puzzle)
        return news

    def standing(self) -> str:
        return f"{self.progress.mastered(self.among)} of {len(self.among)} mastered."

    def _next(self) -> Puzzle | None:
        return self.progress.next([puzzle for puzzle in self.among if puzzle.name not in self._passed])

    def _again(self, now: Puzzle) -> tuple[Puzzle, str]:
        """When every one has had its turn: those that are not mastered, or any other than just now."""
        is_first = bool(self._passed) or not self._is_endless
        self._passed.clear()
        if puzzle := self._next():
            return puzzle, "The others come again."
        self._is_endless = True
        others = [each for each in self.among if each.name != now.name] or list(self.among)
        return self._draw.choice(others), "All of them! From now on any of them may come." if is_first else ""

    _is_endless = False

    def _trial(self, puzzle: Puzzle) -> Trial:
        return Trial.counted(puzzle, self._teacher)

    def _note(self) -> None:
        try:
            self.progress.enter(self.puzzle, self.trial.is_mastered)
        except OSError as error:
            self.unkept = error
