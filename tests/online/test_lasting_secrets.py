"""A choice that both make at once and that stays hidden: committed to, and opened only when it may be known."""

from __future__ import annotations

from copy import deepcopy as copy
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.online.client.seat import RemoteSeat
from flagfall.online.protocol import events
from flagfall.online.protocol.commitments import commitment
from flagfall.online.protocol.events import Made, Moved, SeatPlan
from flagfall.online.protocol.messages import History, Presence, Sealed, SeatState, Update, Welcome, encode
from flagfall.online.protocol.times import Moment
from flagfall.online.table import wire
from flagfall.online.table.game import Game
from flagfall.online.table.wire import Mark

from .mines import Mines

NOW = Moment(0, 0)
VIEWERS = (*Player, None)


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES._known, Mines.id, Mines)


def made(start: str = "mines P1 0/0 -/-") -> Game:
    return Game("GAME", Made(at=0, start=start, seats={"P1": SeatPlan(), "P2": SeatPlan()}))


Told = dict[Player | None, list[Update | Sealed]]


def happens(game: Game, event: events.AnyEvent) -> Told:
    """Let it happen; what each seat is sent."""
    since = Mark.of(game)
    game.apply(event)
    sealed = wire.sealed(game, since)
    told = wire.updates(game, VIEWERS, since, event, NOW)
    return {
        viewer: [*([sealed] if sealed else []), msgspec.json.decode(update, type=Update)] for viewer, update in told
    }


def update_in(messages: list[Update | Sealed]) -> Update:
    update = messages[-1]
    assert isinstance(update, Update)
    return update


def opened(told: Told) -> dict[Player | None, list[str]]:
    return {viewer: [each.move for each in update_in(messages).opened] for viewer, messages in told.items()}


def sat_down(game: Game) -> dict[Player | None, RemoteSeat]:
    """Clients, as they are when they have just come."""
    nobody = Presence(seats={"P1": SeatState(who="person"), "P2": SeatState(who="person")})
    return {viewer: RemoteSeat(_read(wire.welcome(game, viewer, 0, nobody, NOW))) for viewer in VIEWERS}


def _read(welcome: Welcome) -> Welcome:
    return msgspec.json.decode(encode(welcome), type=Welcome)


def hear(clients: dict[Player | None, RemoteSeat], told: Told) -> set[str]:
    """Let the clients take it in; what they doubt."""
    doubts: set[str] = set()
    for viewer, client in clients.items():
        for message in told[viewer]:
            if isinstance(message, Sealed):
                client.note(message)
            elif news := client.take(message):
                doubts.update(news.doubts)
    return doubts


def moved(seat: Any, move: str, nonce: str | None = None) -> Moved:
    return Moved(at=0, seat=seat, id=f"{seat} {move}", move=move, nonce=nonce)


def bury(game: Game) -> tuple[Told, Told]:
    return happens(game, moved("P1", "BURY 2", "1" * 32)), happens(game, moved("P2", "BURY 4", "2" * 32))


def resign(game: Game) -> Told:
    return happens(game, events.Resigned(at=0, seat="P1", id="r"))


def test_what_stays_hidden_is_opened_to_nobody_else() -> None:
    _, told = bury(made())
    assert opened(told) == {Player.P1: ["BURY 2"], Player.P2: ["BURY 4"], None: []}
    assert "BURY 4" not in str(told[Player.P1]) and "2" * 32 not in str(told[Player.P1])


def test_it_is_opened_when_the_game_is_over() -> None:
    game = made()
    bury(game)
    told = resign(game)
    assert opened(told) == {Player.P1: ["BURY 4"], Player.P2: ["BURY 2"], None: ["BURY 2", "BURY 4"]}
    end = update_in(told[None])
    assert end.opened[0].commitment == commitment("GAME", 0, Player.P1, "BURY 2", "1" * 32)
    assert end.history.plies == [{"P1": "BURY 2", "P2": "BURY 4"}]


def test_a_choice_whose_battle_was_never_fought_is_never_opened() -> None:
    game = made()
    happens(game, moved("P2", "BURY 4", "2" * 32))
    assert opened(resign(game)) == {Player.P1: [], Player.P2: [], None: []}


def test_clients_accuse_nobody_of_what_stays_hidden() -> None:
    game = made()
    clients = sat_down(game)
    for told in (*bury(game), happens(game, moved("P1", "step")), resign(game)):
        assert hear(clients, told) == set()


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_choice_that_was_changed_before_the_end_is_found_out(viewer: Player | None) -> None:
    """Whoever noted its commitment sees that another is shown at the end, or none."""
    game = made()
    clients = {viewer: sat_down(game)[viewer]}
    for told in bury(game):
        hear(clients, told)
    end = update_in(resign(game)[viewer])
    last = end.opened[-1]
    who = Player[last.player]
    changed = replace(last, move="BURY 5", commitment=commitment("GAME", 0, who, "BURY 5", last.nonce))
    shown = {"P1": "BURY 2", "P2": "BURY 4"} | {last.player: "BURY 5"}
    lie = replace(end, opened=[*end.opened[:-1], changed], history=History(0, [shown]))
    silence = replace(end, opened=end.opened[:-1])
    assert hear(copy(clients), {viewer: [lie]}) == {f"what {who} chose is not what was sealed"}
    assert hear(copy(clients), {viewer: [silence]}) == {f"the server has not opened what {who} had sealed"}
    assert hear(clients, {viewer: [end]}) == set()
