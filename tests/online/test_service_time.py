"""What clocks run by: it runs while moves can be saved, and nobody loses or gains by an outage or by the date."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core import Player
from flagfall.online.live.service_time import BEAT_EVERY, ServiceTime
from flagfall.online.protocol.messages import ClockRules
from flagfall.online.protocol.times import GRACE, OUTAGE, Moment, counted
from flagfall.online.store.postgres import PostgresStore
from flagfall.online.store.sqlite import SqliteStore
from flagfall.online.table.clock import Clock

from .client import Live, both_links, get
from .server import server
from .test_outages import through_a_line, until_answered

HOUR = 3_600_000
BEAT = int(BEAT_EVERY * 1000)


class Watch:
    """A machine's own clock, as the test would have it."""

    def __init__(self) -> None:
        self.milliseconds = 0

    def __call__(self) -> float:
        return self.milliseconds / 1000


# --- the rule ---


moments = st.builds(Moment, st.integers(0, 10**15), st.integers(0, GRACE))


@given(moments, st.integers(0, OUTAGE), st.integers(0, OUTAGE))
def test_it_does_not_matter_when_the_heart_beats(moment: Moment, one: int, two: int) -> None:
    if one + two <= OUTAGE:
        assert counted(counted(moment, one), two) == counted(moment, one + two)


@given(moments, st.integers(0, 10**10))
def test_what_counts_is_what_passed_but_for_outages_and_the_grace_after_them(moment: Moment, passed: int) -> None:
    after = counted(moment, passed)
    if passed > OUTAGE:
        assert after == (moment.time, GRACE)
    else:
        assert after.time - moment.time == max(passed - moment.held, 0)
        assert after.held == max(moment.held - passed, 0)


# --- clocks ---


steps = st.lists(st.tuples(st.integers(-5_000, 20_000), st.sampled_from(["move", "switch", "stop"])), max_size=30)


@given(st.sampled_from([ClockRules("move", 10), ClockRules("game", 60, 5), ClockRules("move", 259_200)]), steps)
def test_nobody_pays_for_times_that_run_backwards_and_nobody_gains(rules: ClockRules, steps: list[Any]) -> None:
    """Servers are never quite agreed on the time, so events may be earlier than those before them."""
    clock, now, latest = Clock(rules), 100_000, 100_000
    clock.run([Player.P1], now)
    for step, deed in steps:
        now += step
        before, running = dict(clock.left), clock.running
        passed, latest = max(now - latest, 0), max(now, latest)
        if deed == "move" and running:
            clock.moved(running[0], now)
            clock.run([running[0].other], now)
        else:
            clock.run([] if deed == "stop" else [Player.P2 if Player.P1 in running else Player.P1], now)
        for player in Player:
            spent = passed if player in running else 0
            moved = deed == "move" and player in running[:1]
            left = max(before[player] - spent, 0)
            back = {"move": clock.full, "game": left + rules.increment * 1000}[rules.kind] if moved else left
            assert clock.left[player] == back


# --- one server ---


@asynccontextmanager
async def kept(path: Path, watch: Watch) -> AsyncIterator[ServiceTime]:
    """A server of a SQLite store, as far as its time is concerned."""
    store = SqliteStore(path)
    await store.open()
    time = ServiceTime(store, watch)
    await time.begin()
    try:
        yield time
    finally:
        await store.close()


