"""Matches that differ in nothing but what one side keeps secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flagfall.core import IllegalMove, Move, Player, Position
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Match
from tests.match.play import moves_of


def twins(match: Match, owner: Player, pick: int) -> Iterator[Match]:
    """Matches of hidden traps that went the same way for all to see, with one trap of `owner`'s on another cell."""
    yield from twins_by_start(match, owner)
    laid = [index for index, ply in enumerate(match.plies) if ply.moves.get(owner, "").startswith("TRAP")]
    if not laid:
        return
    index = laid[pick % len(laid)]
    plies = moves_of(match)
    moves = match.plies[index].before.choices()[owner]
    for move in (*moves[pick % len(moves) :], *moves[: pick % len(moves)]):
        if move.startswith("TRAP") and move != plies[index][owner]:
            changed = [*plies[:index], {owner: move}, *plies[index + 1 :]]
            yield from same_for_all_to_see(match, match.start, changed)


def twins_by_start(match: Match, owner: Player) -> Iterator[Match]:
    """The same where the trap lay there from the start."""
    start = match.start
    assert isinstance(start, FlagChaseTraps)
    for trap in sorted(start.traps[owner]):
        for cell in ((2, 3), (4, 1), (4, 4)):
            elsewhere = (start.traps[owner] - {trap}) | {cell}
            traps = (elsewhere, start.traps[1]) if owner is Player.P1 else (start.traps[0], elsewhere)
            moved = replace(start, traps=traps)
            if len(elsewhere) == len(start.traps[owner]) and moved != start and not moved.problem():
                yield from same_for_all_to_see(match, moved, moves_of(match))


def same_for_all_to_see(match: Match, start: Position, plies: list[dict[Player, Move]]) -> Iterator[Match]:
    try:
        twin = replayed(start, plies, match.cap)
    except IllegalMove:
        return
    if public_course(twin) == public_course(match):
        yield twin


def public_course(match: Match) -> list[object]:
    """What everybody at the board has seen, from the start to now."""
    course: list[object] = []
    for position in (*(ply.before for ply in match.plies), match.position):
        assert isinstance(position, FlagChaseTraps)
        course.append((position.turn, position.agents, position.hands, *map(position.on_board, Player)))
    return course


def replayed(start: Position, plies: list[dict[Player, Move]], cap: int | None = None) -> Match:
    match = Match(start, cap=cap)
    for moves in plies:
        for player, move in moves.items():
            match.submit(player, move)
    return match
