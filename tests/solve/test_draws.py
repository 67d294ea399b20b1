"""Games that can be drawn and games that the mover loses: solver, proof, odds, bots and coach know what they are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.bots import bot
from flagfall.bots.odds import odds
from flagfall.bots.solved.knowledge import Knowledge, forget
from flagfall.coach.analysis.analysis import analyse
from flagfall.coach.evaluation.grades import Grade, grade, in_words
from flagfall.coach.evaluation.hints import evaluation, first_hint, second_hint
from flagfall.coach.puzzles import puzzles
from flagfall.coach.reports.report import as_data, markdown, report
from flagfall.core import Player
from flagfall.match import Match
from flagfall.solve import Disproved, Solution, Worth, solve
from flagfall.solve.plain import Mixtures, PlainTable
from flagfall.terminal.show.report import exact_odds
from flagfall.terminal.show.solve import verdict

from .brute_force import minimax
from .toys import DRAWN, LOSES, WINS, Hot, Toy, at, toy

P1, P2 = Player
NAMES = ["start", "a", "b", "c", "d", "e"]
after = st.lists(st.sampled_from([*NAMES, WINS, LOSES, DRAWN, DRAWN]), min_size=1, max_size=3)
turns = st.tuples(after, st.booleans()).map(lambda drawn: [drawn[0]] if drawn[1] else [[each] for each in drawn[0]])
games = st.tuples(*[turns] * len(NAMES)).map(lambda found: Toy(graph=dict(zip(NAMES, found, strict=True))))
"""Any finite graph of wins, losses, draws and circles, whoever is to move where."""

HOT = Hot()
SHORT = Hot(rules=Hot.Rules(waiting=False))


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither at hand nor on disk, where games that are only drawings would be taken for each other."""
    monkeypatch.setenv("FLAGFALL_CACHE", "0")
    forget()


# --- the solver ---


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(games)
def test_values_and_distances_are_those_of_brute_force_and_are_proved(game):
    solution = solve(game, use_cache=False)
    assert {position: solution.worth(position) for position in solution.positions()} == minimax(game)
    assert solution.verify().error == 0


@settings(max_examples=100, deadline=None)
@given(games)
def test_where_nobody_can_force_a_win_all_moves_that_keep_it_so_are_best(game):
    solution = solve(game, use_cache=False)
    for position in solution.positions():
        for player, worths in solution.moves(position).items():
            best = solution.strategy(position)[player]
            if solution.value(position) == 0:
                assert best.keys() == {move for move, worth in worths.items() if worth.value == 0}
                distances = [worth.distance for worth in worths.values() if worth.is_draw]
                assert min(distances, default=None) == solution.distance(position)
            else:
                assert {worths[move] for move in best} == {solution.worth(position)}


@settings(max_examples=100, deadline=None)
@given(games)
def test_draws_are_counted_apart_from_what_never_ends(game):
    solution = solve(game, use_cache=False)
    kinds = Counter((value, distance is not None) for value, distance in map(solution.worth, solution.positions()))
    counts = solution.counts
    assert (counts.draws, counts.endless) == (kinds[0.0, True], kinds[0.0, False])
    assert counts.positions == counts.p1_wins + counts.p2_wins + counts.draws + counts.endless
    assert counts.longest == max((solution.worth(each).distance or 0 for each in _won(solution)), default=0)


def _won(solution):
    return (position for position in solution.positions() if solution.value(position))


@pytest.mark.parametrize("start", [HOT, SHORT], ids=["with waiting", "without"])
def test_a_game_that_the_mover_loses_is_solved_kept_and_proved(start, monkeypatch):
    monkeypatch.delenv("FLAGFALL_CACHE")
    solution = solve(start)
    assert {position: solution.worth(position) for position in solution.positions()} == minimax(start)
    again = solve(start)
    assert again.from_cache
    for each in (solution, again):
        assert each.verify().positions == solution.counts.positions
    assert solution.worth(Hot(start.rules, P1, 1)) == ((-1.0, 1) if start is SHORT else (0.0, None))
    assert solution.worth(Hot(start.rules, P2, 4)) == (0.0, 1)


def test_a_draw_is_no_end_where_somebody_would_give_the_game_away_for_it():
    """P1 can't come to the draw but through a position that P2 wins."""
    game = toy([["start"], ["a"]], a=[[DRAWN, LOSES]])
    solution = solve(game, use_cache=False)
    assert solution.worth(game) == (0.0, None)
    assert solution.worth(at(game, "a")) == (-1.0, 1)


def test_where_secret_choices_decide_no_distance_of_a_draw_is_told_or_taken():
    game = toy([["a"], ["b"]], a=[[WINS, LOSES], [LOSES, WINS]], b=[[DRAWN]])
    solution = solve(game, use_cache=False)
    assert solution.worth(game) == solution.worth(at(game, "b")) == (0.0, None)
    assert solution.worth(at(game, DRAWN)) == (0.0, 0)
    solution.verify()
    with pytest.raises(Disproved, match="the table tells how far draws are, though secret choices decide"):
        Solution(game, _said_to_be_drawn(solution.table, at(game, "b"))).verify()


def _said_to_be_drawn(table, position):
    """The same table with a draw one ply away there, and without likelihoods of what is chosen there."""
    number, distance, mixtures = table.number[position], table.distance.copy(), table.mixtures
    distance[number] = 1
    row = int(np.searchsorted(mixtures.open, number))
    p1, p2 = (_without(row, mixtures.first[player], mixtures.likely[player]) for player in Player)
    rest = Mixtures(np.delete(mixtures.open, row), (p1[0], p2[0]), (p1[1], p2[1]))
    return PlainTable(table.number, table.value, distance, table.error, rest)


