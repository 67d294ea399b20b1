"""The puzzles that come with the package, so that whoever shows one need not look for it: `make puzzles` finds them.

A game with few positions has few puzzles by the book. There puzzles of its nearest variations join them, each of which
says so (`Task.variation`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from flagfall.core import BadRules, OneOf, Player, Position, Whole, YesNo
from flagfall.core.rules import Setting
from flagfall.games import GAMES, position

from .lessons.task import Task

if TYPE_CHECKING:  # numpy takes longer to load than a page may
    from .puzzles import Puzzle

MOST = 120
"""So many puzzles a game, from easy to hard."""
NEAR = 6
"""So far from the book's a number may be in a variation that joins in."""
SMALL = 1 << 24
"""Bytes that solving such a variation may take."""
FIRST_DAY = date(1970, 1, 1).toordinal()
WEEK = 7


@dataclass(frozen=True, kw_only=True)
class Collected(Task):
    """A puzzle as it is kept."""

    difficulty: float
    """How many of the ten levels go wrong here."""


@cache
def stored() -> dict[str, tuple[Collected, ...]]:
    """By the ids of games what `make puzzles` has found, from easy to hard."""
    text = files(__package__).joinpath("puzzles.json").read_text(encoding="utf-8")
    return {game: tuple(_read(*row) for row in rows) for game, rows in json.loads(text).items() if game in GAMES}


def _read(text: str, player: str, right: list[str], ask: str, difficulty: float) -> Collected:
    return Collected(
        position=position(text), player=Player[player], right=frozenset(right), ask=ask, difficulty=difficulty
    )


def row(puzzle: Task, difficulty: float) -> list[Any]:
    """The same as data."""
    return [puzzle.position.text(), puzzle.player.name, sorted(puzzle.right), puzzle.ask, round(difficulty, 3)]


# --- one for every day ---


class Daily(NamedTuple):
    game: str
    number: int


def daily(day: date, counts: dict[str, int]) -> Daily:
    """The puzzle of a day among so many of each game: another game every day, and harder from Monday to Sunday.

    Everybody gets the same, so that a page can find it without asking (`daily.js` is the same in its language).
    """
    games = sorted(game for game, count in counts.items() if count)
    since = day.toordinal() - FIRST_DAY
    game = games[since % len(games)]
    first, end = (counts[game] * (day.weekday() + more) // WEEK for more in (0, 1))
    return Daily(game, first + since * 7919 % 10007 % max(end - first, 1))


# --- to find them ---


def collect(game: type[Position]) -> list[Puzzle]:
    """The puzzles of a game by the book, joined by those of its variations where they are few; from easy to hard."""
    from .puzzles import spread

    found: dict[str, Puzzle] = {}
    for start in _starts(game):
        found |= {puzzle.name: puzzle for puzzle in _of(start)}
        if len(found) >= MOST:
            break
    return spread(sorted(found.values(), key=lambda puzzle: puzzle.order), MOST)


def _of(start: Position) -> list[Puzzle]:
    from flagfall.solve import SolveError, solve

    from .puzzles import puzzles

    try:
        return puzzles(solve(start, memory=SMALL), most=MOST)
    except SolveError:
        return []


def _starts(game: type[Position]) -> Iterator[Position]:
    """The book's opening, and those of its variations in which one thing is different, the nearest first."""
    yield game()
    for step in range(1, NEAR + 1):
        for setting in game.Rules.settings():
            for value in _others(setting, step):
                try:
                    yield game(rules=game.Rules(**{setting.name: value}))  # type: ignore[call-arg]
                except BadRules:
                    continue


def _others(setting: Setting[Any], step: int) -> list[Any]:
    kind, default = setting.kind, setting.default
    if isinstance(kind, Whole):
        return [value for value in (default + step, default - step) if kind.accepts(value)]
    if step > 1:
        return []
    if isinstance(kind, OneOf):
        return [option for option in kind.options if option != default]
    return [not default] if isinstance(kind, YesNo) else []
