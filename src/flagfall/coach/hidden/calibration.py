"""How far a mind's figures can be trusted: what became of games in which it gave them.

A mind looks two plies ahead and takes what it finds there as if nothing were hidden any more. How much too sure that
makes it was measured: in games of the strongest bot against itself the figure at every decision was held against the
result. A figure is told as the results that followed figures like it, and its error is their 95 % interval.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from random import Random

from flagfall.bots import bot
from flagfall.core import Player, Position
from flagfall.match import Match
from flagfall.solve.exact.optimal import SIDES

from .outlook import Estimate, Mind

FILE = "calibration.json"
EDGES = (-0.9, -0.75, -0.6, -0.45, -0.3, -0.15, -0.03, 0.03, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
"""Between these, figures are taken to be alike."""
LEAST = 0.06
"""No estimate is said to be nearer than this."""
ELSEWHERE = 2.0
"""By other rules than those that were measured an error is so many times as large."""
LONGEST = 100
BLIND = 9
"""Games begin with fewer plies at random than this, each as often: people play otherwise than strong bots do."""
Point = tuple[float, float, float]
"""A figure, what came of it on the average, and how far off that may be."""
Rows = list[tuple[float, float]]
"""Of one player in one game: the mind's figure at each decision, and what came of it."""


@dataclass(frozen=True)
class Calibration:
    """By ranges of the mind's figure: the middle of each, what came of it, and how far off that may be."""

    points: tuple[Point, ...]

    def estimate(self, figure: float, wider: float = 1.0) -> Estimate:
        """What a figure means: on the line between the points around it."""
        figures = [point[0] for point in self.points]
        at = min(max(bisect(figures, figure), 1), len(figures) - 1)
        (low, low_value, low_error), (high, high_value, high_error) = self.points[at - 1 : at + 1]
        share = min(max((figure - low) / (high - low), 0.0), 1.0)
        value = low_value + share * (high_value - low_value)
        return Estimate(value, wider * max(LEAST, low_error + share * (high_error - low_error)))


@cache
def stored() -> dict[str, dict[Player, Calibration]]:
    """By the ids of games, and by who has to choose: who begins may fare better than a figure says, or worse."""
    text = files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    return {game: {player: _read(found[player.name]) for player in Player} for game, found in json.loads(text).items()}


def _read(points: Sequence[Sequence[float]]) -> Calibration:
    return Calibration(tuple((figure, value, error) for figure, value, error in points))


# --- measuring ---


def calibrate(start: Position, mind: Mind, games: int, name: str = "level:10") -> dict[str, list[Point]]:
    """From so many games of this bot against itself, for each player."""
    played = [_played(start, mind, name, game) for game in range(games)]
    return {player.name: fitted([rows[player] for rows in played]) for player in Player}


def _played(start: Position, mind: Mind, name: str, seed: int) -> dict[Player, Rows]:
    match, figures = Match(start, cap=LONGEST), dict[Player, list[float]]({player: [] for player in Player})
    bots = {player: bot(name, f"{seed} {player.name}") for player in Player}
    draw, blind = Random(seed), seed % BLIND
    while waiting := match.waiting():
        seat = match.seats[waiting[0]]
        if len(match.plies) < blind:
            match.submit(waiting[0], draw.choice(seat.choices))
            continue
        if not match.position.in_the_open():
            figures[waiting[0]].append(mind.figure(seat))
        match.submit(waiting[0], bots[waiting[0]].choose(seat))
    winner = match.outcome.winner if match.outcome else None
    results = {player: float(SIDES[winner] * SIDES[player]) if winner else 0.0 for player in Player}
    return {player: [(figure, results[player]) for figure in each] for player, each in figures.items()}


def fitted(games: Sequence[Rows]) -> list[Point]:
    """The points, each from the games that had a decision in its range; never falling where the figure rises."""
    ranges: list[Rows] = [[] for _ in range(len(EDGES) + 1)]
    for rows in games:
        for number, within in _in_ranges(rows):
            ranges[number].append(within)
    return _rising([(_point(within), len(within)) for within in ranges if within])


def _in_ranges(rows: Rows) -> Iterator[tuple[int, tuple[float, float]]]:
    """The decisions of one game are no independent witnesses: of those in one range their average is one."""
    found: dict[int, Rows] = {}
    for figure, result in rows:
        found.setdefault(bisect(EDGES, figure), []).append((figure, result))
    for number, each in found.items():
        figures, results = zip(*each, strict=True)
        yield number, (sum(figures) / len(each), sum(results) / len(each))


def _point(games: Rows) -> Point:
    """One more win and one more loss than there were keep a few games from looking sure (Agresti and Coull)."""
    results = [*(result for _, result in games), 1.0, -1.0]
    mean = sum(results) / len(results)
    variance = sum((result - mean) ** 2 for result in results) / len(results)
    return sum(figure for figure, _ in games) / len(games), mean, 1.96 * sqrt(variance / len(results))


def _rising(points: Sequence[tuple[Point, int]]) -> list[Point]:
    """Neighbours that fall become one point, their average by how many games each has (pool adjacent violators)."""
    pools: list[tuple[Point, int]] = []
    for pool in points:
        pools.append(pool)
        while len(pools) > 1 and pools[-2][0][1] >= pools[-1][0][1]:
            pools[-2:] = [_pooled(*pools[-2:])]
    return [point for point, _ in pools]


def _pooled(one: tuple[Point, int], other: tuple[Point, int]) -> tuple[Point, int]:
    (first, many), (second, more) = one, other
    figure, value, error = ((a * many + b * more) / (many + more) for a, b in zip(first, second, strict=True))
    return (figure, value, error), many + more
