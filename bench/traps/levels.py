"""Matches between two minds, in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from flagfall.bots.hidden.traps.mind import Mind
from flagfall.bots.hidden.traps.state import first_state
from flagfall.core import Player
from flagfall.games.flag_chase_traps import FlagChaseTraps

from .table import World, drawn

LONGEST = 100


def game(minds: tuple[Mind, Mind], random: Random) -> Player | None:
    """Who wins, or None where nobody has within the plies."""
    ground, opening = minds[0].ground, FlagChaseTraps()
    start = ground.number[opening.hands[0], ()]
    world = World(Player.P1, (0, 0), (start, start))
    states = [first_state(ground, opening)] * 2
    for _ in range(LONGEST):
        mover, other = world.turn, world.turn.other
        thought = minds[mover].think(states[mover])
        choice = drawn(thought, world.sets[mover], random)
        world, event = world.played(ground, choice)
        if (winner := world.winner(ground)) is not None:
            return winner
        states[mover] = minds[mover].played(states[mover], event, thought)
        states[other] = minds[other].watched(states[other], event, minds[other].think(states[other]))
    return None


def result(one: Mind, other: Mind, random: Random, seat: Player) -> float:
    """What one scores from this seat against the other: 1 for a win, 1/2 for none."""
    winner = game((one, other) if seat is Player.P1 else (other, one), random)
    return 0.5 if winner is None else float(winner is seat)


def score(results: Sequence[float]) -> tuple[float, float]:
    """On average, and half of the 95 % interval."""
    return float(np.mean(results)), float(1.96 * np.std(results) / len(results) ** 0.5)
