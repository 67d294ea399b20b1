"""A seat: what a player sees, and that nothing reached from it tells what the other side keeps secret."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from types import BuiltinFunctionType, FunctionType, ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.core import FlagfallError, Moves, Player, Position
from flagfall.games import GAMES, position
from flagfall.match import Match, Ply, Seat
from tests.match.play import BATTLES, HIDING, matches, moves_of, picture, quick
from tests.match.twins import replayed, twins

P1, P2 = Player
VIEWERS = (P1, P2, None)


# --- what a seat shows ---


@given(matches())
@quick
def test_a_seat_shows_the_view_the_choices_and_the_history_of_its_player(match: Match) -> None:
    for viewer, seat in match.seats.items():
        assert seat.player is viewer
        assert seat.view == (match.position if match.outcome else match.position.view(viewer))
        assert seat.choices == (match.position.choices()[viewer] if viewer in match.waiting() else ())
        assert seat.outcome == match.outcome and seat.offered == match.offered
        expected = [ply.moves if match.outcome else ply.disguised(viewer) for ply in match.plies]
        assert seat.history == expected
        assert seat.before == (match.plies[-1].before.view(viewer) if match.plies else None)
        lines = [line for ply in match.plies for line in ply.before.say(ply.moves, viewer)]
        said = [line for line in seat.said if "come for the third time" not in line]
        assert said == [*lines, *([f"{match.outcome}."] if match.outcome and match.outcome.void else [])]


@given(matches())
@quick
def test_a_scene_marks_the_cells_where_the_last_ply_changed_a_piece(match: Match) -> None:
    for seat in match.seats.values():
        scene = seat.scene()
        assert replace(scene, changed=frozenset(), mover=None) == seat.view.scene()
        if seat.before is None:
            assert scene.changed == frozenset() and scene.mover is None
        else:
            old, new = seat.before.cells(), seat.view.cells()
            different = {after.at for before, after in zip(old, new, strict=True) if before.pieces != after.pieces}
            assert scene.changed == different


@pytest.mark.parametrize(
    ("start", "moves", "mover"),
    [
        ("grid-runner P1 1,2/3,2", {Player.P1: "2,2"}, Player.P1),
        ("grid-runner P2 2,2/3,2", {Player.P2: "2,2"}, Player.P2),  # the piece that is taken came to nowhere
        ("flag-chase P1 3/3", {Player.P1: "2", Player.P2: "5"}, Player.P1),  # it is sent home
        ("flag-chase P1 3/3", {Player.P1: "4", Player.P2: "4"}, None),  # both are
        ("command-line-conquer P1 0/10", {Player.P1: "RECRUIT"}, Player.P1),
    ],
)
def test_a_scene_says_whose_pieces_the_last_ply_has_moved(start: str, moves: Moves, mover: Player | None) -> None:
    match = Match(position(start))
    for player, move in moves.items():
        match.submit(player, move)
    assert {seat.scene().mover for seat in match.seats.values()} == {mover}


def test_a_scene_marks_nothing_after_the_first_move_was_taken_back() -> None:
    match = Match(GAMES["capture-the-flag"]())
    match.submit(P1, "2")
    assert match.seats[P2].scene().changed == {(0, 0), (0, 2)}
    match.offer_takeback(P1)
    match.answer(P2, agreed=True)
    assert match.seats[P2].scene().changed == frozenset()


@pytest.mark.rule("G-05")
def test_the_history_of_traps_as_each_side_knows_it() -> None:
    match = Match(GAMES["flag-chase-traps"]())
    for player, move in ((P1, "TRAP 3 3"), (P2, "TRAP 2 2"), (P1, "MOVE 1 2")):
        match.submit(player, move)
    assert match.seats[P1].history == [{P1: "TRAP 3 3"}, {P2: "TRAP ?"}, {P1: "MOVE 1 2"}]
    assert match.seats[P2].history == [{P1: "TRAP ?"}, {P2: "TRAP 2 2"}, {P1: "MOVE 1 2"}]
    assert match.seats[None].history == [{P1: "TRAP ?"}, {P2: "TRAP ?"}, {P1: "MOVE 1 2"}]
    assert match.seats[P2].said == [
        "Player 1 places a trap.",
        "Player 2 places a trap.",
        "Trap placed at your chosen location.",
        "Player 1 moves to (1,2)",
    ]
    match.resign(P2)
    everything = [{P1: "TRAP 3 3"}, {P2: "TRAP 2 2"}, {P1: "MOVE 1 2"}]
    assert [seat.history for seat in match.seats.values()] == [everything] * 3
    assert {seat.view for seat in match.seats.values()} == {match.position}


# --- what cannot be reached from a seat ---


def reached(root: object) -> list[object]:
    """Everything that data leads to from here: not through a class, a module or what a function can see of those."""
    found, waiting = {id(root): root}, [root]
    while waiting:
        for each in referents(waiting.pop()):
            if id(each) not in found and not isinstance(each, type | ModuleType | BuiltinFunctionType):
                found[id(each)] = each
                waiting.append(each)
    return list(found.values())


def referents(of: object) -> Sequence[object]:
    if isinstance(of, FunctionType):
        return of.__closure__, of.__defaults__, of.__kwdefaults__
    return gc.get_referents(of)


def test_the_walk_finds_what_a_careless_seat_would_hold() -> None:
    match = Match(GAMES["flag-chase"]())
    for leak in (match.submit, lambda: match, [{"a": (match,)}], match.journal or iter([match])):
        assert match in reached(leak)


@pytest.mark.rule("G-05")
@given(matches())
@quick
def test_nothing_reached_from_a_seat_is_the_match_or_holds_the_others_secrets(match: Match) -> None:
    for viewer, seat in match.seats.items():
        things = reached(seat)
        assert [thing for thing in things if isinstance(thing, Match | Ply | Seat)] == [seat]
        assert not any(thing is match.sealed or thing is match.plies for thing in things)
        positions = [thing for thing in things if isinstance(thing, Position)]
        assert seat.view in positions
        if not match.outcome:
            assert all(position == position.view(viewer) for position in positions)


@given(matches(), st.booleans())
@quick
def test_whoever_holds_a_seat_cannot_change_the_match(match: Match, over: bool) -> None:
    if over and not match.outcome:
        match.resign(P1)
    before = picture(match)
    for viewer, seat in match.seats.items():
        others = {other: each for other, each in before["seats"].items() if other is not viewer}
        for moves in seat.history:
            with pytest.raises(TypeError, match="does not support item assignment"):
                moves[P1] = "another"  # type: ignore[index]
        seat.history.clear()
        seat.said.clear()
        assert {other: match.seats[other] for other in others} == others
        match.seats[viewer] = before["seats"][viewer]
    assert picture(match) == before


@given(matches())
@quick
def test_a_seat_can_be_sent_to_another_process(match: Match) -> None:
    assert pickle.loads(pickle.dumps(match.seats)) == match.seats


@pytest.mark.parametrize("game", GAMES)
def test_a_position_that_went_to_another_process_is_found_again_there(game: str) -> None:
    """It is hashed once, and each process hashes in its own way."""
    position = GAMES[game]()
    assert {position: "here"}[position] == "here"
    there = (
        "import pickle, sys; from flagfall import games; position = pickle.load(sys.stdin.buffer);"
        "assert {games.position(position.text()): 1}[position]; assert {position.rules: 1}[type(position)().rules]"
    )
    subprocess.run([sys.executable, "-c", there], input=pickle.dumps(position), check=True, timeout=60)


# --- two matches that differ only in what the other side keeps secret ---


@pytest.mark.rule("G-05", "F0-A08", "F0-R16")
@given(matches(BATTLES))
@quick
def test_no_seat_knows_a_number_that_is_sealed(match: Match) -> None:
    if match.outcome or len(match.position.choices()) < 2:
        return
    start, plies = match.start, moves_of(match)
    for player in Player:
        others = [viewer for viewer in VIEWERS if viewer is not player]
        numbers = match.position.choices()[player]
        known = [known_to(replayed(start, [*plies, {player: number}], match.cap), others) for number in numbers]
        assert all(one == other for one, other in pairwise(known))


@pytest.mark.rule("G-05", "F2-R16")
@given(matches(HIDING), st.sampled_from(Player), st.integers(0, 999))
@quick
def test_no_seat_knows_where_the_other_sides_traps_are(match: Match, owner: Player, pick: int) -> None:
    if match.outcome:
        return
    others = [viewer for viewer in VIEWERS if viewer is not owner]
    mine = known_to(match, others)
    for twin in islice(twins(match, owner, pick), 4):
        assert twin.position.traps != match.position.traps  # type: ignore[attr-defined]
        assert known_to(twin, others) == mine


def test_there_are_twins_to_compare() -> None:
    match = replayed(GAMES["flag-chase-traps"](), [{P1: "TRAP 3 3"}, {P2: "MOVE 4 4"}, {P1: "MOVE 2 2"}])
    assert len(list(twins(match, P1, 0))) == 25 - 2 - 3  # neither a flag, nor where P2 went, nor P1, nor (3,3) itself


def known_to(match: Match, viewers: Sequence[Player | None]) -> list[object]:
    """All that these seats show, say and refuse."""
    seats = [match.seats[viewer] for viewer in viewers]
    shown = [(seat.view.text(), seat.view.header(), seat.view.words(), seat.scene()) for seat in seats]
    return [seats, shown, [refusals(match, seat) for seat in seats]]


def refusals(match: Match, seat: Seat) -> list[str]:
    """What this player is told about every move that can't be played."""
    if seat.player is None:
        return []
    told = []
    for move in (f"{verb} {row} {column}" for verb in ("MOVE", "TRAP") for row in range(6) for column in range(6)):
        if move not in seat.choices:
            with pytest.raises(FlagfallError) as refused:
                match.submit(seat.player, move)
            told.append(str(refused.value))
    return told
