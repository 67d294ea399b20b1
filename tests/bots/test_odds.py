"""Odds: exact, whichever way one looks at it, and told with what is not exact about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod, sqrt
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from flagfall.bots import UnfitBot, bot
from flagfall.bots.markov import Odds
from flagfall.bots.odds import odds
from flagfall.bots.policy import PolicyBot
from flagfall.bots.solved import knowledge
from flagfall.bots.solved.knowledge import WHOLE
from flagfall.core import Player, Position
from flagfall.games import GAMES, position
from flagfall.match import Match
from flagfall.solve import Strategy, TooBig
from tests.helpers import reachable
from tests.solve.toys import toy

P1, P2 = Player
Bots = Mapping[Player, PolicyBot]
FLAG_CHASE, CAPTURE, GRID_RUNNER = (GAMES[name]() for name in ("flag-chase", "capture-the-flag", "grid-runner"))


def fixed(p1: str, p2: str) -> Bots:
    one, two = bot(p1), bot(p2)
    assert isinstance(one, PolicyBot) and isinstance(two, PolicyBot)
    return {P1: one, P2: two}


def steps(position: Position, bots: Bots) -> Iterator[tuple[Position, float]]:
    """What may come next, and how likely, from what each bot says about this position."""
    mixes = {player: bots[player].distribution(position)[player] for player in position.choices()}
    for chosen in product(*mixes.values()) if mixes else ():
        moves = dict(zip(mixes, chosen, strict=True))
        yield position.play(moves), prod(mixes[player][move] for player, move in moves.items())


# --- the same by other ways ---


@pytest.mark.parametrize("p2", ["random", "level:3", "level:10", "perfect"])
@pytest.mark.parametrize("p1", ["random", "level:1", "perfect"])
@pytest.mark.parametrize("start", [CAPTURE, position("capture-the-flag P2 1/12 cells=12 flag=5 step=3")], ids=str)
def test_a_game_without_circles_is_counted_through(start: Position, p1: str, p2: str) -> None:
    bots = fixed(p1, p2)

    @cache
    def chance(position: Position) -> float:
        if outcome := position.outcome():
            return float(outcome.winner is P1)
        return sum(likely * chance(after) for after, likely in steps(position, bots))

    found = odds(start, bots[P1], bots[P2])
    assert found.p1 == pytest.approx(chance(start), abs=1e-12)
    assert found.p1 + found.p2 == pytest.approx(1, abs=1e-12)
    assert found.no_result == 0


def test_random_play_in_exact_fractions() -> None:
    @cache
    def chance(position: Position) -> Fraction:
        if outcome := position.outcome():
            return Fraction(outcome.winner is P1)
        (moves,) = position.choices().values()
        return sum((chance(position.play({position.turn: move})) for move in moves), Fraction(0)) / len(moves)

    found = odds(type(CAPTURE), bot("random"), bot("random"))
    assert chance(CAPTURE) == Fraction(13, 16)
    assert (found.p1, found.p2, found.plies) == (13 / 16, 3 / 16, 3.3125)


@pytest.mark.parametrize(
    ("start", "p1", "p2"),
    [
        (FLAG_CHASE, "random", "random"),
        (FLAG_CHASE, "level:2", "level:6"),
        (FLAG_CHASE, "perfect", "level:9"),
        (GRID_RUNNER, "level:4", "level:4"),
        (GRID_RUNNER, "level:7", "perfect"),
        (position("flag-chase P2 1/3 cells=3 numbers=3"), "level:1", "perfect"),
        (position("flag-chase-traps P1 1,1/2,2 1/1 -/- size=2 traps=1"), "random", "random"),
    ],
    ids=str,
)
def test_the_linear_equations_of_the_chain_have_the_same_answer(start: Position, p1: str, p2: str) -> None:
    """What is to come at each position is the mean of what is to come at the next: solved all at once."""
    bots = fixed(p1, p2)
    number = {each: at for at, each in enumerate(reached(start, bots))}
    matrix, right = np.eye(len(number)), np.zeros((len(number), 3))
    for each, at in number.items():
        for after, likely in steps(each, bots):
            matrix[at, number[after]] -= likely
        outcome = each.outcome()
        right[at] = (outcome.winner is P1, outcome.winner is P2, 0) if outcome else (0, 0, 1)
    wins, losses, plies = np.linalg.solve(matrix, right)[number[start]]
    found = odds(start, bots[P1], bots[P2])
    assert (found.p1, found.p2) == pytest.approx((wins, losses), abs=1e-9)
    assert found.plies == pytest.approx(plies, rel=1e-6)
    assert 0 <= found.error <= 1e-12


def reached(start: Position, bots: Bots) -> list[Position]:
    """Every position that two bots may come to."""
    found = {start: None}
    for each in (waiting := [start]):
        new = [after for after, _ in steps(each, bots) if after not in found]
        waiting += dict.fromkeys(new)
        found |= dict.fromkeys(new)
    return list(found)


GAMES_PLAYED = 100_000
WIDTH = 4.5
"""Standard errors. A right answer is outside of that about once in 150,000 times, and the seed is fixed."""


@pytest.mark.parametrize(
    ("start", "p1", "p2"),
    [
        (FLAG_CHASE, "level:3", "level:4"),
        (CAPTURE, "level:2", "perfect"),
        (GRID_RUNNER, "random", "level:1"),
        (GRID_RUNNER, "perfect", "level:9"),
        (position("command-line-conquer P1 0/6 positions=7 units=2"), "level:6", "level:5"),
    ],
    ids=str,
)
def test_a_hundred_thousand_games_end_as_the_odds_say(start: Position, p1: str, p2: str) -> None:
    bots = fixed(p1, p2)
    found = odds(start, bots[P1], bots[P2])
    results = played(start, bots)
    for chance, result in ((found.p1, 1), (found.p2, -1)):
        share = float((results == result).mean())
        assert abs(share - chance) <= WIDTH * sqrt(max(chance * (1 - chance), 1e-9) / GAMES_PLAYED)


def played(start: Position, bots: Bots) -> NDArray[np.int64]:
    """Who has won each of many games, all played at once: at every step each draws its next position."""
    draw = np.random.default_rng(7)
    first, target, bound, result = drawn_from(start, bots)
    here = np.zeros(GAMES_PLAYED, dtype=np.int64)
    going = np.arange(GAMES_PLAYED)
    while len(going):
        at = here[going]
        here[going] = target[np.searchsorted(bound, at + draw.random(len(going)), side="right")]
        going = going[first[here[going]] < first[here[going] + 1]]
    return result[here]


def drawn_from(start: Position, bots: Bots) -> tuple[NDArray[np.int64], ...]:
    """Numbered positions, and what follows each up to which random number; a position's begin at its own number."""
    positions = [start]
    number = {start: 0}
    first, target, bound, result = [0], [], [], []
    for at, each in enumerate(positions):
        sofar = 0.0
        for after, likely in steps(each, bots):
            if after not in number:
                number[after] = len(positions)
                positions.append(after)
            sofar += likely
            target.append(number[after])
            bound.append(at + min(sofar, 1.0))
        if target[first[-1] :]:
            bound[-1] = at + 1.0
        first.append(len(target))
        outcome = each.outcome()
        result.append(0 if outcome is None else 1 if outcome.winner is P1 else -1)
    return tuple(map(np.array, (first, target, bound, result)))


