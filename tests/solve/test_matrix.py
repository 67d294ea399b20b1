"""Single battles, held against known answers, linear programs and exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from flagfall.solve.battles.matrix import SHARP, _mixture, _simplex, _tableau, gap, solve_matrix, undominated

from .brute_force import linear_program

SHAPES = array_shapes(min_dims=2, max_dims=2, max_side=7)
ROUND = st.sampled_from([-1.0, 0.0, 1.0, 0.5, -0.25])
payoffs = st.one_of(arrays(float, SHAPES, elements=ROUND), arrays(float, SHAPES, elements=st.floats(-1, 1, width=32)))


@pytest.mark.parametrize(
    ("game", "value", "rows", "columns"),
    [
        ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, [1 / 3] * 3, [1 / 3] * 3),
        ([[1, -1], [-1, 0]], -1 / 3, [1 / 3, 2 / 3], [1 / 3, 2 / 3]),
        ([[1, 0], [0, 1], [0.25, 0.25]], 1 / 2, [1 / 2, 1 / 2, 0], [1 / 2, 1 / 2]),
    ],
)
def test_known_games(game, value, rows, columns):
    found = solve_matrix(np.array(game, dtype=float))
    assert found.value == pytest.approx(value, abs=1e-12)
    assert found.rows == pytest.approx(rows)
    assert found.columns == pytest.approx(columns)


def test_a_sure_choice_is_exact_and_equally_good_ones_share():
    found = solve_matrix(np.array([[0.1, 0.3], [0.1, 0.2], [0.0, 0.9]]))
    assert found.value == 0.1
    assert found.rows.tolist() == [0.5, 0.5, 0]
    assert found.columns.tolist() == [1, 0]


@given(payoffs)
def test_neither_side_can_do_better(game):
    found = solve_matrix(game)
    assert found.value == pytest.approx(linear_program(game.tolist()), abs=1e-7)
    assert gap(found, game) <= 1e-12
    for mix in (found.rows, found.columns):
        assert mix.min() >= 0
        assert mix.sum() == pytest.approx(1)


@given(arrays(float, array_shapes(min_dims=2, max_dims=2, max_side=4), elements=ROUND))
def test_fractions_give_the_same_to_the_last_digit(game):
    """The way that is taken where floats are not sharp enough."""
    exact = _mixture(_simplex(_tableau(game, Fraction), Fraction(0)), game)
    assert exact.value == pytest.approx(solve_matrix(game).value, abs=1e-12)
    assert gap(exact, game) <= 1e-14


def test_floats_that_are_not_sharp_enough_are_done_over_in_fractions():
    game = np.array([[1 + 2e-11, 1, 1 - 1e-13, 1 + 3e-12], [1, 1 - 1e-15, 1, 1 + 2e-13]])
    assert gap(_mixture(_simplex(_tableau(game, float), SHARP), game), game) > SHARP
    assert gap(solve_matrix(game), game) < SHARP / 100


@given(st.lists(st.lists(st.integers(-1, 1), min_size=4, max_size=4), min_size=2, max_size=5))
def test_a_mixture_never_holds_a_dominated_choice(rows: list[list[int]]) -> None:
    """In rock, paper, scissors with a well, say: rock is never better than the well, and sometimes worse."""
    payoffs = np.array(rows, dtype=float)
    found = solve_matrix(payoffs)
    assert gap(found, payoffs) <= 1e-9
    if found.rows.max() < 1 and payoffs.min(axis=1).max() < payoffs.max(axis=0).min():
        for mix, free in ((found.rows, undominated(payoffs)), (found.columns, undominated(-payoffs.T))):
            assert not mix[~free].any()


def test_what_is_dominated() -> None:
    payoffs = np.array([[0.0, 1.0], [0.0, 0.5], [0.0, 1.0], [-1.0, 2.0]])
    assert undominated(payoffs).tolist() == [True, False, True, True]
    assert undominated(payoffs, close=0.6).tolist() == [True, True, True, True]
