"""The flag on a game's clock: when somebody's time is over, the game ends before anything else is done."""

from __future__ import annotations

import asyncio
from functools import partial

from flagfall.core import Player
from flagfall.online.protocol.events import RanOut
from flagfall.online.protocol.messages import names
from flagfall.online.protocol.times import now_ms
from flagfall.online.store import Conflict

from .journal import PAUSE, Journal, nothing_to_do
from .queue import Job

_LONGEST_TIMER = 3_600_000  # milliseconds


class Flag:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._timer: asyncio.TimerHandle | None = None

    def has_fallen(self, then: Job, otherwise: Job | None) -> bool:
        """If somebody's time is over, the game ends, and then comes what was to be done."""
        if not self._late():
            return False
        self._journal.queue.held = True
        self._journal.services.spawn(self._end_in_time(then, otherwise))
        return True

    def _late(self) -> list[Player]:
        game = self._journal.game
        return game.clock.late(self._journal.now().time) if game.clock and not game.over else []

    async def _end_in_time(self, then: Job, otherwise: Job | None) -> None:
        """Nobody loses by an outage: the store is asked whether the time has really passed."""
        journal = self._journal
        sure = await journal.services.service_time.beat()
        journal.queue.held = False
        clock, late = journal.game.clock, self._late()
        if not sure and otherwise:
            otherwise()
        elif sure and clock and late:
            ended = RanOut(at=now_ms(), up=clock.deadline() or 0, seats=names(late))
            journal.store(ended, partial(self._again, then, otherwise))
        elif sure:
            journal.queue.put_first((then, otherwise))
        self.set(0 if sure else PAUSE)
        journal.queue.work()

    def _again(self, then: Job, otherwise: Job | None, error: Exception | None) -> None:
        if otherwise and not (error is None or isinstance(error, Conflict)):
            otherwise()
        else:
            self._journal.queue.put_first((then, otherwise))

    # --- the timer ---

    def set(self, pause: float = 0) -> None:
        """Look when the time is over, if any clock runs."""
        self.stop()
        clock = self._journal.game.clock
        deadline = clock.deadline() if clock else None
        if deadline is not None:
            now = self._journal.now()
            delay = min(max(deadline - now.time, 0) + now.held + 1, _LONGEST_TIMER) / 1000 + pause
            self._timer = asyncio.get_running_loop().call_later(delay, self._journal.queue.run, self._look)

    def stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if not self.has_fallen(nothing_to_do, None):
            self.set()
