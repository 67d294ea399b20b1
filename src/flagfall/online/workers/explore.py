"""What is known of any position, from the exact solution, in processes that stay warm. Run as a program it is one.

A question holds all that its answer depends on. Of a game that is being played only who plays a bot asks, and the
question is that player's seat.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from typing import Any

from flagfall import installed
from flagfall.coach.explore import Eyes, record_line
from flagfall.core import FlagfallError, Moves, Position
from flagfall.core.kept import Kept
from flagfall.games import GAMES
from flagfall.games import position as position_in
from flagfall.match import Seat
from flagfall.online.protocol.errors import bad_request
from flagfall.online.protocol.messages import Insight, Line, encode
from flagfall.record import read

from .insights import advised, known, played, unknown
from .processes import Processes, Refusal, TookTooLong, serve

_PROCESSES = 2
_SECONDS = 30.0
_SECONDS_TO_ADVISE = 120.0  # as long as a bot may think about the same
_SMALL = 1.0  # seconds: positions of games that took longer are large work
_REMEMBERED = 1024
_KEPT = 16 << 20  # bytes of answers
_ENTRY = 500  # bytes for each besides
RANDOM_GAMES, LONGEST = 60, 400
"""So many are played, of at most so many plies, where nothing better can be said."""
HIDDEN = "Each player hides something here, so that no move has a worth that both could know."
PART = "This is what one player knows of a position, and only a whole one can be played on."
TOO_LARGE = "These rules are too large to be solved here, so no move has its worth."
NEVER = float("inf")
_KIND = tuple[type[Position], Any]


class Explorer:
    """Two processes, and one of them at most for a client. What is asked often is kept; games that take too long are
    not tried again."""

    def __init__(self, seconds: float = _SECONDS) -> None:
        self._processes = Processes("flagfall.online.workers.explore", _PROCESSES, seconds)
        self._known: Kept[Position, bytes] = Kept(_KEPT)
        self._asked: dict[Position, asyncio.Task[bytes]] = {}
        self._took: dict[_KIND, float] = {}
        """Seconds that the last position of these rules took; without end where they can't be solved."""

    async def insight(
        self, position: Position, eyes: Eyes = Eyes.ALL, asked: Moves | None = None, client: str = ""
    ) -> bytes:
        """An Insight as JSON. What hides something is worked out anew each time: how long an answer takes must not tell
        whether somebody has asked the same."""
        installed.check_reach(type(position))
        if position.hides() or asked:
            return await self._find(position, eyes, asked or {}, client)
        if found := self._known.get(position):
            return found
        if position not in self._asked:
            self._asked[position] = asyncio.create_task(self._keep(position, client))
        return await asyncio.shield(self._asked[position])

    async def line(self, text: str, client: str = "") -> bytes:
        """What a text means, a position's in one line or a record, as the JSON of a Line."""
        found, _ = await self._ask(client, False, "line", text)
        return found

    async def advice(self, seat: Seat, client: str = "") -> bytes:
        """What a coach tells this seat, as the JSON of an Advice. It is worked out anew each time."""
        installed.check_reach(type(seat.view))
        large = seat.view.rules != type(seat.view).Rules()
        found, _ = await self._ask(client, large, "advised", seat, seconds=_SECONDS_TO_ADVISE)
        return found

    async def close(self) -> None:
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        await self._processes.close()

    async def _keep(self, position: Position, client: str) -> bytes:
        try:
            found = await self._find(position, Eyes.ALL, {}, client)
            return self._known.put(position, found, len(found) + _ENTRY)
        finally:
            del self._asked[position]

    async def _find(self, position: Position, eyes: Eyes, asked: Moves, client: str) -> bytes:
        kind = (type(position), position.rules)
        is_book = position.rules == type(position).Rules()
        took = self._took.get(kind, 0.0 if is_book or position.hides() else _SECONDS)
        if took < NEVER:
            try:
                found, took = await self._ask(client, took > _SMALL, "solved", position, eyes, asked)
                self._remember(kind, took)
                return found
            except TookTooLong:
                if is_book:  # it can be solved, but not just now
                    raise
                self._remember(kind, NEVER)
        found, _ = await self._ask(client, True, "told", position, eyes, asked)
        return found

    async def _ask(self, client: str, large: bool, *question: Any, seconds: float | None = None) -> tuple[bytes, float]:
        """The answer, and how many seconds it took."""
        self._processes.check_queue(client)
        try:
            found, took = await self._processes.ask(client, large, pickle.dumps(question), seconds)
            return bytes(found), took
        except Refusal as error:
            raise bad_request(str(error)) from None

    def _remember(self, kind: _KIND, took: float) -> None:
        while len(self._took) >= _REMEMBERED:
            del self._took[next(iter(self._took))]
        self._took[kind] = took


# --- in the other process ---


def _answered(what: str, *asked: Any) -> tuple[bool, Any]:
    try:
        return True, encode(_ANSWERS[what](*asked))
    except FlagfallError as refusal:
        return False, str(refusal)


def _line(text: str) -> Line:
    is_position = bool(text.split()[:1]) and text.split()[0] in GAMES
    start, plies = (position_in(text), ()) if is_position else record_line(read(text)[-1])
    return Line(game=start.id, start=start.text(), plies=list(played(start, plies)))


def _solved(position: Position, eyes: Eyes, asked: Moves) -> Insight:
    from flagfall.bots.solved.knowledge import knowledge_of  # numpy is for this process alone
    from flagfall.solve import SolveError

    if position.hides():
        return _told(position, eyes, asked)
    try:
        return known(knowledge_of(position), position, asked)
    except (SolveError, MemoryError):
        return _told(position, eyes, asked)


def _told(position: Position, eyes: Eyes, asked: Moves) -> Insight:
    """What can be said where nothing is solved."""
    if position.is_partial():
        return unknown(position, PART, eyes)
    why = HIDDEN if position.hides() else TOO_LARGE
    return unknown(position, f"{why} {_random_play(position, eyes)}".strip(), eyes, asked)


def _random_play(position: Position, eyes: Eyes) -> str:
    """For whoever may know everything."""
    if eyes is not Eyes.ALL or not position.choices():
        return ""
    from flagfall.coach.reports.simulation import simulate
    from flagfall.core import Player

    found = simulate(position, RANDOM_GAMES, LONGEST)
    shares = {player: found.share(player) for player in Player}
    told = ", ".join(f"{player} wins ≈ {share:.0%} ± {error:.0%}" for player, (share, error) in shares.items())
    return f"Where both play at random from here, {told}."


_ANSWERS: dict[str, Callable[..., Any]] = {"solved": _solved, "told": _told, "line": _line, "advised": advised}

if __name__ == "__main__":
    serve(_answered)
