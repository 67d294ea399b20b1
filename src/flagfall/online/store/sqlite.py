"""The store in one file: no set-up at all. One thread writes, and one flush makes all safe that came meanwhile."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from flagfall.online.protocol.events import AnyEvent, decode_event
from flagfall.online.protocol.times import GRACE, Moment, counted, now_ms

from . import Append, Conflict, News, StoreError, fail, succeed, tell

log = logging.getLogger(__name__)
T = TypeVar("T")
_STOP = object()
_PATIENCE = 3.0  # seconds: a server that was just killed may still be on its way out
_APPLICATION = 0x466C6766  # "Flgf": the mark by which such a file is known
_ADD = "INSERT OR ROLLBACK INTO fresh VALUES "  # to take back one statement alone, SQLite would write all pages twice
_ROW = "(?,?,?)"
_MOST_ROWS = 5_000  # SQLite takes some 30,000 values in a statement
_STATEMENTS = 4  # so many are kept: each number of rows makes another, and a large one
_FRESH_ROWS = 4_000  # moved in some hundredths of a second
_GAMES = 10_000
_SCHEMA = 2
_EVENTS = "CREATE TABLE events (game TEXT, seq INTEGER, data TEXT NOT NULL, PRIMARY KEY (game, seq)) WITHOUT ROWID"
_FRESH = "CREATE TABLE fresh (game TEXT, seq INTEGER, data TEXT NOT NULL)"
_READ = (
    " UNION ALL ".join(f"SELECT seq, data FROM {table} WHERE game = ? AND seq > ?" for table in ("events", "fresh"))
    + " ORDER BY seq"
)
_SETTLE = "INSERT INTO events SELECT game, seq, data FROM fresh ORDER BY game, seq"
_SERVICE = "CREATE TABLE IF NOT EXISTS service (time INTEGER NOT NULL, ballast BLOB)"
_BEAT = "UPDATE service SET time = ?, ballast = randomblob(8192)"  # small change might find room on a full disk


class SqliteStore:
    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._queue: SimpleQueue[list[Any]] = SimpleQueue()
        self._waiting: list[Any] = []
        self._thread: threading.Thread | None = None
        self._last = Moment(0, 0)
        self._trouble: StoreError | None = None
        self.flushes = 0

    async def open(self) -> None:
        connection = await asyncio.to_thread(_opened, self.path)
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._work, args=(connection,), name="store", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        if self._thread:
            self._put(_STOP)
            self._hand_over()
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def append(self, append: Append) -> None:
        self._put(append)

    async def events(self, game: str, after: int = -1) -> list[AnyEvent]:
        rows = await self._ask(lambda events: events.of(game, after))
        return [decode_event(data) for data in rows]

    async def beat(self, passed: int | None) -> Moment:
        self._last = await self._ask(lambda events: _beat(events.connection, self._last, passed))
        return self._last

    def listen(self, news: News) -> None:
        """Nobody else has the file open."""

    def shout(self, text: str) -> None:
        """Nobody is there to hear it."""

    # --- the writing thread ---

    async def _ask(self, question: Callable[[_Events], T]) -> T:
        answer: asyncio.Future[T] = self._loop.create_future()

        def job(events: _Events) -> Callable[[], None]:
            try:
                if self._trouble:
                    raise self._trouble
                value = question(events)
            except Exception as error:
                return partial(self._call, fail, answer, error)
            return partial(self._call, succeed, answer, value)

        self._put(job)
        return await answer

    def _put(self, item: Any) -> None:
        """Waking the thread costs more than a move: it is done once for all that the event loop has just read."""
        if not self._waiting:
            self._loop.call_soon(self._hand_over)
        self._waiting.append(item)

    def _hand_over(self) -> None:
        if self._waiting:
            self._queue.put(self._waiting)
            self._waiting = []

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        self._loop.call_soon_threadsafe(function, *arguments)

    def _work(self, connection: sqlite3.Connection) -> None:
        files, events = _Files(self.path), _Events(connection)
        while self._goes_on(events, files, self._next_batch()):
            pass
        events.close()

    def _goes_on(self, events: _Events, files: _Files, batch: list[Any]) -> bool:
        """Do what is in the batch, and keep none of it: whether there is more to come."""
        self._look_at(files.changed())
        if appends := [item for item in batch if isinstance(item, Append)]:
            self._call(tell, appends, self._written(events, appends, files))
            if events.are_many and not self._trouble:
                events.settle()
                self._look_at(files.replaced())
        for item in batch:
            if item is not _STOP and not isinstance(item, Append):
                tell_who_asked = item(events)
                if not self._trouble:  # looked at first: whoever is told may move the files at once
                    self._look_at(files.replaced())
                tell_who_asked()
        return _STOP not in batch

    def _look_at(self, changed: bool) -> None:
        """What is written to files that are no longer there, or no longer these, would be gone after a restart."""
        if changed and not self._trouble:
            log.error("the store's files were deleted or changed", extra={"path": str(self.path)})
        gone = f"{self.path} is not the file that was opened: put it back, or start the server again"
        self._trouble = StoreError(gone) if changed else None

    def _next_batch(self) -> list[Any]:
        """Everything that waits; if nothing does, the next that comes."""
        batch = self._queue.get()
        try:
            while True:
                batch += self._queue.get_nowait()
        except Empty:
            return batch

    def _written(self, events: _Events, appends: list[Append], files: _Files) -> list[Exception | None]:
        """Store all of them in one flush; if a number is taken, each on its own, to find out which."""
        if self._trouble:
            return [self._trouble] * len(appends)
        self.flushes += 1
        error = events.add(appends)
        self._look_at(files.replaced())
        if self._trouble:
            return [self._trouble] * len(appends)
        if isinstance(error, Conflict) and len(appends) > 1:
            return [each for append in appends for each in self._written(events, [append], files)]
        return [error] * len(appends)


class _Events:
    """The events in the file. New ones are added to the end of one table, which changes few pages, and now and then
    moved to another, where those of a game stand together."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection
        self._last: dict[str, int] = {}
        """The last number in each game that has fresh events, and in some others."""
        self._fresh = 0
        self._settled = False
        """Whether that is known, and not left from a server that was killed, or from an error."""

    @property
    def are_many(self) -> bool:
        return self._fresh >= _FRESH_ROWS

    def add(self, appends: list[Append]) -> Exception | None:
        try:
            if not self._settled:
                self._move()
            last = self._numbers(appends)
            with self.connection:
                for first in range(0, len(appends), _MOST_ROWS):
                    self._add(appends[first : first + _MOST_ROWS])
        except Conflict as conflict:
            return conflict
        except sqlite3.Error as error:
            self._settled = False  # it may have been written after all
            return error
        self._last.update(last)
        self._fresh += len(appends)
        return None

    def _numbers(self, appends: list[Append]) -> dict[str, int]:
        """The last number in each game then, if none is given twice."""
        last: dict[str, int] = {}
        for append in appends:
            before = last.get(append.game)
            if append.seq <= (self._last_of(append.game) if before is None else before):
                raise Conflict
            last[append.game] = append.seq
        return last

    def _last_of(self, game: str) -> int:
        known = self._last.get(game)
        if known is not None:
            return known
        (last,) = self.connection.execute("SELECT max(seq) FROM events WHERE game = ?", (game,)).fetchone()
        return -1 if last is None else int(last)

    def _add(self, appends: list[Append]) -> None:
        """One statement for all rows: each statement costs a hand-over between this thread and the event loop's."""
        values = [value for append in appends for value in (append.game, append.seq, append.data.decode())]
        self.connection.execute(_ADD + ",".join([_ROW] * len(appends)), values)

    def of(self, game: str, after: int) -> list[str]:
        """Nothing is moved for it: whoever reads makes nobody wait for a flush, and can read from a full disk."""
        return [data for _, data in self.connection.execute(_READ, (game, after, game, after))]

    def settle(self) -> None:
        """Move the fresh events, if that is possible now; they are safe where they are."""
        try:
            self._move()
        except sqlite3.Error as error:
            log.warning("the store's fresh events could not be moved", extra={"error": str(error)})
            self._settled, self._fresh = False, 0

    def _move(self) -> None:
        with self.connection:
            self.connection.execute(_SETTLE)
            self.connection.execute("DELETE FROM fresh")
        self._fresh = 0
        if not self._settled or len(self._last) > _GAMES:
            self._last = {}
        self._settled = True

    def close(self) -> None:
        self.settle()
        self.connection.close()


