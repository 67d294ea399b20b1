"""One hostile client, in many ways. Each attack is bounded, and returns when the server has put an end to it."""

from __future__ import annotations

import select
import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, RemoteDisconnected
from time import monotonic

from .client import PATIENCE

HEAD = b"GET %s HTTP/1.1\r\nHost: x\r\n"
UPGRADE = (
    HEAD + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Version: 13\r\n"
)
MB = 1 << 20
MOMENTS = 12_000
"""Of a hundredth of a second, at the least: so long somebody waits for the server to lose its patience."""
GONE = (ConnectionResetError, BrokenPipeError, ConnectionAbortedError)


@dataclass(frozen=True)
class Target:
    """A server with a game to look at, and where the attacker comes from: on Linux all of 127/8 is this machine."""

    port: int
    game: str
    source: str = "127.0.0.2"

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.source, 0))

    def live(self, hello: bool = True) -> socket.socket:
        """A WebSocket without a library, past its handshake and, if wanted, its hello."""
        with ExitStack() as stack:
            opened = stack.enter_context(self.connect())
            opened.sendall(UPGRADE % f"/api/games/{self.game}/live".encode() + b"\r\n")
            answer = b""
            while not answer.endswith(b"\r\n\r\n"):
                answer += (byte := opened.recv(1))
                if not byte:
                    raise ConnectionResetError
            assert answer.startswith(b"HTTP/1.1 101"), answer
            if hello:
                opened.sendall(frame(1, b'{"type":"hello"}'))
                opened.recv(1)
            stack.pop_all()
            return opened


