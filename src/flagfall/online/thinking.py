"""Bots, computed in processes of their own: the event loop never waits for one. Run as a program it is such a process.

A process that thinks for too long is killed, and another is begun when it is needed.
"""

from __future__ import annotations

import asyncio
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from struct import Struct
from typing import Any, BinaryIO

from flagfall.core import FlagfallError, Move, Position
from flagfall.match import Seat

_LENGTH = Struct(">I")
_PROCESSES = 2
_SECONDS = 120.0
_MEMORY = 4 << 30


class BotFailed(FlagfallError):
    """A bot that can't play this game, or not here and now."""


class Thinkers:
    def __init__(self, processes: int = _PROCESSES, seconds: float = _SECONDS) -> None:
        self._seconds = seconds
        self._free = asyncio.LifoQueue[Process | None]()
        """Those that may be asked; one that has been begun before one that has not (None)."""
        for _ in range(processes):
            self._free.put_nowait(None)
        self._begun: set[Process] = set()

    async def check(self, bot: str, start: Position) -> None:
        """BotFailed, with the reason, if this bot can't play from here."""
        await self._ask(bot, pickle.dumps(("check", bot, start)))

    async def prepare(self, bot: str, start: Position) -> None:
        """Let it do beforehand what takes long."""
        await self._ask(bot, pickle.dumps(("prepare", bot, start)))

    def choose(self, bot: str, seat: Seat) -> Awaitable[Move]:
        """The bot's move for this seat as it is now, whenever it is waited for."""
        return self._ask(bot, pickle.dumps(("choose", bot, seat)))

    def decides(self, bot: str, seat: Seat) -> Awaitable[Move | None]:
        """The same, or None: it would rather end the game."""
        return self._ask(bot, pickle.dumps(("decides", bot, seat)))

    def agrees(self, bot: str, seat: Seat) -> Awaitable[bool]:
        """The bot's answer to what the seat is offered now."""
        return self._ask(bot, pickle.dumps(("agrees", bot, seat)))

    async def _ask(self, bot: str, asked: bytes) -> Any:
        process = await self._free.get()
        try:
            if process is None or process.returncode is not None:
                process = await self._begin()
            well, answer = await asyncio.wait_for(_answer(process, asked), self._seconds)
        except (TimeoutError, OSError, EOFError, asyncio.CancelledError) as error:
            _kill(process)
            process = None
            if isinstance(error, asyncio.CancelledError):
                raise
            raise BotFailed(f"{bot} takes too long, or more than there is") from None
        finally:
            self._free.put_nowait(process)
        if not well:
            raise BotFailed(answer)
        return answer

    async def _begin(self) -> Process:
        command = (sys.executable, "-m", "flagfall.online.thinking")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        self._begun = {each for each in self._begun if each.returncode is None} | {process}
        return process

    async def close(self) -> None:
        for process in self._begun:
            _kill(process)
            await process.wait()


async def _answer(process: Process, asked: bytes) -> tuple[bool, Any]:
    assert process.stdin and process.stdout
    process.stdin.write(_LENGTH.pack(len(asked)) + asked)
    await process.stdin.drain()
    (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
    answer: tuple[bool, Any] = pickle.loads(await process.stdout.readexactly(length))
    return answer


def _kill(process: Process | None) -> None:
    if process and process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()


# --- in the other process ---


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; this ends when nobody asks any more
    _limit_memory()
    read, write = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may come between the answers
    while question := _read(read):
        answer = pickle.dumps(_answered(*pickle.loads(question)))
        write.write(_LENGTH.pack(len(answer)) + answer)
        write.flush()


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _read(stream: BinaryIO) -> bytes:
    head = stream.read(_LENGTH.size)
    return stream.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else b""


def _answered(what: str, bot: str, about: Any) -> tuple[bool, Any]:
    try:
        method: Callable[[Any], Any] = getattr(_bot(bot), what)
        return True, method(about)
    except FlagfallError as refusal:
        return False, str(refusal)
    except Exception as error:  # also MemoryError: the game goes on without this bot
        return False, f"{bot} failed: {type(error).__name__}"


@cache
def _bot(name: str) -> Any:
    from flagfall.bots import bot

    return bot(name)


if __name__ == "__main__":
    main()
