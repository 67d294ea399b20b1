"""What the solution tells about every choice of a graph: how good it is, whether it is best, and what it promises.

This is the one order of moves, for bots and for the coach: by exact value; then by distance, as the winner hurries and
the loser delays; then by promise. In a battle a choice is good if it keeps the value whatever the other chooses, and
what another choice dominates is never best: one that is at least as good against everything, and better somewhere.

The *worth* of a choice, in the eyes of who makes it, is its exact value divided by the plies to the end: 1 for a win
at once, 1/3 for a win in three plies, -1/2 for a loss in two, 0 for a draw and for play without end. So what is near
weighs more. In a battle it supposes that the other draws evenly among what the solution calls equally good.

The *fallible opponent* makes each choice with a likelihood in proportion to exp(5 x worth): a win at once is hardly
ever missed, a loss that is ten plies off is hardly seen.

The *promise* of a choice is the exact expected result against the fallible opponent when one goes on with best choices
only, and among these always takes one with the highest promise: 1 for a win, -1 for a loss, and 5 % less for every ply
until then. It is found by going over all positions until nothing changes any more. Where the graph ends before the
game does, the exact value, 5 % less for every ply to the end, stands for what follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from flagfall.core import Player, Position
from flagfall.solve import Solution, Worth
from flagfall.solve.arrays import Flags, Floats, Numbers
from flagfall.solve.battles.matrix import undominated
from flagfall.solve.exact.graph import Lines, StateGraph
from flagfall.solve.exact.optimal import SIDES

FALLIBLE = 5.0
PATIENCE = 0.95
CLOSE = 1e-9
"""Worths and promises that differ by less are equal."""
CONVERGED = 1e-13


@dataclass(frozen=True)
class Best:
    """One player's best choices, line by line."""

    equal: Flags
    """The choices that are as good as any other here."""
    mixed: Floats
    """How likely each choice is where only a mixture is proven to be good; elsewhere not a number."""

    def kept(self, lines: Lines, promise: Floats) -> Floats:
        """What every position promises to who makes best choices only."""
        most = lines.best(np.where(self.equal, promise, -np.inf))
        is_mixed = ~np.isnan(self.mixed)
        if not is_mixed.any():
            return most
        return np.where(is_mixed[lines.begin], lines.totals(np.where(is_mixed, self.mixed, 0) * promise), most)

    def chosen(self, lines: Lines, promise: Floats) -> Floats:
        """Among best choices those with the highest promise, each as likely as the others."""
        hopes = np.where(self.equal, promise, -np.inf)
        highest = lines.shares((hopes >= lines.best(hopes)[lines.owner] - CLOSE).astype(float))
        return np.where(np.isnan(self.mixed), highest, self.mixed)


