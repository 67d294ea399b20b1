"""Both stores keep the same promises."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import sqlite3
import stat
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.online.ops.config import BadConfig, Config, default_store, store_of
from flagfall.online.protocol.events import AnyEvent, Made, Resigned, SeatPlan, encode_event
from flagfall.online.store import Append, Conflict, Store, StoreError
from flagfall.online.store.postgres import PostgresStore
from flagfall.online.store.sqlite import SqliteStore

MADE = Made(at=1, start="capture-the-flag P1 1/7", seats={"P1": SeatPlan(), "P2": SeatPlan()})
Make = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgresql"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Makes stores that keep their events in the same place."""
    if request.param == "sqlite":
        return lambda: SqliteStore(tmp_path / "folder" / "games.sqlite")
    address: str = request.getfixturevalue("postgres")
    return lambda: PostgresStore(address)


@asynccontextmanager
async def opened(make: Make) -> AsyncIterator[Store]:
    store = make()
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def add(store: Store, game: str, seq: int, event: AnyEvent = MADE) -> Exception | None:
    """Store an event; the answer is what the store says to it."""
    said: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.append(Append(game, seq, encode_event(event), said.set_result))
    return await asyncio.wait_for(said, 60)


def new_game() -> str:
    return secrets.token_hex(6)


def resigned(number: int) -> Resigned:
    return Resigned(at=number, seat="P1", id=f'id {number} é \\ "')


def test_events_come_back_as_they_were_and_in_order(make: Make) -> None:
    async def check() -> None:
        game = new_game()
        events = [MADE, *map(resigned, range(1, 12))]
        async with opened(make) as store:
            for seq, event in enumerate(events):
                assert await add(store, game, seq, event) is None
            assert await store.events(game) == events
            assert await store.events(game, after=4) == events[5:]
            assert await store.events(new_game()) == []
            assert (await store.beat(None)).time <= (await store.beat(0)).time
        async with opened(make) as again:
            assert await again.events(game) == events

    asyncio.run(check())


def test_a_number_is_given_once(make: Make) -> None:
    async def check() -> None:
        game = new_game()
        async with opened(make) as store:
            assert await add(store, game, 0) is None
            assert isinstance(await add(store, game, 0, resigned(1)), Conflict)
            assert await store.events(game) == [MADE]

    asyncio.run(check())


def test_a_conflict_hurts_nobody_else_in_the_same_flush(make: Make) -> None:
    async def check() -> None:
        games = [new_game() for _ in range(40)]
        async with opened(make) as store:
            assert await add(store, games[7], 0) is None
            answers = await asyncio.gather(*(add(store, game, 0) for game in games))
            assert [game for game, said in zip(games, answers, strict=True) if said] == [games[7]]
            assert all([await store.events(game) == [MADE] for game in games])

    asyncio.run(check())


def test_many_events_come_safe_with_few_flushes(make: Make) -> None:
    async def check() -> None:
        game = new_game()
        async with opened(make) as store:
            answers = await asyncio.gather(*(add(store, game, seq, resigned(seq)) for seq in range(500)))
            assert answers == [None] * 500
            assert len(await store.events(game)) == 500
            assert store.flushes < 50

    asyncio.run(check())


def test_closing_waits_for_what_was_begun(make: Make) -> None:
    async def check() -> None:
        game, said = new_game(), []
        async with opened(make) as store:
            for seq in range(30):
                store.append(Append(game, seq, encode_event(MADE), said.append))
        await asyncio.sleep(0)
        assert said == [None] * 30
        async with opened(make) as again:
            assert len(await again.events(game)) == 30

    asyncio.run(check())


# --- SQLite ---


def test_nobody_else_can_read_the_file(tmp_path: Path) -> None:
    async def check() -> None:
        async with opened(lambda: SqliteStore(tmp_path / "games.sqlite")):
            for path in tmp_path.iterdir():
                assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path

    asyncio.run(check())


