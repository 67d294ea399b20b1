"""The addresses of the web page, and what is answered there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from flagfall.core import FlagfallError, UnknownGame
from flagfall.match import Seat
from flagfall.online import web
from flagfall.online.live.hub import Hub
from flagfall.online.protocol.errors import Denied

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
            Route("/learn/{name}", self.learn),
            Route("/g/{game}", self.game),
            Route("/static/{path:path}", self.asset),
        ]

    async def home(self, request: Request) -> Response:
        return page(await self.hub.aside(web.home))

    async def new_game(self, request: Request) -> Response:
        wanted = request.path_params["name"], dict(request.query_params), self.hub.limits.board_cells
        return page(await self.hub.aside(partial(web.new_game, *wanted)))

    async def rules(self, request: Request) -> Response:
        return page(await self.hub.aside(partial(web.rulebook, request.path_params["name"])))

    async def learn(self, request: Request) -> Response:
        return page(await self.hub.aside(partial(web.learn, request.path_params["name"])))

    async def game(self, request: Request) -> Response:
        """What a watcher sees; whoever has more in their link is shown more by the script."""
        room = await self.hub.room(request.path_params["game"], self.client_of(request))

        def seat() -> Seat:
            watcher = room.game.match.seats[None]
            return replace(watcher, said=watcher.said[-_LATEST:], history=[])  # as it is now: the game goes on

        return page(await self.hub.aside(partial(web.game, room.game.id, await self.hub.ask(room, seat))))

    async def asset(self, request: Request) -> Response:
        found = web.asset(request.path_params["path"])
        if found is None:
            raise Denied(404, "no-page", "there is no such file")
        keep = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
        headers = {"ETag": f'"{found.tag}"', "Cache-Control": keep}
        if found.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return Response(found.body, headers={**headers, "Content-Type": found.type})


def page(html: str, status: int = 200) -> Response:
    return HTMLResponse(html, status, headers={"Content-Security-Policy": web.CONTENT_POLICY})


def problem_page(error: FlagfallError) -> Response:
    status = error.status if isinstance(error, Denied) else 404 if isinstance(error, UnknownGame) else 400
    return page(web.problem(status, str(error)), status)
