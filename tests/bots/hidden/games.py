"""Where games of hidden things begin, and games that differ only in what is hidden from somebody."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

from flagfall.core import Move, Player, Position
from flagfall.games import GAMES
from flagfall.match import Match
from tests.match.play import HIDING
from tests.match.twins import replayed

from .toys import Seek, Sweep

BY_THE_BOOK = tuple(game() for game in GAMES.values() if game().hides())
TOYS = (Sweep(), Sweep(Sweep.Rules(cells=7)), Seek(), Seek(Seek.Rules(numbers=40, questions=5)))
HIDDEN = tuple(dict.fromkeys((*BY_THE_BOOK, *HIDING, *TOYS)))
STEPS = 2000
"""So many positions are tried to find games that look the same."""


def alike(match: Match, viewer: Player | None, seed: int) -> Iterator[Match]:
    """Other games from the same start that looked the same to the viewer all the time, in random order."""
    tried = iter(range(STEPS))
    played = [dict(ply.moves) for ply in match.plies]
    for plies in _courses(match, viewer, match.start, [], Random(seed), tried):
        if plies != played:
            twin = replayed(match.start, plies, match.cap)
            for player, move in match.sealed.items():
                twin.submit(player, move)
            yield twin


def _courses(
    match: Match,
    viewer: Player | None,
    world: Position,
    plies: list[dict[Player, Move]],
    random: Random,
    tried: Iterator[int],
) -> Iterator[list[dict[Player, Move]]]:
    time = len(plies)
    real = match.plies[time].before if time < len(match.plies) else match.position
    if next(tried, None) is None or world.view(viewer) != real.view(viewer):
        return
    if time == len(match.plies):
        yield plies
        return
    choices, written = world.choices(), match.plies[time].disguised(viewer)
    options = [[m for m in choices[p] if world.disguise(p, m, viewer) == written[p]] for p in choices]
    plays = list(product(*options))
    for play in random.sample(plays, len(plays)):
        moves = dict(zip(choices, play, strict=True))
        yield from _courses(match, viewer, world.after(moves), [*plies, moves], random, tried)
