"""The HTTP interface: JSON in, JSON out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache, partial
from hashlib import sha256
from typing import Any, TypeVar

import msgspec
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from flagfall import record
from flagfall.bots import BOTS
from flagfall.coach.explore import Eyes
from flagfall.core import FlagfallError, Position, whole
from flagfall.games import GAMES, game
from flagfall.match import Seat
from flagfall.online.live.hub import Hub
from flagfall.online.live.room import Room
from flagfall.online.ops.limits import BODY_BYTES, PLY_BYTES, Bucket
from flagfall.online.ops.metrics import CONTENT_TYPE
from flagfall.online.protocol.errors import Denied, TooMany, bad_request
from flagfall.online.protocol.messages import (
    PLAYERS,
    Catalogue,
    CatalogueEntry,
    CreateGame,
    JoinGame,
    OpenRecord,
    Problem,
    ReadLine,
    RenewLink,
    SettingData,
    Welcome,
    encode,
)
from flagfall.online.protocol.scenes import picture
from flagfall.online.table import wire
from flagfall.online.table.making import opening_of, position_of
from flagfall.online.table.replay import demonstration, finished, replay
from flagfall.online.table.wire import Viewer
from flagfall.online.workers.tasks import Entry
from flagfall.record import Record

from .openapi import description

T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]
JSON = "application/json"
LONGEST_POSITION = 2000
_LASTING = {"Cache-Control": "public, max-age=300"}


class PlyConvertor(IntegerConvertor):
    """No game is longer, and no number here too long to be read."""

    regex = "[0-9]{1,9}"


register_url_convertor("ply", PlyConvertor())


def answer(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, media_type=JSON)


def problem(error: FlagfallError) -> Response:
    """A refusal as an answer."""
    if isinstance(error, TooMany):
        return too_many(str(error), error.seconds)
    if isinstance(error, Denied):
        return answer(Problem(code=error.code, reason=str(error)), error.status)
    return answer(Problem(code="bad-request", reason=str(error)), 400)


class Api:
    """The endpoints. Each is a method; `routes` says where it is."""

    def __init__(self, hub: Hub, client_of: Callable[[Request], str]) -> None:
        self.hub = hub
        self.client_of = client_of

    def routes(self) -> list[Route]:
        game, lesson, puzzles = "/api/games/{game}", "/api/lessons/{name}/{number:ply}", "/api/puzzles/{name}"
        return [
            _route("GET", "/api/catalogue", self.catalogue),
            _route("GET", "/api/openapi.json", self.openapi),
            _route("POST", "/api/games", self.create),
            _route("GET", game, self.state),
            _route("GET", game + "/status", self.status),
            _route("GET", game + "/earlier", self.earlier),
            _route("GET", game + "/plies/{ply:ply}", self.past),
            _route("POST", game + "/join", self.join),
            _route("POST", game + "/renew", self.renew),
            _route("GET", game + "/record", self.record),
            _route("GET", game + "/analysis", self.analysis),
            _route("GET", game + "/advice", self.advice),
            _route("GET", "/api/explore/{name}", self.explore),
            _route("POST", "/api/explore", self.line),
            _route("GET", lesson, self.lesson_task),
            _route("GET", lesson + "/hints", self.lesson_hints),
            _route("GET", lesson + "/answer", self.lesson_answer),
            _route("GET", lesson + "/entry", self.lesson_entry),
            _route("GET", puzzles, self.puzzles),
            _route("GET", puzzles + "/{number:ply}", self.puzzle),
            _route("GET", "/api/demos/{name}", self.demo),
            _route("POST", "/api/open", self.open),
            _route("POST", "/api/open/analysis", self.open_analysis),
            _route("GET", "/healthz", self.health),
            _route("GET", "/metrics", self.metrics),
        ]

    async def catalogue(self, request: Request) -> Response:
        return Response(_catalogue(), media_type=JSON)

    async def openapi(self, request: Request) -> Response:
        return Response(await self.hub.aside(_description), media_type=JSON)

    async def create(self, request: Request) -> Response:
        client = self.client_of(request)
        if seconds := self.hub.new_games.take(client):
            return too_many("too many new games; wait a while", seconds)
        try:
            return answer(await self.hub.create(await body(request, CreateGame), client), 201)
        except BaseException:  # what was not made is not counted
            self.hub.new_games.give_back(client)
            raise

    async def state(self, request: Request) -> Response:
        def welcome(room: Room, viewer: Viewer) -> Welcome:
            return wire.welcome(room.game, viewer, 0, room.listeners.presence(), self.hub.service_time.now())

        return await self._told(request, welcome)

    async def status(self, request: Request) -> Response:
        room, viewer = await self._seat(request)
        return answer(await self.hub.ask(room, lambda: wire.status(room.game, viewer)))

    async def earlier(self, request: Request) -> Response:
        plies, said, chat = (_number(request, name) for name in ("history", "said", "chat"))
        return await self._told(request, lambda room, viewer: wire.earlier(room.game, viewer, plies, said, chat))

    async def past(self, request: Request) -> Response:
        ply: int = request.path_params["ply"]
        return await self._told(request, lambda room, viewer: wire.past(room.game, viewer, ply))

    async def _told(self, request: Request, make: Callable[[Room, Viewer], Any]) -> Response:
        """Something that may be large, told to the seat of the request's token. Its client pays for it."""
        room, viewer = await self._seat(request)
        work = self.hub.work.of(self.client_of(request))

        def made() -> bytes:
            _check_work(work)
            data = encode(make(room, viewer))
            work.spend(room.ground + len(data))
            return data

        return Response(await self.hub.ask(room, made), media_type=JSON)

    async def join(self, request: Request) -> Response:
        wanted = await body(request, JoinGame)
        return answer(await self.hub.join(await self._room(request), wanted))

    async def renew(self, request: Request) -> Response:
        wanted = await body(request, RenewLink)
        return answer(await self.hub.renew(await self._room(request), _token(request) or "", wanted))

    async def record(self, request: Request) -> Response:
        room, finished = await self._finished(request)
        if request.query_params.get("format") == "json":
            return Response(await self.hub.aside(partial(record.to_json, [finished])), media_type=JSON)
        name = f"{finished.start.id}-{room.game.id}.flagfall"
        return Response(
            await self.hub.aside(partial(record.write, [finished])),
            media_type="text/plain",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def analysis(self, request: Request) -> Response:
        """What every move was worth, or seemed to be; 204 where nobody knows."""
        room, finished = await self._finished(request)
        found = await self.hub.analyst.analyse(room.game.id, finished, self.client_of(request))
        return Response(found, media_type=JSON) if found else Response(status_code=204)

    async def advice(self, request: Request) -> Response:
        """What a coach tells who plays a bot, from what that seat knows. Its client pays for it."""
        room, viewer = await self._seat(request)
        client = self.client_of(request)
        work = self.hub.work.of(client)

        def made() -> Seat:
            _check_work(work)
            work.spend(PLY_BYTES * room.game.ply)
            return wire.coached(room.game, viewer)

        return Response(await self.hub.explorer.advice(await self.hub.ask(room, made), client), media_type=JSON)

    async def explore(self, request: Request) -> Response:
        """What is known of a position, which is in the question: nothing is looked up of any game."""
        named, asked = dict(request.query_params), game(request.path_params["name"])
        eyes = _eyes(named.pop("eyes", None))
        moves = {PLAYERS[seat]: named.pop(seat) for seat in PLAYERS if seat in named}
        text, most = named.pop("position", None), self.hub.limits.board_cells
        if text is not None and (named or len(text) > LONGEST_POSITION):
            raise bad_request("a position has its settings in it, and is not longer than a position can be")
        position = opening_of(asked, named, most) if text is None else position_of(asked, text, most)
        if moves:
            position.play(moves)  # or it says why not
        found = await self.hub.explorer.insight(position, eyes, moves, self.client_of(request))
        return Response(found, media_type=JSON, headers=_LASTING)

    async def line(self, request: Request) -> Response:
        wanted = await body(request, ReadLine)
        return Response(await self.hub.explorer.line(wanted.text, self.client_of(request)), media_type=JSON)

    async def lesson_task(self, request: Request) -> Response:
        return _lasting((await self._lesson(request)).task)

    async def lesson_hints(self, request: Request) -> Response:
        return _lasting((await self._lesson(request)).hints)

    async def lesson_answer(self, request: Request) -> Response:
        """What is said of a move. A lesson is for everybody and holds no state here."""
        answers = (await self._lesson(request)).answers
        found = answers.get(request.query_params.get("move", ""))
        if found is None:
            raise bad_request("move must be one of the task's options")
        return _lasting(found)

    async def lesson_entry(self, request: Request) -> Response:
        """All of it at once: the page asks for nothing more, also where it has no server."""
        return _lasting(encode(await self._lesson(request)))

    async def _lesson(self, request: Request) -> Entry:
        return await self.hub.tasks.lesson(*self._numbered(request))

    async def puzzles(self, request: Request) -> Response:
        found = await self.hub.tasks.puzzles(game(request.path_params["name"]), self.client_of(request))
        return _lasting(encode(found))

    async def puzzle(self, request: Request) -> Response:
        return _lasting(encode(await self.hub.tasks.puzzle(*self._numbered(request))))

    def _numbered(self, request: Request) -> tuple[type[Position], int, str]:
        return game(request.path_params["name"]), request.path_params["number"], self.client_of(request)

    async def demo(self, request: Request) -> Response:
        """The game's playthrough, ply by ply."""
        found = await self.hub.aside(partial(demonstration, game(request.path_params["name"])))
        if found is None:
            raise Denied(404, "no-page", "this game has no playthrough")
        return _lasting(encode(found))

    async def open(self, request: Request) -> Response:
        """A record as pictures. Nothing of it is kept."""
        wanted, work = await self._brought(request)
        found = await self.hub.aside(lambda: encode(replay(wanted.text, self.hub.limits.board_cells)))
        work.spend(len(found))
        return Response(found, media_type=JSON)

    async def open_analysis(self, request: Request) -> Response:
        """What every move of the first game in a record was worth; 204 where that is not known."""
        wanted, _ = await self._brought(request)
        (first, *_) = await self.hub.aside(partial(finished, wanted.text, self.hub.limits.board_cells))
        key = f"opened {sha256(wanted.text.encode()).hexdigest()}"
        found = await self.hub.analyst.analyse(key, first, self.client_of(request))
        return Response(found, media_type=JSON) if found else Response(status_code=204)

    async def _brought(self, request: Request) -> tuple[OpenRecord, Bucket]:
        work = self.hub.work.of(self.client_of(request))
        _check_work(work)
        wanted = await body(request, OpenRecord)
        work.spend(PLY_BYTES * len(wanted.text))
        return wanted, work

    async def health(self, request: Request) -> Response:
        if self.hub.stopping:
            return Response("stopping\n", 503, media_type="text/plain")
        if await self.hub.service_time.healthy():
            return Response("ok\n", media_type="text/plain")
        return Response("the store can't be written\n", 503, media_type="text/plain")

    async def metrics(self, request: Request) -> Response:
        return Response(self.hub.metrics.text(), media_type=CONTENT_TYPE)

    async def _finished(self, request: Request) -> tuple[Room, Record]:
        """A room and its record, which its client pays for before it is written: all pages wait while one is."""
        room, work = await self._room(request), self.hub.work.of(self.client_of(request))

        def made() -> Record:
            _check_work(work)
            found = wire.record(room.game)
            work.spend(PLY_BYTES * room.game.ply)
            return found

        return room, await self.hub.ask(room, made)

    async def _room(self, request: Request) -> Room:
        return await self.hub.room(request.path_params["game"], self.client_of(request))

    async def _seat(self, request: Request) -> tuple[Room, Viewer]:
        """The room, and the seat that the request's token is for; without a token a watcher's."""
        room, token = await self._room(request), _token(request)
        return room, None if token is None else await self.hub.seat(room, token)


def _lasting(written: msgspec.Raw | bytes) -> Response:
    """What is the same for everybody, and for as long as the server runs."""
    return Response(bytes(written), media_type=JSON, headers=_LASTING)


def _eyes(named: str | None) -> Eyes:
    """Whose eyes are asked for; without a word all is seen."""
    try:
        return Eyes[(named or "all").upper()]
    except KeyError:
        raise bad_request("eyes are all, both, P1 or P2") from None


def _route(method: str, path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=[method])


def too_many(reason: str, seconds: float) -> Response:
    response = answer(Problem(code="too-many", reason=reason), 429)
    response.headers["Retry-After"] = str(int(seconds) + 1)
    return response


def _check_work(work: Bucket) -> None:
    if work.is_spent():
        raise TooMany("too much is asked at once; wait a moment", 1)


def _token(request: Request) -> str | None:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.casefold() == "bearer" else None


def _number(request: Request, name: str) -> int | None:
    """A number in the address, if it is there."""
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        return whole(text)
    except ValueError:
        raise bad_request(f"{name} must be a whole number, from where on you want it") from None


async def body(request: Request, kind: type[T]) -> T:
    """The body as what it should be, or why it is not."""
    data = bytearray()
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > BODY_BYTES:
                raise Denied(413, "too-large", f"a request may have {BODY_BYTES} bytes")
    except ClientDisconnect:
        raise Denied(400, "bad-message", "the request broke off") from None
    try:
        return msgspec.json.decode(bytes(data) or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Denied(400, "bad-message", f"this can't be read: {error}") from None


@cache
def _catalogue() -> bytes:
    return encode(Catalogue(games=[_entry(game) for game in GAMES.values()], bots=list(BOTS)))


@cache
def _description() -> bytes:
    return encode(description())


def _entry(game: type[Position]) -> CatalogueEntry:
    settings = [
        SettingData(each.name, each.kind.write(each.default), each.kind.allowed(), each.about, each.ruling)
        for each in game.Rules.settings()
    ]
    return CatalogueEntry(game.id, game.title, game.about, settings, picture(game()).data())
