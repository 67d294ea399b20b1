"""Find the puzzles that come with the package: `make puzzles`."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

from flagfall.coach.collection import collect, row
from flagfall.coach.hidden.minds import MINDS, mind_of
from flagfall.coach.riddles import found
from flagfall.core import Position
from flagfall.games import BOOKS

COACH = Path(__file__).parents[1] / "src" / "flagfall" / "coach"
FILE, RIDDLES = COACH / "puzzles.json", COACH / "riddles.json"
HIDDEN = 24
"""So many puzzles of a game that hides something."""


def written() -> str:
    """One line a puzzle, so that a change shows what has changed."""
    games = {game.id: [row(each, each.difficulty) for each in collect(game)] for game in BOOKS}
    parts = (f'"{game}": [\n{_lines(rows)}\n]' for game, rows in games.items() if rows)
    return "\n".join(("{", ",\n".join(parts), "}", ""))


def courses() -> str:
    """The games behind puzzles in which something is hidden, each up to the decision."""
    games = {game.id: _courses(game()) for game in BOOKS if type(game()) in MINDS}
    parts = (f'"{game}": [\n{_lines(rows)}\n]' for game, rows in games.items() if rows)
    return "\n".join(("{", ",\n".join(parts), "}", ""))


def _courses(start: Position) -> list[list[object]]:
    return [list(course) for course, _ in islice(found(start, mind_of(start), most=100 * HIDDEN), HIDDEN)]


def _lines(rows: list[list[object]]) -> str:
    return ",\n".join(json.dumps(each, ensure_ascii=False) for each in rows)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
    RIDDLES.write_text(courses(), encoding="utf-8")
