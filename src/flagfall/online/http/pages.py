"""The addresses of the web page, and what is answered there."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from flagfall.core import FlagfallError, UnknownGame
from flagfall.games import game as game_called
from flagfall.match import Seat
from flagfall.online import web
from flagfall.online.live.hub import Hub
from flagfall.online.live.room import Room
from flagfall.online.protocol.errors import Denied, TooMany, bad_request
from flagfall.online.table.making import position_of

from .api import LONGEST_POSITION

_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,253}")
_A_DAY, _A_MINUTE = 86_400, 60
_DRAWING = 1_000_000  # bytes that cost as much as to draw a picture
_LATEST = 100  # lines; of these the page shows the last few that are no drawing


class Site:
    def __init__(self, hub: Hub, client_of: Callable[[Request], str]) -> None:
        self.hub = hub
        self.client_of = client_of

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/games/{name}", self.new_game),
            Route("/games/{name}/rules", self.rules),
            Route("/learn", self.lessons),
            Route("/learn/{name}", self.learn),
            Route("/puzzles", self.daily),
            Route("/puzzles/{name}", self.puzzles),
            Route("/reports/{name}", self.report),
            Route("/open", self.open),
            Route("/play/{name}", self.play),
            Route("/explore", self.open_explore),
            Route("/explore/{name}", self.explore),
            Route("/g/{game}", self.game),
            *self._previews(),
            Route("/static/{path:path}", self.asset),
            Route("/worker.js", self.worker),
        ]

    def _previews(self) -> list[Route]:
        """Pictures for who is sent a link, where they can be drawn."""
        if not web.has_previews():
            return []
        return [
            Route("/preview/home.png", self.home_picture),
            Route("/preview/puzzles.png", self.day_picture),
            Route("/preview/games/{name}.png", self.game_picture),
            Route("/preview/explore/{name}.png", self.position_picture),
            Route("/preview/g/{game}.png", self.seat_picture),
        ]

    async def home(self, request: Request) -> Response:
        return page(await self.hub.aside(web.home))

    async def new_game(self, request: Request) -> Response:
        wanted = request.path_params["name"], dict(request.query_params), self.hub.limits.board_cells
        return page(await self.hub.aside(partial(web.new_game, *wanted)))

    async def rules(self, request: Request) -> Response:
        return page(await self.hub.aside(partial(web.rulebook, request.path_params["name"])))

    async def lessons(self, request: Request) -> Response:
        return page(await self.hub.aside(web.lessons))

    async def learn(self, request: Request) -> Response:
        return page(await self.hub.aside(partial(web.learn, request.path_params["name"])))

    async def play(self, request: Request) -> Response:
        return page(await self.hub.aside(partial(web.play, request.path_params["name"])))

    async def daily(self, request: Request) -> Response:
        return page(await self.hub.aside(web.puzzles))

    async def puzzles(self, request: Request) -> Response:
        return page(await self.hub.aside(partial(web.puzzles, request.path_params["name"])))

    async def report(self, request: Request) -> Response:
        return page(await self.hub.aside(partial(web.report, request.path_params["name"])))

    async def open(self, request: Request) -> Response:
        return page(await self.hub.aside(web.open_record))

    async def open_explore(self, request: Request) -> Response:
        return page(await self.hub.aside(web.open_explore))

    async def explore(self, request: Request) -> Response:
        wanted = request.path_params["name"], dict(request.query_params), self.hub.limits.board_cells
        return page(await self.hub.aside(partial(web.explore, *wanted)))

    async def game(self, request: Request) -> Response:
        """What a watcher sees; whoever has more in their link is shown more by the script."""
        room, seat = await self._watched(request)
        return page(await self.hub.aside(partial(web.game, room.game.id, seat)))

    async def _watched(self, request: Request) -> tuple[Room, Seat]:
        room = await self.hub.room(request.path_params["game"], self.client_of(request))

        def seat() -> Seat:
            watcher = room.game.match.seats[None]
            return replace(watcher, said=watcher.said[-_LATEST:], history=[])  # as it is now: the game goes on

        return room, await self.hub.ask(room, seat)

    # --- pictures of them ---

    async def home_picture(self, request: Request) -> Response:
        return await self._drawn(request, web.home_picture, _A_DAY)

    async def day_picture(self, request: Request) -> Response:
        return await self._drawn(request, web.day_picture, _A_MINUTE)

    async def game_picture(self, request: Request) -> Response:
        return await self._drawn(request, partial(web.game_picture, request.path_params["name"]), _A_DAY)

    async def position_picture(self, request: Request) -> Response:
        """Of a position in its one-line text, as everybody may see it."""
        name, text = request.path_params["name"], request.query_params.get("position", "")
        if len(text) > LONGEST_POSITION:
            raise bad_request("a position is not longer than a position can be")
        found = position_of(game_called(name), text, web.MOST_CELLS) if text else game_called(name)()
        return await self._drawn(request, partial(web.position_picture, found.view(None)), _A_DAY)

    async def seat_picture(self, request: Request) -> Response:
        _, seat = await self._watched(request)
        return await self._drawn(request, partial(web.seat_picture, seat), _A_MINUTE)

    async def _drawn(self, request: Request, draw: Callable[[], bytes], seconds: int) -> Response:
        """A picture takes as long as many pages do, and its client pays for it."""
        work = self.hub.work.of(self.client_of(request))
        if work.is_spent():
            raise TooMany("too much is asked at once; wait a moment", 1)
        work.spend(_DRAWING)
        made = await self.hub.aside(draw)
        return Response(made, media_type="image/png", headers={"Cache-Control": f"public, max-age={seconds}"})

    async def asset(self, request: Request) -> Response:
        found = web.asset(request.path_params["path"])
        if found is None:
            raise Denied(404, "no-page", "there is no such file")
        keep = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
        headers = {"ETag": f'"{found.tag}"', "Cache-Control": keep}
        if found.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(found.body, headers={**headers, "Content-Type": found.type})

    async def worker(self, request: Request) -> Response:
        """It has to lie beside the first page, as it speaks for all that is below it."""
        headers = {"Cache-Control": "no-cache", "Content-Security-Policy": web.CONTENT_POLICY}
        return Response(web.worker(), media_type="text/javascript", headers=headers)


class Page(HTMLResponse):
    """A page says where it is: in an address for who is sent a link to it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.body = web.addressed(bytes(self.body).decode(), _origin(scope)).encode()
        self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def _origin(scope: Scope) -> str:
    """The beginning of this server's addresses, as whoever asks has called it; nothing where that can't be."""
    headers = Headers(scope=scope)
    host, way = headers.get("host", ""), headers.get("x-forwarded-proto", scope.get("scheme", ""))
    return f"{way}://{host}" if _HOST.fullmatch(host) and way in ("http", "https") else ""


def page(html: str, status: int = 200) -> Response:
    return Page(html, status, headers={"Content-Security-Policy": web.policy(html)})


def problem_page(error: FlagfallError) -> Response:
    status = error.status if isinstance(error, Denied) else 404 if isinstance(error, UnknownGame) else 400
    return page(web.problem(status, str(error)), status)
