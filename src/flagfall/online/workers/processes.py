"""Processes that compute, and fair turns at them: the event loop never waits for one.

A process that thinks for too long is killed, one that has grown large ends, and another is begun when it is needed.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from struct import Struct
from time import monotonic
from typing import Any, BinaryIO

from flagfall import installed
from flagfall.core import FlagfallError
from flagfall.online.protocol.errors import Denied

from .turns import Places, Turns

_LENGTH = Struct(">I")
_QUEUE = 8
MEMORY = 512 << 20
"""Bytes that one may take to solve a game."""
MEMORY_VARIABLE = "FLAGFALL_MEMORY"  # see solve/store/memory.py, which is not loaded here: numpy takes its time
_ADDRESSES = 4 << 30
LARGE = 384 << 20
"""Bytes: a process that has grown so large is not asked again."""
_NICE = 10
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # for numpy: one process takes one core at most


class Refusal(FlagfallError):
    """What a process has answered instead, in words."""


class TookTooLong(Denied):
    """A question that takes more time or memory than there is."""

    def __init__(self) -> None:
        super().__init__(503, "unavailable", "this takes too long, or more than there is")


class Processes:
    """Some processes that run a module of ours (see `serve`), and fair turns at them for the clients who ask."""

    def __init__(self, program: str, processes: int, seconds: float, large: int = LARGE) -> None:
        self._program = program
        self._seconds = seconds
        self._large = large
        self._turns = Turns(Places.of(processes), _QUEUE)
        self._free: list[Process] = []
        self._begun: set[Process] = set()

    def check_queue(self, client: str) -> None:
        """TooMany if much of the client's waits already."""
        self._turns.check_queue(client)

    async def ask(self, client: str, large: bool, question: bytes, seconds: float | None = None) -> tuple[Any, float]:
        """The answer to a pickled question, and how long it took once it was its turn; Refusal or TookTooLong, by
        default after as many seconds as these processes have for anything."""
        async with self._turns.turn(self._turns.wish(client, large)):
            begun = monotonic()
            process = self._free.pop() if self._free else None
            try:
                if process is None or process.returncode is not None:
                    process = await self._begin()
                well, answer, stays = await asyncio.wait_for(_answer(process, question), seconds or self._seconds)
            except (TimeoutError, OSError, EOFError):
                _kill(process)
                raise TookTooLong from None
            except asyncio.CancelledError:
                _kill(process)
                raise
            if stays:
                self._free.append(process)
        if not well:
            raise Refusal(answer)
        return answer, monotonic() - begun

    async def _begin(self) -> Process:
        command = (sys.executable, "-m", self._program, str(self._large))
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


def serve(answered: Callable[..., tuple[bool, Any]]) -> None:
    """Answer what is asked, as long as somebody asks: whether it went well, and the answer or the reason."""
    large = int(sys.argv[1])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server; this ends when nobody asks any more
    be_modest(_NICE, _ADDRESSES)
    read, write = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may come between the answers
    while question := _read(read):
        well, said = answered(*pickle.loads(question))
        stays = _size() < large
        answer = pickle.dumps((well, said, stays))
        write.write(_LENGTH.pack(len(answer)) + answer)
        write.flush()
        if not stays:
            return


def be_modest(nice: int, addresses: int, seconds: int | None = None) -> None:
    """For a process that computes: the event loop goes first, and it gets so many bytes, and seconds of a processor."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        os.nice(nice)
        resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _size() -> int:
    """Bytes of memory that this process has now; 0 where the system does not say."""
    with suppress(OSError, ValueError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _read(stream: BinaryIO) -> bytes:
    head = stream.read(_LENGTH.size)
    return stream.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else b""
