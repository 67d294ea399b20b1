"""Where events are kept. A store adds them one by one to a game, each number once, and says when they are safe."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from flagfall.core import FlagfallError
from flagfall.online.protocol.events import AnyEvent
from flagfall.online.protocol.times import Moment

log = logging.getLogger(__name__)
T = TypeVar("T")


class StoreError(FlagfallError):
    """The store can't be used."""


class Conflict(Exception):
    """Another event has this number already."""


Done = Callable[[Exception | None], None]
"""Called in the event loop when an event is safe (None), or with the reason why it was not stored."""


class Append(Struct, frozen=True):
    game: str
    seq: int
    data: bytes
    done: Done


def tell(appends: Sequence[Append], errors: Sequence[Exception | None]) -> None:
    """Say of each event what has become of it. Whatever goes wrong with one game, the others must hear."""
    for append, error in zip(appends, errors, strict=True):
        try:
            append.done(error)
        except Exception:
            log.exception("telling failed", extra={"game": append.game})


class News(Protocol):
    """Who wants to know what other servers do."""

    def stored(self, game: str, seq: int) -> None:
        """Another server has stored this event."""

    def missed(self) -> None:
        """Some of the news may have been lost; also called when listening begins."""

    def overheard(self, server: str, text: str) -> None:
        """Another server has shouted this."""


class Store(Protocol):
    """All calls are made from the event loop. Many events may be made safe by one flush."""

    flushes: int
    shared: bool
    """Whether other servers may store events of the same games."""

    async def open(self) -> None:
        """Get ready, or raise StoreError with the reason."""

    async def close(self) -> None:
        """Finish what was begun."""

    def append(self, append: Append) -> None:
        """Store an event; `append.done` is called when it is safe, or with Conflict or another error."""

    async def events(self, game: str, after: int = -1) -> list[AnyEvent]:
        """The events of a game with numbers above `after`, in order."""

    async def beat(self, passed: int | None) -> Moment:
        """Write that a server is there, as many milliseconds after its last beat (None: it has just begun), and say
        what the time of service is (see `times`). Raises if nothing can be written."""

    def listen(self, news: News) -> None:
        """Tell `news` what other servers of the same store do."""

    def shout(self, text: str) -> None:
        """Tell all other servers of the same store something that is not stored."""


# --- futures that whoever waited for them may have given up on ---


def succeed(answer: asyncio.Future[T], value: T) -> None:
    if not answer.done():
        answer.set_result(value)


def fail(answer: asyncio.Future[Any], error: Exception) -> None:
    if not answer.done():
        answer.set_exception(error)
