"""Bots take seats, and think in processes of their own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
from itertools import pairwise
from pathlib import Path
from random import Random
from select import select

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.online.protocol.errors import Denied
from flagfall.online.workers.bots import BotFailed, Thinkers

from .client import Live, both_links, create, get, request
from .nursery import nursery
from .server import PATIENCE, server
from .test_play import play_on


def play_against(live: Live) -> None:
    """Make the first move that there is, until the game is over."""
    while not live.over:
        if live.options:
            live.move(live.options[0])
        else:
            live.wait("update")


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_plays_every_game_to_its_end(address: str, game: str) -> None:
    made = create(address, game, seats={"P1": "bot:random", "P2": "link"}, cap=30)
    with Live(address, made["id"], made["seats"]["P2"]["token"]) as live:
        play_against(live)
    assert '[P1 "random"]\n[P2 "human"]\n' in get(address, f"/api/games/{made['id']}/record")


def test_two_bots_play_each_other_when_somebody_watches(address: str) -> None:
    made = create(address, seats={"P1": "bot:random", "P2": "bot:random"})
    with Live(address, made["id"]) as live:
        while not live.over:
            live.wait("update")
        assert live.state["outcome"]["winner"] in ("P1", "P2")


BOTS = {"P1": "bot:random", "P2": "bot:random"}
ENDLESS = {"size": "3", "blocked": "1,0+1,1+1,2"}
"""A wall from side to side: nobody can win, and the tokens go to and fro."""


@pytest.mark.long
def test_two_bots_play_only_while_somebody_looks(store: str, tmp_path: Path) -> None:
    with server(store, tmp_path / "log") as running:
        game = create(running.address, "grid-runner", seats=BOTS, settings=ENDLESS)["id"]
        unseen = create(running.address, "grid-runner", seats=BOTS, settings=ENDLESS)["id"]
        assert get(running.address, f"/api/games/{unseen}")["state"]["ply"] == 0  # it is in memory from now on
        with Live(running.address, game) as live:
            live.until(3)
        left = live.state["ply"]
        with Live(running.address, create(running.address, seats=BOTS, settings={"step": "1"})["id"]) as other:
            while not other.over:
                other.wait("update")
        assert get(running.address, f"/api/games/{game}")["state"]["ply"] - left in (0, 1)  # one was thought of already
        assert get(running.address, f"/api/games/{unseen}")["state"]["ply"] == 0
        with Live(running.address, game) as live:
            live.until(left + 4)


@pytest.mark.long
def test_two_bots_play_slowly_enough_to_be_followed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with server(f"sqlite:{path}", tmp_path / "log") as running:
        with Live(running.address, create(running.address, "grid-runner", seats=BOTS, settings=ENDLESS)["id"]) as live:
            live.until(6)
        assert running.stop() == 0
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT data FROM events ORDER BY seq").fetchall()
    times = [json.loads(data)["at"] for (data,) in rows][1:]
    assert min(later - earlier for earlier, later in pairwise(times)) >= 200


def test_a_game_between_bots_has_a_cap(address: str) -> None:
    game = create(address, "grid-runner", seats=BOTS, settings=ENDLESS)["id"]
    assert get(address, f"/api/games/{game}")["info"]["cap"] == 1000
    game = create(address, "grid-runner", seats=BOTS, settings=ENDLESS, cap=3)["id"]
    with Live(address, game) as live:
        while not live.over:
            live.wait("update")
        assert live.state["outcome"]["text"].startswith("No result: the cap of 3 plies")
    status, refused, _ = request(address, "POST", "/api/games", {"game": "grid-runner", "seats": BOTS, "cap": 1001})
    assert (status, refused["reason"]) == (400, "two bots play 1000 plies at most; give a smaller cap, or none")
    assert "cap" not in get(address, f"/api/games/{create(address, seats={'P2': 'bot:random'})['id']}")["info"]


@pytest.mark.long
def test_a_bot_has_moved_when_its_opponent_comes_back(store: str, tmp_path: Path) -> None:
    """Nobody is connected while it thinks, or has been since the server was started."""
    with server(store, tmp_path / "log") as running:
        made = create(running.address, seats={"P1": "link", "P2": "bot:random"}, settings={"cells": "99", "flag": "50"})
        token = made["seats"]["P1"]["token"]
        with Live(running.address, made["id"], token) as live:
            live.command("move", ply=0, move="1")
        while get(running.address, f"/api/games/{made['id']}", token)["state"]["ply"] < 2:
            pass


def test_a_bot_is_not_confused_by_what_happens_while_it_thinks(address: str) -> None:
    """It thinks quicker than all these lines are stored, so its move waits among them."""
    seats = {"P1": "link", "P2": "bot:random"}
    made = create(address, seats=seats, chat=True, settings={"cells": "99", "flag": "50", "step": "1"})
    with Live(address, made["id"], made["seats"]["P1"]["token"]) as live:
        for _ in range(4):
            live.command("move", ply=live.state["ply"], move="1")
            lines = [live.command("chat", text=f"Line {number}") for number in range(100)]
            assert live.answer(lines[-1])["type"] == "accepted"
            while not live.options:
                live.wait("update")
            assert live.do("chat", text="And now?")["type"] == "accepted"
            assert not live.over


def test_a_strong_bot_wins_a_won_game(address: str) -> None:
    body = {"start": "capture-the-flag P2 2/6", "seats": {"P1": "link", "P2": "bot:perfect"}}
    status, made, _ = request(address, "POST", "/api/games", body)
    assert status == 201, made
    with Live(address, made["id"], made["seats"]["P1"]["token"]) as live:
        play_against(live)
        assert live.state["outcome"]["winner"] == "P2"


def test_a_bot_that_can_not_play_the_game_is_refused_at_once(address: str) -> None:
    body = {"game": "flag-chase-traps", "seats": {"P2": "bot:perfect"}}
    status, refused, _ = request(address, "POST", "/api/games", body)
    assert status == 400 and refused["reason"].startswith("perfect plays by the exact solution")


@pytest.mark.long
def test_a_bot_goes_on_after_the_server_was_killed_while_it_was_thinking(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/games.sqlite"
    with nursery() as servers:
        first = servers.server(port=0, store=store)
        made = create(first.address, seats={"P1": "link", "P2": "bot:random"})
        token = made["seats"]["P1"]["token"]
        with Live(first.address, made["id"], token) as live:
            live.move("1")
        servers.kill(first)
        second = servers.server(port=0, store=store)
        with Live(second.address, made["id"], token) as live:
            play_against(live)


def test_the_others_do_not_wait_for_a_bot(tmp_path: Path) -> None:
    """It is stopped before it is asked, and so thinks until it may go on: meanwhile others play a whole game."""
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        made = create(running.address, seats={"P1": "link", "P2": "bot:random"})
        (bot,) = children(running.process.pid)
        os.kill(bot, signal.SIGSTOP)
        with Live(running.address, made["id"], made["seats"]["P1"]["token"]) as live:
            live.move("1")
            name, tokens = both_links(running.address)
            with Live(running.address, name, tokens["P1"]) as one, Live(running.address, name, tokens["P2"]) as two:
                play_on({"P1": one, "P2": two}, Random(0))
            assert get(running.address, f"/api/games/{made['id']}")["state"]["ply"] == 1
            os.kill(bot, signal.SIGCONT)
            play_against(live)


def against(address: str, start: str, bot: str) -> Live:
    """A seat of P1 against a bot."""
    body = {"start": start, "seats": {"P1": "link", "P2": f"bot:{bot}"}}
    status, made, _ = request(address, "POST", "/api/games", body)
    assert status == 201, made
    return Live(address, made["id"], made["seats"]["P1"]["token"])


def lines_after(live: Live, what: str) -> list[str]:
    """What is said when something is offered and the bot has answered."""
    while (answer := live.do("offer", what=what, ply=live.state["ply"])).get("code") == "stale":
        """The bot has moved meanwhile."""
    assert answer["type"] == "update"
    said: list[str] = []
    while "offer" in live.state:
        said += live.wait("update")["said"]["lines"]
    return said


def test_a_bot_that_stands_better_plays_on(address: str) -> None:
    with against(address, "grid-runner P1 0,2/4,2", "level:10") as live:
        assert lines_after(live, "end") == ["Player 2 declines."]
        assert not live.over and live.options


def test_a_bot_that_does_not_stand_better_agrees_to_the_end(address: str) -> None:
    with against(address, "flag-chase P1 1/5", "level:10") as live:
        assert lines_after(live, "end") == ["The players agree to end the game: no result."]
        assert live.over


def test_a_bot_lets_moves_be_taken_back_but_not_what_revealed_a_secret(address: str) -> None:
    with against(address, "flag-chase-traps P1 1,1/5,5 0/0 -/2,2", "sampler") as live:
        for cell, code in (("2 2", "not-now"), ("1 2", None)):
            live.move(f"MOVE {cell}")
            while not live.options:
                live.wait("update")
            ply = live.state["ply"]
            answer = live.do("offer", what="takeback", ply=ply)
            assert answer.get("code") == code
            if code:
                assert answer["reason"] == "a move that revealed a secret can't be taken back"
        while live.state["ply"] == ply:
            live.wait("update")
        assert live.state["ply"] == ply - 2


def test_an_offer_is_answered_though_the_bot_is_thinking_of_its_move(address: str) -> None:
    with against(address, "flag-chase-traps P1 1,1/5,5 0/0 -/-", "sampler") as live:
        live.move("MOVE 1 2")
        assert lines_after(live, "takeback")[-1].endswith("taken back.")
        assert live.state["ply"] == 0
        live.move("MOVE 2 1")
        while not live.options:
            live.wait("update")
        assert live.state["ply"] == 2


@pytest.mark.long
def test_two_bots_end_a_game_that_goes_round(address: str) -> None:
    body = {"start": "flag-chase P1 1/5", "seats": {"P1": "bot:perfect", "P2": "bot:perfect"}}
    _, made, _ = request(address, "POST", "/api/games", body)
    with Live(address, made["id"]) as live:
        while not live.over:
            live.wait("update")
        assert live.state["outcome"]["reason"] == "the players agreed to end the game"


# --- the processes ---


def seat() -> Match:
    return Match(GAMES["capture-the-flag"]())


def test_a_thought_that_takes_too_long_is_cut_short_and_the_next_is_not() -> None:
    async def check() -> None:
        thinkers = Thinkers(processes=1, seconds=0.001)
        with pytest.raises(BotFailed, match="random takes too long, or more than there is"):
            await thinkers.choose("random", seat().seats[Player.P1])
        thinkers._processes._seconds = 60
        assert await thinkers.choose("random", seat().seats[Player.P1]) in ("1", "2")
        await thinkers.close()

    asyncio.run(check())


def test_a_process_that_dies_is_replaced() -> None:
    async def check() -> None:
        thinkers = Thinkers(processes=1)
        await thinkers.choose("random", seat().seats[Player.P1])
        (process,) = thinkers._processes._begun
        process.kill()
        await process.wait()
        assert await thinkers.choose("random", seat().seats[Player.P1]) in ("1", "2")
        await thinkers.close()
        assert all(each.returncode is not None for each in thinkers._processes._begun)

    asyncio.run(check())


def test_a_process_that_has_grown_large_is_replaced() -> None:
    async def check() -> None:
        for large, processes in ((1, 3), (1 << 40, 1)):
            thinkers, pids = Thinkers(processes=1, large=large), set()
            for _ in range(3):
                await thinkers.choose("random", seat().seats[Player.P1])
                pids |= {process.pid for process in thinkers._processes._begun}
            assert len(pids) == processes
            await thinkers.close()

    asyncio.run(check())


def test_a_client_that_keeps_bots_busy_does_not_keep_those_of_others() -> None:
    async def check() -> None:
        thinkers, traps = Thinkers(), Match(GAMES["flag-chase-traps"]()).seats[Player.P1]
        heavy = [asyncio.ensure_future(thinkers.choose("sampler:100", traps, "hostile")) for _ in range(20)]
        for client in ("another", "a third"):
            assert await thinkers.choose("random", seat().seats[Player.P1], client) in ("1", "2")
        assert not any(each.done() for each in heavy)
        for each in heavy:
            each.cancel()
        await asyncio.gather(*heavy, return_exceptions=True)
        await thinkers.close()

    asyncio.run(check())


def test_a_client_can_not_ask_for_more_bots_than_a_few_at_once() -> None:
    async def check() -> None:
        thinkers = Thinkers(processes=1)
        start = GAMES["capture-the-flag"]()
        asked = [asyncio.ensure_future(thinkers.check("random", start, "hostile")) for _ in range(12)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        denied = [each for each in answers if each]
        assert len(denied) == 3 and all(isinstance(each, Denied) and each.status == 429 for each in denied)
        await thinkers.check("random", start, "hostile")
        await thinkers.close()

    asyncio.run(check())


def test_a_bot_has_a_memory_of_its_own_and_says_nothing_of_the_machine(address: str) -> None:
    body = {
        "game": "command-line-conquer",
        "settings": {"positions": "99", "units": "9"},
        "seats": {"P2": "bot:perfect"},
    }
    status, refused, _ = request(address, "POST", "/api/games", body)
    assert (status, refused["reason"].split(", ", 1)[1]) == (
        400,
        "and these rules are too large to solve here; take random, or other rules",
    )


@pytest.mark.long
def test_the_processes_let_the_event_loop_go_first(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        create(running.address, seats={"P2": "bot:random"})
        own, *bots = nice_levels(running.process.pid)
        assert bots == [own + 10]


def children(server: int) -> list[int]:
    listed = subprocess.run(["ps", "--ppid", str(server), "-o", "pid="], capture_output=True, text=True)
    return list(map(int, listed.stdout.split()))


def nice_levels(server: int) -> list[int]:
    """Of the server and of its children."""
    listed = subprocess.run(["ps", "--pid", str(server), "--ppid", str(server), "-o", "ni="], capture_output=True)
    return sorted(map(int, listed.stdout.split()))


def test_unknown_bots_and_broken_questions_are_answered() -> None:
    async def check() -> None:
        thinkers = Thinkers(processes=1)
        with pytest.raises(BotFailed, match="no bot is called 'nobody'"):
            await thinkers.choose("nobody", seat().seats[Player.P1])
        with pytest.raises(BotFailed, match="random failed: "):
            await thinkers.choose("random", seat().seats[Player.P2])
        assert await thinkers.choose("random", seat().seats[Player.P1]) in ("1", "2")
        await thinkers.close()

    asyncio.run(check())


def test_ctrl_c_ends_them_without_a_word(tmp_path: Path) -> None:
    """At a terminal it reaches all of them: the server ends well, and nothing but its log is printed."""
    log = tmp_path / "log"
    with server(f"sqlite:{tmp_path}/games.sqlite", log, start_new_session=True) as running:
        create(running.address, seats={"P2": "bot:random"})
        os.killpg(running.process.pid, signal.SIGINT)
        assert running.process.wait(PATIENCE) == 0
    assert all(json.loads(line) for line in log.read_text().splitlines())


def test_the_processes_end_with_the_server(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        create(running.address, seats={"P2": "bot:random"})
        (child,) = children(running.process.pid)
        handle = os.pidfd_open(child)
        running.kill()
    assert select([handle], [], [], PATIENCE)[0]
    os.close(handle)
