"""The way from a position to its solution."""

from __future__ import annotations

from flagfall.core import Position

from .errors import NotSolvable
from .plain import PlainTable
from .solution import Solution
from .table import Progress


def solve(
    position: Position, *, progress: Progress | None = None, memory: int | None = None, use_cache: bool = True
) -> Solution:
    """Every position that can arise from this one, with its value and distance.

    `progress` is told how far the work is, `memory` is how many bytes it may take (default: most of what is free), and
    with `use_cache` an answer on disk is taken, and a new one put there. NotSolvable for games that hide something,
    TooBig where the memory won't do.
    """
    if position.hides():
        raise NotSolvable(
            f"{position.title} hides something from each player, and exact solving needs a game where both see "
            "everything but the choice that the other is just making"
        )
    form = PlainTable
    return Solution(position, form.solve(position, progress, memory or 1 << 33))
