"""All games of this server: making them, finding them, and letting go of those that nobody looks at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any, TypeVar

from flagfall import games
from flagfall.bots import BOTS
from flagfall.core import FlagfallError, Player, Position
from flagfall.match import Match

from .analysis import Analyst
from .events import AnyEvent, Made, Renewed, SeatPlan, Taken, encode_event
from .game import Game
from .limits import Buckets, Crowd, Limits
from .listeners import framed
from .metrics import Metrics
from .protocol import Close, Created, CreateGame, Joined, JoinGame, Notice, RenewLink, SeatLink
from .room import Room
from .store import Append, Store
from .thinking import Thinkers
from .times import now_ms
from .tokens import digest, join_link, matches, new_id, new_token, seat_link, watch_link
from .wire import name

log = logging.getLogger(__name__)
T = TypeVar("T")
_IDLE_SECONDS = 60.0
_SWEEP_SECONDS = 10.0
_TRIES = 5
_PATIENCE = 10.0
_BOT_SECONDS = 5.0
BOT = "bot:"


class Denied(FlagfallError):
    """A request that can't be granted, with its HTTP status."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.code = code


def no_such_game() -> Denied:
    return Denied(404, "no-game", "there is no such game; is the link complete?")


def bad_link() -> Denied:
    return Denied(401, "bad-token", "this link is not one of the game's; was it renewed?")


class Hub:
    def __init__(self, store: Store, limits: Limits | None = None, idle_seconds: float = _IDLE_SECONDS) -> None:
        self.store = store
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.bots = Thinkers()
        self.analyst = Analyst()
        self.crowd = Crowd(self.limits)
        self.requests = Buckets(self.limits.requests)
        self.new_games = Buckets(self.limits.games)
        self.stopping = False
        self._idle_seconds = idle_seconds
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._meanwhile: dict[str, int] = {}
        """News of games that are just being read."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self.goodbyes: set[asyncio.Task[Any]] = set()
        """Connections that are just being closed."""
        self._made: set[str] = set()
        self._servers: dict[str, float] = {}
        """When each of the others was last heard."""
        self.metrics.gauge("flagfall_games", "Games in memory.", lambda: len(self._rooms))
        self.metrics.gauge(
            "flagfall_flushes", "Flushes of the store; one may make many events safe.", lambda: store.flushes
        )
        self.metrics.gauge("flagfall_connections", "Live connections.", lambda: self.crowd.total)

    # --- from start to stop ---

    async def start(self) -> None:
        await self.store.open()
        self.store.listen(self)
        self.spawn(self._sweep())

    async def stop(self) -> None:
        """Save what was begun, tell everybody, and close."""
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
        self.store.shout("bye")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.store.close()

    async def _settled(self) -> None:
        """Wait until nothing is being stored, but not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                for room in tuple(self._rooms.values()):
                    await self.ask(room, lambda: None)

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            self.sweep()
            self.store.shout("alive")
            silent = monotonic() - 3 * _SWEEP_SECONDS
            for server in [server for server, heard in self._servers.items() if heard < silent]:
                self._lose(server)

    def sweep(self) -> None:
        """Let go of games that nobody looks at. They are all in the store."""
        before = monotonic() - self._idle_seconds
        for room in [room for room in self._rooms.values() if room.idle and room.used < before]:
            self.forget(room)

    # --- rooms ---

    async def room(self, game: str) -> Room:
        """The game's room; it is read from the store if nobody is in it."""
        if room := self._rooms.get(game):
            room.used = monotonic()
            return room
        if game not in self._loading:
            self._loading[game] = self.spawn(self._load(game))
        return await asyncio.shield(self._loading[game])

    async def _load(self, game: str) -> Room:
        try:
            events = await self.store.events(game)
            if not events:
                raise no_such_game()
            room = self._rooms[game] = Room(self, Game.replayed(game, events))
        finally:
            del self._loading[game]
            news = self._meanwhile.pop(game, 0)
        room.catch_up(news)
        self.store.shout(f"who {game}")
        return room

    def forget(self, room: Room) -> None:
        room.close()
        self._rooms.pop(room.game.id, None)

    # --- other servers of the same store ---

    def stored(self, game: str, seq: int) -> None:
        if room := self._rooms.get(game):
            room.catch_up(seq)
        elif game in self._loading:
            self._meanwhile[game] = seq

    def missed(self) -> None:
        for room in self._rooms.values():
            room.catch_up(room.game.seq + 1)
            self.store.shout(f"who {room.game.id}")

    def overheard(self, server: str, text: str) -> None:
        """Others say who is connected where, ask for it, or just that they are alive."""
        self._servers[server] = monotonic()
        word, *rest = text.split()
        room = self._rooms.get(rest[0]) if rest else None
        if word == "at" and room:
            p1, p2, watchers = map(int, rest[1:])
            room.listeners.heard(server, (p1, p2, watchers))
        elif word == "who" and room and any(room.listeners.counts()):
            room.listeners.report()
        elif word == "bye":
            self._lose(server)

    def _lose(self, server: str) -> None:
        """Nobody is connected there any more."""
        self._servers.pop(server, None)
        for room in self._rooms.values():
            room.listeners.heard(server, None)

    # --- one after the other ---

    async def ask(self, room: Room, question: Callable[[], T]) -> T:
        """The answer, given when nothing is being stored."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def job() -> None:
            if answer.done():
                return
            try:
                answer.set_result(question())
            except FlagfallError as error:
                answer.set_exception(error)

        room.run_in_time(job)
        return await answer

    async def _do(self, room: Room, decide: Callable[[], tuple[AnyEvent | None, T]]) -> T:
        """Store the event that is decided upon, if any; if another server was faster, decide again."""
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def job(tries: int = _TRIES) -> None:
            try:
                event, value = decide()
                if event is None:
                    answer.set_result(value)
                else:
                    room.store(event, lambda error: stored(error, value, tries))
            except FlagfallError as error:
                answer.set_exception(error)

        def stored(error: Exception | None, value: T, tries: int) -> None:
            if error is None:
                answer.set_result(value)
            elif tries:
                room.run(lambda: job(tries - 1))
            else:
                answer.set_exception(Denied(503, "unavailable", "this could not be saved; try again"))

        room.run(job)
        return await answer

    # --- making games ---

    async def create(self, wanted: CreateGame) -> Created:
        start = _opening(wanted)
        seats = {player: wanted.seats.get(name(player), _DEFAULT_SEATS[player]) for player in Player}
        tokens = {player: new_token() for player in Player}
        made = Made(
            at=now_ms(),
            start=start.text(),
            seats={name(player): _plan(kind, tokens[player]) for player, kind in seats.items()},
            clock=wanted.clock,
            cap=wanted.cap,
            chat=wanted.chat,
        )
        for plan in made.seats.values():
            if plan.bot:
                await self._get_ready(plan.bot, start)
        game = new_id()
        await self._append(game, made)
        links = {name(player): _link(game, kind, tokens[player]) for player, kind in seats.items()}
        return Created(id=game, watch=watch_link(game), seats=links)

    async def _get_ready(self, bot: str, start: Position) -> None:
        """Refuse a bot that can't play this; what takes longer goes on while the game has begun."""
        await self.bots.check(bot, start)
        preparing = self.spawn(self.bots.prepare(bot, start))
        await asyncio.wait([preparing], timeout=_BOT_SECONDS)
        if preparing.done():
            preparing.result()
        else:
            preparing.add_done_callback(_ignore_failure)  # it will be told again when the bot has to move

    async def _append(self, game: str, made: Made) -> None:
        stored: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if error is None:
                stored.set_result(None)
            else:
                log.error("storing failed", extra={"game": game, "error": str(error)})
                stored.set_exception(Denied(503, "unavailable", "the game could not be saved; try again"))

        self.store.append(Append(game, 0, encode_event(made), done))
        await stored

    def made(self, game: str) -> bool:
        """Whether a rematch is known to be in the store."""
        return game in self._made

    def note_made(self, game: str) -> None:
        self._made.add(game)

    # --- seats ---

    async def join(self, room: Room, wanted: JoinGame) -> Joined:
        """Give the open seat to the first who comes. Who comes again with the same token gets the same answer."""
        token = wanted.token or new_token()

        def decide() -> tuple[AnyEvent | None, Joined]:
            seat = room.game.invited_by(wanted.invitation)
            if seat is None:
                raise bad_link()
            place, joined = room.game.places[seat], Joined(name(seat), token, seat_link(room.game.id, token))
            if not place.taken:
                return Taken(at=now_ms(), seat=name(seat), digest=digest(token)), joined
            if matches(token, place.digest):
                return None, joined
            raise Denied(409, "taken", "somebody has taken this seat already")

        return await self._do(room, decide)

    async def renew(self, room: Room, token: str, wanted: RenewLink) -> Joined:
        """A new secret for the seat, or for the invitation to the other's."""
        fresh, game = new_token(), room.game.id

        def decide() -> tuple[AnyEvent | None, Joined]:
            own = room.game.seat_of(token)
            if own is None:
                raise bad_link()
            if wanted.what == "seat":
                return _renewal(own, fresh, "seat"), Joined(name(own), fresh, seat_link(game, fresh))
            other = room.game.places[own.other]
            if other.taken or other.invitation is None:
                raise Denied(409, "not-now", "there is no open invitation to this game")
            return _renewal(own.other, fresh, "invitation"), Joined(name(own.other), fresh, join_link(game, fresh))

        return await self._do(room, decide)


