"""Reports and puzzles are about the game that is played: what can arise in it, and is not over."""

from __future__ import annotations

from functools import cache

import pytest

from flagfall.coach.evaluation.sample import positions_of
from flagfall.coach.puzzles import puzzles
from flagfall.coach.reports.report import as_data, markdown, report
from flagfall.core import Position
from flagfall.games import GAMES
from flagfall.games import position as read_position
from flagfall.solve import Solution, solve
from tests.helpers import reachable

TRAPS = GAMES["flag-chase-traps"]
OPEN_TRAPS = TRAPS(rules=TRAPS.Rules.read({"size": "2", "open_traps": "yes"}))  # type: ignore[call-arg]
STARTS = [*(game() for game in GAMES.values() if not game().hides()), OPEN_TRAPS]
LATER = read_position("grid-runner P2 2,2/4,2")


@cache
def solution(start: Position) -> Solution:
    return solve(start, use_cache=False)


@cache
def in_play(start: Position) -> set[Position]:
    return {position for position in reachable(start) if position.choices()}


@pytest.mark.parametrize("start", [*STARTS, LATER], ids=str)
def test_judgements_are_made_from_all_that_can_arise_and_is_not_over(start: Position) -> None:
    found, are_all = positions_of(solution(start))
    assert are_all
    assert len(found) == len(in_play(start))
    assert set(found) == in_play(start)


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_where_there_is_too_much_they_are_made_from_what_random_games_come_across(start: Position) -> None:
    found, are_all = positions_of(solution(start), most=5)
    assert not are_all
    assert len(set(found)) == 5
    assert set(found) <= in_play(start)
    assert found == positions_of(solution(start), most=5)[0]


@pytest.mark.parametrize("start", [*STARTS, LATER], ids=str)
def test_every_puzzle_can_arise(start: Position) -> None:
    assert {puzzle.position for puzzle in puzzles(solution(start), most=100_000)} <= in_play(start)


@pytest.mark.parametrize("start", [*STARTS, LATER], ids=str)
def test_a_report_counts_what_can_arise_and_is_not_over(start: Position) -> None:
    found = report(start, solution, {})
    data, solved = as_data(found), solution(start)
    worths = [solved.worth(position) for position in in_play(start)]
    values, draws = [worth.value for worth in worths], sum(worth.is_draw for worth in worths)
    assert (data["positions"], data["can_arise"]) == (len(values), len(reachable(start)))
    assert (data["p1_wins"], data["p2_wins"]) == (values.count(1), values.count(-1))
    assert (data["draws"], data["endless"]) == (draws, values.count(0) - draws)
    assert data["decisive"] == pytest.approx(sum(abs(value) == 1 for value in values) / len(values))
    assert data["longest_win"] == max(0 if worth.is_draw else worth.distance or 0 for worth in worths)
    if data["longest_win"]:
        assert found.sharpness.hardest in in_play(start)
        assert solved.distance(found.sharpness.hardest) == data["longest_win"]


@pytest.mark.long
def test_the_figures_of_command_line_conquer() -> None:
    data = as_data(report(GAMES["command-line-conquer"](), solution, {}))
    assert data["decisive"] == pytest.approx(0.830, abs=0.0005)
    assert data["one_good_move"] == pytest.approx(0.066, abs=0.0005)


def test_whether_a_ruling_that_can_not_be_solved_has_another_winner_is_not_known() -> None:
    found = report(OPEN_TRAPS, solution, {})
    (ruling,) = as_data(found)["rulings"]
    assert (ruling["setting"], ruling["value"], ruling["changes_winner"]) == ("open_traps", "no", None)
    assert markdown(found).rstrip().endswith("| not known |")
