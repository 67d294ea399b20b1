"""The way from a position to its solution."""

from __future__ import annotations

from flagfall.core import Position

from . import bulk
from .errors import NotSolvable, TooBig
from .plain import PlainTable
from .solution import Solution
from .store import cache
from .store.memory import in_words, usable
from .table import Progress, Table


def solve(
    position: Position, *, progress: Progress | None = None, memory: int | None = None, use_cache: bool = True
) -> Solution:
    """Every position that can arise from this one, with its value and distance.

    `progress` is told how far the work is, `memory` is how many bytes it may take (default: most of what is free), and
    with `use_cache` an answer on disk is taken, and a new one put there. NotSolvable for games that hide something,
    TooBig where the memory won't do, or where so many positions need numba and it isn't installed.
    """
    if position.hides():
        raise NotSolvable(
            f"{position.title} hides something from each player, and exact solving needs a game where both see "
            "everything but the choice that the other is just making"
        )
    form: type[Table] = bulk.form_of(position) or PlainTable
    if use_cache and (kept := cache.load(position, form.layout())):
        return Solution(position, kept, from_cache=True)
    table = _solved(position, form, progress, usable() if memory is None else memory)
    if use_cache:
        cache.keep(position, table, form.layout())
    return Solution(position, table)


def check_size(position: Position, memory: int) -> None:
    """TooBig where it is known beforehand that so many bytes won't do. It costs next to nothing."""
    needed = (bulk.form_of(position) or PlainTable).estimate(position)
    if needed is not None and needed > memory:
        raise TooBig(f"solving this needs {in_words(needed)} of memory, and there is room for {in_words(memory)}")


def _solved(position: Position, form: type[Table], progress: Progress | None, memory: int) -> Table:
    check_size(position, memory)
    return form.solve(position, progress, memory)