_DEFAULT_SEATS = ("link", "open")


def _ignore_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled():
        task.exception()


def _renewal(player: Player, token: str, what: Any) -> Renewed:
    return Renewed(at=now_ms(), seat=name(player), digest=digest(token), what=what)


def _opening(wanted: CreateGame) -> Position:
    """The position that is asked for, if it can be played."""
    if wanted.start is None:
        chosen = games.game(wanted.game)
        start: Position = chosen(rules=chosen.Rules.read(wanted.settings))  # type: ignore[call-arg]
    else:
        if wanted.settings or wanted.game:
            raise Denied(400, "bad-request", "a start has its game and rules in it; leave out game and settings")
        start = games.position(wanted.start)
    if start.outcome():
        raise Denied(400, "bad-request", "this position can't be played: the game is over")
    Match(start, cap=wanted.cap)  # or it says what is wrong with it
    return start


def _plan(kind: str, token: str) -> SeatPlan:
    if kind == "link":
        return SeatPlan(digest=digest(token))
    if kind == "open":
        return SeatPlan(invitation=digest(token))
    bot = kind.removeprefix(BOT)
    if bot == kind:
        raise Denied(400, "bad-request", f"a seat is link, open or {BOT}NAME, not {kind!r}")
    if bot not in BOTS:  # those of the catalogue: a bot that may think for as long as a guest says is not offered
        raise Denied(400, "bad-request", f"no bot is called {bot!r} here; there are {', '.join(BOTS)}")
    return SeatPlan(bot=bot)


def _link(game: str, kind: str, token: str) -> SeatLink:
    if kind == "link":
        return SeatLink(who="link", token=token, link=seat_link(game, token))
    if kind == "open":
        return SeatLink(who="open", token=token, link=join_link(game, token))
    return SeatLink(who="bot")
