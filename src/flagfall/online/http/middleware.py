"""What holds for every request: who asks, how often, from where, and what the browser is told to be careful about."""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from http import HTTPStatus
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from flagfall.online.live.hub import Hub
from flagfall.online.ops.config import Config
from flagfall.online.ops.limits import Buckets, Rate, client_of
from flagfall.online.protocol.errors import Denied

from .api import problem, too_many

log = logging.getLogger(__name__)
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
_FOR_FILES = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""Of these, what concerns a file that is no page: a page loads sixty, and the others would weigh more than some."""
_FILES = ("text/javascript", "text/css", "font/woff2")
_NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_A_YEAR = "max-age=31536000"
_PROBES = ("/healthz", "/metrics")
_ONCE_A_MINUTE = Rate(1 / 60, 1)
_LOGGED = 200
"""So many characters of an address are enough to know it by."""


def client(scope: MutableMapping[str, Any], config: Config) -> str:
    address = scope.get("client")
    forwarded = Headers(scope=scope).getlist("x-forwarded-for")
    return client_of(address[0] if address else None, forwarded[-1] if forwarded else None, config.behind_proxy)


def is_secure(scope: MutableMapping[str, Any], config: Config) -> bool:
    """Whether the browser came by TLS, here or at the proxy."""
    if config.behind_proxy and (proto := Headers(scope=scope).get("x-forwarded-proto")):
        return proto.casefold() == "https"
    return scope["scheme"] in ("https", "wss")


def origin_is_good(scope: MutableMapping[str, Any], config: Config) -> bool:
    """Programs send no origin; browsers do, and it must be this server's own or one that was named."""
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is None or origin in config.origins:
        return True
    try:
        return urlsplit(origin).netloc.casefold() == headers.get("host", "").casefold() != ""
    except ValueError:
        return False


def is_foreign(scope: MutableMapping[str, Any], config: Config) -> bool:
    """Whether a page from elsewhere has made somebody's browser ask. It may link here, and nothing else.

    Browsers say so themselves (Sec-Fetch-Site, Origin), and no page can make them say otherwise.
    """
    headers = Headers(scope=scope)
    site = headers.get("sec-fetch-site")
    if site in ("same-origin", "none"):
        return False
    if "origin" in headers:
        return not origin_is_good(scope, config)
    is_link = scope["method"] in ("GET", "HEAD") and headers.get("sec-fetch-mode") == "navigate"
    return site is not None and not is_link


class Guard:
    """Around the HTTP application: limits, headers, and one line in the log for each request. Whoever asks too much is
    written down once a minute: else a flood would go on in the log."""

    def __init__(self, app: ASGIApp, hub: Hub, config: Config) -> None:
        self.app = app
        self.hub = hub
        self.config = config
        self._noted = Buckets(_ONCE_A_MINUTE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status, path = monotonic(), 0, scope["path"][:_LOGGED]
        secure = is_secure(scope, self.config)

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(MutableHeaders(raw=message["headers"]), secure)
            await send(message)

        try:
            await self._answered(scope, receive, noted)
        finally:
            seconds = monotonic() - begun
            self.hub.metrics.requested(status, seconds)
            self._note(client(scope, self.config), scope["method"], path, status, seconds)

    def _note(self, who: str, method: str, path: str, status: int, seconds: float) -> None:
        if status != HTTPStatus.TOO_MANY_REQUESTS or not self._noted.take(who):
            details = {"method": method, "path": path, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra=details | {"client": who})

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        foreign = is_foreign(scope, self.config)
        if wait := self._count_for(scope["path"], foreign).take(client(scope, self.config)):
            await _hasty(wait)(scope, receive, send)
        elif foreign:
            await problem(Denied(403, "bad-origin", "pages of this origin may not ask here"))(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _count_for(self, path: str, foreign: bool) -> Buckets:
        """What a visitor asks for, what watches the server, and what others ask in a visitor's name don't mix."""
        if foreign:
            return self.hub.foreign
        if path in _PROBES:
            return self.hub.probes
        return self.hub.files if path.startswith("/static/") else self.hub.requests


def _hasty(wait: float) -> Response:
    """Whoever asks too often has to come again for the next answer: that is counted, too, and costs less."""
    response = too_many("too many requests; wait a moment", wait)
    response.headers["Connection"] = "close"
    return response


def _add_headers(headers: MutableHeaders, secure: bool) -> None:
    is_file = headers.get("content-type", "").startswith(_FILES)
    for name in _FOR_FILES if is_file else _SAFE:
        headers.setdefault(name, _SAFE[name])
    if not is_file:
        headers.setdefault("Content-Security-Policy", _NOTHING_RUNS)
    headers.setdefault("Cache-Control", "no-store")
    if secure:
        headers.setdefault("Strict-Transport-Security", _A_YEAR)
