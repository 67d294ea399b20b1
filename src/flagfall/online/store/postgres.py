"""The store for many servers: PostgreSQL. Each number of a game is given once, whoever asks; others are notified."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from flagfall.online.protocol.events import AnyEvent, decode_event
from flagfall.online.protocol.times import GRACE, OUTAGE, Moment

from . import Append, Conflict, News, StoreError, tell

log = logging.getLogger(__name__)
T = TypeVar("T")
_CHANNEL = "flagfall"
_SCHEMA = 1
_MOST_AT_ONCE = 250  # a notification holds 8,000 bytes, and each event needs some 25 of them
_PAUSE = 1.0
_PATIENCE = 4.0  # seconds for everything that is asked: what takes longer has failed, and players are told so
_PATIENCE_AT_FIRST = 10.0
_PROBE_EVERY = 5.0  # seconds: a line on which nothing is heard may be dead
_SETTINGS: dict[str, Any] = {
    "server_settings": {"synchronous_commit": "on", "application_name": "flagfall"},
    "command_timeout": _PATIENCE_AT_FIRST,
}
_ONE_AT_A_TIME = 0x466C6766  # the lock under which the tables are made
_TABLES = """
    CREATE TABLE IF NOT EXISTS flagfall_schema (version integer NOT NULL);
    CREATE TABLE IF NOT EXISTS flagfall_events (
        game text, seq integer, data text NOT NULL, PRIMARY KEY (game, seq)
    );
    CREATE TABLE IF NOT EXISTS flagfall_service (time bigint NOT NULL, at bigint NOT NULL);
"""
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
_BEGIN = f"INSERT INTO flagfall_service SELECT {_NOW}, {_NOW} WHERE NOT EXISTS (SELECT FROM flagfall_service)"
# `times.counted`, but all servers of the store beat the same heart, so the time between is the database's. `at` is when
# the last beat was, or in the future: then time stands still until then.
_BEAT = f"""
    UPDATE flagfall_service SET
        time = time + CASE WHEN now - at BETWEEN 0 AND {OUTAGE} THEN now - at ELSE 0 END,
        at = CASE WHEN now - at > {OUTAGE} THEN now + {GRACE} WHEN at - now BETWEEN 0 AND {GRACE} THEN at ELSE now END
    FROM (SELECT {_NOW} AS now) AS clock
    RETURNING time, at - now
"""
_ADD = """
    WITH added AS (
        INSERT INTO flagfall_events
        SELECT * FROM unnest($1::text[], $2::integer[], $3::text[])
        ON CONFLICT DO NOTHING
        RETURNING game, seq
    )
    SELECT array_agg(game || ':' || seq), pg_notify($4, $5 || string_agg(game || ':' || seq, ' ')) FROM added
    HAVING count(*) > 0
