"""What choices look like to a player who looks one ply ahead, into the solution of the game without secrets."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from flagfall.solve.arrays import Flags, Floats, Numbers

from .ground import Ground
from .state import State, likeliest
from .visible import PATIENCE, VALUES, Visible

SETS = 64
"""So many of the likeliest sets of the other's are thought of."""
DOORSTEP = 8.0
"""How much likelier somebody who has not left home lays a trap beside the own flag than elsewhere."""


def expected(visible: Visible, state: State, own: Numbers, most: int = SETS) -> Floats:
    """What each choice brings each of the mover's sets on average, if all were seen from then on: a line a set, a
    column a choice, -inf where it is illegal."""
    ground, (agent, other, _, range_) = visible.ground, state.sides()
    others, shares = likeliest(range_, most)
    legal = ground.legal(own, agent, other)
    found = np.full(legal.shape, -np.inf)
    for cell in np.flatnonzero(legal[:, : ground.cells].any(axis=0)):
        found[:, cell] = _stepped(visible, (int(cell), other), own, others, shares)
    if legal[:, ground.cells : ground.passes].any():
        sets = np.unique(ground.more[own])
        worth = np.zeros(len(ground.sets) + 1)  # the last is for what is no set
        worth[sets] = _seen(visible, (other, agent), others, shares, sets)
        found[:, ground.cells : ground.passes] = worth[ground.more[own]]
    if legal[:, ground.passes].any():
        found[:, ground.passes] = _seen(visible, (other, agent), others, shares, own)
    found[~legal] = -np.inf
    return found


def _stepped(visible: Visible, cells: tuple[int, int], own: Numbers, others: Numbers, shares: Floats) -> Floats:
    (cell, other), ground = cells, visible.ground
    if cell == ground.last:
        return np.full(len(own), PATIENCE)
    trap = ground.last - cell
    sprung = ground.holds[others, trap]
    found = _seen(visible, (other, cell), others[~sprung], shares[~sprung], own)
    if sprung.any():
        found = found + _seen(visible, (other, 0), ground.less[others[sprung], trap], shares[sprung], own)
    return found


def _seen(visible: Visible, agents: tuple[int, int], others: Numbers, shares: Floats, own: Numbers) -> Floats:
    """What it is worth to me when the other, who has these sets with these shares, is to move."""
    codes = visible.codes[agents][others[:, None], own]
    worth: Floats = -PATIENCE * (shares.astype(np.float32) @ VALUES[codes])
    return worth


def softmax(worth: Floats, temperature: float) -> Floats:
    """A line a set; what is illegal has no chance."""
    likely: Floats = np.exp((worth - worth.max(axis=1, keepdims=True)) / temperature)
    likely /= likely.sum(axis=1, keepdims=True)
    return likely


def running(ground: Ground, choices: Numbers, legal: Flags) -> Floats:
    """How likely somebody makes each of these choices who takes any step that leads nearest to the flag."""
    left = ground.left[choices]
    nearest = np.where(legal, left, len(ground.left)).min(axis=-1, keepdims=True)
    return even(legal & (left == nearest))


@lru_cache(maxsize=8)
def dug_in(ground: Ground) -> tuple[Floats, Floats]:
    """How likely each choice and each set is to somebody who has not left home, in proportion."""
    cells, choices = np.ones(ground.cells), np.ones(ground.choices)
    cells[ground.near[0]] = DOORSTEP
    choices[ground.cells : ground.passes] = cells / cells[ground.free].mean()
    return choices, np.where(ground.holds, cells, 1.0).prod(axis=1)


def even(legal: Flags) -> Floats:
    likely: Floats = legal / np.maximum(legal.sum(axis=-1, keepdims=True), 1)
    return likely
