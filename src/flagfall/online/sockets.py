"""What ASGI can't say about a WebSocket: how much waits to be sent, and "cut it".

uvicorn's own protocol, with a short cut: messages are handed over as they come, and frames are written as they are.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import BACKLOG_BYTES

EXTENSION = "flagfall.live"
_KERNEL_BUFFER = 64 * 1024


def text_frame(data: bytes) -> bytes:
    """The message as a WebSocket has it (RFC 6455, 5.2): it goes out so often that the library's own way is felt."""
    length = len(data)
    if length < 126:
        return b"\x81%c%b" % (length, data)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), data)


class LiveProtocol(WebSocketsSansIOProtocol):
    """`on_message`, once set, gets every message, instead of the ASGI application's queue."""

    on_message: Callable[[bytes], None] | None = None
    on_slow: Callable[[], None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        raw = transport.get_extra_info("socket")
        if raw is not None and raw.family != getattr(socket, "AF_UNIX", None):
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BUFFER)

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = {"socket": self}

    def send_receive_event_to_app(self) -> None:
        if self.on_message is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        self.on_message(data)

    def write_frame(self, frame: bytes) -> None:
        """Send a frame at once, or cut the connection if its end does not read."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.transport.write(frame)
        if self.transport.get_write_buffer_size() > BACKLOG_BYTES:
            if self.on_slow:
                self.on_slow()
            self.transport.abort()
