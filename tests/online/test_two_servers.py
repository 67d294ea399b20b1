"""Any number of servers serve the same games: here two, with the players on different ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from flagfall.games import GAMES

from .client import Live, both_links, get
from .server import Running, server
from .test_play import play_on


@pytest.fixture(scope="module")
def servers(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, Running]]:
    folder: Path = tmp_path_factory.mktemp("servers")
    with server(postgres, folder / "one") as one, server(postgres, folder / "two") as two:
        yield one, two


@pytest.mark.parametrize("game", GAMES)
def test_the_players_are_on_different_servers(servers: tuple[Running, Running], game: str) -> None:
    here, there = (each.address for each in servers)
    name, tokens = both_links(here, game, cap=60)
    with Live(here, name, tokens["P1"]) as one, Live(there, name, tokens["P2"]) as two, Live(there, name) as third:
        play_on({"P1": one, "P2": two}, Random(game))
        third.until(one.state["seq"])
        assert one.history == two.history == third.history
        assert get(here, f"/api/games/{name}/record") == get(there, f"/api/games/{name}/record")
