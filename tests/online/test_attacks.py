"""Hostile clients: they are cut, and somebody else meanwhile plays a whole game at the same server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from resource import RLIMIT_NOFILE, setrlimit
from time import monotonic, sleep
from typing import Any

import pytest

from flagfall.games import GAMES
from flagfall.online.ops.limits import Limits, Rate

from . import attacks
from .attacks import HEAD, MB, UPGRADE, Target, answered, frame, frames, poured, request_flood
from .client import PATIENCE, Live, both_links, get, request
from .server import Running, server
from .test_play import play_on

POST = b"POST /api/games HTTP/1.1\r\nHost: x\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
LIVE = b"/api/games/x/live"
MEMORY = 48 * MB
"""No attack may make the server grow by so much; some send it more."""
PACE = 1.0
"""Seconds from one game to the next of the same visitor, who may ask for ten things in each."""

DEFAULTS = (
    "--message-rate=20", "--request-rate=10", "--connections=64", "--all-connections=10000",
    "--hello-seconds=10", "--ping-seconds=10",
)  # fmt: skip


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def attacked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the limits that it has by default, but for those that would take long to reach."""
    folder: Path = tmp_path_factory.mktemp("attacked")
    sqlite = request.param == "sqlite"
    store = f"sqlite:{folder}/games.sqlite" if sqlite else str(request.getfixturevalue("postgres"))
    with server(store, folder / "log", *DEFAULTS) as running:
        yield running
        assert running.stop() == 0
        assert "raceback" not in running.log.read_text(), running.log


def memory(running: Running) -> int:
    """The most that the server has ever had."""
    (line,) = (line for line in Path(f"/proc/{running.process.pid}/status").read_text().splitlines() if "VmHWM" in line)
    return int(line.split()[1]) * 1024


SENT_AWAY = 4429
LIMITS = Limits()
ATTACKS: dict[str, tuple[Callable[[Target], object], Callable[[Any], bool]]] = {}
DELAYS: dict[str, tuple[Callable[[Target], object], object]] = {
    "nothing said": (answered(b""), None),
    "half a head": (answered(HEAD % b"/"), 408),
    "half a body": (answered(POST + b"Content-Length: 10\r\n\r\n{"), 408),
    "half a chunk": (answered(POST + CHUNKED + b"a\r\n{"), 408),
    "a head that drips": (attacks.drip, 408),
    "nothing more said": (attacks.idle, b""),
    "answers that nobody reads": (attacks.deaf_reader, True),
}
"""Attacks that do nothing but make the server wait until it has no patience left."""


def attack(name: str, does: Callable[[Target], object], *seen: object) -> None:
    ATTACKS[name] = does, lambda found: found in seen


def flood(name: str, does: Callable[[Target], tuple[int, float]], allowed: Rate) -> None:
    """Nobody gets more than this, however often they ask."""

    def within(found: tuple[int, float]) -> bool:
        many, seconds = found
        return 1 <= many <= allowed.at_once + allowed.per_second * seconds + 1

    ATTACKS[name] = does, within


