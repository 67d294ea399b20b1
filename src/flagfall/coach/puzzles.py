"""Decisions with exactly one move that wins, or saves the balance, from easy to hard; and which are mastered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.record import Record
from flagfall.record.files import folder, load, saved, write_whole
from flagfall.solve import Solution, Worth
from flagfall.solve.exact.optimal import SIDES

from .grades import grade, plies
from .judging import SURE, keeping, worths_after
from .sample import positions_of

MOST = 100
"""So many puzzles a game at most, spread evenly from the easiest to the hardest."""


@dataclass(frozen=True)
class Puzzle:
    """A position, who is to move, and the moves that are right."""

    position: Position
    player: Player
    right: frozenset[Move]
    worth: Worth
    difficulty: tuple[int, int]
    """How many plies must be seen ahead, then among how many moves."""

    @property
    def is_battle(self) -> bool:
        return len(self.position.choices()) > 1

    @property
    def name(self) -> str:
        """What it is called in the progress map; in a battle either player may be asked."""
        return f"{self.position.text()} {self.player.name} chooses" if self.is_battle else self.position.text()

    def task(self) -> str:
        to_do = f"{self.player} to {'choose' if self.is_battle else 'move'} and {self._goal()}."
        if len(self.right) > 1:
            return to_do
        return f"{to_do} Only one choice is safe." if self.is_battle else f"{to_do} Only one move does it."

    def _goal(self) -> str:
        value = self.worth.value * SIDES[self.player]
        if value > SURE:
            return f"win in {plies(self.worth.distance)}" if self.worth.distance else "win"
        return "lose as late as can be" if value < -SURE else "not lose"


def puzzles(solution: Solution, most: int = MOST) -> list[Puzzle]:
    """The puzzles of a solved game, from easy to hard."""
    found = sorted(_all(solution), key=lambda puzzle: (*puzzle.difficulty, puzzle.name))
    if len(found) <= most:
        return found
    return [found[at * (len(found) - 1) // (most - 1)] for at in range(most)]


def _all(solution: Solution) -> Iterator[Puzzle]:
    for position in positions_of(solution)[0]:
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
    return Puzzle(position, player, frozenset(right), worth, (ahead, len(moves)))


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
    return list(found.values())


def _second_chance(knowledge: Knowledge, position: Position, player: Player) -> Puzzle | None:
    """None where no sure choice is right."""
    worth, right = knowledge.solution.worth(position), keeping(knowledge.solution, position, player)
    difficulty = 0 if worth.is_draw else worth.distance or 0, len(position.choices()[player])
    return Puzzle(position, player, frozenset(right), worth, difficulty) if right else None


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
