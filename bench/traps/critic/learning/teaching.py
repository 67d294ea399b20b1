"""The network while it learns: traps on the same cell share weights, and each matrix is adapted by Adam."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from bench.traps.critic.network import Critic

from .board import CELLS, FIRST, GROUND, LOOK, SETS, F, by_the_visible

LEARNT = Path(__file__).with_name("learnt.npz")
UNITS = 256
HOLDS = GROUND.holds.astype(F)
LOOKS = (LOOK[:, None] == np.arange(len(FIRST))).astype(F)
FADES = 0.9, 0.999
STEADY = 0.9995
"""What is used are not the weights of the last step, but their mean over about as many as this makes."""


@njit(cache=True)
def add_to(lines: Any, which: Any, more: Any) -> None:
    for at in range(len(which)):
        lines[which[at]] += more[at]


class Network:
    def __init__(self, seed: int = 0) -> None:
        random = np.random.default_rng(seed)

        def some(rows: int, columns: int, scale: float) -> np.ndarray:
            return (random.standard_normal((rows, columns)) * scale).astype(F)

        self.weights = {
            "agent": some(CELLS, UNITS, 0.5),
            "foe": some(CELLS, UNITS, 0.5),
            "place": np.zeros((CELLS**2, UNITS), F),
            "bias": np.zeros(UNITS, F),
            "inner": some(UNITS, UNITS, (2 / UNITS) ** 0.5),
            "inner_bias": np.zeros(UNITS, F),
        }
        for side in ("mover", "other"):
            self.weights |= {
                f"{side}_set": some(SETS, UNITS, 0.2),
                f"{side}_cell": some(CELLS, UNITS, 0.5),
                f"{side}_look": some(len(FIRST), UNITS, 0.3),
                f"{side}_seen": some(SETS, UNITS, 0.05),
                f"to_{side}_set": np.zeros((UNITS, SETS), F),
                f"to_{side}_cell": np.zeros((UNITS, CELLS), F),
                f"to_{side}_bias": np.zeros(SETS, F),
            }
        self.means = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.squares = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.steady = {name: each.copy() for name, each in self.weights.items()}
        self.steps = 0
        self.fold()

    def fold(self) -> None:
        """What belongs to a cell is put into its sets."""
        weights = self.weights
        self.mover, self.other = (
            weights[f"{side}_set"] + HOLDS @ weights[f"{side}_cell"] + LOOKS @ weights[f"{side}_look"]
            for side in ("mover", "other")
        )
        self.to_mover, self.to_other = (
            weights[f"to_{side}_set"] + weights[f"to_{side}_cell"] @ HOLDS.T for side in ("mover", "other")
        )
        cells = weights["agent"][:, None] + weights["foe"] + weights["bias"]
        self.places = cells.reshape(CELLS**2, UNITS) + weights["place"]

    def before(self, agents: np.ndarray, others: np.ndarray, mover: np.ndarray, seen: np.ndarray) -> np.ndarray:
        """What is known by the mover's range, with what the other's sets are worth by the visible solution then."""
        return self.places[agents * CELLS + others] + mover @ self.mover + seen @ self.weights["other_seen"]

    def units(self, first: np.ndarray) -> np.ndarray:
        inner = first @ self.weights["inner"] + self.weights["inner_bias"]
        return np.maximum(inner, 0, out=inner)

    def critic(self) -> Critic:
        weights = self.weights
        outward = self.to_mover, weights["to_mover_bias"], self.to_other, weights["to_other_bias"]
        seen = weights["mover_seen"], weights["other_seen"]
        return Critic(self.places, self.mover, self.other, *seen, weights["inner"], weights["inner_bias"], *outward)

    def learn(self, places: np.ndarray, ranges: list[np.ndarray], wanted: list[np.ndarray], pace: float) -> float:
        """One step towards what was found; by how much it was wrong."""
        weights, (mover, other) = self.weights, ranges
        seen = by_the_visible(places, mover, other)
        both_seen = seen[0] @ weights["mover_seen"] + seen[1] @ weights["other_seen"]
        first = np.maximum(self.places[places] + mover @ self.mover + other @ self.other + both_seen, 0)
        units = self.units(first)
        sides = [
            units @ to + weights[bias]
            for to, bias in ((self.to_mover, "to_mover_bias"), (self.to_other, "to_other_bias"))
        ]
        both = sum((range_ * side).sum(axis=1) for range_, side in zip(ranges, sides, strict=True))[:, None] / 2
        masks = [range_ > 0 for range_ in ranges]
        errors = [(side - both - each) * mask for side, each, mask in zip(sides, wanted, masks, strict=True)]
        scaled = [
            2 * error / mask.sum(axis=1, keepdims=True) / len(places) for error, mask in zip(errors, masks, strict=True)
        ]
        back = (scaled[0].sum(axis=1) + scaled[1].sum(axis=1))[:, None] / 2
        scaled = [each - back * range_ for each, range_ in zip(scaled, ranges, strict=True)]
        self._adapt(self._slopes(places, ranges, seen, first, units, scaled), pace)
        return float(np.sqrt(sum((error**2).sum() for error in errors) / sum(mask.sum() for mask in masks)))

    def _slopes(
        self,
        places: np.ndarray,
        ranges: list[np.ndarray],
        seen: list[np.ndarray],
        first: np.ndarray,
        units: np.ndarray,
        out: list[np.ndarray],
    ) -> dict[str, np.ndarray]:
        found = {}
        for side, each in zip(("mover", "other"), out, strict=True):
            found[f"to_{side}_set"] = units.T @ each
            found[f"to_{side}_cell"] = found[f"to_{side}_set"] @ HOLDS
            found[f"to_{side}_bias"] = each.sum(axis=0)
        slope = (out[0] @ self.to_mover.T + out[1] @ self.to_other.T) * (units > 0)
        found["inner"], found["inner_bias"] = first.T @ slope, slope.sum(axis=0)
        slope = slope @ self.weights["inner"].T * (first > 0)
        found["bias"] = slope.sum(axis=0)
        found["place"] = np.zeros_like(self.weights["place"])
        add_to(found["place"], places, slope)
        cells = found["place"].reshape(CELLS, CELLS, -1)
        found["agent"], found["foe"] = cells.sum(axis=1), cells.sum(axis=0)
        for side, range_, worth in zip(("mover", "other"), ranges, seen, strict=True):
            found[f"{side}_seen"] = worth.T @ slope
            found[f"{side}_set"] = range_.T @ slope
            found[f"{side}_cell"] = HOLDS.T @ found[f"{side}_set"]
            found[f"{side}_look"] = LOOKS.T @ found[f"{side}_set"]
        return found

    def _adapt(self, slopes: dict[str, np.ndarray], pace: float) -> None:
        self.steps += 1
        for name, slope in slopes.items():
            for kept, fades, new in ((self.means, FADES[0], slope), (self.squares, FADES[1], slope * slope)):
                kept[name] *= fades
                kept[name] += (1 - fades) * new
            mean = self.means[name] / (1 - FADES[0] ** self.steps)
            square = self.squares[name] / (1 - FADES[1] ** self.steps)
            self.weights[name] -= (pace * mean / (np.sqrt(square) + 1e-7)).astype(F)
            self.steady[name] += (1 - min(STEADY, self.steps / (self.steps + 10))) * (
                self.weights[name] - self.steady[name]
            )
        self.fold()

    def save(self, path: Path) -> None:
        """At once or not at all: another process may be reading."""
        new = path.with_suffix(".new.npz")
        np.savez_compressed(new, **{name: each.astype(np.float16) for name, each in self.steady.items()})
        new.rename(path)

    def load(self, path: Path = LEARNT) -> None:
        with np.load(path) as kept:
            self.weights = {name: kept[name].astype(F) for name in self.weights}
        self.steady = {name: each.copy() for name, each in self.weights.items()}
        self.fold()
