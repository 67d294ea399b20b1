"""Bots, computed in a process of their own: the event loop never waits for one."""

from __future__ import annotations

import asyncio
import pickle
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import get_context
from typing import cast

from flagfall.bots import Bot, bot
from flagfall.core import Move
from flagfall.match import Seat


class Thinkers:
    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, name: str, seat: Seat) -> Move:
        """A bot's move for this seat, as it is now."""
        seen = pickle.dumps(seat)  # at once: a seat changes as the game goes on
        try:
            return await self._ask(name, seen)
        except BrokenProcessPool:  # somebody killed the process; another is begun
            self._pool = None
            return await self._ask(name, seen)

    async def _ask(self, name: str, seen: bytes) -> Move:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        return await asyncio.get_running_loop().run_in_executor(self._pool, _choose, name, seen)

    def close(self) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def _choose(name: str, seen: bytes) -> Move:
    return _bot(name).choose(cast(Seat, pickle.loads(seen)))


@cache
def _bot(name: str) -> Bot:
    return bot(name)
