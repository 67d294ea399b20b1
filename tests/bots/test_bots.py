"""Bots: they play by the rules, from their seat alone, and the same way again from the same seed."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.bots import BOTS, BadSeed, Bot, UnknownBot, bot
from flagfall.core import Move, Player, Position
from flagfall.games import GAMES
from flagfall.match import Match, Seat
from tests.match.play import OPENINGS, matches, moves_of, quick
from tests.match.twins import replayed

P1, P2 = Player
ANY_GAME = ["random"]
"""The bots that play every game."""


def game_of(opening: Position, bots: dict[Player, Bot], plies: int = 60) -> list[dict[Player, Move]]:
    """The moves that these bots make, to the end or to a cap."""
    match = Match(opening, cap=plies)
    while waiting := match.waiting():
        match.submit(waiting[0], bots[waiting[0]].choose(match.seats[waiting[0]]))
    return moves_of(match)


def pair(name: str, seed: object) -> dict[Player, Bot]:
    return {player: bot(name, f"{seed}/{player.name}") for player in Player}


@pytest.mark.parametrize("name", ANY_GAME)
@pytest.mark.parametrize("opening", OPENINGS, ids=str)
def test_a_bot_plays_every_game_by_the_rules(name: str, opening: Position) -> None:
    moves = game_of(opening, pair(name, "seed"))
    assert moves and moves_of(replayed(opening, moves)) == moves


@pytest.mark.parametrize("name", ANY_GAME)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_plays_the_same_game(name: str, game: str) -> None:
    opening = GAMES[game]()
    assert game_of(opening, pair(name, 7)) == game_of(opening, pair(name, 7))
    assert len({str(game_of(opening, pair(name, seed))) for seed in range(20)}) > 1


@pytest.mark.parametrize("name", ANY_GAME)
@given(matches(), st.integers())
@quick
def test_a_bot_needs_nothing_but_its_seat_and_leaves_it_alone(name: str, match: Match, seed: int) -> None:
    for player in match.waiting():
        seat = match.seats[player]
        kept = deepcopy(seat)
        alone = Seat(player, seat.view, seat.choices, seat.waiting, list(seat.said), list(seat.history))
        assert bot(name, seed).choose(seat) == bot(name, seed).choose(alone)
        assert bot(name, seed).choose(seat) in seat.choices
        assert seat == kept


def test_a_bot_has_random_numbers_of_its_own() -> None:
    seat = Match(GAMES["flag-chase-traps"]()).seats[P1]
    one, other = bot("random", 1), bot("random", 1)
    alone = [bot_.choose(seat) for bot_ in [bot("random", 1)] for _ in range(20)]
    assert [(one.choose(seat), other.choose(seat)) for _ in range(20)] == list(zip(alone, alone, strict=True))


def test_a_bot_without_a_seed_is_not_the_same_every_time() -> None:
    opening = GAMES["flag-chase-traps"]()
    games = {str(game_of(opening, {player: bot("random") for player in Player})) for _ in range(4)}
    assert len(games) > 1


def test_the_random_bot_chooses_every_move_about_equally_often() -> None:
    seat = Match(GAMES["grid-runner"]()).seats[P1]
    player = BOTS["random"](Random(1))
    counts = Counter(player.choose(seat) for _ in range(5000))
    assert counts.keys() == set(seat.choices)
    assert all(900 < count < 1100 for count in counts.values())


def test_a_name_that_no_bot_has() -> None:
    with pytest.raises(UnknownBot) as refused:
        bot("deep blue")
    assert str(refused.value) == "no bot is called 'deep blue'; there is random, level:1 to level:10, perfect, sampler"


@pytest.mark.parametrize("seed", ["a\nb", "a\udcff", "\x00"])
def test_a_seed_that_no_record_could_hold(seed: str) -> None:
    with pytest.raises(BadSeed) as refused:
        bot("random", seed)
    assert str(refused.value) == f"a seed is a number or a text that can be printed, not {seed!r}"
