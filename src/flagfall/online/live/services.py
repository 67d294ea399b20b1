"""What all games of a server share: its store and time, limits and metrics, bots, and the work that goes on beside."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from flagfall.online.ops.limits import Buckets, Limits
from flagfall.online.ops.metrics import Metrics
from flagfall.online.store import Store
from flagfall.online.workers.bots import Thinkers

from .service_time import ServiceTime

_MAKERS = 10_000


class Services:
    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        self.store = store
        self.service_time = ServiceTime(store)
        self.limits = limits or Limits()
        self.metrics = Metrics()
        self.bots = Thinkers()
        self.bot_moves = Buckets(self.limits.bot_moves)
        self.work = Buckets(self.limits.work)
        self.stored = Buckets(self.limits.stored)
        self._makers: dict[str, str] = {}
        """The clients that made the latest games: what a game's bots do is theirs to answer for."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def remember_maker(self, game: str, client: str) -> None:
        while len(self._makers) >= _MAKERS:
            del self._makers[next(iter(self._makers))]
        self._makers[game] = client

    def maker(self, game: str, otherwise: str) -> str:
        return self._makers.get(game, otherwise)