"""
_READ = "SELECT data FROM flagfall_events WHERE game = $1 AND seq > $2 ORDER BY seq"


class PostgresStore:
    shared = True

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._name = secrets.token_hex(6)
        """Which of the servers this is: what it has said itself is no news to it."""
        self._writer_name = secrets.token_hex(6)
        self._pending: list[Append] = []
        self._shouts: list[str] = []
        self._work = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self._news: News | None = None
        self.flushes = 0

    async def open(self) -> None:
        self._pool = await _reached(
            asyncpg.create_pool(self._dsn, min_size=1, max_size=4, timeout=_PATIENCE_AT_FIRST, **_SETTINGS)
        )
        try:
            async with self._pool.acquire() as connection:
                await _reached(_prepare(connection))
            self._writer = await self._connect()
        except StoreError:
            self._pool.terminate()
            raise
        self._tasks = [asyncio.create_task(self._write())]

    async def close(self) -> None:
        """Finish what was begun, but wait for nobody who does not answer."""
        if not self._tasks:
            return
        self._closing = True
        self._work.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._tasks[0], 2 * _PATIENCE)
        for task in self._tasks[1:]:
            task.cancel()
        await asyncio.gather(*self._tasks[1:], return_exceptions=True)
        with suppress(Exception):
            async with asyncio.timeout(_PATIENCE):
                await self._writer.close()
                await self._pool.close()
        self._writer.terminate()
        self._pool.terminate()

    async def _connect(self) -> Any:
        return await _reached(asyncpg.connect(self._dsn, timeout=_PATIENCE, **_SETTINGS))

    # --- writing ---

    def append(self, append: Append) -> None:
        self._pending.append(append)
        self._work.set()

    def shout(self, text: str) -> None:
        self._shouts.append(text)
        self._work.set()

    async def _write(self) -> None:
        """One flush after the other, each with all that has come meanwhile."""
        while self._pending or self._shouts or not self._closing:
            await self._work.wait()
            self._work.clear()
            while self._pending or self._shouts:
                await self._flush()

    async def _flush(self) -> None:
        batch, self._pending = self._pending[:_MOST_AT_ONCE], self._pending[_MOST_AT_ONCE:]
        shouts, self._shouts = self._shouts, []
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._connect_writer()
                stored = await self._stored(batch) if batch else set()
                for text in shouts:
                    await self._writer.execute("SELECT pg_notify($1, $2)", _CHANNEL, f"shout {self._name} {text}")
        except Exception as error:  # whatever it is, the rooms read again what is stored
            self._writer.terminate()
            batch, self._pending = batch + self._pending, []  # the others would only wait as long
            tell(batch, [error] * len(batch))
        else:
            tell(batch, [None if f"{append.game}:{append.seq}" in stored else Conflict() for append in batch])

    async def _connect_writer(self) -> None:
        """What was sent over a line that was given up may yet arrive: it is another's then, and news to this server."""
        if self._writer.is_closed():
            self._writer = await self._connect()
            self._writer_name = secrets.token_hex(6)

    async def _stored(self, batch: Sequence[Append]) -> set[str]:
        """Add those whose numbers are free. They are sorted, so that two servers never wait for each other."""
        self.flushes += 1
        rows = sorted((append.game, append.seq, append.data.decode()) for append in batch)
        games, numbers, data = zip(*rows, strict=True)
        row = await self._writer.fetchrow(_ADD, games, numbers, data, _CHANNEL, f"events {self._writer_name} ")
        return set(row[0]) if row else set()

    # --- reading ---

    async def events(self, game: str, after: int = -1) -> list[AnyEvent]:
        return [decode_event(row[0]) for row in await self._ask(_READ, game, after)]

    async def beat(self, passed: int | None) -> Moment:
        (row,) = await self._ask(_BEAT)
        return Moment(row[0], row[1])

    async def _ask(self, question: str, *values: object) -> list[Any]:
        async with asyncio.timeout(_PATIENCE):
            connection = await self._pool.acquire()
            try:
                rows: list[Any] = await connection.fetch(question, *values)
            except BaseException:
                connection.terminate()  # giving it back well would mean to wait for it
                raise
            finally:
                await self._pool.release(connection)
            return rows

    # --- news from other servers ---

    def listen(self, news: News) -> None:
        self._news = news
        self._tasks.append(asyncio.create_task(self._listen(news)))

    async def _listen(self, news: News) -> None:
        """Listen; when the connection is lost, listen anew and look for what was missed."""
        while True:
            try:
                connection = await self._connect()
            except StoreError:
                await asyncio.sleep(_PAUSE)
                continue
            try:
                async with asyncio.timeout(_PATIENCE):
                    await connection.add_listener(_CHANNEL, self._notified)
                news.missed()
                await _until_lost(connection)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                await asyncio.sleep(_PAUSE)
            finally:
                connection.terminate()
            log.warning("the store's notifications are interrupted")

    def _notified(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        try:
            kind, name, rest = payload.split(" ", 2)
            if name in (self._name, self._writer_name) or self._news is None:
                return
            if kind == "shout":
                self._news.overheard(name, rest)
            else:
                for game, seq in [each.rsplit(":", 1) for each in rest.split()]:
                    self._news.stored(game, int(seq))
        except ValueError:  # the channel is open to whoever may use the database
            log.warning("a notification can't be read")


async def _reached(connecting: Awaitable[T]) -> T:
    try:
        return await connecting
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError, ValueError) as error:
        why = "it does not answer" if isinstance(error, TimeoutError) else str(error) or type(error).__name__
        raise StoreError(f"the PostgreSQL store can't be reached: {why}") from None


async def _until_lost(connection: Any) -> None:
    """Until the line is known to be dead, or does not answer (TimeoutError)."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not lost.is_set():
        try:
            await asyncio.wait_for(lost.wait(), _PROBE_EVERY)
        except TimeoutError:
            async with asyncio.timeout(_PATIENCE):
                await connection.fetchval("SELECT 1")


async def _prepare(connection: Any) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _ONE_AT_A_TIME)
        await connection.execute(_TABLES)
        version = await connection.fetchval("SELECT version FROM flagfall_schema")
        if version is None:
            await connection.execute("INSERT INTO flagfall_schema VALUES ($1)", _SCHEMA)
        elif version != _SCHEMA:
            raise StoreError(f"the store has schema {version}; this program knows schema {_SCHEMA}")
        await connection.execute(_BEGIN)
