"""The least of a WebSocket client: whoever measures a server should cost as little as can be."""

from __future__ import annotations

import json
import socket
from time import monotonic
from typing import Any

PATIENCE = 60.0
_CHUNK = 1 << 16
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_NO_MASK = bytes(4)  # clients must mask; this mask changes nothing, and the server does the same work


class Broken(Exception):
    """A server did not do what it should."""


def request(port: int, path: str, body: Any = None, source: str = "") -> Any:
    """The answer to an HTTP request, as data. `source`: the address from which it is asked, if not any."""
    data = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)) as connection:
        connection.sendall(head.encode() + data)
        answer = b"".join(iter(lambda: connection.recv(_CHUNK), b""))
    status, _, content = answer.partition(b"\r\n\r\n")
    if status.split()[1] not in (b"200", b"201"):
        raise Broken(f"{path}: {answer[:300]!r}")
    return json.loads(content)


class Link:
    """One connection. While it is opened it waits for answers; `quicken` makes it one of many."""

    __slots__ = ("buffer", "socket")

    def __init__(self, port: int, path: str, source: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self._shake_hands(port, path)

    def _shake_hands(self, port: int, path: str) -> None:
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        while b"\r\n\r\n" not in self.buffer:
            self._wait()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        if b" 101 " not in head:
            raise Broken(f"{path}: {head[:300]!r}")

    def _wait(self) -> None:
        data = self.socket.recv(_CHUNK)
        if not data:
            raise Broken("the server closed a connection")
        self.buffer += data

    def quicken(self) -> None:
        self.socket.setblocking(False)

    def send(self, text: bytes) -> None:
        self.socket.send(frame(_TEXT, text))

    def wait_for(self, beginning: bytes) -> bytes:
        """The next message that begins so; others are passed over."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            for message in self._messages():
                if message.startswith(beginning):
                    return message
            self._wait()
        raise Broken(f"{beginning!r} did not come in {PATIENCE:.0f} s")

    def read(self) -> list[bytes]:
        """The messages that have come."""
        try:
            data = self.socket.recv(_CHUNK)
        except BlockingIOError:
            return []
        if not data:
            raise Broken("the server closed a connection")
        self.buffer = self.buffer + data if self.buffer else data
        return self._messages()

    def _messages(self) -> list[bytes]:
        found: list[bytes] = []
        buffer, at, end = self.buffer, 0, len(self.buffer)
        while end - at >= 2:
            first, size, begin = buffer[at], buffer[at + 1], at + 2
            if size >= 126:
                begin += 2 if size == 126 else 8
                if begin > end:
                    break
                size = int.from_bytes(buffer[at + 2 : begin])
            if begin + size > end:
                break
            at = begin + size
            if first == 0x80 | _TEXT:
                found.append(buffer[begin:at])
            else:
                self._control(first & 15, buffer[begin:at])
        self.buffer = buffer[at:]
        return found

    def _control(self, kind: int, data: bytes) -> None:
        if kind == _PING:
            self.socket.send(frame(_PONG, data))
        elif kind == _CLOSE:
            raise Broken(f"the server closed a connection: {data!r}")

    def close(self) -> None:
        self.socket.close()


def frame(kind: int, data: bytes) -> bytes:
    size = len(data)
    head = bytes((0x80 | kind, 0x80 | size)) if size < 126 else bytes((0x80 | kind, 0xFE)) + size.to_bytes(2)
    return head + _NO_MASK + data
