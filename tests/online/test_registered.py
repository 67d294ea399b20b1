"""A game that was registered in the server's own process is known to bots and analyses, which have others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests import toys

from .client import Live, both_links, create, get, request
from .server import Running, address_of

OWN_GAME = """
from dataclasses import dataclass
from {module} import {name} as Known

@dataclass(frozen=True)
class Own(Known):
    id = "own"
    title = "Own"
"""
SERVE = """
import sys
from flagfall.cli import main
from flagfall.games import register
from own_game import Own

register(Own)
sys.exit(main(["serve", "--port=0", "--store=sqlite:games.sqlite"]))
"""


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose script registers a game of its own, which neither package nor variable names."""
    folder = tmp_path_factory.mktemp("own")
    module, name = toys.REGISTERED.split()[0].split(":")
    (folder / "own_game.py").write_text(OWN_GAME.format(module=module, name=name))
    (folder / "serve.py").write_text(SERVE)
    unnamed = {name: value for name, value in os.environ.items() if name != "FLAGFALL_GAMES"}
    with open(folder / "log", "w") as errors:
        process = subprocess.Popen(
            [sys.executable, "serve.py"], cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True, env=unnamed
        )
    running = Running(process, address_of(process, folder / "log"), folder / "log")
    yield running.address
    assert process.stdout and running.stop() == 0
    process.stdout.close()


def test_it_is_offered(own: str) -> None:
    assert "own" in [game["id"] for game in get(own, "/api/catalogue")["games"]]


@pytest.mark.parametrize("bot", ["random", "level:3", "perfect"])
def test_a_bot_plays_it(own: str, bot: str) -> None:
    made = create(own, "own", seats={"P1": f"bot:{bot}", "P2": "link"})
    with Live(own, made["id"], made["seats"]["P2"]["token"]) as live:
        while live.state["ply"] < 1:
            live.receive()
        live.move(live.options[0])
        while live.state["ply"] < 3 and not live.over:
            live.receive()


@pytest.mark.long
def test_it_is_analysed(own: str) -> None:
    game, tokens = both_links(own, "own")
    with Live(own, game, tokens["P1"]) as one:
        one.move(one.options[0])
        one.do("resign")
    status, analysis, _ = request(own, "GET", f"/api/games/{game}/analysis")
    assert (status, analysis["game"], len(analysis["plies"])) == (200, "own", 1)
