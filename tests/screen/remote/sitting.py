"""Somebody at a table that is elsewhere, without a screen: what arrives is taken in until something is so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Semaphore

from flagfall.online.client.link import Link
from flagfall.terminal.screen.remote.away import Away

PATIENCE = 60.0


class Sitting:
    def __init__(self, address: str, game: str, token: str | None = None) -> None:
        self._came = Semaphore(0)
        self.table = Away(Link(address, game, token))
        self.table.changed = self._came.release
        self._came.release()  # what came before may wait already

    def until(self, condition: Callable[[], object]) -> None:
        while not condition():
            assert self._came.acquire(timeout=PATIENCE), self.text
            while self.table.proceed():
                pass

    def hears(self, text: str) -> None:
        self.until(lambda: text in self.text)

    @property
    def text(self) -> str:
        return "\n".join(self.table.told)


@contextmanager
def sitting(address: str, game: str, token: str | None = None) -> Iterator[Sitting]:
    """At the table, as soon as there is something to be seen."""
    made = Sitting(address, game, token)
    try:
        made.until(lambda: made.table.begun)
        yield made
    finally:
        made.table.leave()
