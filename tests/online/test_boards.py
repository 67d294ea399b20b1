"""Boards that are too large for a server are not made, and those that are there go on."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from flagfall.games import GAMES, game

from .client import Live, both_links, closed, create, get, request
from .client import request as ask
from .server import server
from .test_abuse import as_client

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


@pytest.mark.long
def test_the_limit_can_be_set(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--board-cells=30") as running:
        create(running.address, "grid-runner")
        status, refused, _ = request(
            running.address, "POST", "/api/games", {"game": "flag-chase", "settings": {"cells": "31"}}
        )
        assert status == 400 and refused["reason"].startswith("this board has 31 cells, and there is room for 30 here")


def test_one_client_s_large_boards_are_counted_by_what_they_cost(store: str, tmp_path: Path) -> None:
    with server(store, tmp_path / "log", "--message-rate=1", "--behind-proxy") as running:
        name = create(running.address, "flag-chase-traps", settings={"size": "20"})["id"]
        answers = [ask(running.address, "GET", f"/api/games/{name}", headers=as_client(1)) for _ in range(20)]
        refused = [
            (status, body["reason"], headers["retry-after"]) for status, body, headers in answers if status != 200
        ]
        assert answers[0][0] == 200 and set(refused) == {(429, "too much is asked at once; wait a moment", "2")}
        assert any(come_again(running.address, name) for _ in range(10))
        with Live(running.address, name, additional_headers=as_client(2)) as live:
            assert live.welcome["you"] is None


def come_again(address: str, name: str) -> bool:
    """Whether somebody who has just asked for a large board, and connects at once, is sent away."""
    ask(address, "GET", f"/api/games/{name}", headers=as_client(1))
    with Live(address, name, hello=False, additional_headers=as_client(1)) as live:
        live.send("hello")
        with suppress(ConnectionClosed):
            return live.receive()["type"] != "welcome"
        return closed(live) == (4429, "too much is asked at once; come again in a moment")


def test_commands_on_large_boards_are_told_to_wait(tmp_path: Path) -> None:
    with server(
        f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--board-cells=9801", "--message-rate=2"
    ) as running:
        name, tokens = both_links(running.address, "grid-runner", settings={"size": "99"}, chat=True)
        with Live(running.address, name, tokens["P1"]) as live:
            answers = [live.do("chat", text="Hello") for _ in range(5)]
            refused = [each for each in answers if each["type"] == "refused"]
            assert {each["code"] for each in refused} == {"rate"}
            assert "too much is asked at once; wait a moment and send it again" in [each["reason"] for each in refused]


@pytest.mark.long
def test_a_large_game_of_another_time_goes_on(store: str, tmp_path: Path) -> None:
    """Its first message is larger than what may wait for a client, and nobody is cut off for that."""
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
