"""A proof that can't fail proves nothing: every kind of wrong table is found out."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flagfall.games.capture_the_flag import CaptureTheFlag
from flagfall.games.command_line_conquer import CommandLineConquer
from flagfall.games.flag_chase import FlagChase
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import Disproved, Rigour, Solution
from flagfall.solve.exact.retrograde import ENDLESS
from flagfall.solve.plain import PlainTable

from .test_battles import games
from .toys import DRAWN, LOSES, WINS, toy

PLENTY = 1 << 40
GUESSING = toy([[WINS, LOSES], [LOSES, DRAWN]])
WITHOUT_SECRETS = [
    CaptureTheFlag(),
    GridRunner(rules=GridRunner.Rules(size=3)),
    CommandLineConquer(rules=CommandLineConquer.Rules(positions=4, units=2)),
]


def table(start):
    return PlainTable.solve(start, None, PLENTY)


def prove(wrong, start, **rigour):
    return wrong.verify(start, Rigour(**rigour))


def changed(right, **parts):
    """The same table with some of its parts exchanged."""
    kept = {name: getattr(right, name) for name in ("number", "value", "distance", "error", "mixtures")}
    return PlainTable(**kept | parts)


def with_likelihoods(right, change):
    """The same table with other likelihoods: what `change` makes of those of each player at each open position."""
    rows = map(pairwise, right.mixtures.first)
    mixes = [
        [change(number, player, right.mixtures.likely[player][slice(*span)].copy()) for number, span in enumerate(row)]
        for player, row in enumerate(rows)
    ]
    return changed(right, mixtures=replace(right.mixtures, likely=tuple(map(np.concatenate, mixes))))


@pytest.mark.parametrize("start", [*WITHOUT_SECRETS, FlagChase(), GUESSING], ids=str)
def test_any_single_wrong_value_is_found(start):
    right = table(start)
    prove(right, start)
    for number in range(0, right.size, 1 + right.size // 30):
        for wrong in {-1.0, 0.0, 1.0, 0.5, 1.5, np.nan, np.inf} - {float(right.value[number])}:
            value = right.value.copy()
            value[number] = wrong
            with pytest.raises(Disproved):
                prove(changed(right, value=value), start)


@pytest.mark.parametrize("start", [*WITHOUT_SECRETS, FlagChase()], ids=str)
def test_any_single_wrong_distance_is_found(start):
    right = table(start)
    for number in range(0, right.size, 1 + right.size // 30):
        for wrong in {ENDLESS, -2, 0, 1, 2, 3, 5} - {int(right.distance[number])}:
            distance = right.distance.copy()
            distance[number] = wrong
            with pytest.raises(Disproved):
                prove(changed(right, distance=distance), start)


@settings(max_examples=60, deadline=None)
@given(games, st.data())
def test_no_proof_takes_values_and_distances_that_are_not_those_of_the_game(game, data):
    """Several at once, of any game: mistakes that lean on each other, too."""
    right = table(game)
    value, distance = right.value.copy(), right.distance.copy()
    for number in data.draw(st.sets(st.integers(0, right.size - 1), min_size=1)):
        value[number] = data.draw(st.sampled_from([-1.0, 0.0, 0.25, 1.0]))
        distance[number] = data.draw(st.integers(ENDLESS, right.distance.max() + 2))
    is_right = (distance == right.distance).all() and (np.abs(value - right.value) <= 2 * right.error).all()
    assume(not is_right)
    with pytest.raises(Disproved):
        prove(changed(right, value=value, distance=distance), game, within=1.0)


def test_wins_that_only_lean_on_each_other_are_found():
    """In a circle every value can be the best of what follows, and still nobody wins."""
    start = toy([["a"]], a=[["start"], [DRAWN]])
    circle = PlainTable(table(start).number, np.array([1.0, 1.0, 0.0]), np.array([2, 1, 0], dtype=np.int32))
    with pytest.raises(Disproved):
        prove(circle, start)


# --- which positions there are ---


def test_a_missing_position_is_found():
    right = table(CaptureTheFlag())
    fewer = dict(list(right.number.items())[:-1])
    with pytest.raises(Disproved, match="something that follows is missing"):
        prove(PlainTable(fewer, right.value, right.distance), CaptureTheFlag())


def test_a_missing_start_is_found():
    start = CaptureTheFlag()
    after = start.play({start.turn: "2"})
    with pytest.raises(Disproved, match="a position is missing: 'capture-the-flag P1 1/7' can't arise"):
        Solution(start, table(after)).verify()


def test_positions_that_can_not_arise_are_found():
    """A right table of more than was asked for: what it says of how many can arise is wrong."""
    start = CaptureTheFlag()
    with pytest.raises(Disproved, match=r"the table counts positions 12, .* and has positions 12, .* reachable 5"):
        prove(table(start), start.play({start.turn: "2"}))


def test_a_position_that_is_there_twice_is_found():
    right = table(CaptureTheFlag())
    number = {**right.number, list(right.number)[5]: 4}
    with pytest.raises(Disproved):
        prove(changed(right, number=number), CaptureTheFlag())


def test_a_text_that_is_no_position_is_found():
    start = CaptureTheFlag()
    right = table(start)
    texts = {position.text(): number for position, number in right.number.items()}
    prove(PlainTable(texts, right.value, right.distance, start=start), start)
    for wrong in ("capture-the-flag P1 9/9", "nonsense"):
        more = PlainTable(
            {**texts, wrong: 12}, np.append(right.value, 1), np.append(right.distance, 1).astype(np.int32), start=start
        )
        with pytest.raises(Disproved, match="there is something in the table that is no position"):
            prove(more, start)


def test_a_wrong_size_is_found():
    wrong = table(CaptureTheFlag())
    wrong.size += 1
    with pytest.raises(Disproved) as error:
        prove(wrong, CaptureTheFlag())
    assert str(error.value) == "the table says that it has 13 positions, and has 12"


# --- likelihoods ---


def nothing(number, player, mix):
    return 0 * mix


def halved(number, player, mix):
    return mix / 2


def doubled(number, player, mix):
    return mix * 2


def not_a_number(number, player, mix):
    return mix * np.nan


def endless(number, player, mix):
    return np.where(mix > 0, np.inf, mix)


def below_zero(number, player, mix):
    return mix + 2 * np.eye(len(mix))[0] - 2 * np.eye(len(mix))[-1]


def nearly_one(number, player, mix):
    return mix * (1 + 1e-6)


BAD = [nothing, halved, doubled, not_a_number, endless, below_zero, nearly_one]


@pytest.mark.parametrize("change", BAD, ids=lambda change: change.__name__)
@pytest.mark.parametrize("start", [FlagChase(), GUESSING], ids=str)
def test_likelihoods_that_are_no_probabilities_are_found(start, change):
    right = table(start)
    with pytest.raises(Disproved, match=r"the likelihoods of Player [12]'s moves are no probabilities"):
        prove(with_likelihoods(right, change), start, within=2.0)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(games, st.sampled_from(BAD), st.data())
def test_a_single_mixture_that_is_none_is_found_in_any_game(game, change, data):
    right = table(game)
    assume(right.mixtures is not None)
    open_ = [list(right.number)[place] for place in right.mixtures.open]
    decisions = [(at, player.value) for at, position in enumerate(open_) for player in position.choices()]
    where = data.draw(st.sampled_from(decisions))

    def change_one(number, player, mix):
        return change(number, player, mix) if (number, player) == where else mix

    wrong = with_likelihoods(right, change_one)
    assume(not all(map(np.array_equal, wrong.mixtures.likely, right.mixtures.likely)))
    with pytest.raises(Disproved, match="no probabilities"):
        prove(wrong, game, within=2.0)


def test_a_game_that_is_not_balanced_is_not_proved_to_be_with_likelihoods_of_nothing():
    right = table(GUESSING)
    assert right.value[0] == pytest.approx(-1 / 3)
    value = np.where(right.distance == ENDLESS, 0.0, right.value)
    wrong = with_likelihoods(changed(right, value=value, error=0.0), nothing)
    with pytest.raises(Disproved):
        prove(wrong, GUESSING)


def test_likelihoods_of_too_few_or_too_many_moves_are_found():
    right = table(GUESSING)
    first, likely = right.mixtures.first, right.mixtures.likely
    for shape, filled in (([0, 1], [1.0]), ([0, 3], [0.5, 0.5, 0.0])):
        wrong = replace(right.mixtures, first=(np.array(shape), first[1]), likely=(np.array(filled), likely[1]))
        with pytest.raises(Disproved, match="there are not as many likelihoods as choices"):
            prove(changed(right, mixtures=wrong), GUESSING)


def test_a_battle_of_which_nothing_is_said_is_found():
    right = table(GUESSING)
    with pytest.raises(Disproved, match="nobody can force a win"):
        prove(changed(right, mixtures=None), GUESSING)
    even = toy([[WINS, LOSES], [LOSES, WINS]])
    with pytest.raises(Disproved, match="no move of Player 1 secures it"):
        prove(changed(table(even), mixtures=None), even)


def test_likelihoods_where_a_win_can_be_forced_are_found():
    start = toy([["forced", LOSES], [LOSES, WINS]], forced=[[WINS], [LOSES]])
    right = table(start)
    place = right.number[next(each for each in right.number if each.name == "forced")]
    open_ = np.array([0, place])
    more = replace(
        right.mixtures,
        open=open_,
        first=(np.array([0, 2, 4]), np.array([0, 2, 3])),
        likely=(np.append(right.mixtures.likely[0], [0.0, 1.0]), np.append(right.mixtures.likely[1], 1.0)),
    )
    prove(right, start)
    with pytest.raises(Disproved, match="there are likelihoods where a win can be forced"):
        prove(changed(right, mixtures=more), start)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("start", [FlagChase(), GUESSING])
def test_a_strategy_that_guarantees_less_is_found(start, player):
    right = table(start)

    def lowest(number, who, mix):
        """Always the lowest number, in every battle."""
        is_battle = len(list(right.number)[int(right.mixtures.open[number])].choices()) > 1
        return np.eye(len(mix))[0] if who == player and is_battle else mix

    with pytest.raises(Disproved, match=f"Player {player + 1}'s strategy guarantees only"):
        prove(with_likelihoods(right, lowest), start)


@pytest.mark.long
@settings(max_examples=50, deadline=None)
@given(games, st.data())
def test_other_strategies_are_proved_or_refused_whatever_they_are(game, data):
    """Any probabilities, nearly impossible moves included, on which sums and equations may fail."""
    right = table(game)
    assume(right.mixtures is not None)
    weights = st.sampled_from([0.0, 1.0, 1e-3, 1e-12, 1e-17, 1e-160, 1e-308, 5e-324])

    def drawn(number, player, mix):
        found = np.array([data.draw(weights) for _ in mix])
        return found / found.sum() if found.sum() > 1e-300 else mix

    with suppress(Disproved):
        assert prove(with_likelihoods(right, drawn), game, within=1.0).error == right.error


# --- how exact ---


def test_an_error_that_is_told_too_small_is_found():
    start = toy([[WINS, LOSES], [LOSES, "start"]])
    right = table(start)
    prove(right, start, within=1e-5)
    with pytest.raises(Disproved, match="strategy guarantees only"):
        prove(changed(right, error=right.error / 2), start)


def test_values_that_are_far_off_are_not_proved_by_a_great_error():
    right = table(GUESSING)
    wrong = changed(right, value=np.where(right.distance == ENDLESS, 0.9, right.value), error=2.0)
    with pytest.raises(Disproved) as error:
        prove(wrong, GUESSING)
    assert str(error.value) == (
        "the values are only said to be right to within 2, and a proof to within 1e-06 was asked for"
    )
    assert prove(wrong, GUESSING, within=2).error == 2


@pytest.mark.parametrize("start", [CaptureTheFlag(), GUESSING], ids=str)
@pytest.mark.parametrize("error", [np.nan, np.inf, -1e-9])
def test_an_error_that_means_nothing_proves_nothing(start, error):
    with pytest.raises(Disproved, match="which means nothing"):
        prove(changed(table(start), error=error), start, within=np.inf)


def test_what_is_asked_for_is_what_is_enforced():
    right = table(GUESSING)
    assert 0 < right.error < 1e-9
    assert prove(right, GUESSING).error == right.error
    with pytest.raises(Disproved, match="and a proof to within 0 was asked for"):
        prove(right, GUESSING, within=0.0)


def test_what_is_said_of_a_wrong_value():
    right = table(CaptureTheFlag())
    right.value[0] = -1
    with pytest.raises(Disproved) as error:
        prove(right, CaptureTheFlag())
    assert str(error.value) == ("capture-the-flag P1 1/7 is said to be worth -1.0, distance 3, but Player 1 wins in 3")
