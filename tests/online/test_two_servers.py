"""Any number of servers serve the same games: here two, with the players on different ones."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from flagfall.games import GAMES

from .client import PATIENCE, Live, both_links, closed, create, get, request
from .server import server
from .test_play import play_on

Pair = tuple[str, str]


@pytest.fixture(scope="module")
def pair(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder: Path = tmp_path_factory.mktemp("servers")
    with server(postgres, folder / "one") as one, server(postgres, folder / "two") as two:
        yield one.address, two.address


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_players_are_on_different_servers(pair: Pair, game: str) -> None:
    here, there = pair
    name, tokens = both_links(here, game, cap=60)
    with Live(here, name, tokens["P1"]) as one, Live(there, name, tokens["P2"]) as two, Live(there, name) as third:
        play_on({"P1": one, "P2": two}, Random(game))
        third.until(one.state["seq"])
        assert one.history == two.history == third.history
        assert get(here, f"/api/games/{name}/record") == get(there, f"/api/games/{name}/record")


@pytest.mark.long
def test_two_servers_can_not_both_accept_a_ply(pair: Pair) -> None:
    """One player moves on both servers at the same moment, again and again: one move counts, and all agree which."""
    game, tokens = both_links(pair[0], "grid-runner", settings={"size": "9"})
    with ExitStack() as stack:
        ones, twos = ([stack.enter_context(Live(each, game, tokens[seat])) for each in pair] for seat in ("P1", "P2"))
        for turn in range(12):
            lives = (ones, twos)[turn % 2]
            latest = max(live.state["seq"] for live in (*ones, *twos))
            for live in lives:
                live.until(latest)
            ply = lives[0].state["ply"]
            moves = dict(zip(lives, lives[0].options, strict=False))
            ids = {live: live.command("move", ply=ply, move=move) for live, move in moves.items()}
            answers = {live: live.answer(ids[live]) for live in lives}
            accepted = [live for live, answer in answers.items() if answer["type"] == "update"]
            assert len(accepted) == 1
            (refused,) = [answer for answer in answers.values() if answer["type"] == "refused"]
            assert refused["code"] == "stale"
            assert accepted[0].history[ply] == {"P1" if lives is ones else "P2": moves[accepted[0]]}
        histories = [get(each, f"/api/games/{game}")["history"]["plies"] for each in pair]
        assert histories[0] == histories[1] and len(histories[0]) == 12


def test_the_same_command_sent_to_both_servers_is_done_once(pair: Pair) -> None:
    game, tokens = both_links(pair[0])
    with Live(pair[0], game, tokens["P1"]) as here, Live(pair[1], game, tokens["P1"]) as there:
        for live in (here, there):
            live.command("move", id="same", ply=0, move="1")
        assert {here.answer("same")["type"], there.answer("same")["type"]} <= {"update", "accepted"}
    assert get(pair[0], f"/api/games/{game}")["state"]["ply"] == 1


def test_the_open_seat_goes_to_one_of_those_who_come_at_once(pair: Pair) -> None:
    for _ in range(5):
        made = create(pair[0])
        body = {"invitation": made["seats"]["P2"]["token"]}

        def join(address: str, game: str = made["id"], body: Any = body) -> int:
            return request(address, "POST", f"/api/games/{game}/join", body)[0]

        with ThreadPoolExecutor(4) as pool:
            assert sorted(pool.map(join, pair * 2)) == [200, 409, 409, 409]


def test_presence_is_known_on_both(pair: Pair) -> None:
    here, there = pair
    game, tokens = both_links(here)
    with Live(here, game, tokens["P1"]) as one:
        with Live(there, game, tokens["P2"]) as two:
            while not one.wait("presence")["seats"]["P2"].get("here"):
                pass
            presence = two.welcome["presence"]
            while not presence["seats"]["P1"].get("here"):
                presence = two.wait("presence")
        while one.wait("presence")["seats"]["P2"].get("here"):
            pass
        with Live(there, game):
            while one.wait("presence").get("watchers") != 1:
                pass


def test_both_commitments_come_before_either_number_wherever_the_players_are(pair: Pair) -> None:
    here, there = pair
    game, tokens = both_links(here, game="", start="flag-chase P2 3/3")
    with Live(here, game, tokens["P1"]) as one, Live(there, game, tokens["P2"]) as two, Live(there, game) as third:
        one.move("4")
        two.until(one.state["seq"])
        two.move("2")
        for live in (one, two, third):
            live.until(two.state["seq"])
            *_, sealed, revealed = [each for each in live.seen if each["type"] in ("sealed", "update")]
            fixed = {each["player"]: each["commitment"] for each in revealed["opened"]}
            assert sealed == {"type": "sealed", "ply": 0, "commitments": fixed} and set(fixed) == {"P1", "P2"}


def test_chat_offers_renewals_and_rematches_cross_over(pair: Pair) -> None:
    here, there = pair
    game, tokens = both_links(here, chat=True)
    with Live(here, game, tokens["P1"]) as one, Live(there, game, tokens["P2"]) as two:
        one.do("chat", text="Hello there")
        assert two.wait("chat")["text"] == "Hello there"
        one.until(2)
        two.do("offer", ply=0, what="end")
        offer = one.wait("update")["state"]["offer"]
        one.do("answer", offer=offer["seq"], agree=True)
        while not two.over:
            two.receive()
        one.do("rematch")
        while "rematch" not in two.state:
            two.receive()
        next_ = two.do("rematch")["state"]["rematch"]["game"]
        while "game" not in one.state["rematch"]:
            one.receive()
        with Live(here, next_, tokens["P1"]) as again:
            assert again.welcome["you"] == "P2"
        assert request(here, "POST", f"/api/games/{game}/renew", {}, token=tokens["P2"])[0] == 200
        assert closed(two) == (4403, "this link was renewed")


@pytest.mark.parametrize("game", ["%00", "a%00b", "x" * 65, "%F0%9F%98%80", "%ED%A0%80", "a.b", "'"])
def test_what_can_not_be_the_id_of_a_game_is_not_there(pair: Pair, game: str) -> None:
    for path in (f"/api/games/{game}", f"/api/games/{game}/record", f"/g/{game}"):
        assert request(pair[0], "GET", path)[0] == 404
    assert request(pair[0], "POST", f"/api/games/{game}/join", {"invitation": "x" * 22})[0] == 404


def test_a_flag_falls_once_though_both_servers_see_it(pair: Pair) -> None:
    here, there = pair
    game, tokens = both_links(here, clock={"kind": "move", "seconds": 1})
    with Live(here, game, tokens["P1"]) as one, Live(there, game, tokens["P2"]) as two:
        for live in (one, two):
            while not live.over:
                live.receive()
        assert one.state["outcome"] == two.state["outcome"]
        assert one.state["outcome"]["text"] == "Player 2 wins: Player 1 ran out of time"
        assert one.state["seq"] == two.state["seq"] == 3
        assert one.move("1")["code"] == "not-now"


def test_a_bot_moves_once_though_both_servers_know_the_game(pair: Pair) -> None:
    made = create(pair[0], "grid-runner", seats={"P1": "link", "P2": "bot:random"})
    token = made["seats"]["P1"]["token"]
    with Live(pair[0], made["id"], token) as here, Live(pair[1], made["id"]) as there:
        for _ in range(3):
            here.move(here.options[0])
            while not here.over and here.state["waiting"] != ["P1"]:
                here.wait("update")
        there.until(here.state["seq"])
        assert here.history == there.history and len(here.history) == 6


@pytest.mark.long
def test_when_a_server_is_killed_its_players_go_on_with_the_other(postgres: str, tmp_path: Path) -> None:
    with server(postgres, tmp_path / "one") as one, server(postgres, tmp_path / "two") as two:
        game, tokens = both_links(one.address)
        with Live(two.address, game, tokens["P2"]) as there:
            with Live(one.address, game, tokens["P1"]) as here:
                here.move("1")
                one.kill()
            there.until(3)
            there.move("1")
            with Live(two.address, game, tokens["P1"]) as back:
                assert back.history == [{"P1": "1"}, {"P2": "1"}]
                assert back.move("2")["type"] == "update"


@pytest.mark.long
def test_a_server_that_stops_well_says_who_is_gone(postgres: str, tmp_path: Path) -> None:
    with server(postgres, tmp_path / "one") as one, server(postgres, tmp_path / "two") as two:
        game, tokens = both_links(one.address)
        with Live(two.address, game, tokens["P2"]) as there, Live(one.address, game, tokens["P1"]) as here:
            while not there.wait("presence")["seats"]["P1"].get("here"):
                pass
            one.process.terminate()
            assert closed(here)[0] == 1012
            while there.wait("presence")["seats"]["P1"].get("here"):
                pass


def test_the_store_may_go_away_and_come_back(postgres: str, tmp_path: Path) -> None:
    """All its connections are cut in the middle of a game; players notice nothing but a moment's pause. Where it takes
    longer than a few seconds to come back, they are told to send it again, as clients do."""
    import asyncio

    import asyncpg

    async def cut() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'flagfall'"
        )
        await connection.close()

    with server(postgres, tmp_path / "log") as running:
        game, tokens = both_links(running.address, "flag-chase", settings={"cells": "9"})
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            for ply in range(8):
                if ply % 3 == 1:
                    asyncio.run(cut())
                live = (one, two)[ply % 2]
                live.until(ply + 2)
                while (answer := live.move("backward", id=f"move-{ply}")).get("code") == "unavailable":
                    pass
                assert answer["type"] in ("update", "accepted")
        patient_until = monotonic() + PATIENCE
        while (health := request(running.address, "GET", "/healthz"))[0] != 200:  # something failed a moment ago
            assert health[0] == 503 and monotonic() < patient_until, "the store is not taken for well again"
