"""Variations of the games that have a bulk form, and every position that each can have, found without it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product

import numpy as np
from hypothesis import strategies as st

from flagfall.core import Player, Position
from flagfall.games.command_line_conquer import CommandLineConquer
from flagfall.games.flag_chase_traps import FlagChaseTraps, grid
from flagfall.games.grid_runner import GridRunner
from flagfall.solve.bulk import form_of
from flagfall.solve.bulk.compiled import as_written, compiled
from flagfall.solve.bulk.table import BulkTable


def runner(**settings: str) -> GridRunner:
    return GridRunner(GridRunner.Rules.read(settings))


def conquer(**settings: str) -> CommandLineConquer:
    return CommandLineConquer(CommandLineConquer.Rules.read(settings))


def traps(**settings: str) -> FlagChaseTraps:
    return FlagChaseTraps(FlagChaseTraps.Rules.read({"open_traps": "yes", **settings}))


SMALL: list[Position] = [
    runner(),
    runner(size="2"),
    runner(size="2", tokens="2"),
    runner(size="3", tokens="2"),
    runner(size="3", tokens="3", blocked="1,0+1,1+1,2", capture="first"),  # everybody is shut in and passes
    runner(size="4", blocked="1,1"),  # looks different to P1 and P2
    runner(size="4", blocked="1,1+2,1"),  # looks the same from both sides
    runner(size="4", blocked="1,0+2,3"),  # looks the same when it is rotated
    runner(size="4", teleport="1,1:2,3"),
    runner(size="4", teleport="1,1:3,3"),  # onto a baseline
    runner(size="4", teleport="0,0:3,3+1,0:2,3", blocked="1,2+2,1"),
    runner(size="3", tokens="2", teleport="1,0:1,2"),
    runner(size="3", tokens="3", teleport="1,1:1,2"),  # one step can capture two tokens
    runner(size="3", tokens="2", teleport="1,1:1,2", capture="first"),
    runner(size="3", tokens="1", teleport="1,1:2,0", capture="first"),
    conquer(positions="2"),
    conquer(positions="2", units="1", strength="1", stack="whole"),
    conquer(positions="3", units="4", strength="1"),
    conquer(positions="5"),
    conquer(positions="5", stack="whole", compare="after"),
    conquer(positions="6", strength="2", stack="whole"),
    conquer(positions="6", units="2", strength="3", compare="after"),
    conquer(positions="4", units="4", strength="2", compare="after"),
    traps(size="2"),
    traps(size="2", traps="1"),
    traps(size="3", traps="0"),
    traps(size="3", traps="1"),
]
"""Each small enough for every position to be looked at."""

LARGE: list[Position] = [
    runner(size="32"),
    runner(size="7", tokens="2"),
    runner(size="6", tokens="3", blocked="2,4", teleport="1,0:3,4+3,3:2,0", capture="first"),
    conquer(positions="24", units="4", strength="7", stack="whole"),
    conquer(positions="60", compare="after"),
    traps(),
]


@st.composite
def variations(draw: st.DrawFn) -> Position:
    """Any settings of any of the games, as long as their armies are few."""
    kind = draw(st.sampled_from((_drawn_runner, _drawn_conquer, _drawn_traps)))
    return kind(draw)


def _drawn_runner(draw: st.DrawFn) -> Position:
    size, tokens = draw(st.sampled_from([(2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (5, 2), (6, 1), (9, 1)]))
    opening = GridRunner(GridRunner.Rules(size=size, tokens=tokens))
    free = sorted(set(product(range(size), repeat=2)).difference(*opening.tokens))
    special = draw(st.lists(st.sampled_from(free), max_size=7, unique=True)) if free else []
    pairs = draw(st.integers(0, len(special) // 2))
    teleport = frozenset(zip(special[:pairs], special[pairs : 2 * pairs], strict=True))
    blocked, capture = frozenset(special[2 * pairs :]), draw(st.sampled_from(("all", "first")))
    return GridRunner(GridRunner.Rules(size, tokens, blocked, teleport, capture))


def _drawn_conquer(draw: st.DrawFn) -> Position:
    positions, units = draw(st.sampled_from([(2, 5), (4, 4), (7, 3), (12, 2), (30, 1)]))
    strength, compare = draw(st.integers(1, 9)), draw(st.sampled_from(("before", "after")))
    stack = draw(st.sampled_from(("each", "whole")))
    return CommandLineConquer(CommandLineConquer.Rules(positions, units, strength, compare, stack))


def _drawn_traps(draw: st.DrawFn) -> Position:
    size, most = draw(st.sampled_from([(2, 2), (3, 1), (3, 2), (4, 1), (6, 0)]))
    return FlagChaseTraps(FlagChaseTraps.Rules(size, most, open_traps=True))


def name(start: Position) -> str:
    return " ".join((start.id, *(f"{key}={value}" for key, value in start.rules.changed().items())))


@cache
def empty_table(start: Position) -> BulkTable:
    """A table that knows all about positions but nothing of their values."""
    form = form_of(start)
    assert form
    run = compiled if start in LARGE else as_written
    return form(start, form.make_form(start.rules, run), np.empty(0, np.uint16))


def is_possible(position: Position) -> bool:
    """Whether the game itself takes the position for one."""
    return not position.problem()


def all_positions(start: Position) -> set[Position]:
    """Every way to put the pieces down that the game accepts."""
    return set(filter(is_possible, _candidates(start)))


def _candidates(start: Position) -> Iterator[Position]:
    if isinstance(start, GridRunner):
        return _runner_candidates(start)
    if isinstance(start, CommandLineConquer):
        return _conquer_candidates(start)
    assert isinstance(start, FlagChaseTraps)
    return _traps_candidates(start)


def _runner_candidates(start: GridRunner) -> Iterator[Position]:
    squares = sorted(set(product(range(start.rules.size), repeat=2)) - start.rules.blocked)
    sets = list(chain.from_iterable(combinations(squares, many) for many in range(start.rules.tokens + 1)))
    for turn, *tokens in product(Player, sets, sets):
        yield GridRunner(start.rules, turn, (tokens[0], tokens[1]))


def _conquer_candidates(start: CommandLineConquer) -> Iterator[Position]:
    line, sizes = range(start.rules.positions), range(start.rules.units + 1)
    armies = list(chain.from_iterable(combinations_with_replacement(line, many) for many in sizes))
    for turn, *units in product(Player, armies, armies):
        yield CommandLineConquer(start.rules, turn, (units[0], units[1]))


def _traps_candidates(start: FlagChaseTraps) -> Iterator[Position]:
    cells, hands = grid(start.rules.size), range(start.rules.traps + 1)
    sets = list(chain.from_iterable(combinations(cells, many) for many in hands))
    for turn, agent1, agent2, hand1, hand2 in product(Player, cells, cells, hands, hands):
        for traps1, traps2 in product(sets, sets):
            laid = frozenset(traps1), frozenset(traps2)
            yield FlagChaseTraps(start.rules, turn, (agent1, agent2), (hand1, hand2), laid)
