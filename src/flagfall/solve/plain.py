"""The table of any game: explored object by object, with no knowledge of its rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from flagfall.core import Player, Position

from .arrays import Floats, Numbers
from .battles.stochastic import Mixes, Settled, settle
from .errors import NotSolved
from .exact.graph import StateGraph, explore
from .exact.retrograde import ENDLESS, Forced, forced_wins, with_draws
from .proof import WHOLE, prove
from .table import Arrays, Counts, Progress, Proof, Rigour, Strategy, Table, Worth


@dataclass(frozen=True)
class Mixtures:
    """Both players' strategies where secret choices decide, packed: the positions, and a row of numbers for each."""

    open: Numbers
    first: tuple[Numbers, Numbers]
    likely: tuple[Floats, Floats]

    @classmethod
    def of(cls, settled: Settled) -> Mixtures:
        one, two = settled.mixes
        return cls(settled.open, (_firsts(one), _firsts(two)), (np.concatenate(one), np.concatenate(two)))

    def at(self, number: int) -> dict[Player, Floats] | None:
        """How likely each choice of each player is at the position with this number."""
        row = int(np.searchsorted(self.open, number))
        if row == len(self.open) or self.open[row] != number:
            return None
        return {player: self.likely[player][slice(*self.first[player][row : row + 2])] for player in Player}


class PlainTable(Table):
    kind = "plain-2"

    def __init__(
        self,
        number: dict[Any, int],
        value: Floats,
        distance: NDArray[np.int32],
        error: float = 0.0,
        mixtures: Mixtures | None = None,
        start: Position | None = None,
    ) -> None:
        """`number` knows positions as objects; or as their texts, to be read as positions of `start`'s game."""
        self.number, self.value, self.distance, self.mixtures, self.start = number, value, distance, mixtures, start
        self.error = error
        self.size = self.places = len(number)

    @classmethod
    def estimate(cls, start: Position) -> None:
        """Unknown for a game of which nothing is known; `explore` looks ahead once it has found many positions."""

    @classmethod
    def solve(cls, start: Position, progress: Progress | None, memory: int) -> Self:
        graph = explore(start, progress, memory)
        forced = forced_wins(graph, progress)
        if not _has_open_battles(graph, forced):
            forced = with_draws(graph, forced, progress)
            return cls(graph.number, forced.winner.astype(float), forced.distance)
        settled = settle(graph, forced, progress)
        return cls(graph.number, settled.value, forced.distance, settled.error, Mixtures.of(settled))

    def place_of(self, position: Position) -> int:
        number = self.number.get(position.text() if self.start else position)
        if number is None:
            raise NotSolved(f"{position.text()!r} can't arise from the position that was solved")
        return number

    def at_place(self, place: int) -> Position:
        key = self._keys[place]
        return type(self.start).from_text(key) if self.start else key

    @cached_property
    def _keys(self) -> list[Any]:
        return list(self.number)

    def worth_at(self, place: int) -> Worth:
        distance = int(self.distance[place])
        return Worth(float(self.value[place]), None if distance == ENDLESS else distance)

    def mix(self, position: Position) -> Strategy | None:
        mixed = self.mixtures.at(self.place_of(position)) if self.mixtures else None
        if mixed is None:
            return None
        return {
            player: {move: float(likely) for move, likely in zip(moves, mixed[player], strict=True) if likely}
            for player, moves in position.choices().items()
        }

    def counts(self) -> Counts:
        return self._counted(self.value, self.distance)

    def counts_arising(self, *, ended: bool, progress: Progress | None = None) -> Counts:
        counted = (self.distance != 0) | ended
        return self._counted(self.value[counted], self.distance[counted])

    def _counted(self, value: Floats, distance: NDArray[np.int32]) -> Counts:
        return Counts(
            positions=len(value),
            p1_wins=int((value == 1).sum()),
            p2_wins=int((value == -1).sum()),
            draws=int(((value == 0) & (distance != ENDLESS)).sum()),
            endless=int(((value == 0) & (distance == ENDLESS)).sum()),
            mixed=int(((value != 0) & (np.abs(value) < 1)).sum()),
            ends=int((distance == 0).sum()),
            longest=max(0, int(distance[value != 0].max(initial=0))),
            reachable=self.size,
        )

    def verify(self, start: Position, rigour: Rigour, progress: Progress | None = None) -> Proof:
        return prove(self, start, rigour.within, progress)

    def save(self) -> Arrays:
        texts = "\n".join(self.number if self.start else map(Position.text, self.number))
        arrays: dict[str, NDArray[Any]] = {
            "texts": np.frombuffer(texts.encode(), dtype=np.uint8),
            "value": self.value,
            "distance": self.distance,
            "error": np.array([self.error]),
        }
        if self.mixtures:
            arrays["open"] = self.mixtures.open
            for player in Player:
                arrays[f"first_{player.name}"] = self.mixtures.first[player]
                arrays[f"likely_{player.name}"] = self.mixtures.likely[player]
        return arrays

    @classmethod
    def load(cls, start: Position, arrays: Arrays) -> Self:
        texts = arrays["texts"].tobytes().decode().split("\n")
        number = {text: at for at, text in enumerate(texts)}
        value, distance, error = arrays["value"], arrays["distance"], float(arrays["error"][0])
        if not len(number) == len(texts) == len(value) == len(distance):
            raise ValueError("the arrays do not belong together")
        if not ((np.abs(value) <= 1).all() and (distance >= ENDLESS).all() and 0 <= error < np.inf):
            raise ValueError("there are values, distances or errors that can't be")
        return cls(number, value, distance, error, _mixtures(arrays, len(number)), start)


def _mixtures(arrays: Arrays, size: int) -> Mixtures | None:
    if "open" not in arrays:
        return None
    p1, p2 = ((arrays[f"first_{player.name}"], arrays[f"likely_{player.name}"]) for player in Player)
    open_ = arrays["open"]
    if not ((np.diff(open_) > 0).all() and 0 <= open_[0] <= open_[-1] < size):
        raise ValueError("the open positions are not in order")
    if not all(_are_probabilities(first, likely, len(open_)) for first, likely in (p1, p2)):
        raise ValueError("the likelihoods are no probabilities")
    return Mixtures(open_, (p1[0], p2[0]), (p1[1], p2[1]))


def _are_probabilities(first: Numbers, likely: Floats, rows: int) -> bool:
    fits = len(first) == rows + 1 and first[0] == 0 and first[-1] == len(likely) and (np.diff(first) > 0).all()
    return bool(fits and (likely >= 0).all() and (np.abs(np.add.reduceat(likely, first[:-1]) - 1) <= WHOLE).all())


def _has_open_battles(graph: StateGraph, forced: Forced) -> bool:
    rows = np.diff(graph.first) // graph.columns
    return bool(((rows > 1) & (graph.columns > 1) & (forced.distance == ENDLESS)).any())


def _firsts(mixes: Mixes) -> Numbers:
    return np.concatenate(([0], np.cumsum(list(map(len, mixes)))))
