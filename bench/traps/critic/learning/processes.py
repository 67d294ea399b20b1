"""One process thinks positions through, another learns from what it finds."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from .board import CELLS, MIRROR, MIRRORED, SETS, F, Place, anywhere, opening, visible_table
from .bulk import Bulk
from .course import follow
from .teaching import Network

GAMES, ROUNDS, VARIETY = 32, 8, 0.02
OPENINGS, ENDS, LONGEST = 0.85, 0.02, 50
"""How many games begin as the book's do, how likely one ends after any ply, and how long one may be."""
KEPT, FEWEST, BATCH, REUSED = 160_000, 30_000, 512, 32
PACES = 5e-4, 1e-5
EVERY = 15.0
"""Seconds between two states of the network that the one who thinks takes over."""


class Found:
    """The newest positions and what was found of each, in files that both processes have open."""

    def __init__(self, folder: Path, mode: str) -> None:
        self.count = np.memmap(folder / "count", np.int64, mode, shape=(1,))
        self.agents = np.memmap(folder / "agents", np.int64, mode, shape=(KEPT, 2))
        self.figures = np.memmap(folder / "figures", np.float16, mode, shape=(KEPT, 4, SETS))

    def add(self, places: list[Place], own: np.ndarray, other: np.ndarray) -> None:
        at = (int(self.count[0]) + np.arange(len(places))) % KEPT
        self.agents[at] = [place[:2] for place in places]
        for side, figures in enumerate(([each[2] for each in places], [each[3] for each in places], own, other)):
            self.figures[at, side] = figures
        self.count[0] += len(places)

    def some(self, random: np.random.Generator) -> tuple[np.ndarray, list[np.ndarray], list[np.ndarray]]:
        """Half of the time as in a mirror, which changes nothing."""
        at = np.sort(random.integers(0, min(int(self.count[0]), KEPT), BATCH))
        agents, figures = self.agents[at], self.figures[at].astype(F)
        if random.random() < 0.5:
            agents, figures = MIRROR[agents], figures[:, :, MIRRORED]
        one, two, own, other = (figures[:, side] for side in range(4))
        return agents[:, 0] * CELLS + agents[:, 1], [one, two], [own, other]


def think(folder: Path, minutes: float) -> None:
    random, network, found = np.random.default_rng(), Network(), Found(folder, "r+")
    bulk, end, read = Bulk(network, visible_table(), GAMES), time.monotonic() + 60 * minutes, 0
    places, ages = [_begin(random) for _ in range(GAMES)], np.zeros(GAMES, int)
    while time.monotonic() < end:
        if (changed := (folder / "network.npz").stat().st_mtime_ns) != read:
            network.load(folder / "network.npz")
            read = changed
        found.add(places, *bulk.think(places, ROUNDS, VARIETY))
        for at, place in enumerate(places):
            then = follow(random, place, bulk.likely[at])
            goes_on = then and ages[at] < LONGEST and random.random() >= ENDS
            places[at], ages[at] = (then, ages[at] + 1) if then and goes_on else (_begin(random), 0)


def _begin(random: np.random.Generator) -> Place:
    return opening() if random.random() < OPENINGS else anywhere(random)


def learn(folder: Path, minutes: float, network: Network) -> None:
    random, found = np.random.default_rng(), Found(folder, "r+")
    begin = saved = told = time.monotonic()
    errors: list[float] = []
    while (now := time.monotonic()) < begin + 60 * minutes:
        count, share = int(found.count[0]), (now - begin) / (60 * minutes)
        if count < min(FEWEST, KEPT) or len(errors) * BATCH > REUSED * count:
            time.sleep(0.05)
            continue
        errors.append(network.learn(*found.some(random), PACES[0] * (PACES[1] / PACES[0]) ** share))
        if now > saved + EVERY:
            network.save(folder / "network.npz")
            saved = now
        if now > told + 60:
            print(f"{now - begin:5.0f} s: {count:,} positions, wrong by {np.mean(errors[-300:]):.3f}", flush=True)
            told = now
