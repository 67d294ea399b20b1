"""What a position with secrets is worth to each set of both players, by what may be believed of both.

The visible solution takes all traps for seen, so it says nothing of what a secret is worth. The *critic* says by how
much it errs: a small network that has learnt from its own thoughts. It never sees where a trap lies: only ranges go in.
Whatever one side gains by that the other loses.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Weights: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True)
class Critic:
    """Two layers of so many units, then a figure a set: matrices with a line an input and a column an output."""

    places: Weights
    """By the mover's cell and the other's, one after the other."""
    mover: Weights
    other: Weights
    """By the sets of each."""
    mover_seen: Weights
    other_seen: Weights
    """By what the visible solution says to the sets of each."""
    inner: Weights
    inner_bias: Weights
    to_mover: Weights
    to_mover_bias: Weights
    to_other: Weights
    to_other_bias: Weights

    def among(self, mover: slice, other: slice) -> Critic:
        """The same where no other sets than these are possible."""
        key = mover.start, mover.stop, other.start, other.stop
        if key not in self.parts:
            self.parts[key] = replace(
                self,
                **{name: getattr(self, name)[mover] for name in ("mover", "mover_seen", "to_mover_bias")},
                **{name: getattr(self, name)[other] for name in ("other", "other_seen", "to_other_bias")},
                to_mover=self._columns("to_mover", mover),
                to_other=self._columns("to_other", other),
            )
        return self.parts[key]

    @cached_property
    def parts(self) -> dict[tuple[int, int, int, int], Critic]:
        return {}

    @cached_property
    def columns(self) -> dict[tuple[str, int], Weights]:
        return {}

    def _columns(self, name: str, sets: slice) -> Weights:
        """One after the other, so that they are multiplied fast; the same for all that have a part in them."""
        if (name, sets.start) not in self.columns:
            self.columns[name, sets.start] = np.ascontiguousarray(getattr(self, name)[:, sets])
        return self.columns[name, sets.start]

    def before(self, places: np.ndarray, mover: Weights, seen: Weights) -> Weights:
        """What is known before the other's ranges are, by the mover's: a line each. What the other's sets are worth by
        the visible solution is known then, too."""
        return self.places[places] + mover @ self.mover + seen @ self.other_seen

    def units(self, before: Weights, other: Weights, seen: Weights) -> Weights:
        """By the other's ranges, and what the mover's sets are worth by the visible solution then."""
        inner = np.maximum(before + other @ self.other + seen @ self.mover_seen, 0) @ self.inner
        inner += self.inner_bias
        return np.maximum(inner, 0, out=inner)

    @cached_property
    def mover_side(self) -> Weights:
        return np.ascontiguousarray(self.to_mover.T)

    def others(self, units: Weights, mover: Weights, other: Weights, share: Weights) -> Weights:
        """What is to be added to what the visible solution says of the other's sets; `share` is what each unit is
        worth to the mover on average over its sets. What both gain together is taken off each."""
        found = units @ self.to_other
        found += self.to_other_bias
        both = (units * share).sum(axis=1) + mover @ self.to_mover_bias + (other * found).sum(axis=1)
        found -= both[:, None] / 2
        return found

    def both(self, units: Weights, mover: Weights, other: Weights) -> tuple[Weights, Weights]:
        """The same for both sides' sets."""
        one, two = units @ self.to_mover + self.to_mover_bias, units @ self.to_other + self.to_other_bias
        half = ((mover * one).sum(axis=1) + (other * two).sum(axis=1))[:, None] / 2
        return one - half, two - half
