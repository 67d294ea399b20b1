"""What holds for every request: who asks, how often, from where, and what the browser is told to be careful about."""

from __future__ import annotations

import logging
from collections.abc import MutableMapping
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .api import too_many
from .config import Config
from .hub import Hub
from .limits import client_of

log = logging.getLogger(__name__)
_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
_NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
_A_YEAR = "max-age=31536000"
_ALWAYS_ANSWERED = ("/healthz", "/metrics", "/static/")
"""Addresses that begin so cost next to nothing, and a page asks for a dozen files at once."""


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


class Guard:
    """Around the HTTP application: limits, headers, and one line in the log for each request."""

    def __init__(self, app: ASGIApp, hub: Hub, config: Config) -> None:
        self.app = app
        self.hub = hub
        self.config = config

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status, path = monotonic(), 0, scope["path"]
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
            details = {"method": scope["method"], "path": path, "status": status, "ms": round(seconds * 1000, 1)}
            log.info("request", extra=details | {"client": client(scope, self.config)})

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not scope["path"].startswith(_ALWAYS_ANSWERED) and (
            wait := self.hub.requests.take(client(scope, self.config))
        ):
            await too_many("too many requests; wait a moment", wait)(scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _add_headers(headers: MutableHeaders, secure: bool) -> None:
    for name, value in _SAFE.items():
        headers.setdefault(name, value)
    headers.setdefault("Content-Security-Policy", _NOTHING_RUNS)
    headers.setdefault("Cache-Control", "no-store")
    if secure:
        headers.setdefault("Strict-Transport-Security", _A_YEAR)
