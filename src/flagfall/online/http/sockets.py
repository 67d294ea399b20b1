"""What uvicorn's protocols leave open: who may connect, how long and how much they may send, and "cut it".

Its HTTP parser (httptools) and its WebSocket library do the work. Both parse to the end whatever they are given; so it
is given to them in slices, and counted before it costs anything.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from http import HTTPStatus
from math import inf
from time import monotonic
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState

from flagfall.online.ops.limits import (
    AHEAD,
    BACKLOG_BYTES,
    BODY_BYTES,
    HEAD_BYTES,
    KEEP_ALIVE_SECONDS,
    LINGER_SECONDS,
    Bucket,
    Buckets,
    Crowd,
    Limits,
    Rate,
    client_of,
)
from flagfall.online.ops.metrics import Metrics
from flagfall.online.protocol.frames import still_to_come, text_in
from flagfall.online.protocol.messages import Close, Problem, encode

log = logging.getLogger(__name__)
EXTENSION = "flagfall.live"
_KERNEL_BUFFER = 64 * 1024
_SLICE = 1024
_ONCE_A_MINUTE = Rate(1 / 60, 1)


class Gate(ServerState):
    """uvicorn's list of connections, and who may come in: everybody is counted before they have said a word."""

    def __init__(self, limits: Limits, metrics: Metrics, client: Callable[[Any], str], behind_proxy: bool) -> None:
        super().__init__()
        self.limits = limits
        self.metrics = metrics
        self.client = client
        self.sockets = Crowd(limits.sockets, limits.all_sockets)
        self.frames = Buckets(limits.frames)
        self._arrivals = Buckets(limits.new_sockets)
        self._behind_proxy = behind_proxy
        self._complaints = Buckets(_ONCE_A_MINUTE)
        metrics.gauge("flagfall_sockets", "Open connections of any kind.", lambda: self.sockets.total)

    def who(self, address: str | None) -> str | None:
        """The client at the other end; None is our own proxy, for anybody."""
        return None if self._behind_proxy else client_of(address, None, behind_proxy=False)

    def admits(self, client: str | None) -> bool:
        """Whether there is room for one more; if so, it is taken."""
        if (client is None or not self._arrivals.take(client)) and self.sockets.enter(client):
            return True
        self.metrics.closed("sockets")
        if not self._complaints.take("" if self.sockets.is_full() else client or ""):
            why = "in all" if self.sockets.is_full() else "of one client"
            log.warning(f"too many connections {why}", extra={"client": client, "sockets": self.sockets.total})
        return False

    def hang_up_on_the_late(self) -> None:
        now = monotonic()
        for connection in tuple(self.connections):
            if isinstance(connection, RequestProtocol | LiveProtocol) and connection.is_late(now):
                connection.give_up()


def _hang_up(transport: asyncio.Transport) -> None:
    """Read no more, and let the other end read what was written."""
    transport.pause_reading()
    transport.write_eof()


class Door(asyncio.Protocol):
    """Where everybody comes in, or does not: whoever is refused costs hardly more than the system's own work."""

    def __init__(self, server_state: Gate, **others: Any) -> None:
        self._gate = server_state
        self._others = others

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        address = transport.get_extra_info("peername")
        client = self._gate.who(address[0] if address else None)
        if not self._gate.admits(client):
            transport.abort()
            return
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BUFFER)
        protocol = RequestProtocol(server_state=self._gate, **self._others)
        protocol.visitor = client
        transport.set_protocol(protocol)
        protocol.connection_made(transport)


