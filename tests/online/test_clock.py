"""Clocks, with given times; and once with real ones."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from flagfall.core import Player
from flagfall.match import NotNow
from flagfall.online.live.hub import Hub
from flagfall.online.protocol.events import (
    Answered,
    AnyEvent,
    Made,
    Moved,
    Offered,
    RanOut,
    SeatPlan,
    Taken,
    encode_event,
)
from flagfall.online.protocol.messages import ClockRules
from flagfall.online.store import Append
from flagfall.online.store.sqlite import SqliteStore
from flagfall.online.table.clock import Clock
from flagfall.online.table.game import Game

from .client import Live, both_links

P1, P2 = Player
PER_MOVE = ClockRules("move", 10)
PER_GAME = ClockRules("game", 60, 5)


def made(clock: ClockRules, start: str = "capture-the-flag P1 1/99 cells=99 flag=50", taken: bool = True) -> Made:
    return Made(at=0, start=start, seats={"P1": SeatPlan(taken=taken), "P2": SeatPlan(taken=taken)}, clock=clock)


def moved(at: int, seat: str, move: str = "1") -> Moved:
    return Moved(at=at, seat=seat, id=f"{at}", move=move)  # type: ignore[arg-type]


def clock_after(clock: ClockRules, *events: AnyEvent, **how: object) -> Clock:
    found = asyncio.run(Game.replayed("game", [made(clock, **how), *events])).clock  # type: ignore[arg-type]
    assert found
    return found


def test_each_move_has_its_own_time() -> None:
    clock = clock_after(PER_MOVE, moved(4_000, "P1"), moved(11_000, "P2"))
    assert clock.running == (P1,)
    assert clock.left_at(13_000) == {P1: 8_000, P2: 10_000}
    assert clock.deadline() == 21_000


def test_a_game_has_one_time_and_each_move_gives_some_back() -> None:
    clock = clock_after(PER_GAME, moved(20_000, "P1"), moved(21_000, "P2"))
    assert clock.left_at(21_000) == {P1: 45_000, P2: 64_000}
    assert clock.left_at(31_000) == {P1: 35_000, P2: 64_000}


def test_nothing_runs_until_both_have_come() -> None:
    waiting = clock_after(PER_GAME, moved(5_000, "P1"), taken=False)
    assert waiting.running == () and waiting.deadline() is None
    one = clock_after(PER_GAME, Taken(at=1_000, seat="P1"), moved(5_000, "P1"), taken=False)
    assert one.running == ()
    both = clock_after(PER_GAME, Taken(at=1_000, seat="P1"), Taken(at=9_000, seat="P2"), taken=False)
    assert both.running == (P1,) and both.deadline() == 69_000


def test_in_a_battle_time_runs_for_both_until_each_has_chosen() -> None:
    start = "flag-chase P1 2/2 cells=3"
    clock = clock_after(PER_GAME, start=start)
    assert clock.running == (P1, P2)
    sealed = Moved(at=8_000, seat="P2", id="x", move="3", nonce="0" * 32)
    clock = clock_after(PER_GAME, sealed, start=start)
    assert clock.running == (P1,)
    assert clock.left_at(10_000) == {P1: 50_000, P2: 57_000}


def test_an_offer_stops_no_clock_and_gives_no_time() -> None:
    offered = Offered(at=3_000, seat="P2", id="o", what="end")
    clock = clock_after(PER_MOVE, offered, Answered(at=4_000, seat="P1", id="a", agree=False))
    assert clock.left_at(4_000) == {P1: 6_000, P2: 10_000}


def test_after_a_takeback_the_time_for_a_move_begins_anew_but_none_for_the_game_comes_back() -> None:
    story = (
        moved(7_000, "P1"),
        Offered(at=8_000, seat="P1", id="o", what="takeback"),
        Answered(at=9_000, seat="P2", id="a", agree=True),
    )
    assert clock_after(PER_MOVE, *story).left_at(9_000) == {P1: 10_000, P2: 10_000}
    assert clock_after(PER_GAME, *story).left_at(9_000) == {P1: 58_000, P2: 58_000}


def test_who_runs_out_first_is_late() -> None:
    clock = clock_after(PER_MOVE, start="flag-chase P1 2/2 cells=3")
    assert clock.late(9_999) == []
    assert clock.late(10_000) == [P1, P2]
    moves = moved(20_000, "P1", "forward"), moved(21_000, "P2", "forward")
    uneven = clock_after(PER_GAME, *moves, start="flag-chase P1 1/3 cells=3")
    assert uneven.running == (P1, P2)
    assert uneven.late(200_000) == [P1]


@pytest.mark.parametrize(
    ("late", "text", "line"),
    [
        (["P1"], "Player 2 wins: Player 1 ran out of time", "Player 1 has run out of time. Player 2 wins the game."),
        (["P1", "P2"], "No result: both players ran out of time", "Both players have run out of time: no result."),
    ],
)
def test_running_out_ends_the_game(late: list[str], text: str, line: str) -> None:
    start = "flag-chase P1 2/2 cells=3"
    ended = RanOut(at=10_000, seats=late)  # type: ignore[arg-type]
    game = asyncio.run(Game.replayed("game", [made(PER_MOVE, start), ended]))
    assert str(game.match.outcome) == text and game.match.seats[P1].said[-1] == line
    assert game.clock and game.clock.running == ()
    with pytest.raises(NotNow, match="the game is over"):
        game.apply(moved(11_000, "P1", "3"))


def test_the_flag_falls_by_itself_and_everybody_hears_it(address: str) -> None:
    game, tokens = both_links(address, clock={"kind": "move", "seconds": 1})
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two:
        one.until(2)
        left = one.state["clock"]["left"]
        assert one.state["clock"]["running"] == ["P1"] and left["P1"] <= 1000 == left["P2"]
        while not (one.over and two.over):
            one.over or one.receive()
            two.over or two.receive()
        assert one.state["outcome"] == two.state["outcome"]
        assert one.state["outcome"]["text"] == "Player 2 wins: Player 1 ran out of time"
        assert one.state["clock"] == {"left": {"P1": 0, "P2": 1000}}
        answer = one.move("1")
        assert answer["code"] == "not-now"


def test_a_flag_that_fell_while_nobody_looked_is_seen_by_the_next_who_comes(tmp_path: Path) -> None:
    """The time of the event is when the time was over, not when somebody looked."""

    async def check() -> None:
        hub = Hub(SqliteStore(tmp_path / "games.sqlite"))
        await hub.start()
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        hub.store.append(Append("game", 0, encode_event(made(PER_MOVE)), stored.set_result))
        assert await stored is None
        room = await hub.room("game")
        outcome = await hub.ask(room, lambda: room.game.match.outcome)
        assert str(outcome) == "Player 2 wins: Player 1 ran out of time"
        (ended,) = (await hub.store.events("game"))[1:]
        assert isinstance(ended, RanOut) and (ended.up, ended.seats) == (10_000, ["P1"])
        await hub.close()

    asyncio.run(check())


def test_days_are_many_seconds(address: str) -> None:
    game, tokens = both_links(address, clock={"kind": "move", "seconds": 3 * 24 * 60 * 60})
    with Live(address, game, tokens["P1"]), Live(address, game, tokens["P2"]) as two:
        assert two.state["clock"]["left"]["P2"] == 3 * 24 * 60 * 60 * 1000