def _without(row, first, likely):
    counts = np.delete(np.diff(first), row)
    return np.concatenate(([0], np.cumsum(counts))), np.delete(likely, slice(first[row], first[row + 1]))


# --- odds and bots ---


@settings(max_examples=60, deadline=None)
@given(games)
def test_odds_tell_draws_from_games_without_end(game):
    """Against chances that are followed ply by ply in a dictionary."""
    found = odds(game, bot("random"), bot("random"))
    chances = Counter({game.name: 1.0})
    for _ in range(400):
        onward = Counter()
        for name, chance in chances.items():
            following = [each for row in at(game, name).matrix() for each in row] or [name]
            for each in following:
                onward[each] += chance / len(following)
        chances = onward
    ended = chances[WINS], chances[LOSES], chances[DRAWN]
    assert (found.p1, found.p2, found.draw) == pytest.approx(ended, abs=1e-6)
    assert found.no_result == pytest.approx(1 - sum(ended), abs=1e-6)
    assert found.score == pytest.approx(found.p1 + (1 - found.p1 - found.p2) / 2)


@settings(max_examples=60, deadline=None)
@given(games)
def test_perfect_play_never_gives_a_game_away_that_can_be_drawn(game):
    forget()
    value = solve(game, use_cache=False).value(game)
    as_p1, as_p2 = odds(game, bot("perfect"), bot("random")), odds(game, bot("random"), bot("perfect"))
    assert as_p1.p2 <= (1e-9 if value >= 0 else 1)
    assert as_p2.p1 <= (1e-9 if value <= 0 else 1)
    if value:
        sure = as_p1.p1 if value > 0 else as_p2.p2
        assert sure == pytest.approx(1)


def test_the_levels_of_a_game_with_draws_climb_from_random_to_perfect():
    scores = [odds(SHORT, bot(name), bot("random")).score for name in ("random", "level:1", "level:5", "level:10")]
    assert scores == sorted(scores)
    assert scores[0] < scores[1] < scores[2]
    assert odds(SHORT, bot("level:10"), bot("perfect")) == odds(SHORT, bot("perfect"), bot("perfect"))


def test_a_bot_agrees_to_end_what_is_drawn_and_knows_that_neither_stands_better():
    match = Match(HOT)
    for made in (bot("perfect"), bot("level:3")):
        assert made.standing(match.seats[P1]) == 0


# --- the coach ---


def played(start, *moves):
    match = Match(start)
    for move in moves:
        match.submit(match.position.turn, move)
    return match


def test_words_tell_a_draw_from_a_game_that_nobody_can_force():
    assert in_words(Worth(0.0, None)) == "balanced: nobody can force a win"
    assert in_words(Worth(0.0, 3)) == "drawn: nobody can force a win, and a draw is 3 plies away"
    assert in_words(Worth(0.0, 0)) == in_words(Worth(1.0, 0)) == "the game is over"
    assert verdict(Worth(0.0, None), 0.0) == "With best play nobody wins: the game goes on for ever."
    assert verdict(Worth(0.0, 1), 0.0) == "With best play nobody wins: a draw is 1 ply away."


def test_hints_and_evaluations_of_a_draw():
    knowledge, start = Knowledge(solve(HOT, use_cache=False)), Hot(left=4)
    lines = evaluation(knowledge, start, P1)
    assert lines[0] == "Drawn: nobody can force a win, and a draw is 1 ply away."
    told = {line.split()[1]: line for line in lines[1:5]}
    assert "leads to a draw" in told["out"] and "leads to a draw" in told["wait"]
    assert first_hint(knowledge, start, P1) and second_hint(knowledge, start, P1)


def test_losing_a_draw_is_graded_as_that():
    solution = solve(SHORT, use_cache=False)
    drawn = [each for each in solution.positions() if solution.worth(each).is_draw and each.choices()]
    found = [
        grade(Knowledge(solution), each, each.turn, move)
        for each in drawn
        for move, worth in solution.moves(each)[each.turn].items()
        if worth.value
    ]
    assert found
    assert {(each.grade, each.words) for each in found} == {(Grade.LOSES_BALANCE, "turns a draw into a loss")}


def test_a_game_that_ends_in_a_draw_is_analysed():
    match = played(HOT, "1", "1", "out")
    assert match.outcome.is_draw
    analysis = analyse(match, Knowledge(solve(HOT, use_cache=False)))
    assert analysis.steps[-1].after == (0.0, 0)
    assert analysis.skill(P1).regret == 0


@pytest.mark.parametrize("start", [HOT, SHORT], ids=["with waiting", "without"])
def test_the_report_of_a_game_with_draws_says_how_many_there_are(start):
    found = report(start, lambda position: solve(position, use_cache=False), exact_odds(start))
    page, counts = markdown(found), found.solution.counts_arising(ended=False)
    assert as_data(found)["draws"] == counts.draws > 0
    kinds = f"{counts.p1_wins:,} / {counts.p2_wins:,} / {counts.draws:,} / {counts.endless:,} / 0"
    assert f"| won for P1 / won for P2 / drawn / balanced / between | {kinds} |" in page
    assert "| pairing | P1 | P2 | draw | no result |" in page


def test_puzzles_ask_for_what_saves_the_draw():
    solution = solve(SHORT, use_cache=False)
    for puzzle in puzzles(solution):
        (move,) = puzzle.right
        assert solution.moves(puzzle.position)[puzzle.player][move].value == puzzle.worth.value
        if puzzle.worth.is_draw:
            assert puzzle.ask.startswith(f"{puzzle.player} to move and not lose.")
