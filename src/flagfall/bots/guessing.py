"""Where the other's hidden traps may lie, as far as one seat can tell.

A seat knows when each trap was laid, and every step of both agents since then. A trap of the other's doesn't lie

- on a flag or under an agent, nor where an agent stood when it was laid;
- where the other's agent has gone since: one's own traps bar the way;
- where the seat's own agent has gone since: it would have been sprung; and what was sprung is gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from flagfall.core import Move, Player, Square
from flagfall.games.flag_chase_traps import FlagChaseTraps, are_adjacent, changed, is_trap, placements, target

from .imagining import trap_weights

History = Sequence[Mapping[Player, str]]
AT_START = -1
"""When a trap was laid of which the history doesn't tell."""


class Guesses:
    """Draws worlds that look to one player just as this seat does."""

    def __init__(self, view: FlagChaseTraps, player: Player, history: History) -> None:
        self.view, self.player, self.other = view, player, player.other
        self.now, self.wanted = len(history), view.hidden[self.other]
        own, others = _moves(history, player), _moves(history, self.other)
        self.laid = [time for time, move in others if is_trap(move)]
        self.own_traps = {target(move) for _, move in own if is_trap(move)} | view.traps[player]
        self.own_steps = _steps(own)
        self.other_steps = _steps(others)
        self.sprung = self._sprung()
        self.cells = cache(self._cells)

    def world(self, random: Random) -> FlagChaseTraps:
        """A whole position with every hidden trap somewhere it may lie."""
        traps = set(self.view.traps[self.other])
        for time in sorted(self._lying(random), key=lambda time: len(self.cells(time)[0])):
            free = self._free(time, traps) or self._free(
                self.now, traps
            )  # on a crowded board the first may have run out
            traps.update(random.choices(*zip(*free, strict=True)))
        return replace(self.view, traps=changed(self.view.traps, self.other, frozenset(traps)), hidden=(0, 0))

    def _free(self, time: int, taken: set[Square]) -> list[tuple[Square, int]]:
        return [each for each in zip(*self.cells(time), strict=True) if each[0] not in taken]

    def _lying(self, random: Random) -> list[int]:
        """When the traps that still lie there were laid: each that was sprung had been laid before."""
        sprung = [time for time, was_sprung in self.sprung.items() if was_sprung]
        unsure = [time for time, was_sprung in self.sprung.items() if was_sprung is None]
        missing = len(self.laid) - self.wanted - len(sprung)
        sprung += random.sample(unsure, min(max(missing, 0), len(unsure)))
        times = self.laid + [AT_START] * max(self.wanted + len(sprung) - len(self.laid), 0)
        for time in sorted(sprung):
            if earlier := [each for each in times if each < time]:
                times.remove(random.choice(earlier))
        return random.sample(times, min(self.wanted, len(times)))

    def _cells(self, time: int) -> tuple[list[Square], list[int]]:
        """Where a trap may lie that was laid then, and how likely."""
        gone_to = {cell for when, cell in (*self.own_steps, *self.other_steps) if when > time}
        barred = gone_to.union(self.view.agents, self._stood(time))
        cells = [cell for cell, _ in placements(self.view.rules.size) if cell not in barred]
        return cells, trap_weights(self.view, self.other, cells)

    def _stood(self, time: int) -> set[Square]:
        """Where agents certainly stood then."""
        own = [(when, cell) for when, cell in self.own_steps if when < time][-1:]
        others = [cell for when, cell in self.other_steps if when < time][-1:]
        stayed = {cell for when, cell in own if self.sprung[when] is False}
        return stayed.union(cell for cell in others if cell not in self.own_traps)

    def _sprung(self) -> dict[int, bool | None]:
        """Which of the own steps sprang a trap, by their times; None where nothing tells.

        A sprung trap sends the agent home, so the step after that begins there.
        """
        home, sprung = self.view.flag(self.player), dict[int, bool | None]()
        for (time, cell), (_, following) in zip(self.own_steps, self.own_steps[1:], strict=False):
            stayed, was_sent = are_adjacent(cell, following), are_adjacent(home, following)
            sprung[time] = None if stayed == was_sent and cell != home else not stayed
        if self.own_steps:
            time, cell = self.own_steps[-1]
            sprung[time] = self.view.agents[self.player] != cell
        return sprung


def _moves(history: History, player: Player) -> list[tuple[int, Move]]:
    """A player's moves with their times."""
    return [(time, moves[player]) for time, moves in enumerate(history) if player in moves]


def _steps(moves: list[tuple[int, Move]]) -> list[tuple[int, Square]]:
    return [(time, target(move)) for time, move in moves if move.startswith("MOVE")]
