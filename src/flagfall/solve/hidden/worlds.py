"""All positions that can arise within a number of plies, and what each player is told on the way.

A world is a position and, in the middle of a battle, the choice that Player 1 has sealed: so one player decides at a
time, and of a choice that is sealed nobody is told anything.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flagfall.core import Move, Moves, Player, Position
from flagfall.solve.arrays import Floats, Numbers
from flagfall.solve.errors import TooBig
from flagfall.solve.store.memory import in_words
from flagfall.solve.table import Progress

P1, P2 = Player
Payoff = Callable[[Position], float]
NOBODY = -1
FAR = 1 << 40
BYTES_A_WORLD = 2500
"""What a world costs while it is explored: objects, what is told of it, steps."""
REPORT_EVERY = 1024


class World(NamedTuple):
    position: Position
    sealed: Move | None = None


class Told(NamedTuple):
    """What one player learns from a ply: how its moves are written for that player, and the view after it."""

    moves: tuple[str, ...]
    view: Position


@dataclass(frozen=True)
class Worlds:
    """Worlds by number, and the steps between them; nothing follows those that are reached with the last ply."""

    mover: Numbers
    """0 or 1 for who decides, NOBODY where nobody does any more."""
    payoff: Floats
    """What is won where the game is over, in Player 1's eyes; 0 elsewhere."""
    first: Numbers
    """Where the steps from each world begin; one more at the end."""
    target: Numbers
    is_ply: Numbers
    """1 where a step ends a ply, 0 where it only seals a choice."""
    told: tuple[Numbers, Numbers]
    """What each player is told at each step: a number for each thing that can be told, 0 for nothing."""
    observations: dict[Told | None, int]

    def plies_to_payoff(self) -> Numbers:
        """From each world the fewest plies to an end that somebody wins; FAR or more where none was found."""
        nearest = np.where(self.payoff != 0, 0, FAR)
        source = np.repeat(np.arange(len(self.mover)), np.diff(self.first))
        while True:
            closer = nearest.copy()
            np.minimum.at(closer, source, nearest[self.target] + self.is_ply)
            if np.array_equal(closer, nearest):
                return nearest
            nearest = closer


def winner(position: Position) -> float:
    """1 where Player 1 has won, -1 where Player 2 has."""
    outcome = position.outcome()
    return 0 if outcome is None or outcome.winner is None else 1 if outcome.winner is P1 else -1


def explore(starts: Iterable[Position], cap: int, payoff: Payoff, progress: Progress | None, memory: int) -> Worlds:
    """Every world that arises from these positions within so many plies; the first are these positions themselves."""
    explorer = _Explorer(payoff, progress, memory)
    for start in starts:
        explorer.enter(World(start))
    for _ in range(cap):
        explorer.go_on()
    return explorer.worlds()


class _Explorer:
    def __init__(self, payoff: Payoff, progress: Progress | None, memory: int) -> None:
        self.payoff_of = payoff
        self.progress = progress
        self.memory = memory
        self.number: dict[World, int] = {}
        self.observations: dict[Told | None, int] = {None: 0}
        self.found: list[World] = []
        """The worlds that the last ply led to."""
        self.mover, self.payoff = array("q"), array("d")
        self.source, self.target, self.is_ply = array("q"), array("q"), array("q")
        self.told = array("q"), array("q")

    def enter(self, world: World) -> int:
        number = self.number.setdefault(world, len(self.number))
        if number == len(self.mover):
            self.mover.append(NOBODY)
            self.payoff.append(0 if world.sealed else self.payoff_of(world.position))
            self.found.append(world)
        return number

    def go_on(self) -> None:
        """One ply more. A choice that is sealed is none, so who answers it comes with it."""
        level, self.found = self.found, []
        for count, world in enumerate(level):
            if count % REPORT_EVERY == 0:
                self._report()
            self._expand(world)

    def _report(self) -> None:
        if len(self.number) * BYTES_A_WORLD > self.memory:
            raise TooBig(
                f"more than {len(self.number):,} positions can arise within so many plies, and there is room for "
                f"{in_words(self.memory)}; try a smaller cap or variation"
            )
        if self.progress:
            self.progress("exploring", len(self.number), None)

    def _expand(self, world: World) -> None:
        position, source = world.position, self.number[world]
        choices = position.choices()
        if not choices:
            return
        decider = next(iter(choices))
        self.mover[source] = decider.value
        if len(choices) == 1:
            for move in choices[decider]:
                self._play(source, position, {decider: move})
            return
        self.mover[source] = P1.value
        for sealed in choices[P1]:
            middle = World(position, sealed)
            between = self._between(middle)
            self._enter_step(source, between, 0, 0, 0)
            for move in choices[P2]:
                self._play(between, position, {P1: sealed, P2: move})

    def _between(self, world: World) -> int:
        """A world in the middle of a ply: it belongs to the level that is left."""
        found, self.found = self.found, []
        number = self.enter(world)
        self.found = found
        self.mover[number] = P2.value
        return number

    def _play(self, source: int, before: Position, moves: Moves) -> None:
        after = before.after(moves)
        target = self.enter(World(after))
        self._enter_step(source, target, 1, *(self._told(before, moves, after, player) for player in Player))

    def _told(self, before: Position, moves: Moves, after: Position, to: Player) -> int:
        written = tuple(before.disguise(player, move, to) for player, move in moves.items())
        return self.observations.setdefault(Told(written, after.view(to)), len(self.observations))

    def _enter_step(self, source: int, target: int, is_ply: int, first: int, second: int) -> None:
        columns = self.source, self.target, self.is_ply, *self.told
        for column, value in zip(columns, (source, target, is_ply, first, second), strict=True):
            column.append(value)

    def worlds(self) -> Worlds:
        columns = self.mover, self.source, self.target, self.is_ply, *self.told
        mover, source, target, is_ply, *told = (np.array(column, dtype=np.int64) for column in columns)
        order = np.argsort(source, kind="stable")
        first = np.searchsorted(source[order], np.arange(len(mover) + 1))
        return Worlds(
            mover,
            np.array(self.payoff),
            first,
            target[order],
            is_ply[order],
            (told[0][order], told[1][order]),
            self.observations,
        )