def test_a_file_is_open_in_one_server_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flagfall.online.store.sqlite._PATIENCE", 0.0)

    async def check() -> None:
        path = tmp_path / "games.sqlite"
        async with opened(lambda: SqliteStore(path)):
            with pytest.raises(
                StoreError,
                match="is in use by another server: host at its --port, stop it, or serve another file with --store",
            ):
                await SqliteStore(path).open()
        async with opened(lambda: SqliteStore(path)):
            pass

    asyncio.run(check())


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    text, other, newer = tmp_path / "text", tmp_path / "other.sqlite", tmp_path / "newer.sqlite"
    text.write_text("Something else. " * 100)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    asyncio.run(_touch(newer))
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    for path, reason in (
        (text, "is not a Flagfall store"),
        (other, "is not a Flagfall store"),
        (newer, "has schema 99; this program knows schema 2"),
    ):
        before = path.read_bytes()
        with pytest.raises(StoreError, match=reason):
            asyncio.run(SqliteStore(path).open())
        if path is text:
            assert path.read_bytes() == before


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["add", "again", "read", "reopen"])), max_size=30),
    st.integers(1, 5),
)
def test_it_tells_nobody_when_events_are_moved(deeds: list[tuple[str, str]], many: int) -> None:
    """However many fresh events there may be, and wherever a server begins anew, a store is a list a game."""

    async def check(path: Path) -> None:
        store, kept = SqliteStore(path), defaultdict[str, list[AnyEvent]](list)
        await store.open()
        for number, (game, deed) in enumerate(deeds):
            events = kept[game]
            if deed == "add":
                assert await add(store, game, len(events), resigned(number)) is None
                events.append(resigned(number))
            elif deed == "again" and events:
                assert isinstance(await add(store, game, number % len(events)), Conflict)
            elif deed == "reopen":
                await store.close()
                await store.open()
            assert await store.events(game) == events
        await store.close()

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("flagfall.online.store.sqlite._FRESH_ROWS", many)
        patch.setattr("flagfall.online.store.sqlite._GAMES", 1)
        asyncio.run(check(Path(folder) / "games.sqlite"))


def test_reading_writes_nothing(tmp_path: Path) -> None:
    """So it works on a full disk, and whoever looks at many games keeps nobody waiting."""

    def files() -> list[tuple[str, int, int]]:
        return sorted((path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in tmp_path.iterdir())

    async def check() -> None:
        async with opened(lambda: SqliteStore(tmp_path / "games.sqlite")) as store:
            for seq in range(3):
                assert await add(store, "game", seq, resigned(seq)) is None
            before = files()
            assert await store.events("game") == list(map(resigned, range(3)))
            assert await store.events("game", after=0) == list(map(resigned, range(1, 3)))
            assert files() == before

    asyncio.run(check())


def test_a_copy_of_the_files_of_a_running_server_has_every_event(tmp_path: Path) -> None:
    """As a server finds them whose predecessor was killed."""

    async def check() -> None:
        game, path = new_game(), tmp_path / "games.sqlite"
        async with opened(lambda: SqliteStore(path)) as store:
            for seq in range(5):
                assert await add(store, game, seq, resigned(seq)) is None
            (tmp_path / "copy").mkdir()
            for file in tmp_path.glob("games.sqlite*"):
                shutil.copy(file, tmp_path / "copy")
        async with opened(lambda: SqliteStore(tmp_path / "copy" / "games.sqlite")) as copy:
            assert isinstance(await add(copy, game, 4), Conflict)
            assert await copy.events(game) == list(map(resigned, range(5)))
            assert await add(copy, game, 5) is None

    asyncio.run(check())


def test_a_file_of_the_schema_before_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    asyncio.run(_touch(path))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TABLE fresh")
        connection.execute("PRAGMA user_version = 1")
        connection.execute("INSERT INTO events VALUES ('game', 0, ?)", (encode_event(MADE).decode(),))

    async def check() -> None:
        async with opened(lambda: SqliteStore(path)) as store:
            assert isinstance(await add(store, "game", 0), Conflict)
            assert await add(store, "game", 1) is None
            assert await store.events("game") == [MADE, MADE]

    asyncio.run(check())


async def _touch(path: Path) -> None:
    async with opened(lambda: SqliteStore(path)):
        pass


# --- PostgreSQL ---


class Heard:
    """Notes what other servers do."""

    def __init__(self) -> None:
        self.news: asyncio.Queue[tuple[object, ...]] = asyncio.Queue()

    def stored(self, game: str, seq: int) -> None:
        self.news.put_nowait(("stored", game, seq))

    def missed(self) -> None:
        self.news.put_nowait(("missed",))

    def overheard(self, server: str, text: str) -> None:
        self.news.put_nowait(("overheard", text))

    async def next(self) -> tuple[object, ...]:
        return await asyncio.wait_for(self.news.get(), 60)


def test_servers_hear_of_each_other_and_not_of_themselves(postgres: str) -> None:
    async def check() -> None:
        game, heard, own = new_game(), Heard(), Heard()
        async with opened(lambda: PostgresStore(postgres)) as here, opened(lambda: PostgresStore(postgres)) as there:
            here.listen(own)
            there.listen(heard)
            assert await heard.next() == await own.next() == ("missed",)
            assert await add(here, game, 0) is None
            here.shout("hello out there")
            assert await heard.next() == ("stored", game, 0)
            assert await heard.next() == ("overheard", "hello out there")
            there.shout("and back")
            assert await own.next() == ("overheard", "and back")

    asyncio.run(check())


def test_two_servers_can_not_both_give_a_number(postgres: str) -> None:
    async def check() -> None:
        game = new_game()
        async with opened(lambda: PostgresStore(postgres)) as here, opened(lambda: PostgresStore(postgres)) as there:
            for seq in range(30):
                said = await asyncio.gather(add(here, game, seq, resigned(1)), add(there, game, seq, resigned(2)))
                assert {type(each) for each in said} == {Conflict, type(None)}
            assert len(await here.events(game)) == 30

    asyncio.run(check())


def test_a_flush_in_which_everything_is_taken_is_no_news(postgres: str) -> None:
    async def check() -> None:
        game, heard, failures = new_game(), Heard(), list[object]()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        async with opened(lambda: PostgresStore(postgres)) as here, opened(lambda: PostgresStore(postgres)) as there:
            there.listen(heard)
            assert await heard.next() == ("missed",)
            payloads: asyncio.Queue[str] = asyncio.Queue()
            connection = await asyncpg.connect(postgres)
            await connection.add_listener("flagfall", lambda *told: payloads.put_nowait(told[-1]))
            assert await add(here, game, 0) is None
            assert isinstance(await add(here, game, 0), Conflict)
            here.shout("after it")
            assert [await heard.next(), await heard.next()] == [("stored", game, 0), ("overheard", "after it")]
            told = [await asyncio.wait_for(payloads.get(), 60) for _ in range(2)]  # each connection in its own time
            assert game in told[0] and "after it" in told[1]
            await connection.close()
        assert not failures

    asyncio.run(check())


@pytest.mark.parametrize("payload", ["", "x", "events", "events a", "nonsense a b", "events a :"])
def test_what_strangers_notify_is_ignored(postgres: str, payload: str) -> None:
    async def check() -> None:
        heard, failures = Heard(), list[object]()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
        async with opened(lambda: PostgresStore(postgres)) as here, opened(lambda: PostgresStore(postgres)) as there:
            there.listen(heard)
            assert await heard.next() == ("missed",)
            connection = await asyncpg.connect(postgres)
            await connection.execute("SELECT pg_notify('flagfall', $1)", payload)
            await connection.close()
            here.shout("after it")
            assert await heard.next() == ("overheard", "after it")
        assert not failures

    asyncio.run(check())


def test_a_lost_connection_is_taken_up_again(postgres: str) -> None:
    async def check() -> None:
        game, heard = new_game(), Heard()
        async with opened(lambda: PostgresStore(postgres)) as store:
            store.listen(heard)
            assert await heard.next() == ("missed",)
            connection = await asyncpg.connect(postgres)
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'flagfall'"
            )
            await connection.close()
            assert await heard.next() == ("missed",)
            while (said := await add(store, game, 0)) is not None:
                assert not isinstance(said, Conflict)
            assert await store.events(game) == [MADE]

    asyncio.run(check())


