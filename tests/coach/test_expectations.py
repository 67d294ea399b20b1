"""What is told to expect from a level is what the exact odds say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from flagfall.bots import UnfitBot, bot
from flagfall.bots.odds import odds
from flagfall.coach.expectations import BEGINNER, CAP, LEVELS, Expectation, computed, expectations, stored
from flagfall.core import Position
from flagfall.games import BOOKS, GAMES, position
from flagfall.solve import TooBig

SOLVED = [*(game() for game in GAMES.values() if not game().hides()), position("grid-runner P1 0,1/3,1 size=4")]


@pytest.mark.parametrize("start", SOLVED, ids=str)
def test_a_stronger_level_is_beaten_less_often_and_an_equal_one_every_second_time(start: Position) -> None:
    found = expectations(start)
    assert [each.level for each in found] == list(LEVELS)
    assert found[BEGINNER - 1].share == pytest.approx(0.5)
    shares = [each.share for each in found if each.share is not None]
    assert len(shares) == len(found) and all(strong <= weak + 1e-3 for weak, strong in pairwise(shares))


@pytest.mark.parametrize("start", SOLVED, ids=str)
def test_the_figures_are_those_of_games_from_both_seats(start: Position) -> None:
    beginner, other = bot(f"level:{BEGINNER}"), bot("level:6")
    first, second = odds(start, beginner, other, cap=CAP), odds(start, other, beginner, cap=CAP)
    found = expectations(start)[5]
    assert found.wins == pytest.approx((first.p1 + second.p2) / 2, abs=1e-4)
    assert found.losses == pytest.approx((first.p2 + second.p1) / 2, abs=1e-4)


@pytest.mark.parametrize("game", [game for game in BOOKS if not game().hides()], ids=lambda game: game.id)
def test_what_is_kept_of_a_book_is_what_is_computed(game: type[Position]) -> None:
    kept, found = stored()[game.id], computed(game())
    assert [each.words for each in kept] == [each.words for each in found]
    for one, other in zip(kept, found, strict=True):
        assert (one.wins, one.losses) == pytest.approx((other.wins, other.losses), rel=1e-3)


def test_nothing_is_kept_of_a_game_that_hides_something() -> None:
    for game in GAMES.values():
        if game().hides():
            assert game.id not in stored()
            with pytest.raises(UnfitBot, match=game.title):
                expectations(game())


@pytest.mark.long
def test_where_no_odds_can_be_computed_none_are_told() -> None:
    with pytest.raises(TooBig, match="odds are computed for games of up to"):
        expectations(position("grid-runner P1 0,2+0,3/6,2+6,3 size=7 tokens=2"))


@pytest.mark.parametrize(
    ("wins", "losses", "words"),
    [
        (0.34, 0.66, "a beginner wins about one in three"),
        (0.2, 0.4, "a beginner wins about one in three"),
        (0.5, 0.5, "a beginner wins about one in two"),
        (0.89, 0.11, "a beginner wins about nine in ten"),
        (0.021, 0.979, "a beginner wins about one in 50"),
        (0.001, 0.999, "a beginner hardly ever wins"),
        (0.0, 1.0, "a beginner never wins"),
        (0.99, 0.01, "a beginner nearly always wins"),
        (1.0, 0.0, "a beginner always wins"),
        (0.0, 0.0, "a beginner neither wins nor loses"),
    ],
)
def test_the_words_are_a_simple_share(wins: float, losses: float, words: str) -> None:
    assert Expectation(4, wins, losses).words == words
