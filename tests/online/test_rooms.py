"""Rooms: read when somebody comes, paid for by who is in them, and let go when nobody looks."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import pytest

from flagfall.core import Player
from flagfall.online.http import middleware
from flagfall.online.http.app import App
from flagfall.online.http.serve import Server, _listen, _uvicorn_config
from flagfall.online.http.sockets import Gate
from flagfall.online.live.hub import Hub
from flagfall.online.live.room import Room
from flagfall.online.ops.config import Config, store_of
from flagfall.online.ops.limits import Limits, Rate
from flagfall.online.protocol.events import AnyEvent
from flagfall.online.protocol.messages import Answer, CreateGame, Move, Offer, SeatName
from flagfall.online.table.game import Game

from .client import PATIENCE, Live, both_links, create, request
from .test_long_games import flag_chase, long_game


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
    """A whole server in this process, so that what it holds can be looked at; it lets no room go by itself."""
    plenty = Rate(1000, 1000)
    config = Config(port=0, store=store, limits=Limits(requests=plenty, games=plenty, messages=plenty))
    with closing(_listen(config)) as listening:
        hub = Hub(store_of(config), config.limits, idle_seconds=inf)
        gate = Gate(config.limits, hub.metrics, lambda scope: middleware.client(scope, config), config.behind_proxy)
        server = Server(_uvicorn_config(App(hub, config), 60), hub, gate)
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
    return room, room.journal, room.game, room.game.match, room.listeners


def test_a_room_is_gone_as_soon_as_it_is_let_go(store: str) -> None:
    def timed(address: str) -> tuple[str, dict[str, str]]:
        return both_links(address, chat=True, clock={"kind": "move", "seconds": 3600})

    async def check() -> None:
        async with serving(store) as (hub, address):
            game, tokens = await asyncio.to_thread(timed, address)
            bots = await asyncio.to_thread(lambda: create(address, seats={"P1": "link", "P2": "bot:random"}))
            with without_collector():
                await asyncio.to_thread(play, address, game, tokens)
                await asyncio.to_thread(play_a_bot, address, bots)
                held = [weakref.ref(each) for room in hub._rooms.values() for each in parts(room)]
                assert len(held) == 3 * 5
                hub._idle_seconds = -1  # from now on
                while hub._rooms:
                    await asyncio.sleep(0.01)
                    hub.let_go()
                await asyncio.sleep(0)
                assert [each() for each in held if each() is not None] == []

    asyncio.run(check())


# --- who answers for a bot ---


STRANGER = ("127.9.9.9", 0)


def look_in(address: str, game: str) -> None:
    """As somebody else."""
    with Live(address, game, source_address=STRANGER):
        pass


def test_the_bot_of_a_rematch_thinks_at_the_expense_of_who_plays_it(tmp_path: Path) -> None:
    """Else a watcher who is there first lets it wait behind everything that the watcher has asked for."""

    def agreed(address: str) -> str:
        made = create(address, seats={"P1": "link", "P2": "bot:random"})
        with Live(address, made["id"], made["seats"]["P1"]["token"]) as live:
            live.do("resign")
            live.do("rematch")
            while "game" not in live.state["rematch"]:
                live.wait("update")
            rematch: str = live.state["rematch"]["game"]
            return rematch

    async def check() -> None:
        async with serving(f"sqlite:{tmp_path}/games.sqlite") as (hub, address):
            rematch = await asyncio.to_thread(agreed, address)
            await asyncio.to_thread(look_in, address, rematch)
            assert hub._rooms[rematch].payer == "127.0.0.1"

    asyncio.run(check())


def test_a_bot_thinks_at_the_expense_of_who_plays_it_also_after_a_restart(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/games.sqlite"

    async def made() -> dict[str, Any]:
        async with serving(store) as (_, address):
            return await asyncio.to_thread(lambda: create(address, seats={"P1": "link", "P2": "bot:random"}))

    def play(address: str, game: dict[str, Any]) -> None:
        look_in(address, game["id"])
        with Live(address, game["id"], game["seats"]["P1"]["token"]) as live:
            live.move("1")

    async def check(game: dict[str, Any]) -> None:
        async with serving(store) as (hub, address):
            await asyncio.to_thread(play, address, game)
            assert hub._rooms[game["id"]].payer == "127.0.0.1"

    asyncio.run(check(asyncio.run(made())))


def test_long_games_are_read_one_by_one_for_each_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes its share of the event loop; many at once would leave little to the others."""
    store = f"sqlite:{tmp_path}/games.sqlite"
    games = [long_game(store, "flag-chase", flag_chase(1_500)) for _ in range(6)]
    *_, honest = games
    begun = asyncio.Event()
    under_way: list[str] = []
    together: list[tuple[str, ...]] = []
    replayed = Game.replayed

    async def watched(game: str, events: list[AnyEvent]) -> Game:
        under_way.append(game)
        together.append(tuple(under_way))
        if game == honest:
            begun.set()
        try:
            await asyncio.wait_for(begun.wait(), PATIENCE)  # which comes though another client's game is under way
            return await replayed(game, events)
        finally:
            under_way.remove(game)

    monkeypatch.setattr(Game, "replayed", watched)

    async def check() -> None:
        hub = Hub(store_of(Config(store=store)), Limits(messages=Rate(1e6, 1e6)))
        await hub.start()
        try:
            loading = [asyncio.create_task(hub.room(game, "hostile")) for game in games[:5]]
            await asyncio.gather(*loading, hub.room(honest, "honest"))
        finally:
            await hub.stop()
            await hub.close()

    asyncio.run(check())
    assert max(len(set(each) - {honest}) for each in together) == 1
    assert any(honest in each and len(each) == 2 for each in together)


