"""Bots by their names: what can be asked for, and what is said to the rest."""

from __future__ import annotations

import pytest

from flagfall.bots import BOTS, UnfitBot, UnknownBot, bot
from flagfall.core import Player, Position
from flagfall.games import GAMES, position
from flagfall.match import Match
from flagfall.solve import TooBig

from .hidden.toys import Seek

HIDDEN = GAMES["flag-chase-traps"]()
SKILLED = [name for name in BOTS if name == "perfect" or name.startswith("level:")]
SMALL = position("capture-the-flag P1 1/7")


def test_these_are_the_bots() -> None:
    levels = [f"level:{number}" for number in range(1, 11)]
    assert [*BOTS] == ["random", *levels, "perfect", "sampler"]
    assert [str(bot(name)) for name in BOTS] == [*BOTS]


@pytest.mark.parametrize("name", ["level:0", "level:11", "level:01", "level:", "level", "level:1.5", "levels"])
def test_a_level_that_there_is_not(name: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        bot(name)
    levels = "the levels are level:1, which is the weakest, to level:10"
    assert str(refused.value) == f"no bot is called {name!r}; {levels}"


@pytest.mark.parametrize("name", ["sampler:", "sampler:-1", "sampler:fast", "sampler:0-playouts", "sampler:1e3"])
def test_a_time_that_sampler_can_not_read(name: str) -> None:
    with pytest.raises(UnknownBot) as refused:
        bot(name)
    how = "how long sampler takes for a move is said as in sampler:2.5 (seconds) or sampler:500-playouts"
    assert str(refused.value) == f"no bot is called {name!r}; {how}"


def test_a_game_that_hides_something_has_no_perfect_play() -> None:
    told = (
        "perfect plays by the exact solution, and Flag Chase: Hidden Traps has none, because each player hides "
        "something from the other; sampler, level:1 to level:10 and random can play it"
    )
    for ask in (bot("perfect").check, bot("perfect").prepare):
        with pytest.raises(UnfitBot) as refused:
            ask(HIDDEN)
        assert str(refused.value) == told


@pytest.mark.parametrize("name", SKILLED)
def test_a_toy_that_hides_something_has_nobody_who_knows_it(name: str) -> None:
    with pytest.raises(UnfitBot, match="plays by the exact solution, and Seek has none"):
        bot(name).prepare(Seek())
    with pytest.raises(UnfitBot, match="plays by the exact solution"):
        bot(name).choose(Match(Seek()).seats[Player.P1])


def test_sampler_is_for_games_that_hide_something() -> None:
    with pytest.raises(UnfitBot) as refused:
        bot("sampler").prepare(SMALL)
    told = (
        "sampler is for games that hide something, and Capture the Flag hides nothing; "
        "perfect, level:1 to level:10 and random can play it"
    )
    assert str(refused.value) == told


@pytest.mark.parametrize(("name", "start"), [("random", SMALL), ("random", HIDDEN), ("sampler", HIDDEN)])
def test_what_can_be_played_is_not_refused(name: str, start: Position) -> None:
    bot(name).check(start)
    bot(name).prepare(start)


def test_a_game_too_big_to_solve_is_refused_in_the_solvers_words() -> None:
    with pytest.raises(TooBig, match="of memory"):
        bot("perfect").prepare(position("grid-runner P1 0,0+0,1+0,2+0,3/11,0+11,1+11,2+11,3 size=12 tokens=4"))