async def live_through(time: ServiceTime, watch: Watch, milliseconds: int) -> None:
    """With a beat in time, as a server does it."""
    for passed in [BEAT] * (milliseconds // BEAT) + [milliseconds % BEAT]:
        watch.milliseconds += passed
        assert await time.beat()


def test_it_runs_by_the_machines_own_clock_and_not_by_the_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        watch = Watch()
        async with kept(tmp_path / "games.sqlite", watch) as time:
            begun = time.now()
            assert begun.held == 0  # nobody has waited for a new store
            for jump in (-10 * HOUR, 0, 1000 * HOUR):
                monkeypatch.setattr("flagfall.online.protocol.times.time", lambda jump=jump: jump / 1000)
                await live_through(time, watch, 60_000)
            assert time.now() == (begun.time + 180_000, 0)

    asyncio.run(check())


def test_while_no_server_runs_it_stands_still_and_a_while_longer(tmp_path: Path) -> None:
    async def check() -> None:
        watch = Watch()
        async with kept(tmp_path / "games.sqlite", watch) as time:
            await live_through(time, watch, 7_000)
            stopped = time.now().time
        watch.milliseconds += HOUR
        async with kept(tmp_path / "games.sqlite", watch) as time:
            assert time.now() == (stopped, GRACE)
            await live_through(time, watch, GRACE - 1)
            assert time.now() == (stopped, 1)
            await live_through(time, watch, 6_001)
            assert time.now() == (stopped + 6_000, 0)

    asyncio.run(check())


def test_while_nothing_can_be_written_it_stands_still_and_a_while_longer(tmp_path: Path) -> None:
    async def check() -> None:
        watch, path, away = Watch(), tmp_path / "games.sqlite", tmp_path / "away"
        async with kept(path, watch) as time:
            await live_through(time, watch, 7_000)
            before = time.now().time
            path.rename(away)
            for _ in range(30):
                watch.milliseconds += BEAT
                assert not await time.beat()
                assert before <= time.now().time < before + OUTAGE  # it goes on a little, until it is known
            away.rename(path)
            watch.milliseconds += BEAT
            assert await time.beat()
            assert time.now() == (before, GRACE)

    asyncio.run(check())


def test_a_machine_that_was_asleep_has_not_served(tmp_path: Path) -> None:
    async def check() -> None:
        watch = Watch()
        async with kept(tmp_path / "games.sqlite", watch) as time:
            before = time.now().time
            watch.milliseconds += HOUR
            assert time.now().time < before + OUTAGE
            assert await time.beat()
            assert time.now() == (before, GRACE)

    asyncio.run(check())


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(st.integers(0, 3 * OUTAGE), st.just("crash")), max_size=12))
def test_whatever_happens_it_runs_on_and_never_faster_than_time(happenings: list[Any]) -> None:
    """A crash may lose what came after the last beat, and no more."""

    async def check(path: Path) -> None:
        watch, told = Watch(), 0
        for visit in _visits(happenings):
            async with kept(path, watch) as time:
                begun, real = time.now().time, 0
                assert begun == told or not told
                told = begun
                for passed in visit:
                    watch.milliseconds += passed
                    real += passed
                    assert told <= time.now().time <= begun + real
                    if passed >= 1000:
                        assert await time.beat()
                        assert told <= time.now().time <= begun + real
                        told = time.now().time

    with TemporaryDirectory() as folder:
        asyncio.run(check(Path(folder, "games.sqlite")))


def _visits(happenings: list[Any]) -> list[list[int]]:
    visits: list[list[int]] = [[]]
    for each in happenings:
        if each == "crash":
            visits.append([])
        else:
            visits[-1].append(each)
    return visits


# --- many servers ---


async def _database(postgres: str, order: str) -> None:
    connection = await asyncpg.connect(postgres)
    await connection.execute(order)
    await connection.close()


async def _waited(postgres: str, milliseconds: int) -> None:
    """As if so much time had passed by the database's clock."""
    await _database(postgres, f"UPDATE flagfall_service SET at = at - {milliseconds}")


