"""The book's board in arrays for compiled code, and positions to think about: where agents stand, and two ranges."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from flagfall.bots.hidden.traps.ground import ground_of
from flagfall.bots.hidden.traps.visible import VALUES, mirrored_sets, visible_of
from flagfall.games.flag_chase_traps import FlagChaseTraps

RULES = FlagChaseTraps.Rules()
GROUND = ground_of(RULES.size, RULES.traps)
SETS, CELLS, LAST = len(GROUND.sets), GROUND.cells, GROUND.last
STEPS, PASS, LAYS = 8, 8, 9
"""Columns of a choice: eight steps, a pass, and from here on a trap for every cell."""
COLUMNS = LAYS + CELLS
FULL = GROUND.number[RULES.traps, ()]
F = np.float32

NEAR = np.full((CELLS, STEPS), -1)
for _cell, _near in enumerate(GROUND.near):
    NEAR[_cell, : len(_near)] = _near
AT_FLAG = np.isin(np.arange(CELLS), GROUND.near[LAST])
LOOK = np.zeros(SETS, np.int64)
for _at, _sets in enumerate(GROUND.looks.values()):
    LOOK[_sets] = _at
FIRST = np.array([sets[0] for sets in GROUND.looks.values()])
MANY = np.array([len(sets) for sets in GROUND.looks.values()])
HAND = GROUND.hand
MIRROR = np.arange(CELLS) % RULES.size * RULES.size + np.arange(CELLS) // RULES.size
MIRRORED = mirrored_sets(GROUND, RULES.size)


def _legal() -> np.ndarray:
    """By the mover's agent, the other's, set and column; where the flag can be taken nothing is to be decided."""
    legal = np.zeros((CELLS, CELLS, SETS, COLUMNS), bool)
    for agent, other in np.ndindex(CELLS, CELLS):
        if is_open(agent, other):
            found = GROUND.legal(np.arange(SETS), agent, other)
            here = NEAR[agent] >= 0
            legal[agent, other][:, np.flatnonzero(here)] = found[:, NEAR[agent][here]]
            legal[agent, other][:, PASS] = found[:, GROUND.passes]
            legal[agent, other][:, LAYS:] = found[:, CELLS : GROUND.passes]
    return legal


def is_open(agent: int, other: int) -> bool:
    """Whether the mover has something to decide."""
    return LAST not in (agent, other) and agent != LAST - other and not (AT_FLAG[agent] and other != 0)


LEGAL = _legal()


@cache
def visible_table() -> np.ndarray:
    return np.ascontiguousarray(VALUES[visible_of(RULES).codes].astype(F))


WHOLE = 127
"""A win, in the coarse table."""


@cache
def coarse_table() -> np.ndarray:
    """The same in a quarter of the room, for what only has to be seen: so it stays near the processor."""
    coarse = np.round(VALUES * WHOLE).astype(np.int8)
    return np.ascontiguousarray(coarse[visible_of(RULES).codes])


def by_the_visible(places: np.ndarray, mover: np.ndarray, other: np.ndarray) -> list[np.ndarray]:
    """What the visible solution says to each side's sets that look like those that are possible, and to no others."""
    seen = [np.zeros(mover.shape, F), np.zeros(mover.shape, F)]
    _add_visible(places // CELLS, places % CELLS, mover, other, coarse_table(), LOOK, FIRST, MANY, *seen)
    return [each / F(WHOLE) for each in seen]


@njit(cache=True, fastmath=True)
def _add_visible(
    agents: Any, foes: Any, mover: Any, other: Any, table: Any, look: Any, first: Any, many: Any, one: Any, two: Any
) -> None:
    for at in range(len(agents)):
        mine, theirs = look[np.argmax(mover[at])], look[np.argmax(other[at])]
        for own in range(first[mine], first[mine] + many[mine]):
            row, share, total = table[agents[at], foes[at], own], mover[at, own], np.float32(0)
            for set_ in range(first[theirs], first[theirs] + many[theirs]):
                worth = np.float32(row[set_])
                total += worth * other[at, set_]
                two[at, set_] -= worth * share
            one[at, own] = total


class Place(NamedTuple):
    """A position as all see it, from the mover's side."""

    agent: int
    other: int
    mine: np.ndarray
    theirs: np.ndarray


def opening() -> Place:
    range_ = np.zeros(SETS, F)
    range_[FULL] = 1
    return Place(0, 0, range_, range_.copy())


def anywhere(random: np.random.Generator) -> Place:
    while True:
        agent, other = (int(each) for each in random.integers(0, LAST, 2))
        if is_open(agent, other):
            ranges = _some_range(random, agent, other), _some_range(random, other, agent)
            if ranges[0] is not None and ranges[1] is not None:
                return Place(agent, other, *ranges)


def _some_range(random: np.random.Generator, agent: int, other: int) -> np.ndarray | None:
    """Even, by how likely each cell is, or wild."""
    look = random.integers(len(FIRST))
    sets = np.arange(FIRST[look], FIRST[look] + MANY[look])
    sets = sets[~GROUND.holds[sets][:, [agent, LAST - other]].any(axis=1)]
    if not len(sets):
        return None
    kind, weights = random.random(), np.ones(len(sets))
    if 0.25 < kind < 0.8:
        cells = np.exp(random.standard_normal(CELLS) * random.choice([0.5, 1.5, 3.0]))
        weights = np.where(GROUND.holds[sets], cells, 1).prod(axis=1)
    elif kind >= 0.8:
        weights = np.exp(random.standard_normal(len(sets)) * random.choice([1.0, 3.0]))
    range_ = np.zeros(SETS, F)
    range_[sets] = weights / weights.sum()
    return cleaned(range_)


def cleaned(range_: np.ndarray) -> np.ndarray:
    """Without what is next to impossible."""
    range_ = range_ / range_.sum()
    range_[range_ < 1e-6] = 0
    return (range_ / range_.sum()).astype(F)
