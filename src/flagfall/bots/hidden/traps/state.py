"""What everybody at the board knows of a game of hidden traps, and what may be believed of each player's secrets.

A *range* says how likely each of a player's sets is to those who have seen what everybody has seen. The other's
secrets and mine are independent of each other then: what I know beyond that says nothing about where the other's lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flagfall.bots.hidden.belief import Told
from flagfall.core import Player
from flagfall.games.flag_chase_traps import PASS, FlagChaseTraps, is_trap, target
from flagfall.solve.arrays import Floats, Numbers, totals

from .ground import Ground

HABIT = 0.1
"""How likely somebody of whom nothing is known runs for the flag, whatever may lie there."""


class Event(NamedTuple):
    """A ply as all see it. A trap that is laid has no cell."""

    player: Player
    cell: int | None
    """Where the agent went, in its owner's numbers."""
    passes: bool = False
    sprung: bool = False


@dataclass(frozen=True)
class State:
    turn: Player
    agents: tuple[int, int]
    """Each in its owner's numbers."""
    ranges: tuple[Floats, Floats]
    """A number a set; they add up to 1."""
    habits: tuple[float, float] = (HABIT, HABIT)
    """How likely each is somebody who runs for the flag."""
    promised: Floats | None = None
    """What each set of whoever has just moved was to gain by that; nan where that was not thought through."""
    still: int = 0
    """How many plies ago a trap was laid or sprung, or the game began."""
    settled: tuple[bool, bool] = (False, False)
    """Whether each has laid all traps before its agent left home."""

    def sides(self) -> tuple[int, int, Floats, Floats]:
        """The mover's agent and the other's, the mover's range and the other's."""
        mover, other = self.turn, self.turn.other
        return self.agents[mover], self.agents[other], self.ranges[mover], self.ranges[other]


def first_state(ground: Ground, view: FlagChaseTraps) -> State:
    """Where nobody has seen more than this view: every set that is possible is as likely as any other."""
    one, two = (ground.agent(view, player) for player in Player)
    ranges = [np.zeros(len(ground.sets)), np.zeros(len(ground.sets))]
    for player, cells in zip(Player, ((one, ground.last - two), (two, ground.last - one)), strict=True):
        sets = ground.looks[view.hands[player], view.on_board(player)]
        possible = sets[~ground.holds[sets][:, list(cells)].any(axis=1)]
        ranges[player.value][possible] = 1 / len(possible)
    return State(view.turn, (one, two), (ranges[0], ranges[1]))


def events(ground: Ground, told: Told) -> list[Event]:
    found = []
    for before, after, written in zip(told.views, told.views[1:], told.history, strict=False):
        assert isinstance(before, FlagChaseTraps) and isinstance(after, FlagChaseTraps)
        ((player, text),) = written.items()
        if text == PASS or is_trap(text):
            found.append(Event(player, None, passes=text == PASS))
        else:
            sprung = after.on_board(player.other) < before.on_board(player.other)
            found.append(Event(player, ground.cell(before, target(text), player), sprung=sprung))
    return found


def after(ground: Ground, state: State, event: Event, likely: Floats) -> State:
    """The next state, where the mover's sets make each choice so likely: a line a set, a column a choice."""
    mover, (agent, other, own, others) = state.turn, state.sides()
    if event.passes:
        own = own * likely[:, ground.passes]
    elif event.cell is None:
        own = laid(ground, own, likely)
    else:
        own, agent = own * likely[:, event.cell], 0 if event.sprung else event.cell
        others = met(ground, others, ground.last - event.cell, event.sprung)
    still = 0 if event.sprung or (event.cell is None and not event.passes) else state.still + 1
    ranges = in_order(mover, normal(own), normal(others))
    settles = event.cell is None and not event.passes and agent == 0 and not ground.hand[own > 0].any()
    settled = in_order(mover, state.settled[mover] or bool(settles), state.settled[mover.other])
    return State(mover.other, in_order(mover, agent, other), ranges, state.habits, still=still, settled=settled)


def laid(ground: Ground, own: Floats, likely: Floats) -> Floats:
    chances = own[:, None] * likely[:, ground.cells : ground.passes]
    sets, cells = np.nonzero((ground.more >= 0) & (chances > 0))
    return totals(ground.more[sets, cells], chances[sets, cells], len(ground.sets))


def chance(ground: Ground, state: State, event: Event, likely: Floats) -> float:
    """How likely the mover does what all see, where its sets make each choice so likely."""
    columns = slice(ground.cells, ground.passes) if event.cell is None else event.cell
    found = likely[:, ground.passes if event.passes else columns]
    return float((state.ranges[state.turn] @ found).sum())


def met(ground: Ground, range_: Floats, cell: int, sprung: bool) -> Floats:
    """What is left where an agent came to a cell, in the owner's numbers, and sprung a trap there or didn't."""
    holds = ground.holds[:, cell]
    if not sprung:
        return np.where(holds, 0.0, range_)
    return totals(ground.less[holds, cell], range_[holds], len(ground.sets))


def normal(range_: Floats) -> Floats:
    """All zero, where nothing is possible."""
    total = range_.sum()
    return range_ / total if total > 0 else range_


def in_order(first: Player, one: int | Floats, two: int | Floats) -> tuple:  # type: ignore[type-arg]
    return (one, two) if first is Player.P1 else (two, one)


def likeliest(range_: Floats, most: int) -> tuple[Numbers, Floats]:
    """The likeliest sets in their order, and their shares."""
    sets = np.flatnonzero(range_)
    if len(sets) > most:
        sets = np.sort(sets[np.argsort(-range_[sets], kind="stable")[:most]])
    return sets, range_[sets] / range_[sets].sum()
