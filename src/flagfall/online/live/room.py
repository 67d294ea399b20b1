"""A game that somebody is connected to: it takes commands one after the other, stores them, and tells everybody."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from flagfall.core import FlagfallError, Player
from flagfall.online.ops.limits import CELL_BYTES
from flagfall.online.protocol.events import AnyEvent, Chatted, RanOut, Renewed, Taken, encode_event
from flagfall.online.protocol.frames import text_frame
from flagfall.online.protocol.messages import Accepted, Chat, Close, Command, Rematch, name, names
from flagfall.online.protocol.times import Moment, now_ms
from flagfall.online.store import Append, Conflict
from flagfall.online.table import wire
from flagfall.online.table.commands import Refusal, done_before, event_of, refusal_of
from flagfall.online.table.game import Game
from flagfall.online.table.making import check_board
from flagfall.online.table.wire import Mark, Viewer

from .bots import BotSeats
from .listeners import Listener, Listeners, framed

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger(__name__)
Job = Callable[[], None]
Frames = list[tuple[Viewer, bytes]]
"""What each seat is told, in order."""
Then = Callable[[Exception | None], None]
"""Called when an event is stored and told (None), or with the reason why it is not; the game is as stored then."""
_LONGEST_TIMER = 3_600_000  # milliseconds
_TRIES = 5
_PAUSE = 1.0  # seconds between two tries to reach a store that does not answer
_MOST_JOBS = 200
_LOOK_EVERY = 0.5  # seconds between two looks into the store for what others may have stored
_NO_TIME = Moment(0, 0)
_UNAVAILABLE = Refusal("unavailable", "this could not be saved now; send it again")


class _Delayed(Exception):
    """Something else came first."""


class Room:
    """Jobs are done one at a time. While an event is being stored nothing else is done, so that nobody is told, asks
    about or builds on what is not yet safe."""

    def __init__(self, hub: Hub, game: Game, payer: str = "", first: Room | None = None) -> None:
        self.hub = hub
        self.game = game
        self.payer = payer
        """The client that answers for what the bots do here."""
        self._first_game = first
        """Of a rematch: the room of the game that it began with."""
        self._rematches: list[Room] = []
        """Of such a game: the rooms of its rematches."""
        if first:
            first._rematches.append(self)
        self.listeners = Listeners(game, hub.store.shout)
        self.used = monotonic()
        self._busy = False
        self._down = False
        """Whether the store does not answer: then nobody is kept waiting, until the game was read again."""
        self._jobs: deque[tuple[Job, Job | None]] = deque()
        """What is to be done, and what instead when the store does not answer; None waits until it does."""
        self._timer: asyncio.TimerHandle | None = None
        self._bots = BotSeats(self) if game.bots else None
        self._rematch_made = ""
        self._wondering: list[tuple[Job, Job | None]] = []
        self._looked = -_LOOK_EVERY
        self._told = game.seq
        self.ground = CELL_BYTES * game.match.start.count_cells(game.match.start.rules)
        """What every message costs, besides its bytes."""
        self._ready()

    @property
    def idle(self) -> bool:
        busy = self._busy or self._jobs or self._wondering or (self._bots and self._bots.busy)
        return not (busy or self.listeners or self._rematches)

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
        self.used = monotonic()
        if self._down and otherwise:
            otherwise()
            return
        self._jobs.append((job, otherwise))
        self._work()

    def run_in_time(self, job: Job, otherwise: Job) -> None:
        """The same, but if somebody's time is over, the game ends first."""
        self.run(lambda: None if self._flag_fallen(job, otherwise) else job(), otherwise)

    def _work(self) -> None:
        while self._jobs and not self._busy:
            self._jobs.popleft()[0]()

    def _first(self, job: Job, otherwise: Job | None) -> None:
        self._jobs.appendleft((job, otherwise))

    def _go_down(self) -> None:
        """The store does not answer: tell all who wait."""
        self._down = True
        waiting = [*self._wondering, *self._jobs]
        self._wondering = []
        self._jobs = deque(each for each in waiting if each[1] is None)
        for _, otherwise in waiting:
            if otherwise:
                otherwise()

    def close(self) -> None:
        """Stop everything, and let go of whatever leads back here."""
        self.listeners.close()
        self._stop_timer()
        self._bots = None
        if self._first_game:
            self._first_game._rematches.remove(self)
            self._first_game = None

    # --- storing and telling ---

    def store(self, event: AnyEvent, then: Then) -> Frames:
        """Let the event happen if it can (else FlagfallError), store it, then tell everybody: what, is the answer."""
        if self.game.clock and not event.up:
            event = msgspec.structs.replace(event, up=self._now().time)
        self._busy = True
        try:
            since = Mark.of(self.game)
            self.game.apply(event)
            frames = self._frames(since, event)
        except FlagfallError:
            self._busy = False
            raise
        except Exception as error:  # a mistake of ours: nothing is stored, and the game is as it was
            log.exception("an event failed", extra={"game": self.game.id})
            self._recover(error, then)
            return []
        begun = monotonic()

        def done(error: Exception | None) -> None:
            if error:
                if not isinstance(error, Conflict):
                    self.hub.service_time.doubt()
                self._recover(error, then)
            else:
                self.hub.metrics.stored(event, monotonic() - begun)
                self._tell(event, frames)
                self._finish(then, None)

        self.hub.store.append(Append(self.game.id, self.game.seq, encode_event(event), done))
        return frames

    def _finish(self, then: Then, error: Exception | None) -> None:
        self._busy = False
        then(error)
        self._ready()
        self._work()

    def _frames(self, since: Mark, event: AnyEvent) -> Frames:
        """What each seat is to be told, in this order, if anybody sits there."""
        viewers = self.listeners.viewers()
        if isinstance(event, Chatted):
            line = framed(wire.chat(self.game.chat[-1]))
            return [(viewer, line) for viewer in viewers if viewer]
        if isinstance(event, Renewed):
            return []
        now, sealed = self._now(), wire.sealed(self.game, since)
        first = [(viewer, framed(sealed)) for viewer in viewers] if sealed else []
        updates = wire.updates(self.game, viewers, since, event, now)
        return first + [(viewer, text_frame(update)) for viewer, update in updates]

    def _tell(self, event: AnyEvent, frames: Frames) -> None:
        self._told = self.game.seq
        for viewer, frame in frames:
            self.listeners.push(viewer, frame)
        if isinstance(event, Taken):
            self.listeners.tell_presence()
        if isinstance(event, Renewed) and event.what == "seat":
            self._send_away(Player[event.seat])

    # --- when others were faster, or storing failed ---

    def _recover(self, error: Exception, then: Then) -> None:
        if isinstance(error, Conflict):
            self.hub.spawn(self._reload(error, then))
            return
        log.error("storing failed", extra={"game": self.game.id, "error": str(error) or type(error).__name__})
        self._go_down()
        then(error)
        self.hub.spawn(self._reload(None, _nothing))

    async def _reload(self, error: Exception | None, then: Then) -> None:
        """Begin again from what is stored; it may have happened after all, or something else instead."""
        events = await self._read(after=-1)
        self.game = self.listeners.game = await Game.replayed(self.game.id, events[: self._told + 1])
        self._take_in(events[self._told + 1 :])
        self._finish(then, error)

    async def _read(self, after: int) -> list[AnyEvent]:
        """The stored events; while the store does not answer, nothing is done."""
        while True:
            try:
                events = await self.hub.store.events(self.game.id, after)
            except Exception as error:
                log.debug("reading failed", extra={"game": self.game.id, "error": str(error) or type(error).__name__})
                self._go_down()
                await asyncio.sleep(_PAUSE)
            else:
                self._down = False
                return events

    def _take_in(self, events: list[AnyEvent]) -> None:
        """Events that another server has stored."""
        for event in events:
            since = Mark.of(self.game)
            self.game.apply(event)
            self._tell(event, self._frames(since, event))

    def catch_up(self, seq: int) -> None:
        """Another server has stored this event."""
        self.run(partial(self._catch_up, seq))

    def _catch_up(self, seq: int) -> None:
        if self.game.seq < seq:
            self._busy = True
            self.hub.spawn(self._read_on(()))

    async def _read_on(self, then: Sequence[tuple[Job, Job | None]]) -> None:
        self._take_in(await self._read(after=self.game.seq))
        self._jobs.extendleft(reversed(then))
        self._finish(_nothing, None)

    def look_up(self, then: Job, otherwise: Job | None) -> None:
        """Do this when the store was asked for what other servers have done. All who wonder share one look."""
        self._wondering.append((then, otherwise))
        if len(self._wondering) == 1:
            delay = max(self._looked + _LOOK_EVERY - monotonic(), 0)
            asyncio.get_running_loop().call_later(delay, self.run, self._look)

    def _look(self) -> None:
        self._busy = True
        self._looked = monotonic()
        wondering, self._wondering = self._wondering, []
        self.hub.spawn(self._read_on(wondering))

    # --- commands ---

    def command(self, sender: Listener | None, player: Player, command: Command) -> None:
        if not (self._busy or self._jobs or self._down):  # as nearly always
            self.used = monotonic()
            self._perform(sender, player, command, _TRIES)
            self._work()
            return
        unavailable = partial(self._refuse, sender, player, command, _UNAVAILABLE)
        if len(self._jobs) + len(self._wondering) < _MOST_JOBS:
            self.run(partial(self._perform, sender, player, command, _TRIES), unavailable)
        else:
            unavailable()

    def _perform(
        self, sender: Listener | None, player: Player, command: Command, tries: int, looked: bool = False
    ) -> None:
        if seq := done_before(self.game, player, command):
            _reply(sender, Accepted(id=command.id, seq=seq))
            return
        then = partial(self._performed, sender, player, command, tries)
        try:
            if isinstance(command, Rematch):
                check_board(type(self.game.match.start), self.game.match.start.rules, self.hub.limits.board_cells)
            if self._comes_first(player, command, then):
                return
            frames = self.store(event_of(self.game, player, command, now_ms()), then)
            if sender:  # by what it is told itself: how long the others' messages are may depend on their secrets
                own = sum([len(frame) for viewer, frame in frames if viewer is player])
                sender.charge(self.ground + len(frames) * own)
        except FlagfallError as error:
            if looked or not (sender and self.hub.store.shared):
                self._refuse(sender, player, command, refusal_of(error))
            else:  # it may build on what is news here
                again = partial(self._perform, sender, player, command, tries, looked=True)
                self.look_up(again, partial(self._refuse, sender, player, command, _UNAVAILABLE))

    def _comes_first(self, player: Player, command: Command, then: Then) -> bool:
        """Whether something else happens before the command, which is then done again."""
        if self.game.clock is None and not isinstance(command, Rematch):
            return False
        again, otherwise = partial(then, _Delayed()), partial(then, _UNAVAILABLE)
        return self._flag_fallen(again, otherwise) or self._makes_rematch(player, command, again, otherwise)

    def _performed(
        self, sender: Listener | None, player: Player, command: Command, tries: int, error: Exception | None
    ) -> None:
        if error is None:
            if isinstance(command, Chat):
                _reply(sender, Accepted(id=command.id, seq=self.game.seq))
            return
        unavailable = partial(self._refuse, sender, player, command, _UNAVAILABLE)
        if tries and isinstance(error, Conflict | _Delayed):
            self._first(partial(self._perform, sender, player, command, tries - 1), unavailable)
        else:
            unavailable()

    def _refuse(self, sender: Listener | None, player: Player, command: Command, refusal: Refusal) -> None:
        self.hub.metrics.refused(refusal.code)
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
        self._busy = True

        def made(error: Exception | None) -> None:
            if error is None or isinstance(error, Conflict):  # then it is there from an earlier try
                self._rematch_made = rematch
                self.hub.remember_maker(rematch, self.payer)
                self._first(again, otherwise)
            else:
                otherwise()
            self._finish(_nothing, None)

        made_again = game.swapped(now_ms(), self._now().time)
        self.hub.store.append(Append(rematch, 0, encode_event(made_again), made))
        return True

    # --- clocks ---

    def _now(self) -> Moment:
        return self.hub.service_time.now() if self.game.clock else _NO_TIME

    def _flag_fallen(self, then: Job, otherwise: Job | None) -> bool:
        """If somebody's time is over, the game ends first."""
        if not self._late():
            return False
        self._busy = True
        self.hub.spawn(self._end_in_time(then, otherwise))
        return True

    def _late(self) -> list[Player]:
        clock = self.game.clock
        return clock.late(self._now().time) if clock and not self.game.over else []

    async def _end_in_time(self, then: Job, otherwise: Job | None) -> None:
        """Nobody loses by an outage: the store is asked whether the time has really passed."""
        sure = await self.hub.service_time.beat()
        self._busy = False
        clock, late = self.game.clock, self._late()
        if not sure and otherwise:
            otherwise()
        elif sure and clock and late:
            ended = RanOut(at=now_ms(), up=clock.deadline() or 0, seats=names(late))
            self.store(ended, partial(self._again, then, otherwise))
        elif sure:
            self._first(then, otherwise)
        self._set_timer(0 if sure else _PAUSE)
        self._work()

    def _again(self, then: Job, otherwise: Job | None, error: Exception | None) -> None:
        if otherwise and not (error is None or isinstance(error, Conflict)):
            otherwise()
        else:
            self._first(then, otherwise)

    def _set_timer(self, pause: float = 0) -> None:
        self._stop_timer()
        deadline = self.game.clock.deadline() if self.game.clock else None
        if deadline is not None:
            now = self._now()
            delay = min(max(deadline - now.time, 0) + now.held + 1, _LONGEST_TIMER) / 1000 + pause
            self._timer = asyncio.get_running_loop().call_later(delay, self.run, self._time)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _time(self) -> None:
        if not self._flag_fallen(_nothing_to_do, None):
            self._set_timer()

    def _ready(self) -> None:
        """After everything that happened: set the clock, wake the bots."""
        if self.game.clock:
            self._set_timer()
        if self._bots:
            self._bots.wake()

    # --- coming and going ---

    def attach(self, listener: Listener, viewer: Viewer, heard: int) -> None:
        self.run(partial(self._attach, listener, viewer, heard, _TRIES), partial(_send_back, listener))

    def _attach(self, listener: Listener, viewer: Viewer, heard: int, tries: int) -> None:
        again, otherwise = partial(self._attach, listener, viewer, heard, tries - 1), partial(_send_back, listener)
        if self._flag_fallen(again, otherwise):
            return
        if viewer is None or self.game.places[viewer].taken:
            self._enter(listener, viewer, heard)
            return

        def taken(error: Exception | None) -> None:
            if error is None:
                self._enter(listener, viewer, heard)
            elif tries and isinstance(error, Conflict):
                self._first(again, otherwise)
            else:
                otherwise()

        self.store(Taken(at=now_ms(), seat=name(viewer)), taken)

    def _enter(self, listener: Listener, viewer: Viewer, heard: int) -> None:
        if listener.gone:
            return
        if not listener.may_ask():
            listener.close(Close.TOO_MANY, "too much is asked at once; come again in a moment")
            return
        self.listeners.add(listener, viewer)
        if viewer:  # a bot's moves are paid for by whoever plays it, and not by who came first to look
            self.payer = listener.client
        frame = framed(wire.welcome(self.game, viewer, heard, self.listeners.presence(), self._now()))
        listener.push(frame)
        listener.charge(self.ground + len(frame))
        if self._bots:
            self._bots.wake()

    def detach(self, listener: Listener, viewer: Viewer) -> None:
        self.used = monotonic()
        self.listeners.remove(listener, viewer)


def _reply(to: Listener | None, message: object) -> None:
    if to:
        to.push(framed(message))


def _send_back(listener: Listener) -> None:
    listener.close(Close.UNAVAILABLE, "the store does not answer now; come again")


def _nothing(error: Exception | None) -> None:
    pass


def _nothing_to_do() -> None:
    pass
