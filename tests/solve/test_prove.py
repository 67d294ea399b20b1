"""A proof that can't fail proves nothing: every kind of wrong table is found out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from flagfall.games.capture_the_flag import CaptureTheFlag
from flagfall.games.flag_chase import FlagChase
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import Disproved
from flagfall.solve.plain import PlainTable
from flagfall.solve.retrograde import ENDLESS

from .toys import DRAWN, LOSES, WINS, toy

PLENTY = 1 << 40
GUESSING = toy([[WINS, LOSES], [LOSES, DRAWN]])


def table(start):
    return PlainTable.solve(start, None, PLENTY)


@pytest.mark.parametrize("start", [CaptureTheFlag(), GridRunner(rules=GridRunner.Rules(size=3)), FlagChase(), GUESSING])
def test_any_single_wrong_value_is_found(start):
    right = table(start)
    right.verify()
    for number in range(0, right.size, 1 + right.size // 30):
        for wrong in {-1.0, 0.0, 1.0} - {float(right.value[number])}:
            value = right.value.copy()
            value[number] = wrong
            with pytest.raises(Disproved):
                PlainTable(right.number, value, right.distance, right.error, right.mixtures).verify()


@pytest.mark.parametrize("start", [CaptureTheFlag(), GridRunner(rules=GridRunner.Rules(size=3)), FlagChase()])
def test_any_single_wrong_distance_is_found(start):
    right = table(start)
    for number in range(0, right.size, 1 + right.size // 30):
        for wrong in {ENDLESS, 0, 1, 2, 3, 5} - {int(right.distance[number])}:
            distance = right.distance.copy()
            distance[number] = wrong
            with pytest.raises(Disproved):
                PlainTable(right.number, right.value, distance, right.error, right.mixtures).verify()


def test_wins_that_only_lean_on_each_other_are_found():
    """In a circle every value can be the best of what follows, and still nobody wins."""
    start = toy([["a"]], a=[["start"], [DRAWN]])
    circle = PlainTable(table(start).number, np.array([1.0, 1.0, 0.0]), np.array([2, 1, 0], dtype=np.int32))
    with pytest.raises(Disproved):
        circle.verify()


def test_a_missing_position_is_found():
    right = table(CaptureTheFlag())
    fewer = dict(list(right.number.items())[:-1])
    with pytest.raises(Disproved, match="something that follows is missing"):
        PlainTable(fewer, right.value, right.distance).verify()


def test_a_wrong_size_is_found():
    wrong = table(CaptureTheFlag())
    wrong.size += 1
    with pytest.raises(Disproved) as error:
        wrong.verify()
    assert str(error.value) == "the table says that it has 13 positions, and has 12"


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("start", [FlagChase(), GUESSING])
def test_a_strategy_that_guarantees_less_is_found(start, player):
    right = table(start)
    likely = [mix.copy() for mix in right.mixtures.likely]
    for number in range(right.size):
        mix = right.mixtures.at(number)
        if mix is not None and len(mix[list(mix)[player]]) == len(mix[list(mix)[1 - player]]):
            begin = int(right.mixtures.first[player][np.searchsorted(right.mixtures.open, number)])
            width = len(mix[list(mix)[player]])
            likely[player][begin : begin + width] = 0
            likely[player][begin] = 1  # always the lowest number, in every battle
    wrong = PlainTable(
        right.number, right.value, right.distance, right.error, replace(right.mixtures, likely=tuple(likely))
    )
    with pytest.raises(Disproved, match=f"Player {player + 1}'s strategy guarantees only"):
        wrong.verify()


def test_an_error_that_is_told_too_small_is_found():
    start = toy([[WINS, LOSES], [LOSES, "start"]])
    right = table(start)
    right.verify()
    with pytest.raises(Disproved, match="strategy guarantees only"):
        PlainTable(right.number, right.value, right.distance, right.error / 2, right.mixtures).verify()


def test_what_is_said_of_a_wrong_value():
    right = table(CaptureTheFlag())
    right.value[0] = -1
    with pytest.raises(Disproved) as error:
        right.verify()
    assert str(error.value) == ("capture-the-flag P1 1/7 is said to be worth -1.0, distance 3, but Player 1 wins in 3")
