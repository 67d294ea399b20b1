"""Whole games over real sockets."""

from __future__ import annotations

from random import Random

import pytest

from flagfall.games import GAMES
from flagfall.record import read

from .client import Live, both_links, get


def play_on(seats: dict[str, Live], random: Random, most: int = 2000) -> None:
    """Let both seats choose at random until the game is over."""
    for _ in range(most):
        if any(live.over for live in seats.values()):
            break
        for name in seats["P1"].state["waiting"]:
            live = seats[name]
            answer = live.move(random.choice(live.options))
            assert answer["type"] == "update", answer
        latest = max(live.state["seq"] for live in seats.values())
        for live in seats.values():
            live.until(latest)
    assert all(live.over for live in seats.values())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end(address: str, game: str) -> None:
    name, tokens = both_links(address, game, cap=300)
    with (
        Live(address, name, tokens["P1"]) as one,
        Live(address, name, tokens["P2"]) as two,
        Live(address, name) as third,
    ):
        play_on({"P1": one, "P2": two}, Random(game))
        third.until(one.state["seq"])
        assert one.state["outcome"] == two.state["outcome"] == third.state["outcome"]
        assert one.history == two.history == third.history
        (record,) = read(get(address, f"/api/games/{name}/record"))
        assert [{player.name: move for player, move in ply.items()} for ply in record.plies] == one.history
        assert str(record.outcome) == one.state["outcome"]["text"]
