"""The bulk forms of the games' rules against the rules that people play by."""

from __future__ import annotations

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core import Player, Position
from flagfall.games import GAMES
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.solve.bulk import form_of, small
from flagfall.solve.bulk.table import BulkTable
from tests.solve.bulk_variations import LARGE, SMALL, all_positions, empty_table, is_possible, name, variations

SAMPLE = int(os.environ.get("SAMPLE", "1000"))
"""Random positions of each large variation; `make test-long` takes far more."""


def number(table: BulkTable, position: Position) -> int:
    own, enemy = table.armies(position)
    return int(table.form.first[own]) + enemy


def pairs_of(table: BulkTable, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    own = np.searchsorted(table.form.first + table.form.low, numbers, side="right") - 1
    return own, numbers - table.form.first[own]


def check_successors(table: BulkTable, own: np.ndarray, enemy: np.ndarray) -> None:
    """Every position of these pairs leads to the same positions by the form as by the rules, move for move."""
    ends, after = small.are_ends(table.form, own, enemy), small.successors(table.form, own, enemy)
    for row in range(len(own)):
        by_form = sorted(int(each) for each in after[row] if each >= 0) if not ends[row] else []
        for turn in table.turns(int(own[row])):
            position = table.position(int(own[row]), int(enemy[row]), turn)
            played = [position.after({turn: move}) for move in position.choices().get(turn, ())]
            assert sorted(number(table, each) for each in played) == by_form, position
            assert {each.turn for each in played} <= {turn.other}
            assert (position.outcome() is not None) == ends[row]


@pytest.mark.parametrize("start", SMALL, ids=name)
def test_a_form_has_every_position_that_is_possible_once_and_no_other(start):
    table = empty_table(start)
    own, enemy = small.pairs(table.form)
    found = {}
    for at in np.flatnonzero(small.are_positions(table.form, own, enemy)):
        for turn in table.turns(int(own[at])):
            position = table.position(int(own[at]), int(enemy[at]), turn)
            assert position not in found
            assert number(table, position) == at
            found[position] = at
    assert found.keys() == all_positions(start)


@pytest.mark.parametrize("start", SMALL, ids=name)
def test_every_position_of_small_variations_has_the_successors_that_the_rules_say(start):
    table = empty_table(start)
    own, enemy = small.pairs(table.form)
    there = small.are_positions(table.form, own, enemy)
    check_successors(table, own[there], enemy[there])


@pytest.mark.parametrize("start", LARGE, ids=name)
def test_random_positions_of_large_variations_have_the_successors_that_the_rules_say(start):
    table = empty_table(start)
    numbers = np.random.default_rng(SAMPLE).integers(table.form.size, size=SAMPLE)
    own, enemy = pairs_of(table, numbers)
    there = small.are_positions(table.form, own, enemy)
    assert there.sum() > SAMPLE / 3
    check_successors(table, own[there], enemy[there])


@pytest.mark.parametrize("start", LARGE, ids=name)
def test_random_numbers_of_large_variations_are_positions_exactly_where_the_rules_say(start):
    table = empty_table(start)
    numbers = np.random.default_rng(SAMPLE + 1).integers(table.form.size, size=SAMPLE // 4)
    own, enemy = pairs_of(table, numbers)
    there = small.are_positions(table.form, own, enemy)
    for row, at in enumerate(numbers):
        for turn in table.turns(int(own[row])):
            position = table.position(int(own[row]), int(enemy[row]), turn)
            assert is_possible(position) == there[row], position
            if there[row]:
                assert number(table, position) == at


@settings(max_examples=60, deadline=None)
@given(variations(), st.integers(0, 2**32 - 1))
def test_random_positions_of_random_variations_have_the_successors_that_the_rules_say(start, seed):
    table = empty_table(start)
    own, enemy = pairs_of(table, np.random.default_rng(seed).integers(table.form.size, size=40))
    there = small.are_positions(table.form, own, enemy)
    check_successors(table, own[there], enemy[there])


@pytest.mark.parametrize("start", SMALL + LARGE, ids=name)
def test_how_many_numbers_there_are_is_known_beforehand(start):
    table = empty_table(start)
    assert table.numbers(start.rules) == table.form.size
    assert table.estimate(start) >= 2 * table.form.size


@pytest.mark.parametrize("start", LARGE, ids=name)
def test_the_opening_has_a_number(start):
    table = empty_table(start)
    own, enemy = pairs_of(table, np.array([number(table, start)]))
    assert table.position(int(own[0]), int(enemy[0]), Player.P1) == start


@pytest.mark.parametrize("game", ["flag-chase", "capture-the-flag", "flag-chase-traps"])
def test_other_games_and_hidden_traps_have_no_form(game):
    assert form_of(GAMES[game]()) is None


def test_a_game_that_only_looks_like_one_of_ours_has_no_form():
    class Sprung(FlagChaseTraps):
        """Its rules may be anything."""

    assert form_of(Sprung(FlagChaseTraps.Rules(open_traps=True))) is None
