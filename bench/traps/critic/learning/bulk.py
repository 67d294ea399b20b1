"""Many positions thought through at once, as `ahead` does it one by one: loops for the compiler, and a network's
matrices in between. A test holds it against `ahead`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from bench.traps.critic.ahead import FEWER, HARDLY, SLOWER, STEP
from flagfall.bots.hidden.traps.visible import PATIENCE

from .board import (
    AT_FLAG,
    COLUMNS,
    FIRST,
    GROUND,
    HAND,
    LAST,
    LAYS,
    LEGAL,
    LOOK,
    MANY,
    NEAR,
    SETS,
    STEPS,
    WHOLE,
    F,
    Place,
    coarse_table,
)
from .teaching import Network

LEAVES = 18
"""At most: eight steps, sprung or not, a pass, and all traps."""
compiled = njit(cache=True, fastmath=True)


@compiled
def span(range_: Any, look: Any, first: Any, many: Any) -> Any:
    """The sets that look like those that are possible."""
    found = 0
    for one in range(len(range_)):
        if range_[one] > 0:
            found = look[one]
    return first[found], first[found] + many[found]


@compiled
def leaves(agents: Any, mine: Any, theirs: Any, board: Any, out: Any) -> None:
    """What may come of each position's next ply, and the other's range then; spans of both sides' sets."""
    near, holds, less, legal, look, first, many, at_flag, last, hardly = board
    kind, count, cell, chance, ranges, spans, known = out
    for at in range(len(agents)):
        agent, other, found = agents[at, 0], agents[at, 1], 0
        spans[at, 0], spans[at, 1] = span(mine[at], look, first, many)
        spans[at, 2], spans[at, 3] = span(theirs[at], look, first, many)
        open_ = np.zeros(legal.shape[3], np.bool_)
        for one in range(spans[at, 0], spans[at, 1]):
            if mine[at, one] > 0:
                open_ |= legal[agent, other, one]
        for step in range(8):
            if not open_[step]:
                continue
            trap = last - near[agent, step]
            sprung = 0.0
            for set_ in range(spans[at, 2], spans[at, 3]):
                if holds[set_, trap]:
                    sprung += theirs[at, set_]
            for springs in range(2):
                part = sprung if springs else 1 - sprung
                if part > hardly:
                    ranges[at, found] = 0
                    for set_ in range(spans[at, 2], spans[at, 3]):
                        if holds[set_, trap] == (springs == 1):
                            ranges[at, found, less[set_, trap] if springs else set_] += theirs[at, set_] / part
                    kind[at, found] = 2 * step + springs
                    chance[at, found] = part
                    cell[at, found] = 0 if springs else near[agent, step]
                    found += 1
        for which in range(16, 18):
            if open_[8] if which == 16 else open_[9:].any():
                ranges[at, found] = theirs[at]
                kind[at, found] = which
                chance[at, found] = 1
                cell[at, found] = agent
                found += 1
        count[at] = found
        for leaf in range(found):
            known[at, leaf] = at_flag[other] and cell[at, leaf] != 0


@compiled
def seen(agents: Any, table: Any, tree: Any, out: Any) -> None:
    """What the visible table says to the mover's sets at each leaf."""
    kind, count, cell, _, ranges, spans, known = tree
    for at in range(len(agents)):
        for leaf in range(count[at]):
            out[at, leaf] = -0.99 if known[at, leaf] else 0.0
            if known[at, leaf]:
                continue
            begin, end = (0, out.shape[2]) if kind[at, leaf] == 17 else (spans[at, 0], spans[at, 1])
            for set_ in range(out.shape[2]):
                weight = ranges[at, leaf, set_]
                if weight > 0:
                    row, line = table[agents[at, 1], cell[at, leaf], set_], out[at, leaf]
                    for own in range(begin, end):
                        line[own] -= weight * row[own]


