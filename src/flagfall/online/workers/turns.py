"""Fair turns at heavy work: one client's never keeps another's waiting for long."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from flagfall.online.protocol.errors import TooMany


@dataclass(frozen=True)
class Places:
    """How many may be at work at once: in all, and of one client; and how much of that may be large."""

    all: int
    large: int
    each: int
    each_large: int

    @classmethod
    def of(cls, processes: int) -> Places:
        """One is kept for small work, and one for other clients."""
        return cls(processes, max(processes - 1, 1), max(processes - 1, 1), max(processes - 2, 1))


@dataclass(frozen=True, eq=False)
class Wish:
    """Somebody's place in the queue."""

    client: str
    large: bool
    granted: asyncio.Future[None]


class Turns:
    """Small work goes before large. Among the same, whoever was served longest ago is next."""

    def __init__(self, places: Places, queue: int) -> None:
        self._places = places
        self._queue = queue
        self._waiting: list[Wish] = []
        self._at_work: Counter[tuple[str, bool]] = Counter()
        self._served: dict[str, int] = {}
        """The number of each client's last turn, while it has anything here."""
        self._turn = 0

    def check_queue(self, client: str) -> None:
        """TooMany where so much of this client's waits already that no more may be asked for."""
        if sum(wish.client == client for wish in self._waiting) >= self._queue:
            raise TooMany("too much that you asked for waits to be computed; try again in a while", 10)

    def wish(self, client: str, large: bool) -> Wish:
        """A place in the queue, for `turn`."""
        wish = Wish(client, large, asyncio.get_running_loop().create_future())
        self._waiting.append(wish)
        self._go_on()
        return wish

    @asynccontextmanager
    async def turn(self, wish: Wish) -> AsyncIterator[None]:
        """Wait until it may begin."""
        try:
            await wish.granted
            yield
        finally:
            self._leave(wish)

    def _leave(self, wish: Wish) -> None:
        if wish in self._waiting:  # it was given up
            self._waiting.remove(wish)
        else:
            self._at_work[wish.client, wish.large] -= 1
        self._at_work = +self._at_work
        here = {client for client, _ in self._at_work} | {each.client for each in self._waiting}
        self._served = {client: turn for client, turn in self._served.items() if client in here}
        self._go_on()

    def _go_on(self) -> None:
        while ready := [wish for wish in self._waiting if self._has_place(wish)]:
            wish = min(ready, key=lambda each: (each.large, self._served.get(each.client, 0)))
            self._waiting.remove(wish)
            self._turn += 1
            self._served[wish.client] = self._turn
            self._at_work[wish.client, wish.large] += 1
            if not wish.granted.done():  # it may just have been given up
                wish.granted.set_result(None)

    def _has_place(self, wish: Wish) -> bool:
        client, at_work, places = wish.client, self._at_work, self._places
        if at_work.total() >= places.all or at_work[client, True] + at_work[client, False] >= places.each:
            return False
        large = sum(count for (_, is_large), count in at_work.items() if is_large)
        return not wish.large or (large < places.large and at_work[client, True] < places.each_large)
