"""A coach for who plays a bot: told to that seat alone, from what it knows, and to nobody in a game between people."""

from __future__ import annotations

import pickle
from io import BytesIO
from itertools import islice
from random import Random

import msgspec
import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Match, Seat
from flagfall.online.protocol.errors import Denied
from flagfall.online.protocol.events import Made, Moved, SeatPlan
from flagfall.online.protocol.messages import Advice
from flagfall.online.table.game import Game
from flagfall.online.table.wire import coached
from tests.bots.hidden.games import BY_THE_BOOK, alike

from .client import Live, both_links, create, get, request

HIDING = [start.id for start in BY_THE_BOOK]
BOT = SeatPlan(bot="random", taken=True)


def against_a_bot(match: Match, person: Player) -> Game:
    """The same game on a server, with a bot in the other seat."""
    plans = {each.name: SeatPlan(taken=True) if each is person else BOT for each in Player}
    game = Game("abc", Made(at=0, start=match.start.text(), seats=plans))  # type: ignore[arg-type]
    for number, ply in enumerate(match.plies):
        for player, move in ply.moves.items():
            nonce = "0" * 32 if len(ply.moves) > 1 else None
            game.apply(Moved(at=0, seat=player.name, id=f"{number} {player}", move=move, nonce=nonce))  # type: ignore[arg-type]
    return game


def written(seat: Seat) -> bytes:
    """All that is in it, each thing in full: which of two equal things is the same object depends on what was kept."""
    file = BytesIO()
    pickler = pickle.Pickler(file)
    pickler.fast = True
    pickler.dump(seat)
    return file.getvalue()


@pytest.mark.parametrize("kind", HIDING)
def test_a_coach_is_asked_the_same_in_games_that_look_the_same(kind: str) -> None:
    """Twins: what is hidden differs, and the question, which is all that the coach gets, is equal byte for byte."""
    compared = 0
    for seed in range(12):
        match, random = Match(GAMES[kind]()), Random(seed)
        for _ in range(1 + seed % 6):
            for player in match.waiting():
                match.submit(player, random.choice(match.seats[player].choices))
        for person in match.waiting()[:1]:
            asked = written(coached(against_a_bot(match, person), person))
            for twin in islice(alike(match, person, seed), 2):
                assert written(coached(against_a_bot(twin, person), person)) == asked
                compared += twin.position != match.position
    assert compared >= 4


@pytest.mark.parametrize("viewer", [Player.P2, None])
def test_nobody_but_who_plays_the_bot_is_told_anything(viewer: Player | None) -> None:
    with pytest.raises(Denied, match="nobody else"):
        coached(against_a_bot(Match(GAMES["flag-chase-traps"]()), Player.P1), viewer)


@pytest.mark.long
def test_who_plays_a_bot_is_told_what_every_move_seems_worth_and_where_traps_may_lie(address: str) -> None:
    made = create(address, "flag-chase-traps", seats={"P1": "bot:random", "P2": "link"})
    path, token = f"/api/games/{made['id']}/advice", made["seats"]["P2"]["token"]
    with Live(address, made["id"], token) as live:
        while not live.options:
            live.receive()
        told = msgspec.convert(get(address, path, token), Advice)
        assert told.worth and told.worth.error and told.worth.words.startswith("≈ ")
        assert set(told.verdicts) == set(live.options) and len(told.hints) == 2 and told.ply == 1
        assert all(each.error for each in told.verdicts.values() if each.kind == "chance")
        assert request(address, "GET", path)[0] == 403, "a watcher"
        live.do("resign")
        assert request(address, "GET", path, token=token)[0] == 409
    game, tokens = both_links(address, "flag-chase-traps")
    assert request(address, "GET", f"/api/games/{game}/advice", token=tokens["P1"])[0] == 403
    assert request(address, "GET", path, token=tokens["P1"])[0] == 401
