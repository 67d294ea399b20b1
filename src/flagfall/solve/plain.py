"""The table of any game: explored object by object, with no knowledge of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from flagfall.core import Player, Position

from .battles import Floats, Mixes, Settled, settle
from .errors import NotSolved
from .explore import Graph, Numbers, explore
from .prove import prove
from .retrograde import ENDLESS, Forced, forced_wins
from .table import Arrays, Counts, Progress, Proof, Strategy, Table, Worth


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
    kind = "plain-1"

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
        self.size = len(number)

    @classmethod
    def estimate(cls, start: Position) -> None:
        """Unknown for a game of which nothing is known; `explore` looks ahead once it has found many positions."""

    @classmethod
    def solve(cls, start: Position, progress: Progress | None, memory: int) -> Self:
        graph = explore(start, progress, memory)
        forced = forced_wins(graph, progress)
        if not _has_open_battles(graph, forced):
            return cls(graph.number, forced.winner.astype(float), forced.distance)
        settled = settle(graph, forced, progress)
        return cls(graph.number, settled.value, forced.distance, settled.error, Mixtures.of(settled))

    def look_up(self, position: Position) -> Worth:
        number = self._number_of(position)
        distance = int(self.distance[number])
        return Worth(float(self.value[number]), None if distance == ENDLESS else distance)

    def mix(self, position: Position) -> Strategy | None:
        mixed = self.mixtures.at(self._number_of(position)) if self.mixtures else None
        if mixed is None:
            return None
        return {
            player: {move: float(likely) for move, likely in zip(moves, mixed[player], strict=True) if likely}
            for player, moves in position.choices().items()
        }

    def _number_of(self, position: Position) -> int:
        number = self.number.get(position.text() if self.start else position)
        if number is None:
            raise NotSolved(f"{position.text()!r} can't arise from the position that was solved")
        return number

    def positions(self) -> Iterator[Position]:
        return map(type(self.start).from_text, self.number) if self.start else iter(self.number)

    def counts(self) -> Counts:
        ends = self.distance == 0
        return Counts(
            positions=self.size,
            p1_wins=int((self.value == 1).sum()),
            p2_wins=int((self.value == -1).sum()),
            endless=int((self.value == 0).sum()),
            mixed=int(((self.value != 0) & (np.abs(self.value) < 1)).sum()),
            ends=int(ends.sum()),
            longest=int(self.distance.max()),
            reachable=self.size,
        )

    def verify(self, progress: Progress | None = None) -> Proof:
        return prove(self, progress)

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
        value, distance = arrays["value"], arrays["distance"]
        if not len(number) == len(value) == len(distance):
            raise ValueError("the arrays do not belong together")
        return cls(number, value, distance, float(arrays["error"][0]), _mixtures(arrays), start)


def _mixtures(arrays: Arrays) -> Mixtures | None:
    if "open" not in arrays:
        return None
    p1, p2 = ((arrays[f"first_{player.name}"], arrays[f"likely_{player.name}"]) for player in Player)
    return Mixtures(arrays["open"], (p1[0], p2[0]), (p1[1], p2[1]))


def _has_open_battles(graph: Graph, forced: Forced) -> bool:
    rows = np.diff(graph.first) // graph.columns
    return bool(((rows > 1) & (graph.columns > 1) & (forced.distance == ENDLESS)).any())


def _firsts(mixes: Mixes) -> Numbers:
    return np.concatenate(([0], np.cumsum(list(map(len, mixes)))))
