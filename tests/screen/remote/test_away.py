"""A game elsewhere, behind the interface that the board knows: against a real server, and without a screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Match, Offer
from flagfall.online.client import asking
from flagfall.online.client.game import LONGEST_CHAT, NotNow
from flagfall.online.client.link import Link
from flagfall.online.protocol.verification import verify
from flagfall.record.files import load
from tests.every_game import short_game
from tests.online.client import Live, both_links, create
from tests.online.relay import relay
from tests.online.server import lasting_port, server

from .sitting import Sitting, sitting


def play(match: Match, at: dict[Player, Sitting]) -> None:
    for number, ply in enumerate(match.plies):
        for player, move in ply.moves.items():
            here = at[player]
            here.until(lambda here=here, number=number: here.table.asked and len(here.table.seat.history) == number)
            assert move in here.table.seat.choices
            here.table.submit(move)
            assert here.table.asked is None


@pytest.mark.parametrize("game", GAMES)
def test_two_tables_play_a_game_to_its_end(address: str, game: str, tmp_path: Path) -> None:
    match = short_game(game).match()
    id_, tokens = both_links(address, start=match.start.text(), game="")
    with sitting(address, id_, tokens["P1"]) as one, sitting(address, id_, tokens["P2"]) as two:
        play(match, {Player.P1: one, Player.P2: two})
        for player, here in ((Player.P1, one), (Player.P2, two)):
            here.until(lambda here=here: here.table.seat.outcome)
            seat = match.seats[player]
            assert {*seat.said} - {*here.table.seat.said} == set()
            assert (here.table.seat.history, here.table.seat.view) == (seat.history, seat.view)
            assert (here.table.own, here.table.coach, here.table.covered) == (player, False, False)
            assert "CAREFUL" not in here.text
        file = tmp_path / "kept"
        assert one.table.save(str(file)) == "Asking the server for the record."
        one.hears(f"A copy is saved in {file}.")
        (record,) = load(file)
        assert [dict(ply) for ply in record.plies] == [dict(ply.moves) for ply in match.plies]
        assert verify(record).fair and all(verdict.seen for verdict in verify(record).verdicts)
        (known,) = two.table.records()
        assert known.plies == record.plies


def test_who_is_there_is_told_and_stands_at_the_names(address: str) -> None:
    made = create(address, "capture-the-flag")
    own, invited = made["seats"]["P1"]["token"], made["seats"]["P2"]["link"].partition("#join-")[2]
    with sitting(address, made["id"], own) as one:
        one.hears("Player 2 has not come yet.")
        assert one.table.names == {Player.P1: "You", Player.P2: "Player 2"}
        assert one.table.missing == "Player 2 has not come yet"
        assert one.table.asked is Player.P1 and one.table.status == ""
        with sitting(address, made["id"]) as watcher:
            one.hears("1 watches.")
            assert (watcher.table.asked, watcher.table.own) == (None, None)
            assert watcher.table.status == "Watching: Player 1 to choose"
            with pytest.raises(NotNow, match=r"^You are watching, so this is not for you to decide\.$"):
                watcher.table.resign()
        one.hears("Nobody watches.")
        seat = asking.take_seat(Link(address, made["id"], None, invited))
        with sitting(address, made["id"], seat.token) as two:
            one.hears("Player 2 is here.")
            assert one.table.missing == ""
            assert two.table.status == "Waiting for Player 1"
        one.hears("Player 2 is away.")
        assert one.table.missing == "Player 2 is away"


def test_a_bot_has_its_own_name(address: str) -> None:
    made = create(address, "capture-the-flag", seats={"P1": "link", "P2": "bot:random"})
    with sitting(address, made["id"], made["seats"]["P1"]["token"]) as one:
        assert one.table.names[Player.P2] == "random"


def test_offers_takebacks_and_answers(address: str) -> None:
    game, tokens = both_links(address)
    with sitting(address, game, tokens["P1"]) as one, sitting(address, game, tokens["P2"]) as two:
        one.table.submit("2")
        two.until(lambda: two.table.asked)
        one.until(lambda: one.table.status == "Waiting for Player 2")
        one.table.offer(Offer.TAKEBACK)
        two.until(lambda: two.table.offered)
        assert str(two.table.offered) == "Player 1 asks to take back the last move."
        assert one.table.offered is None
        two.table.answer(True)
        one.until(lambda: one.table.asked and not one.table.seat.history)
        assert "The last move is taken back." in one.table.seat.said
        one.table.offer(Offer.END)
        two.until(lambda: two.table.offered)
        two.table.answer(False)
        one.until(lambda: "Player 2 declines." in one.table.seat.said)
        two.until(lambda: not two.table.offered)
        with pytest.raises(NotNow, match="without chat"):
            one.table.say("Hello")
        one.table.offer(Offer.TAKEBACK)
        one.hears("There is no move to take back.")


def test_rematch_with_swapped_seats_takes_watchers_along(address: str) -> None:
    game, tokens = both_links(address)
    with (
        sitting(address, game, tokens["P1"]) as one,
        sitting(address, game, tokens["P2"]) as two,
        sitting(address, game) as watcher,
    ):
        assert one.table.again == ""
        one.table.resign()
        for here in (one, two, watcher):
            here.until(lambda here=here: here.table.seat.outcome)
        assert (one.table.again, watcher.table.again) == ("Rematch, seats swapped", "")
        one.table.rematch()
        two.hears("Player 1 would like a rematch.")
        assert two.table.again == "Agree to a rematch"
        one.until(lambda: one.table.status == "The rematch begins when Player 2 agrees")
        assert one.table.again == ""
        two.table.rematch()
        for here, own in ((one, Player.P2), (two, Player.P1), (watcher, None)):
            here.hears("The rematch begins, with seats swapped.")
            here.until(lambda here=here: not here.table.seat.outcome)
            assert here.table.own is own
        two.until(lambda: two.table.asked)
        two.table.submit("2")
        for here in (one, watcher):
            here.until(lambda here=here: here.table.seat.history == [{Player.P1: "2"}])


def test_chat_shows_and_obeys_nothing(address: str) -> None:
    """What the server lets through is made harmless here, whoever runs it."""
    game, tokens = both_links(address, chat=True)
    with Live(address, game, tokens["P2"]) as other, sitting(address, game, tokens["P1"]) as one:
        other.do("chat", text="[red]\x1b[2J\nPlayer 1 says: I give up[/red]")
        one.hears("Player 2 says: [red] [2J Player 1 says: I give up[/red]")
        one.table.say("[/b] thank you")
        assert other.wait("chat")["text"] == "[/b] thank you"
        for bad in ("", "x" * (LONGEST_CHAT + 1)):
            with pytest.raises(NotNow, match="at most 500 letters"):
                one.table.say(bad)


def test_what_was_sent_is_kept_while_the_server_is_gone(tmp_path: Path) -> None:
    store, log = f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log"
    with server(store, log, port=lasting_port()) as first, relay(first.address) as line:
        game, tokens = both_links(first.address, clock={"kind": "game", "seconds": 600})
        one = Sitting(line.address, game, tokens["P1"])
        one.until(lambda: one.table.begun)
        assert {*one.table.clocks()} == {*Player} and max(one.table.clocks().values()) <= 600_000
        line.swallow("up")
        one.table.submit("2")
        line.wait_swallowed()
        assert one.table.status == "Sending it to the server"
        first.kill()
        line.cut()
        one.until(lambda: one.table.status.startswith("The connection is lost; trying again."))
        assert one.table.asked is None
        with pytest.raises(NotNow, match=r"^This was not sent"):
            one.table.resign()
        with server(store, log, port=first.port):
            one.hears("Connected again.")
            one.until(lambda: one.table.seat.history == [{Player.P1: "2"}] and not one.table.game.busy)
            one.table.leave()


def test_a_link_is_renewed_and_the_game_goes_on(address: str) -> None:
    game, tokens = both_links(address)
    with sitting(address, game, tokens["P1"]) as one:
        old = one.table.game.link
        assert one.table.links == f"Your seat, on any device:\n  {old}\nFor watching:\n  {old.watching()}"
        one.table.renew()
        with pytest.raises(NotNow):
            one.table.renew()
        one.hears("Your new link is good, and the old one no longer works.")
        assert one.table.game.link != old and f"{one.table.game.link}" in one.text
        one.hears("Connected again.")
        one.until(lambda: one.table.asked)
        one.table.submit("2")
        one.until(lambda: one.table.seat.history)
        assert one.table.ended is None
        late = Sitting(address, game, old.token)
        late.until(lambda: late.table.ended)
        assert late.table.ended == "this link is not one of the game's; was it renewed?"


def test_a_link_that_is_renewed_elsewhere_ends_it_here(address: str) -> None:
    game, tokens = both_links(address)
    with sitting(address, game, tokens["P1"]) as one, sitting(address, game, tokens["P1"]) as elsewhere:
        elsewhere.table.renew()
        one.hears("This link was renewed; use the new one.")
        assert one.table.status == "This link was renewed; use the new one."
        for act in (lambda: one.table.submit("2"), one.table.resign, lambda: one.table.say("x")):
            with pytest.raises(NotNow):
                act()


def test_a_renewal_without_an_answer_keeps_both_links(address: str, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        one = Sitting(running.address, game, tokens["P1"])
        one.until(lambda: one.table.begun)
        running.kill()
        one.table.renew()
        one.hears("Keep both links: one of them is good.")
        assert one.table.game.link.token == tokens["P1"]
        one.table.leave()


def test_nobody_answers(address: str) -> None:
    table = Sitting("http://127.0.0.1:9", "abc")
    table.until(lambda: table.table.ended)
    assert not table.table.begun and "no server answers at http://127.0.0.1:9" in str(table.table.ended)
    gone = Sitting(address, "abc")
    gone.until(lambda: gone.table.ended)
    assert gone.table.ended == "there is no such game; is the link complete?"
