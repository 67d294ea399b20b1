"""Where the other's hidden traps may lie: all that one seat can't rule out, from everything that it has seen.

Each of the other's traps was there at the start or was laid at a known time, and those that the seat's agent has sprung
are gone. Where it was laid, no agent stood. As long as a trap lies on a cell,

- no agent goes there: its owner is barred, and the seat's agent would spring it;
- no other trap of the same owner lies there.

Who passes has nothing else to do: wherever that player's agent might go, or a trap might be laid, lie own traps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TypeVar

from flagfall.core import Square
from flagfall.games.flag_chase_traps import PASS, FlagChaseTraps, changed, is_trap, neighbours, placements, target
from flagfall.match import Seat

from .policy import trap_weights

T = TypeVar("T", int, Square, "Trap")
Event = tuple[int, Square]
"""Something that happened on a cell: the number of the ply, and where."""
AT_START = -1
"""When a trap was laid that was there before the first ply."""


@dataclass(frozen=True, order=True)
class Trap:
    """One of the other's traps: when it was laid and, if it was sprung, where and when."""

    laid: int
    sprung: Event | None = None

    def is_at(self, event: Event) -> bool:
        """Whether this is a sprung trap that lay on the cell at that time."""
        return self.sprung is not None and self.sprung[1] == event[1] and self.laid < event[0] < self.sprung[0]


class Guesses:
    """Draws worlds that look to one seat just as the real one does, and always did."""

    def __init__(self, seat: Seat) -> None:
        assert isinstance(seat.view, FlagChaseTraps) and seat.player is not None
        self.view, self.player, self.other = seat.view, seat.player, seat.player.other
        is_all = len(seat.views) == len(seat.history)  # else the game was not watched from its start
        self.history = seat.history if is_all else []
        self.views = [
            each for each in (*seat.views[: len(self.history)], seat.view) if isinstance(each, FlagChaseTraps)
        ]
        self.steps = [event for time, moves in enumerate(self.history) for event in _steps(time, moves.values())]
        self.sprung = [event for event in self.steps if self._hidden(event[0] + 1) < self._hidden(event[0])]
        self.laid = [AT_START] * self._hidden(0) + [time for time, move in self._others() if is_trap(move)]
        self.walls = [wall for time, move in self._others() if move == PASS for wall in self._around(time)]
        self.cells = cache(self._cells)

    def world(self, random: Random) -> FlagChaseTraps:
        """A whole position with every hidden trap somewhere it may lie."""
        traps = self.view.traps[self.other].union(next(self.hidden_traps(random)))
        return replace(self.view, traps=changed(self.view.traps, self.other, traps), hidden=(0, 0))

    def hidden_traps(self, random: Random) -> Iterator[frozenset[Square]]:
        """Where the hidden traps may lie, in every way that there is and in random order; a way may come twice."""
        for traps in self._fates(self.laid, self.sprung, random):
            walls = [wall for wall in self.walls if not any(trap.is_at(wall) for trap in traps)]
            lying = [trap for trap in traps if not trap.sprung]
            for placed in self._walled(lying, sorted(walls), {}, random):
                yield frozenset(placed)

    # --- which trap was sprung when ---

    def _fates(self, laid: list[int], sprung: list[Event], random: Random) -> Iterator[list[Trap]]:
        """The traps that were laid at these times, each of those events having sprung one that could lie there."""
        if not sprung:
            yield list(map(Trap, laid))
            return
        for time in _shuffled({time for time in laid if time < sprung[0][0]}, random):
            trap, left = Trap(time, sprung[0]), list(laid)
            left.remove(time)
            if sprung[0][1] in self.cells(trap)[0]:
                yield from ([trap, *others] for others in self._fates(left, sprung[1:], random))

    # --- where those lie that were not sprung ---

    def _walled(
        self, lying: list[Trap], walls: list[Event], placed: dict[Square, Trap], random: Random
    ) -> Iterator[dict[Square, Trap]]:
        """First those that stood in the way when the other passed, then the others."""
        if not walls:
            left = sorted(lying, key=lambda trap: len(self.cells(trap)[0]))
            yield from self._placed(left, placed, random)
            return
        (time, cell), *later = walls
        if cell in placed:
            if placed[cell].laid < time:
                yield from self._walled(lying, later, placed, random)
            return
        for trap in _shuffled({trap for trap in lying if trap.laid < time and cell in self.cells(trap)[0]}, random):
            left = list(lying)
            left.remove(trap)
            yield from self._walled(left, later, {**placed, cell: trap}, random)

    def _placed(self, lying: list[Trap], placed: dict[Square, Trap], random: Random) -> Iterator[dict[Square, Trap]]:
        if not lying:
            yield placed
            return
        trap, *left = lying
        for cell in self._drawn(trap, placed, random):
            yield from self._placed(left, {**placed, cell: trap}, random)

    def _drawn(self, trap: Trap, taken: dict[Square, Trap], random: Random) -> Iterator[Square]:
        """Cells for a trap: one that is likely, then all others."""
        free = [each for each in zip(*self.cells(trap), strict=True) if each[0] not in taken]
        if free:
            (first,) = random.choices(*zip(*free, strict=True))
            yield first
            yield from _shuffled({cell for cell, _ in free if cell != first}, random)

    def _cells(self, trap: Trap) -> tuple[list[Square], list[int]]:
        """Where this trap may lie, or have lain, and how likely."""
        gone = trap.sprung[0] if trap.sprung else len(self.history)
        barred = {cell for time, cell in self.steps if trap.laid < time < gone}
        barred.update(self.views[max(trap.laid, 0)].agents)
        cells = [cell for cell, _ in placements(self.view.rules.size) if cell not in barred]
        return cells, trap_weights(self.view, self.other, cells)

    # --- what was seen ---

    def _others(self) -> Iterator[tuple[int, str]]:
        """The other's moves with their times."""
        return ((time, moves[self.other]) for time, moves in enumerate(self.history) if self.other in moves)

    def _hidden(self, time: int) -> int:
        """How many of the other's traps lay hidden then."""
        return self.views[time].hidden[self.other]

    def _around(self, time: int) -> Iterator[Event]:
        """Where the other's traps lay when the other passed."""
        view = self.views[time]
        cells = {cell for cell, _ in neighbours(view.rules.size, view.agents[self.other])}
        if view.hands[self.other]:
            cells.update(cell for cell, _ in placements(view.rules.size))
        return ((time, cell) for cell in cells.difference(view.agents))


def _steps(time: int, moves: Iterable[str]) -> Iterator[Event]:
    return ((time, target(move)) for move in moves if move.startswith("MOVE"))


def _shuffled(several: set[T], random: Random) -> list[T]:
    """In random order, the same for the same random numbers."""
    return random.sample(sorted(several), len(several))
