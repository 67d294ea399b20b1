"""When the store does not answer, or is not what it was: players are told at once, nothing acknowledged is lost, and
nothing is done twice; afterwards everything goes on."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from .client import Live, both_links, closed, create, get, request
from .relay import Relay, relay
from .server import Running, server
from .test_operations import serve


def health(running: Running) -> int:
    return request(running.address, "GET", "/healthz")[0]


def until_well(running: Running) -> None:
    while health(running) != 200:
        pass


def until_answered(live: Live, **command: Any) -> dict[str, Any]:
    """What a client does: send it again, as it is, until it is done."""
    while (answer := live.do("move", **command)).get("code") == "unavailable":
        pass
    return answer


def assert_nothing_can_be_saved(running: Running, game: str, live: Live, **command: Any) -> None:
    answer = live.do("move", **command)
    assert (answer["type"], answer.get("code")) == ("refused", "unavailable")
    assert answer["reason"] == "this could not be saved now; send it again"
    assert health(running) == 503
    status, refused, _ = request(running.address, "POST", "/api/games", {"game": "capture-the-flag"})
    assert (status, refused["code"]) == (503, "unavailable")
    status, refused, _ = request(running.address, "GET", f"/api/games/{game}")
    assert (status, refused["code"]) == (503, "unavailable")
    with Live(running.address, game, hello=False) as new:
        new.send("hello")
        assert closed(new) == (1013, "the store does not answer now; come again")


# --- PostgreSQL that hangs ---


@contextmanager
def through_a_line(postgres: str) -> Iterator[tuple[Relay, str]]:
    """A line to the database that can stand still, and the address of the database by it."""
    parts = urlsplit(postgres)
    folder = parse_qs(parts.query).get("host")
    target = Path(folder[0], ".s.PGSQL.5432") if folder else f"http://{parts.hostname}:{parts.port or 5432}"
    with relay(target) as line:
        user = parts.netloc.rpartition("@")[0]
        yield line, f"postgresql://{user}@127.0.0.1:{line.port}{parts.path}"


@pytest.mark.long
def test_a_database_that_hangs_is_said_and_goes_on(postgres: str, tmp_path: Path) -> None:
    with through_a_line(postgres) as (line, store), server(store, tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            one.move("1")
            two.until(3)
            line.hold()
            assert_nothing_can_be_saved(running, game, two, id="late", ply=1, move="2")
            status = request(running.address, "GET", "/api/games/abc")[0]
            assert status == 503  # nobody knows whether there is such a game
            line.go_on()
            assert until_answered(two, id="late", ply=1, move="2")["type"] in ("update", "accepted")
            one.until(4)
            until_well(running)
            assert one.history == [{"P1": "1"}, {"P2": "2"}]
            assert one.move("1")["type"] == "update"
        assert running.stop() == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.long
def test_a_server_stops_though_its_database_hangs(postgres: str, tmp_path: Path) -> None:
    with through_a_line(postgres) as (line, store), server(store, tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]):
            line.hold()
            one.command("move", ply=0, move="1")
            assert running.stop() == 0
            with pytest.raises(ConnectionClosed):
                one.read_to_the_end()


@pytest.mark.long
def test_a_server_that_can_not_reach_its_database_does_not_begin(postgres: str) -> None:
    with through_a_line(postgres) as (line, store):
        line.hold()
        result = serve("--port=0", f"--store={store}")
    told = "flagfall: the PostgreSQL store can't be reached: it does not answer\n"
    assert (result.returncode, result.stderr) == (1, told)


@pytest.mark.long
def test_outages_at_random_lose_and_double_nothing(postgres: str, tmp_path: Path) -> None:
    """Two servers, each with a line of its own that stands still or breaks while moves are on their way."""
    random = Random(17)
    with (
        through_a_line(postgres) as (here, one_store),
        through_a_line(postgres) as (there, two_store),
        server(one_store, tmp_path / "one") as first,
        server(two_store, tmp_path / "two") as second,
    ):
        game, tokens = both_links(first.address, "capture-the-flag", settings={"cells": "99", "flag": "50"})
        lives = Live(first.address, game, tokens["P1"]), Live(second.address, game, tokens["P2"])
        played = []
        with lives[0], lives[1]:
            for ply in range(12):
                live, line = lives[ply % 2], (here, there)[ply % 2]
                while live.state["ply"] < ply:
                    live.receive()
                move, command = random.choice(live.options), f"c{ply}"
                trouble = random.choice(["none", "hold", "cut"])
                if trouble == "hold":
                    line.hold()
                live.command("move", id=command, ply=ply, move=move)
                if trouble == "cut":
                    line.cut()
                elif trouble == "hold":
                    assert live.answer(command)["code"] == "unavailable"
                    line.go_on()
                    live.command("move", id=command, ply=ply, move=move)
                if live.answer(command).get("code") == "unavailable":
                    until_answered(live, id=command, ply=ply, move=move)
                played.append({("P1", "P2")[ply % 2]: move})
        until_well(first)
        assert get(first.address, f"/api/games/{game}")["history"]["plies"] == played


# --- SQLite: the files ---


def copied(path: Path) -> None:
    shutil.copy(path, path.with_suffix(".copy"))
    os.replace(path.with_suffix(".copy"), path)


def overwritten(path: Path) -> None:
    path.write_bytes(path.read_bytes())


LOSSES: dict[str, Callable[[Path], None]] = {
    "deleted": Path.unlink,
    "moved": lambda path: path.rename(path.with_suffix(".away")) and None,
    "replaced": copied,
    "overwritten": overwritten,
    "emptied": lambda path: path.write_bytes(b"") and None,
    "the log deleted": lambda path: Path(f"{path}-wal").unlink(),
    "the log overwritten": lambda path: overwritten(Path(f"{path}-wal")),
    "the folder gone": lambda path: path.parent.rename(path.parent.with_name("elsewhere")) and None,
}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.long
def test_a_file_that_is_no_longer_the_same_takes_no_move(loss: str, tmp_path: Path) -> None:
    path = tmp_path / "store" / "games.sqlite"
    with server(f"sqlite:{path}", tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]):
            assert health(running) == 200
            LOSSES[loss](path)
            assert_nothing_can_be_saved(running, game, one, id="gone", ply=0, move="1")
        assert running.stop() == 0
    log = (tmp_path / "log").read_text()
    assert log.count("the store's files were deleted or changed") == 1 and "Traceback" not in log


@pytest.mark.long
def test_a_file_that_is_put_back_goes_on(tmp_path: Path) -> None:
    path, away = tmp_path / "games.sqlite", tmp_path / "away.sqlite"
    with server(f"sqlite:{path}", tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            one.until(2)
            path.rename(away)
            assert_nothing_can_be_saved(running, game, one, id="first", ply=0, move="1")
            away.rename(path)
            assert until_answered(one, id="first", ply=0, move="1")["type"] == "update"
            two.until(3)
            until_well(running)
            running.kill()
    with server(f"sqlite:{path}", tmp_path / "log") as again:
        assert get(again.address, f"/api/games/{game}")["history"]["plies"] == [{"P1": "1"}]


@contextmanager
def full_disk(running: Running, folder: Path) -> Iterator[None]:
    """No file of the server may grow: what a full disk, a quota or a read-only file system says, it is told so, too."""
    largest = max(path.stat().st_size for path in folder.glob("games.sqlite*"))
    before = resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, before)


def test_a_full_disk_takes_no_move_and_loses_none(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            one.move("1")
            two.until(3)
            with full_disk(running, tmp_path):
                answer = two.do("move", id="full", ply=1, move="2")
                assert (answer["type"], answer["code"]) == ("refused", "unavailable")
                assert health(running) == 503
                assert request(running.address, "POST", "/api/games", {"game": "capture-the-flag"})[0] == 503
            assert until_answered(two, id="full", ply=1, move="2")["type"] == "update"
            until_well(running)
            create(running.address)
            running.kill()
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as again:
        assert get(again.address, f"/api/games/{game}")["history"]["plies"] == [{"P1": "1"}, {"P2": "2"}]


def test_health_is_no_lever(tmp_path: Path) -> None:
    """However often it is asked for, the store is written once a second at most."""
    path = tmp_path / "games.sqlite-wal"
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        assert health(running) == 200
        seen = {path.stat().st_mtime_ns}
        for _ in range(200):
            assert health(running) == 200
            seen.add(path.stat().st_mtime_ns)
        begun, ended = min(seen), max(seen)
        assert len(seen) <= 2 + (ended - begun) / 1e9


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A file system of its own, with room for little."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", folder], capture_output=True)
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


@pytest.mark.long
def test_a_disk_that_is_really_full_is_noticed_though_nobody_plays(tmp_path: Path) -> None:
    with small_disk(tmp_path / "small") as folder:
        with server(f"sqlite:{folder}/games.sqlite", tmp_path / "log") as running:
            game, tokens = both_links(running.address)
            with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]):
                with suppress(OSError), open(folder / "filler", "wb", buffering=0) as filler:
                    while filler.write(b"x" * 1024):
                        pass
                while health(running) == 200:
                    pass
                one.do("move", id="full", ply=0, move="1")  # it may just fit
                (folder / "filler").unlink()
                assert until_answered(one, id="full", ply=0, move="1")["type"] in ("update", "accepted")
                until_well(running)
            running.kill()
        with server(f"sqlite:{folder}/games.sqlite", tmp_path / "log") as again:
            assert get(again.address, f"/api/games/{game}")["history"]["plies"] == [{"P1": "1"}]
            assert again.stop() == 0
