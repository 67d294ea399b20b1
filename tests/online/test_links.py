"""Links are all that players have: none is ever lost, and one that was renewed is void wherever it was good."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from flagfall.online.live.hub import Hub
from flagfall.online.protocol.events import AnyEvent, Moved, Renewed, encode_event
from flagfall.online.protocol.links import digest
from flagfall.online.protocol.messages import CreateGame
from flagfall.online.store.postgres import PostgresStore

from .client import Live, both_links, closed, create, get, request
from .relay import relay
from .server import lasting_port, server

Pair = tuple[str, str]
_fresh = (f"{'fresh' * 5}-{number}" for number in count())


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def pair(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """Two servers of one store; with SQLite it is one server."""
    folder = tmp_path_factory.mktemp("links")
    if request.param == "sqlite":
        with server(f"sqlite:{folder}/games.sqlite", folder / "log") as one:
            yield one.address, one.address
    else:
        store = request.getfixturevalue("postgres")
        with server(store, folder / "one") as one, server(store, folder / "two") as two:
            yield one.address, two.address


def renew(address: str, game: str, bearer: str, **body: Any) -> tuple[int, Any]:
    return request(address, "POST", f"/api/games/{game}/renew", body, token=bearer)[:2]


def seat(address: str, game: str, token: str) -> str | None:
    """Whose seat the token opens; None if none."""
    status, answer, _ = request(address, "GET", f"/api/games/{game}", token=token)
    assert status in (200, 401)
    return answer["you"] if status == 200 else None


def rematch(address: str, game: str, tokens: dict[str, str]) -> str:
    """End the game, agree to play again, and say where."""
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two:
        if not one.over:
            one.do("resign")
        one.do("rematch")
        two.until(one.state["seq"])
        return str(two.do("rematch")["state"]["rematch"]["game"])


# --- renewing ---


@pytest.mark.long
def test_a_renewal_whose_answer_was_lost_is_repeated_with_the_old_token_or_the_new(pair: Pair) -> None:
    here, there = pair
    game, tokens = both_links(here)
    fresh = next(_fresh)
    answer = 200, {"seat": "P1", "token": fresh, "link": f"/g/{game}#{fresh}"}
    assert renew(here, game, tokens["P1"], token=fresh) == answer
    seq = get(here, f"/api/games/{game}")["state"]["seq"]
    for address in (here, there):
        assert renew(address, game, tokens["P1"], token=fresh) == answer
        assert renew(address, game, fresh, token=fresh) == answer
        assert (seat(address, game, tokens["P1"]), seat(address, game, fresh)) == (None, "P1")
    assert get(there, f"/api/games/{game}")["state"]["seq"] == seq


def test_a_renewal_from_before_another_one_is_void(pair: Pair) -> None:
    game, tokens = both_links(pair[0])
    first, second = next(_fresh), next(_fresh)
    assert renew(pair[0], game, tokens["P1"], token=first)[0] == 200
    assert renew(pair[1], game, first, token=second)[0] == 200
    for address in pair:
        assert seat(address, game, second) == "P1"
        assert renew(address, game, tokens["P1"], token=first)[0] == 401
        assert renew(address, game, tokens["P1"])[0] == renew(address, game, first)[0] == 401


def test_a_token_opens_one_seat(pair: Pair) -> None:
    game, tokens = both_links(pair[0])
    status, refused = renew(pair[0], game, tokens["P1"], token=tokens["P2"])
    assert (status, refused["reason"]) == (400, "this token is the other seat's; bring another")
    made = create(pair[0])
    body = {"invitation": made["seats"]["P2"]["token"], "token": made["seats"]["P1"]["token"]}
    assert request(pair[0], "POST", f"/api/games/{made['id']}/join", body)[0] == 400
    assert renew(pair[0], game, tokens["P1"], token="short")[0] == 400


def test_a_renewed_invitation_can_be_asked_for_again(pair: Pair) -> None:
    made, fresh = create(pair[0]), next(_fresh)
    token = made["seats"]["P1"]["token"]
    answer = 200, {"seat": "P2", "token": fresh, "link": f"/g/{made['id']}#join-{fresh}"}
    assert renew(pair[0], made["id"], token, what="invitation", token=fresh) == answer
    assert renew(pair[1], made["id"], token, what="invitation", token=fresh) == answer
    assert request(pair[0], "POST", f"/api/games/{made['id']}/join", {"invitation": fresh})[0] == 200
    assert renew(pair[1], made["id"], token, what="invitation", token=fresh) == answer


@pytest.mark.long
def test_the_answer_is_lost_and_the_server_killed(store: str, tmp_path: Path) -> None:
    port, fresh = lasting_port(), next(_fresh)
    with server(store, tmp_path / "log", port=port) as running:
        game, tokens = both_links(running.address)
        with relay(running.address) as line, ThreadPoolExecutor(1) as pool:
            line.swallow("down")
            asking = pool.submit(renew, line.address, game, tokens["P1"], token=fresh)
            line.wait_swallowed()
            running.kill()
            line.cut()
            with suppress(OSError, HTTPException):
                raise AssertionError(f"an answer came: {asking.result()}")
    with server(store, tmp_path / "log", port=port) as again:
        assert renew(again.address, game, tokens["P1"], token=fresh)[0] == 200
        assert (seat(again.address, game, tokens["P1"]), seat(again.address, game, fresh)) == (None, "P1")


# --- rematches ---


def test_a_rematch_keeps_its_id_whatever_is_renewed(pair: Pair) -> None:
    here, there = pair
    game, tokens = both_links(here)
    again = rematch(here, game, tokens)
    fresh = next(_fresh)
    assert renew(there, game, tokens["P1"], token=fresh)[0] == 200
    for address in pair:
        assert seat(address, game, fresh) == "P1"
        assert get(address, f"/api/games/{game}")["state"]["rematch"]["game"] == again
        assert (seat(address, again, tokens["P1"]), seat(address, again, fresh)) == (None, "P2")
        assert seat(address, again, tokens["P2"]) == "P1"


def test_a_link_that_was_renewed_before_the_rematch_is_the_new_one_there(pair: Pair) -> None:
    game, tokens = both_links(pair[0])
    old, tokens["P2"] = tokens["P2"], next(_fresh)
    assert renew(pair[0], game, old, token=tokens["P2"])[0] == 200
    again = rematch(pair[1], game, tokens)
    for address in pair:
        assert (seat(address, again, old), seat(address, again, tokens["P2"])) == (None, "P1")


@pytest.mark.long
def test_one_link_is_good_for_a_whole_chain_of_rematches_wherever_it_is_renewed(pair: Pair) -> None:
    game, tokens = both_links(pair[0])
    games = [game]
    for _ in range(3):
        swapped = len(games) % 2 == 0
        seats = {"P1": tokens["P2"], "P2": tokens["P1"]} if swapped else tokens
        games.append(rematch(pair[len(games) % 2], games[-1], seats))
    for number, each in enumerate(games):
        old, tokens["P1"] = tokens["P1"], next(_fresh)
        answer = renew(pair[0], each, old, token=tokens["P1"])
        assert answer == (
            200,
            {"seat": f"P{number % 2 + 1}", "token": tokens["P1"], "link": f"/g/{each}#{tokens['P1']}"},
        )
        for address in pair:
            assert [seat(address, every, tokens["P1"]) for every in games] == ["P1", "P2"] * 2
            assert [seat(address, every, tokens["P2"]) for every in games] == ["P2", "P1"] * 2
            assert [seat(address, every, old) for every in games] == [None] * 4


def test_whoever_is_at_the_rematch_with_the_old_link_is_sent_away(pair: Pair) -> None:
    here, there = pair
    game, tokens = both_links(here)
    again = rematch(here, game, tokens)
    with (
        Live(here, again, tokens["P1"]) as one,
        Live(there, again, tokens["P1"]) as two,
        Live(here, again, tokens["P2"]) as other,
        Live(there, again) as third,
    ):
        assert renew(here, game, tokens["P1"])[0] == 200
        assert closed(one) == closed(two) == (4403, "this link was renewed")
        assert other.move(other.options[0])["type"] == "update"
        third.until(other.state["seq"])


def test_there_is_no_invitation_to_a_rematch(pair: Pair) -> None:
    game, tokens = both_links(pair[0])
    again = rematch(pair[0], game, tokens)
    status, refused = renew(pair[0], again, tokens["P1"], what="invitation")
    assert (status, refused["code"]) == (409, "not-now")
    assert renew(pair[0], again, "x" * 30, what="invitation")[0] == 401


@pytest.mark.long
def test_renewing_and_agreeing_at_the_same_moment(pair: Pair) -> None:
    """Whichever is first: there is one rematch, the new link is good there, and the old one is not."""
    here, there = pair
    with ThreadPoolExecutor(1) as pool:
        for _ in range(8):
            game, tokens = both_links(here)
            fresh = next(_fresh)
            with Live(here, game, tokens["P1"]) as one, Live(here, game, tokens["P2"]) as two:
                one.do("resign")
                one.do("rematch")
                two.until(one.state["seq"])
                renewed = pool.submit(renew, there, game, tokens["P1"], token=fresh)
                again = two.do("rematch")["state"]["rematch"]["game"]
                assert renewed.result()[0] == 200
            for address in pair:
                assert seat(address, game, fresh) == "P1"
                with Live(address, game) as third:
                    while "game" not in third.state["rematch"]:
                        third.receive()
                    assert third.state["rematch"]["game"] == again
                assert (seat(address, again, fresh), seat(address, again, tokens["P1"])) == ("P2", None)


# --- what another server has stored a moment ago ---


def stored_elsewhere(postgres: str, game: str, seq: int, event: AnyEvent) -> None:
    """As another server does it, whose notification is still on its way."""

    async def store() -> None:
        connection = await asyncpg.connect(postgres)
        await connection.execute(
            "INSERT INTO flagfall_events VALUES ($1, $2, $3)", game, seq, encode_event(event).decode()
        )
        await connection.close()

    asyncio.run(store())


@pytest.mark.long
def test_a_move_that_builds_on_news_is_not_refused(postgres: str, tmp_path: Path) -> None:
    with server(postgres, tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        with Live(running.address, game, tokens["P1"]) as one, Live(running.address, game, tokens["P2"]) as two:
            two.until(2)
            stored_elsewhere(postgres, game, 3, Moved(at=1, seat="P1", id="there", move="1"))
            assert two.move("1", ply=1)["type"] == "update"
            one.until(4)
            assert one.history == [{"P1": "1"}, {"P2": "1"}]
            answer = two.move("1", ply=7)
            assert (answer["code"], answer["ply"]) == ("stale", 2)


def test_a_link_that_is_news_is_not_refused(postgres: str, tmp_path: Path) -> None:
    with server(postgres, tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        first, second = next(_fresh), next(_fresh)
        with Live(running.address, game, tokens["P1"]) as one:
            stored_elsewhere(postgres, game, 2, Renewed(at=1, seat="P1", digest=digest(first)))
            assert seat(running.address, game, first) == "P1"
            assert closed(one) == (4403, "this link was renewed")
        stored_elsewhere(postgres, game, 3, Renewed(at=1, seat="P1", digest=digest(second)))
        with Live(running.address, game, second) as back:
            assert back.welcome["you"] == "P1"


def test_looking_for_news_is_no_lever(postgres: str) -> None:
    """However many ask for what is not there, the store is read twice a second at most."""

    class Counting(PostgresStore):
        reads = 0

        async def events(self, game: str, after: int = -1) -> list[AnyEvent]:
            self.reads += 1
            return await super().events(game, after)

    async def check() -> None:
        store = Counting(postgres)
        hub = Hub(store)
        await hub.start()
        try:
            game = (await hub.create(CreateGame(game="capture-the-flag"))).id
            room = await hub.room(game)
            begun, loop = store.reads, asyncio.get_running_loop()
            started = loop.time()
            asked = [asyncio.create_task(hub.seat(room, "x" * 22)) for _ in range(500)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [str(each) for each in answers] == ["this link is not one of the game's; was it renewed?"] * 500
            assert store.reads - begun <= 2 + (loop.time() - started) / 0.5
        finally:
            await hub.stop()
            await hub.close()

    asyncio.run(check())
