"""A live connection: hello, then commands, then goodbye."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any

import msgspec

from flagfall.core import Player
from flagfall.online.live.hub import Hub
from flagfall.online.live.listeners import framed
from flagfall.online.live.room import Room
from flagfall.online.ops.limits import PATIENCE, Bucket
from flagfall.online.protocol.errors import Denied
from flagfall.online.protocol.messages import Close, Hello, Ping, Pong, decode_incoming
from flagfall.online.table.commands import Refusal
from flagfall.online.table.wire import Viewer

from .sockets import EXTENSION, LiveProtocol

log = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
_PONG = framed(Pong())
_UNREADABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)


class Closing(Exception):
    """The connection ends, with a code and a reason for the client."""

    def __init__(self, code: int, reason: str) -> None:
        self.code = code
        self.reason = reason


class Connection:
    """What a room and a socket know of each other."""

    __slots__ = (
        "_bucket",
        "_close",
        "_hub",
        "_patience",
        "_socket",
        "_stored",
        "_work",
        "client",
        "gone",
        "room",
        "viewer",
    )

    def __init__(
        self,
        hub: Hub,
        client: str,
        socket: LiveProtocol,
        room: Room,
        viewer: Viewer,
        close: Callable[[int, str], None],
    ) -> None:
        self._hub = hub
        self._socket = socket
        self._close = close
        self._bucket = Bucket(hub.limits.messages)
        self._work = hub.work.of(client)
        self._stored = hub.stored.of(client)
        self._patience = PATIENCE
        self.client = client
        self.room = room
        self.viewer = viewer
        self.gone = False

    def push(self, frame: bytes) -> None:
        self._socket.write_frame(frame)

    def may_ask(self) -> bool:
        return not self._work.is_spent()

    def charge(self, work: int, stored: int = 0) -> None:
        self._work.spend(work)
        if stored:
            self._stored.spend(stored)

    def close(self, code: int, reason: str) -> None:
        if not self.gone:
            self.leave()
            self._close(code, reason)

    def leave(self) -> None:
        self.gone = True
        self.room.detach(self, self.viewer)

    def received(self, data: bytes) -> None:
        if self.gone:
            return
        if not self._bucket.take():
            self._refuse(data, Refusal("rate", "too many messages; wait a moment and send it again"), Close.TOO_MANY)
            return
        try:
            message = decode_incoming(data)
        except _UNREADABLE as error:
            self._refuse(data, Refusal("bad-message", _reason(error)), Close.NO_HELLO)
            return
        if isinstance(message, Ping):
            self.push(_PONG)
        elif isinstance(message, Hello):
            self._refuse(data, Refusal("bad-message", "hello is said once, at the beginning"), Close.NO_HELLO)
        elif self.viewer is None:
            self._refuse(data, Refusal("watching", "a watcher can't play"), Close.TOO_MANY)
        elif self._hub.stopping:
            self._refuse(data, Refusal("unavailable", "the server stops; come again"), Close.STOPPING)
        elif not self.may_ask():
            self._refuse(
                data, Refusal("rate", "too much is asked at once; wait a moment and send it again"), Close.TOO_MANY
            )
        elif self._stored.is_spent():
            self._refuse(data, Refusal("rate", "too much was stored for you today; wait a while"), Close.TOO_MANY)
        else:
            self._patience = PATIENCE
            self.room.command(self, self.viewer, message)

    def _refuse(self, data: bytes, refusal: Refusal, at_last: int) -> None:
        """Say no, but not for ever."""
        self._hub.metrics.refused(refusal.code)
        self._patience -= 1
        if self._patience:
            self.push(framed(refusal.message(_id_in(data))))
        else:
            self.leave()
            self._socket.cut(at_last, _short(str(refusal)))


class _WithId(msgspec.Struct):
    id: str | None = None


def _id_in(data: bytes) -> str | None:
    """The id of a message that can't be done, so that its sender knows which it was."""
    try:
        return msgspec.json.decode(data, type=_WithId).id
    except _UNREADABLE:
        return None


def _reason(error: Exception) -> str:
    return f"this can't be read: {error}" if isinstance(error, msgspec.MsgspecError) else "this can't be read"


# --- from the first byte to the last ---


async def live(hub: Hub, client: str, game: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection, from an origin that was found good."""
    await receive()
    await send({"type": "websocket.accept"})
    if hub.requests.take(client):
        await _close(hub, send, Close.TOO_MANY, "too many connections in a short time; wait a moment")
        return
    if not hub.crowd.enter(client):
        await _close(hub, send, Close.TOO_MANY, "too many connections; close some")
        return
    try:
        await _converse(hub, client, game, scope, receive, send)
    except Closing as closing:
        await _close(hub, send, closing.code, closing.reason)
    finally:
        hub.crowd.leave(client)


async def _close(hub: Hub, send: Send, code: int, reason: str) -> None:
    hub.metrics.closed(str(code))
    with suppress(OSError):  # it may be gone already
        await send({"type": "websocket.close", "code": code, "reason": reason})


async def _converse(hub: Hub, client: str, game: str, scope: Scope, receive: Receive, send: Send) -> None:
    hello = await _hello(receive, hub.limits.hello_seconds)
    if hello is None:
        return
    room, viewer = await _seat(hub, client, game, hello)
    socket: LiveProtocol = scope["extensions"][EXTENSION]["socket"]

    def close(code: int, reason: str) -> None:
        goodbye = hub.spawn(_close(hub, send, code, reason))
        hub.goodbyes.add(goodbye)
        goodbye.add_done_callback(hub.goodbyes.discard)

    connection = Connection(hub, client, socket, room, viewer, close)
    socket.on_message = connection.received
    socket.on_slow = lambda: hub.metrics.closed("slow")
    room.attach(connection, viewer, hello.heard)
    try:
        await _until_gone(receive, connection)
    finally:
        connection.leave()
        socket.on_message = socket.on_slow = None  # a socket is part of cycles, and the room must not be


async def _until_gone(receive: Receive, connection: Connection) -> None:
    """What came between hello and welcome waits here; later messages take the short cut."""
    while (message := await receive())["type"] != "websocket.disconnect":
        connection.received(_data(message))


def _data(message: MutableMapping[str, Any]) -> bytes:
    text: str | None = message.get("text")
    data: bytes = message.get("bytes") or b""
    return text.encode() if text is not None else data


async def _hello(receive: Receive, seconds: float) -> Hello | None:
    try:
        async with asyncio.timeout(seconds):
            message = await receive()
    except TimeoutError:
        raise Closing(Close.NO_HELLO, "no hello came in time") from None
    if message["type"] == "websocket.disconnect":
        return None
    try:
        hello = decode_incoming(_data(message))
    except _UNREADABLE as error:
        raise Closing(Close.NO_HELLO, _short(_reason(error))) from None
    if not isinstance(hello, Hello):
        raise Closing(Close.NO_HELLO, "the first message must be hello")
    return hello


def _short(reason: str) -> str:
    """A close frame has room for 123 bytes."""
    return reason.encode()[:120].decode(errors="ignore")


async def _seat(hub: Hub, client: str, game: str, hello: Hello) -> tuple[Room, Player | None]:
    if hub.stopping:
        raise Closing(Close.STOPPING, "the server stops; come again")
    try:
        room = await hub.room(game, client)
        return room, await hub.seat(room, hello.token) if hello.token else None
    except Denied as denied:
        raise Closing(_WHY.get(denied.status, Close.UNAVAILABLE), str(denied)) from None


_WHY = {401: Close.BAD_TOKEN, 404: Close.NO_GAME}
