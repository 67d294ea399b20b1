"""The board in numbers, as each player sees it: cells are counted row by row from the own flag, which is 0, to the
other's, which is the last. My cell c is the other's `last - c`, so that a turn is a swap of two players.

All that a player keeps secret is a *set*: how many traps are in the hand, and where the others lie.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

import numpy as np

from flagfall.core import Move, Player
from flagfall.games.flag_chase_traps import PASS, FlagChaseTraps, grid, is_trap, neighbours, target
from flagfall.solve.arrays import Flags, Numbers

Set: TypeAlias = tuple[int, tuple[int, ...]]
"""Traps in the hand, and the cells of those on the board, in rising order."""
NONE = -1


class Ground:
    """A size of the board and a number of traps: every set has a number, those of one look (as many in the hand, as
    many on the board) one after the other."""

    def __init__(self, size: int, traps: int) -> None:
        self.cells = size * size
        self.last = self.cells - 1
        number = {cell: at for at, cell in enumerate(grid(size))}
        self.near = [np.array([number[next_to] for next_to, _ in neighbours(size, cell)]) for cell in number]
        self.free = np.zeros(self.cells, bool)
        self.free[1:-1] = True
        self.passes = 2 * self.cells
        """Choices have numbers: the cell of a step, the cell of a trap after all those, and this."""
        self.choices = self.passes + 1
        row, column = np.divmod(np.arange(self.cells), size)
        self.left = np.full(self.choices, self.cells)
        """How many steps are left to the other's flag after a choice; what is no step is farther than any."""
        self.left[: self.cells] = size - 1 - np.minimum(row, column)
        self.moves = [f"MOVE {row} {column}" for row, column in grid(size)]
        self.moves += [f"TRAP {row} {column}" for row, column in grid(size)]
        self._number_sets(traps)

    def _number_sets(self, traps: int) -> None:
        looks = [(hand, laid) for laid in range(traps + 1) for hand in range(traps - laid + 1)]
        spots = range(1, self.last)
        self.sets: list[Set] = [(hand, cells) for hand, laid in looks for cells in combinations(spots, laid)]
        self.number = {each: at for at, each in enumerate(self.sets)}
        self.hand = np.array([hand for hand, _ in self.sets])
        self.looks = {
            look: np.array([n for n, each in enumerate(self.sets) if look_of(each) == look]) for look in looks
        }
        self.spans = [(int(each[0]), int(each[-1]) + 1) for each in self.looks.values()]
        self.look = np.array([list(self.looks).index(look_of(each)) for each in self.sets])
        self.holds = np.zeros((len(self.sets), self.cells), bool)
        for at, (_, cells) in enumerate(self.sets):
            self.holds[at, list(cells)] = True
        self.traps = self.hand + self.holds.sum(axis=1)
        """How many each set has, in the hand and on the board."""
        self.less, self.more = self._changed(-1), self._changed(1)

    def _changed(self, by: int) -> Numbers:
        """The set without the trap on each cell, or with one more from the hand; NONE where there is no such."""
        changed = np.full((len(self.sets), self.cells), NONE)
        for at, (hand, cells) in enumerate(self.sets):
            for cell in cells if by < 0 else range(1, self.last) if hand else ():
                if by < 0:
                    changed[at, cell] = self.number[hand, tuple(each for each in cells if each != cell)]
                elif cell not in cells:
                    changed[at, cell] = self.number[hand - 1, tuple(sorted((*cells, cell)))]
        return changed

    def legal(self, sets: Numbers, agent: int, other: Numbers | int) -> Flags:
        """Which choices each of these sets has, where the agents stand on these cells, each its owner's number."""
        barred = np.broadcast_to(self.last - np.asarray(other), sets.shape)
        open_ = ~self.holds[sets]
        open_[np.arange(len(sets)), barred] = False
        legal = np.zeros((len(sets), self.choices), bool)
        legal[:, self.near[agent]] = open_[:, self.near[agent]]
        open_[:, agent] = False
        legal[:, self.cells : self.passes] = open_ & self.free & (self.hand[sets] > 0)[:, None]
        legal[:, self.passes] = ~legal.any(axis=1)
        return legal

    # --- between the game's own words and numbers ---

    def seen(self, cell: int, player: Player) -> int:
        return cell if player is Player.P1 else self.last - cell

    def cell(self, position: FlagChaseTraps, at: tuple[int, int], player: Player) -> int:
        size = position.rules.size
        return self.seen((at[0] - 1) * size + at[1] - 1, player)

    def agent(self, position: FlagChaseTraps, player: Player) -> int:
        return self.cell(position, position.agents[player], player)

    def set_of(self, position: FlagChaseTraps, player: Player) -> int:
        """The set that a player has, in a view of that player's or a whole position."""
        cells = sorted(self.cell(position, each, player) for each in position.traps[player])
        return self.number[position.hands[player], tuple(cells)]

    def choice(self, position: FlagChaseTraps, move: Move, player: Player) -> int:
        if move == PASS:
            return self.passes
        cell = self.cell(position, target(move), player)
        return self.cells + cell if is_trap(move) else cell

    def move(self, choice: int, player: Player) -> Move:
        if choice == self.passes:
            return PASS
        is_laid, cell = divmod(choice, self.cells)
        return self.moves[is_laid * self.cells + self.seen(cell, player)]


def look_of(each: Set) -> tuple[int, int]:
    """What everybody knows of a set."""
    return each[0], len(each[1])


@lru_cache(maxsize=4)
def ground_of(size: int, traps: int) -> Ground:
    return Ground(size, traps)
