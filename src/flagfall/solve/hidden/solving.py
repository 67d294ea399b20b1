"""The way from a game with a cap to plans for both players, and how much could be gained against them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from flagfall.core import Position
from flagfall.solve.store import cache
from flagfall.solve.store.memory import usable
from flagfall.solve.table import WITHIN, Arrays, Layout, Progress, Strategy

from .regrets import Learning, Plans
from .sequence_form import SequenceForm, sequence_form

Learned = Callable[[float, int], None]
LOOK_EVERY = 1.2
"""A look at how far it is comes when so many times as many rounds have been played as at the last one."""


@dataclass(frozen=True)
class Capped:
    """Plans for a game that is worth nothing to anybody after so many plies, and what is proved of them."""

    start: Position
    cap: int
    plans: Plans
    lowest: float
    """What Player 1's plan wins at least, whatever the other does: so much the game is worth to Player 1, or more."""
    highest: float
    """What Player 2's plan lets the other win at most."""
    rounds: int
    worlds: int
    from_cache: bool = False

    @property
    def exploitability(self) -> float:
        """What a best response gains against these plans, on average over the seats."""
        return (self.highest - self.lowest) / 2

    @property
    def size(self) -> int:
        return self.worlds

    @property
    def sequences(self) -> int:
        return sum(map(len, self.plans))

    def opening(self) -> Strategy:
        """How likely each first move is."""
        return {
            player: dict(zip(moves, map(float, self.plans[player.value][1 : len(moves) + 1]), strict=True))
            for player, moves in self.start.choices().items()
            if len(self.plans[player.value]) > len(moves)
        }

    def save(self) -> Arrays:
        figures = np.array([self.lowest, self.highest, self.rounds, self.worlds])
        return {"first": self.plans[0], "second": self.plans[1], "figures": figures}


def _layout(cap: int) -> Layout[Capped]:
    """A cap is part of the question."""

    def load(start: Position, arrays: Arrays) -> Capped:
        lowest, highest, rounds, worlds = arrays["figures"]
        plans = arrays["first"], arrays["second"]
        return Capped(start, cap, plans, float(lowest), float(highest), int(rounds), int(worlds), from_cache=True)

    return Layout(f"capped-{cap}-1", whole=False, load=load)


def solve_capped(
    start: Position,
    cap: int,
    *,
    within: float = WITHIN,
    progress: Progress | None = None,
    learning: Learned | None = None,
    memory: int | None = None,
    use_cache: bool = True,
) -> Capped:
    """Plans against which a best response gains at most `within`, proved by exact best responses of both players.

    `progress` is told of the positions that are found, then `learning` of the exploitability and the rounds so far.
    Whoever interrupts it then gets what was reached. TooBig where the memory won't do.
    """
    if use_cache and (kept := cache.load(start, _layout(cap))) and kept.exploitability <= within:
        return kept
    form = sequence_form({start: 1.0}, cap, progress=progress, memory=usable() if memory is None else memory)
    answer = _learned(start, cap, form, within, learning or _nobody)
    if use_cache:
        cache.keep(start, answer, _layout(cap))
    return answer


def _learned(start: Position, cap: int, form: SequenceForm, within: float, tell: Learned) -> Capped:
    learning, look = Learning(form), 1
    best = _looked_at(start, cap, form, learning)
    with suppress(KeyboardInterrupt):
        while best.exploitability > within:
            learning.go_on()
            if learning.rounds >= look:
                best = _looked_at(start, cap, form, learning)
                look = max(look + 1, int(look * LOOK_EVERY))
            tell(best.exploitability, learning.rounds)
    return best


def _nobody(exploitability: float, rounds: int) -> None:
    pass


def _looked_at(start: Position, cap: int, form: SequenceForm, learning: Learning) -> Capped:
    plans = learning.plans
    return Capped(start, cap, plans, *form.interval(plans), learning.rounds, form.worlds)
