"""The sampler: it plays any game that hides something, from its seat alone, and in the time that it is given."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from flagfall.bots import bot
from flagfall.bots.hidden.sampler import Budget, Sampler
from flagfall.bots.hidden.search import Search
from flagfall.core import Player, Position
from flagfall.games import position
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Match, Offer, Offered, Seat
from tests.match.play import HIDING, matches, quick, slow
from tests.match.twins import twins

from .games import HIDDEN, alike
from .toys import Seek, Sweep

P1, P2 = Player
OPENING = FlagChaseTraps()
seeds = st.integers(0, 999)


def sampler(playouts: int, seed: object = 1) -> Sampler:
    return Sampler(Random(str(seed)), Budget(playouts))


# --- in any game that hides something ---


@pytest.mark.parametrize("start", HIDDEN, ids=str)
def test_it_plays_to_the_end_by_the_rules(start: Position) -> None:
    match = Match(start, cap=60)
    bots = {player: sampler(5, player) for player in Player}
    while waiting := match.waiting():
        match.submit(waiting[-1], bots[waiting[-1]].choose(match.seats[waiting[-1]]))
    assert match.outcome


@given(matches(HIDDEN), seeds)
@quick
def test_what_it_chooses_does_not_depend_on_what_its_seat_can_not_know(match: Match, seed: int) -> None:
    """Two games that look the same to a seat, and the same seed: the same choice."""
    for player in match.waiting():
        mine = sampler(12, seed).choose(match.seats[player])
        for twin in islice(alike(match, player, seed), 3):
            assert twin.seats[player] == match.seats[player]
            assert sampler(12, seed).choose(twin.seats[player]) == mine


@pytest.mark.long
@pytest.mark.parametrize("name", ["random", "sampler:2-playouts"])
@given(matches(HIDDEN), seeds)
@quick
def test_what_it_says_to_an_offer_depends_on_what_everybody_knows_alone(name: str, match: Match, seed: int) -> None:
    """Not on its own secrets either: who offers the end again and again would learn about them."""
    assume(not match.outcome)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("flagfall.bots.hidden.sampler.IMAGINED", 15)
        told = {player: answers(name, match.seats[player]) for player in Player}
        for twin in islice(alike(match, None, seed), 2):
            assert twin.seats[None] == match.seats[None]
            assert {player: answers(name, twin.seats[player]) for player in Player} == told


def answers(name: str, seat: Seat) -> tuple[bool, bool]:
    """Whether it agrees to end the game, and whether it would offer that itself."""
    assert seat.player
    asked = replace(seat, offered=Offered(Offer.END, seat.player.other))
    return bot(name, 1).agrees(asked), bool(seat.choices) and bot(name, 1).decides(seat) is None


@given(matches(HIDDEN), seeds)
@slow
def test_it_needs_nothing_but_its_seat_and_leaves_that_alone(match: Match, seed: int) -> None:
    for player in match.waiting():
        seat = match.seats[player]
        before = repr(seat)
        alone = Seat(player, seat.view, seat.choices, history=list(seat.history), views=list(seat.views))
        assert sampler(5, seed).choose(seat) == sampler(5, seed).choose(alone)
        assert sampler(5, seed).choose(seat) in seat.choices
        assert repr(seat) == before


@given(matches(HIDDEN), seeds)
@slow
def test_it_also_plays_where_it_was_not_told_how_things_came_about(match: Match, seed: int) -> None:
    """So it has to make worlds out of nothing, or do without."""
    for player in match.waiting():
        seat = match.seats[player]
        late = Seat(player, seat.view, seat.choices, history=list(seat.history))
        assert sampler(5, seed).choose(late) in seat.choices
        late.offered = Offered(Offer.END, player.other)
        assert sampler(5, seed).agrees(late) in (True, False)


@pytest.mark.parametrize("start", [Sweep(Sweep.Rules(cells=7)), Seek()], ids=str)
@pytest.mark.long
def test_it_beats_random_play(start: Position) -> None:
    """Of equals, one is so far ahead after 80 games less than once in 250 times."""
    assert sum(result(start, player, seed, 100) for player in Player for seed in range(40)) >= 24


def result(start: Position, player: Player, seed: int, playouts: int) -> int:
    """1 for a win of the sampler against random play, -1 for a loss."""
    bots = {player: sampler(playouts, seed), player.other: bot("random", seed)}
    match = Match(start, cap=200)
    while waiting := match.waiting():
        match.submit(waiting[0], bots[waiting[0]].choose(match.seats[waiting[0]]))
    assert match.outcome
    return 0 if match.outcome.winner is None else 1 if match.outcome.winner is player else -1


# --- the time that it takes ---


@pytest.mark.parametrize("playouts", [1, 7, 40])
def test_it_plays_out_as_many_games_as_it_may(playouts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    monkeypatch.setattr(Search, "play_out", counting(Search.play_out, counted))
    sampler(playouts).choose(Match(OPENING).seats[P1])
    assert len(counted) == playouts


def counting(play_out, counted):
    def count(search):
        counted.append(search)
        play_out(search)

    return count


def test_in_seconds_the_clock_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half a second on a clock that goes on by a tenth whenever it is looked at."""
    ticks = iter(range(10_000))
    monkeypatch.setattr("time.perf_counter", lambda: next(ticks) / 10)
    assert len(list(Budget(seconds=0.5).rounds())) == 5
    assert len(list(Budget(seconds=0.0).rounds())) == 1