attack("half a body and away", attacks.broken_off, True)
attack("a long address", poured(b"GET /", b"x"), 414)
attack("a long address to connect to", poured(b"GET /api/games/", b"x"), 414)
attack("a long header", poured(HEAD % b"/" + b"X: ", b"x"), 431)
attack("many headers", poured(HEAD % b"/", b"a:b\r\n"), 431)
attack("many headers to connect with", answered(UPGRADE % LIVE + b"a:b\r\n" * 200 + b"\r\n"), 431)
attack("a long header to connect with", answered(UPGRADE % LIVE + b"X: " + b"x" * 9000 + b"\r\n\r\n"), 431)
attack("many requests ahead", poured(b"", HEAD % b"/" + b"\r\n"), 429, None)
attack("a body where there is none", poured(HEAD % b"/healthz" + b"Content-Length: 99999999\r\n\r\n", b"x"), 413, 200)
attack(
    "a body for nobody", poured(b"POST /nowhere HTTP/1.1\r\n" + CHUNKED, b"800\r\n" + b"x" * 2048 + b"\r\n"), 413, 404
)
attack("a large body", poured(POST + b"Content-Length: 99999999\r\n\r\n", b" "), 413)
attack("many small chunks", poured(POST + CHUNKED, b"1\r\n \r\n"), 413)
attack("a long chunk header", poured(POST + CHUNKED + b"1;", b"x"), 413)
attack("many trailers", poured(POST + CHUNKED + b"0\r\n", b"a:b\r\n"), 413, 400)
attack("1,100 sockets", attacks.silent_crowd, *range(129))
flood("a flood of requests", request_flood("/api/catalogue"), LIMITS.requests)
flood("a flood of pages", request_flood("/"), LIMITS.requests)
flood("a flood of questions after its health", request_flood("/healthz"), LIMITS.requests)
flood("a flood of questions for figures", request_flood("/metrics"), LIMITS.requests)
flood("a flood of files", request_flood("/static/nothing"), LIMITS.files)
attack("pings", frames(frame(9)), SENT_AWAY)
attack("long pings", frames(frame(9, b"x" * 125)), SENT_AWAY)
attack("pongs", frames(frame(10)), SENT_AWAY)
attack("empty fragments", frames(frame(1, last=False) + frame(0, last=False) * 50), SENT_AWAY, 1002)
attack("pings before hello", frames(frame(9), hello=False), SENT_AWAY)
attack("fragments before hello", frames(frame(0, last=False), hello=False), 1002)
attack("messages before hello", frames(frame(1, b"{}"), hello=False), SENT_AWAY, 4400)
attack("nonsense", frames(frame(1, b"{}")), SENT_AWAY, 4400)
attack("commands of a watcher", frames(frame(1, b'{"type":"resign","id":"x"}')), SENT_AWAY)
attack("application pings", frames(frame(1, b'{"type":"ping"}')), SENT_AWAY)
attack("bytes", frames(frame(2, b"\0")), SENT_AWAY, 4400)
attack("compressed frames", frames(b"\xc1\x81\0\0\0\0x"), 1002)
attack("frames that are too large", frames(b"\x81\xff\0\0\0\0\xff\xff\xff\xff\0\0\0\0" + b"x" * 9999), 1009)
attack("a message in tiny pieces", attacks.one_by_one, SENT_AWAY, 4400)
attack("talking on after goodbye", attacks.after_goodbye, b"")
attack("many connections that flood together", attacks.all_at_once, {SENT_AWAY}, {SENT_AWAY, None})
flood("coming back again and again", attacks.again_and_again, LIMITS.requests)


@pytest.mark.long
def test_every_attack_is_cut_and_nobody_else_feels_it(attacked: Running, name: str, number: int) -> None:
    does, is_seen = ATTACKS[name]
    game, _ = both_links(attacked.address)
    before = memory(attacked)
    with ThreadPoolExecutor(1) as hostile:
        found = hostile.submit(does, Target(attacked.port, game, source=f"127.0.1.{number + 1}"))
        play_a_game(attacked.address, list(GAMES)[number % len(GAMES)])
        assert is_seen(found.result()), found.result()
    play_a_game(attacked.address, list(GAMES)[number % len(GAMES)])
    assert memory(attacked) - before < MEMORY


@pytest.mark.long
def test_who_keeps_the_server_waiting_is_cut_and_nobody_else_feels_it(attacked: Running) -> None:
    """All at the same time, as each takes as long as the server has patience."""
    before = memory(attacked)
    with ThreadPoolExecutor(len(DELAYS)) as hostile:
        found = {
            name: hostile.submit(does, Target(attacked.port, "x", source=f"127.0.2.{number}"))
            for number, (name, (does, _)) in enumerate(DELAYS.items(), 1)
        }
        for game in GAMES:
            play_a_game(attacked.address, game)
        assert {name: each.result() for name, each in found.items()} == {
            name: seen for name, (_, seen) in DELAYS.items()
        }
    play_a_game(attacked.address, next(iter(GAMES)))
    assert memory(attacked) - before < MEMORY


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize(("name", "number"), [(name, at) for at, name in enumerate(ATTACKS)], ids=list(ATTACKS))


