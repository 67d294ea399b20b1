"""A client of the server that knows nothing but docs/online.md."""

from __future__ import annotations

import json
from contextlib import ExitStack
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE = 60.0
"""Seconds before a test gives up waiting; a busy machine takes some."""
Message = dict[str, Any]
_ids = count()


def request(
    address: str,
    method: str,
    path: str,
    body: Any = None,
    token: str | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, Any, dict[str, str]]:
    """Status, body (read as JSON if it is) and headers of the answer."""
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    given = dict(headers or {}) | ({"Authorization": f"Bearer {token}"} if token else {})
    asked = Request(address + path, data, given, method=method)
    try:
        with urlopen(asked, timeout=PATIENCE) as response:
            return _answer(response)
    except HTTPError as error:
        with error:
            return _answer(error)


def _answer(response: Any) -> tuple[int, Any, dict[str, str]]:
    headers = {name.lower(): value for name, value in response.headers.items()}
    text = response.read().decode()
    return response.status, json.loads(text) if headers.get("content-type") == "application/json" else text, headers


def get(address: str, path: str, token: str | None = None) -> Any:
    status, body, _ = request(address, "GET", path, token=token)
    assert status == 200, body
    return body


def create(address: str, game: str = "capture-the-flag", **terms: Any) -> Message:
    status, made, _ = request(address, "POST", "/api/games", {"game": game, **terms})
    assert status == 201, made
    return made


def both_links(address: str, game: str = "capture-the-flag", **terms: Any) -> tuple[str, dict[str, str]]:
    """A new game, and the tokens of its two seats."""
    made = create(address, game, seats={"P1": "link", "P2": "link"}, **terms)
    return made["id"], {seat: made["seats"][seat]["token"] for seat in ("P1", "P2")}


class Live:
    """A live connection. `seen` is every message that came, in order, and `raw` the same as bytes."""

    def __init__(
        self,
        address: str,
        game: str,
        token: str | None = None,
        *,
        hello: bool = True,
        heard: int = 0,
        **options: Any,
    ) -> None:
        url = address.replace("http", "ws", 1) + f"/api/games/{game}/live"
        options |= {"compression": None, "max_size": None, "max_queue": None}
        patience = {"open_timeout": PATIENCE, "close_timeout": PATIENCE}
        self._open = ExitStack()
        self.socket = self._open.enter_context(connect(url, **patience, **options))
        self.seen: list[Message] = []
        self.raw: list[bytes] = []
        self.state: Message = {}
        self.said: list[str] = []
        self.history: list[dict[str, str]] = []
        if hello:
            self.send("hello", token=token, heard=heard)
            self.welcome = self.wait("welcome")

    def __enter__(self) -> Live:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def command(self, kind: str, **fields: Any) -> str:
        """Send a command with an id of its own; the answer is the id."""
        fields.setdefault("id", f"c{next(_ids)}")
        self.send(kind, **fields)
        return str(fields["id"])

    def receive(self) -> Message:
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text.encode())
        message: Message = json.loads(text)
        self.seen.append(message)
        self._take_in(message)
        return message

    def _take_in(self, message: Message) -> None:
        if message["type"] in ("welcome", "update"):
            self.state = message["state"]
            said, history = message["said"], message["history"]
            self.said[said["start"] :] = said["lines"]
            self.history[history["start"] :] = history["plies"]

    def read_to_the_end(self) -> None:
        while True:
            self.receive()

    def wait(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def answer(self, command: str) -> Message:
        """What the server says to the command with this id."""
        while (message := self.receive()).get("id") != command:
            pass
        return message

    def do(self, kind: str, **fields: Any) -> Message:
        return self.answer(self.command(kind, **fields))

    def move(self, move: str, **fields: Any) -> Message:
        return self.do("move", **{"ply": self.state["ply"], "move": move.ljust(24), **fields})

    def until(self, seq: int) -> Message:
        """The state when everything up to this event has come."""
        while self.state["seq"] < seq:
            self.receive()
        return self.state

    @property
    def options(self) -> list[str]:
        return [option["move"] for option in self.state["view"]["scene"].get("options", [])]

    @property
    def over(self) -> bool:
        return "outcome" in self.state


def closed(live: Live) -> tuple[int, str]:
    """Read to the end; the answer is the close code and its reason."""
    with pytest.raises(ConnectionClosed) as end:
        live.read_to_the_end()
    assert end.value.rcvd is not None
    return end.value.rcvd.code, end.value.rcvd.reason