@compiled
def seen_by_other(agents: Any, table: Any, tree: Any, board: Any, left: Any, out: Any) -> None:
    """The same to the other, who is to move then."""
    _, count, cell, _, ranges, _, known = tree
    look, first, many = board[4:7]
    for at in range(len(agents)):
        for leaf in range(count[at]):
            begin, end = span(left[at, leaf], look, first, many)
            for set_ in range(out.shape[2]):
                if known[at, leaf]:
                    out[at, leaf, set_] = 0.99
                elif ranges[at, leaf, set_] > 0:
                    row, line, total = table[agents[at, 1], cell[at, leaf], set_], left[at, leaf], 0.0
                    for own in range(begin, end):
                        total += row[own] * line[own]
                    out[at, leaf, set_] = total


@compiled
def own_ranges(mine: Any, likely: Any, tree: Any, more: Any, left: Any, reach: Any) -> None:
    """The mover's at each leaf, and how likely it goes there."""
    kind, count, _, _, _, spans, _ = tree
    for at in range(len(mine)):
        for leaf in range(count[at]):
            line, which, total = left[at, leaf], kind[at, leaf], 0.0
            line[:] = 0
            for own in range(spans[at, 0], spans[at, 1]):
                if mine[at, own] > 0:
                    if which == 17:
                        for cell in range(more.shape[1]):
                            share = mine[at, own] * likely[at, own, 9 + cell]
                            if share > 0:
                                line[more[own, cell]] += share
                                total += share
                    else:
                        share = mine[at, own] * likely[at, own, which // 2]
                        line[own] = share
                        total += share
            reach[at, leaf] = total
            if total > 0:
                for own in range(len(line)):
                    line[own] /= total


@compiled
def spans_after(spans: Any, tree: Any, board: Any, more: Any, out: Any) -> None:
    """The mover's sets that are possible at each leaf: few, mostly."""
    kind, count, look, first, many = tree[0], tree[1], board[4], board[5], board[6]
    for at in range(len(count)):
        for leaf in range(count[at]):
            out[at, leaf] = spans[at, :2]
            if kind[at, leaf] == 17:
                for cell in range(more.shape[1]):
                    if more[spans[at, 0], cell] >= 0:
                        made = look[more[spans[at, 0], cell]]
                        out[at, leaf, 0], out[at, leaf, 1] = first[made], first[made] + many[made]


@compiled
def seen_to_mover(rows: Any, agents: Any, coarse: Any, tree: Any, board: Any, left: Any, after: Any, out: Any) -> None:
    """What the visible table, a coarse one, says to each set of who is to move then, the other."""
    cell, ranges, (look, first, many) = tree[2], tree[4], board[4:7]
    for row in range(len(rows)):
        at, leaf = rows[row, 0], rows[row, 1]
        begin, end = span(ranges[at, leaf], look, first, many)
        from_, to = after[at, leaf, 0], after[at, leaf, 1]
        shares = left[at, leaf, from_:to]
        out[row] = 0
        for set_ in range(begin, end):
            worth, total = coarse[agents[at, 1], cell[at, leaf], set_, from_:to], np.float32(0)
            for own in range(to - from_):
                total += np.float32(worth[own]) * shares[own]
            out[row, set_] = total * np.float32(1 / 127)


@compiled
def inward(rows: Any, after: Any, left: Any, before: Any, weights: Any, out: Any) -> None:
    """The first layer, of what is possible only."""
    for row in range(len(rows)):
        at, leaf, line = rows[row, 0], rows[row, 1], out[row]
        line[:] = before[row]
        for own in range(after[at, leaf, 0], after[at, leaf, 1]):
            share = left[at, leaf, own]
            if share > 0:
                for unit in range(len(line)):
                    line[unit] += share * weights[own, unit]
        for unit in range(len(line)):
            line[unit] = max(line[unit], np.float32(0))


@compiled
def outward(
    rows: Any, after: Any, left: Any, units: Any, last_layer: Any, mover: Any, seen_: Any, both: Any, values: Any
) -> None:
    """The last layer; what both sides gain together is taken off each."""
    (weights, bias), (share, beside) = last_layer, mover
    for row in range(len(rows)):
        at, leaf, line = rows[row, 0], rows[row, 1], units[row]
        total = beside[row]
        for unit in range(len(line)):
            total += line[unit] * share[row, unit]
        for own in range(after[at, leaf, 0], after[at, leaf, 1]):
            found, to = bias[own], weights[own]
            for unit in range(len(line)):
                found += line[unit] * to[unit]
            values[at, leaf, own] = found
            total += left[at, leaf, own] * found
        both[row] = total / 2
        for own in range(after[at, leaf, 0], after[at, leaf, 1]):
            found = seen_[at, leaf, own] + values[at, leaf, own] - both[row]
            values[at, leaf, own] = min(max(found, np.float32(-1)), np.float32(1))


@compiled
def worths(agents: Any, mine: Any, values: Any, tree: Any, board: Any, more: Any, hand: Any, out: Any) -> None:
    """What each of the mover's sets and columns brings."""
    legal = board[3]
    kind, count, _, chance, _, spans, _ = tree
    for at in range(len(agents)):
        for own in range(spans[at, 0], spans[at, 1]):
            out[at, own] = 0
        for leaf in range(count[at]):
            which = kind[at, leaf]
            for own in range(spans[at, 0], spans[at, 1]):
                if which == 17:
                    if mine[at, own] > 0 and hand[own] > 0:
                        for cell in range(more.shape[1]):
                            if legal[agents[at, 0], agents[at, 1], own, 9 + cell]:
                                out[at, own, 9 + cell] = 0.99 * values[at, leaf, more[own, cell]]
                else:
                    out[at, own, which // 2] += 0.99 * chance[at, leaf] * values[at, leaf, own]


@compiled
def bent(
    agents: Any,
    mine: Any,
    worth: Any,
    tree: Any,
    board: Any,
    hand: Any,
    step: Any,
    variety: Any,
    bend: Any,
    likely: Any,
) -> None:
    """A step towards what is better."""
    legal, spans = board[3], tree[5]
    for at in range(len(agents)):
        for own in range(spans[at, 0], spans[at, 1]):
            if mine[at, own] <= 0:
                continue
            columns, here, most = 34 if hand[own] > 0 else 9, legal[agents[at, 0], agents[at, 1], own], -1e9
            for column in range(columns):
                if here[column]:
                    less = variety * FEWER if column >= 9 else 0.0
                    moved = (bend[at, own, column] + step * (worth[at, own, column] - less)) / (1 + step * variety)
                    bend[at, own, column] = moved
                    most = max(most, moved)
            total = 0.0
            for column in range(columns):
                likely[at, own, column] = np.exp(bend[at, own, column] - most) if here[column] else 0.0
                total += likely[at, own, column]
            for column in range(columns):
                likely[at, own, column] /= total


@compiled
def results(
    agents: Any, mine: Any, theirs: Any, run: Any, tree: Any, board: Any, hand: Any, own_: Any, other_: Any
) -> None:
    """What each set of both is worth to its owner."""
    near, holds, less = board[:3]
    kind, count, _, _, _, spans, _ = tree
    worth, likely, reach, to_other = run
    for at in range(len(agents)):
        own_[at], other_[at] = 0, 0
        for own in range(spans[at, 0], spans[at, 1]):
            if mine[at, own] > 0:
                for column in range(34 if hand[own] > 0 else 9):
                    own_[at, own] += likely[at, own, column] * worth[at, own, column]
        for leaf in range(count[at]):
            which = kind[at, leaf]
            trap = 24 - near[agents[at, 0], which // 2] if which < 16 else 0
            for set_ in range(spans[at, 2], spans[at, 3]):
                if theirs[at, set_] > 0:
                    left = set_
                    if which < 16:
                        if holds[set_, trap] != (which % 2 == 1):
                            continue
                        left = less[set_, trap] if which % 2 else set_
                    other_[at, set_] += 0.99 * reach[at, leaf] * to_other[at, leaf, left]


@compiled
def beyond(agents: Any, mine: Any, theirs: Any, table: Any, spans: Any, own_: Any, other_: Any) -> None:
    """Take off what the visible table says: what is left is to be learnt."""
    for at in range(len(agents)):
        for own in range(spans[at, 0], spans[at, 1]):
            row = table[agents[at, 0], agents[at, 1], own]
            if mine[at, own] > 0:
                for set_ in range(spans[at, 2], spans[at, 3]):
                    own_[at, own] -= row[set_] * theirs[at, set_]
                    other_[at, set_] += row[set_] * mine[at, own]
    for at in range(len(agents)):
        for set_ in range(other_.shape[1]):
            if theirs[at, set_] <= 0:
                other_[at, set_] = 0


class Bulk:
    def __init__(self, network: Network, table: np.ndarray, many: int) -> None:
        self.network, self.table, self.many, self.coarse = network, table, many, coarse_table()
        size = many, LEAVES
        self.board = (NEAR, GROUND.holds, GROUND.less, LEGAL, LOOK, FIRST, MANY, AT_FLAG, LAST, HARDLY)
        self.tree = (
            np.zeros(size, np.int64),
            np.zeros(many, np.int64),
            np.zeros(size, np.int64),
            np.zeros(size, F),
            np.zeros((*size, SETS), F),
            np.zeros((many, 4), np.int64),
            np.zeros(size, bool),
        )
        self.seen, self.values, self.to_other, self.left = (np.zeros((*size, SETS), F) for _ in range(4))
        self.reach, self.after = np.zeros(size, F), np.zeros((*size, 2), np.int64)
        self.worth, self.bend, self.likely = (np.zeros((many, SETS, COLUMNS), F) for _ in range(3))

    def think(self, places: list[Place], rounds: int, variety: float) -> tuple[np.ndarray, np.ndarray]:
        """By how much each set of both is worth more to its owner than the visible solution says; how likely the
        mover makes each choice stays in `likely`."""
        network, tree, board, more = self.network, self.tree, self.board, GROUND.more
        agents = np.array([place[:2] for place in places])
        mine, theirs = (np.array([place[side] for place in places]) for side in (2, 3))
        leaves(agents, mine, theirs, board, tree)
        seen(agents, self.table, tree, self.seen)
        known = tree[6]
        at, leaf = np.nonzero((np.arange(LEAVES) < tree[1][:, None]) & ~known)
        rows, ranges = np.stack((at, leaf), axis=1), tree[4][at, leaf]
        spans_after(tree[5], tree, board, more, self.after)
        sets, after = np.arange(SETS), self.after[at, leaf]
        is_alike = (sets >= after[:, :1]) & (sets < after[:, 1:])
        before = network.before(agents[at, 1], tree[2][at, leaf], ranges, self.seen[at, leaf] * is_alike)
        to_mover = np.empty_like(ranges)
        share, beside = ranges @ network.to_mover.T, ranges @ network.weights["to_mover_bias"]
        first, both = np.empty_like(before), np.empty(len(rows), F)
        last_layer = np.ascontiguousarray(network.to_other.T), network.weights["to_other_bias"]
        self.values[:] = self.seen
        self.bend[:], self.bend[:, :, LAYS:] = 0, -FEWER
        for turn in range(rounds + 2):
            step = 0.0 if turn in (0, rounds + 1) else STEP / (1 + SLOWER * (turn - 1))
            bent(agents, mine, self.worth, tree, board, HAND, F(step), F(variety), self.bend, self.likely)
            own_ranges(mine, self.likely, tree, more, self.left, self.reach)
            seen_to_mover(rows, agents, self.coarse, tree, board, self.left, self.after, to_mover)
            inward(rows, self.after, self.left, before + to_mover @ network.weights["mover_seen"], network.other, first)
            units = network.units(first)
            outward(rows, self.after, self.left, units, last_layer, (share, beside), self.seen, both, self.values)
            worths(agents, mine, self.values, tree, board, more, HAND, self.worth)
        seen_by_other(agents, self.table, tree, board, self.left, self.to_other)
        gained = units @ network.to_mover + network.weights["to_mover_bias"] - both[:, None]
        self.to_other[at, leaf] = np.clip(self.to_other[at, leaf] + gained, -1, 1)
        own, other = np.zeros((self.many, SETS), F), np.zeros((self.many, SETS), F)
        run = self.worth, self.likely, self.reach, self.to_other
        results(agents, mine, theirs, run, tree, board, HAND, own, other)
        beyond(agents, mine, theirs, self.table, tree[5], own, other)
        return own, other


assert (STEPS, LAYS, COLUMNS, LAST, PATIENCE, WHOLE) == (8, 9, 34, 24, 0.99, 127), "the loops have these as numbers"
