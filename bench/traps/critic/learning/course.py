"""How a position goes on: what is drawn, what all see of it, and what that tells."""

from __future__ import annotations

import numpy as np

from .board import AT_FLAG, CELLS, GROUND, HAND, LAST, LAYS, LEGAL, NEAR, PASS, SETS, STEPS, F, Place, cleaned

STRAYS = 0.2
"""How often a choice is any: what is hardly ever done must be known, too."""
CARELESS = (0.0, 0.4), (0.02, 0.3), (0.1, 0.2), (0.5, 0.1)
"""How much of a choice is thought to have no reason, and how often."""


def follow(random: np.random.Generator, place: Place, likely: np.ndarray) -> Place | None:
    """After a ply that was drawn; None where nothing is to be decided then."""
    (agent, other, mine, theirs), ground = place, GROUND
    legal = LEGAL[agent, other]
    column = _drawn(random, place, likely, legal)
    (careless,) = random.choice([share for share, _ in CARELESS], 1, p=[often for _, often in CARELESS])
    likely = (1 - careless) * likely + careless * legal / np.maximum(legal.sum(axis=1, keepdims=True), 1)
    if column < STEPS:
        cell, left = int(NEAR[agent, column]), mine * likely[:, column]
        agent, theirs = _stepped(random, cell, theirs)
    elif column == PASS:
        left = mine * likely[:, PASS]
    else:
        chances = mine[:, None] * likely[:, LAYS:] * ((ground.more >= 0) & (HAND > 0)[:, None])
        sets, cells = np.nonzero(chances)
        left = np.bincount(ground.more[sets, cells], chances[sets, cells], SETS)
    if left.sum() <= 0 or theirs.sum() <= 0 or (AT_FLAG[other] and agent != 0):
        return None
    return Place(other, agent, cleaned(theirs), cleaned(left.astype(F)))


def _drawn(random: np.random.Generator, place: Place, likely: np.ndarray, legal: np.ndarray) -> int:
    """A column; of those for traps any, as they all look alike."""
    chance = place.mine / place.mine.sum(dtype=np.float64)
    own = int(random.choice(SETS, p=chance / chance.sum()))
    if random.random() < STRAYS:
        columns = np.flatnonzero(legal[own, :LAYS]).tolist()
        if legal[own, LAYS:].any():
            columns.append(LAYS)
        return int(random.choice(columns))
    weights = likely[own] * legal[own]
    return min(int(np.searchsorted(np.cumsum(weights), random.random() * weights.sum())), LAYS + CELLS - 1)


def _stepped(random: np.random.Generator, cell: int, theirs: np.ndarray) -> tuple[int, np.ndarray]:
    """Where the agent is then, and what is left of the other's range."""
    trap = LAST - cell
    holds = GROUND.holds[:, trap]
    if random.random() < theirs[holds].sum():
        return 0, np.bincount(GROUND.less[holds, trap], theirs[holds], SETS)
    return cell, np.where(holds, 0, theirs)