# --- what has no result ---


def test_two_who_never_go_wrong_never_come_to_an_end() -> None:
    assert odds(FLAG_CHASE, bot("perfect"), bot("perfect")) == Odds(0.0, 0.0, 0.0, 1.0, None, 0.0)


def test_a_part_that_goes_round_in_circles() -> None:
    """One third wins, one third gets nowhere, and one third is drawn."""
    start = toy([["wins"], ["round"], ["drawn"]], round=[["about"]], about=[["round"]])
    found = odds(start, bot("random"), bot("random"))
    assert (found.p1, found.p2, found.draw, found.no_result) == pytest.approx((1 / 3, 0, 1 / 3, 1 / 3))
    assert found.plies is None


def test_a_cap_counts_what_is_not_over_as_without_a_result() -> None:
    """A coin that is tossed until it shows heads."""
    start = toy([["wins"], ["start"]])
    random = bot("random")
    assert odds(start, random, random, cap=1) == Odds(0.5, 0.0, 0.0, 0.5, 1.0, 0.0)
    assert odds(start, random, random, cap=3) == Odds(0.875, 0.0, 0.0, 0.125, 1.75, 0.0)
    assert odds(start, random, random).p1 == pytest.approx(1, abs=1e-12)
    assert odds(start, random, random).plies == pytest.approx(2)


