"""The puzzles that come with the package are right, as graded as the solver says, and there is one for every day."""

from __future__ import annotations

import itertools
from datetime import date, timedelta

import pytest

from flagfall.coach.collection import MOST, Collected, collect, daily, row, stored
from flagfall.coach.evaluation.judging import keeping
from flagfall.coach.lessons.answer import Teacher, asked
from flagfall.coach.lessons.difficulty import difficulty
from flagfall.core import Player
from flagfall.games import BOOKS, GAMES

COUNTS = {game: len(found) for game, found in stored().items()}
ALL = [puzzle for found in stored().values() for puzzle in found]


def test_every_book_has_puzzles_with_what_is_hidden_in_the_open() -> None:
    assert set(stored()) == {game.id for game in BOOKS}
    assert not any(puzzle.position.hides() for puzzles in stored().values() for puzzle in puzzles)
    assert all(1 < count <= MOST for count in COUNTS.values())


@pytest.mark.parametrize("game", stored())
def test_every_puzzle_has_the_one_right_move_that_the_solver_knows(game: str) -> None:
    teacher = Teacher()
    for puzzle in stored()[game]:
        solution = teacher.solution(puzzle.position)
        assert solution
        assert puzzle.right == set(keeping(solution, puzzle.position, puzzle.player)) and len(puzzle.right) == 1
        assert puzzle.ask == asked(solution, puzzle.position, puzzle.player, puzzle.right)
        assert puzzle.difficulty == round(difficulty(solution, puzzle), 3)


@pytest.mark.parametrize("game", stored())
def test_they_go_from_easy_to_hard_and_none_comes_twice(game: str) -> None:
    found = stored()[game]
    assert [puzzle.difficulty for puzzle in found] == sorted(puzzle.difficulty for puzzle in found)
    assert len({puzzle.name for puzzle in found}) == len(found)
    assert {puzzle.player for puzzle in found} == set(Player)


def test_a_small_game_is_joined_by_its_variations_which_say_so() -> None:
    game = "capture-the-flag"
    found = collect(GAMES[game])
    assert [row(each, each.difficulty) for each in found] == [row(each, each.difficulty) for each in stored()[game]]
    by_the_book = [each for each in found if not each.position.rules.changed()]
    assert 0 < len(by_the_book) < len(found)
    assert all(bool(each.variation) is bool(each.position.rules.changed()) for each in found)


def test_every_day_has_a_puzzle_another_game_than_the_day_before_and_the_week_gets_harder() -> None:
    monday = date(2026, 11, 16)
    days = [monday + timedelta(days=number) for number in range(7 * 52)]
    puzzles = [daily(day, COUNTS) for day in days]
    for today, tomorrow in itertools.pairwise(puzzles):
        assert today.game != tomorrow.game
    assert {each.game for each in puzzles} == set(COUNTS)

    def mean(weekday: int) -> float:
        found = [_puzzle(*daily(day, COUNTS)) for day in days if day.weekday() == weekday]
        return sum(each.difficulty for each in found) / len(found)

    assert mean(0) < mean(3) < mean(6)
    assert len(set(puzzles)) > 150


def _puzzle(game: str, number: int) -> Collected:
    return stored()[game][number]