def test_a_schema_of_another_version_is_refused(postgres: str) -> None:
    async def check() -> None:
        async with opened(lambda: PostgresStore(postgres)):
            pass
        connection = await asyncpg.connect(postgres)
        await connection.execute("UPDATE flagfall_schema SET version = 99")
        try:
            with pytest.raises(StoreError, match="the store has schema 99; this program knows schema 1"):
                await PostgresStore(postgres).open()
        finally:
            await connection.execute("UPDATE flagfall_schema SET version = 1")
            await connection.close()

    asyncio.run(check())


def test_a_server_that_is_not_there_is_said_plainly_and_without_the_password() -> None:
    with pytest.raises(StoreError, match="the PostgreSQL store can't be reached: ") as refused:
        asyncio.run(PostgresStore("postgresql://somebody:s3cret@127.0.0.1:1/nothing").open())
    assert "s3cret" not in str(refused.value)


# --- names ---


def test_the_default_is_a_file_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == tmp_path / "flagfall" / "online.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert default_store() == Path.home() / ".local" / "share" / "flagfall" / "online.sqlite"


@pytest.mark.parametrize("name", ["sqlite:", "mysql://x", "games.sqlite", ""])
def test_other_stores_are_refused(name: str) -> None:
    with pytest.raises(BadConfig, match="a store is sqlite:PATH or postgresql://…"):
        store_of(Config(store=name))


def test_stores_are_known_by_their_names(tmp_path: Path) -> None:
    store = store_of(Config(store=f"sqlite:{tmp_path}/x"))
    assert isinstance(store, SqliteStore) and os.fspath(store.path) == f"{tmp_path}/x"
    assert isinstance(store_of(Config(store="postgresql://localhost/x")), PostgresStore)
