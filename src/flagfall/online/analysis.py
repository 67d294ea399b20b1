"""What each move of a finished game was worth, computed in a process of its own."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE

from flagfall.record import Record, read, write

MEMORY = 1 << 28
"""Bytes that solving may take; a game that needs more has no analysis here."""
_SECONDS = 60.0
_KEPT = 256


class Analyst:
    """Grades finished games with exact solutions, one at a time. Answers are kept, as both players ask."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}
        self._turn = asyncio.Lock()

    async def analyse(self, game: str, record: Record) -> bytes:
        """The analysis as JSON; nothing where the game can't be solved, or not here and now."""
        async with self._turn:
            if game not in self._known:
                while len(self._known) >= _KEPT:
                    del self._known[next(iter(self._known))]
                self._known[game] = await _computed(write([record]))
        return self._known[game]


async def _computed(record: str) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "flagfall.online.analysis", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    try:
        found, _ = await asyncio.wait_for(process.communicate(record.encode()), _SECONDS)
        return found
    except TimeoutError:
        return b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _computed_here(text: str) -> str:
    from flagfall.coach.analysis import analyse, as_data  # solving is heavy, and the server itself never does it
    from flagfall.solve import SolveError, solve

    (record,) = read(text)
    match = record.match()
    try:
        solution = solve(match.start, memory=MEMORY)
    except SolveError:
        return ""
    return json.dumps({**as_data(analyse(match, solution), match), "error": solution.error})


if __name__ == "__main__":
    sys.stdout.write(_computed_here(sys.stdin.read()))
