"""Bots, computed in processes of their own. Run as a program it is such a process."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from typing import Any

from flagfall import installed
from flagfall.core import FlagfallError, Move, Position
from flagfall.match import Seat

from .processes import LARGE, Processes, Refusal, TookTooLong, serve

_PROCESSES = 3
_SECONDS = 120.0
_SMALL = 1.5  # seconds: what took longer the last time is large work
_REMEMBERED = 1024
_KIND = tuple[str, type[Position], Any]


class BotFailed(FlagfallError):
    """A bot that can't play this game, or not here and now."""


class Thinkers:
    """Some processes, and fair turns at them for the clients whose games the bots play in."""

    def __init__(self, processes: int = _PROCESSES, seconds: float = _SECONDS, large: int = LARGE) -> None:
        self._seconds = seconds
        self._processes = Processes("flagfall.online.workers.bots", processes, seconds, large)
        self._took: dict[_KIND, float] = {}
        """How many seconds each bot has taken for its last move in games of these rules."""

    async def check(self, bot: str, start: Position, client: str = "") -> None:
        """BotFailed, with the reason, if this bot can't play from here; TooMany if much of the client's waits."""
        self._processes.check_queue(client)
        installed.check_reach(type(start))
        await self._ask(client, False, bot, pickle.dumps(("check", bot, start)))

    async def prepare(self, bot: str, start: Position, client: str = "") -> None:
        """Let it do beforehand what takes long."""
        await self._ask(client, True, bot, pickle.dumps(("prepare", bot, start)))

    def choose(self, bot: str, seat: Seat, client: str = "") -> Awaitable[Move]:
        """The bot's move for this seat as it is now, whenever it is waited for."""
        return self._thought("choose", bot, seat, client)

    def decides(self, bot: str, seat: Seat, client: str = "") -> Awaitable[Move | None]:
        """The same, or None: it would rather end the game."""
        return self._thought("decides", bot, seat, client)

    def agrees(self, bot: str, seat: Seat, client: str = "") -> Awaitable[bool]:
        """The bot's answer to what the seat is offered now."""
        return self._thought("agrees", bot, seat, client)

    def _thought(self, what: str, bot: str, seat: Seat, client: str) -> Awaitable[Any]:
        """The question is put now, in the words of now (but for those that were said: bots don't read); it is asked
        when it is waited for."""
        asked = pickle.dumps((what, bot, replace(seat, said=[])))
        return self._timed((bot, type(seat.view), seat.view.rules), asked, client)

    async def _timed(self, kind: _KIND, asked: bytes, client: str) -> Any:
        answer, seconds = await self._ask(client, self._took.get(kind, self._seconds) > _SMALL, kind[0], asked)
        while len(self._took) >= _REMEMBERED:
            del self._took[next(iter(self._took))]
        self._took[kind] = seconds
        return answer

    async def _ask(self, client: str, large: bool, bot: str, asked: bytes) -> tuple[Any, float]:
        """The answer, and how long it took once it was this question's turn."""
        try:
            return await self._processes.ask(client, large, asked)
        except TookTooLong as error:
            raise BotFailed(str(error).replace("this", bot, 1)) from None
        except Refusal as error:
            raise BotFailed(str(error)) from None

    async def close(self) -> None:
        await self._processes.close()


# --- in the other process ---


def _answered(what: str, bot: str, about: Any) -> tuple[bool, Any]:
    try:
        method: Callable[[Any], Any] = getattr(_bot(bot), what)
        return True, method(about)
    except FlagfallError as refusal:
        return False, _for_guests(bot, about, refusal)
    except Exception as error:  # also MemoryError: the game goes on without this bot
        return False, f"{bot} failed: {type(error).__name__}"


def _for_guests(bot: str, about: Position | Seat, refusal: FlagfallError) -> str:
    from flagfall.bots.fit import too_large
    from flagfall.solve import TooBig

    start = about.view if isinstance(about, Seat) else about
    return str(too_large(bot, start) if isinstance(refusal, TooBig) else refusal)


@cache
def _bot(name: str) -> Any:
    from flagfall.bots import bot

    return bot(name)


if __name__ == "__main__":
    serve(_answered)
