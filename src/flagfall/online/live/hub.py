"""All games of this server: making them, finding them, and letting go of those that nobody looks at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from flagfall.core import FlagfallError, Player, Position
from flagfall.online.ops.limits import Buckets, Crowd, Limits
from flagfall.online.protocol.errors import Denied, bad_link, no_such_game, unavailable
from flagfall.online.protocol.events import AnyEvent, Made, encode_event
from flagfall.online.protocol.links import is_id, new_token
from flagfall.online.protocol.messages import Close, Created, CreateGame, Joined, JoinGame, Notice, RenewLink
from flagfall.online.protocol.times import now_ms
from flagfall.online.store import Append, Conflict, Store, fail, succeed
from flagfall.online.table import seating
from flagfall.online.table.game import Game
from flagfall.online.table.making import Draft
from flagfall.online.workers.analysis import Analyst
from flagfall.online.workers.explore import Explorer
from flagfall.online.workers.tasks import Tasks
from flagfall.online.workers.turns import Places, Turns

from .listeners import framed
from .peers import ALIVE_EVERY, Peers
from .room import Room
from .service_time import BEAT_EVERY
from .services import Services

log = logging.getLogger(__name__)
T = TypeVar("T")
_IDLE_SECONDS = 60.0
_TRIES = 5
_PATIENCE = 10.0
_BOT_SECONDS = 5.0
_LONG = 1_000  # events: longer games are read in turns
_READERS = Places(all=4, large=4, each=1, each_large=1)
_QUEUE = 8


class Hub(Services):
    def __init__(self, store: Store, limits: Limits | None = None, idle_seconds: float = _IDLE_SECONDS) -> None:
        super().__init__(store, limits)
        self.analyst = Analyst()
        self.tasks = Tasks()
        self.explorer = Explorer()
        self.crowd = Crowd(self.limits.connections, self.limits.all_connections)
        self.requests = Buckets(self.limits.requests)
        self.files = Buckets(self.limits.files)
        self.probes = Buckets(self.limits.requests)
        self.foreign = Buckets(self.limits.requests)
        self.new_games = Buckets(self.limits.games)
        self.stopping = False
        self.goodbyes: set[asyncio.Task[Any]] = set()
        """Connections that are just being closed."""
        self._idle_seconds = idle_seconds
        self._rooms: dict[str, Room] = {}
        self._readers = Turns(_READERS, _QUEUE)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._peers = Peers(self._rooms, store.shout)
        self._aside = ThreadPoolExecutor(1, "aside")
        self._measure()

    def _measure(self) -> None:
        gauge = self.metrics.gauge
        gauge("flagfall_games", "Games in memory.", lambda: len(self._rooms))
        gauge("flagfall_connections", "Live connections.", lambda: self.crowd.total)
        gauge("flagfall_flushes", "Flushes of the store; one makes many events safe.", lambda: self.store.flushes)

    # --- from start to stop ---

    async def start(self) -> None:
        await self.store.open()
        await self.service_time.begin()
        self.store.listen(self._peers)
        self.spawn(self._keep_house())
        self.spawn(self._beat())

    async def stop(self) -> None:
        """Save what was begun, and tell everybody."""
        self.stopping = True
        await self._settled()
        notice = framed(Notice(code="stopping", text="The server stops; the game is saved. Come again soon."))
        for room in tuple(self._rooms.values()):
            room.close()
            for listener in room.listeners:
                listener.push(notice)
            room.listeners.drop_all(Close.STOPPING, "the server stops; come again")
        if self.goodbyes:
            await asyncio.wait(self.goodbyes, timeout=_PATIENCE)
        self._peers.say_goodbye()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._aside.shutdown(wait=False, cancel_futures=True)
        await self.analyst.close()
        await self.tasks.close()
        await self.explorer.close()
        await self.bots.close()
        await self.store.close()

    async def _settled(self) -> None:
        """Wait until nothing is being stored, but not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                for room in tuple(self._rooms.values()):
                    with suppress(Denied):  # the store does not answer there
                        await self.ask(room, lambda: None)

    async def aside(self, work: Callable[[], T]) -> T:
        """Do what takes milliseconds in a thread, one after the other: nobody's moves wait for somebody's page."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_EVERY)
            await self.service_time.beat()

    async def _keep_house(self) -> None:
        while True:
            await asyncio.sleep(ALIVE_EVERY)
            self.let_go()
            self._peers.show_signs_of_life()

    def let_go(self) -> None:
        """Forget games that nobody looks at. They are all in the store. (No room is part of a cycle, so it is gone at
        once; the collector seldom comes.)"""
        before = monotonic() - self._idle_seconds
        for room in [room for room in self._rooms.values() if room.idle and room.used < before]:
            room.close()
            del self._rooms[room.game.id]

    # --- rooms ---

    async def room(self, game: str, client: str = "") -> Room:
        """The game's room; it is read from the store if nobody is in it. `client` is whoever wants it."""
        if room := self._rooms.get(game):
            room.touch()
            return room
        if not is_id(game):
            raise no_such_game()
        if game not in self._loading:
            self._readers.check_queue(client)
            self._loading[game] = self.spawn(self._load(game, client))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str, client: str) -> Room:
        self._peers.begin_reading(game)
        try:
            events = await self._read(game)
            if not events:
                raise no_such_game()
            payer = self.maker(game, client)
            replayed = await self._replayed(game, events, client)
            return self._rooms.setdefault(game, await self._furnished(replayed, payer))
        finally:
            del self._loading[game]
            self._peers.end_reading(game, self._rooms.get(game))

    async def _read(self, game: str) -> list[AnyEvent]:
        try:
            return await self.store.events(game)
        except Exception as error:
            log.error("reading failed", extra={"game": game, "error": str(error) or type(error).__name__})
            raise unavailable() from None

    async def _replayed(self, game: str, events: list[AnyEvent], client: str) -> Game:
        """One long game of a client's at a time: each takes its share of the event loop until it is read."""
        if len(events) <= _LONG:
            return await Game.replayed(game, events)
        async with self._readers.turn(self._readers.wish(client, large=True)):
            return await Game.replayed(game, events)

    async def _furnished(self, game: Game, payer: str) -> Room:
        """A room for the game; that of a rematch has the room of the first game, where its links are kept."""
        return Room(self, game, payer, await self.room(game.made.first, payer) if game.made.first else None)

    async def ask(self, room: Room, question: Callable[[], T]) -> T:
        """The answer, given when nothing is being stored."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        room.run_in_time(partial(_answer, question, answer), partial(fail, answer, unavailable()))
        try:
            return await answer
        finally:
            del answer  # an error knows this frame: both would keep each other, and the room

    async def _do(self, room: Room, decide: Callable[[], tuple[AnyEvent | None, T]]) -> T:
        """Store the event that is decided upon, if any; if another server was faster, decide again."""
        for _ in range(_TRIES):
            decided: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
            room.run(partial(_decide, room, decide, decided), partial(fail, decided, unavailable()))
            try:
                if (value := await decided) is not None:
                    return value
            finally:
                del decided  # as above
        raise unavailable()

    async def _do_at_last(self, room: Room, decide: Callable[[], tuple[AnyEvent | None, T]]) -> T:
        """The same; what another server may know better is refused only after a look into the store."""
        try:
            return await self._do(room, decide)
        except Denied as denied:
            if not self.store.shared or denied.status == 503:
                raise
        await self._look_up(room)
        return await self._do(room, decide)

    async def _look_up(self, room: Room) -> None:
        looked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        room.journal.look_up(partial(succeed, looked, None), partial(fail, looked, unavailable()))
        await looked

    # --- making games ---

    async def create(self, wanted: CreateGame, client: str = "") -> Created:
        draft = Draft.of(wanted, self.limits.board_cells)
        for player, bot in draft.bots():
            await self._get_ready(bot, draft.start.view(player), client)
        error = await self._stored(draft.id, draft.made(now_ms(), self.service_time.now().time))
        if error and not isinstance(error, Conflict):  # then it is there from an earlier try
            log.error("storing failed", extra={"game": draft.id, "error": str(error) or type(error).__name__})
            self.service_time.doubt()
            raise unavailable()
        self.remember_maker(draft.id, client)
        return draft.created()

    async def _stored(self, game: str, made: Made) -> Exception | None:
        stored: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self.store.append(Append(game, 0, encode_event(made), lambda error: succeed(stored, error)))
        return await stored

    async def _get_ready(self, bot: str, start: Position, client: str) -> None:
        """Refuse a bot that can't play this; what takes longer goes on while the game has begun."""
        await self.bots.check(bot, start, client)
        preparing = self.spawn(self.bots.prepare(bot, start, client))
        await asyncio.wait([preparing], timeout=_BOT_SECONDS)
        if preparing.done():
            preparing.result()
        else:
            preparing.add_done_callback(_ignore_failure)  # it will be told again when the bot has to move

    # --- seats ---

    async def seat(self, room: Room, token: str) -> Player:
        """Whose token this is, or Denied."""
        seat = await self.ask(room, lambda: room.seat_of(token))
        if seat is None and self.store.shared:  # it may be new, and the news on its way
            await self._look_up(room.keys)
            seat = await self.ask(room, lambda: room.seat_of(token))
        if seat is None:
            raise bad_link()
        return seat

    async def join(self, room: Room, wanted: JoinGame) -> Joined:
        token = wanted.token or new_token()
        return await self._do_at_last(room, lambda: seating.join(room.game, wanted, token))

    async def renew(self, room: Room, token: str, wanted: RenewLink) -> Joined:
        keys, fresh = room.keys, wanted.token or new_token()
        if wanted.what == "seat":
            return await self._do_at_last(keys, lambda: seating.renew_seat(keys.game, room.game, token, fresh))
        await self.seat(room, token)
        return await self._do_at_last(room, lambda: seating.renew_invitation(room.game, token, fresh))


def _answer(question: Callable[[], T], answer: asyncio.Future[T]) -> None:
    try:
        succeed(answer, question())
    except FlagfallError as error:
        fail(answer, error.with_traceback(None))


def _decide(room: Room, decide: Callable[[], tuple[AnyEvent | None, T]], decided: asyncio.Future[T | None]) -> None:
    """Decide and store. The future gets the value, None if another server was faster, or why it can't be."""

    def stored(error: Exception | None) -> None:
        succeed(decided, None if error else value)

    try:
        event, value = decide()
        if event is None:
            succeed(decided, value)
        else:
            room.journal.store(event, stored)
    except FlagfallError as error:
        fail(decided, error.with_traceback(None))


def _ignore_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()
