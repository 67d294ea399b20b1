"""Scenes of every kind for the tests of the board: all games along random plies, and variations of every size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from flagfall.core import Cell, Mark, Option, Piece, Player, Position, Scene
from flagfall.games import GAMES, position
from flagfall.match import Match

VARIATIONS = (
    "grid-runner P1 0,4/8,4 size=9",
    "grid-runner P1 0,10/19,10 size=20",
    "grid-runner P1 1,2/4,2 blocked=2,3 teleport=1,0:3,4",
    "flag-chase P1 1/25 cells=25",
    "capture-the-flag P1 1/61 cells=61",
)
ROOMS = ((120, 40), (118, 22), (80, 24), (74, 34), (78, 12), (60, 20), (44, 20), (40, 12), (26, 6), (20, 5))


def starts() -> Iterator[Position]:
    yield from (game() for game in GAMES.values())
    yield from map(position, VARIATIONS)


@cache
def scenes(start: Position, plies: int = 12) -> tuple[Scene, ...]:
    """What is seen, by each who chooses and by everybody, along a random game."""
    match, draw, found = Match(start), Random(start.text()), []
    while True:
        found.append(match.seats[None].scene())
        found += [own(match.seats[player].scene(), player) for player in match.waiting()]
        if not match.waiting() or len(match.plies) >= plies:
            return tuple(found)
        player = match.waiting()[0]
        match.submit(player, draw.choice(match.seats[player].choices))


def own(scene: Scene, player: Player) -> Scene:
    """With the moves of one player alone, as a board gets it."""
    return replace(scene, options={player: scene.options[player]} if player in scene.options else {})


def every_scene() -> Iterator[Scene]:
    """Some of every start: the first, the last, and what lies between."""
    for start in starts():
        found = scenes(start)
        yield from (*found[:3], *found[3:-1:5], found[-1])
    yield ODD


ODD = Scene(
    "Odd",
    (
        Cell((0, 0), "a", (Piece(Player.P1, "P1(3)"), Piece(Player.P1, "P1(3)"), Piece(Player.P2, "P2(12)")), ()),
        Cell((0, 2), "b", (), (Mark("swamp"), Mark("trap", Player.P2, "T2"), Mark("flag", Player.P1))),
        Cell((1, 0), "c", (Piece(Player.P2, "king"),), (Mark("teleport", label="a"), Mark("base", Player.P2))),
        Cell((2, 1), "d", (), (Mark("blocked"),)),
        Cell((2, 2), "e", (), (Mark("a very long name of a mark", Player.P1),)),
    ),
    {
        Player.P1: (
            Option("one", "go there", (0, 0), (0, 2)),
            Option("two", "go there", (1, 0), (0, 2)),
            Option("three", "put something there", None, (0, 2)),
            Option("four", "take it", (0, 0), (1, 0)),
            *(Option(f"CARD {number}", f"play card {number}") for number in range(30)),
        )
    },
    changed=frozenset({(0, 0), (2, 1)}),
)
"""Whatever the five books don't have: cells with holes between them, unknown marks, stacks, many cards."""
