"""Games with a long past: the first message is no larger for it, nobody is kept out by it, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.online.client.link import Link
from flagfall.online.client.live import Happening
from flagfall.online.client.live import Live as ClientLive
from flagfall.online.client.seat import RemoteSeat
from flagfall.online.ops.config import Config, store_of
from flagfall.online.protocol.events import AnyEvent, Chatted, Made, Moved, Resigned, SeatPlan, encode_event
from flagfall.online.protocol.links import digest, new_id
from flagfall.online.protocol.messages import Chat, Move, SeatName, Update, Welcome
from flagfall.online.store import Append
from flagfall.online.table.commands import done_before
from flagfall.online.table.game import REMEMBERED, Game

from .client import Live, both_links, get, request
from .server import Running, server
from .test_abuse import raw_connection, text_frame

TOKENS = {"P1": "first_seat_of_a_long_game", "P2": "other_seat_of_a_long_game"}
BOUND = 200 * 1024
"""No first message has more bytes, on the boards that a server makes."""
TO_AND_FRO = ("forward", "forward", "backward", "backward")
PATIENCE = 60


def long_game(store: str, name: str, moves: Iterable[str], bot: str | None = None, end: Iterable[AnyEvent] = ()) -> str:
    """Put a game with these moves, and what came after them, into the store, as a server would; P2 may be a bot."""
    plans = {seat: SeatPlan(digest=digest(token), taken=True) for seat, token in TOKENS.items()}
    if bot:
        plans["P2"] = SeatPlan(bot=bot)
    made = Made(at=1, start=GAMES[name]().text(), seats=plans)  # type: ignore[arg-type]
    events: list[AnyEvent] = [made]
    for number, move in enumerate(moves):
        events.append(Moved(at=2, seat="P2" if number % 2 else "P1", id=f"seed {number}", move=move))
    game = new_id()
    asyncio.run(_stored(store, game, [*events, *end]))
    return game


async def _stored(address: str, game: str, events: list[AnyEvent]) -> None:
    store = store_of(Config(store=address))
    await store.open()
    answers = [asyncio.get_running_loop().create_future() for _ in events]
    for seq, (event, answer) in enumerate(zip(events, answers, strict=True)):
        store.append(Append(game, seq, encode_event(event), answer.set_result))
    assert not any(await asyncio.gather(*answers))
    await store.close()


def flag_chase(plies: int) -> list[str]:
    return [TO_AND_FRO[number % 4] for number in range(plies)]


def earlier(running: Running, game: str, token: str | None, what: str, key: str, end: int) -> list[Any]:
    """All of a list up to a number, part by part."""
    found: list[Any] = []
    while len(found) < end:
        part = get(running.address, f"/api/games/{game}/earlier?{what}={len(found)}", token)
        assert list(part) == [what] and part[what]["start"] == len(found) and part[what][key]
        assert len(json.dumps(part)) < BOUND
        found += part[what][key]
    return found[:end]


@pytest.mark.long
def test_twelve_thousand_plies(store: str, tmp_path: Path) -> None:
    moves = flag_chase(12_000)
    game = long_game(store, "flag-chase", moves)
    with server(store, tmp_path / "log") as running, Live(running.address, game, TOKENS["P1"]) as live:
        history = live.welcome["history"]
        assert len(live.raw[0]) < BOUND
        assert (history["start"], len(history["plies"])) == (11_000, 1_000)
        assert get(running.address, f"/api/games/{game}", TOKENS["P1"])["history"] == history
        plies = earlier(running, game, TOKENS["P1"], "history", "plies", 11_000) + history["plies"]
        assert [move for ply in plies for move in ply.values()] == moves
        assert live.move("forward")["history"] == {"start": 12_000, "plies": [{"P1": "forward"}]}


@pytest.mark.long
def test_a_game_of_ordinary_length_comes_whole(store: str, tmp_path: Path) -> None:
    game = long_game(store, "flag-chase", flag_chase(1_000))
    with server(store, tmp_path / "log") as running, Live(running.address, game) as live:
        assert (live.welcome["history"]["start"], len(live.welcome["history"]["plies"])) == (0, 1_000)
        assert "chat_start" not in live.welcome


@pytest.mark.long
def test_a_full_chat_keeps_nobody_out(store: str, tmp_path: Path) -> None:
    line = "\U0001f92f" * 500
    with server(store, tmp_path / "log") as running:
        game, tokens = both_links(running.address, chat=True)
        with Live(running.address, game, tokens["P1"]) as live:
            for first in range(0, 500, 20):
                for number in range(first, first + 20):
                    said = {"type": "chat", "id": f"line {number}", "text": f"{number} {line}"[:500]}
                    live.socket.send(json.dumps(said, ensure_ascii=False))
                assert live.answer(said["id"])["type"] == "accepted"
            assert live.do("chat", text="One more")["reason"].startswith("a game has room for 500 lines of chat")
        for token in tokens.values():
            with Live(running.address, game, token) as live:
                assert len(live.raw[0]) < BOUND
                start, last = live.welcome["chat_start"], live.welcome["chat"]
                lines = earlier(running, game, token, "chat", "lines", start) + last
                assert [each["text"].split()[0] for each in lines] == list(map(str, range(500)))
        with Live(running.address, game) as watcher:
            assert "chat" not in watcher.welcome and "chat_start" not in watcher.welcome
        assert get(running.address, f"/api/games/{game}/earlier?chat=0")["chat"]["lines"] == []


def trap_dance(plies: int) -> list[str]:
    """Both lay a trap, and then go to and fro."""
    steps = (("MOVE 1 2", "MOVE 5 4"), ("MOVE 1 1", "MOVE 5 5"))
    moves = ["TRAP 3 3", "TRAP 3 4"] + [move for number in range(plies) for move in steps[number % 2]]
    return moves[:plies]


@pytest.mark.long
def test_what_was_hidden_in_a_long_game_is_shown_at_its_end(store: str, tmp_path: Path) -> None:
    game = long_game(store, "flag-chase-traps", trap_dance(1_500))
    with server(store, tmp_path / "log") as running, Live(running.address, game, TOKENS["P1"]) as live:
        before = earlier(running, game, TOKENS["P1"], "history", "plies", 2)
        assert before == [{"P1": "TRAP 3 3"}, {"P2": "TRAP ?"}]
        update = live.do("resign")
        assert (update["history"]["start"], len(update["history"]["plies"])) == (500, 1_000)
        assert earlier(running, game, TOKENS["P1"], "history", "plies", 2) == [{"P1": "TRAP 3 3"}, {"P2": "TRAP 3 4"}]


def test_a_number_that_is_none_is_refused(address: str) -> None:
    game, _ = both_links(address)
    for asked in ("history=x", "said=-1", "chat=99999999999"):
        status, refused, _ = request(address, "GET", f"/api/games/{game}/earlier?{asked}")
        assert status == 400 and refused["reason"].endswith("must be a whole number, from where on you want it")
    assert get(address, f"/api/games/{game}/earlier") == {}
    assert get(address, f"/api/games/{game}/earlier?history=7")["history"] == {"start": 7, "plies": []}


@pytest.mark.long
def test_a_full_game_can_still_be_ended(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/games.sqlite"
    game = long_game(store, "flag-chase", flag_chase(40_000))
    with server(store, tmp_path / "log") as running, Live(running.address, game, TOKENS["P1"]) as live:
        refused = live.move("forward")
        assert (refused["code"], refused["reason"]) == (
            "not-now",
            "after 40000 moves and offers a game is full: offer to end it, or resign",
        )
        assert live.do("offer", ply=40_000, what="takeback")["code"] == "not-now"
        assert live.do("offer", ply=40_000, what="end")["type"] == "update"
        assert live.do("resign")["state"]["outcome"]["winner"] == "P2"


@pytest.mark.long
def test_whoever_reads_is_not_cut_off_for_a_large_message(tmp_path: Path) -> None:
    """Nothing of the first message, which is larger than what may wait, is read until more has come behind it."""
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--board-cells=9801") as running:
        game, tokens = both_links(running.address, "grid-runner", settings={"size": "99"})
        slow = raw_connection(running, game)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.sendall(text_frame(b'{"type":"hello"}'))
        with slow, Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            while not one.seen[-1].get("watchers") and not one.seen[-1].get("presence", {}).get("watchers"):
                one.wait("presence")
            for live, move in ((one, "0,50"), (two, "98,50"), (one, "1,50")):
                live.until(max(one.state["seq"], two.state["seq"]))
                assert live.move(move)["type"] == "update"
            read = b""
            while read.count(b'"type":"update"') < 3:
                part = slow.recv(1 << 16)
                assert part, "it was cut off"
                read += part
            assert read.count(b'"type":"welcome"') == 1 and len(read) > 400_000


# --- the client of the terminal ---


def test_the_client_has_all_plies(store: str, tmp_path: Path) -> None:
    moves = trap_dance(2_500)
    game = long_game(store, "flag-chase-traps", moves)
    came: SimpleQueue[Happening] = SimpleQueue()
    with server(store, tmp_path / "log") as running:
        live = ClientLive(Link(running.address, game, TOKENS["P1"]), lambda _, what: came.put(what))
        welcome = next_of(came, Welcome)
        seat = RemoteSeat(welcome)
        seen = [move for ply in seat.seat.history for move in ply.values()]
        assert seen == ["TRAP 3 3", "TRAP ?", *moves[2:]]
        with Live(running.address, game, TOKENS["P2"]) as other:
            other.do("resign")
        news = seat.take(next_of(came, Update))
        assert news and news.ended
        assert [move for ply in seat.seat.history for move in ply.values()] == moves
        live.close()


def next_of(came: SimpleQueue[Happening], kind: type[Any]) -> Any:
    while not isinstance(message := came.get(timeout=PATIENCE), kind):
        pass
    return message


# --- whoever has long games gone through pays for it ---


STRICT = ("--message-rate=20", "--behind-proxy")
RESIGNED = Resigned(at=3, seat="P1", id="enough")


def asked(address: str, path: str, client: str) -> tuple[int, str]:
    status, body, _ = request(address, "GET", path, headers={"X-Forwarded-For": client})
    return status, body["reason"] if status == 429 else ""


@pytest.mark.long
@pytest.mark.parametrize("form", ["", "?format=json"])
def test_records_of_a_long_game_keep_nobody_waiting_for_pages(tmp_path: Path, form: str) -> None:
    store = f"sqlite:{tmp_path}/games.sqlite"
    game = long_game(store, "flag-chase", flag_chase(20_000), end=[RESIGNED])
    with server(store, tmp_path / "log", *STRICT) as running:
        path = f"/api/games/{game}/record{form}"
        assert asked(running.address, f"/api/games/{game}/status", "192.0.2.9") == (
            200,
            "",
        )  # it is in memory from now on
        with ThreadPoolExecutor(20) as many:
            answers = set(many.map(lambda _: asked(running.address, path, "192.0.2.1"), range(20)))
        assert answers == {(200, ""), (429, "too much is asked at once; wait a moment")}
        assert asked(running.address, path, "192.0.2.2") == (200, "")


@pytest.mark.long
def test_who_plays_a_bot_for_ever_has_to_wait_now_and_then(tmp_path: Path) -> None:
    """With every move it is told the whole game."""
    store = f"sqlite:{tmp_path}/games.sqlite"
    game = long_game(store, "flag-chase", flag_chase(20_000), bot="random")
    with (
        server(store, tmp_path / "log", "--message-rate=20") as running,
        Live(running.address, game, TOKENS["P1"]) as live,
    ):
        slower = "too much is asked at once; wait a moment and send it again"
        for _ in range(5):
            live.move(live.options[0])
            if live.do("chat", text="Well?")["reason"] == slower:
                break
            while not live.options:
                live.wait("update")
        else:
            pytest.fail("nothing had to wait")


def test_the_last_ids_of_each_player_are_known() -> None:
    """All of them would take more room than the rest of a game."""
    game = Game("id", Made(at=0, start="flag-chase P1 1/5", seats={"P1": SeatPlan(), "P2": SeatPlan()}))
    for number in range(40):
        seat: SeatName = "P1" if number % 2 == 0 else "P2"
        game.apply(Moved(at=0, seat=seat, id=str(number), move="forward" if number % 4 < 2 else "backward"))
    sent = [Move(id=str(number), ply=number, move="forward") for number in range(0, 40, 2)]
    assert [done_before(game, Player.P1, command) for command in sent] == list(range(1, 40, 2))
    for number in range(40, 40 + REMEMBERED):
        game.apply(Chatted(at=0, seat="P1", id=str(number), text="hello"))
    assert len(game.done[Player.P1]) == REMEMBERED
    assert done_before(game, Player.P1, Chat(id="40", text="hello")) == 41
    assert done_before(game, Player.P2, Move(id="1", ply=1, move="forward")) == 2
