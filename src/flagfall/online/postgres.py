"""The store for many servers: PostgreSQL. Each number of a game is given once, whoever asks; others are notified."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from .events import AnyEvent, decode_event
from .store import SCHEMA_VERSION, Append, Conflict, News, StoreError, tell

log = logging.getLogger(__name__)
T = TypeVar("T")
_CHANNEL = "flagfall"
_MOST_AT_ONCE = 250  # a notification holds 8,000 bytes, and each event needs some 25 of them
_PAUSE = 1.0
_PATIENCE = 10.0
_SAFE = {"synchronous_commit": "on", "application_name": "flagfall"}
_ONE_AT_A_TIME = 0x466C6766  # the lock under which the tables are made
_TABLES = """
    CREATE TABLE IF NOT EXISTS flagfall_schema (version integer NOT NULL);
    CREATE TABLE IF NOT EXISTS flagfall_events (
        game text, seq integer, data text NOT NULL, PRIMARY KEY (game, seq)
    );
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
        self._pending: list[Append] = []
        self._shouts: list[str] = []
        self._work = asyncio.Event()
        self._closing = False
        self._tasks: list[asyncio.Task[None]] = []
        self._news: News | None = None
        self.flushes = 0

    async def open(self) -> None:
        self._pool = await _reached(asyncpg.create_pool(self._dsn, min_size=1, max_size=4, server_settings=_SAFE))
        try:
            async with self._pool.acquire() as connection:
                await _prepare(connection)
            self._writer = await self._connect()
        except StoreError:
            await self._pool.close()
            raise
        self._tasks = [asyncio.create_task(self._write())]

    async def close(self) -> None:
        self._closing = True
        self._work.set()
        if self._tasks:
            await self._tasks[0]
        for task in self._tasks[1:]:
            task.cancel()
        await asyncio.gather(*self._tasks[1:], return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pool.close(), _PATIENCE)
        await self._writer.close()

    async def _connect(self) -> Any:
        return await _reached(asyncpg.connect(self._dsn, server_settings=_SAFE, timeout=_PATIENCE))

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
            if self._writer.is_closed():
                self._writer = await self._connect()
            stored = await self._stored(batch) if batch else set()
            for text in shouts:
                await self._writer.execute("SELECT pg_notify($1, $2)", _CHANNEL, f"shout {self._name} {text}")
        except Exception as error:  # whatever it is, the rooms read again what is stored
            tell(batch, [error] * len(batch))
            await asyncio.sleep(_PAUSE if not batch else 0)
        else:
            tell(batch, [None if f"{append.game}:{append.seq}" in stored else Conflict() for append in batch])

    async def _stored(self, batch: Sequence[Append]) -> set[str]:
        """Add those whose numbers are free. They are sorted, so that two servers never wait for each other."""
        self.flushes += 1
        rows = sorted((append.game, append.seq, append.data.decode()) for append in batch)
        games, numbers, data = zip(*rows, strict=True)
        row = await self._writer.fetchrow(
            _ADD, games, numbers, data, _CHANNEL, f"events {self._name} ", timeout=_PATIENCE
        )
        return set(row[0]) if row else set()

    # --- reading ---

    async def events(self, game: str, after: int = -1) -> list[AnyEvent]:
        rows = await self._pool.fetch(_READ, game, after, timeout=_PATIENCE)
        return [decode_event(row[0]) for row in rows]

    async def healthy(self) -> bool:
        return bool(await self._pool.fetchval("SELECT 1", timeout=2) == 1)

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
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _, lost=lost: lost.set())
            try:
                await connection.add_listener(_CHANNEL, self._notified)
                news.missed()
                await lost.wait()
            finally:
                with suppress(Exception):
                    await connection.close(timeout=1)
            log.warning("the store's notifications are interrupted")

    def _notified(self, connection: Any, pid: int, channel: str, payload: str) -> None:
        try:
            kind, name, rest = payload.split(" ", 2)
            if name == self._name or self._news is None:
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
        raise StoreError(f"the PostgreSQL store can't be reached: {error or type(error).__name__}") from None


async def _prepare(connection: Any) -> None:
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _ONE_AT_A_TIME)
        await connection.execute(_TABLES)
        version = await connection.fetchval("SELECT version FROM flagfall_schema")
        if version is None:
            await connection.execute("INSERT INTO flagfall_schema VALUES ($1)", SCHEMA_VERSION)
        elif version != SCHEMA_VERSION:
            raise StoreError(f"the store has schema {version}; this program knows schema {SCHEMA_VERSION}")
