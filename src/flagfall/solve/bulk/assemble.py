"""From the armies and moves of a game to its Form."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from . import kernels
from .compiled import Run
from .form import NONE, WIDTH, Form, Ints, Numbering

A = TypeVar("A", bound=Hashable)


def assembled(
    kind: Ints,
    units: Ints,
    less: Ints,
    agent: Ints,
    moves: Ints,
    facing: Ints,
    numbering: Numbering,
    apart: bool,
    run: Run[Any],
) -> Form:
    """The Form of these armies, whose moves are in the order of the armies."""
    armies = len(kind)
    begin, back_begin = np.zeros(armies + 1, np.int32), np.zeros(armies + 1, np.int32)
    back = np.empty((2 * len(moves), WIDTH), np.int32)
    row = np.empty(armies, np.int32)
    rows = run(kernels.link)(moves, less, begin, back_begin, back, row)
    back = back[: back_begin[-1]]
    more = np.empty((rows, len(facing)), np.int32)
    run(kernels.fill_more)(units, less, row, more)
    return Form(kind, *numbering, units, less, agent, row, more, begin, moves, back_begin, back, facing, apart)


def every_pair(armies: int, sides: int) -> Numbering:
    """The lines where any army may face any of the other side, of `armies` a side."""
    first = np.arange(armies * sides, dtype=np.int64) * armies
    low = np.zeros(armies * sides, np.int32)
    if sides == 2:
        low[:armies] = armies
        first[:armies] -= armies
    return first, low, low + np.int32(armies)


def unit_tables(
    number: Mapping[A, int], most: int, units_of: Callable[[A], Sequence[int]], without: Callable[[A, int], A]
) -> tuple[Ints, Ints]:
    """`units` and `less` of armies that have up to `most` units."""
    units, less = np.full((2, len(number), most), -1, np.int32)
    for army, at in number.items():
        own = units_of(army)
        for place, square in enumerate(own, most - len(own)):
            units[at, place] = square
            less[at, place] = number[without(army, place - most + len(own))]
    return units, less


def move_line(
    army: int, free: int, met: int = -1, hit: int = -1, bar: int = -1, only: int = -1, loss: int = NONE
) -> tuple[int, ...]:
    """A move of which one square at most is met, in the order of the columns."""
    return free, met, hit, -1, bar, only, loss, army