def test_the_names_say_the_budget() -> None:
    budgets = {name: bot(name).budget for name in ("sampler", "sampler:2.5", "sampler:30-playouts")}  # type: ignore[attr-defined]
    assert budgets == {
        "sampler": Budget(None, 1.0),
        "sampler:2.5": Budget(None, 2.5),
        "sampler:30-playouts": Budget(30, 0.0),
    }


# --- in hidden traps ---


@given(matches(HIDING), seeds)
@slow
def test_it_chooses_the_same_wherever_the_others_traps_lay_at_the_start(match: Match, pick: int) -> None:
    assume(match.waiting())
    (player,) = match.waiting()
    mine = sampler(12, pick).choose(match.seats[player])
    for twin in islice(twins(match, player.other, pick), 3):
        assert twin.seats[player] == match.seats[player]
        assert sampler(12, pick).choose(twin.seats[player]) == mine


def test_it_takes_the_flag_when_it_can() -> None:
    for text in ("flag-chase-traps P1 4,4/2,1 1/1 3,3/-", "flag-chase-traps P2 4,4/2,1 1/1 3,3/-"):
        start = position(text)
        goal = "MOVE 5 5" if start.turn is P1 else "MOVE 1 1"
        assert sampler(60).choose(Match(start).seats[start.turn]) == goal


def test_it_lays_a_trap_when_the_other_will_win_the_race() -> None:
    """P2 is two steps from the flag, P1 far away: without a trap, and P2 walking into it, P1 has lost."""
    start = position("flag-chase-traps P1 1,2/3,3 2/0 -/-")
    choices = [sampler(200, seed).choose(Match(start).seats[P1]) for seed in range(5)]
    assert all(choice in ("TRAP 2 2", "TRAP 2 1") for choice in choices)


def test_it_does_not_walk_into_a_trap_that_it_sees() -> None:
    start = position("flag-chase-traps P1 3,3/5,1 0/0 -/4,4 open_traps=yes")
    choices = {sampler(150, seed).choose(Match(start).seats[P1]) for seed in range(3)}
    assert choices <= {"MOVE 3 4", "MOVE 4 3", "MOVE 4 2", "MOVE 2 4"}


def test_a_forced_move_takes_no_time() -> None:
    start = position("flag-chase-traps P1 1,1/2,2 0/1 1,2+2,1/- size=5")
    seat = Match(start).seats[P1]
    assert seat.choices == ("PASS",)
    assert Sampler(Random(1), Budget(10**9)).choose(seat) == "PASS"


@pytest.mark.long
def test_it_beats_random_play_by_far() -> None:
    """Sixteen games, eight from each seat. Of equals, one wins so many less than once in 3,800 times."""
    results = [result(OPENING, player, seed, 40) for player in Player for seed in range(8)]
    assert results.count(1) >= 15