def play_a_game(address: str, game: str) -> None:
    """A whole game, with the moves and at the pace that the limits leave to a person."""
    begun = monotonic()
    name, tokens = both_links(address, game, cap=40)
    with Live(address, name, tokens["P1"]) as one, Live(address, name, tokens["P2"]) as two:
        play_on({"P1": one, "P2": two}, Random(game))
    assert get(address, f"/api/games/{name}")["state"]["outcome"]
    sleep(max(begun + PACE - monotonic(), 0))


# --- when files run out ---


def test_there_are_always_files_left_for_who_is_here(tmp_path: Path) -> None:
    """The system allows few open files: the server says so, and takes no more connections than it has files for."""
    with server(
        f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", *DEFAULTS[:4], "--hello-seconds=120", files=(64, 400)
    ) as running:
        limits = Path(f"/proc/{running.process.pid}/limits").read_text()
        assert re.search(r"Max open files +400 +400", limits)
        assert '"event":"too few open files"' in running.log.read_text()
        name, tokens = both_links(running.address, "grid-runner", cap=40)
        with Live(running.address, name, tokens["P1"]) as one, Live(running.address, name, tokens["P2"]) as two:
            with ExitStack() as stack:
                for number in range(1, 6):
                    hostile = Target(running.port, name, f"127.0.3.{number}")
                    crowd = [stack.enter_context(hostile.connect()) for _ in range(90)]
                assert attacks.to_the_end(crowd[-1]) == b""
                play_on({"P1": one, "P2": two}, Random(1))
            assert '"event":"too many connections in all"' in running.log.read_text()
        play_a_game(running.address, "flag-chase")
        assert running.stop() == 0


def test_one_client_can_not_shut_out_the_others(tmp_path: Path) -> None:
    with server(
        f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", *DEFAULTS[:4], "--hello-seconds=120", files=(64, 400)
    ) as running:
        with ExitStack() as stack:
            hostile = Target(running.port, "x")
            crowd = [stack.enter_context(hostile.connect()) for _ in range(500)]
            assert attacks.to_the_end(crowd[-1]) == b""
            play_a_game(running.address, "flag-chase")
        told = [line for line in running.log.read_text().splitlines() if "too many connections of one client" in line]
        assert len(told) == 1 and '"client":"127.0.0.2"' in told[0]


@pytest.mark.long
def test_too_few_files_for_anybody_are_an_error(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "flagfall", "serve", "--port=0", f"--store=sqlite:{tmp_path}/games.sqlite"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=partial(setrlimit, RLIMIT_NOFILE, (150, 150)),
    )
    assert done.returncode == 1
    assert "10000 connections need 11100 open files, and the system allows 150" in done.stderr


# --- what is no attack ---


@pytest.mark.long
def test_a_head_of_seven_kilobytes_is_none(attacked: Running) -> None:
    assert request(attacked.address, "GET", "/healthz", headers={"Cookie": "x" * 7000})[0] == 200


def test_some_requests_may_be_asked_ahead(attacked: Running) -> None:
    with Target(attacked.port, "x", "127.0.4.1").connect() as opened:
        opened.sendall((HEAD % b"/healthz" + b"\r\n") * 7 + HEAD % b"/healthz" + b"Connection: close\r\n\r\n")
        assert attacks.to_the_end(opened).count(b"200 OK") == 8


def test_a_body_may_come_in_chunks(attacked: Running) -> None:
    body = b'{"game":"flag-chase"}'
    chunks = b"".join(b"1\r\n%c\r\n" % letter for letter in body) + b"0\r\n\r\n"
    with Target(attacked.port, "x", "127.0.4.2").connect() as opened:
        opened.sendall(POST + b"Connection: close\r\n" + CHUNKED + chunks)
        assert attacks.status(attacks.to_the_end(opened)) == 201
