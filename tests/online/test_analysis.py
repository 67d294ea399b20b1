"""What moves were worth: asked for over HTTP, computed elsewhere, and shared fairly."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.online.protocol.errors import Denied
from flagfall.online.workers.analysis import Analyst
from flagfall.record import Record
from tests.every_game import short_game

from .client import Live, both_links, get
from .server import server


def finished() -> Record:
    match = Match(GAMES["capture-the-flag"]())
    match.submit(Player.P1, "1")
    match.resign(Player.P2)
    return Record.of(match, {"P1": "human", "P2": "human"})


def test_a_finished_game_is_analysed(store: str, tmp_path: Path) -> None:
    with server(store, tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as live:
            live.move("1")
            live.do("resign")
        assert get(running.address, f"/api/games/{game}/analysis")["plies"][0]["decisions"]["P1"]["move"] == "1"


@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_is_exact_or_says_that_it_is_estimated(name: str) -> None:
    async def check() -> None:
        analyst = Analyst()
        found = await analyst.analyse("game", short_game(name))
        data = json.loads(found) if found else {}
        if short_game(name).start.hides():
            assert not found or (
                data["estimated"] and len(data["errors"]) == len(data["values"]) and any(data["errors"])
            )
        else:
            assert "error" in data and "estimated" not in data
        await analyst.close()

    asyncio.run(check())


@pytest.mark.long
def test_one_client_s_analyses_leave_room_for_another_s() -> None:
    async def check() -> None:
        analyst, order = Analyst(), list[str]()

        async def ask(client: str, game: str) -> None:
            assert await analyst.analyse(game, finished(), client)
            order.append(client)

        hostile = [asyncio.create_task(ask("hostile", f"game {number}")) for number in range(8)]
        await asyncio.sleep(0)
        await asyncio.create_task(ask("another", "its game"))
        answers = await asyncio.gather(*hostile, return_exceptions=True)
        denied = [each for each in answers if each]
        assert len(denied) == 3 and all(isinstance(each, Denied) and each.status == 429 for each in denied)
        assert order[-3:] == ["hostile"] * 3  # only one of them was at work at a time
        await analyst.close()

    asyncio.run(check())


def test_both_players_share_an_answer_and_it_is_kept() -> None:
    async def check() -> None:
        analyst = Analyst()
        first, second = await asyncio.gather(*(analyst.analyse("game", finished(), client) for client in "ab"))
        assert first is second is await analyst.analyse("game", finished(), "c")
        await analyst.close()

    asyncio.run(check())