class RequestProtocol(HttpToolsProtocol):
    """HTTP, but nobody may take for ever, send without end, or ask ahead without end."""

    server_state: Gate
    visitor: str | None = None
    _answering: RequestResponseCycle | None = None
    _begun = False
    _in_head = True
    _size = 0
    """Bytes of this head, or of this body with all that frames it."""
    _deadline = inf

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect(self.server_state.limits.hello_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_answer()
        super().connection_lost(exc)
        self.server_state.sockets.leave(self.visitor)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def _forget_answer(self) -> None:
        """Nobody will read what is being answered. (uvicorn tells only the last of several requests.)"""
        if self._answering:
            self._answering.disconnected = True
            self._answering.message_event.set()

    # --- how much ---

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), _SLICE):
            piece = data[start : start + _SLICE]
            super().data_received(piece)
            self._size += len(piece)
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            if (problem := self._excess()) is not None:
                self._refuse(*problem)
                return

    def _excess(self) -> tuple[int, str, str] | None:
        if len(self.pipeline) > AHEAD:
            return 429, "too-many", "too many requests at once; wait for the answers"
        if not self._in_head:  # small chunks may need as much again to frame them
            too_large = self._size > 2 * BODY_BYTES
            return (413, "too-large", f"a request may have {BODY_BYTES} bytes") if too_large else None
        if self._size <= HEAD_BYTES:
            return None
        if self.headers:
            return 431, "too-large", f"the head of a request may have {HEAD_BYTES} bytes"
        return 414, "too-large", f"the head of a request, with its address, may have {HEAD_BYTES} bytes"

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._begun = True
        self._size = 0
        self._expect(self.server_state.limits.hello_seconds)

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # what comes after the body names nobody
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._in_head = False
        self._size = 0

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._begun = False
        self._in_head = True
        self._size = 0
        self._expect(KEEP_ALIVE_SECONDS if self._is_answered() else inf)

    # --- how long ---

    def _expect(self, seconds: float) -> None:
        self._deadline = monotonic() + seconds

    def is_late(self, now: float) -> bool:
        return now > self._deadline

    def give_up(self) -> None:
        if self._begun and not self.transport.is_closing():
            self._refuse(408, "too-slow", "the request did not come in time")
        else:
            self._abort()

    def _abort(self) -> None:
        self._forget_answer()
        self.transport.abort()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._expect(self.server_state.limits.answer_seconds)
        elif self._in_head and not self.pipeline:
            self._expect(KEEP_ALIVE_SECONDS)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect(self.server_state.limits.answer_seconds)

    # --- no ---

    def _is_answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _refuse(self, status: int, code: str, reason: str) -> None:
        """Say why, if the answer's turn has come, and hear no more."""
        log.info("refused", extra={"client": self.visitor, "status": status, "reason": reason})
        self.server_state.metrics.requested(status, 0)
        if not self._is_answered():
            if self._in_head or self.pipeline or self.cycle.response_started:
                self._abort()
                return
            self._forget_answer()
        self.transport.write(_answer(status, encode(Problem(code=code, reason=reason))))
        _hang_up(self.transport)
        self._begun = False
        self._expect(LINGER_SECONDS)


