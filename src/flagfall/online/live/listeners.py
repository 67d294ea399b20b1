"""Who is connected to a game, and who is told of whose coming and going."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Protocol

from flagfall.core import Player
from flagfall.online.protocol.frames import text_frame
from flagfall.online.protocol.messages import Presence, SeatState, encode, name
from flagfall.online.table.game import Game
from flagfall.online.table.wire import Viewer

_WATCHERS_TOLD_EVERY = 1.0  # seconds: a crowd that comes and goes must not keep everybody busy


Counts = tuple[int, int, int]
"""Connections of P1, of P2, and of watchers."""


class Listener(Protocol):
    """A live connection, as a room knows it."""

    @property
    def gone(self) -> bool: ...

    @property
    def client(self) -> str: ...

    def push(self, frame: bytes) -> None: ...

    def may_ask(self) -> bool:
        """Whether its client has not just caused more work than is fair."""

    def charge(self, work: int, stored: int = 0) -> None:
        """So many bytes' worth of work was done for it, and so many bytes are kept."""

    def close(self, code: int, reason: str) -> None: ...


def framed(message: object) -> bytes:
    """A message as it goes over the wire: written once, however many listen."""
    return text_frame(encode(message))


class Listeners:
    """The connections to one game at this server, and how many there are at others."""

    def __init__(self, game: Game, shout: Callable[[str], None]) -> None:
        self.game = game
        self._shout = shout
        self._at: dict[Viewer, set[Listener]] = {viewer: set() for viewer in (*Player, None)}
        self._elsewhere: dict[str, Counts] = {}
        self._soon: asyncio.TimerHandle | None = None
        self._told = self.presence()
        self._reported = self.counts()

    def __bool__(self) -> bool:
        return any(self._at.values())

    def __iter__(self) -> Iterator[Listener]:
        return (listener for listeners in self._at.values() for listener in tuple(listeners))

    def viewers(self) -> list[Viewer]:
        return [viewer for viewer, listeners in self._at.items() if listeners]

    def push(self, viewer: Viewer, frame: bytes) -> None:
        for listener in self._at[viewer]:
            listener.push(frame)

    # --- coming and going ---

    def add(self, listener: Listener, viewer: Viewer) -> None:
        self._at[viewer].add(listener)
        self._changed(but=listener)

    def remove(self, listener: Listener, viewer: Viewer) -> None:
        if listener in self._at[viewer]:
            self._at[viewer].discard(listener)
            self._changed()

    def drop(self, viewer: Viewer, code: int, reason: str) -> None:
        for listener in tuple(self._at[viewer]):
            listener.close(code, reason)

    def drop_all(self, code: int, reason: str) -> None:
        for listener in tuple(self):
            listener.close(code, reason)

    # --- other servers ---

    def counts(self) -> Counts:
        p1, p2, watchers = (len(listeners) for listeners in self._at.values())
        return p1, p2, watchers

    def heard(self, server: str, counts: Counts | None) -> None:
        """How many are connected at another server; None if it is gone."""
        before = self._elsewhere.pop(server, None)
        if counts and any(counts):
            self._elsewhere[server] = counts
        if before != self._elsewhere.get(server):
            self._changed()

    def report(self) -> None:
        """Tell the other servers who is here."""
        self._reported = self.counts()
        self._shout(" ".join(("at", self.game.id, *map(str, self._reported))))

    # --- presence ---

    def presence(self) -> Presence:
        p1, p2, watchers = map(sum, zip(self.counts(), *self._elsewhere.values(), strict=True))
        seats = {name(player): self._seat(player, here > 0) for player, here in zip(Player, (p1, p2), strict=True)}
        return Presence(seats=seats, watchers=watchers)

    def _seat(self, player: Player, here: bool) -> SeatState:
        place, called = self.game.places[player], self.game.names.get(name(player), "")
        if place.bot:
            return SeatState(who="bot", taken=True, here=True, bot=place.bot, name=called)
        return SeatState(who="person", taken=place.taken, here=here, name=called)

    def tell_presence(self, but: Listener | None = None) -> None:
        """Tell everybody here, but for a newcomer, whom the welcome has told."""
        self._told = self.presence()
        frame = framed(self._told)
        for listener in self:
            if listener is not but:
                listener.push(frame)

    def _changed(self, but: Listener | None = None) -> None:
        """A player's coming or going is told at once, watchers' once in a while."""
        if self.presence().seats != self._told.seats:
            self.tell_presence(but)
            self._report_news()
        elif self._soon is None:
            self._tell_news(but)
            self._soon = asyncio.get_running_loop().call_later(_WATCHERS_TOLD_EVERY, self._tell_late_news)

    def _tell_late_news(self) -> None:
        self._soon = None
        self._tell_news()

    def _tell_news(self, but: Listener | None = None) -> None:
        if self.presence() != self._told:
            self.tell_presence(but)
        self._report_news()

    def _report_news(self) -> None:
        if self.counts() != self._reported:
            self.report()

    def close(self) -> None:
        if self._soon:
            self._soon.cancel()
            self._soon = None
