"""A game that is elsewhere, for whatever screen shows it: what is known of it, what is new, and what is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Thread
from typing import Any
from uuid import uuid4

from flagfall.core import FlagfallError, Move, Player
from flagfall.match import Offer, Seat
from flagfall.online.protocol import messages
from flagfall.online.protocol.commitments import padded
from flagfall.online.protocol.verification import seen_tag
from flagfall.record import Record, read

from . import asking
from .link import Link
from .live import OTHERWISE, Ended, Happening, Live, Lost
from .seat import News, RemoteSeat, Senseless
from .words import plain, plain_line

LONGEST_CHAT = 500
"""Letters in a line of chat."""
MOST_CHAT = 1000
"""Lines of chat that are kept here."""


class NotNow(FlagfallError):
    """It can't be sent, and the server need not be asked why."""


# --- what is new ---


@dataclass(frozen=True)
class Began:
    """The server has told of the game for the first time."""


@dataclass(frozen=True)
class Again:
    """The connection is there again."""


@dataclass(frozen=True)
class Around:
    """Somebody has come or gone; at first there is nothing before."""

    before: messages.Presence | None
    now: messages.Presence


@dataclass(frozen=True)
class Spoken:
    """A line of chat."""

    by: Player
    text: str


@dataclass(frozen=True)
class Happened:
    """Something in the game itself."""

    news: News
    typed: bool
    """Whether it is the answer to what was sent from here."""


@dataclass(frozen=True)
class RematchWanted:
    by: Player


@dataclass(frozen=True)
class RematchBegins:
    game: str


@dataclass(frozen=True)
class Refusal:
    """What was sent last was not done."""

    reason: str


@dataclass(frozen=True)
class Noticed:
    """The server says something to everybody."""

    text: str


New = Began | Again | Around | Spoken | Happened | RematchWanted | RematchBegins | Refusal | Noticed | Lost | Ended


