"""Other servers of the same store: what they have stored, and who is connected to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic

from .room import Room

ALIVE_EVERY = 10.0
"""Seconds. A server that was not heard three times as long is taken to be gone, and its players with it."""


class Peers:
    """Listens to the store's news, and shouts what others need to know: `at GAME P1 P2 WATCHERS` says how many are
    connected here, `who GAME` asks for it, and there is `alive` and `bye`."""

    def __init__(self, rooms: Mapping[str, Room], shout: Callable[[str], None]) -> None:
        self._rooms = rooms
        self._shout = shout
        self._heard: dict[str, float] = {}
        """When each of the others was last heard."""
        self._reading: dict[str, int] = {}
        """Games that are just being read, and what others have stored meanwhile."""

    # --- news ---

    def stored(self, game: str, seq: int) -> None:
        if room := self._rooms.get(game):
            room.journal.catch_up(seq)
        elif game in self._reading:
            self._reading[game] = seq

    def missed(self) -> None:
        for room in self._rooms.values():
            room.journal.catch_up(room.game.seq + 1)
            self._shout(f"who {room.game.id}")

    def overheard(self, server: str, text: str) -> None:
        self._heard[server] = monotonic()
        word, *rest = text.split()
        room = self._rooms.get(rest[0]) if rest else None
        if word == "at" and room:
            p1, p2, watchers = map(int, rest[1:])
            room.listeners.heard(server, (p1, p2, watchers))
        elif word == "who" and room and any(room.listeners.counts()):
            room.listeners.report()
        elif word == "bye":
            self._lose(server)

    # --- what this server does ---

    def begin_reading(self, game: str) -> None:
        self._reading[game] = 0

    def end_reading(self, game: str, room: Room | None) -> None:
        """Look for what was stored while the game was being read."""
        seq = self._reading.pop(game)
        if room:
            room.journal.catch_up(seq)
            self._shout(f"who {game}")

    def show_signs_of_life(self) -> None:
        self._shout("alive")
        silent = monotonic() - 3 * ALIVE_EVERY
        for server in [server for server, heard in self._heard.items() if heard < silent]:
            self._lose(server)

    def say_goodbye(self) -> None:
        self._shout("bye")

    def _lose(self, server: str) -> None:
        """Nobody is connected there any more."""
        self._heard.pop(server, None)
        for room in self._rooms.values():
            room.listeners.heard(server, None)
