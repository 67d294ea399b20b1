"""Choosing with a critic: what can come of the next ply, and what that is worth to everybody who can't see the rest.

What a choice is worth depends on what it tells: whoever lays a trap always on the same cell has not hidden it. So a
way of choosing is found for all sets of the mover's at once. It is moved towards what would have been better by what
the critic makes of the ranges that it leaves, in smaller and smaller steps and always with some love of variety
(magnetic mirror descent, of Sokota and others; looking ahead on ranges is the way of ReBeL, of Brown and others).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flagfall.bots.hidden.traps.ground import Ground
from flagfall.bots.hidden.traps.state import State
from flagfall.bots.hidden.traps.visible import PATIENCE, VALUES, Visible
from flagfall.solve.arrays import Flags, Floats, Numbers, totals

from .network import Critic, Weights

ROUNDS = 60
STEP, SLOWER = 16.0, 1.0
"""How far the first step goes, and by how much each is shorter."""
VARIETY = 0.02
"""How much worth is given up for variety."""
FEWER = 2.5
"""There are many cells for a trap and few for a step: so much less is variety among traps."""
HARDLY = 1e-4
"""What is less likely is not looked at."""


class Ahead(NamedTuple):
    own: Numbers
    """The sets that the mover may have, a line each."""
    choices: Numbers
    """A column each."""
    likely: Floats
    worth: Floats


@dataclass(frozen=True)
class Leaf:
    """What all may see of the next ply."""

    columns: Numbers
    """The choices that look so: one, or all traps."""
    cell: int
    """Where the mover's agent is then."""
    chance: float
    """How likely it comes out so when it is chosen: sprung or not."""
    others: Weights
    """The other's range then."""
    lays: bool = False


def ahead(critic: Critic, visible: Visible, state: State, usual: Floats | float = 0.0, share: float = 0.0) -> Ahead:
    """What to choose with each set; with a share of what each choice is worth against some usual answer, by set and
    choice. The flag can't be taken: that would be no decision."""
    ground, (agent, other, range_, theirs) = visible.ground, state.sides()
    own = np.flatnonzero(range_)
    legal = ground.legal(own, agent, other)
    choices = np.flatnonzero(legal.any(axis=0))
    legal = legal[:, choices]
    leaves = list(_leaves(ground, agent, choices, theirs))
    tree = Tree(critic, visible, other, own, range_[own], choices, legal, leaves)
    usual = usual if isinstance(usual, float) else usual[own][:, choices]
    variety = np.where((choices >= ground.cells) & (choices < ground.passes), -VARIETY * FEWER, 0.0)
    start = np.where(variety < 0, -FEWER, 0.0)
    bend = np.where(legal, start, -np.inf)
    for turn in range(ROUNDS):
        worth = (1 - share) * tree.worth(_chosen(bend)) + share * usual
        step = STEP / (1 + SLOWER * turn)
        bend = np.where(legal, (bend + step * (worth + variety)) / (1 + step * VARIETY), -np.inf)
    likely = _chosen(bend)
    worth = (1 - share) * tree.worth(likely) + share * usual
    return Ahead(own, choices, likely, np.where(legal, worth, -np.inf))


