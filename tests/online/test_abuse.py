"""Clients that do what they should not: each is answered as documented, and the server is well afterwards."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from flagfall.online.protocol.links import digest

from .client import PATIENCE, Live, both_links, closed, create, get, request
from .server import Running, server


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the limits that it has by default, but for those that would take long to reach."""
    limits = ("--message-rate=20", "--request-rate=10", "--game-rate=60", "--connections=12", "--all-connections=16")
    with behind_proxy(tmp_path_factory, *limits, "--hello-seconds=60", "--ping-seconds=60") as running:
        yield running


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that waits no longer for anybody than a busy machine may take to answer."""
    with behind_proxy(tmp_path_factory, "--hello-seconds=5", "--ping-seconds=5") as running:
        yield running


@pytest.fixture(scope="module")
def sparing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that grants five requests and then one a second: on the busiest machine it is asked more often."""
    with behind_proxy(tmp_path_factory, "--request-rate=1") as running:
        yield running


@contextmanager
def behind_proxy(tmp_path_factory: pytest.TempPathFactory, *options: str) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("limited")
    with server(f"sqlite:{folder}/games.sqlite", folder / "log", *options, "--behind-proxy") as running:
        yield running


def healthy(address: str) -> bool:
    return request(address, "GET", "/healthz")[:2] == (200, "ok\n")


def as_client(number: int) -> dict[str, str]:
    """Behind a proxy every test can be a client of its own."""
    return {"X-Forwarded-For": f"10.1.2.3, 192.0.2.{number}"}


# --- nonsense ---


@pytest.mark.parametrize(
    "data",
    [
        "",
        "{",
        "null",
        "[]",
        '"hello"',
        "{}",
        '{"type":"dance","id":"x"}',
        '{"type":"move"}',
        '{"type":"move","id":"x","ply":-1,"move":"1"}',
        '{"type":"move","id":"x","ply":"0","move":"1"}',
        '{"type":"move","id":"x","ply":0,"move":"1","extra":1}',
        '{"type":"move","id":"","ply":0,"move":"1"}',
        '{"type":"move","id":"' + "x" * 65 + '","ply":0,"move":"1"}',
        '{"type":"move","id":"x","ply":1e400,"move":"1"}',
        '{"type":"move","id":"x","ply":0,"move":"' + "1" * 65 + '"}',
        '{"type":"chat","id":"x","text":""}',
        "[" * 2000,
        b"\xff\xfe\x00",
        b'{"type":"move","id":"\xff","ply":0,"move":"1"}',
        '{"type":"hello"}',
    ],
)
def test_what_can_not_be_read_is_refused_and_nothing_happens(address: str, data: str | bytes) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as live:
        live.socket.send(data)
        refused = live.wait("refused")
        assert refused["code"] == "bad-message" and refused["reason"]
        assert live.move("1")["type"] == "update"


