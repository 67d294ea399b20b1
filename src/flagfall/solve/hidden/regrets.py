"""Plans that nobody can gain much against, by regrets: predictive CFR+ (Farina, Kroer and Sandholm) on sequence forms.

Each player in turn follows the regrets of the past, and expects the last to come again; late plans count more in the
average, which is the answer. How good that is need not be believed: best responses to it are exact.
"""

from __future__ import annotations

import numpy as np

from flagfall.solve.arrays import Floats

from .sequence_form import SequenceForm, Tree

Plans = tuple[Floats, Floats]


class Learner:
    """One player."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.regret = np.zeros(tree.size)
        self.behaviour = tree.uniform()
        self.plan = tree.plan(self.behaviour)
        self.total = np.zeros(tree.size)

    def learn(self, payoffs: Floats, weight: float) -> None:
        """Regret what was not chosen, choose anew, and let it count for so much."""
        regret = self._regret_now(payoffs)
        np.maximum(self.regret + regret, 0, out=self.regret)
        self._follow(np.maximum(self.regret + regret, 0))
        self.plan = self.tree.plan(self.behaviour)
        self.total += weight * self.plan

    def _regret_now(self, payoffs: Floats) -> Floats:
        """How much more each choice would have brought than what was done, counterfactually."""
        worth = payoffs.copy()
        regret = np.zeros(self.tree.size)
        for level in reversed(self.tree.levels):
            here = slice(level.begin, level.end)
            value = np.add.reduceat(worth[here] * self.behaviour[here], level.first)
            regret[here] = worth[here] - np.repeat(value, level.choices)
            np.add.at(worth, level.parent, value)
        return regret

    def _follow(self, regrets: Floats) -> None:
        """Choose in proportion; where nothing is regretted, any."""
        for level in self.tree.levels:
            here = slice(level.begin, level.end)
            total = np.repeat(np.add.reduceat(regrets[here], level.first), level.choices)
            even = np.repeat(1 / level.choices, level.choices)
            self.behaviour[here] = np.divide(regrets[here], total, out=even, where=total > 0)

    @property
    def average(self) -> Floats:
        return self.total / self.total[0] if self.total[0] else self.plan


class Learning:
    """Both players, round by round."""

    def __init__(self, form: SequenceForm) -> None:
        self.form = form
        self.learners = tuple(map(Learner, form.trees))
        self.rounds = 0

    def go_on(self) -> None:
        self.rounds += 1
        for player, learner in enumerate(self.learners):
            payoffs = self.form.payoffs(player, self.learners[1 - player].plan)
            learner.learn(payoffs, self.rounds**2)

    @property
    def plans(self) -> Plans:
        first, second = self.learners
        return first.average, second.average
