"""Both players of every game, in one loop: a move is sent when both have the one before."""

from __future__ import annotations

import select
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from .contenders import Table
from .link import Broken, Link
from .scripts import Script, final
from .server import Running

_AT_ONCE = 8
_BATCH = 64
_SILENCE = 30.0  # seconds without any message: something is wrong
_MOST_SECONDS = 240.0


class Duel:
    """A game that is being played, from a script."""

    __slots__ = ("have", "ply", "script", "sent", "table")

    def __init__(self, table: Table, script: Script) -> None:
        self.table = table
        self.script = script
        self.ply = 0
        self.have = 0
        """How many of the two have been told of the move that was sent."""
        self.sent = 0.0

    @property
    def done(self) -> bool:
        return self.ply == len(self.script)


class Driver:
    """`latencies` are seconds from a move being sent to both players having it."""

    def __init__(self, running: Running) -> None:
        self._running = running
        self._contender = running.contender
        self._poll = select.epoll()
        self._duels: list[Duel] = []
        self._at: dict[int, tuple[Link, Duel]] = {}
        self._on_the_way = 0
        self._heard = self._sent = 0.0
        self.latencies: list[float] = []
        self.lateness: list[float] = []

    # --- coming and going ---

    def open(self, scripts: list[Script], games: int) -> None:
        """Make the games and connect everybody. Meanwhile those who wait answer the server's pings."""
        begun = perf_counter()
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for first in range(0, games, _BATCH):
                for table in pool.map(self._contender.open, [self._running.port] * min(_BATCH, games - first)):
                    self._seat(Duel(table, scripts[len(self._duels) % len(scripts)]))
                self.answer_pings()
                if perf_counter() - begun > _MOST_SECONDS:
                    raise Broken(f"only {len(self._duels)} games were open after {_MOST_SECONDS:.0f} s")

    def _seat(self, duel: Duel) -> None:
        self._duels.append(duel)
        for link in duel.table.links:
            link.quicken()
            self._at[link.socket.fileno()] = link, duel
            self._poll.register(link.socket.fileno(), select.EPOLLIN)

    def answer_pings(self) -> None:
        while self._ready(0):
            self._receive(0)

    def close(self) -> None:
        for link, _ in self._at.values():
            link.close()  # which takes it from the poll, too
        self._at.clear()
        self._duels.clear()

    def check(self, some: int = 20) -> None:
        """What the server has is what was played."""
        for duel in self._duels[:some]:
            has = self._contender.tokens(self._running.port, duel.table)
            if has != final(duel.script, duel.ply):
                raise Broken(f"{self._contender.name} has {has} after {duel.ply} plies of {duel.script}")

    # --- playing ---

    def play(self, seconds: float) -> None:
        """As fast as it goes, all at once, until the time or the games are over."""
        end = perf_counter() + seconds
        for duel in self._duels:
            if not duel.done:
                self._send(duel)
        while self._on_the_way:
            told = self._await()
            if perf_counter() < end:
                for duel in told:
                    if not duel.done:
                        self._send(duel)

    def pace(self, per_second: float, seconds: float) -> None:
        """So many moves a second, evenly, from one game after the other."""
        begun, moves = perf_counter(), int(per_second * seconds)
        for number in range(moves):
            due = begun + number / per_second
            while (left := due - perf_counter()) > 0:
                if self._ready(left):
                    self._receive(0)
            duel = self._duels[number % len(self._duels)]
            while duel.sent:
                self._await()
            self.lateness.append(perf_counter() - due)
            self._send(duel)
        while self._on_the_way:
            self._await()

    def _send(self, duel: Duel) -> None:
        ply = duel.ply
        message = self._contender.move(duel.table, ply, duel.script[ply])
        duel.sent = self._sent = perf_counter()
        duel.table.links[ply % 2].send(message)
        self._on_the_way += 1

    def _ready(self, seconds: float) -> bool:
        return bool(self._poll.poll(seconds, 1))

    def _await(self) -> list[Duel]:
        told, now = self._receive(1.0), perf_counter()
        if told:
            self._heard = now
        elif now - max(self._heard, self._sent) > _SILENCE:
            raise Broken(f"{self._on_the_way} moves were not answered in {_SILENCE:.0f} s")
        return told

    def _receive(self, seconds: float) -> list[Duel]:
        """Read what has come; the games in which both now have the move."""
        ready = [self._at[number] for number, _ in self._poll.poll(seconds)]
        return [duel for link, duel in ready if self._news(link, duel)]

    def _news(self, link: Link, duel: Duel) -> bool:
        """Whether by what this player now reads both have the move."""
        plies = [self._contender.plies(link, message) for message in link.read()]
        return duel.ply + 1 in plies and self._told(duel)

    def _told(self, duel: Duel) -> bool:
        duel.have += 1
        if duel.have < 2:
            return False
        self.latencies.append(perf_counter() - duel.sent)
        self._on_the_way -= 1
        duel.have, duel.sent = 0, 0.0
        duel.ply += 1
        return True
