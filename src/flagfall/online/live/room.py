"""A game that somebody is connected to: who may play it, what they ask for, and who comes and goes."""

from __future__ import annotations

from functools import partial
from time import monotonic

from flagfall.core import FlagfallError, Player
from flagfall.online.ops.limits import CELL_BYTES, EVENT_BYTES
from flagfall.online.protocol.events import AnyEvent, Named, Renewed, Taken, encode_event
from flagfall.online.protocol.messages import Accepted, Chat, Close, Command, Name, Rematch, name
from flagfall.online.protocol.times import now_ms
from flagfall.online.store import Append, Conflict
from flagfall.online.table import wire
from flagfall.online.table.commands import Refusal, done_before, event_of, refusal_of
from flagfall.online.table.game import Game
from flagfall.online.table.making import check_board
from flagfall.online.table.wire import Viewer

from .bots import BotSeats
from .flag import Flag
from .journal import Journal, Then, nothing
from .listeners import Listener, Listeners, framed
from .queue import Job
from .services import Services

_TRIES = 5
_MOST_JOBS = 200
_UNAVAILABLE = Refusal("unavailable", "this could not be saved now; send it again")


class _Delayed(Exception):
    """Something else came first."""


class Room:
    def __init__(self, services: Services, game: Game, payer: str = "", first: Room | None = None) -> None:
        self.services = services
        self.payer = payer
        """The client that answers for what the bots do here."""
        self._first_game = first
        """Of a rematch: the room of the game that it began with."""
        self._rematches: list[Room] = []
        """Of such a game: the rooms of its rematches."""
        if first:
            first._rematches.append(self)
        self.journal = Journal(services, game, self._told, self._ready)
        self._queue = self.journal.queue
        self._flag = Flag(self.journal)
        self._bots = BotSeats(self) if game.bots else None
        self._rematch_made = ""
        self.ground = CELL_BYTES * game.match.start.count_cells(game.match.start.rules)
        """What every message costs, besides its bytes."""
        self._ready()

    @property
    def game(self) -> Game:
        return self.journal.game

    @property
    def listeners(self) -> Listeners:
        return self.journal.listeners

    @property
    def used(self) -> float:
        """When somebody last wanted something here."""
        return self._queue.used

    def touch(self) -> None:
        self._queue.used = monotonic()

    @property
    def idle(self) -> bool:
        busy = self.journal.busy or (self._bots and self._bots.busy)
        return not (busy or self.listeners or self._rematches)

    def close(self) -> None:
        """Stop everything, and let go of whatever leads back here."""
        self.journal.close()
        self._flag.stop()
        self._bots = None
        if self._first_game:
            self._first_game._rematches.remove(self)
            self._first_game = None

    # --- whose links are good here ---

    @property
    def keys(self) -> Room:
        """The room that keeps the links of this one."""
        return self._first_game or self

    def seat_of(self, token: str) -> Player | None:
        seat = self.keys.game.seat_of(token)
        return self.game.here(seat) if seat else None

    def _send_away(self, seat: Player) -> None:
        """Whoever came with a link that is void now."""
        for room in (self, *self._rematches):
            room.listeners.drop(room.game.here(seat), Close.RENEWED, "this link was renewed")

    # --- one thing at a time ---

    def run(self, job: Job, otherwise: Job | None = None) -> None:
        self._queue.run(job, otherwise)

    def run_in_time(self, job: Job, otherwise: Job) -> None:
        """The same, but if somebody's time is over, the game ends first."""
        self.run(lambda: None if self._flag.has_fallen(job, otherwise) else job(), otherwise)

    def _told(self, event: AnyEvent) -> None:
        """After everybody was told of an event."""
        if isinstance(event, Taken | Named):
            self.listeners.tell_presence()
        if isinstance(event, Renewed) and event.what == "seat":
            self._send_away(Player[event.seat])

    def _ready(self) -> None:
        """After everything that happened: set the clock, wake the bots."""
        if self.game.clock:
            self._flag.set()
        if self._bots:
            self._bots.wake()

    # --- commands ---

    def command(self, sender: Listener | None, player: Player, command: Command) -> None:
        if self._queue.is_free:  # as nearly always
            self.touch()
            self._perform(sender, player, command, _TRIES)
            self._queue.work()
            return
        unavailable = partial(self._refuse, sender, player, command, _UNAVAILABLE)
        if self.journal.waiting < _MOST_JOBS:
            self.run(partial(self._perform, sender, player, command, _TRIES), unavailable)
        else:
            unavailable()

    def _perform(
        self, sender: Listener | None, player: Player, command: Command, tries: int, looked: bool = False
    ) -> None:
        game = self.game
        if seq := done_before(game, player, command):
            _reply(sender, Accepted(id=command.id, seq=seq))
            return
        then = partial(self._performed, sender, player, command, tries)
        try:
            if isinstance(command, Rematch):
                check_board(type(game.match.start), game.match.start.rules, self.services.limits.board_cells)
            if self._comes_first(player, command, then):
                return
            frames = self.journal.store(event_of(game, player, command, now_ms()), then)
            if sender:  # by what it is told itself: how long the others' messages are may depend on their secrets
                own = sum([len(frame) for viewer, frame in frames if viewer is player])
                sender.charge(self.ground + len(frames) * own, _kept_bytes(command))
            else:
                self.services.stored.of(self.payer).spend(EVENT_BYTES)
        except FlagfallError as error:
            if looked or not (sender and self.services.store.shared):
                self._refuse(sender, player, command, refusal_of(error))
            else:  # it may build on what is news here
                again = partial(self._perform, sender, player, command, tries, looked=True)
                self.journal.look_up(again, partial(self._refuse, sender, player, command, _UNAVAILABLE))

    def _comes_first(self, player: Player, command: Command, then: Then) -> bool:
        """Whether something else happens before the command, which is then done again."""
        if self.game.clock is None and not isinstance(command, Rematch):
            return False
        again, otherwise = partial(then, _Delayed()), partial(then, _UNAVAILABLE)
        return self._flag.has_fallen(again, otherwise) or self._makes_rematch(player, command, again, otherwise)

    def _performed(
        self, sender: Listener | None, player: Player, command: Command, tries: int, error: Exception | None
    ) -> None:
        if error is None:
            if isinstance(command, Chat | Name):
                _reply(sender, Accepted(id=command.id, seq=self.game.seq))
            return
        unavailable = partial(self._refuse, sender, player, command, _UNAVAILABLE)
        if tries and isinstance(error, Conflict | _Delayed):
            self._queue.put_first((partial(self._perform, sender, player, command, tries - 1), unavailable))
        else:
            unavailable()

    def _refuse(self, sender: Listener | None, player: Player, command: Command, refusal: Refusal) -> None:
        self.services.metrics.refused(refusal.code)
        if sender:
            _reply(sender, refusal.message(command.id))
        elif self._bots:
            self._bots.refused(player, command, refusal)

    def _makes_rematch(self, player: Player, command: Command, again: Job, otherwise: Job) -> bool:
        """Both want a rematch: it is made before anybody hears of it."""
        game = self.game
        if not isinstance(command, Rematch) or player.other not in game.wanted:
            return False
        if self._rematch_made == (rematch := game.rematch_id()):
            return False
        self._queue.held = True

        def made(error: Exception | None) -> None:
            if error is None or isinstance(error, Conflict):  # then it is there from an earlier try
                self._rematch_made = rematch
                self.services.remember_maker(rematch, self.payer)
                self._queue.put_first((again, otherwise))
            else:
                otherwise()
            self.journal.finish(nothing)

        made_again = game.swapped(now_ms(), self.journal.now().time)
        self.services.store.append(Append(rematch, 0, encode_event(made_again), made))
        return True

    # --- coming and going ---

    def attach(self, listener: Listener, viewer: Viewer, heard: int) -> None:
        self.run(partial(self._attach, listener, viewer, heard, _TRIES), partial(_send_back, listener))

    def _attach(self, listener: Listener, viewer: Viewer, heard: int, tries: int) -> None:
        again, otherwise = partial(self._attach, listener, viewer, heard, tries - 1), partial(_send_back, listener)
        if self._flag.has_fallen(again, otherwise):
            return
        if viewer is None or self.game.places[viewer].taken:
            self._enter(listener, viewer, heard)
            return

        def taken(error: Exception | None) -> None:
            if error is None:
                self._enter(listener, viewer, heard)
            elif tries and isinstance(error, Conflict):
                self._queue.put_first((again, otherwise))
            else:
                otherwise()

        self.journal.store(Taken(at=now_ms(), seat=name(viewer)), taken)

    def _enter(self, listener: Listener, viewer: Viewer, heard: int) -> None:
        if listener.gone:
            return
        if not listener.may_ask():
            listener.close(Close.TOO_MANY, "too much is asked at once; come again in a moment")
            return
        self.listeners.add(listener, viewer)
        if viewer:  # a bot's moves are paid for by whoever plays it, and not by who came first to look
            self.payer = listener.client
        frame = framed(wire.welcome(self.game, viewer, heard, self.listeners.presence(), self.journal.now()))
        listener.push(frame)
        listener.charge(self.ground + len(frame))
        if self._bots:
            self._bots.wake()

    def detach(self, listener: Listener, viewer: Viewer) -> None:
        self.touch()
        self.listeners.remove(listener, viewer)


def _kept_bytes(command: Command) -> int:
    return EVENT_BYTES + (len(command.text.encode()) if isinstance(command, Chat) else 0)


def _reply(to: Listener | None, message: object) -> None:
    if to:
        to.push(framed(message))


def _send_back(listener: Listener) -> None:
    listener.close(Close.UNAVAILABLE, "the store does not answer now; come again")