def test_servers_of_one_database_have_one_time(postgres: str) -> None:
    async def check() -> None:
        here, there = PostgresStore(postgres), PostgresStore(postgres)
        await here.open()
        await there.open()
        try:
            await _waited(postgres, GRACE)
            await here.beat(None)
            await _waited(postgres, GRACE)  # whatever was before is over
            begun = await here.beat(BEAT)
            times = [begun.time]
            for _ in range(5):
                await _waited(postgres, BEAT)
                times += [(await here.beat(BEAT)).time, (await there.beat(BEAT)).time]
            assert times == sorted(times)
            assert 5 * BEAT <= times[-1] - times[0] < 6 * BEAT  # and not twice that
        finally:
            await here.close()
            await there.close()

    asyncio.run(check())


@pytest.mark.parametrize("passed", [HOUR, OUTAGE + 1000, -HOUR, -GRACE - 1000])
def test_an_outage_or_a_jump_of_the_databases_clock_does_not_count(postgres: str, passed: int) -> None:
    async def check() -> None:
        store = PostgresStore(postgres)
        await store.open()
        try:
            await _waited(postgres, -HOUR)  # a jump back: from here all is known
            before = await store.beat(None)
            assert before.held == 0
            await _waited(postgres, passed)
            after = await store.beat(0)
            assert after.time - before.time < OUTAGE
            assert (after.held > GRACE - OUTAGE) == (passed > 0)
            if passed > 0:
                await _waited(postgres, 5_000)
                during = await store.beat(0)
                assert during.time == after.time and 0 < during.held < after.held
                await _waited(postgres, GRACE - 5_000)
                assert (await store.beat(0)).held == 0
        finally:
            await store.close()

    asyncio.run(check())


# --- whole servers ---

BLITZ = {"kind": "move", "seconds": 3}
DAYS = {"kind": "game", "seconds": 3 * 86_400, "increment": 60}


@pytest.mark.long
@pytest.mark.parametrize("clock", [BLITZ, DAYS])
def test_the_hours_while_the_server_was_down_do_not_count(clock: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with server(f"sqlite:{path}", tmp_path / "log") as running:
        game, tokens = both_links(running.address, clock=clock)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            one.move("1")
            two.until(3)
            left = two.state["clock"]["left"]
            running.kill()
    with closing(sqlite3.connect(path)) as database, database:  # as if it had been long ago
        for table in ("events", "fresh"):
            for each, seq, data in database.execute(f"SELECT game, seq, data FROM {table}").fetchall():
                event = json.loads(data)
                event["at"] -= 100 * HOUR
                changed = (json.dumps(event), each, seq)
                database.execute(f"UPDATE {table} SET data = ? WHERE game = ? AND seq = ?", changed)
    with server(f"sqlite:{path}", tmp_path / "log") as again:
        state = get(again.address, f"/api/games/{game}")["state"]
        assert "outcome" not in state and state["clock"]["running"] == ["P2"]
        assert state["clock"]["left"]["P1"] == left["P1"]
        assert abs(left["P2"] - state["clock"]["left"]["P2"]) <= BEAT  # as much may be forgotten by a crash
        assert 0 < state["clock"]["held"] <= GRACE
        with Live(again.address, game, tokens["P2"]) as two:
            assert two.move("1")["type"] == "update"
            assert two.state["clock"]["left"]["P2"] >= left["P2"]


@pytest.mark.long
def test_nobody_loses_on_time_because_the_database_hangs(postgres: str, tmp_path: Path) -> None:
    with through_a_line(postgres) as (line, store), server(store, tmp_path / "log") as running:
        game, tokens = both_links(running.address, clock=BLITZ)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            while one.state["clock"].get("running") != ["P1"]:
                one.receive()
            line.hold()
            assert one.do("move", id="late", ply=0, move="1")["code"] == "unavailable"
            assert one.do("move", id="late", ply=0, move="1")["code"] == "unavailable"
            line.go_on()
            assert until_answered(one, id="late", ply=0, move="1")["type"] in ("update", "accepted")
            two.until(3)
            assert not two.over
            while not two.over:  # and after it the time runs out as it should
                two.receive()
            assert two.state["outcome"]["text"] == "Player 1 wins: Player 2 ran out of time"