def _chosen(bend: Floats) -> Floats:
    likely: Floats = np.exp(bend - bend.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    return likely


def _leaves(ground: Ground, agent: int, choices: Numbers, theirs: Floats) -> list[Leaf]:
    found, laid = [], []
    for column, choice in enumerate(choices.tolist()):
        at = np.array([column])
        if choice == ground.passes:
            found.append(Leaf(at, agent, 1.0, theirs.astype(np.float32)))
        elif choice >= ground.cells:
            laid.append(column)
        else:
            holds = ground.holds[:, ground.last - choice]
            sprung = totals(ground.less[holds, ground.last - choice], theirs[holds], len(theirs))
            for cell, left in ((choice, np.where(holds, 0.0, theirs)), (0, sprung)):
                if (chance := float(left.sum())) > HARDLY:
                    found.append(Leaf(at, cell, chance, (left / chance).astype(np.float32)))
    if laid:
        found.append(Leaf(np.array(laid), agent, 1.0, theirs.astype(np.float32), lays=True))
    return found


class Tree:
    """The next ply, with the critic behind it."""

    def __init__(
        self,
        critic: Critic,
        visible: Visible,
        other: int,
        own: Numbers,
        shares: Floats,
        choices: Numbers,
        legal: Flags,
        leaves: list[Leaf],
    ) -> None:
        self.critic, self.ground, self.own, self.shares, self.leaves = critic, visible.ground, own, shares, leaves
        self.shape, ground = legal.shape, visible.ground
        known = np.array([other in ground.near[ground.last] and leaf.cell != 0 for leaf in leaves])
        self.known = known
        """Where the other takes the flag at once."""
        self.theirs = np.array([leaf.others for leaf in leaves])
        cells = np.array([leaf.cell for leaf in leaves])
        self.share = self.theirs @ critic.mover_side
        self.seen = np.array([self._seen(visible, other, leaf) for leaf in leaves])
        own_look = ground.look[own[0]]
        made_look = ground.look[ground.more[own[0]].max()]
        alike = np.array([ground.look == (made_look if leaf.lays else own_look) for leaf in leaves])
        self.before = critic.before(other * ground.cells + cells, self.theirs, (self.seen * alike).astype(np.float32))
        self.worths = [VALUES[visible.codes[other, leaf.cell]] for leaf in leaves]
        self.theirs_alike = np.array([ground.look == ground.look[np.argmax(leaf.others)] for leaf in leaves])
        self.columns = np.array([leaf.columns[0] for leaf in leaves])
        self.chances = np.array([leaf.chance for leaf in leaves])
        self.lays = np.array([leaf.lays for leaf in leaves])
        self.laid = next((leaf.columns for leaf in leaves if leaf.lays), np.array([], int))
        self.made = ground.more[own[:, None], choices[self.laid] - ground.cells]
        self.lines, self.places = np.nonzero(self.made >= 0)

    def _seen(self, visible: Visible, other: int, leaf: Leaf) -> Weights:
        """What the visible solution says to each of my sets, when the other is to move."""
        sets = np.flatnonzero(leaf.others)
        found: Weights = -(leaf.others[sets] @ VALUES[visible.codes[other, leaf.cell][sets]])
        return found

    def worth(self, likely: Floats) -> Floats:
        """What each set and choice brings where I choose so."""
        ranges = self._ranges(likely)
        seen = np.array([worth @ range_ for worth, range_ in zip(self.worths, ranges, strict=True)])
        units = self.critic.units(self.before, ranges, (seen * self.theirs_alike).astype(np.float32))
        found = self.seen + self.critic.others(units, self.theirs, ranges, self.share)
        np.clip(found, -1, 1, out=found)
        found[self.known] = -PATIENCE
        worth = np.zeros(self.shape)
        for column, chance, lays, values in zip(self.columns, self.chances, self.lays, found, strict=True):
            if not lays:
                worth[:, column] += PATIENCE * chance * values[self.own]
            else:
                made = self.made[self.lines, self.places]
                worth[self.lines, self.laid[self.places]] = PATIENCE * values[made]
        return worth

    def _ranges(self, likely: Floats) -> Weights:
        """Mine after each leaf."""
        sets = len(self.ground.sets)
        found = np.zeros((len(self.leaves), sets))
        reach = self.shares[:, None] * likely
        found[:, self.own] = np.where(self.lays[:, None], 0.0, reach[:, self.columns].T)
        if self.lays.any():
            laid = reach[self.lines, self.laid[self.places]]
            found[self.lays] = totals(self.made[self.lines, self.places], laid, sets)
        total = found.sum(axis=1, keepdims=True)
        ranges: Weights = np.divide(found, total, out=found, where=total > 0).astype(np.float32)
        return ranges
