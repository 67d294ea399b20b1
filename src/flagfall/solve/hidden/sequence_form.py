"""A game of hidden information as two trees of choices and one sparse matrix.

A player's sequence is all that this player has chosen so far, knowing what was told meanwhile; the payoff of a pair of
sequences is what they come to where they meet (Koller, Megiddo and von Stengel's sequence form). How likely each
sequence is makes a plan, and what two plans are worth is linear in each: so regrets and best responses need nothing
else, no tree of the game and no positions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flagfall.core import Player, Position
from flagfall.solve.arrays import Flags, Floats, Numbers, totals
from flagfall.solve.errors import TooBig
from flagfall.solve.store.memory import in_words
from flagfall.solve.table import Progress

from .worlds import NOBODY, Payoff, Told, Worlds, explore, winner

BYTES_A_LINE = 200


class Level(NamedTuple):
    """Information sets whose choices follow one another in the sequences from `begin` to `end`."""

    parent: Numbers
    """The sequence that leads to each."""
    choices: Numbers
    """How many each has."""
    begin: int
    end: int

    @property
    def first(self) -> Numbers:
        """Where the choices of each begin, counted from the first of this level."""
        return np.cumsum(self.choices) - self.choices


@dataclass(frozen=True)
class Tree:
    """All sequences of one player: number 0 is to have chosen nothing, and no sequence leads to one before it."""

    levels: tuple[Level, ...]
    size: int

    def uniform(self) -> Floats:
        """Behaviour that takes each choice of an information set as often as any other."""
        behaviour = np.ones(self.size)
        for level in self.levels:
            behaviour[level.begin : level.end] = np.repeat(1 / level.choices, level.choices)
        return behaviour

    def plan(self, behaviour: Floats) -> Floats:
        """How likely each sequence is, as far as it depends on this player."""
        likely = np.ones(self.size)
        for level in self.levels:
            likely[level.begin : level.end] = (
                np.repeat(likely[level.parent], level.choices) * behaviour[level.begin : level.end]
            )
        return likely

    def behaviour(self, plan: Floats) -> Floats:
        """How likely each choice is where it can be made; any is as good where one never gets."""
        chosen = self.uniform()
        for level in self.levels:
            reached = np.repeat(plan[level.parent], level.choices)
            np.divide(plan[level.begin : level.end], reached, out=chosen[level.begin : level.end], where=reached > 0)
        return chosen

    def best_response(self, payoffs: Floats) -> float:
        """The most that any plan comes to, exactly; `payoffs` says what each sequence brings where it ends."""
        worth = payoffs.copy()
        for level in reversed(self.levels):
            np.add.at(worth, level.parent, np.maximum.reduceat(worth[level.begin : level.end], level.first))
        return float(worth[0])


class Round(NamedTuple):
    """How one player's knowledge goes on at one step: what was known before and chosen then, and what was told of it.

    Knowledge has a number of its own at every step.
    """

    deciding: Numbers
    """The knowledge with which this player decides here, in order."""
    choices: Numbers
    """The first sequence of each of them."""
    size: int
    """How many sequences this player has with those of this step."""
    keys: Numbers
    """What each knowledge of the next step comes from, in order: see `key`."""
    tellings: int

    def key(self, came_from: int, told: int) -> int:
        """`came_from` is the sequence that was just chosen or, after others have chosen, `size` and the knowledge."""
        return came_from * self.tellings + told

    def first_choice(self, knowledge: int) -> int | None:
        """The first sequence of who decides with this knowledge; None where nothing can be gained any more."""
        at = int(np.searchsorted(self.deciding, knowledge))
        return int(self.choices[at]) if at < len(self.deciding) and self.deciding[at] == knowledge else None

    def next(self, came_from: int, told: int) -> int | None:
        key = self.key(came_from, told)
        at = int(np.searchsorted(self.keys, key))
        return at if at < len(self.keys) and self.keys[at] == key else None


@dataclass(frozen=True)
class SequenceForm:
    trees: tuple[Tree, Tree]
    meets: tuple[Numbers, Numbers]
    """The pairs of sequences that somebody wins with."""
    payoff: Floats
    """What each pair is worth to Player 1, chance included."""
    rounds: tuple[tuple[Round, ...], tuple[Round, ...]]
    """The way of each player's knowledge, step by step."""
    observations: Mapping[Told | None, int]
    worlds: int
    """How many positions there are, and choices that are sealed in one."""

    def payoffs(self, player: int, plan: Floats) -> Floats:
        """What each sequence of this player brings against the other's plan, in this player's eyes."""
        own, others = self.meets[player], self.meets[1 - player]
        sign = 1.0 if player == 0 else -1.0
        return totals(own, sign * self.payoff * plan[others], self.trees[player].size)

    def interval(self, plans: tuple[Floats, Floats]) -> tuple[float, float]:
        """What the game is worth to Player 1 at least and at most: what each plan holds the best response to."""
        first, second = (self.trees[each].best_response(self.payoffs(each, plans[1 - each])) for each in (0, 1))
        return -second, first


def sequence_form(
    starts: Mapping[Position, float],
    cap: int,
    *,
    payoff: Payoff = winner,
    progress: Progress | None = None,
    memory: int,
) -> SequenceForm:
    """The game that begins in one of these positions, so likely each, and is worth nothing after so many plies.

    Players know which of them it can be from their views.
    """
    worlds = explore(starts, cap, payoff, progress, memory)
    lines = _first_lines(starts, cap)
    unfolding = _Unfolding(worlds, progress, memory)
    while len(lines):
        lines = unfolding.unfold(lines)
    return unfolding.form()