def _answer(status: int, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + body


# --- WebSockets ---


class _Mailbox:
    """As much of asyncio.Queue as one reader needs: every connection has one, and a Queue takes 4 KB."""

    __slots__ = ("_mail", "_reader")

    def __init__(self) -> None:
        self._mail: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._mail

    def put_nowait(self, message: Any) -> None:
        self._mail.append(message)
        if self._reader and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        while not self._mail:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._mail.pop(0)


_ALWAYS = asyncio.Event()
_ALWAYS.set()


class LiveProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, with a short cut: messages are handed over as they come, and frames are written as they are.

    `on_message`, once set, gets every message, instead of the ASGI application's queue.
    """

    on_message: Callable[[bytes], None] | None = None
    on_slow: Callable[[], None] | None = None
    _frames: Bucket | None = None
    """What all connections of this client may send, in frames of any kind or in pieces of them."""
    _is_cut = False
    _deadline = inf
    _behind = 0
    """Bytes that were written behind the frame that found nothing waiting."""
    _to_come: int | None = None
    """How much is still to come of the frame that the library has begun to read; None if nobody knows."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: Gate,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.queue = _Mailbox()  # type: ignore[assignment]
        self.writable = _ALWAYS  # `write_frame` sees to it that not too much waits
        self._gate = server_state

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._visitor: str | None = self.transport.get_protocol().visitor  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._gate.sockets.leave(self._visitor)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        del self.request  # all of it stands in the scope, too
        event.headers.clear()  # (the library's parser does not let go of the request itself)
        if not self.close_sent:
            self._frames = self._gate.frames.of(self._gate.client(self.scope))
            self.scope["extensions"][EXTENSION] = {"socket": self}

    # --- what comes ---

    def data_received(self, data: bytes) -> None:
        if self._frames is None:
            self._shake_hands(data)
        elif len(data) <= _SLICE:
            self._hear(data, self._frames)
        else:
            for start in range(0, len(data), _SLICE):
                self._hear(data[start : start + _SLICE], self._frames)

    def _hear(self, piece: bytes, frames: Bucket) -> None:
        if self._is_cut or self.transport.is_closing():
            return
        if not frames.take():
            self._flooded()
        elif self.on_message and self._to_come == 0 and not self.frames and (message := text_in(piece)) is not None:
            self.on_message(message)
        else:
            self._to_come = still_to_come(piece, self._to_come)
            super().data_received(piece)

    def _shake_hands(self, head: bytes) -> None:
        super().data_received(head)
        self._to_come = 0 if head.endswith(b"\r\n\r\n") else None
        if self.conn.handshake_exc is not None and not self.handshake_complete:
            self.transport.write(b"".join(self.conn.data_to_send()))  # the library's refusal
            self.transport.close()

    def handle_events(self) -> None:
        events = self.conn.events
        if self._frames and len(events) > 1 and not self._frames.take(len(events) - 1):
            self._flooded()  # (one of them was taken with its piece)
        else:
            super().handle_events()

    def send_receive_event_to_app(self) -> None:
        if self.on_message is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.on_message(data)

    # --- what goes ---

    def write_frame(self, frame: bytes) -> None:
        """Send a frame at once, or cut the connection if its end does not read. The frame that is just being sent does
        not count, however large it is: whoever reads it reads."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        waiting = self.transport.get_write_buffer_size()
        self._behind = self._behind + len(frame) if waiting else 0
        if min(self._behind, waiting) <= BACKLOG_BYTES:
            self.transport.write(frame)
            return
        if self.on_slow:
            self.on_slow()
        self.transport.abort()

    def pause_writing(self) -> None:
        """There is nobody to tell."""

    def resume_writing(self) -> None:
        """Nor that it goes on."""

    async def send(self, message: Any) -> None:
        if self.close_sent:  # the application may not know yet
            return
        await super().send(message)
        if message["type"] == "websocket.accept":  # what is left of the handshake is as large as a short game
            del self.response
            self.scope["headers"] = []

    def handle_ping(self) -> None:
        if not self.close_sent:
            super().handle_ping()

    # --- the end ---

    def cut(self, code: int, reason: str) -> None:
        """Say goodbye and hear no more. (ASGI's way of closing goes on reading until the other end has answered.)"""
        if self._is_cut or self.transport.is_closing():
            return
        self._is_cut = True
        self._gate.metrics.closed(str(code))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        try:
            self.conn.send_close(code, reason)
        except InvalidState:  # it was told before
            self.transport.abort()
            return
        self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        _hang_up(self.transport)
        self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def _flooded(self) -> None:
        self.cut(Close.TOO_MANY, "too many messages; come again later")

    def is_late(self, now: float) -> bool:
        """Whoever does not read the last words is not waited for."""
        if self.transport.is_closing() and self._deadline == inf:
            self._deadline = now + self._gate.limits.hello_seconds
        return now > self._deadline

    def give_up(self) -> None:
        self.transport.abort()