class ActionValues:
    def __init__(self, graph: StateGraph, solution: Solution) -> None:
        self.graph, self.solution = graph, solution
        self.root = 0
        """The position that games begin from, where that matters."""
        self.plans: dict[tuple[str, Player], Floats] = {}
        """The strategies of bots that have been asked about this graph."""
        worths = [solution.worth(position) for position in graph.positions]
        self.value: Floats = np.array([worth.value for worth in worths])
        self.forced: Flags = np.array([worth.distance is not None for worth in worths])
        self.distance: Numbers = np.array([worth.distance or 0 for worth in worths])
        """To be read only where the end can be forced."""

    def seen_from(self, position: Position) -> ActionValues:
        """The same for games that begin from this position of the graph."""
        other = copy(self)
        other.root = self.graph.number[position]
        return other

    @cached_property
    def rank(self) -> Floats:
        """How good every position is for P1, by its value and then by its distance."""
        rank: Floats = self.value * (1 + np.where(self.forced, 1 / (self.distance + 2), 0))
        return rank

    @property
    def _close(self) -> float:
        """Ranks that differ by no more are equal."""
        return CLOSE + 2 * self.solution.error

    # --- how good a choice is ---

    @cached_property
    def worth(self) -> dict[Player, Floats]:
        return {player: self._worth(player) for player in Player}

    def _worth(self, player: Player) -> Floats:
        lines = self.graph.lines[player]
        after = SIDES[player] * np.where(self.forced, self.value / (self.distance + 1), self.value)
        worth = lines.gathered(after[self.graph.target])
        for place, position in self._battles.items():
            moves = self.solution.moves(position)[player].values()
            begin = lines.begin[place]
            worth[begin : begin + len(moves)] = [worth_to(player, each) for each in moves]
        return worth

    @cached_property
    def same_worth(self) -> dict[Player, Numbers]:
        """A number for every choice, which the choices of the same worth at the same position share."""
        return {player: _numbered(self.graph.lines[player].owner, self.worth[player]) for player in Player}

    @cached_property
    def _battles(self) -> dict[int, Position]:
        """The positions where both decide, by their place among the live ones."""
        p1, p2 = (np.bincount(lines.owner) for lines in self.graph.lines.values())
        places = np.flatnonzero((p1 > 1) & (p2 > 1)).tolist()
        return {place: self.graph.positions[self.graph.live[place]] for place in places}

    # --- which choices are best ---

    @cached_property
    def best(self) -> dict[Player, Best]:
        return {player: self._best(player) for player in Player}

    def _best(self, player: Player) -> Best:
        """Where one player decides, what leads to the best there is: the winner hurries, the loser delays."""
        lines = self.graph.lines[player]
        after = lines.gathered(SIDES[player] * self.rank[self.graph.target])
        best = Best(after >= lines.best(after)[lines.owner] - self._close, np.full(len(after), np.nan))
        for place, position in self._secret(player):
            begin = lines.begin[place]
            here = slice(begin, begin + len(position.choices()[player]))
            sure = self._sure(player, position)
            if sure.any():
                best.equal[here] = sure
            else:
                mix = self.solution.strategy(position)[player]
                best.mixed[here] = [mix.get(move, 0.0) for move in position.choices()[player]]
        return best

    def _secret(self, player: Player) -> Iterator[tuple[int, Position]]:
        """Where it takes more than values to tell what is best: battles, and the way to what only they bring about."""
        for place, number in enumerate(self.graph.live.tolist() if self._battles else ()):
            position = self.graph.positions[number]
            if player in position.choices() and (place in self._battles or self._must_hurry(player, number)):
                yield place, position

    def _must_hurry(self, player: Player, number: int) -> bool:
        """Whether there is something to win that nobody can force: then good choices could put it off for ever."""
        return bool(not self.forced[number] and SIDES[player] * self.value[number] > CLOSE)

    def _sure(self, player: Player, position: Position) -> Flags:
        """The sure choices that are best; none where it takes a mixture."""
        number, moves = self.graph.number[position], position.choices()[player]
        if self.forced[number]:
            quick = self.solution.strategy(position)[player]
            good: Flags = np.array([move in quick for move in moves])
        elif self._must_hurry(player, number):
            return np.zeros(len(moves), dtype=bool)
        else:
            enough = SIDES[player] * self.value[number] - 2 * self.solution.error
            good = self.outcomes(player, position, self.value).min(axis=1) >= enough
        free: Flags = good & undominated(self.outcomes(player, position, self.rank), self._close)
        return free if free.any() else good

    def outcomes(self, player: Player, position: Position, measure: Floats) -> Floats:
        """How good all that may follow is in this player's eyes: a row for each own choice, a column for each other."""
        number = self.graph.number[position]
        steps = slice(*self.graph.first[number : number + 2])
        after = SIDES[player] * measure[self.graph.target[steps]].reshape(-1, self.graph.columns[number])
        return after if player is Player.P1 else after.T

    @cached_property
    def chosen(self) -> dict[Player, Floats]:
        """Best play: how likely every choice is."""
        return {player: self.best[player].chosen(self.graph.lines[player], self.promise[player]) for player in Player}

    # --- what a choice promises ---

    @cached_property
    def fallible(self) -> dict[Player, Floats]:
        """The fallible opponent's strategy, from either seat."""
        return {player: self.graph.lines[player].softmax(FALLIBLE * self.worth[player]) for player in Player}

    @cached_property
    def promise(self) -> dict[Player, Floats]:
        return {player: self._promise(player) for player in Player}

    def _promise(self, player: Player) -> Floats:
        lines, best = self.graph.lines[player], self.best[player]
        replies = self.fallible[player.other][self.graph.lines[player.other].of_step]
        ahead = self._without_promise(player)
        while True:
            promise = PATIENCE * lines.gathered(replies * ahead[self.graph.target])
            kept = best.kept(lines, promise)
            change = np.abs(kept - ahead[self.graph.live]).max(initial=0)
            ahead[self.graph.live] = kept
            if change < CONVERGED:
                return promise

    @cached_property
    def prospect(self) -> dict[Player, Floats]:
        """What every position promises to each player."""
        return {player: self._prospect(player) for player in Player}

    def _prospect(self, player: Player) -> Floats:
        ahead = self._without_promise(player)
        ahead[self.graph.live] = self.best[player].kept(self.graph.lines[player], self.promise[player])
        return ahead

    def _without_promise(self, player: Player) -> Floats:
        """What the exact value stands for: 5 % less for every ply to the end."""
        ahead: Floats = SIDES[player] * np.where(self.forced, self.value * PATIENCE**self.distance, self.value)
        return ahead

    def dominance(self, player: Player, position: Position) -> Flags:
        """Which of a player's choices (rows) dominate which (columns), by rank and then by promise.

        Against every choice of the other what follows is at least as good, and against one it is better.
        """
        by_rank, by_promise = (
            rows[:, None] - rows[None]
            for rows in (
                self.outcomes(player, position, self.rank),
                self.outcomes(player, position, SIDES[player] * self.prospect[player]),
            )
        )
        same = np.abs(by_rank) <= self._close
        never_worse = (by_rank > self._close) | (same & (by_promise >= -CLOSE))
        better = (by_rank > self._close) | (same & (by_promise > CLOSE))
        return np.logical_and(never_worse.all(axis=2), better.any(axis=2))


def worth_to(player: Player, move: Worth) -> float:
    """What a choice is worth to who makes it, from its value and its distance, its own ply counted."""
    return SIDES[player] * move.value / (move.distance or 1)


def _numbered(owner: Numbers, worth: Floats) -> Numbers:
    """The same number for neighbours with the same owner and worth, when put in order."""
    order = np.lexsort((worth, owner))
    differ = (np.diff(owner[order]) != 0) | (np.diff(worth[order]) > CLOSE)
    number = np.zeros(len(order), dtype=np.int64)
    number[order[1:]] = np.cumsum(differ)
    return number