@dataclass(frozen=True)
class _Lines:
    """Ways in which the game can have gone, one a row."""

    world: Numbers
    left: Numbers
    """Plies that may still be played."""
    knowledge: tuple[Numbers, Numbers]
    sequence: tuple[Numbers, Numbers]
    weight: Floats

    def __len__(self) -> int:
        return len(self.world)

    def only(self, which: Flags | Numbers) -> _Lines:
        first, second = ((each[0][which], each[1][which]) for each in (self.knowledge, self.sequence))
        return _Lines(self.world[which], self.left[which], first, second, self.weight[which])


def _first_lines(starts: Mapping[Position, float], cap: int) -> _Lines:
    count = len(starts)
    views = tuple(_numbers([start.view(player) for start in starts]) for player in Player)
    nothing = np.zeros(count, dtype=np.int64)
    weights = np.array(list(starts.values()), dtype=float)
    return _Lines(np.arange(count), nothing + cap, (views[0], views[1]), (nothing, nothing), weights)


def _numbers(things: list[Position]) -> Numbers:
    seen: dict[Position, int] = {}
    return np.array([seen.setdefault(thing, len(seen)) for thing in things], dtype=np.int64)


class _Unfolding:
    """Goes through all ways of the game at once, step by step, and keeps of it what the sequence form is made of."""

    def __init__(self, worlds: Worlds, progress: Progress | None, memory: int) -> None:
        self.worlds = worlds
        self.progress = progress
        self.memory = memory
        self.nearest = worlds.plies_to_payoff()
        self.sizes = [1, 1]
        self.levels: tuple[list[Level], list[Level]] = [], []
        self.rounds: tuple[list[Round], list[Round]] = [], []
        self.ends: list[_Lines] = []

    def unfold(self, lines: _Lines) -> _Lines:
        """One step of every way that can still be won by somebody."""
        worlds = self.worlds
        self.ends.append(lines.only(worlds.payoff[lines.world] != 0))
        lines = lines.only((worlds.mover[lines.world] != NOBODY) & (self.nearest[lines.world] <= lines.left))
        steps = (worlds.first[lines.world + 1] - worlds.first[lines.world]) if len(lines) else lines.world
        self._check(int(steps.sum()))
        row = np.repeat(np.arange(len(lines)), steps)
        place = np.arange(len(row)) - np.repeat(np.cumsum(steps) - steps, steps)
        step = worlds.first[lines.world][row] + place
        first, second = (self._go_on(player, lines, steps, row, place, step) for player in (0, 1))
        left, weight = lines.left[row] - worlds.is_ply[step], lines.weight[row]
        return _Lines(worlds.target[step], left, (first[0], second[0]), (first[1], second[1]), weight)

    def _go_on(
        self, player: int, lines: _Lines, steps: Numbers, row: Numbers, place: Numbers, step: Numbers
    ) -> tuple[Numbers, Numbers]:
        """What this player knows after each step, and has chosen."""
        deciding, choices, first = self._choose(lines, player, steps)
        is_mover = self.worlds.mover[lines.world][row] == player
        sequence = np.where(is_mover, first[row] + place, lines.sequence[player][row])
        came_from = np.where(is_mover, sequence, self.sizes[player] + lines.knowledge[player][row])
        tellings = len(self.worlds.observations)
        keys, knowledge = np.unique(came_from * tellings + self.worlds.told[player][step], return_inverse=True)
        self.rounds[player].append(Round(deciding, choices, self.sizes[player], keys, tellings))
        return knowledge, sequence

    def _check(self, lines: int) -> None:
        """Whether there is room for so many ways."""
        if lines * BYTES_A_LINE > self.memory:
            raise TooBig(
                f"{lines:,} ways of the game are to be told apart, and there is room for {in_words(self.memory)}; "
                "try a smaller cap or variation"
            )
        if self.progress:
            self.progress("unfolding", lines, None)

    def _choose(self, lines: _Lines, player: int, steps: Numbers) -> tuple[Numbers, Numbers, Numbers]:
        """With what knowledge this player decides here, and the first sequence of each, and of every line."""
        deciding = self.worlds.mover[lines.world] == player
        known, first, inverse = np.unique(lines.knowledge[player][deciding], return_index=True, return_inverse=True)
        count, parent = steps[deciding][first], lines.sequence[player][deciding][first]
        begin = self.sizes[player]
        choices = begin + np.cumsum(count) - count
        if len(known):
            self.sizes[player] = begin + int(count.sum())
            self.levels[player].append(Level(parent, count, begin, self.sizes[player]))
        first_of = np.zeros(len(lines), dtype=np.int64)
        first_of[deciding] = choices[inverse]
        return known, choices, first_of

    def form(self) -> SequenceForm:
        """Pairs of sequences that meet several times, by chance, are one."""
        first, second = (np.concatenate([end.sequence[player] for end in self.ends]) for player in (0, 1))
        worth = np.concatenate([end.weight * self.worlds.payoff[end.world] for end in self.ends])
        pairs, place = np.unique(first * self.sizes[1] + second, return_inverse=True)
        trees = tuple(Tree(tuple(levels), size) for levels, size in zip(self.levels, self.sizes, strict=True))
        rounds = tuple(map(tuple, self.rounds))
        return SequenceForm(
            (trees[0], trees[1]),
            (pairs // self.sizes[1], pairs % self.sizes[1]),
            totals(place, worth, len(pairs)),
            (rounds[0], rounds[1]),
            self.worlds.observations,
            len(self.worlds.mover),
        )
