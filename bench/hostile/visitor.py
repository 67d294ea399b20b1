"""A visitor who keeps to nothing: plain sockets, all from one address. Whatever the server does to it, it goes on."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from bench.online.link import frame

ADDRESS = "127.66.6.6"
_PATIENCE = 5.0
_CHUNK = 1 << 16
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Visitor:
    """`tally` counts what the server answered."""

    def __init__(self, port: int, address: str = ADDRESS) -> None:
        self.port = port
        self.address = address
        self.tally: dict[str, int] = {}

    def count(self, what: str) -> None:
        self.tally[what] = self.tally.get(what, 0) + 1

    # --- connections ---

    def connect(self) -> socket.socket | None:
        """A connection, or None if the server takes none now."""
        try:
            return socket.create_connection(("127.0.0.1", self.port), _PATIENCE, (self.address, 0))
        except OSError:
            self.count("no connection")
            return None

    def live(self, game: str, hello: bytes | None = b'{"type":"hello"}') -> socket.socket | None:
        """A live connection, after hello and welcome; or None."""
        link = self.connect()
        if link is None:
            return None
        with suppress(OSError):
            link.sendall(
                f"GET /api/games/{game}/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                "Sec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            if link.recv(_CHUNK).startswith(b"HTTP/1.1 101"):
                if hello is not None:
                    link.sendall(frame(TEXT, hello))
                    link.recv(_CHUNK)
                return link
        self.count("refused")
        link.close()
        return None

    def send(self, link: socket.socket, data: bytes) -> bool:
        """Send it all and read what has come; False when the server has cut the connection, which is closed then."""
        try:
            link.sendall(data)
            link.setblocking(False)
            with suppress(BlockingIOError):
                while got := link.recv(_CHUNK):
                    self._note(got)
                else:
                    raise ConnectionResetError
            link.settimeout(_PATIENCE)
        except OSError:
            self.count("cut")
            link.close()
            return False
        return True

    def _note(self, got: bytes) -> None:
        if got.startswith(b"HTTP/1.1 "):
            self.count(got[9:12].decode())

    # --- requests ---

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Status and body of the answer; (0, None) if there is none."""
        data = b"" if body is None else json.dumps(body).encode()
        link = self.connect()
        if link is None:
            return 0, None
        answer = b""
        with link, suppress(OSError):
            link.settimeout(60)
            link.sendall(head(self.port, method, path, len(data), token) + data)
            answer = b"".join(iter(lambda: link.recv(_CHUNK), b""))
        return self._read(answer)

    def _read(self, answer: bytes) -> tuple[int, Any]:
        top, _, content = answer.partition(b"\r\n\r\n")
        if not top.startswith(b"HTTP/1.1 "):
            self.count("no answer")
            return 0, None
        self._note(top)
        with suppress(ValueError):
            return int(top[9:12]), json.loads(content)
        return int(top[9:12]), None

    def make(self, **terms: Any) -> tuple[str, dict[str, str]] | None:
        """A new game and the tokens of its seats; None if it is refused."""
        status, made = self.ask("POST", "/api/games", terms)
        if status != 201:
            return None
        return made["id"], {seat: link.get("token", "") for seat, link in made["seats"].items()}

    def keep_making(self, **terms: Any) -> Iterator[tuple[str, dict[str, str]] | None]:
        while True:
            yield self.make(**terms)


def head(port: int, method: str, path: str, length: int, token: str = "", more: str = "Connection: close\r\n") -> bytes:
    bearer = f"Authorization: Bearer {token}\r\n" if token else ""
    content = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{more}{bearer}{content}\r\n".encode()
