"""Solutions of the real games, held against their proofs, brute force and what a user would notice."""

from __future__ import annotations

import doctest

import pytest

from flagfall import GAMES, Player
from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.evaluation.judging import best_line
from flagfall.core import Position
from flagfall.games.capture_the_flag import CaptureTheFlag
from flagfall.games.flag_chase import FlagChase
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import NotSolvable, NotSolved, Proof, Worth, solve
from flagfall.solve import solution as solution_module
from flagfall.solve.plain import PlainTable
from tests.helpers import played, reachable

from .brute_force import linear_program, minimax, rows

P1, P2 = Player.P1, Player.P2
PLENTY = 1 << 40


def opening(text: str) -> Position:
    """A game with settings, as it is typed: `grid-runner size=3`."""
    name, *settings = text.split()
    game = GAMES[name]
    return game(rules=game.Rules.read(dict(each.split("=") for each in settings)))  # type: ignore[call-arg]


BOOKS = ["capture-the-flag", "flag-chase", "grid-runner", "command-line-conquer"]
SMALL = [
    "capture-the-flag",
    "capture-the-flag step=3 cells=12 flag=5",
    "capture-the-flag step=1 cells=9 flag=2",
    "grid-runner size=3",
    "grid-runner size=4 blocked=1,1+2,2",
    "grid-runner size=4 teleport=1,0:2,3",
    "grid-runner size=3 tokens=2",
    "grid-runner size=3 tokens=2 capture=first",
    "command-line-conquer positions=4 units=2",
    "command-line-conquer positions=5 units=2 compare=after",
    "command-line-conquer positions=5 units=2 strength=2 stack=whole",
    "flag-chase-traps size=2 traps=1 open_traps=yes",
    "flag-chase-traps size=3 traps=0 open_traps=yes",
]
BATTLES = [
    "flag-chase",
    "flag-chase cells=2",
    "flag-chase cells=3 numbers=2",
    "flag-chase cells=8 numbers=3",
    "flag-chase cells=4 numbers=9",
]
HARDER = ["grid-runner size=7", "flag-chase cells=30 numbers=20"]


@pytest.mark.parametrize("text", [*BOOKS, *SMALL, *BATTLES[1:], *HARDER])
def test_the_answer_proves_itself(text):
    """Position by position, also where there is a bulk form, as these are not very many."""
    solution = solve(opening(text))
    positions = solution.counts.positions
    assert solution.verify() == Proof(positions, 0.0, by_rules=positions)


@pytest.mark.parametrize("text", [*SMALL, "grid-runner"])
def test_brute_force_finds_the_same(text):
    start = opening(text)
    solution, plain = solve(start), PlainTable.solve(start, None, PLENTY)
    expected = minimax(start)
    assert {position: solution.worth(position) for position in expected} == expected
    assert {position: plain.look_up(position) for position in plain.positions()} == expected


@pytest.mark.parametrize("text", BATTLES)
def test_linear_programs_find_the_same_battles(text):
    """Every value is that of the matrix game of the values that follow."""
    solution = solve(opening(text))
    for position in solution.positions():
        if position.choices():
            following = [[solution.value(after) for after in row] for row in rows(position)]
            assert solution.value(position) == pytest.approx(linear_program(following), abs=1e-9)


@pytest.mark.parametrize("text", ["grid-runner", *SMALL, *BATTLES])
def test_counts_add_up(text):
    solution = solve(opening(text))
    counts, positions = solution.counts, list(solution.positions())
    assert len(set(positions)) == counts.positions == len(positions)
    assert counts.p1_wins == sum(solution.value(each) == 1 for each in positions)
    assert counts.p2_wins == sum(solution.value(each) == -1 for each in positions)
    assert counts.endless == sum(solution.value(each) == 0 for each in positions)
    assert counts.mixed == 0
    assert counts.ends == sum(each.outcome() is not None for each in positions)
    assert counts.longest == max(solution.distance(each) or 0 for each in positions)
    assert counts.reachable == len(reachable(solution.start))
    assert set(positions) >= reachable(solution.start)


@pytest.mark.rule("F1-A04")
def test_in_capture_the_flag_the_starter_wins_whatever_the_first_step_is():
    start = CaptureTheFlag()
    solution = solve(start)
    assert solution.worth(start) == (1.0, 3)
    assert solution.moves(start) == {P1: {"1": Worth(1.0, 3), "2": Worth(1.0, 3)}}
    assert solution.strategy(start) == {P1: {"1": 0.5, "2": 0.5}}
    assert solve(start.started_by(P2)).worth(start.started_by(P2)) == (-1.0, 3)


@pytest.mark.rule("F3-A14", "G-06")
def test_in_grid_runner_the_second_player_wins():
    start = GridRunner()
    solution = solve(start)
    assert solution.worth(start) == (-1.0, 8)
    assert set(solution.moves(start)[P1].values()) == {Worth(-1.0, 8)}


