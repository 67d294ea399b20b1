"""Information-set Monte Carlo tree search with random rollouts, compiled: a yardstick that knows only the rules.

Every simulation begins in a world that fits what the seat was told, each as likely as another. A node is what the seat
has seen since; choices in it are made by UCB1 among those that are legal in the world (Cowling, Powley, Whitehouse).
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

import numba
import numpy as np

from flagfall.bots.hidden.traps.ground import Ground
from flagfall.bots.hidden.traps.mind import Manner, Mind
from flagfall.bots.hidden.traps.visible import Visible
from flagfall.core import Move
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Seat

NODES, BATCH = 60_000, 200
CURIOSITY = 0.7
ANYTHING = Manner(lapse=1.0, blur=1e9, infers=False)


class TreeSearch:
    def __init__(self, visible: Visible, seconds: float, random: Random) -> None:
        self.mind, self.seconds, self.random = Mind(visible, ANYTHING), seconds, random
        self.ground = visible.ground
        self.near = near_table(self.ground)
        self.child = np.zeros((NODES, 2 * self.ground.choices), np.int32)
        self.visits, self.seen = np.zeros((2, NODES, self.ground.choices), np.int32)
        self.total = np.zeros((NODES, self.ground.choices), np.float32)
        self.simulations = 0

    def choose(self, seat: Seat) -> Move:
        if len(seat.choices) == 1:
            return seat.choices[0]
        assert seat.player is not None and isinstance(seat.view, FlagChaseTraps)
        end, ground = time.thread_time() + self.seconds, self.ground
        state = self.mind.state(seat)
        agents = np.array([state.agents[seat.player], state.agents[seat.player.other]])
        range_ = state.ranges[seat.player.other]
        sets = np.flatnonzero(range_)
        bounds = np.cumsum(range_[sets])
        self.child[:] = 0
        self.visits[:], self.seen[:], self.total[:] = 0, 0, 0
        used, own = 1, ground.set_of(seat.view, seat.player)
        while time.thread_time() < end:
            used = simulate(
                BATCH, self.random.randrange(1 << 30), agents, own, sets, bounds, self.near, ground.holds, ground.less,
                ground.more, ground.hand, self.child, self.visits, self.seen, self.total, used,
            )  # fmt: skip
            self.simulations += BATCH
        legal = {ground.choice(seat.view, move, seat.player): move for move in seat.choices}
        return legal[max(legal, key=lambda choice: self.visits[0, choice])]


def near_table(ground: Ground) -> Any:
    table = np.full((ground.cells, 8), -1)
    for cell, around in enumerate(ground.near):
        table[cell, : len(around)] = around
    return table


@numba.njit(cache=True)
def legal_choices(agent, other, own, near, holds, hand, found):  # type: ignore[no-untyped-def]
    cells = near.shape[0]
    last, count = cells - 1, 0
    for at in range(8):
        cell = near[agent, at]
        if cell >= 0 and cell != last - other and not holds[own, cell]:
            found[count] = cell
            count += 1
    if hand[own] > 0:
        for cell in range(1, last):
            if cell != agent and cell != last - other and not holds[own, cell]:
                found[count] = cells + cell
                count += 1
    if count == 0:
        found[0] = 2 * cells
        count = 1
    return count


@numba.njit(cache=True)
def simulate(  # type: ignore[no-untyped-def]
    rounds, seed, agents, own, sets, bounds, near, holds, less, more, hand, child, visits, seen, total, used
):
    np.random.seed(seed)
    cells = near.shape[0]
    last = cells - 1
    found = np.zeros(2 * cells + 1, np.int64)
    path_node, path_choice, path_side = np.zeros(80, np.int64), np.zeros(80, np.int64), np.zeros(80, np.int64)
    agent, traps = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for _ in range(rounds):
        agent[:] = agents
        traps[0] = own
        traps[1] = sets[min(np.searchsorted(bounds, np.random.random()), len(sets) - 1)]
        node, side, depth, in_tree, result = 0, 0, 0, True, 0
        for _ply in range(60):
            count = legal_choices(agent[side], agent[1 - side], traps[side], near, holds, hand, found)
            choice = found[np.random.randint(count)]
            if in_tree:
                fresh = 0
                for at in range(count):
                    seen[node, found[at]] += 1
                    if visits[node, found[at]] == 0:
                        fresh += 1
                        if np.random.randint(fresh) == 0:
                            choice = found[at]
                if fresh == 0:
                    best = -1e9
                    for at in range(count):
                        each = found[at]
                        many = visits[node, each]
                        value = total[node, each] / many + CURIOSITY * np.sqrt(np.log(seen[node, each]) / many)
                        if value > best:
                            best, choice = value, each
                path_node[depth], path_choice[depth], path_side[depth] = node, choice, side
                depth += 1
            sprung = 0
            if choice < cells:
                agent[side] = choice
                if choice == last:
                    result = 1 if side == 0 else -1
                elif holds[traps[1 - side], last - choice]:
                    traps[1 - side] = less[traps[1 - side], last - choice]
                    agent[side] = 0
                    sprung = 1
            elif choice < 2 * cells:
                traps[side] = more[traps[side], choice - cells]
            if result != 0:
                break
            if in_tree:
                edge = 2 * (cells if side == 1 and cells <= choice < 2 * cells else choice) + sprung
                if fresh > 0 or (child[node, edge] == 0 and used >= child.shape[0]):
                    in_tree = False
                else:
                    if child[node, edge] == 0:
                        child[node, edge] = used
                        used += 1
                    node = child[node, edge]
            side = 1 - side
        for at in range(depth):
            visits[path_node[at], path_choice[at]] += 1
            total[path_node[at], path_choice[at]] += result if path_side[at] == 0 else -result
    return used
