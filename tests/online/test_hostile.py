"""One visitor attacks in every way that the bench knows; meanwhile others play as if nobody were there.

How much slower it is for them is measured by `make bench-hostile`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.hostile.__main__ import attacking
from bench.hostile.attacks import ATTACKS
from bench.online.link import request
from flagfall.games import GAMES

from .client import Live, get
from .server import Running, server

SECONDS = 60.0
"""An attack ends by itself, even if nobody ends it."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def usual(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the limits that it has by default."""
    folder: Path = tmp_path_factory.mktemp("usual")
    store = f"sqlite:{folder}/games.sqlite"
    if request.param == "postgresql":
        store = request.getfixturevalue("postgres")
    with server(store, folder / "log", "--log-level=warning", limits=()) as running:
        yield running
        assert running.stop() == 0


@pytest.mark.parametrize(("number", "name"), list(enumerate(ATTACKS)), ids=list(ATTACKS))
@pytest.mark.long
def test_others_play_on_while_one_visitor_attacks(usual: Running, number: int, name: str) -> None:
    """Every game is played to its end, and nothing goes wrong inside."""
    before = len(usual.log.read_text())
    with attacking(name, usual.port, SECONDS, address=f"127.66.{number}.1"):
        for game in GAMES:
            play(usual, game, address=f"127.77.{number}.1")
    assert get(usual.address, "/healthz") == "ok\n"
    logged = usual.log.read_text()[before:].splitlines()
    assert [line for line in map(json.loads, logged) if line["level"] == "error"] == []


def play(running: Running, game: str, address: str) -> None:
    """A game between two people who choose at random, from an address of their own."""
    chance = random.Random(7)
    wanted = {"game": game, "seats": {"P1": "link", "P2": "link"}, "cap": 20}
    made = request(running.port, "/api/games", wanted, source=address)
    tokens = [made["seats"][seat]["token"] for seat in ("P1", "P2")]
    first, second = (Live(running.address, made["id"], token, source_address=(address, 0)) for token in tokens)
    with first, second:
        while not first.over:
            for seat in (first, second):
                if seat.options and not seat.over:
                    seat.move(chance.choice(seat.options))
            seq = max(first.state["seq"], second.state["seq"])
            first.until(seq)
            second.until(seq)
