"""The belief for hidden traps: where they may lie, as trying every cell gives it."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice, product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flagfall.bots.hidden.belief import Told
from flagfall.bots.hidden.traps.belief import AT_START, Trap, Traps, Unseen
from flagfall.core import Player, Square
from flagfall.games import position
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Match, Seat
from tests.helpers import played
from tests.match.play import HIDING, matches, quick
from tests.match.twins import twins

P1, P2 = Player
OPENING = FlagChaseTraps()
seeds = st.integers(0, 999)


def unseen(seat: Seat) -> Unseen:
    """The other's traps."""
    assert seat.player is not None
    return Unseen(Told.to(seat), seat.player.other)


def world(seat: Seat, seed: int) -> FlagChaseTraps:
    return Traps(Told.to(seat)).draw(Random(seed))


def match_after(*moves: str) -> Match:
    match = Match(OPENING)
    for move in moves:
        match.submit(match.position.turn, move)
    return match


@given(matches(HIDING), seeds)
@quick
def test_a_guessed_world_looks_to_the_seat_just_as_the_real_one(match: Match, seed: int) -> None:
    assume(not match.outcome)
    for viewer in (*Player, None):
        drawn = world(match.seats[viewer], seed)
        assert not drawn.is_partial() and drawn.problem() is None
        assert drawn.view(viewer) == match.seats[viewer].view


@given(matches(HIDING), seeds)
@quick
def test_the_truth_is_never_ruled_out(match: Match, pick: int) -> None:
    """Neither the real place of a trap, nor any other that would have looked the same to the seat."""
    assume(not match.outcome)
    for owner in Player:
        guessed = unseen(match.seats[owner.other])
        for each in (match, *islice(twins(match, owner, pick), 3)):
            for cell, time in laid(each, owner).items():
                assert cell in guessed.cells(Trap(time))[0]


def laid(match: Match, owner: Player) -> dict[Square, int]:
    """The traps of a player that lie there now, and when each was laid."""
    assert isinstance(match.position, FlagChaseTraps)
    times = {
        tuple(map(int, move.split()[1:])): time
        for time, ply in enumerate(match.plies)
        if (move := ply.moves.get(owner, "")).startswith("TRAP")
    }
    return {cell: times.get(cell, AT_START) for cell in match.position.traps[owner]}


def consistent(match: Match, owner: Player) -> set[frozenset[Square]]:
    """Where the traps of a player may lie, by trying every cell for each of them and playing it all again."""
    start, seat = match.start, match.seats[owner.other]
    assert isinstance(start, FlagChaseTraps)
    cells = [(row, column) for row in range(1, start.rules.size + 1) for column in range(1, start.rules.size + 1)]
    times = [time for time, ply in enumerate(match.plies) if ply.moves.get(owner, "").startswith("TRAP")]
    found = set()
    for before in combinations(cells, len(start.traps[owner])):
        traps = (frozenset(before), start.traps[P2]) if owner is P1 else (start.traps[P1], frozenset(before))
        if replace(start, traps=traps).problem() is None:
            for laid in product(cells, repeat=len(times)):
                moves = {time: f"TRAP {row} {column}" for time, (row, column) in zip(times, laid, strict=True)}
                if (other := replayed(replace(start, traps=traps), match, moves)) and other.seats[seat.player] == seat:
                    assert isinstance(other.position, FlagChaseTraps)
                    found.add(other.position.traps[owner])
    return found


def replayed(start: FlagChaseTraps, match: Match, otherwise: dict[int, str]) -> Match | None:
    """The same game with some moves made otherwise; None where that is against the rules."""
    again = Match(start)
    for time, ply in enumerate(match.plies):
        ((player, move),) = ply.moves.items()
        if otherwise.get(time, move) not in again.seats[player].choices:
            return None
        again.submit(player, otherwise.get(time, move))
    return again


TIGHT = tuple(
    map(
        position,
        (
            "flag-chase-traps P1 1,1/3,3 2/2 -/- size=3",
            "flag-chase-traps P2 1,1/3,3 1/1 2,3/1,2 size=3",
            "flag-chase-traps P1 1,2/2,1 1/1 2,2/2,2 size=3",
            "flag-chase-traps P1 1,1/2,2 1/2 -/- size=2",
            "flag-chase-traps P2 1,1/2,2 0/1 1,2/2,1 size=2",
            "flag-chase-traps P1 1,1/3,3 3/3 -/- size=3 traps=3",
        ),
    )
)


