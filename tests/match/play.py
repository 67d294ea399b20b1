"""Random play in every game and some variations: for the tests of matches, records and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from flagfall.core import Move, Player, Position
from flagfall.games import GAMES, position
from flagfall.match import Match, Ply, Seat

BOOKS = tuple(game() for game in GAMES.values())
HIDING = tuple(
    map(
        position,
        (
            "flag-chase-traps P1 1,1/5,5 2/2 -/-",
            "flag-chase-traps P1 1,1/3,3 4/4 -/- size=3 traps=4",
            "flag-chase-traps P2 2,2/4,3 1/0 3,3/2,1+3,3",
            "flag-chase-traps P1 3,4/12,12 1/2 10,2+11,11/2,2 size=12 traps=3",
        ),
    )
)
OTHERS = tuple(
    map(
        position,
        (
            "flag-chase P1 1/2 cells=2 numbers=3",
            "flag-chase P2 1/3 cells=3 numbers=12",
            "flag-chase P1 3/3",
            "capture-the-flag P2 1/7",
            "capture-the-flag P1 1/12 cells=12 flag=5 step=3",
            "flag-chase-traps P1 1,1/4,4 2/2 -/- size=4 open_traps=yes",
            "grid-runner P1 0,1+0,2/3,1+3,2 size=4 tokens=2 blocked=2,0 teleport=1,0:3,3+1,3:2,1",
            "grid-runner P2 2,0/4,2",
            "command-line-conquer P1 0/4 positions=5 units=2",
        ),
    )
)
OPENINGS = (*BOOKS, *HIDING, *OTHERS)
"""Where games begin: the books' openings, variations, and positions from the middle, some with secrets in them."""
BATTLES = tuple(opening for opening in OPENINGS if opening.id == "flag-chase")

picks = st.integers(0, 24).flatmap(lambda number: st.lists(st.integers(0, 999), min_size=number, max_size=number))
quick = settings(max_examples=40, deadline=None)
slow = settings(max_examples=20, deadline=None)


@st.composite
def matches(draw: st.DrawFn, openings: Sequence[Position] = OPENINGS) -> Match:
    """A match that has gone on for a while: perhaps to its end, perhaps to the middle of a battle."""
    cap = draw(st.sampled_from((None,) * 5 + (2, 12, 25)))
    match = moved_on(Match(draw(st.sampled_from(openings)), cap=cap), draw(picks))
    if len(match.waiting()) == 2 and draw(st.booleans()):
        move_on(match, draw(st.sampled_from(Player)), draw(st.integers(0, 999)))
    return match


def moved_on(match: Match, chosen: Sequence[int]) -> Match:
    """The match after as many choices as are given and possible."""
    for pick in chosen:
        if waiting := match.waiting():
            move_on(match, waiting[pick % len(waiting)], pick)
    return match


def move_on(match: Match, player: Player, pick: int) -> Move:
    moves = match.seats[player].choices
    match.submit(player, moves[pick % len(moves)])
    return moves[pick % len(moves)]


def is_final(ply: Ply) -> bool:
    """Whether it can never be taken back: a secret is out, or both have chosen at once."""
    return ply.reveals or len(ply.moves) > 1


def moves_of(match: Match) -> list[dict[Player, Move]]:
    return [dict(ply.moves) for ply in match.plies]


def again(match: Match) -> Match:
    """A match of its own in which the same was chosen."""
    other = Match(match.start, cap=match.cap)
    for moves in (*moves_of(match), match.sealed):
        for player, move in moves.items():
            other.submit(player, move)
    return other


def picture(match: Match) -> dict[str, Any]:
    """Everything that a match holds, its seats included, to be compared later."""
    return {name: copied(value) for name, value in vars(match).items() if name != "journal"}


def copied(value: Any) -> Any:
    """A copy that shares nothing that could be changed."""
    if isinstance(value, dict):
        return {key: copied(each) for key, each in value.items()}
    if isinstance(value, list):
        return [copied(each) for each in value]
    if isinstance(value, Seat):
        return replace(value, said=copied(value.said), history=copied(value.history))
    return Ply(value.before, copied(value.moves)) if isinstance(value, Ply) else value
