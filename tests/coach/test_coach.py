"""The coach is never wrong: what it says is held against play that is counted out by hand or by brute force."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.coach.analysis.analysis import Habit, analyse, as_data, habits
from flagfall.coach.analysis.curve import svg_graph, text_graph, thinned
from flagfall.coach.evaluation.grades import Grade, grade, graded, in_words
from flagfall.coach.evaluation.hints import evaluation, first_hint, second_hint
from flagfall.coach.evaluation.judging import Judgement, best_play
from flagfall.coach.lessons.progress import Progress
from flagfall.coach.puzzles import mistakes, puzzles
from flagfall.core import Piece, Player, Position
from flagfall.games import GAMES
from flagfall.games import position as read_position
from flagfall.games.capture_the_flag import CaptureTheFlag
from flagfall.games.grid_runner import GridRunner
from flagfall.match import Match
from flagfall.record import Record
from flagfall.solve import Solution, Worth, solve
from tests.helpers import reachable
from tests.toys.column import Column

P1, P2 = Player.P1, Player.P2


@cache
def known(game: str) -> Knowledge:
    return Knowledge(solve(GAMES[game](), use_cache=False))


def solution(game: str) -> Solution:
    return known(game).solution


def known_from(start: Position) -> Knowledge:
    return Knowledge(solve(start, use_cache=False))


def match_of(start: Position, *moves: str | tuple[str, str]) -> Match:
    match = Match(start)
    for move in moves:
        for player, each in zip(match.waiting(), (move,) if isinstance(move, str) else move, strict=True):
            match.submit(player, each)
    return match


def winner_of(position: Position) -> Player:
    """Who wins Capture the Flag with best play, by trying everything."""
    outcome = position.outcome()
    if outcome:
        assert outcome.winner
        return outcome.winner
    ((player, moves),) = position.choices().items()
    wins = any(winner_of(position.play({player: move})) is player for move in moves)
    return player if wins else player.other


def every_position(start: Position) -> list[Position]:
    found = {start: None}
    for position in (queue := [start]):
        for player, moves in position.choices().items():
            for move in moves:
                after = position.play({player: move})
                if after not in found:
                    found[after] = None
                    queue.append(after)
    return list(found)


# --- grades ---


def test_a_move_is_graded_by_what_brute_force_says_of_it() -> None:
    for position in every_position(CaptureTheFlag()):
        for player, moves in position.choices().items():
            for move in moves:
                before = winner_of(position) is player
                after = winner_of(position.play({player: move})) is player
                found = grade(known("capture-the-flag"), position, player, move).grade
                assert (found is Grade.LOSES_WIN) == (before and not after)
                assert found.keeps_value == (before == after)


def judgements(game: str) -> Iterator[Judgement]:
    """Every decision that may come up in a game."""
    assert known(game).whole
    for position in known(game).whole.graph.positions:
        for player in position.choices():
            yield Judgement(known(game), position, player)


def test_each_grade_tells_win_from_balance_from_loss() -> None:
    expected = {(1.0, 0.0): Grade.THROWS_WIN, (1.0, -1.0): Grade.LOSES_WIN, (0.0, -1.0): Grade.LOSES_BALANCE}
    seen = set()
    for judgement in judgements("grid-runner"):
        worths = solution("grid-runner").moves(judgement.position)[judgement.player]
        sign = 1 if judgement.player is P1 else -1
        best = max(worth.value * sign for worth in worths.values())
        for move, worth in worths.items():
            found = graded(judgement, move)
            if worth.value * sign < best:
                assert found.grade is expected[best, worth.value * sign]
                assert found.regret == best - worth.value * sign
                seen.add(found.grade)
            else:
                assert found.grade.keeps_value
                assert found.regret == 0
    assert seen == set(expected.values())


def test_a_slower_win_and_a_sooner_loss_have_grades_of_their_own() -> None:
    for judgement in judgements("grid-runner"):
        now = solution("grid-runner").worth(judgement.position)
        sign = 1 if judgement.player is P1 else -1
        for move, worth in solution("grid-runner").moves(judgement.position)[judgement.player].items():
            found = graded(judgement, move).grade
            if now.value == worth.value == sign:
                assert (found is Grade.SLOWER) is (worth.distance != now.distance)
            elif now.value == worth.value == -sign:
                assert (found is Grade.SOONER) is (worth.distance != now.distance)


@pytest.mark.parametrize(
    ("worth", "words"),
    [
        (Worth(1.0, 3), "Player 1 wins in 3 plies"),
        (Worth(-1.0, 1), "Player 2 wins in 1 ply"),
        (Worth(0.0, None), "balanced: nobody can force a win"),
        (Worth(1.0, 0), "the game is over"),
        (Worth(-0.25, None), "Player 2 is better off by 0.250"),
    ],
)
def test_a_worth_is_said_in_words(worth: Worth, words: str) -> None:
    assert in_words(worth) == words


# --- analyses ---


def test_a_game_that_turned_is_told_where() -> None:
    match = match_of(CaptureTheFlag(), "1", "2", "1", "1")
    found = analyse(match, known("capture-the-flag"))
    assert found.values == [1, 1, 1, -1, -1]
    assert [step.number for step in found.turning_points] == [3]
    (decision,) = found.steps[2].decisions
    assert decision.grade is Grade.LOSES_WIN
    assert set(decision.best) == {"2"}
    assert found.skill(P1).accuracy == 0.5
    assert found.skill(P2).accuracy == 1.0
    assert as_data(found, match)["turning_points"] == [3]


def test_a_decision_without_a_choice_counts_for_nobody() -> None:
    found = analyse(match_of(CaptureTheFlag(), "2", "1", "1"), known("capture-the-flag"))
    assert found.steps[2].decisions[0].only
    assert found.skill(P1).decisions == 1


def test_a_battle_lists_both_decisions_and_what_they_cost() -> None:
    start = read_position("flag-chase P2 5/5")
    found = analyse(match_of(start, ("3", "4")), known_from(start))
    p1, p2 = found.steps[0].decisions
    assert (p1.player, p1.move, p2.player, p2.move) == (P1, "3", P2, "4")
    assert (p1.grade, p1.regret, p1.best) == (Grade.DOMINATED, 0, {"5": 1.0})
    assert p1.words == "gives nothing away to best play, but 5 is never worse and sometimes better"
    assert (p2.grade, p2.regret, p2.best) == (Grade.RISKY, 1, {"5": 1.0})
    assert p2.words == "can be punished by 5"


def test_habits_tell_how_predictable_somebody_is() -> None:
    steady = Habit(("5",) * 6, 5)
    assert steady.commonest == ("5", 1.0)
    assert steady.foreseen == 1.0
    assert steady.surprise == 0
    even = Habit(("1", "2", "3", "4", "5"), 5)
    assert even.surprise == pytest.approx(1)
    assert even.foreseen == 0
    assert Habit(("2",), 5).foreseen is None


def test_habits_are_collected_over_a_series() -> None:
    start = GAMES["flag-chase"]()
    round_ = ["forward"] * 4
    records = [Record.of(match_of(start, *round_, (a, b)), {}) for a, b in (("4", "2"), ("5", "2"))]
    found = habits(records)
    assert found[P1].choices == ("4", "5")
    assert found[P2].choices == ("2", "2")
    assert found[P2].options == 5
    assert habits([Record.of(match_of(CaptureTheFlag(), "2"), {})]) == {}


# --- pictures ---


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=300), st.integers(20, 120))
def test_the_graph_fits_the_screen_and_keeps_both_ends(values: list[float], width: int) -> None:
    drawn = text_graph(values, width).split("\n")
    assert len(drawn) == 5
    assert max(map(len, drawn)) <= max(width, 20)
    kept = thinned(values, 10)
    assert len(kept) <= 10
    assert (kept[0], kept[-1]) == (values[0], values[-1])


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=50))
def test_the_drawn_graph_is_sound_and_has_a_point_a_ply(values: list[float]) -> None:
    tree = ElementTree.fromstring(svg_graph(values, "A <game> & more", turns=[len(values) - 1]))
    line = tree.find("{http://www.w3.org/2000/svg}polyline")
    assert line is not None
    assert len(line.attrib["points"].split()) == len(values)


# --- hints ---


@pytest.mark.long
def test_a_hint_first_names_the_piece_and_then_the_move() -> None:
    start = read_position("command-line-conquer P1 0+2/10")
    solved = known_from(start)
    assert best_play(solved, start) == {P1: {"MOVE 2": 1.0}}
    assert first_hint(solved, start, P1).endswith("Look at your piece on 2.")
    assert "MOVE 2" not in first_hint(solved, start, P1)
    assert second_hint(solved, start, P1).startswith("Best is MOVE 2")


def test_a_hint_never_leads_to_a_worse_value() -> None:
    solved = known("grid-runner")
    draw = random.Random(1)
    for position in draw.sample(list(solved.solution.positions()), 80):
        for player in position.choices():
            said = second_hint(solved, position, player)
            if not said.startswith("Any move"):
                move = re.split(" or |: |, | \\(", said.removeprefix("Best is "))[0]
                assert solved.solution.value(position.play({player: move})) == solved.solution.value(position)


def test_an_evaluation_lists_every_move_from_the_best_to_the_worst() -> None:
    solved = known("capture-the-flag")
    position = read_position("capture-the-flag P1 2/6")
    said = evaluation(solved, position, P1)
    assert said == ["Player 1 wins in 1 ply.", "*   2          wins in 1 ply", "??? 1          loses in 2 plies"]


# --- puzzles ---


@pytest.mark.parametrize("game", ["capture-the-flag", "grid-runner"])
def test_a_puzzle_has_exactly_one_right_move(game: str) -> None:
    solved = solution(game)
    found = puzzles(solved, most=10_000)
    assert found
    for puzzle in found:
        ((player, moves),) = puzzle.position.choices().items()
        assert player is puzzle.player
        sign = 1 if player is P1 else -1
        values = {move: solved.value(puzzle.position.play({player: move})) * sign for move in moves}
        best = max(values.values())
        assert best >= 0
        assert [move for move in moves if values[move] == best] == list(puzzle.right)
    assert [puzzle.difficulty for puzzle in found] == sorted(puzzle.difficulty for puzzle in found)


def test_there_are_never_too_many_puzzles_and_the_hardest_is_kept() -> None:
    solved = solution("grid-runner")
    every, few = puzzles(solved, most=10_000), puzzles(solved, most=10)
    assert len(few) == 10
    assert (few[0], few[-1]) == (every[0], every[-1])


def test_progress_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    start = CaptureTheFlag()
    among = puzzles(solution("capture-the-flag"))
    progress = Progress.of(start)
    assert progress.next(among) == among[0]
    progress.enter(among[0], True)
    progress.enter(among[1], False)
    again = Progress.of(start)
    assert again.mastered(among) == 1
    assert again.map(among) == "#x" + "." * (len(among) - 2)
    assert again.next(among) == among[2]
    assert Progress.of(CaptureTheFlag(rules=CaptureTheFlag.Rules(cells=9))).mastered(among) == 0


@pytest.mark.parametrize("damage", ["", "{", "[1]", '{"a": 3}', "\x00"])
def test_a_damaged_progress_file_is_no_progress(damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    progress = Progress.of(CaptureTheFlag())
    progress.path.parent.mkdir(parents=True)
    progress.path.write_text(damage)
    assert Progress.of(CaptureTheFlag()).solved == {}


def test_own_mistakes_become_puzzles_and_a_bots_do_not() -> None:
    match = match_of(CaptureTheFlag(), "1", "2", "1", "1")
    solved = known("capture-the-flag")
    (puzzle,) = mistakes([Record.of(match, {"P1": "human", "P2": "random"})], solved)
    assert puzzle.position == match.plies[2].before
    assert puzzle.right == {"2"}
    assert mistakes([Record.of(match, {"P1": "random", "P2": "human"})], solved) == []


@pytest.mark.long
def test_variations_are_coached_too() -> None:
    start = GridRunner(rules=GridRunner.Rules(size=3, tokens=2))
    solved = known_from(start)
    for puzzle in puzzles(solved.solution, most=20):
        assert puzzle.ask
        assert first_hint(solved, puzzle.position, puzzle.player)


@dataclass(frozen=True)
class Bare(Column):
    """A board on which things lie that are nobody's pieces."""

    id = "bare"

    def pieces(self, stone: str) -> tuple[Piece, ...]:
        return ()


@pytest.mark.parametrize(("game", "pieces"), [(Column, True), (Bare, False)])
def test_a_hint_speaks_of_pieces_only_where_there_are_any(game: type[Column], pieces: bool) -> None:
    start = game.from_text(f"{game.id} P1 1../.2.")
    knowledge = Knowledge(solve(start, use_cache=False))
    hints = {first_hint(knowledge, here, here.turn) for here in reachable(start) if here.choices()}
    assert any("piece" in hint for hint in hints) is pieces
    assert any(re.search("Look at (cell|your piece on) [1-6]\\.$", hint) for hint in hints)
    assert not any(hint.endswith(" ") for hint in hints)
