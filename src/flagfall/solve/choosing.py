"""Which choices are best, once the worth of everything that may follow is known."""

from __future__ import annotations

from collections.abc import Sequence

from flagfall.core import Player

from .table import Worth

SIDES = {Player.P1: 1, Player.P2: -1}
"""What a player's win is worth to P1."""

Line = Sequence[Worth]
"""What may follow one choice of a player, for every choice of the other."""


def best_lines(lines: Sequence[Line], side: int, worth: Worth) -> list[int]:
    """The best choices of one side (1 for P1, -1 for P2) where `worth` is what the position is worth.

    The winner hurries, the loser delays; where nobody can force a win, what can't be forced on one is as good.
    """
    if worth.distance is None:
        return [at for at, line in enumerate(lines) if secured(line, side) == worth.value * side]
    if worth.value == side:
        return [at for at, line in enumerate(lines) if forces_within(line, side, worth.distance - 1)]
    delays = [min((each.distance for each in line if each.distance is not None), default=0) for line in lines]
    return [at for at, delay in enumerate(delays) if delay == max(delays)]


def secured(line: Line, side: int) -> float:
    """What one side gets from this choice at least, in its own eyes."""
    return min(each.value * side for each in line)


def forces_within(line: Line, side: int, plies: int) -> bool:
    """Whether this choice wins for sure, in so many plies after it."""
    return all(each.distance is not None and each.value == side and each.distance <= plies for each in line)


def forced_in(line: Line, side: int) -> int | None:
    """How many plies after this choice the win has come for sure; None where it is not sure."""
    distances = [each.distance for each in line if each.distance is not None and each.value == side]
    return max(distances) if len(distances) == len(line) else None
