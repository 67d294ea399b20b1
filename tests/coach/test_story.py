"""What decided a game is the last ply at which it could still have gone otherwise; what is folded decided nothing."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain

import pytest

from flagfall.bots import bot
from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.analysis.analysis import Analysis, analyse
from flagfall.coach.analysis.story import LONG, decided, folded, is_quiet, nothing_decided
from flagfall.core import Player, Position
from flagfall.games import GAMES, position
from flagfall.match import Match
from tests.solve.toys import toy

P1, P2 = Player
SOLVED = [name for name, game in GAMES.items() if not game().hides()]


def played(start: Position, seed: int, cap: int = 60) -> Match:
    match, bots = Match(start, cap=cap), {player: bot(f"level:{1 + seed}", seed) for player in Player}
    while waiting := match.waiting():
        match.submit(waiting[0], bots[waiting[0]].choose(match.seats[waiting[0]]))
    return match


@cache
def games(name: str) -> list[tuple[Match, Analysis]]:
    matches = [played(GAMES[name](), seed) for seed in range(8)]
    return [(match, analyse(match, knowledge_of(match.start))) for match in matches]


@pytest.mark.long
@pytest.mark.parametrize("name", SOLVED)
def test_what_decided_a_game_is_the_last_ply_before_which_it_was_open(name: str) -> None:
    for match, analysis in games(name):
        told = decided(analysis, match)
        assert told.endswith(".") and told.count("\n") == 0
        if not match.position.outcome():
            continue
        final = analysis.values[-1]
        others = [step.number for step in analysis.steps if step.before.value != final]
        named = re.search(r"ply (\d+) decided it", told, re.IGNORECASE)
        assert (int(named[1]) if named else None) == (max(others) if others else None), told


@pytest.mark.parametrize("name", SOLVED)
def test_nothing_is_lost_in_folding(name: str) -> None:
    for _, analysis in games(name):
        stretches = list(folded(analysis.steps))
        assert tuple(chain.from_iterable(stretches)) == analysis.steps
        for stretch in stretches:
            assert len(stretch) == 1 or (len(stretch) >= LONG and all(map(is_quiet, stretch)))
            assert analysis.steps[-1] not in stretch or len(stretch) == 1
        assert all(
            step in chain.from_iterable(each for each in stretches if len(each) == 1) for step in slips(analysis)
        )


def slips(analysis: Analysis) -> list[object]:
    return [step for step in analysis.steps if any(not each.grade.keeps_value for each in step.decisions)]


def match_of(start: str, *plies: str) -> tuple[Analysis, Match]:
    match = Match(position(start))
    for move in plies:
        match.submit(match.waiting()[0], move)
    return analyse(match, knowledge_of(match.start)), match


def test_the_sentence_names_the_slip_and_what_was_best() -> None:
    told = decided(*match_of("capture-the-flag P1 1/7", "1", "2", "1", "1"))
    assert told == "Ply 3 decided it: Player 1's 1 turns a win into a loss; best was 2."


def test_a_result_that_stood_from_the_start_is_nobodys_fault() -> None:
    told = decided(*match_of("capture-the-flag P1 1/7", "2", "1", "1"))
    assert told == "The result stood from the start: Player 1 wins in 3 plies with best play."


def test_a_game_may_be_unfinished_or_given_up() -> None:
    analysis, match = match_of("capture-the-flag P1 1/7", "1")
    assert decided(analysis, match) == "The game is unfinished: Player 1 wins in 2 plies."
    match.resign(P1)
    assert decided(analysis, match) == "Player 1 resigned; Player 1 wins in 2 plies with best play."


@pytest.mark.usefixtures("nothing_known")
def test_a_battle_may_decide_it_though_nobody_was_wrong() -> None:
    start: Position = toy([["wins", "loses"], ["loses", "wins"]])
    match = Match(start)
    match.submit(P1, "0")
    match.submit(P2, "0")
    told = decided(analyse(match, knowledge_of(start)), match)
    assert told == ("The battle at ply 1 decided it: Player 1's 0 against Player 2's 0, and neither was a mistake.")


def test_a_stretch_says_how_long_it_is() -> None:
    analysis, _ = match_of("capture-the-flag P1 1/7", "2", "1", "1")
    assert nothing_decided(analysis.steps) == "3 plies in which nothing was decided"
