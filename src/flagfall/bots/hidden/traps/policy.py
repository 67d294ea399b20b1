"""How somebody who sees no hidden traps might play: hurry to the flag, and lay traps in the other's way.

This is what `sampler` expects of both players when it plays games out in its head. It looks at nothing that the player
whose turn it is doesn't know.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from flagfall.core import Move, Moves, Player, Position, Square
from flagfall.games.flag_chase_traps import PASS, FlagChaseTraps, target

NEARER, AS_NEAR, FARTHER = 12, 2, 1
"""How likely steps are, in proportion."""
IN_THE_WAY, ASIDE = 8, 1
"""How likely it is that a trap lies here or there, in proportion."""
AHEAD, BEHIND = 0.15, 0.6
"""How likely a trap is laid, by who is nearer to the goal and by who isn't."""


def imagined(position: Position, random: Random) -> Moves:
    assert isinstance(position, FlagChaseTraps)
    return {position.turn: imagined_move(position, random)}


def imagined_move(position: FlagChaseTraps, random: Random) -> Move:
    """What whoever's turn it is might do."""
    steps = tuple(position.steps())
    wants_trap = position.hands[position.turn] and (not steps or random.random() < _trap_chance(position))
    if wants_trap and (traps := tuple(position.places())):
        return _drawn(traps, trap_weights(position, position.turn, [target(move) for move in traps]), random)
    return _drawn(steps, _step_weights(position, steps), random) if steps else PASS


def trap_weights(position: FlagChaseTraps, layer: Player, cells: Sequence[Square]) -> list[int]:
    """A trap lies best next to the own flag, or on a shortest way of the other's agent to it."""
    flag, agent = position.flag(layer), position.agents[layer.other]
    shortest = distance(agent, flag)
    return [
        IN_THE_WAY if (left := distance(cell, flag)) == 1 or distance(agent, cell) + left == shortest else ASIDE
        for cell in cells
    ]


@lru_cache(4096)
def distance(one: Square, other: Square) -> int:
    """Steps from one cell to another."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _step_weights(position: FlagChaseTraps, steps: Sequence[Move]) -> list[int]:
    """Who can take the flag takes it, and a trap that is seen leads back home."""
    other = position.turn.other
    goal, here = position.flag(other), position.agents[position.turn]
    home = distance(position.flag(position.turn), goal)
    seen = position.traps[other] if position.rules.open_traps else ()
    left = [home if cell in seen else distance(cell, goal) for cell in map(target, steps)]
    if 0 in left:
        return [each == 0 for each in left]
    now = distance(here, goal)
    return [NEARER if each < now else AS_NEAR if each == now else FARTHER for each in left]


def _trap_chance(position: FlagChaseTraps) -> float:
    """Nobody lays a trap instead of taking the flag."""
    own, other = (distance(position.agents[player], position.flag(player.other)) for player in Player)
    if position.turn is Player.P2:
        own, other = other, own
    return 0.0 if own == 1 else AHEAD if own <= other else BEHIND


def _drawn(moves: Sequence[Move], weights: Sequence[int], random: Random) -> Move:
    (move,) = random.choices(moves, weights)
    return move
