"""A game at a server, behind the same board as one at this machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias

from flagfall.core import FlagfallError, Move, Player
from flagfall.match import Offer, Offered, Seat
from flagfall.online.client import asking
from flagfall.online.client import game as new
from flagfall.online.client.game import New, NotNow, RemoteGame, Spoken
from flagfall.online.client.link import Link
from flagfall.online.client.live import Ended, Happening, Live, Lost
from flagfall.online.client.words import plain_line
from flagfall.online.protocol.messages import SeatState, name
from flagfall.record import Record, write
from flagfall.terminal.prompt.table import Where
from flagfall.terminal.remote import words
from flagfall.terminal.saving import save_copy
from flagfall.terminal.screen.play.table import Table
from flagfall.terminal.tty.advice import Advice
from flagfall.terminal.tty.console import sentence

MOST_TOLD = 5000
"""Lines beside the book's words: nobody who sends more is worth listening to."""
_CHAT_LINES = 10  # of what was said before, for who comes later
_LONGEST_NAME, _LONGEST_LINE = 24, 1000
_OFFLINE = "The connection is lost; trying again. Nothing that you did is lost."
_NOT_SENT = "This was not sent: the server does not answer now. Do it again when you are connected."


@dataclass(frozen=True)
class Done:
    """A request has been answered; `then` takes the answer in, in the screen's own thread."""

    then: Callable[[], None]


Arrival: TypeAlias = tuple[Live, Happening] | Done


