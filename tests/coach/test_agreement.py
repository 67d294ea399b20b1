"""Hints, grades, lines, puzzles and the strongest bots mean the same by best: in every game, at every position."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from flagfall.bots import bot
from flagfall.bots.policy import PolicyBot
from flagfall.bots.solved.knowledge import Knowledge, knowledge_of
from flagfall.coach.evaluation.grades import Grade, graded
from flagfall.coach.evaluation.hints import evaluation, first_hint, second_hint
from flagfall.coach.evaluation.judging import Judgement, best_line, best_play
from flagfall.coach.puzzles import puzzles
from flagfall.core import Move, Player, Position
from flagfall.games import GAMES, position
from flagfall.solve import solve
from flagfall.solve.exact.optimal import SIDES
from tests.solve.toys import toy

P1, P2 = Player
VARIATIONS = [
    *(str(game()) for game in GAMES.values() if not game().hides()),
    "flag-chase P2 1/4 cells=4 numbers=3",
    "flag-chase P1 1/2 cells=2 numbers=2",
    "flag-chase P1 1/6 cells=6 numbers=7",
    "capture-the-flag P2 1/7",
    "capture-the-flag P1 1/12 cells=12 flag=5 step=3",
    "flag-chase-traps P1 1,1/3,3 1/1 -/- size=3 traps=1 open_traps=yes",
    "grid-runner P1 0,1/3,1 size=4 blocked=2,0 teleport=1,0:3,3+1,3:2,1",
    "grid-runner P1 0,0+0,1/2,0+2,1 size=3 tokens=2",
    "command-line-conquer P1 0/4 positions=5 units=2",
    "command-line-conquer P2 0/5 positions=6 units=2 compare=after",
]
MOST = 120
"""Of a bigger game so many positions are looked at, always the same."""
CLOSE = 1e-9


@cache
def known(text: str) -> Knowledge:
    return knowledge_of(position(text))


def decisions(knowledge: Knowledge) -> Iterator[Judgement]:
    """Every decision of a game."""
    assert knowledge.whole
    positions = knowledge.whole.graph.positions
    if len(positions) > MOST:
        positions = random.Random(1).sample(positions, MOST)
    for each in positions:
        for player in each.choices():
            yield Judgement(knowledge, each, player)


def ranks(judgement: Judgement) -> dict[Move, list[tuple[float, float]]]:
    """For each choice, value and hurry of what follows, in the player's eyes, against every choice of the other."""
    here, player, solution = judgement.position, judgement.player, judgement.knowledge.solution
    others = here.choices().get(player.other, (None,))
    rows: dict[Move, list[tuple[float, float]]] = {}
    for move, other in product(here.choices()[player], others):
        chosen = {player: move} if other is None else {player: move, player.other: other}
        value, plies = solution.worth(here.after(chosen))
        hurry = 0.0 if plies is None else value * SIDES[player] / (plies + 1)
        rows.setdefault(move, []).append((round(value * SIDES[player], 9), round(hurry, 9)))
    return rows


@pytest.mark.parametrize("text", VARIATIONS)
def test_the_best_move_has_the_best_value_then_distance_then_promise(text: str) -> None:
    for judgement in decisions(known(text)):
        rows = ranks(judgement)
        worst = {move: min(row) for move, row in rows.items()}
        top = max(worst.values())
        if judgement.is_battle:
            top = (top[0], 0.0)
            equal = [move for move in rows if worst[move][0] == top[0]]
            equal = [move for move in equal if not any(dominates(rows[other], rows[move]) for other in rows)]
        else:
            equal = [move for move in rows if worst[move] == top]
        promise = {move: judgement[move].promise for move in equal}
        expected = {move for move in equal if promise[move] >= max(promise.values()) - CLOSE}
        assert set(judgement.best) == expected, judgement.position
        assert {each.move for each in judgement.rivals} | expected >= set(equal)