class RemoteGame:
    """A seat (or a place among the watchers) at a server. `deliver` gets what arrives, in a thread of its own; `hear`
    is to be given it, and says what is new. Nothing here is printed."""

    def __init__(self, link: Link, deliver: Callable[[Live, Happening], None]) -> None:
        self.link = link
        self.online = False
        self.remote: RemoteSeat | None = None
        self.presence: messages.Presence | None = None
        self.chat: list[Spoken] = []
        self._chat_seq = 0
        self._deliver = deliver
        self._unanswered: set[str] = set()
        self._talk: set[str] = set()
        """Those of them that only say something."""
        self._renewal: Link | None = None
        self.live = Live(link, deliver)

    # --- what is known ---

    @property
    def begun(self) -> bool:
        return self.remote is not None

    @property
    def known(self) -> RemoteSeat:
        """The game; only asked once the server has told of it."""
        assert self.remote
        return self.remote

    @property
    def seat(self) -> Seat:
        return self.known.seat

    @property
    def player(self) -> Player | None:
        return self.seat.player

    @property
    def own(self) -> Player:
        """The player in this seat; only asked where nobody merely watches."""
        assert self.player
        return self.player

    @property
    def watches(self) -> bool:
        return self.player is None

    @property
    def over(self) -> bool:
        return self.remote is not None and self.seat.outcome is not None

    @property
    def busy(self) -> bool:
        """Whether the server has yet to answer."""
        return not self.online or bool(self._unanswered)

    @property
    def deciding(self) -> bool:
        """Whether it has yet to answer something that may change the game: talking does not."""
        return not self.online or bool(self._unanswered - self._talk)

    @property
    def is_offered(self) -> bool:
        """Whether the other player waits for an answer."""
        offered = self.seat.offered
        return offered is not None and not self.watches and offered.by is not self.player

    @property
    def awaits_rematch(self) -> bool:
        """Whether the other player has yet to agree to one."""
        rematch, player = self.known.state.rematch, self.player
        return bool(rematch and not rematch.game and player and player.name in rematch.wanted)

    @property
    def replayed(self) -> Link | None:
        """The game that was the rematch of this one."""
        rematch = self.known.state.rematch
        return self.link.of_game(rematch.game) if rematch and rematch.game else None

    # --- what is sent ---

    def play(self, move: Move) -> None:
        self._decide(lambda id_: messages.Move(id=id_, ply=self.known.state.ply, move=padded(move)))

    def offer(self, what: Offer) -> None:
        ply = self.known.state.ply
        self._decide(lambda id_: messages.Offer(id=id_, ply=ply, what="end" if what is Offer.END else "takeback"))

    def answer(self, agreed: bool) -> None:
        if offer := self.known.state.offer:
            self._decide(lambda id_: messages.Answer(id=id_, offer=offer.seq, agree=agreed))

    def resign(self) -> None:
        self._decide(lambda id_: messages.Resign(id=id_))

    def rematch(self) -> None:
        self._decide(lambda id_: messages.Rematch(id=id_))

    def say(self, text: str) -> None:
        if not self.known.info.chat:
            raise NotNow("This game was made without chat.")
        if not 1 <= len(text) <= LONGEST_CHAT:
            raise NotNow(f"Type what you want to say behind it, at most {LONGEST_CHAT} letters: say Hello")
        self._talk.add(self._decide(lambda id_: messages.Chat(id=id_, text=text)))

    def _decide(self, command: Callable[[str], messages.Command]) -> str:
        """Send what only a player may decide; the answer is its id."""
        if self.watches:
            raise NotNow("You are watching, so this is not for you to decide.")
        made = command(uuid4().hex)
        self._unanswered.add(made.id)
        self.live.send(made)
        return made.id

    # --- links and the record: these ask the server, and wait for its answer ---

    def renewal(self) -> Link:
        """The link that `renew` will make good: always the same until it has."""
        if self.watches or self.busy:
            raise NotNow("Only a seat's link can be renewed." if self.watches else "The server does not answer now.")
        self._renewal = self._renewal or asking.renewal(self.link)
        return self._renewal

    def use_renewal(self) -> None:
        """Go on with the new link, once `asking.renew` has made it good."""
        assert self._renewal
        self.link, self._renewal = self._renewal, None
        self.leave()  # the server has closed it anyway
        self.online = False
        self.live = Live(self.link, self._deliver, len(self.seat.said))

    def record(self) -> Record:
        """The record of a game that is over, with what was noted here during the game, which no server can change
        afterwards."""
        try:
            (record,) = read(asking.record(self.link))
        except ValueError as error:
            raise NotNow(str(error)) from None
        seen = {seen_tag(*place): proof for place, proof in self.known.seen.items() if place[0] < len(record.plies)}
        return replace(record, tags={**record.tags, **seen})

    def follow(self, game: str) -> RemoteGame:
        """The rematch of this game, in the other seat or among its watchers again. This one is left."""
        self.leave()
        return RemoteGame(self.link.of_game(game), self._deliver)

    def leave(self) -> None:
        """Say goodbye, and wait for nothing."""
        Thread(target=self.live.close, name="flagfall-goodbye").start()

    # --- what the server says ---

    def hear(self, live: Live, happening: Happening) -> list[New]:
        """Take in what has arrived; the answer is what is new. Whatever comes, it breaks nothing here."""
        if live is not self.live:
            return []
        try:
            return list(_HOW[type(happening)](self, happening))
        except (FlagfallError, ArithmeticError, LookupError, ValueError):
            self.leave()
            return [Ended(OTHERWISE)]

    def _welcomed(self, message: messages.Welcome) -> Iterator[New]:
        first, self.online = self.remote is None, True
        if self.remote is None:
            self.remote = RemoteSeat(message)
            news = None
        else:
            news = self.remote.take(message)
        spoken = [new for line in message.chat[-MOST_CHAT:] for new in self._chatted(line)]
        around = self._looked(message.presence)
        if first:
            yield from (Began(), *around)
        else:
            yield from (Again(), *around, *spoken, *self._news(news, typed=bool(self._unanswered)))

    def _updated(self, message: messages.Update) -> Iterator[New]:
        typed = message.id is not None and message.id in self._unanswered
        self._settle(message.id)
        yield from self._news(self._told().take(message), typed)

    def _told(self) -> RemoteSeat:
        """The game, by now."""
        if self.remote is None:
            raise Senseless("the game has not begun")
        return self.remote

    def _news(self, news: News | None, typed: bool) -> Iterator[New]:
        if news is None:
            return
        yield Happened(news, typed)
        rematch = self.known.state.rematch
        if rematch is None or not self.over:
            return
        if rematch.game:
            yield RematchBegins(rematch.game)
        elif self.player and rematch.wanted == [self.own.other.name]:
            yield RematchWanted(self.own.other)

    def _sealed(self, message: messages.Sealed) -> Iterator[New]:
        self._told().note(message)
        return iter(())

    def _looked(self, presence: messages.Presence) -> Iterator[New]:
        if len(presence.seats) < len(Player):
            raise Senseless("a seat is missing")
        self._told()
        before, self.presence = self.presence, presence
        return iter((Around(before, presence),))

    def _chatted(self, line: messages.ChatLine) -> Iterator[New]:
        if line.seq > self._chat_seq:
            self._chat_seq = line.seq
            spoken = Spoken(Player[line.by], plain_line(line.text)[:LONGEST_CHAT])
            self.chat = [*self.chat, spoken][-MOST_CHAT:]
            yield spoken

    def _accepted(self, message: messages.Accepted) -> Iterator[New]:
        self._settle(message.id)
        return iter(())

    def _refused(self, message: messages.Refused) -> Iterator[New]:
        if message.id in self._unanswered:
            self._settle(message.id)
            yield Refusal(plain(message.reason))

    def _settle(self, command: str | None) -> None:
        self._unanswered.discard(command or "")
        self._talk.discard(command or "")

    def _noticed(self, message: messages.Notice) -> Iterator[New]:
        yield Noticed(plain(message.text))

    def _lost(self, event: Lost) -> Iterator[New]:
        self.online = False
        yield event

    def _ended(self, event: Ended) -> Iterator[New]:
        self.online = False
        yield event

    def _nothing(self, event: object) -> Iterator[New]:
        return iter(())


_HOW: dict[type, Callable[[RemoteGame, Any], Iterator[New]]] = {
    messages.Welcome: RemoteGame._welcomed,
    messages.Update: RemoteGame._updated,
    messages.Sealed: RemoteGame._sealed,
    messages.Presence: RemoteGame._looked,
    messages.ChatLine: RemoteGame._chatted,
    messages.Accepted: RemoteGame._accepted,
    messages.Refused: RemoteGame._refused,
    messages.Notice: RemoteGame._noticed,
    messages.Pong: RemoteGame._nothing,
    Lost: RemoteGame._lost,
    Ended: RemoteGame._ended,
}