def test_a_game_that_is_over_has_its_result() -> None:
    over = position("capture-the-flag P2 4/7")
    assert odds(over, bot("random"), bot("random")) == Odds(1.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("start", [FLAG_CHASE, GRID_RUNNER], ids=str)
def test_no_result_counts_half(start: Position) -> None:
    found = odds(start, bot("level:2"), bot("level:5"), cap=10)
    assert found.p1 + found.p2 + found.no_result == pytest.approx(1)
    assert found.no_result > 0
    assert found.score == pytest.approx(found.p1 + found.no_result / 2)


# --- for whom ---


class First(PolicyBot):
    """A bot from elsewhere: it says what it does at a position, and no more."""

    def distribution(self, position: Position) -> Strategy:
        return {player: {moves[0]: 1.0} for player, moves in position.choices().items()}


def test_any_bot_that_says_what_it_does_has_odds() -> None:
    first = First(Random(1))
    assert odds(CAPTURE, first, first) == Odds(1.0, 0.0, 0.0, 0.0, 5.0, 0.0)
    assert odds(CAPTURE, first, bot("perfect")).p2 == 1
    assert first.choose(Match(CAPTURE).seats[P1]) == "1"


def test_sampler_has_no_fixed_strategy() -> None:
    with pytest.raises(UnfitBot) as refused:
        odds(GAMES["flag-chase-traps"], bot("sampler"), bot("random"))
    told = "sampler has no fixed strategy, so its odds can't be computed; they can be played out"
    assert str(refused.value) == told


def test_a_game_with_too_many_positions() -> None:
    with pytest.raises(TooBig) as refused:
        odds(GAMES["flag-chase-traps"], bot("random"), bot("random"))
    told = f"odds are computed for games of up to {WHOLE:,} positions, and this one has more"
    assert str(refused.value) == told


@pytest.mark.parametrize("name", ["random", "level:3", "perfect"])
@pytest.mark.parametrize("start", [FLAG_CHASE, CAPTURE, GRID_RUNNER], ids=str)
def test_a_distribution_is_one(start: Position, name: str) -> None:
    """At every position, for everybody who decides there, legal moves whose likelihoods make up 1."""
    asked = fixed(name, name)[P1]
    for each in reachable(start):
        said = asked.distribution(each)
        assert said.keys() == each.choices().keys()
        for player, moves in each.choices().items():
            assert said[player].keys() <= set(moves)
            assert all(likely > 0 for likely in said[player].values())
            assert sum(said[player].values()) == pytest.approx(1)


@pytest.mark.usefixtures("nothing_known")
def test_the_odds_are_from_the_position_asked_for_whatever_was_asked_before() -> None:
    """All of these positions arise from one another, so one solution answers for all of them."""
    starts = [position(text) for text in ("flag-chase P2 5/5", "flag-chase P1 1/5", "flag-chase P1 4/5")]
    together = [odds(start, bot("level:3"), bot("random")) for start in starts]
    for start, found in zip(starts, together, strict=True):
        knowledge.forget()
        assert found.p1 == pytest.approx(odds(start, bot("level:3"), bot("random")).p1)
    assert len({round(found.p1, 6) for found in together}) == 3
