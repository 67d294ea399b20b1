"""A whole game as a few small tables: two armies that face each other, and what each move does to both.

An army is all that one player has on the board, seen from that player's own side: tokens, units, or an agent with its
traps. It has a number, and so has every pair of armies, which is a position: the army that is to move, and the other.
Where the board looks the same from both sides, P1's and P2's armies are the same ones, and a pair stands for two
positions, one of either player's turn. What a move does follows from few numbers (see MOVE'S COLUMNS below), so
the moves of every army fit into a table, and the many positions need none. That demands more of a game than the plain
table does: nobody chooses secretly, whoever wins has moved last, and there is no draw.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int32]
Longs: TypeAlias = NDArray[np.int64]
Cells: TypeAlias = NDArray[np.uint16]
Marks: TypeAlias = NDArray[np.uint8]
Numbering: TypeAlias = tuple[Longs, Ints, Ints]
"""A Form's `first`, `low` and `high`."""

LIVE, WON, LOST, NEVER = range(4)
"""What an army is: in play, at its goal, beaten, or such as can't be in any position."""

FREE, MET, HIT, HIT2, BAR, ONLY, LOSS, ARMY = range(8)
WIDTH = 8
"""MOVE'S COLUMNS: the army that the move makes when it meets no enemy unit, and when it meets one; the two squares on
which it meets units; the square on which the enemy's agent bars it; the square on which alone the enemy's agent lets
it be; how many of the units met are lost; the army that moves. Squares are as the enemy numbers them; -1 is none."""

NONE, ONE, ALL = range(3)
"""How many of the units that a move meets are lost."""

OPEN = 60000
"""A cell holds the distance to the end, in plies: even where the player to move has lost, odd where that player wins,
because whoever wins has moved last. OPEN is a position without an end; while the work goes on, so much above OPEN as
it has moves that are not yet known to lose."""
NOWHERE = 65535
"""The cell of a pair of armies that is not a position."""


class Form(NamedTuple):
    """Arrays only, so that compiled code takes it as it is. One line an army, if nothing else is said."""

    kind: Ints
    first: Longs
    """A position's number is this of the army to move, plus the number of the other army."""
    low: Ints
    high: Ints
    """The other army is one from `low` up to below `high`."""
    units: Ints
    """The squares of its units in rising order, after -1 for those that it hasn't got."""
    less: Ints
    """The army without each of these units."""
    agent: Ints
    """The square that the enemy can't go to or act on, or -1."""
    row: Ints
    """Its line in `more`, or -1 where it can have no more units."""
    more: Ints
    """The army with one unit more, on each square, or -1."""
    begin: Ints
    """Its first line in `moves`; the next army's is where they end."""
    moves: Ints
    back_begin: Ints
    """Its first entry in `back`; the next army's is where they end."""
    back: Ints
    """The moves that make it: lines of `moves`, with 1 in the place of FREE if it comes of meeting a unit, else 0."""
    facing: Ints
    """A line a square: the number that the enemy has for it."""
    apart: bool
    """Whether no unit can be where an enemy unit is."""

    @property
    def size(self) -> int:
        """How many numbers positions have."""
        return int(self.first[-1] + self.high[-1])

    @property
    def sides(self) -> int:
        """1 where the board looks the same to both players, else 2: P1's armies, then as many of P2's."""
        return 1 if self.low[0] == 0 else 2
