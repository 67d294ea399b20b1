"""One game, kept: whatever happens is applied, stored and told, in this order, one event at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

import msgspec

from flagfall.core import FlagfallError
from flagfall.online.protocol.events import AnyEvent, Chatted, Named, Renewed, encode_event
from flagfall.online.protocol.frames import text_frame
from flagfall.online.protocol.times import Moment
from flagfall.online.store import Append, Conflict
from flagfall.online.table import wire
from flagfall.online.table.game import Game
from flagfall.online.table.wire import Mark, Viewer

from .listeners import Listeners, framed
from .queue import Job, Queue, Wait
from .services import Services

log = logging.getLogger(__name__)
Frames = list[tuple[Viewer, bytes]]
"""What each seat is told, in order."""
Then = Callable[[Exception | None], None]
"""Called when an event is stored and told (None), or with the reason why it is not; the game is as stored then."""
PAUSE = 1.0
"""Seconds between two tries to reach a store that does not answer."""
_LOOK_EVERY = 0.5  # seconds between two looks into the store for what others may have stored
_NO_TIME = Moment(0, 0)


class Journal:
    """While an event is being stored nothing else is done, so that nobody is told, asks about or builds on what is not
    yet safe. `told` is called with every event that everybody was told, `ready` when the next may come."""

    def __init__(
        self, services: Services, game: Game, told: Callable[[AnyEvent], None], ready: Callable[[], None]
    ) -> None:
        self.services = services
        self.game = game
        self.queue = Queue()
        self.listeners = Listeners(game, services.store.shout)
        self._told = told
        self._ready = ready
        self._seq_told = game.seq
        self._wondering: list[Wait] = []
        self._looked = -_LOOK_EVERY

    def close(self) -> None:
        """Let go of whoever is told: it leads here, too."""
        self.listeners.close()
        self._told, self._ready = _nothing_told, nothing_to_do

    @property
    def waiting(self) -> int:
        return len(self.queue) + len(self._wondering)

    @property
    def busy(self) -> bool:
        return bool(self.queue.held or self.waiting)

    def now(self) -> Moment:
        return self.services.service_time.now() if self.game.clock else _NO_TIME

    # --- apply, store, tell ---

    def store(self, event: AnyEvent, then: Then) -> Frames:
        """Let the event happen if it can (else FlagfallError), store it, then tell everybody: what, is the answer."""
        if self.game.clock and not event.up:
            event = msgspec.structs.replace(event, up=self.now().time)
        self.queue.held = True
        try:
            since = Mark.of(self.game)
            self.game.apply(event)
            frames = self._frames(since, event)
        except FlagfallError:
            self.queue.held = False
            raise
        except Exception as error:  # a mistake of ours: nothing is stored, and the game is as it was
            log.exception("an event failed", extra={"game": self.game.id})
            self._recover(error, then)
            return []
        begun = monotonic()

        def done(error: Exception | None) -> None:
            if error:
                if not isinstance(error, Conflict):
                    self.services.service_time.doubt()
                self._recover(error, then)
            else:
                self.services.metrics.stored(event, monotonic() - begun)
                self._tell(event, frames)
                self.finish(then, None)

        self.services.store.append(Append(self.game.id, self.game.seq, encode_event(event), done))
        return frames

    def finish(self, then: Then, error: Exception | None = None) -> None:
        """What was begun is done: go on."""
        self.queue.held = False
        then(error)
        self._ready()
        self.queue.work()

    def _frames(self, since: Mark, event: AnyEvent) -> Frames:
        """What each seat is to be told, in this order, if anybody sits there."""
        viewers = self.listeners.viewers()
        if isinstance(event, Chatted):
            line = framed(wire.chat(self.game.chat[-1]))
            return [(viewer, line) for viewer in viewers if viewer]
        if isinstance(event, Renewed | Named):
            return []
        now, sealed = self.now(), wire.sealed(self.game, since)
        first = [(viewer, framed(sealed)) for viewer in viewers] if sealed else []
        updates = wire.updates(self.game, viewers, since, event, now)
        return first + [(viewer, text_frame(update)) for viewer, update in updates]

    def _tell(self, event: AnyEvent, frames: Frames) -> None:
        self._seq_told = self.game.seq
        for viewer, frame in frames:
            self.listeners.push(viewer, frame)
        self._told(event)

    # --- when others were faster, or storing failed ---

    def _recover(self, error: Exception, then: Then) -> None:
        if isinstance(error, Conflict):
            self.services.spawn(self._reload(error, then))
            return
        log.error("storing failed", extra={"game": self.game.id, "error": str(error) or type(error).__name__})
        self._go_down()
        then(error)
        self.services.spawn(self._reload(None, nothing))

    async def _reload(self, error: Exception | None, then: Then) -> None:
        """Begin again from what is stored; it may have happened after all, or something else instead."""
        events = await self._read(after=-1)
        self.game = self.listeners.game = await Game.replayed(self.game.id, events[: self._seq_told + 1])
        self._take_in(events[self._seq_told + 1 :])
        self.finish(then, error)

    async def _read(self, after: int) -> list[AnyEvent]:
        """The stored events; while the store does not answer, nothing is done."""
        while True:
            try:
                events = await self.services.store.events(self.game.id, after)
            except Exception as error:
                log.debug("reading failed", extra={"game": self.game.id, "error": str(error) or type(error).__name__})
                self._go_down()
                await asyncio.sleep(PAUSE)
            else:
                self.queue.down = False
                return events

    def _go_down(self) -> None:
        wondering, self._wondering = self._wondering, []
        self.queue.go_down(wondering)

    def _take_in(self, events: list[AnyEvent]) -> None:
        """Events that another server has stored."""
        for event in events:
            since = Mark.of(self.game)
            self.game.apply(event)
            self._tell(event, self._frames(since, event))

    def catch_up(self, seq: int) -> None:
        """Another server has stored this event."""
        self.queue.run(partial(self._catch_up, seq))

    def _catch_up(self, seq: int) -> None:
        if self.game.seq < seq:
            self.queue.held = True
            self.services.spawn(self._read_on(()))

    async def _read_on(self, then: Sequence[Wait]) -> None:
        self._take_in(await self._read(after=self.game.seq))
        self.queue.put_first(*then)
        self.finish(nothing)

    def look_up(self, then: Job, otherwise: Job | None) -> None:
        """Do this when the store was asked for what other servers have done. All who wonder share one look."""
        self._wondering.append((then, otherwise))
        if len(self._wondering) == 1:
            delay = max(self._looked + _LOOK_EVERY - monotonic(), 0)
            asyncio.get_running_loop().call_later(delay, self.queue.run, self._look)

    def _look(self) -> None:
        self.queue.held = True
        self._looked = monotonic()
        wondering, self._wondering = self._wondering, []
        self.services.spawn(self._read_on(wondering))


def nothing(error: Exception | None) -> None:
    pass


def nothing_to_do() -> None:
    pass


def _nothing_told(event: AnyEvent) -> None:
    pass
