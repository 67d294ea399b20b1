"""Several rounds of a game: who starts, who has won how many, and when it is decided."""

from __future__ import annotations

from itertools import product

import pytest

from flagfall.core import Outcome, Player, Position
from flagfall.games import GAMES, position
from flagfall.match import Match, NotNow, Series, Terms
from tests.match.play import OPENINGS

P1, P2 = Player
CAPPED, DRAWN = Outcome(None, "a cap", void=True), Outcome(None, "the board is full")
WON = {P1: Outcome(P1, "captured the flag"), P2: Outcome(P2, "captured the flag"), None: CAPPED}
OPENING = GAMES["capture-the-flag"]()


def series(terms: Terms, *winners: Player | None, start: Position = OPENING) -> Series:
    return Series(start, terms, [WON[winner] for winner in winners])


def ends(terms: Terms, winners: tuple[Player | None, ...]) -> tuple[bool, Player | None]:
    """Whether these rounds decide the series, and for whom, counted in the plainest way."""
    p1, p2 = winners.count(P1), winners.count(P2)
    leader = P1 if p1 > p2 else P2 if p2 > p1 else None
    if terms.first_to:
        return max(p1, p2) >= terms.first_to, leader if max(p1, p2) >= terms.first_to else None
    rounds = terms.best_of or 1
    left = rounds - len(winners)
    won = 2 * max(p1, p2) > rounds
    return won or left <= 0, leader if won or left <= 0 else None


@pytest.mark.rule("F1-V01", "F3-V01", "G-02")
@pytest.mark.parametrize(
    "terms", [Terms(), *(Terms(best_of=n) for n in range(1, 6)), *(Terms(first_to=n) for n in (1, 2, 3))], ids=str
)
def test_every_way_a_series_can_go(terms: Terms) -> None:
    for length in range(6):
        for winners in product((P1, P2, None), repeat=length):
            if any(ends(terms, winners[:played])[0] for played in range(length)):
                continue
            played = series(terms)
            for winner in winners:
                played.finish(WON[winner])
            assert (played.over, played.champion) == ends(terms, winners)
            assert played.wins == {P1: winners.count(P1), P2: winners.count(P2)}
            assert played.score() == {"P1": winners.count(P1), "P2": winners.count(P2)}
            assert played.round == length + 1
            assert vars(series(terms, *winners)) == vars(played)
            if played.over:
                for act in (played.opening, lambda: played.finish(WON[P1])):  # noqa: B023
                    with pytest.raises(NotNow, match="the series is over"):
                        act()


def test_a_level_best_of_an_even_number_has_no_champion() -> None:
    level = series(Terms(best_of=4), P1, P2, P2, P1)
    assert level.over and level.champion is None
    assert not series(Terms(best_of=4), P1, P1, P2).over
    assert series(Terms(best_of=4), P1, P1, P2, P1).champion is P1


def test_rounds_without_a_result_use_up_a_best_of_but_not_a_first_to() -> None:
    assert series(Terms(best_of=3), None, P2, None).champion is P2
    assert series(Terms(best_of=3), None, None, None).over
    endless = series(Terms(first_to=1), *[None] * 50)
    assert not endless.over and endless.round == 51


@pytest.mark.rule("F1-A09", "F3-A14", "G-01")
@pytest.mark.parametrize("game", ["capture-the-flag", "grid-runner"])
def test_player_1_starts_every_round_as_in_the_book(game: str) -> None:
    rounds = Series(GAMES[game](), Terms(best_of=5))
    for winner in (P1, P2, None, P1, None):
        assert rounds.opening() == GAMES[game]() and rounds.opening().turn is P1
        rounds.finish(WON[winner])


@pytest.mark.rule("F1-A09", "F3-A14", "G-06")
@pytest.mark.parametrize("game", GAMES)
def test_with_swap_the_players_take_turns_to_start_so_both_seats_are_compared(game: str) -> None:
    rounds = Series(GAMES[game](), Terms(best_of=6, swap=True))
    starters: list[Player] = []
    for winner in (P1, None, P2, P2, P1, None):
        match = Match(rounds.opening())
        starters.append(match.position.turn)
        rounds.finish(WON[winner])
    assert starters == [P1, P2] * 3


@pytest.mark.rule("F1-A09")
def test_without_swap_the_starter_wins_every_round_and_with_it_each_wins_half() -> None:
    scores = []
    for swap in (False, True):
        rounds = Series(OPENING, Terms(best_of=4, swap=swap))
        while not rounds.over:
            match = Match(rounds.opening())
            while waiting := match.waiting():
                match.submit(waiting[0], match.seats[waiting[0]].choices[-1])
            assert match.outcome
            rounds.finish(match.outcome)
        scores.append((rounds.score(), rounds.champion))
    assert scores == [({"P1": 3, "P2": 0}, P1), ({"P1": 2, "P2": 2}, None)]


@pytest.mark.parametrize("start", OPENINGS, ids=str)
def test_a_swapped_start_can_be_written_down_or_is_refused_before_the_first_round(start: Position) -> None:
    try:
        rounds = Series(start, Terms(best_of=3, swap=True), [WON[P1]])
    except NotNow:
        assert start.started_by(start.turn.other).problem()
    else:
        assert position(rounds.opening().text()) == rounds.opening()


def test_a_start_that_only_one_player_can_begin_from_is_not_swapped() -> None:
    attack = position("flag-chase P2 5/5")
    with pytest.raises(NotNow) as refused:
        Series(attack, Terms(best_of=3, swap=True))
    assert str(refused.value) == ("the starter can't be swapped here: Player 1 attacks the base, so Player 2 is next")
    assert Series(attack, Terms(best_of=3)).opening() == attack


@pytest.mark.rule("F1-V01", "F3-V01")
def test_the_standings() -> None:
    assert series(Terms(best_of=3)).standings() == "Score: Player 1 0, Player 2 0."
    assert series(Terms(best_of=3), P2).standings() == "Score: Player 1 0, Player 2 1."
    assert series(Terms(best_of=9), P1, None, P2, P1, None).standings() == (
        "Score: Player 1 2, Player 2 1, without a result 2."
    )


def test_a_draw_is_counted_apart_from_what_has_no_result() -> None:
    drawn = Series(OPENING, Terms(best_of=3), [DRAWN, CAPPED, WON[P2]])
    assert drawn.standings() == "Score: Player 1 0, Player 2 1, drawn 1, without a result 1."
    assert drawn.score() == {"P1": 0, "P2": 1, "draws": 1}
    assert drawn.over and drawn.champion is P2
    level = Series(OPENING, Terms(best_of=2), [DRAWN, DRAWN])
    assert level.over and level.champion is None


def test_terms_in_words() -> None:
    assert str(Terms()) == "best of 1, same starter each round"
    assert str(Terms(best_of=3)) == "best of 3, same starter each round"
    assert str(Terms(first_to=2, swap=True)) == "first to 2, starter swapped each round"


@pytest.mark.parametrize(
    ("best_of", "first_to", "message"),
    [
        (3, 2, "a series is either best of a number of rounds or first to a number of wins, not both"),
        (0, None, "best of takes a number from 1 to 999, not 0"),
        (None, -1, "first to takes a number from 1 to 999, not -1"),
        (1000, None, "best of takes a number from 1 to 999, not 1000"),
    ],
)
def test_terms_that_cannot_be(best_of: int | None, first_to: int | None, message: str) -> None:
    with pytest.raises(NotNow) as refused:
        Terms(best_of, first_to)
    assert str(refused.value) == message