def test_the_id_of_an_unreadable_command_is_answered_if_it_can_be_found(address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as live:
        live.send("move", id="mine", ply="nonsense", move="1")
        assert live.wait("refused")["id"] == "mine"


def test_who_sends_nothing_but_nonsense_is_sent_away(address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as live:
        for _ in range(60):
            live.socket.send("nonsense")
        code, _ = closed(live)
        assert code == 4400
        assert len([each for each in live.seen if each["type"] == "refused"]) == 49
    assert healthy(address)


@pytest.mark.parametrize("data", ["", "{", '{"type":"ping"}', '{"type":"move","id":"x","ply":0,"move":"1"}', "x" * 500])
def test_the_first_message_must_be_hello(address: str, data: str) -> None:
    game, _ = both_links(address)
    with Live(address, game, hello=False) as live:
        live.socket.send(data)
        code, reason = closed(live)
        assert code == 4400 and reason


def test_a_message_that_is_too_large_closes_the_connection(address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as live:
        live.socket.send("x" * 4097)
        assert closed(live)[0] == 1009
    with Live(address, game, hello=False) as live:
        live.socket.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            live.read_to_the_end()
    assert healthy(address)


def raw_connection(running: Running, game: str) -> socket.socket:
    """A WebSocket without a library, past its handshake."""
    opened = socket.create_connection(("127.0.0.1", running.port), PATIENCE)
    opened.sendall(
        f"GET /api/games/{game}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += opened.recv(1)
    assert answer.startswith(b"HTTP/1.1 101")
    return opened


def text_frame(data: bytes) -> bytes:
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
    return b"\x81" + length + b"\0\0\0\0" + data


@pytest.mark.parametrize(
    "frame",
    [
        b"\x81\x05hello",  # not masked
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
        b"\x83\x80\0\0\0\0",  # an opcode that there is not
        b"\xc1\x81\0\0\0\0x",  # a reserved bit
        b"\x89\xfe\0\x80" + b"\0" * 132,  # a ping that is too long
        b"\x80\x81\0\0\0\0x",  # goes on with nothing
        b"\x81\x82\0\0\0\0\xff\xff",  # not UTF-8
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_malformed_frames_end_the_connection_and_nothing_else(running: Running, frame: bytes) -> None:
    game, tokens = both_links(running.address)
    with Live(running.address, game, tokens["P1"]) as live:
        opened = raw_connection(running, game)
        with opened:
            opened.sendall(frame)
            while opened.recv(4096):
                pass
        assert live.move("1")["type"] == "update"
    assert healthy(running.address)


def test_a_message_may_come_in_pieces(running: Running) -> None:
    game, tokens = both_links(running.address)
    hello = json.dumps({"type": "hello", "token": tokens["P1"]}).encode()
    with raw_connection(running, game) as opened:
        opened.sendall(b"\x01\x85\0\0\0\0" + hello[:5] + bytes([0x80, 0x80 | len(hello[5:])]) + b"\0\0\0\0" + hello[5:])
        assert b'"you":"P1"' in opened.recv(65536)


@pytest.mark.long
def test_who_says_nothing_is_sent_away(impatient: Running) -> None:
    game, _ = both_links(impatient.address)
    with Live(impatient.address, game, hello=False) as live:
        assert closed(live) == (4400, "no hello came in time")


@pytest.mark.long
def test_who_does_not_answer_pings_is_gone(impatient: Running) -> None:
    """A connection that is there but dead: as when a phone has lost its network."""
    game, tokens = both_links(impatient.address)
    with Live(impatient.address, game, tokens["P1"]) as one, raw_connection(impatient, game) as dead:
        dead.sendall(text_frame(json.dumps({"type": "hello", "token": tokens["P2"]}).encode()))
        while not one.wait("presence")["seats"]["P2"].get("here"):
            pass
        while one.wait("presence")["seats"]["P2"].get("here"):
            pass
        assert one.move("1")["type"] == "update"


# --- tokens ---


@pytest.mark.parametrize("token", ["x" * 24, "x" * 22, "-" * 128])
def test_a_wrong_token_is_refused(address: str, token: str) -> None:
    game, _ = both_links(address)
    with Live(address, game, hello=False) as live:
        live.send("hello", token=token)
        assert closed(live) == (4401, "this link is not one of the game's; was it renewed?")
    assert request(address, "GET", f"/api/games/{game}", token=token)[0] == 401
    assert request(address, "POST", f"/api/games/{game}/renew", {}, token=token)[0] == 401
    assert request(address, "POST", f"/api/games/{game}/join", {"invitation": token})[0] == 401


@pytest.mark.parametrize("token", ["", "short", "x" * 129, "ünïcödé" * 5, "with blanks " * 3])
def test_what_is_no_token_is_refused(address: str, token: str) -> None:
    game, _ = both_links(address)
    with Live(address, game, hello=False) as live:
        live.send("hello", token=token)
        assert closed(live)[0] == 4400
    assert request(address, "POST", f"/api/games/{game}/join", {"invitation": token})[0] == 400


def test_a_token_of_another_game_or_its_digest_is_worth_nothing(address: str) -> None:
    game, tokens = both_links(address)
    _, others = both_links(address)
    for token in (others["P1"], digest(tokens["P1"])):
        with Live(address, game, hello=False) as live:
            live.send("hello", token=token)
            assert closed(live)[0] == 4401


def test_there_is_no_game_of_this_name(address: str) -> None:
    for game in ("nothing", "%00", "x" * 64):
        with Live(address, game, hello=False) as live:
            live.send("hello")
            assert closed(live) == (4404, "there is no such game; is the link complete?")
        assert request(address, "GET", f"/api/games/{game}")[0] == 404


def test_there_is_nothing_live_elsewhere(address: str) -> None:
    for game in ("..%2f..", "x" * 65):
        with pytest.raises(InvalidStatus) as refused, Live(address, game):
            pass
        assert refused.value.response.status_code == 404


# --- replays and races ---


def test_replayed_and_reordered_moves_change_nothing(address: str) -> None:
    """Everything that a player ever sent, sent again in another order."""
    game, tokens = both_links(address, "grid-runner")
    sent = []
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two:
        for ply in range(6):
            live = (one, two)[ply % 2]
            live.until(ply + 2)
            message = {"id": f"m{ply}", "ply": ply, "move": live.options[0]}
            live.do("move", **message)
            sent.append((live, message))
        one.until(8)
        two.until(8)
        before = get(address, f"/api/games/{game}")
        for live, message in reversed(sent):
            assert live.do("move", **message)["type"] == "accepted"
        for live, message in sent:
            answer = live.do("move", **{**message, "id": "again" + message["id"]})
            assert (answer["type"], answer["code"], answer["ply"]) == ("refused", "stale", 6)
        assert get(address, f"/api/games/{game}") == before


def test_a_stolen_moment_two_tabs_move_at_once_and_one_move_counts(address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P1"]) as tab:
        for live, move in ((one, "1"), (tab, "2")):
            live.command("move", id=f"tab {move}", ply=0, move=move)
        answers = sorted((one.answer("tab 1")["type"], tab.answer("tab 2")["type"]))
        assert answers == ["refused", "update"]
        assert get(address, f"/api/games/{game}")["state"]["ply"] == 1


# --- floods ---


def test_too_many_messages_are_refused_and_then_the_connection_is_closed(strict: Running) -> None:
    game, tokens = both_links(strict.address)
    with Live(strict.address, game, tokens["P1"], additional_headers=as_client(1)) as live:
        with suppress(ConnectionClosed):
            for number in range(20_000):  # until the server has had enough
                live.command("move", id=f"{number}", ply=9, move="1")
        code, reason = closed(live)
        assert (code, reason) == (4429, "too many messages; wait a moment and send it again")
        codes = [each["code"] for each in live.seen if each["type"] == "refused"]
        assert codes[:60] == ["stale"] * 60 and codes[-49:] == ["rate"] * 49
    assert healthy(strict.address)


def test_who_has_had_too_much_stored_waits_and_nobody_else_does(tmp_path: Path) -> None:
    """Else one visitor could fill the disk for all."""
    store = f"sqlite:{tmp_path}/games.sqlite"
    with server(store, tmp_path / "log", "--store-rate=1", "--message-rate=100000", "--behind-proxy") as running:
        game, tokens = both_links(running.address, chat=True)
        with (
            Live(running.address, game, tokens["P1"], additional_headers=as_client(1)) as talker,
            Live(running.address, game, tokens["P2"], additional_headers=as_client(2)) as other,
        ):
            said = 0
            while (answer := talker.do("chat", text="x" * 500))["type"] != "refused":
                said += 1
                assert said < 20
            assert said == 5 and answer["code"] == "rate" and "stored" in answer["reason"]
            assert other.do("chat", text="I can still talk.")["type"] == "accepted"


def test_too_many_connections_of_one_client_are_refused_and_others_are_not(strict: Running) -> None:
    game, tokens = both_links(strict.address)
    with ExitStack() as stack:
        for _ in range(12):
            stack.enter_context(Live(strict.address, game, tokens["P1"], additional_headers=as_client(2)))
        with Live(strict.address, game, hello=False, additional_headers=as_client(2)) as live:
            assert closed(live) == (4429, "too many connections; close some")
        for _ in range(4):
            stack.enter_context(Live(strict.address, game, tokens["P2"], additional_headers=as_client(3)))
        with Live(strict.address, game, hello=False, additional_headers=as_client(4)) as live:
            assert closed(live) == (4429, "too many connections; close some")
        assert healthy(strict.address)
    with Live(strict.address, game, tokens["P1"], additional_headers=as_client(2)) as back:
        assert back.welcome["you"] == "P1"


def test_too_many_requests_are_told_to_wait(sparing: Running) -> None:
    granted = 0
    while (refused := request(sparing.address, "GET", "/api/catalogue", headers=as_client(5)))[0] == 200:
        granted += 1
        assert granted < 100
    assert refused[:2] == (429, {"code": "too-many", "reason": "too many requests; wait a moment"})
    assert granted >= 5 and refused[2]["retry-after"] == "1"
    assert request(sparing.address, "GET", "/api/catalogue", headers=as_client(6))[0] == 200
    assert healthy(sparing.address)


def test_a_flood_of_connections_is_sent_away(sparing: Running) -> None:
    game, _ = both_links(sparing.address)
    codes = [(4401, "this link is not one of the game's; was it renewed?")]
    while codes[-1] == codes[0] and len(codes) < 100:
        with Live(sparing.address, game, hello=False, additional_headers=as_client(8)) as live:
            with suppress(ConnectionClosed):
                live.send("hello", token="x" * 24)
            codes.append(closed(live))
    assert len(codes) > 6 and codes[-1] == (4429, "too many connections in a short time; wait a moment")
    assert healthy(sparing.address)


def test_too_many_games_are_told_to_wait(strict: Running) -> None:
    body = {"game": "capture-the-flag"}
    answers = [request(strict.address, "POST", "/api/games", body, headers=as_client(7)) for _ in range(22)]
    statuses = [status for status, _, _ in answers]
    assert statuses == [201] * 20 + [429] * 2
    assert answers[-1][1]["reason"] == "too many new games; wait a while"
    assert 1 <= int(answers[-1][2]["retry-after"]) <= 60


@pytest.mark.parametrize(
    "wrong",
    [
        b"",
        b"{",
        b'{"game":"flag-chase","extra":1}',
        {"game": "nothing"},
        {"game": "flag-chase", "settings": {"cells": "-1"}},
        {"game": "flag-chase", "seats": {"P2": "bot:nobody"}},
    ],
)
def test_games_that_were_not_made_are_not_counted(strict: Running, wrong: object) -> None:
    who = as_client(100 + len(str(wrong)))
    refused = [request(strict.address, "POST", "/api/games", wrong, headers=who)[0] for _ in range(25)]
    assert refused == [400] * 25
    made = [request(strict.address, "POST", "/api/games", {"game": "flag-chase"}, headers=who)[0] for _ in range(21)]
    assert made == [201] * 20 + [429]


@pytest.mark.parametrize("ply", ["1" * 5000, "1" * 10, "-1", "x", "1.0", "%31%00"])
def test_what_is_no_ply_is_not_there(address: str, ply: str) -> None:
    game, _ = both_links(address)
    status, refused, _ = request(address, "GET", f"/api/games/{game}/plies/{ply}")
    assert (status, refused["code"]) == (404, "no-page")


@pytest.mark.parametrize("path", ["/api/games", "/api/games/x/join", "/api/games/x/renew"])
def test_a_request_that_is_too_large_is_refused(address: str, path: str) -> None:
    status, refused, _ = request(address, "POST", path, b"{" + b" " * 20_000 + b"}")
    assert (status, refused) == (413, {"code": "too-large", "reason": "a request may have 16384 bytes"})


# --- slow readers ---


def test_a_slow_reader_is_cut_off_and_hurts_nobody(running: Running) -> None:
    """A watcher reads nothing while the players make the server send more than it keeps for anybody."""
    game, tokens = both_links(running.address, "flag-chase", settings={"cells": "99"})
    slow = raw_connection(running, game)
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    slow.sendall(text_frame(b'{"type":"hello"}'))
    with slow, Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
        while not one.wait("presence").get("watchers"):
            pass
        watched = True
        for ply in range(2000):
            live = (one, two)[ply % 2]
            live.until(ply + 2)
            move = ("forward", "forward", "backward", "backward")[ply % 4]
            assert live.move(move)["type"] == "update"
            watched = watched and not any(
                each["type"] == "presence" and not each.get("watchers") for each in live.seen[-4:]
            )
            if not watched:
                break
        assert not watched and ply > 20
    assert 'flagfall_closings_total{reason="slow"} 1.0' in get(running.address, "/metrics")
    assert healthy(running.address)


# --- origins ---


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", "http://["])
def test_pages_of_other_origins_can_not_connect(address: str, origin: str) -> None:
    game, _ = both_links(address)
    with pytest.raises(InvalidStatus) as refused, Live(address, game, additional_headers={"Origin": origin}):
        pass
    assert refused.value.response.status_code == 403


def test_pages_of_the_server_itself_can(address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"], additional_headers={"Origin": address}) as live:
        assert live.welcome["you"] == "P1"


def test_a_named_origin_can(tmp_path: Path) -> None:
    allowed = ("--origin=https://games.example", "--origin=https://other.example")
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", *allowed) as running:
        game = create(running.address)["id"]
        for origin in ("https://games.example", "https://other.example"):
            with Live(running.address, game, additional_headers={"Origin": origin}) as live:
                assert live.welcome["you"] is None
        other = {"Origin": "https://games.example.org"}
        with pytest.raises(InvalidStatus), Live(running.address, game, additional_headers=other):
            pass


FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://evil.example"},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", "Content-Type": "text/plain"},
    {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_pages_of_other_origins_can_not_make_games_nor_use_up_a_visitor_s_share(
    strict: Running, headers: dict[str, str]
) -> None:
    who = as_client(30 + FOREIGN.index(headers))
    body = {"game": "flag-chase"}
    answers = [request(strict.address, "POST", "/api/games", body, headers=headers | who) for _ in range(70)]
    assert [status for status, _, _ in answers[:50]] == [403] * 50
    assert {status for status, _, _ in answers} <= {403, 429}
    assert answers[0][1] == {"code": "bad-origin", "reason": "pages of this origin may not ask here"}
    made = [request(strict.address, "POST", "/api/games", body, headers=who)[0] for _ in range(21)]
    assert made == [201] * 20 + [429]


@pytest.mark.parametrize("site", ["same-origin", "none", None])
def test_pages_of_the_server_itself_and_programs_can_make_games(address: str, site: str | None) -> None:
    said = {"Sec-Fetch-Site": site} if site else {}
    for origin in ({"Origin": address}, {"Origin": "null"} if site else {}, {}):
        assert request(address, "POST", "/api/games", {"game": "flag-chase"}, headers=said | origin)[0] == 201


def test_other_pages_may_link_here_and_take_nothing(address: str) -> None:
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    picture = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}
    assert request(address, "GET", "/", headers=link)[0] == 200
    assert request(address, "GET", "/api/catalogue", headers=picture)[0] == 403


def test_what_comes_after_a_body_does_not_say_who_asks(sparing: Running) -> None:
    """A client behind the proxy may send trailers, and call itself something else there."""
    body = b"1\r\n{\r\n0\r\nX-Forwarded-For: 203.0.113.%d\r\n\r\n"
    head = (
        b"POST /api/games HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.90\r\nConnection: close\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )
    statuses = [b"400"]
    while statuses[-1] == b"400" and len(statuses) < 100:
        with socket.create_connection(("127.0.0.1", sparing.port), PATIENCE) as opened:
            opened.sendall(head + body % (len(statuses) % 256))
            statuses.append(opened.recv(65536).split()[1])
    assert len(statuses) > 6 and statuses[-1] == b"429"
