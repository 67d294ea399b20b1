"""Where hidden traps may lie: all that a viewer can't rule out, from everything that it was told.

Each of a player's traps was there at the start or was laid at a known time, and those that the other's agent has sprung
are gone. Where it was laid, no agent stood. As long as a trap lies on a cell,

- no agent goes there: its owner is barred, and the other's agent would spring it;
- no other trap of the same owner lies there.

Who passes has nothing else to do: wherever that player's agent might go, or a trap might be laid, lie own traps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import TypeVar

from flagfall.bots.hidden.belief import Told
from flagfall.core import Player, Square
from flagfall.games.flag_chase_traps import PASS, FlagChaseTraps, changed, is_trap, neighbours, placements, target

from .policy import trap_weights

T = TypeVar("T", int, Square, "Trap")
Event = tuple[int, Square]
"""Something that happened on a cell: the number of the ply, and where."""
AT_START = -1
"""When a trap was laid that was there before the first ply."""


@dataclass(frozen=True, order=True)
class Trap:
    """One of the owner's traps: when it was laid and, if it was sprung, where and when."""

    laid: int
    sprung: Event | None = None

    def is_at(self, event: Event) -> bool:
        """Whether this is a sprung trap that lay on the cell at that time."""
        return self.sprung is not None and self.sprung[1] == event[1] and self.laid < event[0] < self.sprung[0]


class Traps:
    """The belief for hidden traps: worlds that look to the viewer just as the real one does, and always did."""

    def __init__(self, told: Told) -> None:
        assert isinstance(told.views[-1], FlagChaseTraps)
        self.view = told.views[-1]
        self.unseen = [Unseen(told, owner) for owner in Player if owner is not told.viewer]

    def draw(self, random: Random) -> FlagChaseTraps:
        """A whole position with every hidden trap somewhere it may lie."""
        traps = self.view.traps
        for each in self.unseen:
            traps = changed(traps, each.owner, traps[each.owner].union(next(each.hidden_traps(random))))
        return replace(self.view, traps=traps, hidden=(0, 0))


class Unseen:
    """The traps of one player, as somebody else may imagine them."""

    def __init__(self, told: Told, owner: Player) -> None:
        self.owner, self.history = owner, told.history
        self.views = [each for each in told.views if isinstance(each, FlagChaseTraps)]
        self.view = self.views[-1]
        self.steps = [event for time, moves in enumerate(self.history) for event in _steps(time, moves.values())]
        self.sprung = [event for event in self.steps if self._hidden(event[0] + 1) < self._hidden(event[0])]
        self.laid = [AT_START] * self._hidden(0) + [time for time, move in self._moves() if is_trap(move)]
        self.walls = [wall for time, move in self._moves() if move == PASS for wall in self._around(time)]
        self.cells = cache(self._cells)

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
        """First those that stood in the way when the owner passed, then the others."""
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
        return cells, trap_weights(self.view, self.owner, cells)

    # --- what was seen ---

    def _moves(self) -> Iterator[tuple[int, str]]:
        """The owner's moves with their times."""
        return ((time, moves[self.owner]) for time, moves in enumerate(self.history) if self.owner in moves)

    def _hidden(self, time: int) -> int:
        """How many of the owner's traps lay hidden then."""
        return self.views[time].hidden[self.owner]

    def _around(self, time: int) -> Iterator[Event]:
        """Where the owner's traps lay when the owner passed."""
        view = self.views[time]
        cells = {cell for cell, _ in neighbours(view.rules.size, view.agents[self.owner])}
        if view.hands[self.owner]:
            cells.update(cell for cell, _ in placements(view.rules.size))
        return ((time, cell) for cell in cells.difference(view.agents))


def _steps(time: int, moves: Iterable[str]) -> Iterator[Event]:
    return ((time, target(move)) for move in moves if move.startswith("MOVE"))


def _shuffled(several: set[T], random: Random) -> list[T]:
    """In random order, the same for the same random numbers."""
    return random.sample(sorted(several), len(several))