def dominates(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    return one != other and all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


@pytest.mark.parametrize("text", VARIATIONS)
def test_grades_lines_and_the_strongest_bots_call_the_same_moves_best(text: str) -> None:
    knowledge = known(text)
    strongest = [bot("perfect"), bot("level:10")]
    for judgement in decisions(knowledge):
        here, player, best = judgement.position, judgement.player, judgement.best
        marked = {each.move for each in judgement.moves if graded(judgement, each.move).grade is Grade.BEST}
        assert marked == set(best) == set(best_play(knowledge, here)[player])
        for each in strongest:
            assert isinstance(each, PolicyBot)
            assert each.distribution(here)[player] == pytest.approx(best)
        moves, _ = next(best_line(knowledge, here))
        assert moves[player] in best


@pytest.mark.parametrize("text", VARIATIONS)
def test_hints_and_evaluations_name_the_same_moves(text: str) -> None:
    knowledge = known(text)
    for judgement in decisions(knowledge):
        here, player = judgement.position, judgement.player
        best = {here.written(move) for move in judgement.best}
        told = [line for line in evaluation(knowledge, here, player)[1:] if line.startswith("*")]
        assert {line[4:14].strip() for line in told} == best
        first, second = first_hint(knowledge, here, player), second_hint(knowledge, here, player)
        promises = [each.promise for each in judgement.moves]
        same = len({each.worth for each in judgement.moves}) == 1 and max(promises) - min(promises) <= CLOSE
        if len(judgement.moves) == 1:
            assert first == "You have only one move."
            continue
        assert second.startswith("Any move will do") is first.startswith("All moves are equally good") is same
        if not same:
            named = re.match(r"Best is (.+?)(?:: | \()", second)
            assert named and set(re.split(", | or ", named[1])) == best
            assert first.startswith(f"{len(best)} of {len(judgement.moves)} moves ")


@pytest.mark.parametrize("text", VARIATIONS)
@pytest.mark.long
def test_the_answer_to_a_puzzle_is_the_best_move(text: str) -> None:
    for puzzle in puzzles(known(text).solution):
        judgement = Judgement(known(text), puzzle.position, puzzle.player)
        assert puzzle.right == set(judgement.best)
        assert not any(graded(judgement, each.move).grade.keeps_value for each in judgement.moves[1:])


@pytest.mark.long
def test_what_is_found_from_the_nearest_positions_alone_is_said_to_be_so() -> None:
    """Too many positions to follow all: best is what the bots choose, but no figure is told, and no certainty."""
    start = position("flag-chase-traps P1 1,1/4,4 1/1 -/- size=4 traps=1 open_traps=yes")
    knowledge = Knowledge(solve(start))
    judgement = Judgement(knowledge, start, P1)
    assert not judgement.is_exact and judgement.rivals
    assert judgement.best == best_play(knowledge, start)[P1]
    assert "seems to set fewer problems" in first_hint(knowledge, start, P1)
    assert "fallible" not in " ".join((second_hint(knowledge, start, P1), *evaluation(knowledge, start, P1)))
    assert graded(judgement, judgement.rivals[0].move).words == "gives nothing away, but seems to set fewer problems"


# --- games that only a drawing knows ---


@pytest.mark.usefixtures("nothing_known")
def test_a_mixture_is_told_as_such_and_judged_against_the_others() -> None:
    start: Position = toy([["wins", "drawn"], ["loses", "wins"], ["loses", "drawn"]])
    knowledge = knowledge_of(start)
    judgement = Judgement(knowledge, start, P1)
    assert judgement.best == pytest.approx({"0": 2 / 3, "1": 1 / 3})
    assert first_hint(knowledge, start, P1) == "No single choice is best: mix 2 of 3."
    assert second_hint(knowledge, start, P1) == "Mix your choice: 0 (67%), 1 (33%)."
    said = evaluation(knowledge, start, P1)
    assert "is worth +0.333 against the other's best mixture" in said[1]
    assert said[-2] == "Best choice: 0 (67%), 1 (33%)."
    assert graded(judgement, "2").grade is Grade.WEAKER
    assert judgement["2"].dominated_by in ("0", "1")


@pytest.mark.usefixtures("nothing_known")
def test_in_a_won_battle_the_choice_that_may_win_sooner_is_best() -> None:
    """Both rows win within three plies; the second wins at once against one of P2's choices."""
    start: Position = toy([["far", "far"], ["far", "wins"]], far=[["near", "near"]], near=[["wins"], ["loses"]])
    knowledge = knowledge_of(start)
    assert knowledge.solution.worth(start) == (1.0, 3)
    judgement = Judgement(knowledge, start, P1)
    assert judgement.best == {"1": 1.0} and judgement["0"].dominated_by == "1"
    assert best_play(knowledge, start)[P1] == {"1": 1.0}
    assert graded(judgement, "0").grade is Grade.DOMINATED