@pytest.mark.rule("F4-A10")
def test_command_line_conquer_goes_on_for_ever():
    start = opening("command-line-conquer")
    assert solve(start).worth(start) == (0.0, None)


@pytest.mark.rule("F0-A09")
@pytest.mark.parametrize("text", BATTLES)
def test_in_flag_chase_the_highest_number_is_never_worse_and_play_is_endless(text):
    solution = solve(opening(text))
    assert solution.worth(solution.start) == (0.0, None)
    battles = [position for position in solution.positions() if len(position.choices()) == 2]
    assert battles
    for position in battles:
        moves = solution.moves(position)
        assert list(moves[P1].values())[-1].value == max(worth.value for worth in moves[P1].values())
        assert list(moves[P2].values())[-1].value == min(worth.value for worth in moves[P2].values())


def test_a_defender_on_the_base_must_choose_the_highest_number():
    battle = played(FlagChase(), "forward", "backward", "forward", "backward", "forward", "backward", "forward")
    solution = solve(FlagChase())
    assert solution.strategy(battle)[P2] == {"5": 1.0}
    assert sum(solution.strategy(battle)[P1].values()) == pytest.approx(1)
    assert [worth.value for worth in solution.moves(battle)[P2].values()] == pytest.approx([0.8, 0.6, 0.4, 0.2, 0.0])


@pytest.mark.parametrize("text", [*SMALL, *BATTLES])
def test_the_best_move_is_worth_what_the_position_is_and_no_move_is_worth_more(text):
    solution = solve(opening(text))
    for position in solution.positions():
        moves, strategy = solution.moves(position), solution.strategy(position)
        assert moves.keys() == strategy.keys() == position.choices().keys()
        for player, worths in moves.items():
            side = 1 if player is P1 else -1
            assert tuple(worths) == position.choices()[player]
            assert max(worth.value * side for worth in worths.values()) == solution.value(position) * side
            assert sum(strategy[player].values()) == pytest.approx(1)
            assert all(worths[move].value == solution.value(position) for move in strategy[player])
            assert all(worths[move].distance == solution.distance(position) for move in strategy[player])


@pytest.mark.parametrize("text", [*BOOKS, *SMALL, *BATTLES])
def test_the_best_line_takes_as_long_as_the_distance_says(text):
    solution = solve(opening(text))
    line = list(best_line(Knowledge(solution), solution.start))
    positions = [solution.start, *(position for _, position in line)]
    if (distance := solution.distance(solution.start)) is not None:
        assert len(line) == distance
        assert positions[-1].outcome()
    else:
        assert positions[-1] in positions[:-1]
    assert [solution.worth(each).value for each in positions] == [solution.value(solution.start)] * len(positions)


def test_a_position_where_the_game_is_over():
    over = played(CaptureTheFlag(), "2", "1", "1")
    solution = solve(CaptureTheFlag())
    assert solution.worth(over) == (1.0, 0)
    assert solution.strategy(over) == solution.moves(over) == {}
    assert list(best_line(Knowledge(solution), over)) == []


def test_solving_can_begin_anywhere():
    start = played(CaptureTheFlag(), "2")
    assert set(solve(start).positions()) == reachable(start)
    assert solve(start).worth(start) == (1.0, 2)


def test_the_examples_in_its_own_words_are_true():
    assert doctest.testmod(solution_module) == (0, 7)


# --- what is refused ---


@pytest.mark.parametrize(
    ("position", "message"),
    [
        (GridRunner(), "this is a solution of capture-the-flag, not of grid-runner"),
        (
            opening("capture-the-flag step=3"),
            "this solution is for other rules: the book's, not step=3",
        ),
        (
            CaptureTheFlag.from_text("capture-the-flag P1 2/7"),
            "'capture-the-flag P1 2/7' can't arise from the position that was solved",
        ),
    ],
)
def test_a_position_outside_the_solved_set(position, message):
    solution = solve(CaptureTheFlag())
    for ask in (solution.value, solution.distance, solution.strategy, solution.moves):
        with pytest.raises(NotSolved) as error:
            ask(position)
        assert str(error.value) == message


def test_what_one_player_knows_is_not_a_position_to_ask_about():
    solution = solve(opening("flag-chase-traps size=2 traps=1 open_traps=yes"))
    part = FlagChaseTraps(rules=solution.start.rules, hands=(0, 1), hidden=(1, 0))
    with pytest.raises(NotSolved, match="only whole positions are solved"):
        solution.value(part)


def test_the_game_with_hidden_traps_is_refused():
    with pytest.raises(NotSolvable) as error:
        solve(FlagChaseTraps())
    assert str(error.value) == (
        "Flag Chase: Hidden Traps hides something from each player, and exact solving needs a game where both see "
        "everything but the choice that the other is just making"
    )
