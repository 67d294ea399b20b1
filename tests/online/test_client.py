"""The protocol client: links, requests, a connection that comes back, and a seat that is elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from random import Random
from socket import create_server, socket
from threading import Thread
from typing import TypeVar

import msgspec
import pytest
from websockets.sync.server import ServerConnection, serve

from flagfall.bots import bot
from flagfall.core import FlagfallError, Player, Square
from flagfall.games import GAMES
from flagfall.match import Seat
from flagfall.online.client import asking
from flagfall.online.client.link import BadLink, Link
from flagfall.online.client.live import Ended, Happening, Live, Lost
from flagfall.online.client.seat import News, RemoteSeat
from flagfall.online.client.words import plain
from flagfall.online.protocol.commitments import new_nonce, padded
from flagfall.online.protocol.events import Answered, AnyEvent, Made, Moved, Offered, Resigned, SeatPlan
from flagfall.online.protocol.messages import (
    CellData,
    Chat,
    ChatLine,
    ClockRules,
    CreateGame,
    Move,
    Presence,
    Refused,
    Sealed,
    SeatState,
    State,
    Update,
    Welcome,
    encode,
)
from flagfall.online.protocol.scenes import picture
from flagfall.online.protocol.times import Moment
from flagfall.online.table import wire
from flagfall.online.table.game import Game
from flagfall.terminal.remote.host import BadClock, clock_rules
from flagfall.terminal.remote.words import clocks, duration
from flagfall.terminal.remote.words import presence as presence_words

from . import client
from .client import both_links, create
from .relay import relay
from .server import lasting_port, server

T = TypeVar("T")
PATIENCE = 60
TOKEN = "abcdefghij_ABCDEFGHIJ-24"

# --- links ---


def test_a_link_says_where_and_what_for() -> None:
    address = "http://127.0.0.1:8765"
    assert Link.read(f"{address}/g/k2m") == Link(address, "k2m")
    assert Link.read(f" {address}/g/k2m#{TOKEN}\n") == Link(address, "k2m", TOKEN)
    assert Link.read(f"{address}/g/k2m#join-{TOKEN}") == Link(address, "k2m", None, TOKEN)
    assert Link.read(f"127.0.0.1:8765/g/k2m/#{TOKEN}") == Link(address, "k2m", TOKEN)
    assert Link.read("https://[::1]:1/flagfall/g/k2m").live == "wss://[::1]:1/flagfall/api/games/k2m/live"
    assert Link.read(f"{address}/g/k2m#{TOKEN}").of_game("abc").watching() == Link(address, "abc")


@pytest.mark.parametrize("secret", ["", f"#{TOKEN}", f"#join-{TOKEN}"])
def test_a_link_is_written_as_it_is_read(secret: str) -> None:
    text = f"https://example.org/g/abc{secret}"
    assert str(Link.read(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "abc", "http://example.org", "http://example.org/g/", "http://example.org/g/a/b", "ftp://example.org/g/abc",
     "http:///g/abc", "http://[/g/abc", f"http://example.org/{TOKEN}"],
)  # fmt: skip
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(BadLink, match=r"^this is no link.*; one is like http://127\.0\.0\.1:8765/g/GAME#TOKEN$"):
        Link.read(text)


@pytest.mark.parametrize("secret", ["short", "join-short", "join-", f"{TOKEN}!", f"{TOKEN}.", TOKEN * 6])
def test_half_a_secret_is_refused_and_not_repeated(secret: str) -> None:
    with pytest.raises(BadLink) as refused:
        Link.read(f"http://example.org/g/abc#{secret}")
    assert str(refused.value) == "the part of the link behind the # is not complete"


def test_a_link_for_two_is_for_a_browser() -> None:
    with pytest.raises(BadLink, match=r"^this link is for two people at one screen; open it in a browser$"):
        Link.read(f"http://example.org/g/abc#{TOKEN}.{TOKEN}")


# --- requests ---


def test_requests(address: str) -> None:
    assert asking.is_server(address)
    made = asking.create(address, CreateGame(game="capture-the-flag"))
    token = made.seats["P1"].token
    assert token
    own = Link(address, made.id, token)
    invitation = Link.read(address + (made.seats["P2"].link or ""))
    seat = asking.take_seat(invitation)
    assert (seat.address, seat.game, seat.invitation) == (address, made.id, None)
    with pytest.raises(asking.Denied, match="somebody has taken this seat already"):
        asking.take_seat(invitation)
    with pytest.raises(asking.Denied, match="the record is there when the game is over"):
        asking.record(own)
    renewed = asking.renewal(own)
    assert renewed.token != own.token
    asking.renew(own, renewed)
    with pytest.raises(asking.Denied, match="was it renewed"):
        asking.renew(own, asking.renewal(own))
    with client.Live(address, made.id, renewed.token) as live:
        live.do("resign")
    assert '[Reason "Player 1 resigned"]' in asking.record(renewed)


def test_the_seat_is_got_though_the_answer_is_lost(address: str) -> None:
    made = create(address)
    with relay(address) as line:
        invitation = Link.read(line.address + made["seats"]["P2"]["link"])
        line.swallow("down")
        got: SimpleQueue[Link] = SimpleQueue()
        Thread(target=lambda: got.put(asking.take_seat(invitation)), daemon=True).start()
        line.wait_swallowed()
        line.cut()
        seat = got.get(timeout=PATIENCE)
    with client.Live(address, made["id"], seat.token) as live:
        assert live.welcome["you"] == "P2"


def test_a_link_is_renewed_though_the_answer_is_lost(address: str) -> None:
    game, tokens = both_links(address)
    with relay(address) as line:
        old = Link(line.address, game, tokens["P1"])
        fresh = asking.renewal(old)
        line.swallow("down")
        done: SimpleQueue[None] = SimpleQueue()
        Thread(target=lambda: done.put(asking.renew(old, fresh)), daemon=True).start()  # type: ignore[func-returns-value]
        line.wait_swallowed()
        line.cut()
        done.get(timeout=PATIENCE)
    with client.Live(address, game, fresh.token) as live:
        assert live.welcome["you"] == "P1"


def test_what_is_no_server_is_told_from_what_is_another() -> None:
    with create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]
        Thread(target=_answer_strangely, args=(stranger,), daemon=True).start()
        with pytest.raises(asking.NoFlagfall, match=r"^what answers there is no Flagfall server$"):
            asking.is_server(f"http://127.0.0.1:{port}")
    assert not asking.is_server(f"http://127.0.0.1:{port}")


def _answer_strangely(stranger: socket) -> None:
    came, _ = stranger.accept()
    with came:
        came.recv(65536)
        came.sendall(b"220 mail.example.org\r\n")


# --- a live connection ---


class Inbox:
    """A live connection, and what has come."""

    def __init__(self, link: Link) -> None:
        self.arrived: SimpleQueue[Happening] = SimpleQueue()
        self.live = Live(link, lambda live, happening: self.arrived.put(happening))

    def __enter__(self) -> Inbox:
        return self

    def __exit__(self, *error: object) -> None:
        self.live.close()

    def wait(self, kind: type[T]) -> T:
        while not isinstance(found := self.arrived.get(timeout=PATIENCE), kind):
            pass
        return found


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_at_seats_that_are_elsewhere(address: str, game: str) -> None:
    """Whoever plays at a Seat can play at a remote one, here over a line that breaks again and again."""
    id_, tokens = both_links(address, game, cap=24)
    ends: SimpleQueue[Seat] = SimpleQueue()
    with relay(address) as line:
        for token in tokens.values():
            link = Link(line.address, id_, token)
            Thread(target=lambda link=link: ends.put(_let_bot_play(link, line.cut)), daemon=True).start()
        one, two = ends.get(timeout=PATIENCE), ends.get(timeout=PATIENCE)
    assert one.outcome == two.outcome is not None
    assert one.history == two.history


def _let_bot_play(link: Link, cut: Callable[[], None]) -> Seat:
    """Play to the end. Every fourth move is followed by a break, before anybody has answered."""
    with Inbox(link) as inbox:
        remote, player, sent = RemoteSeat(inbox.wait(Welcome)), bot("random", 1), list[str]()
        answered = True
        while not remote.seat.outcome:
            if answered and remote.seat.choices:
                sent.append(new_nonce())
                move = padded(player.choose(remote.seat))
                inbox.live.send(Move(id=sent[-1], ply=remote.state.ply, move=move))
                answered = False
                if len(sent) % 4 == 2:
                    cut()
            message = inbox.arrived.get(timeout=PATIENCE)
            assert not isinstance(message, Refused)
            if isinstance(message, Welcome | Update):
                remote.take(message)
            answered = answered or getattr(message, "id", None) == sent[-1]
        return remote.seat


@pytest.mark.long
def test_haste_is_slowed_down_and_nothing_is_lost(tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--message-rate=2") as slow:
        game, tokens = both_links(slow.address, chat=True)
        with Inbox(Link(slow.address, game, tokens["P1"])) as one:
            one.wait(Welcome)
            for number in range(9):
                one.live.send(Chat(id=f"c{number}", text=f"line {number}"))
            heard = {one.wait(ChatLine).text for _ in range(9)}
    assert heard == {f"line {number}" for number in range(9)}


def test_a_link_that_is_renewed_ends_the_connection(address: str) -> None:
    game, tokens = both_links(address)
    link = Link(address, game, tokens["P1"])
    with Inbox(link) as one:
        one.wait(Welcome)
        asking.renew(link, asking.renewal(link))
        assert one.wait(Ended) == Ended("this link was renewed; use the new one")
    with Inbox(link) as again:
        assert again.wait(Ended) == Ended("this link is not one of the game's; was it renewed?")


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ('{"type":"welcome"}', "the server speaks otherwise than this program; is one of them newer?"),
        ("nonsense", "the server speaks otherwise than this program; is one of them newer?"),
        ('{"type":"news","of":"tomorrow"}', "the server has closed the connection: 1000"),
    ],
)
def test_what_must_not_be_missed_and_what_may(sent: str, reason: str) -> None:
    """A server of another version: a message of a new kind is passed over, a known kind must be readable."""

    def talk(connection: ServerConnection) -> None:
        connection.recv()
        connection.send(sent)
        connection.close()

    with serve(talk, "127.0.0.1", 0) as strange:
        Thread(target=strange.serve_forever, daemon=True).start()
        link = Link(f"http://127.0.0.1:{strange.socket.getsockname()[1]}", "abc")
        with Inbox(link) as inbox:
            assert inbox.wait(Ended) == Ended(reason)


@pytest.mark.long
def test_the_way_back_is_tried_until_the_server_is_there(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/games.sqlite"
    with server(store, tmp_path / "log", port=lasting_port()) as first:
        game, tokens = both_links(first.address)
        inbox = Inbox(Link(first.address, game, tokens["P1"]))
        inbox.wait(Welcome)
        first.kill()
        inbox.wait(Lost)
        inbox.live.send(Move(id="m", ply=0, move=padded("2")))
    with inbox, server(store, tmp_path / "log", port=first.port):
        assert inbox.wait(Welcome).state.ply == 0
        assert inbox.wait(Update).id == "m"


# --- a seat that is elsewhere ---


class Fold:
    """A game as the server keeps it, and what each seat makes of what it is sent."""

    def __init__(self, start: str) -> None:
        self.game = Game("abc", Made(at=0, start=start, seats={"P1": SeatPlan(), "P2": SeatPlan()}))
        nobody = Presence(seats={"P1": SeatState(who="person"), "P2": SeatState(who="person")})
        self.remotes = {
            viewer: RemoteSeat(_sent(wire.welcome(self.game, viewer, 0, nobody, 0), Welcome))
            for viewer in (*Player, None)
        }
        self.cells = {viewer: _by_place(remote.state) for viewer, remote in self.remotes.items()}

    def apply(self, event: AnyEvent, change: Callable[[Update], Update] | None = None) -> dict[Player | None, News]:
        """Let it happen; the answer is what is new for whom. `change` makes the server lie."""
        since = wire.Mark.of(self.game)
        self.game.apply(event)
        told: dict[Player | None, News] = {}
        sealed = wire.sealed(self.game, since)
        for viewer, remote in self.remotes.items():
            if sealed:
                remote.note(_sent(sealed, Sealed))
            update = _update(self.game, viewer, since, event)
            news = remote.take(change(update) if change else update)
            assert news
            told[viewer] = news
            self.cells[viewer] |= _by_place(update.state)
        return told

    def check(self) -> None:
        """Every seat is as the match itself keeps it, and so are the cells that were put together from updates."""
        for viewer, remote in self.remotes.items():
            seat = self.game.match.seats[viewer]
            assert replace(remote.seat, before=None) == replace(
                seat, before=None, views=[], times=1
            )  # these are not sent
            assert list(self.cells[viewer].values()) == picture(seat.view).data().scene.cells


def _by_place(state: State) -> dict[Square, CellData]:
    return {cell.at: cell for cell in state.view.scene.cells}


def _update(game: Game, viewer: Player | None, since: wire.Mark, event: AnyEvent) -> Update:
    ((_, update),) = wire.updates(game, [viewer], since, event, 0)
    return msgspec.json.decode(update, type=Update)


def _sent(message: object, kind: type[T]) -> T:
    return msgspec.json.decode(encode(message), type=kind)


def _anything(game: Game, random: Random) -> AnyEvent:
    """Mostly a move, sometimes something else that a player may do."""
    deed = {"at": 0, "id": new_nonce()}
    match = game.match
    if match.offered:
        return Answered(seat=match.offered.by.other.name, agree=random.random() < 0.7, **deed)  # type: ignore[arg-type]
    player = random.choice(match.waiting())
    if random.random() < 0.15:
        return Offered(seat=player.name, what=random.choice(["end", "takeback", "takeback"]), **deed)  # type: ignore[arg-type]
    if random.random() < 0.01:
        return Resigned(seat=player.name, **deed)  # type: ignore[arg-type]
    nonce = new_nonce() if len(match.position.choices()) > 1 else None
    return Moved(seat=player.name, move=random.choice(match.seats[player].choices), nonce=nonce, **deed)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_a_remote_seat_is_always_as_the_match_keeps_it(game: str) -> None:
    random = Random(game)
    for _ in range(8):
        fold = Fold(GAMES[game]().text())
        fold.check()
        for _ in range(60):
            if fold.game.over:
                break
            event = _anything(fold.game, random)
            try:
                told = fold.apply(event)
            except FlagfallError:  # there is nothing to take back, say
                continue
            assert not any(news.doubts for news in told.values())
            fold.check()


@pytest.mark.parametrize("game", GAMES)
def test_the_short_way_to_tell_of_a_move_tells_the_same(game: str) -> None:
    """Where there is nothing but the move to tell, an update is a form that is filled in."""
    random, viewers = Random(game), (*Player, None)
    if GAMES[game]().hides():
        return
    for _ in range(8):
        fold = Fold(GAMES[game]().text())
        for _ in range(60):
            if fold.game.over:
                break
            since = wire.Mark.of(fold.game)
            player = random.choice(fold.game.match.waiting())
            fold.game.match.submit(player, random.choice(fold.game.match.seats[player].choices))
            if fold.game.ply > since.plies and not fold.game.over:
                short = wire._after_a_move(fold.game, viewers, since)
                assert list(short) == list(wire._anything_new(fold.game, viewers, since, True, Moment(0, 0)))


def test_old_news_are_no_news() -> None:
    fold = Fold("flag-chase P1 1/5")
    moved = Moved(at=0, seat="P1", id="1", move="forward")
    since = wire.Mark.of(fold.game)
    fold.apply(moved)
    old = _update(fold.game, None, since, moved)
    fold.apply(Moved(at=0, seat="P2", id="2", move="forward"))
    assert fold.remotes[None].take(old) is None
    fold.check()


@pytest.mark.parametrize(
    ("lie", "doubt"),
    [
        ({"move": "5"}, "what Player 1 chose is not what was sealed"),
        ({"nonce": "0" * 32}, "what Player 1 chose is not what was sealed"),
        ({"commitment": "0" * 64}, "what Player 1 chose is not what was sealed"),
        (None, "the server has not opened what Player 1 had sealed"),
    ],
)
def test_a_server_that_opens_something_else_is_found_out(lie: dict[str, str] | None, doubt: str) -> None:
    def change(update: Update) -> Update:
        first, *others = update.opened
        return msgspec.structs.replace(
            update, opened=[*([msgspec.structs.replace(first, **lie)] if lie else []), *others]
        )

    fold = Fold("flag-chase P2 3/3")
    sealed = fold.apply(Moved(at=0, seat="P1", id="1", move="4", nonce=new_nonce()))
    assert {viewer: news.sealed for viewer, news in sealed.items()} == dict.fromkeys((*Player, None), (Player.P1,))
    told = fold.apply(Moved(at=0, seat="P2", id="2", move="2", nonce=new_nonce()), change)
    assert {news.doubts for news in told.values()} == {(doubt,)}


def test_a_choice_that_is_changed_after_it_was_sealed_is_found_out() -> None:
    """The server opens another number with a commitment that fits; but another commitment was sent before."""
    honest, other = Fold("flag-chase P2 3/3"), Fold("flag-chase P2 3/3")
    honest.apply(Moved(at=0, seat="P1", id="1", move="4", nonce=new_nonce()))
    other.apply(Moved(at=0, seat="P1", id="1", move="5", nonce=new_nonce()))
    since, reveal = wire.Mark.of(other.game), Moved(at=0, seat="P2", id="2", move="2", nonce=new_nonce())
    other.apply(reveal)
    for viewer, remote in honest.remotes.items():
        news = remote.take(_update(other.game, viewer, since, reveal))
        assert news and news.doubts == ("what Player 1 chose is not what was sealed",)


def test_also_the_choice_that_comes_last_can_not_be_changed_any_more() -> None:
    """Its commitment comes in a message before the reveal."""
    honest, other, first = Fold("flag-chase P2 3/3"), Fold("flag-chase P2 3/3"), new_nonce()
    for fold in (honest, other):
        fold.apply(Moved(at=0, seat="P1", id="1", move="4", nonce=first))
    since, promised = wire.Mark.of(honest.game), Moved(at=0, seat="P2", id="2", move="2", nonce=new_nonce())
    honest.game.apply(promised)
    sealed, reveal = wire.sealed(honest.game, since), msgspec.structs.replace(promised, move="5")
    assert sealed and list(sealed.commitments) == ["P1", "P2"] and sealed.ply == 0
    other.apply(reveal)
    for viewer, remote in honest.remotes.items():
        remote.note(_sent(sealed, Sealed))
        news = remote.take(_update(other.game, viewer, since, reveal))
        assert news and news.doubts == ("what Player 2 chose is not what was sealed",)


def test_no_screen_obeys_what_a_stranger_sends() -> None:
    assert plain("two\nlines \x1b[2J\x07\r\u202e") == "two\nlines ?[2J???"

    def change(update: Update) -> Update:
        said = msgspec.structs.replace(update.said, lines=["\x1b]0;title\x07"])
        return msgspec.structs.replace(update, said=said)

    fold = Fold("flag-chase P1 1/5")
    told = fold.apply(Moved(at=0, seat="P1", id="1", move="forward"), change)
    assert told[None].said == ("?]0;title?",)


# --- words ---


def test_times() -> None:
    assert [duration(ms) for ms in (0, 1, 59_000, 59_001, 600_000)] == ["0:00", "0:01", "0:59", "1:00", "10:00"]
    assert duration(3_661_000) == "1:01:01"
    assert duration(86_400_000) == "1 day 0:00:00"
    assert duration(2 * 86_400_000 + 1) == "2 days 0:00:01"
    assert clocks({Player.P1: 1000, Player.P2: 61_000}) == "Time left: Player 1 0:01, Player 2 1:01."
    assert clocks({}) == ""


def test_clocks_for_a_new_game() -> None:
    assert clock_rules("10m") == ClockRules(kind="game", seconds=600)
    assert clock_rules("90s+5s") == ClockRules(kind="game", seconds=90, increment=5)
    assert clock_rules("2d/move") == ClockRules(kind="move", seconds=172_800)
    for text in ("", "10", "10x", "0s", "366d", "1h+2d", "1h+5s/move", "-1s", "1h/game", " 1h", "1.5h"):
        with pytest.raises(BadClock, match=r"^a clock is like 10m, 10m"):
            clock_rules(text)


def test_who_is_there() -> None:
    def there(p1: SeatState, p2: SeatState) -> Presence:
        return Presence(seats={"P1": p1, "P2": p2})

    here, away = SeatState(who="person", taken=True, here=True), SeatState(who="person", taken=True)
    expected = SeatState(who="person")
    assert list(presence_words(None, there(here, here), Player.P1)) == []
    assert list(presence_words(None, there(here, expected), Player.P1)) == ["Player 2 has not come yet."]
    assert list(presence_words(there(here, expected), there(here, away), Player.P1)) == []
    assert list(presence_words(there(here, away), there(here, here), Player.P1)) == ["Player 2 is here."]
    assert list(presence_words(there(here, here), there(away, away), Player.P1)) == ["Player 2 is away."]
    assert list(presence_words(there(here, here), there(away, away), None)) == [
        "Player 1 is away.",
        "Player 2 is away.",
    ]