@given(matches(TIGHT), seeds)
@settings(max_examples=150, deadline=None)
@pytest.mark.long
def test_the_worlds_that_are_considered_are_those_that_the_seat_can_not_rule_out(match: Match, seed: int) -> None:
    assume(not match.outcome)
    for owner in Player:
        guessed = unseen(match.seats[owner.other])
        expected = consistent(match, owner)
        assert set(guessed.hidden_traps(Random(seed))) == expected
        assert world(match.seats[owner.other], seed).traps[owner] in expected
        assert set(Unseen(Told.to(match.seats[None]), owner).hidden_traps(Random(seed))) == expected


def test_who_passes_is_walled_in_by_own_traps() -> None:
    """P2's agent can't leave its corner: P1 has seen that, so both traps are known."""
    match = Match(position("flag-chase-traps P2 1,1/2,2 0/0 -/1,2+2,1 size=2"))
    assert len(set(unseen(match.seats[P1]).hidden_traps(Random(1)))) == 1
    wide = Match(position("flag-chase-traps P2 2,2/3,3 0/0 -/2,3+3,2 size=3"))
    assert len(set(unseen(wide.seats[P1]).hidden_traps(Random(1)))) == 15
    wide.submit(P2, "PASS")
    assert set(unseen(wide.seats[P1]).hidden_traps(Random(1))) == {frozenset({(2, 3), (3, 2)})}


def test_which_of_the_own_steps_sprang_a_trap_is_not_forgotten() -> None:
    """Both cells and the way home lie side by side, so the moves alone would not tell; but the seat was told."""
    match = Match(position("flag-chase-traps P1 1,1/5,5 0/1 -/1,2"))
    for move in ("MOVE 1 2", "TRAP 1 2", "MOVE 2 2", "MOVE 4 4"):
        match.submit(match.waiting()[0], move)
    worlds = set(unseen(match.seats[P1]).hidden_traps(Random(1)))
    assert frozenset({(1, 2)}) in worlds and frozenset({(2, 2)}) not in worlds


def test_a_trap_is_not_looked_for_where_somebody_has_been_since() -> None:
    """P1 lays one trap. Both agents then walk, and neither meets it."""
    match = match_after("MOVE 2 2", "MOVE 4 4", "TRAP 3 2", "MOVE 3 4", "MOVE 2 3", "MOVE 2 4", "MOVE 1 3", "MOVE 3 5")
    cells, _ = unseen(match.seats[P2]).cells(Trap(2))
    walked = {(2, 2), (4, 4), (3, 4), (2, 3), (2, 4), (1, 3), (3, 5)}
    assert set(cells) == {(row, column) for row in range(1, 6) for column in range(1, 6)} - walked - {(1, 1), (5, 5)}


def test_a_trap_that_was_sprung_is_not_looked_for_again() -> None:
    """P1 has laid two. The second has been sprung, so it is the first that still lies there, and not under P2's way."""
    match = match_after("TRAP 2 5", "MOVE 4 4", "TRAP 3 3", "MOVE 3 3", "MOVE 1 2", "MOVE 4 5")
    seat = match.seats[P2]
    assert isinstance(seat.view, FlagChaseTraps) and seat.view.hidden == (1, 0)
    worlds = {world(seat, seed).traps[P1] for seed in range(300)}
    cells = {cell for traps in worlds for cell in traps}
    assert (2, 5) in cells
    assert all(len(traps) == 1 for traps in worlds)
    assert not cells & {(4, 4), (3, 3), (1, 2), (4, 5)}


def test_guesses_are_many() -> None:
    match = match_after("TRAP 4 4", "TRAP 2 2")
    worlds = {world(match.seats[P1], seed).traps[P2] for seed in range(500)}
    assert len(worlds) == 23


def test_where_nothing_is_hidden_there_is_one_world() -> None:
    start = replace(OPENING, rules=FlagChaseTraps.Rules(open_traps=True))
    match = Match(played(start, "TRAP 3 3"))
    assert world(match.seats[P2], 1) == match.position
