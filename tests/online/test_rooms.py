"""Rooms that nobody looks at are let go, and leave nothing behind."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest

from flagfall.online import guard
from flagfall.online.app import App
from flagfall.online.config import Config, store_of
from flagfall.online.hub import Hub
from flagfall.online.limits import Limits, Rate
from flagfall.online.room import Room
from flagfall.online.serve import Server, _listen, _uvicorn_config
from flagfall.online.sockets import Gate

from .client import Live, both_links, create, request


@contextmanager
def without_collector() -> Iterator[None]:
    """What is in a cycle stays."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@asynccontextmanager
async def serving(store: str) -> AsyncIterator[tuple[Hub, str]]:
    """A whole server in this process, so that what it holds can be looked at; rooms may be let go at once."""
    plenty = Rate(1000, 1000)
    config = Config(port=0, store=store, limits=Limits(requests=plenty, games=plenty, messages=plenty))
    listening = _listen(config)
    hub = Hub(store_of(config), config.limits, idle_seconds=-1)
    gate = Gate(config.limits, hub.metrics, lambda scope: guard.client(scope, config), config.behind_proxy)
    server = Server(_uvicorn_config(App(hub, config), 20), hub, gate)
    await hub.start()
    running = asyncio.create_task(server.serve([listening]))
    try:
        yield hub, f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        await running
        await hub.close()


def play(address: str, game: str, tokens: dict[str, str]) -> None:
    """Two players and a watcher come and go; moves, refusals, chat, offers, requests that are denied; then the end."""
    path = f"/api/games/{game}"
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two, Live(address, game):
        assert one.move("1")["type"] == "update"
        assert one.move("1")["type"] == "refused"
        two.until(one.state["seq"])
        assert two.do("chat", text="Hello")["type"] == "accepted"
        assert two.do("offer", ply=1, what="end")["type"] == "update"
        for asked in ("", "/plies/0", "/record", "/analysis"):
            request(address, "GET", path + asked, token=tokens["P1"])
        assert request(address, "GET", path, token="x" * 24)[0] == 401
        assert request(address, "POST", path + "/renew", {}, token="x" * 24)[0] == 401
        assert request(address, "POST", path + "/join", {"invitation": "x" * 24})[0] == 401
        one.do("resign")
        one.do("rematch")
        rematch = two.do("rematch")["state"]["rematch"]["game"]
    assert request(address, "GET", path + "/record")[0] == 200
    with Live(address, rematch, tokens["P1"]) as one:
        assert one.welcome["you"] == "P2"


def play_a_bot(address: str, made: dict[str, Any]) -> None:
    with Live(address, made["id"], made["seats"]["P1"]["token"]) as live:
        live.move("1")
        live.do("resign")


def parts(room: Room) -> tuple[Any, ...]:
    return room, room.game, room.game.match, room.listeners


@pytest.mark.parametrize("stored", ["sqlite", "postgres"])
def test_a_room_is_gone_as_soon_as_it_is_let_go(stored: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/games.sqlite" if stored == "sqlite" else request.getfixturevalue("postgres")

    def timed(address: str) -> tuple[str, dict[str, str]]:
        return both_links(address, chat=True, clock={"kind": "move", "seconds": 60})

    async def check() -> None:
        async with serving(store) as (hub, address):
            game, tokens = await asyncio.to_thread(timed, address)
            bots = await asyncio.to_thread(lambda: create(address, seats={"P1": "link", "P2": "bot:random"}))
            with without_collector():
                await asyncio.to_thread(play, address, game, tokens)
                await asyncio.to_thread(play_a_bot, address, bots)
                held = [weakref.ref(each) for room in hub._rooms.values() for each in parts(room)]
                assert len(held) == 3 * 4
                while hub._rooms:
                    await asyncio.sleep(0.01)
                    hub.let_go()
                await asyncio.sleep(0)
                assert [each() for each in held if each() is not None] == []

    asyncio.run(check())
