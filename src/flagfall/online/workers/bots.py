"""Bots, computed in processes of their own: the event loop never waits for one. Run as a program it is such a process.

A process that thinks for too long is killed, one that has grown large ends, and another is begun when it is needed.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from struct import Struct
from time import monotonic
from typing import Any, BinaryIO

from flagfall import installed
from flagfall.core import FlagfallError, Move, Position
from flagfall.match import Seat

from .turns import Places, Turns

_LENGTH = Struct(">I")
_PROCESSES = 3
_SECONDS = 120.0
_QUEUE = 8
_SMALL = 1.5  # seconds: what took longer the last time is large work
_REMEMBERED = 1024
_KIND = tuple[str, type[Position], Any]
MEMORY = 512 << 20
"""Bytes that a bot may take to solve a game; one that needs more can't play it here."""
MEMORY_VARIABLE = "FLAGFALL_MEMORY"  # see solve/store/memory.py, which is not loaded here: numpy takes its time
_ADDRESSES = 4 << 30
_LARGE = 384 << 20  # bytes: a process that has grown so large is not asked again
_NICE = 10
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # for numpy: one process takes one core at most


class BotFailed(FlagfallError):
    """A bot that can't play this game, or not here and now."""


class Thinkers:
    """Some processes, and fair turns at them for the clients whose games the bots play in."""

    def __init__(self, processes: int = _PROCESSES, seconds: float = _SECONDS, large: int = _LARGE) -> None:
        self._seconds = seconds
        self._large = large
        self._turns = Turns(Places.of(processes), _QUEUE)
        self._free: list[Process] = []
        self._begun: set[Process] = set()
        self._took: dict[_KIND, float] = {}
        """How many seconds each bot has taken for its last move in games of these rules."""

    async def check(self, bot: str, start: Position, client: str = "") -> None:
        """BotFailed, with the reason, if this bot can't play from here; TooMany if much of the client's waits."""
        self._turns.check_queue(client)
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
        async with self._turns.turn(self._turns.wish(client, large)):
            begun = monotonic()
            process = self._free.pop() if self._free else None
            try:
                if process is None or process.returncode is not None:
                    process = await self._begin()
                well, answer, stays = await asyncio.wait_for(_answer(process, asked), self._seconds)
            except (TimeoutError, OSError, EOFError):
                _kill(process)
                raise BotFailed(f"{bot} takes too long, or more than there is") from None
            except asyncio.CancelledError:
                _kill(process)
                raise
            if stays:
                self._free.append(process)
        if not well:
            raise BotFailed(answer)
        return answer, monotonic() - begun

    async def _begin(self) -> Process:
        command = (sys.executable, "-m", "flagfall.online.workers.bots", str(self._large))
        environment = os.environ | installed.environment() | ONE_THREAD | {MEMORY_VARIABLE: str(MEMORY)}
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, env=environment)
        self._begun = {each for each in self._begun if each.returncode is None} | {process}
        return process

    async def close(self) -> None:
        for process in self._begun:
            _kill(process)
            await process.wait()


async def _answer(process: Process, asked: bytes) -> tuple[bool, Any, bool]:
    """Whether it went well, the answer or the reason, and whether the process stays to be asked again."""
    assert process.stdin and process.stdout
    process.stdin.write(_LENGTH.pack(len(asked)) + asked)
    await process.stdin.drain()
    (length,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
    answer: tuple[bool, Any, bool] = pickle.loads(await process.stdout.readexactly(length))
    return answer


def _kill(process: Process | None) -> None:
    if process and process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()


# --- in the other process ---


def main(large: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; this ends when nobody asks any more
    be_modest(_NICE, _ADDRESSES)
    read, write = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may come between the answers
    while question := _read(read):
        well, said = _answered(*pickle.loads(question))
        stays = _size() < large
        answer = pickle.dumps((well, said, stays))
        write.write(_LENGTH.pack(len(answer)) + answer)
        write.flush()
        if not stays:
            return


def be_modest(nice: int, addresses: int) -> None:
    """For a process that computes: the event loop goes first, and so many bytes are all that it gets."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        os.nice(nice)
        resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))


def _size() -> int:
    """Bytes of memory that this process has now; 0 where the system does not say."""
    with suppress(OSError, ValueError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _read(stream: BinaryIO) -> bytes:
    head = stream.read(_LENGTH.size)
    return stream.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else b""


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
    main(int(sys.argv[1]))