class Away(Table):
    """A seat (or a place among the watchers) at a server. There is nothing to be seen before it has `begun`."""

    where = Where.AWAY

    def __init__(self, link: Link, greeting: Sequence[str] = ()) -> None:
        self.network = self
        self._arrivals: SimpleQueue[Arrival] = SimpleQueue()
        self._told: list[str] = []
        self._greeting = greeting
        self._next: RemoteGame | None = None
        """The rematch, until there is something to be seen of it."""
        self.ended: str | None = None
        """Why there will be no connection with this link, or no longer."""
        self._renewing = False
        self._end: Ended | None = None
        """An end that has come while the link is being renewed: it need not be one."""
        self._left = False
        self.game = RemoteGame(link, self._deliver)

    def _deliver(self, live: Live, happening: Happening) -> None:
        self._arrive((live, happening))

    def _arrive(self, arrival: Arrival) -> None:
        self._arrivals.put(arrival)
        self.changed()

    def _ask(self, request: Callable[[], Callable[[], None]]) -> None:
        """Have a request made beside the screen; what it returns is called when there is an answer."""
        Thread(target=lambda: self._arrive(Done(request())), name="flagfall-asking", daemon=True).start()

    # --- what may be seen ---

    @property
    def begun(self) -> bool:
        return self.game.begun

    @property
    def seat(self) -> Seat:
        return self.game.seat

    @property
    def asked(self) -> Player | None:
        game, own = self.game, self.own
        chooses = own and not game.over and game.seat.choices and own in game.seat.view.choices()
        return own if chooses and not game.deciding else None

    @property
    def offered(self) -> Offered | None:
        return self.seat.offered if self.game.is_offered and not self.game.deciding and not self.game.over else None

    @property
    def own(self) -> Player | None:
        return self.game.player

    @property
    def names(self) -> Mapping[Player, str]:
        return {player: self._name(player) for player in Player}

    def _name(self, player: Player) -> str:
        if player is self.own:
            return "You"
        if player in (called := self.game.known.names if self.game.begun else {}):
            return called[player]
        seat = self.seat_of(player)
        return plain_line(seat.bot or "a bot")[:_LONGEST_NAME] if seat and seat.who == "bot" else str(player)

    @property
    def missing(self) -> str:
        """Who is not here now."""
        seats = {player: self.seat_of(player) for player in Player if player is not self.own}
        gone = (f"{player} {words.where(seat)}" for player, seat in seats.items() if seat and _is_missing(seat))
        return ", ".join(gone)

    def seat_of(self, player: Player) -> SeatState | None:
        presence = self.game.presence
        return presence.seats[name(player)] if presence else None

    def clocks(self) -> Mapping[Player, int]:
        return self.game.known.time_left()

    @property
    def status(self) -> str:
        game = self.game
        if self.ended:
            return sentence(self.ended)
        if not game.online:
            return _OFFLINE
        if game.over:
            return f"The rematch begins when {game.own.other} agrees" if game.awaits_rematch else ""
        if game.deciding:
            return "Sending it to the server"
        return "" if self.asked else self._waiting()

    def _waiting(self) -> str:
        others = " and ".join(map(str, self.seat.waiting))
        return f"Watching: {others} to choose" if self.game.watches else f"Waiting for {others}"

    @property
    def told(self) -> Sequence[str]:
        return self._told

    @property
    def chat(self) -> bool:
        """Whether the players can talk."""
        return self.game.known.info.chat

    def _tell(self, text: str) -> None:
        """One line, whoever it comes from."""
        if len(self._told) < MOST_TOLD:
            self._told.append(plain_line(text)[:_LONGEST_LINE])

    # --- what arrives ---

    def proceed(self) -> bool:
        try:
            arrival = self._arrivals.get_nowait()
        except Empty:
            return False
        if isinstance(arrival, Done):
            arrival.then()
        else:
            self._hear(*arrival)
        return True

    def _hear(self, live: Live, happening: Happening) -> None:
        if self._next and live is self._next.live:
            self._hear_of_rematch(self._next, live, happening)
            return
        for each in self.game.hear(live, happening):
            _HOW[type(each)](self, each)

    def _hear_of_rematch(self, rematch: RemoteGame, live: Live, happening: Happening) -> None:
        """The old game stays on the board until the new one is there."""
        heard = rematch.hear(live, happening)
        if rematch.begun or any(isinstance(each, Ended) for each in heard):
            self.game, self._next = rematch if rematch.begun else self.game, None
        for each in heard:
            _HOW[type(each)](self, each)

    def _began(self, event: New) -> None:
        self._tell(f"You are {self.own}." if self.own else "You are watching.")
        self._tell_all(self._greeting)
        if changed := self.seat.view.rules.changed():
            self._tell(f"Settings: {', '.join(f'{name}={value}' for name, value in changed.items())}.")
        for line in self.game.chat[-_CHAT_LINES:]:
            self._spoken(line)
        if replayed := self.game.replayed:
            self._tell(f"It was played again: {replayed}")

    def _again(self, event: New) -> None:
        self._tell("Connected again.")

    def _around(self, event: new.Around) -> None:
        for line in words.presence(event.before, event.now, self.own):
            self._tell(line)
        before, now = event.before.watchers if event.before else 0, event.now.watchers
        if before != now:
            self._tell("Nobody watches." if not now else f"{now} {'watches' if now == 1 else 'watch'}.")

    def _spoken(self, event: Spoken) -> None:
        self._tell(words.spoken(event))

    def _happened(self, event: new.Happened) -> None:
        """The book's words and the moves are in the seat."""
        for line in (*words.sealed(event.news, self.seat), *words.doubts(event.news)):
            self._tell(line)

    def _rematch_wanted(self, event: new.RematchWanted) -> None:
        self._tell(f"{event.by} would like a rematch.")

    def _rematch_begins(self, event: new.RematchBegins) -> None:
        self._tell(words.REMATCH_BEGINS)
        if not self._left:
            self._next = self.game.follow(event.game)

    def _told_text(self, event: new.Refusal | new.Noticed) -> None:
        self._tell(sentence(event.reason if isinstance(event, new.Refusal) else event.text))

    def _lost(self, event: Lost) -> None:
        self._tell(_OFFLINE)

    def _ended(self, event: Ended) -> None:
        if self._renewing:
            self._end = event
            return
        self.ended = event.reason
        self._tell(sentence(event.reason))

    # --- what can be done ---

    def _check(self) -> None:
        """NotNow where the server would not hear of it."""
        if self.ended:
            raise NotNow(sentence(self.ended))
        if self.game.deciding:
            raise NotNow(_NOT_SENT)

    def submit(self, move: Move) -> None:
        self._check()
        self.game.play(move)

    def offer(self, what: Offer) -> None:
        self._check()
        self.game.offer(what)

    def answer(self, agreed: bool) -> None:
        self._check()
        self.game.answer(agreed)

    def resign(self) -> None:
        self._check()
        self.game.resign()

    @property
    def again(self) -> str:
        game = self.game
        if not self.own or not game.over or self.ended or game.replayed or game.awaits_rematch:
            return ""
        wanted = game.known.state.rematch
        return "Agree to a rematch" if wanted else "Rematch, seats swapped"

    def rematch(self) -> None:
        self._check()
        self.game.rematch()

    def save(self, file: str) -> str:
        if not self.game.over:
            return "The server keeps the game. Its record can be saved when the game is over."
        if not file:
            return "Name a file behind it: save FILE"
        game = self.game
        self._ask(lambda: self._fetched(game, file))
        return "Asking the server for the record."

    def _fetched(self, game: RemoteGame, file: str) -> Callable[[], None]:
        """In a thread: the record is saved, and what is to be said about it is told on the screen."""
        try:
            record = game.record()
        except FlagfallError as error:
            lines = [sentence(str(error))]
        else:
            lines = [save_copy(file, write([record])), *filter(None, [words.unproved(record)])]
        return lambda: self._tell_all(lines)

    def _tell_all(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._tell(line)

    def records(self) -> list[Record]:
        return [self.game.record()]

    @property
    def way_back(self) -> Advice | None:
        if self.game.over:
            return None
        advice = words.way_back(self.game)
        return Advice(f"You left the game: {advice.text}", advice.command)

    def leave(self) -> None:
        self._left = True
        for game in filter(None, (self.game, self._next)):
            game.leave()

    # --- what can be done only over a network ---

    def say(self, text: str) -> None:
        if self.ended:
            raise NotNow(sentence(self.ended))
        self.game.say(text)

    @property
    def links(self) -> str:
        seat = f"Your seat, on any device:\n  {self.game.link}\n" if self.own else ""
        return f"{seat}For watching:\n  {self.game.link.watching()}"

    def renew(self) -> None:
        """The new link is told before it is asked for: whatever gets lost then, the seat does not."""
        if self._renewing:
            raise NotNow("The server has not answered yet.")
        game, fresh = self.game, self.game.renewal()
        self._tell(f"Asking the server for a new link to your seat: {fresh}")
        self._renewing = True
        self._ask(lambda: self._renewed(game, fresh))

    def _renewed(self, game: RemoteGame, fresh: Link) -> Callable[[], None]:
        """In a thread."""
        try:
            asking.renew(game.link, fresh)
        except asking.Unreachable as error:
            failed = f"{sentence(str(error))} Keep both links: one of them is good. Renew it again to know."
        except FlagfallError as error:
            failed = f"{sentence(str(error))} The old link stays."
        else:
            return lambda: self._use_renewal(game)
        return lambda: self._keep_link(failed)

    def _use_renewal(self, game: RemoteGame) -> None:
        self._renewing, self._end = False, None
        game.use_renewal()
        self._tell("Your new link is good, and the old one no longer works.")

    def _keep_link(self, failed: str) -> None:
        end, self._renewing, self._end = self._end, False, None
        self._tell(failed)
        if end:
            self._ended(end)


def _is_missing(seat: SeatState) -> bool:
    return seat.who == "person" and not seat.here


_HOW: dict[type, Callable[[Away, Any], None]] = {
    new.Began: Away._began,
    new.Again: Away._again,
    new.Around: Away._around,
    new.Spoken: Away._spoken,
    new.Happened: Away._happened,
    new.RematchWanted: Away._rematch_wanted,
    new.RematchBegins: Away._rematch_begins,
    new.Refusal: Away._told_text,
    new.Noticed: Away._told_text,
    Lost: Away._lost,
    Ended: Away._ended,
}
