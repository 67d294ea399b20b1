"""Boards that are too large for a server are not made, and those that are there go on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from flagfall.games import GAMES, game

from .client import Live, both_links, create, get, request
from .server import server

TOO_LARGE = "this board has 441 cells, and there is room for 400 here; choose a smaller one"
LARGE = GAMES["grid-runner"].from_text("grid-runner P1 0,10/20,10 size=21").text()


@pytest.mark.parametrize("wanted", [{"game": "grid-runner", "settings": {"size": "21"}}, {"start": LARGE}])
def test_a_board_that_is_too_large_is_refused(address: str, wanted: dict[str, object]) -> None:
    status, refused, _ = request(address, "POST", "/api/games", wanted)
    assert (status, refused) == (400, {"code": "bad-request", "reason": TOO_LARGE})


def test_the_preview_shows_the_book_s_board_instead(address: str) -> None:
    page = get(address, "/games/grid-runner?size=21")
    assert TOO_LARGE[1:] in page and "20,20" not in page
    assert "19,19" in get(address, "/games/grid-runner?size=20")


@pytest.mark.parametrize("name", GAMES)
def test_the_book_s_own_boards_are_within_the_limit(name: str) -> None:
    assert game(name).count_cells(game(name).Rules()) <= 400


def test_the_limit_can_be_set(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--board-cells=30") as running:
        create(running.address, "grid-runner")
        status, refused, _ = request(
            running.address, "POST", "/api/games", {"game": "flag-chase", "settings": {"cells": "31"}}
        )
        assert status == 400 and refused["reason"].startswith("this board has 31 cells, and there is room for 30 here")


@pytest.mark.parametrize("stored", ["sqlite", "postgres"])
def test_a_large_game_of_another_time_goes_on(stored: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    """Its first message is larger than what may wait for a client, and nobody is cut off for that."""
    store = f"sqlite:{tmp_path}/games.sqlite" if stored == "sqlite" else request.getfixturevalue("postgres")
    with server(store, tmp_path / "log", "--board-cells=9801") as running:
        name, tokens = both_links(running.address, "grid-runner", settings={"size": "99"})
        assert running.stop() == 0
    with server(store, tmp_path / "log") as running:
        with Live(running.address, name, tokens["P1"]) as one, Live(running.address, name, tokens["P2"]) as two:
            assert len(one.welcome["state"]["view"]["scene"]["cells"]) == 9801
            assert len(one.raw[0]) > 256 * 1024
            for live, move in ((one, "0,50"), (two, "98,50"), (one, "1,50")):
                live.until(max(one.state["seq"], two.state["seq"]))
                update = live.move(move)
                assert len(json.dumps(update["state"]["view"]["scene"]["cells"])) < 500
            two.until(one.state["seq"])
            two.do("resign")
            refused = two.do("rematch")
            assert (refused["type"], refused["code"]) == ("refused", "not-now")
            assert refused["reason"].startswith("this board has 9801 cells, and there is room for 400 here")
        assert len(get(running.address, f"/api/games/{name}/plies/1")["view"]["scene"]["cells"]) == 9801
        assert "98,98" in get(running.address, f"/g/{name}")
