"""Answers made smaller on their way, for networks that are slow.

Only what everybody gets is compressed: pages, their files, and what is known of games in general. A page holds no
secret, as whoever has one keeps it in the link's last part, which no browser sends. What a seat is told is never
compressed: how small it gets would tell of a secret beside words that somebody else may choose.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_TYPES = ("text/html", "text/css", "text/javascript", "image/svg+xml", "application/json", "application/manifest+json")
_OF_SEATS = ("/api/games",)
LEAST = 500
"""Bytes below which nothing is gained."""


@lru_cache(512)
def compressed(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


def accepts(headers: Headers) -> bool:
    """Whether whoever asks can read gzip."""
    wishes = (each.strip().partition(";") for each in headers.get("accept-encoding", "").split(","))
    return any(
        name.casefold() == "gzip" and weight.replace(" ", "") not in ("q=0", "q=0.0") for name, _, weight in wishes
    )


class Compression:
    """Around the pages and the interface. It holds back the beginning of an answer until its body is there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_OF_SEATS):
            await self.app(scope, receive, send)
            return
        begun: Message | None = None

        async def smaller(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = message
                return
            if begun is not None:
                message = _packed(begun, message, accepts(Headers(scope=scope)))
                await send(begun)
                begun = None
            await send(message)

        await self.app(scope, receive, smaller)


def _packed(begun: Message, message: Message, accepted: bool) -> Message:
    """The body as it is sent; what is said of it in the headers is put right."""
    headers = MutableHeaders(raw=begun["headers"])
    if not headers.get("content-type", "").startswith(_TYPES) or message.get("more_body"):
        return message
    headers.add_vary_header("Accept-Encoding")
    body = message.get("body", b"")
    if not accepted or len(body) < LEAST or "content-encoding" in headers:
        return message
    smaller = compressed(body)
    headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(smaller))
    return {**message, "body": smaller}
