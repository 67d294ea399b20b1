"""Who is connected to a game, and who is told of whose coming and going."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Protocol

from flagfall.core import Player

from .game import Game
from .protocol import Presence, SeatState, encode
from .sockets import text_frame
from .wire import Viewer, name

_WATCHERS_TOLD_EVERY = 1.0  # seconds: a crowd that comes and goes must not keep everybody busy


class Listener(Protocol):
    """A live connection, as a room knows it."""

    @property
    def gone(self) -> bool: ...

    def push(self, frame: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


def framed(message: object) -> bytes:
    """A message as it goes over the wire: written once, however many listen."""
    return text_frame(encode(message))


class Listeners:
    def __init__(self, game: Game) -> None:
        self.game = game
        self._at: dict[Viewer, set[Listener]] = {viewer: set() for viewer in (*Player, None)}
        self._elsewhere: set[Player] = set()
        self._soon: asyncio.TimerHandle | None = None

    def __bool__(self) -> bool:
        return any(self._at.values())

    def __iter__(self) -> Iterator[Listener]:
        return (listener for listeners in self._at.values() for listener in tuple(listeners))

    def viewers(self) -> list[Viewer]:
        return [viewer for viewer, listeners in self._at.items() if listeners]

    def push(self, viewer: Viewer, frame: bytes) -> None:
        for listener in tuple(self._at[viewer]):
            listener.push(frame)

    # --- coming and going ---

    def add(self, listener: Listener, viewer: Viewer) -> None:
        """Tell the others of the newcomer, who is told everything by the welcome."""
        was_here = self.is_here(viewer)
        if viewer and not was_here:
            self._at[viewer].add(listener)
            self.tell_presence(but=listener)
        else:
            self._at[viewer].add(listener)
            self._tell_soon(viewer)

    def remove(self, listener: Listener, viewer: Viewer) -> None:
        if listener not in self._at[viewer]:
            return
        self._at[viewer].discard(listener)
        if viewer and not self.is_here(viewer):
            self.tell_presence()
        else:
            self._tell_soon(viewer)

    def drop(self, viewer: Viewer, code: int, reason: str) -> None:
        for listener in tuple(self._at[viewer]):
            listener.close(code, reason)

    def drop_all(self, code: int, reason: str) -> None:
        for listener in tuple(self):
            listener.close(code, reason)

    # --- presence ---

    def is_here(self, viewer: Viewer) -> bool:
        return bool(self._at[viewer]) or viewer in self._elsewhere

    def presence(self) -> Presence:
        return Presence(seats={name(player): self._seat(player) for player in Player}, watchers=len(self._at[None]))

    def _seat(self, player: Player) -> SeatState:
        place = self.game.places[player]
        if place.bot:
            return SeatState(who="bot", taken=True, here=True, bot=place.bot)
        return SeatState(who="person", taken=place.taken, here=self.is_here(player))

    def tell_presence(self, but: Listener | None = None) -> None:
        frame = framed(self.presence())
        for listener in self:
            if listener is not but:
                listener.push(frame)

    def _tell_soon(self, viewer: Viewer) -> None:
        if viewer is None and self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(_WATCHERS_TOLD_EVERY, self._tell_now)

    def _tell_now(self) -> None:
        self._soon = None
        self.tell_presence()
