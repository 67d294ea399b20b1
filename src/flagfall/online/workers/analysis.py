"""What each move of a finished game was worth, computed in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from typing import TYPE_CHECKING, Any

from flagfall import installed
from flagfall.match import Match
from flagfall.record import Record, read, write

from .processes import ONE_THREAD, be_modest
from .turns import Places, Turns, Wish

if TYPE_CHECKING:
    from flagfall.coach.analysis.analysis import Analysis, Step
    from flagfall.coach.evaluation.grades import Graded

MEMORY = 1 << 28
"""Bytes that solving may take; a game that needs more has no analysis here."""
_ADDRESSES = 2 << 30
_SECONDS = 60  # of a processor; a busy machine may take some times as long to give them
_PATIENCE = 5.0 * _SECONDS
_KEPT = 16 << 20  # bytes of answers
_ENTRY = 200  # bytes for each besides
_QUEUE = 4
_NICE = 15


class Analyst:
    """Grades finished games, two at a time and one of a client's: with exact solutions or, where something is hidden,
    by estimates that say so. Answers are kept, as both players ask."""

    def __init__(self) -> None:
        self._known: dict[str, bytes] = {}
        self._kept = 0
        self._asked: dict[str, asyncio.Task[bytes]] = {}
        self._turns = Turns(Places(all=2, large=2, each=1, each_large=1), _QUEUE)

    async def analyse(self, game: str, record: Record, client: str = "") -> bytes:
        """The analysis as JSON; nothing where the game can't be solved, or not here and now. TooMany where too many
        that this client has asked for wait."""
        if game in self._known:
            return self._known[game]
        if game not in self._asked:
            self._turns.check_queue(client)
            self._asked[game] = asyncio.create_task(self._find(game, record, self._turns.wish(client, large=True)))
        return await asyncio.shield(self._asked[game])

    async def close(self) -> None:
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)

    async def _find(self, game: str, record: Record, wish: Wish) -> bytes:
        try:
            async with self._turns.turn(wish):
                found = await computed(__name__, await asyncio.to_thread(write, [record]))
            self._keep(game, found)
            return found
        finally:
            del self._asked[game]

    def _keep(self, game: str, found: bytes) -> None:
        self._known[game] = found
        self._kept += len(found) + _ENTRY
        while self._kept > _KEPT:
            self._kept -= len(self._known.pop(next(iter(self._known)))) + _ENTRY


async def computed(program: str, given: str) -> bytes:
    """What this module of ours prints as a program, in a process of its own; nothing where that takes too long."""
    command = (sys.executable, "-m", program)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=os.environ | installed.environment() | ONE_THREAD
    )
    try:
        found, _ = await asyncio.wait_for(process.communicate(given.encode()), _PATIENCE)
        return found
    except TimeoutError:
        return b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def computed_here(text: str) -> str:
    """The analysis of a record, as JSON; nothing where there is none."""
    from flagfall.bots.solved.knowledge import Knowledge  # solving is heavy, and the server itself never does it
    from flagfall.coach.analysis.analysis import analyse, as_data
    from flagfall.solve import SolveError, solve

    (record,) = read(text)
    match = record.match()
    if match.start.hides():
        return _reviewed(match)
    try:
        solution = solve(match.start, memory=MEMORY)
    except SolveError:
        return ""
    found = analyse(match, Knowledge(solution))
    return json.dumps({**as_data(found, match), "error": solution.error, **_for_page(found, match)})


def _for_page(found: Analysis, match: Match) -> dict[str, Any]:
    """What a page shows besides: how high the flag stood, what decided the game, where for long nothing was, and each
    decision in words."""
    from flagfall.coach.analysis.story import decided, folded
    from flagfall.coach.evaluation.verdicts import height

    stretches = [(stretch[0].number, stretch[-1].number) for stretch in folded(found.steps) if len(stretch) > 1]
    told = [{each.player.name: _told(step, each) for each in step.decisions} for step in found.steps]
    heights = [height(worth) for worth in (found.start, *(step.after for step in found.steps))]
    return {"story": decided(found, match), "heights": heights, "quiet": stretches, "told": told}


def _told(step: Step, decision: Graded) -> str:
    """How good a choice was; where both chose at once, also how often a best player chooses it."""
    from flagfall.coach.analysis.story import decision_in_words

    words = decision_in_words(step, decision).split(" [")[0]
    if len(step.decisions) == 1:
        return words
    likely = decision.best.get(decision.move, 0.0)
    return f"{words}; a best player chooses it {f'{likely:.0%} of the time' if likely else 'never'}"


def _reviewed(match: Match) -> str:
    """From what each player knew at the time, by a mind; nothing where nobody knows the game, or not in this memory."""
    from flagfall.coach.hidden.minds import NoMind, mind_of
    from flagfall.coach.hidden.review import StillSecret, as_data, review
    from flagfall.solve import SolveError

    try:
        return json.dumps(as_data(review(match, mind_of(match.start)), match))
    except (NoMind, StillSecret, SolveError):
        return ""


def be_patient() -> None:
    """For such a process: everybody else goes first."""
    be_modest(_NICE, _ADDRESSES, _SECONDS)


if __name__ == "__main__":
    be_patient()
    sys.stdout.write(computed_here(sys.stdin.read()))
