"""A server that says whatever it is told to: what one of ours would, or anything else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from flagfall.core import Player
from flagfall.online.protocol.events import Made, SeatPlan
from flagfall.online.protocol.messages import Presence, SeatState, encode
from flagfall.online.table import wire
from flagfall.online.table.game import Game

Message = dict[str, Any]
HERE = SeatState(who="person", taken=True, here=True)


def welcome(
    start: str = "capture-the-flag P1 1/7", viewer: Player | None = Player.P1, other: SeatState = HERE
) -> Message:
    """What an honest server says first."""
    game = Game("abc", Made(at=0, start=start, seats={"P1": SeatPlan(), "P2": SeatPlan()}, chat=True))
    said = wire.welcome(game, viewer, 0, Presence(seats={"P1": HERE, "P2": other}), 0)
    message: Message = msgspec.json.decode(encode(said))
    return message


def update(**changes: Any) -> Message:
    """The next message, in which nothing has happened but these changes of the state."""
    first = welcome()
    state = first["state"] | {"seq": first["state"]["seq"] + 1} | changes
    ply = state["ply"]
    return {"type": "update", "state": state, "history": {"start": ply, "plies": []}, "said": {"start": 0, "lines": []}}


class Strange:
    def __init__(self, address: str) -> None:
        self.address = address
        self._to_say: SimpleQueue[Message | str | None] = SimpleQueue()

    def say(self, *messages: Message | str) -> None:
        for message in messages:
            self._to_say.put(message)

    def talk(self, connection: ServerConnection) -> None:
        try:
            connection.recv()
            while (message := self._to_say.get()) is not None:
                connection.send(message if isinstance(message, str) else json.dumps(message))
        except ConnectionClosed:
            pass

    def end(self) -> None:
        self._to_say.put(None)


@contextmanager
def strange_server() -> Iterator[Strange]:
    strange: Strange | None = None

    def talk(connection: ServerConnection) -> None:
        assert strange
        strange.talk(connection)

    with serve(talk, "127.0.0.1", 0, max_size=None) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        strange = Strange(f"http://127.0.0.1:{running.socket.getsockname()[1]}")
        try:
            yield strange
        finally:
            strange.end()