def frame(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """As a client sends it, with a mask that changes nothing."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return bytes([kind | (0x80 if last else 0)]) + length + b"\0\0\0\0" + data


def to_the_end(opened: socket.socket) -> bytes:
    """All that the server says until it closes."""
    heard = b""
    with suppress(*GONE):
        while data := opened.recv(65536):
            heard += data
    return heard


def pour(opened: socket.socket, pieces: Iterator[bytes]) -> bytes:
    """Send until the server won't have it; then hear what it says. To get rid of all of it would be a fault."""
    with suppress(*GONE):
        for piece in pieces:
            opened.sendall(piece)
        opened.shutdown(socket.SHUT_WR)
        raise AssertionError("the server took it all")
    return to_the_end(opened)


def repeated(piece: bytes, size: int = 64 * MB) -> Iterator[bytes]:
    many = piece * max(65536 // len(piece), 1)
    for _ in range(size // len(many)):
        yield many


def status(answer: bytes) -> int | None:
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else None


def close_code(heard: bytes) -> int | None:
    """The code of the close frame at the end of what was heard."""
    at = heard.rfind(b"\x88")
    return struct.unpack(">H", heard[at + 2 : at + 4])[0] if at >= 0 and len(heard) >= at + 4 else None


# --- requests ---


def answered(head: bytes) -> Callable[[Target], object]:
    """Say this, and wait for what the server makes of it."""

    def attack(target: Target) -> int | None:
        with target.connect() as opened:
            opened.sendall(head)
            return status(to_the_end(opened))

    return attack


def poured(head: bytes, piece: bytes) -> Callable[[Target], object]:
    """Say this, and then something without end."""

    def attack(target: Target) -> int | None:
        with target.connect() as opened:
            opened.sendall(head)
            return status(pour(opened, repeated(piece)))

    return attack


def broken_off(target: Target) -> bool:
    """Requests that break off in the middle of their body."""
    for _ in range(20):
        with target.connect() as opened:
            opened.sendall(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n{")
    return True


def drip(target: Target) -> int | None:
    """A head that grows by a byte whenever the server might lose its patience, and never ends."""
    with target.connect() as opened:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        opened.sendall(HEAD % b"/" + b"X: ")
        for _ in range(MOMENTS):
            if select.select([opened], [], [], 0.01)[0]:
                return status(to_the_end(opened))
            with suppress(*GONE):
                opened.sendall(b"x")
    raise AssertionError("the server waits for ever")


def idle(target: Target) -> bytes:
    """A request that is answered, and then only what keeps the line warm."""
    with target.connect() as opened:
        opened.sendall(HEAD % b"/healthz" + b"\r\n")
        while not (heard := opened.recv(65536)).endswith(b"ok\n"):
            assert heard, "the server has closed before it answered"
        for _ in range(MOMENTS):
            if select.select([opened], [], [], 0.01)[0]:
                return to_the_end(opened)
            with suppress(*GONE):
                opened.sendall(b"\r\n")
    raise AssertionError("the server waits for ever")


def silent_crowd(target: Target) -> int:
    """1,100 sockets that say nothing; the answer is how many the server still has when the last was shown out."""
    with ExitStack() as stack:
        crowd = [stack.enter_context(target.connect()) for _ in range(1100)]
        assert to_the_end(crowd[-1]) == b""
        ended = select.poll()
        for opened in crowd:
            ended.register(opened, select.POLLIN)
        kept = len(crowd) - len(ended.poll(0))
        for opened in crowd:
            assert to_the_end(opened) == b""
        return kept


def request_flood(path: str) -> Callable[[Target], tuple[int, float]]:
    """Ask on and on, coming back whenever the door is shut; the answer is how many requests were granted, and how many
    seconds it took."""

    def attack(target: Target) -> tuple[int, float]:
        granted, begun = 0, monotonic()
        for _ in range(300):
            asking = HTTPConnection("127.0.0.1", target.port, PATIENCE, (target.source, 0))
            with closing(asking), suppress(*GONE, RemoteDisconnected):
                for _ in range(1000):
                    asking.request("GET", path)
                    answer = asking.getresponse()
                    answer.read()
                    if answer.status == 429:
                        assert answer.headers["Connection"] == "close" and answer.headers["Retry-After"]
                        break
                    granted += 1
        return granted, monotonic() - begun

    return attack


def deaf_reader(target: Target) -> bool:
    """Ask for much and read nothing."""
    opened = socket.socket()
    with opened:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        opened.bind((target.source, 0))
        opened.connect(("127.0.0.1", target.port))
        opened.sendall((HEAD % b"/api/catalogue" + b"\r\n") * 8)
        for _ in range(MOMENTS):
            if select.select([], [], [opened], 0.01)[2]:
                return True
            try:
                opened.sendall(b"\r\n")
            except GONE:
                return True
    raise AssertionError("the server waits for ever")


# --- live connections ---


def frames(piece: bytes, hello: bool = True) -> Callable[[Target], object]:
    """These frames without end; the answer is the close code."""

    def attack(target: Target) -> int | None:
        with target.live(hello) as opened:
            return close_code(pour(opened, repeated(piece)))

    return attack


def one_by_one(target: Target) -> int | None:
    """Messages in as many TCP segments as they have bytes."""
    with target.live() as opened:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        message = frame(1, b" " * 4000)
        return close_code(pour(opened, (message[at : at + 1] for _ in range(5000) for at in range(len(message)))))


def after_goodbye(target: Target) -> bytes:
    """Go on talking to a server that has said goodbye."""
    with target.live(hello=False) as opened:
        opened.sendall(frame(1, b"nonsense"))
        assert close_code(opened.recv(4096)) == 4400
        return pour(opened, repeated(frame(9)))


def all_at_once(target: Target) -> set[int | None]:
    """Forty connections of one client flood together."""
    with ExitStack() as stack:
        crowd = [stack.enter_context(target.live()) for _ in range(40)]
        for opened in crowd:
            with suppress(*GONE):
                opened.sendall(frame(9) * 10_000)
        return {close_code(to_the_end(opened)) for opened in crowd}


def again_and_again(target: Target) -> tuple[int, float]:
    """Flood, be sent away, come back at once; the answer is how often one was welcome, and in how many seconds."""
    welcome, begun = 0, monotonic()
    for _ in range(300):
        with suppress(*GONE), target.live(hello=False) as opened:
            opened.sendall(frame(1, b'{"type":"hello"}'))
            welcome += opened.recv(1) == b"\x81"
            opened.sendall(frame(9) * 1000)
    return welcome, monotonic() - begun
