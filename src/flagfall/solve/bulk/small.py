"""Small games in numpy alone, all positions at once, round by round: quicker than loading a compiler.

It is another algorithm than that of the kernels, on the same tables.
"""

from __future__ import annotations

from itertools import count

import numpy as np

from flagfall.solve.arrays import Flags, Numbers

from .form import (
    ALL,
    BAR,
    FREE,
    HIT,
    HIT2,
    LOSS,
    LOST,
    MET,
    NEVER,
    NOWHERE,
    ONE,
    ONLY,
    OPEN,
    WON,
    Cells,
    Form,
    Ints,
    Marks,
)

CHUNK = 20_000
"""So many positions at a time keep what is only needed for a moment small."""


def pairs(form: Form) -> tuple[Numbers, Numbers]:
    """The army to move and the other, for every number that a position has."""
    own = np.repeat(np.arange(len(form.kind)), form.high - form.low)
    return own, np.arange(len(own)) - form.first[own]


def are_positions(form: Form, own: Numbers, enemy: Numbers) -> Flags:
    mine, theirs = form.kind[own], form.kind[enemy]
    there: Flags = (mine != WON) & (mine != NEVER) & (theirs != LOST) & (theirs != NEVER)
    agent, other = form.agent[own], form.agent[enemy]
    has_agent = agent >= 0
    there &= ~(has_agent & (form.facing[agent] == other))
    for place in range(form.units.shape[1]):
        square, others = form.units[own, place], form.units[enemy, place]
        there &= ~(has_agent & (others >= 0) & (others == form.facing[agent]))
        there &= ~(has_agent & (square >= 0) & (square == form.facing[other]))
        if form.apart:
            for unit in form.units[enemy].T:
                there &= ~((square >= 0) & (unit >= 0) & (form.facing[square] == unit))
    return there


def are_ends(form: Form, own: Numbers, enemy: Numbers) -> Flags:
    return np.equal(form.kind[own], LOST) | np.equal(form.kind[enemy], WON)


def successors(form: Form, own: Numbers, enemy: Numbers) -> Numbers:
    """A line a position: the number of the position after each of its army's moves, -1 where that isn't legal."""
    most = int(np.diff(form.begin).max())
    chunks = range(0, len(own), CHUNK)
    parts = [some_successors(form, own[at : at + CHUNK], enemy[at : at + CHUNK], most) for at in chunks]
    return np.concatenate(parts) if parts else np.empty((0, most), np.int64)


def some_successors(form: Form, own: Numbers, enemy: Numbers, most: int) -> Numbers:
    lines = form.begin[own][:, None] + np.arange(most)
    legal = lines < form.begin[own + 1][:, None]
    lines[~legal] = 0
    legal &= are_legal(form, lines, form.agent[enemy][:, None])
    made, left = after(form, lines, enemy[:, None])
    return np.where(legal, form.first[left] + made, -1)


def are_legal(form: Form, lines: Numbers, agent: Ints) -> Flags:
    bar, only = form.moves[lines, BAR], form.moves[lines, ONLY]
    legal: Flags = ((bar < 0) | (agent != bar)) & ((only < 0) | (agent == only))
    return legal


def after(form: Form, lines: Numbers, enemy: Numbers) -> tuple[Numbers, Numbers]:
    """The armies after these moves: the mover's, and what is left of the enemy's."""
    hit, hit2, loss = (form.moves[lines, column] for column in (HIT, HIT2, LOSS))
    left, met = np.broadcast_to(enemy, lines.shape), np.zeros(lines.shape, bool)
    for place in range(form.units.shape[1]):  # in rising order, as a lost unit moves up those before it
        square = form.units[left, place]
        struck = (square >= 0) & ((square == hit) | (square == hit2))
        lost = struck & ((loss == ALL) | ((loss == ONE) & ~met))
        left = np.where(lost, form.less[left, place], left)
        met |= struck
    return np.where(met, form.moves[lines, MET], form.moves[lines, FREE]), left


def solved(form: Form) -> Cells:
    """The cell of every position: in each round, those one ply further from the end than those of the round before."""
    own, enemy = pairs(form)
    cells = first_cells(form, own, enemy)
    waiting = np.flatnonzero(cells == OPEN)
    following = moves_alone(successors(form, own[waiting], enemy[waiting]))
    for distance in count(1):
        replies = cells[following]
        wins = (replies == distance - 1).any(axis=1)
        found = wins if distance % 2 else (replies < distance).all(axis=1)
        if not found.any():
            break
        cells[waiting[found]] = distance
        waiting, following = waiting[~found], following[~found]
    return cells


def first_cells(form: Form, own: Numbers, enemy: Numbers) -> Cells:
    """Zero for ended games, OPEN for all others."""
    cells = np.where(are_ends(form, own, enemy), np.uint16(0), np.uint16(OPEN))
    cells[~are_positions(form, own, enemy)] = NOWHERE
    return cells


def moves_alone(following: Numbers) -> Numbers:
    """The same with a legal move repeated in the place of each that isn't."""
    return np.where(following < 0, following.max(axis=1, keepdims=True), following)


def disproved(form: Form, cells: Cells) -> int:
    """The number of a position whose cell doesn't follow from its successors' cells, or -1."""
    own, enemy = pairs(form)
    wanted = first_cells(form, own, enemy)
    going_on = np.flatnonzero(wanted == OPEN)
    replies = cells[moves_alone(successors(form, own[going_on], enemy[going_on]))]
    quickest = np.where(replies % 2, OPEN, replies).min(axis=1)
    slowest = replies.max(axis=1)
    wanted[going_on] = np.where(quickest < OPEN, quickest + 1, np.where(slowest == OPEN, OPEN, slowest + 1))
    wrong = np.concatenate((going_on[slowest > OPEN], np.flatnonzero(wanted != cells)))
    return int(wrong[0]) if len(wrong) else -1


def reached(form: Form, own: int, enemy: int, turn: int) -> Marks:
    """Which positions can arise from this one, itself included: 1 is P1's turn, 2 is P2's, and 3 is both."""
    all_own, all_enemy = pairs(form)
    marks = np.zeros(len(all_own), np.uint8)
    numbers = form.first[[own]] + enemy
    for ply in count(turn):
        mark = 1 + ply % 2
        fresh = numbers[marks[numbers] & mark == 0]
        if not len(fresh):
            return marks
        marks[fresh] |= mark
        going_on = fresh[~are_ends(form, all_own[fresh], all_enemy[fresh])]
        following = successors(form, all_own[going_on], all_enemy[going_on])
        numbers = np.unique(following[following >= 0])
    raise AssertionError
