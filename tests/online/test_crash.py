"""kill -9 at random moments under load: every acknowledged move is there after the restart, and the games go on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import Any, TypeVar

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from .client import both_links, get
from .nursery import Child, Nursery, nursery
from .server import lasting_port

T = TypeVar("T")
KILLS = 50
PATIENCE = 60.0
ENOUGH = 240.0
GAMES = {
    "flag-chase": {"cells": "3"},
    "capture-the-flag": {"cells": "99", "flag": "50", "step": "1"},
    "flag-chase-traps": {},
    "grid-runner": {"size": "9"},
    "command-line-conquer": {},
}
CAP = 60


class Controller:
    """Starts servers and kills them after a random number of acknowledged moves."""

    def __init__(self, nursery: Nursery, store: str, random: Random, tasks: asyncio.TaskGroup) -> None:
        self._nursery = nursery
        self._tasks = tasks
        self._store = store
        self._random = random
        self._port = lasting_port()
        self.server: Child = nursery.server(port=self._port, store=store)
        self.address = self.server.address
        self.kills = 0
        self.up = asyncio.Event()
        self.up.set()
        self._left = random.randrange(1, 40)

    def acknowledged(self) -> None:
        self._left -= 1
        if self._left == 0 and self.kills < KILLS:
            self.kills += 1
            self.up.clear()
            self._nursery.kill(self.server)
            self._tasks.create_task(self._restart())

    async def _restart(self) -> None:
        self.server = await asyncio.to_thread(self._nursery.server, port=self._port, store=self._store)
        self._left = self._random.randrange(1, 40)
        self.up.set()


@dataclass
class Player:
    """Plays a seat at random, comes back whenever the connection is lost, and remembers what was acknowledged."""

    controller: Controller
    random: Random
    game: str
    token: str
    state: dict[str, Any] = field(default_factory=dict)
    history: list[dict[str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    acknowledged: list[tuple[int, str]] = field(default_factory=list)
    open: dict[str, Any] | None = None
    """The command that has no answer yet."""
    losses: int = 0

    @property
    def done(self) -> bool:
        return "outcome" in self.state and not self.open

    async def play(self) -> None:
        while not self.done:
            await self.controller.up.wait()
            try:
                await self._visit()
            except TimeoutError:
                raise AssertionError(f"the server says nothing more in game {self.game}") from None
            except (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError):
                pass
            self.losses += 1

    async def _visit(self) -> None:
        url = f"{self.controller.address.replace('http', 'ws', 1)}/api/games/{self.game}/live"
        async with connect(url, compression=None, open_timeout=PATIENCE, proxy=None) as socket:
            await self._send(socket, {"type": "hello", "token": self.token, "heard": len(self.said)})
            while not self.done:
                message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
                self._hear(message)
                await self._act(socket, again=message["type"] in ("welcome", "refused"))

    def _hear(self, message: dict[str, Any]) -> None:
        assert message["type"] != "refused" or message["code"] == "unavailable", message
        if message["type"] == "welcome":
            self._check_nothing_is_lost(message)
        if message["type"] in ("welcome", "update"):
            self.state = message["state"]
            start = message["history"]["start"]
            self.history[start:] = message["history"]["plies"]
            assert message["said"]["start"] == len(self.said)
            self.said += message["said"]["lines"]
        if self.open and message.get("id") == self.open["id"]:
            self.acknowledged.append((self.open["ply"], self.open["move"].strip()))
            self.open = None
            self.controller.acknowledged()

    def _check_nothing_is_lost(self, welcome: dict[str, Any]) -> None:
        plies, sealed, you = welcome["history"]["plies"], welcome["state"].get("sealed"), welcome["you"]
        for ply, move in self.acknowledged:
            there = plies[ply][you] if ply < len(plies) else (sealed or "").strip()
            assert there == move, f"ply {ply} was acknowledged as {move}, but there is {there}"

    async def _act(self, socket: ClientConnection, again: bool) -> None:
        if self.open:
            if again:
                await self._send(socket, self.open)
        elif options := self.state["view"]["scene"].get("options"):
            ply, move = self.state["ply"], self.random.choice(options)["move"]
            self.open = {"type": "move", "id": f"{ply}/{move}", "ply": ply, "move": move.ljust(24)}
            await self._send(socket, self.open)

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await socket.send(json.dumps(message))


async def surely(controller: Controller, ask: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """The answer, whatever happens to the servers that are asked."""
    while True:
        await controller.up.wait()
        with suppress(OSError, HTTPException):
            return await asyncio.to_thread(ask, controller.address, *arguments, **named)


async def keep_playing(controller: Controller, game: str, random: Random) -> int:
    """One game after the other until the killing is over, each checked to the last move; the answer is the losses."""
    losses = 0
    while controller.kills < KILLS:
        name, tokens = await surely(controller, both_links, game, settings=GAMES[game], cap=CAP)
        players = {seat: Player(controller, random, name, token) for seat, token in tokens.items()}
        await asyncio.gather(*(player.play() for player in players.values()))
        losses += sum(player.losses - 1 for player in players.values())
        await check(controller, name, players)
    return losses


async def check(controller: Controller, game: str, players: dict[str, Player]) -> None:
    """The game as it is stored has exactly the moves that were acknowledged."""
    stored = await surely(controller, get, f"/api/games/{game}")
    plies = stored["history"]["plies"]
    for seat, player in players.items():
        own = [(ply, moves[seat]) for ply, moves in enumerate(plies) if seat in moves]
        assert player.acknowledged == own
        assert player.history == plies


async def crash(nursery: Nursery, store: str, seed: str) -> None:
    random = Random(seed)
    async with asyncio.timeout(ENOUGH), asyncio.TaskGroup() as tasks:
        controller = Controller(nursery, store, random, tasks)
        playing = [tasks.create_task(keep_playing(controller, game, random)) for game in GAMES]
    assert controller.kills == KILLS
    assert sum(task.result() for task in playing) > KILLS  # it hit games that were going on


@pytest.mark.long
def test_killed_fifty_times_nothing_acknowledged_is_lost(store: str) -> None:
    with nursery() as servers:
        asyncio.run(crash(servers, store, store.partition(":")[0]))