class Ear:
    """Somebody at a seat who hears everything."""

    gone, client = False, "127.0.0.1"

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def push(self, frame: bytes) -> None:
        self.heard.append(frame)

    def may_ask(self) -> bool:
        return True

    def charge(self, work: int, stored: int = 0) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


def test_no_row_of_offers_keeps_a_bot_from_moving(tmp_path: Path) -> None:
    """While it considers one its move waits, as that would do away with the offer; but once only: its clock runs."""

    async def check() -> None:
        async with serving(f"sqlite:{tmp_path}/games.sqlite") as (hub, _):
            seats: dict[SeatName, str] = {"P1": "link", "P2": "bot:random"}
            made = await hub.create(CreateGame(game="grid-runner", settings={"size": "9"}, seats=seats))
            room, ear = await hub.room(made.id), Ear()
            room.attach(ear, Player.P1, 0)
            numbers = count()

            def offer() -> None:
                offered = Offer(id=f"offer {next(numbers)}", ply=room.game.ply, what="takeback")
                room.command(ear, Player.P1, offered)

            await hub.ask(room, lambda: None)
            room.command(ear, Player.P1, Move(id="move", ply=0, move=room.game.match.seats[Player.P1].choices[0]))
            await hub.ask(room, lambda: None)
            bots = room._bots
            assert bots
            offer()
            await hub.ask(room, lambda: None)
            assert room.game.match.offered
            # It has thought of its move and of its answer while something is being stored, and another offer waits.
            held = Move(id="bot", ply=1, move=room.game.match.seats[Player.P2].choices[0])
            bots.thinking.add(Player.P2)
            bots._answering.add(Player.P2)
            bots._decided(Player.P2, held)
            no = Answer(id="no", offer=room.game.offer_seq, agree=False)
            room.run(partial(setattr, room.journal.queue, "held", True))
            room.run(partial(bots._answered, Player.P2, no))
            offer()
            room.journal.queue.held = False
            room.journal.queue.work()
            await hub.ask(room, lambda: None)
            assert room.game.ply == 2

    asyncio.run(check())
