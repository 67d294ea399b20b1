"""The time of service as this server knows it, and whether the store can be written: one beat every few seconds."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from time import monotonic
from typing import Protocol

from flagfall.online.protocol.times import Moment

log = logging.getLogger(__name__)
BEAT_EVERY = 2.0
"""Seconds. What a server that is killed has not yet told the store is no more than that."""
_BLIND = 3_000  # milliseconds: so far does time run on without a beat
_SURE = 1.0  # seconds: a beat that is no older is as good as a new one
_DOUBT = 5.0  # seconds after something could not be stored


class Heart(Protocol):
    """Where beats are written: a `store.Store`."""

    shared: bool

    async def beat(self, passed: int | None) -> Moment: ...


class ServiceTime:
    def __init__(self, heart: Heart, clock: Callable[[], float] = monotonic) -> None:
        self._heart = heart
        self._clock = clock
        self._last = Moment(0, 0)
        self._at: float | None = None
        """When the last beat was, by this machine's own clock."""
        self._beating: asyncio.Task[bool] | None = None
        self._well = True
        self._sure_until = 0.0
        self._doubtful_until = 0.0

    def _passed(self) -> int:
        return 0 if self._at is None else round((self._clock() - self._at) * 1000)

    def now(self) -> Moment:
        """How it stands, supposing that the next beat comes; without one it soon stands still."""
        held = min(self._passed(), self._last.held)
        return Moment(self._last.time + min(self._passed() - held, _BLIND), self._last.held - held)

    async def begin(self) -> None:
        await self._beat_once()

    def doubt(self) -> None:
        """Something could not be stored: what was true a moment ago is no longer sure."""
        self._sure_until = 0.0
        self._doubtful_until = self._clock() + _DOUBT

    async def healthy(self) -> bool:
        """Whether the store can be written, and nothing has failed just now."""
        return await self.beat() and self._clock() >= self._doubtful_until

    async def beat(self) -> bool:
        """Whether the store can be written now. Whoever asks, and however often, it is tried once a second."""
        if self._clock() < self._sure_until:
            return self._well
        if self._beating is None:
            self._beating = asyncio.create_task(self._tried())
        return await asyncio.shield(self._beating)

    async def _tried(self) -> bool:
        try:
            await self._beat_once()
        except Exception as error:
            self._note(False, str(error) or type(error).__name__)
        else:
            self._note(True)
        self._sure_until = self._clock() + _SURE
        self._beating = None
        return self._well

    def _note(self, well: bool, error: str = "") -> None:
        """Say it once."""
        if self._well and not well:
            log.error("the store can't be written", extra={"error": error})
        elif well and not self._well:
            log.info("the store can be written again")
        self._well = well

    async def _beat_once(self) -> None:
        begun, passed = self._clock(), None if self._at is None else self._passed()
        self._last = await self._heart.beat(passed)
        self._at = self._clock() if self._heart.shared else begun  # a database that many share has a time of its own