class _Files:
    """The files that this server writes, as they were when it last did."""

    def __init__(self, path: Path) -> None:
        self._paths = (str(path), f"{path}-wal")
        self._seen = self._look()

    def _look(self) -> list[tuple[int, ...]]:
        return [_signature(path) for path in self._paths]

    def changed(self) -> bool:
        """Whether somebody else has laid hands on them since."""
        return self._look() != self._seen

    def replaced(self) -> bool:
        """Whether they are others, or gone, when this server has just written to them."""
        now = self._look()
        replaced = [each[:2] for each in now] != [each[:2] for each in self._seen]
        if not replaced:
            self._seen = now
        return replaced


def _signature(path: str) -> tuple[int, ...]:
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def _beat(connection: sqlite3.Connection, last: Moment, passed: int | None) -> Moment:
    with connection:
        beat = _resumed(connection) if passed is None else counted(last, passed)
        connection.execute(_BEAT, (beat.time,))
    return beat


def _resumed(connection: sqlite3.Connection) -> Moment:
    """When no server had the file open there was an outage, but for a new file. It begins with the date, which is what
    games have for a time that are older than the table."""
    if found := connection.execute("SELECT time FROM service").fetchone():
        return Moment(found[0], GRACE)
    now = now_ms()
    connection.execute("INSERT INTO service (time) VALUES (?)", (now,))
    return Moment(now, 0)


# --- opening ---


def _opened(path: Path) -> sqlite3.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # it holds secrets: nobody else may read it
    connection = sqlite3.connect(path, timeout=_PATIENCE, check_same_thread=False, cached_statements=_STATEMENTS)
    try:
        _prepare(connection, path)
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" in str(error):
            raise StoreError(
                f"{path} is in use by another server: host at its --port, stop it, or serve another file with --store"
            ) from None
        raise StoreError(f"{path}: {error}") from None
    except sqlite3.DatabaseError as error:
        connection.close()
        raise StoreError(f"{path} is not a Flagfall store: {error}") from None
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").fetchall()
    with connection:
        connection.execute("BEGIN EXCLUSIVE")
        application, version = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in _MARKS)
        if (application, version) == (0, 0) and not connection.execute("SELECT * FROM sqlite_master").fetchone():
            connection.execute(_EVENTS)
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            version = 1
        elif application != _APPLICATION:
            raise StoreError(f"{path} is not a Flagfall store")
        if version == 1:
            connection.execute(_FRESH)
            connection.execute(f"PRAGMA user_version = {_SCHEMA}")
        elif version != _SCHEMA:
            raise StoreError(f"{path} has schema {version}; this program knows schema {_SCHEMA}")
        connection.execute(_SERVICE)


_MARKS = ("application_id", "user_version")
_PRAGMAS = (
    "locking_mode = EXCLUSIVE",
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit is on the disk
    "wal_autocheckpoint = 8192",  # pages that change often are copied back seldom
)
