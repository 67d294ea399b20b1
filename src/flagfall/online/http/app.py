"""The application: live connections, the HTTP interface and the web page, in one."""

from __future__ import annotations

import logging
import re

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from flagfall.core import FlagfallError
from flagfall.online.live.hub import Hub
from flagfall.online.ops.config import Config
from flagfall.online.protocol.errors import Denied

from . import middleware
from .api import Api, problem
from .compression import Compression
from .connection import live
from .pages import Site, problem_page

log = logging.getLogger(__name__)
_LIVE = re.compile(r"/api/games/([^/]{1,64})/live")


class App:
    """Live connections go straight to their room; all else is Starlette's."""

    def __init__(self, hub: Hub, config: Config) -> None:
        self.hub = hub
        self.config = config
        self._http = middleware.Guard(_http(hub, config), hub, config)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._live(scope, receive, send)
        else:
            await self._http(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = _LIVE.fullmatch(scope["path"])
        if not found:
            await _reject(receive, send, 404, "there are no live connections here")
        elif not middleware.origin_is_good(scope, self.config):
            self.hub.metrics.closed("origin")
            await _reject(receive, send, 403, "pages of this origin may not connect here")
        else:
            await live(self.hub, middleware.client(scope, self.config), found[1], scope, receive, send)


async def _reject(receive: Receive, send: Send, status: int, reason: str) -> None:
    await receive()
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": f"{reason}\n".encode()})


def _http(hub: Hub, config: Config) -> ASGIApp:
    def client_of(request: Request) -> str:
        return middleware.client(request.scope, config)

    return Compression(
        Starlette(
            routes=[*Api(hub, client_of).routes(), *Site(hub, client_of).routes()],
            exception_handlers={FlagfallError: _refused, HTTPException: _not_found, Exception: _failed},
        )
    )


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, FlagfallError)
    if request.url.path.startswith("/api/"):
        return problem(error)
    return problem_page(error)


def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {404: ("no-page", "there is nothing at this address"), 405: ("bad-method", "this can't be done here")}
    code, reason = codes.get(error.status_code, ("bad-request", error.detail))
    response = _refused(request, Denied(error.status_code, code, reason))
    response.headers.update(error.headers or {})
    return response


def _failed(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return _refused(request, Denied(500, "failed", "something went wrong here; it is in the log"))
