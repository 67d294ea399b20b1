"""Positions with exactly one move that wins, or saves the balance, from easy to hard; and which are mastered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.record import Record
from flagfall.record.files import folder, load, saved, write_whole
from flagfall.solve import Solution, Worth

from .grades import SURE, grade, plies, side
from .sample import positions_of

MOST = 100
"""So many puzzles a game at most, spread evenly from the easiest to the hardest."""


@dataclass(frozen=True)
class Puzzle:
    """A position, who is to move, and the moves that are right."""

    position: Position
    right: frozenset[Move]
    worth: Worth
    difficulty: tuple[int, int]
    """How many plies must be seen ahead, then among how many moves."""

    @property
    def player(self) -> Player:
        return self.position.turn

    @property
    def name(self) -> str:
        """What it is called in the progress map."""
        return self.position.text()

    def task(self) -> str:
        if self.worth.value * side(self.player) > SURE:
            ending = f" in {plies(self.worth.distance)}" if self.worth.distance else ""
            return f"{self.player} to move and win{ending}. Only one move does it."
        return f"{self.player} to move and not lose. Only one move saves the balance."


def puzzles(solution: Solution, most: int = MOST) -> list[Puzzle]:
    """The puzzles of a solved game, from easy to hard."""
    found = sorted(_all(solution), key=lambda puzzle: (*puzzle.difficulty, puzzle.name))
    if len(found) <= most:
        return found
    return [found[at * (len(found) - 1) // (most - 1)] for at in range(most)]


def _all(solution: Solution) -> Iterator[Puzzle]:
    for position in positions_of(solution)[0]:
        if puzzle := _puzzle(solution, position):
            yield puzzle


def _puzzle(solution: Solution, position: Position) -> Puzzle | None:
    """The position as a puzzle, if one player decides, isn't lost, and has one right move among several."""
    choices = position.choices()
    if len(choices) != 1 or len(choices[position.turn]) < 2:
        return None
    worth = solution.worth(position)
    if worth.value * side(position.turn) < -SURE:
        return None
    worths = solution.moves(position)[position.turn]
    right = [move for move, each in worths.items() if abs(each.value - worth.value) <= SURE]
    if len(right) != 1:
        return None
    wrong = [each.distance or 0 for move, each in worths.items() if move not in right]
    ahead = worth.distance if worth.distance is not None else max(wrong)
    return Puzzle(position, frozenset(right), worth, (ahead, len(worths)))


def mistakes(records: Iterable[Record], solution: Solution) -> list[Puzzle]:
    """The positions of these games in which a person gave something away, to be played better now."""
    found: dict[str, Puzzle] = {}
    for record in records:
        for ply in record.match().plies:
            player = ply.before.turn
            if len(ply.moves) == 1 and record.tags.get(player.name, "human") == "human":
                graded = grade(solution, ply.before, player, ply.moves[player])
                if not graded.grade.keeps_value:
                    puzzle = _second_chance(solution, ply.before)
                    found.setdefault(puzzle.name, puzzle)
    return list(found.values())


def _second_chance(solution: Solution, position: Position) -> Puzzle:
    worth, worths = solution.worth(position), solution.moves(position)[position.turn]
    right = frozenset(move for move, each in worths.items() if abs(each.value - worth.value) <= SURE)
    return Puzzle(position, right, worth, (worth.distance or 0, len(worths)))


def own_games(start: Position) -> list[Record]:
    """The finished and unfinished games of this kind among the saved ones."""
    records = (record for path in saved() for record in _readable(path))
    return [record for record in records if record.start.id == start.id and record.start.rules == start.rules]


def _readable(path: Path) -> Sequence[Record]:
    try:
        return load(path)
    except (FlagfallError, OSError):
        return ()


# --- the progress map ---


@dataclass
class Progress:
    """Which puzzles were solved at the last try, kept in a file of one game and variation."""

    path: Path
    solved: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, start: Position) -> Progress:
        settings = "-".join(f"{name}={value}" for name, value in start.rules.changed().items())
        name = "".join(
            sign if sign.isalnum() or sign in "-=+," else "_" for sign in f"{start.id}-{settings}".strip("-")
        )
        path = folder("puzzles") / f"{name[:150]}.json"
        return cls(path, _read(path))

    def enter(self, puzzle: Puzzle, right: bool) -> None:
        """Note how a puzzle went, and keep it."""
        self.solved[puzzle.name] = right
        write_whole(self.path, json.dumps(self.solved, indent=1) + "\n")

    def mastered(self, among: Sequence[Puzzle]) -> int:
        return sum(self.solved.get(puzzle.name, False) for puzzle in among)

    def next(self, among: Sequence[Puzzle]) -> Puzzle | None:
        """The easiest that isn't mastered; those never tried come before those that went wrong."""
        fresh = [puzzle for puzzle in among if puzzle.name not in self.solved]
        again = [puzzle for puzzle in among if not self.solved.get(puzzle.name, True)]
        return next(iter([*fresh, *again]), None)

    def map(self, among: Sequence[Puzzle]) -> str:
        """A sign a puzzle, from easy to hard: # mastered, x tried, . not yet."""
        signs = {True: "#", False: "x", None: "."}
        return "".join(signs[self.solved.get(puzzle.name)] for puzzle in among)


def _read(path: Path) -> dict[str, bool]:
    """What was kept; nothing where there is no file or it can't be read."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {name: right for name, right in data.items() if isinstance(right, bool)}
