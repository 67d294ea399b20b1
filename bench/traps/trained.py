"""A response that is trained against exactly the policy that plays: what it learns is by how much the visible solution
misjudges each of its choices against this bot, position by position, from the results of whole games."""

from __future__ import annotations

import time
from collections import defaultdict
from random import Random

import numpy as np

from flagfall.bots.hidden.traps.mind import Mind
from flagfall.bots.hidden.traps.model import expected
from flagfall.bots.hidden.traps.state import State, first_state
from flagfall.core import Player
from flagfall.games.flag_chase_traps import FlagChaseTraps

from .exploit import LONGEST
from .table import World, drawn

Key = tuple[int, int, int, int]
TRUST = 3.0
"""After so many visits what was learnt counts half."""
EXPLORES, TEMPERATURE = 0.1, 0.05


class Response:
    def __init__(self, mind: Mind) -> None:
        self.mind = mind
        self.visits: dict[tuple[Key, int], int] = defaultdict(int)
        self.error: dict[tuple[Key, int], float] = defaultdict(float)

    def train(self, seconds: float, random: Random) -> int:
        """How many games it took."""
        end, games = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            self.game(Player(games % 2), random, learns=True)
            games += 1
        return games

    def game(self, bot: Player, random: Random, *, learns: bool) -> int:
        """1 if the response wins, -1 if the bot does."""
        mind, ground, opening = self.mind, self.mind.ground, FlagChaseTraps()
        start = ground.number[opening.hands[0], ()]
        world, state = World(Player.P1, (0, 0), (start, start)), first_state(ground, opening)
        path: list[tuple[Key, int, float, int]] = []
        result = plies = 0
        for plies in range(LONGEST):
            if world.turn is bot:
                thought = mind.think(state)
                choice = drawn(thought, world.sets[bot], random)
                world, event = world.played(ground, choice)
                state = mind.played(state, event, thought)
            else:
                key, worth = self._seen(state, world, bot)
                choice = self._chosen(key, worth, random, learns)
                path.append((key, choice, float(worth[choice]), plies))
                world, event = world.played(ground, choice)
                state = mind.watched(state, event, mind.think(state))
            if (winner := world.winner(ground)) is not None:
                result = -1 if winner is bot else 1
                break
        if learns:
            self._learn(path, result, plies)
        return result

    def _seen(self, state: State, world: World, bot: Player) -> tuple[Key, np.ndarray]:
        own = world.sets[bot.other]
        look = int(
            np.flatnonzero(state.ranges[bot])[0]
        )  # the first set that is possible tells how many traps are where
        key = world.agents[bot.other], world.agents[bot], own, look
        return key, expected(self.mind.visible, state, np.array([own]), 999)[0]

    def _chosen(self, key: Key, worth: np.ndarray, random: Random, learns: bool) -> int:
        legal = np.flatnonzero(np.isfinite(worth)).tolist()
        if learns and random.random() < EXPLORES:
            weights = np.exp((worth[legal] - worth[legal].max()) / TEMPERATURE)
            (choice,) = random.choices(legal, weights.tolist())
            return choice
        return max(legal, key=lambda each: (float(worth[each]) + self._learnt(key, each), random.random()))

    def _learnt(self, key: Key, choice: int) -> float:
        visits = self.visits.get((key, choice), 0)
        return self.error[key, choice] * visits / (visits + TRUST) if visits else 0.0

    def _learn(self, path: list[tuple[Key, int, float, int]], result: int, plies: int) -> None:
        for key, choice, worth, ply in path:
            self.visits[key, choice] += 1
            real = result * 0.99 ** (plies - ply)
            self.error[key, choice] += (real - worth - self.error[key, choice]) / self.visits[key, choice]
