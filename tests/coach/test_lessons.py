"""Lessons are true, and whoever learns from one gets an answer to every move: for each game that has one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from flagfall.bots import bot
from flagfall.bots.policy import PolicyBot
from flagfall.coach.evaluation.reasons import reason
from flagfall.coach.lessons.answer import Kind, Teacher
from flagfall.coach.lessons.checking import check, faults
from flagfall.coach.lessons.difficulty import difficulty
from flagfall.coach.lessons.lesson import BadLesson, NoLesson, lesson, lesson_or_none, read
from flagfall.coach.lessons.progress import Progress, mastery
from flagfall.coach.lessons.sitting import Sitting, examined
from flagfall.coach.lessons.task import Task
from flagfall.coach.puzzles import Practice, puzzles
from flagfall.core import Move, Player, Position
from flagfall.games import BOOKS, GAMES
from flagfall.games import position as read_position
from flagfall.solve import Solution, solve
from tests.helpers import reachable

TAUGHT = [name for name, game in GAMES.items() if lesson_or_none(game)]
SMALL = [name for name, game in GAMES.items() if not game().hides() and name != "command-line-conquer"]
"""Games whose every position can be looked at."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@cache
def solved(name: str) -> Solution:
    return solve(GAMES[name](), use_cache=False)


@cache
def teacher(name: str) -> Teacher:
    return Teacher(*(() if GAMES[name]().hides() else [solved(name)]))


def tasks(name: str) -> Iterator[Task]:
    found = lesson(GAMES[name])
    yield from found.steps
    yield from examined(found, teacher(name))


def lost(solution: Solution, task: Task, move: Move) -> bool:
    """Whether a move gives something away, counted out by hand from the values of what may follow."""
    position, player, sign = task.position, task.player, 1 if task.player is Player.P1 else -1
    others = position.choices().get(player.other, [None])
    chosen = [{player: move} | ({player.other: each} if each else {}) for each in others]
    worst = min(solution.value(position.play(moves)) * sign for moves in chosen)
    return worst < solution.value(position) * sign - 1e-6


# --- the lessons that there are ---


def test_every_book_has_a_lesson_and_so_may_any_other_game() -> None:
    assert {game.id for game in BOOKS} < set(TAUGHT) < set(GAMES)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_true_short_and_complete(name: str) -> None:
    check(GAMES[name])


@pytest.mark.parametrize("name", TAUGHT)
def test_every_move_of_every_task_is_answered_and_judged_as_it_is(name: str) -> None:
    for task in tasks(name):
        solution = teacher(name).solution(task.position)
        for move in task.moves:
            answer = teacher(name).answer(task, move)
            assert answer.words
            assert (answer.kind is Kind.RIGHT) is (move in task.right)
            if solution:
                assert (answer.kind is Kind.WRONG) is lost(solution, task, move)


@pytest.mark.parametrize("name", [name for name in TAUGHT if GAMES[name]().hides()])
def test_where_something_is_hidden_only_what_happens_at_once_is_called_wrong(name: str) -> None:
    for task in tasks(name):
        for move in task.moves:
            answer = teacher(name).answer(task, move)
            if answer.kind is Kind.WRONG:
                won = answer.then and answer.then.outcome()
                assert (won and won.winner is task.player.other) or task.position.reveals({task.player: move})


@pytest.mark.parametrize("name", TAUGHT)
def test_nothing_that_the_learner_may_not_know_is_in_what_is_shown(name: str) -> None:
    for task in tasks(name):
        shown = [task.view]
        for move in task.moves:
            answer = teacher(name).answer(task, move)
            shown += [answer.after, answer.then or answer.after]
        assert all(position == position.view(task.player) for position in shown)


@pytest.mark.parametrize("name", TAUGHT)
def test_the_exam_goes_from_easy_to_hard(name: str) -> None:
    if GAMES[name]().hides():
        wrong = [1 - len(task.right) / len(task.moves) for task in examined(lesson(GAMES[name]), teacher(name))]
    else:
        wrong = [going_wrong(task) for task in examined(lesson(GAMES[name]), teacher(name))]
    assert wrong == sorted(wrong)


def going_wrong(task: Task) -> float:
    """How many of the ten levels go wrong, by asking each of them."""
    total = 0.0
    for number in range(1, 11):
        level = bot(f"level:{number}")
        assert isinstance(level, PolicyBot)
        mix = level.distribution(task.position)[task.player]
        total += sum(likely for move, likely in mix.items() if move not in task.right)
    return round(total, 6)


# --- difficulty and reasons, for puzzles as for exams ---


@pytest.mark.parametrize("name", SMALL)
def test_difficulty_is_how_many_levels_go_wrong(name: str) -> None:
    found = puzzles(solved(name))
    for puzzle in found[:: max(1, len(found) // 12)]:
        assert puzzle.difficulty == pytest.approx(going_wrong(puzzle), abs=1e-6)
        assert puzzle.difficulty == difficulty(solved(name), puzzle)
    assert [each.difficulty for each in found] == sorted(each.difficulty for each in found)


@pytest.mark.parametrize("name", SMALL)
def test_a_reason_is_borne_out_by_the_answer_that_it_names(name: str) -> None:
    for position in sorted(reachable(GAMES[name]()), key=str)[:300]:
        for player, moves in position.choices().items():
            for move in moves:
                why = reason(solved(name), position, player, move)
                assert why.keeps is not lost(solved(name), Task(position=position, player=player, ask=""), move)
                if "wins at once" in why.words and not why.keeps:
                    assert why.answer
                    assert ended_by(position, player, move, why.answer) is player.other
                if why.words == "it wins at once":
                    assert (end := position.play({player: move}).outcome()) and end.winner is player


def ended_by(position: Position, player: Player, move: Move, answer: Move) -> Player | None:
    if len(position.choices()) > 1:
        after = position.play({player: move, player.other: answer})
    else:
        after = position.play({player: move}).play({player.other: answer})
    outcome = after.outcome()
    return outcome.winner if outcome else None


@pytest.mark.parametrize(
    ("text", "move", "words"),
    [
        ("grid-runner P1 2,2/4,2", "3,2", "then 3,2 wins at once"),
        ("grid-runner P1 2,0/4,2", "2,1", "then the other holds on with 4,1, and nobody can force a win"),
        ("grid-runner P1 1,2/4,2", "1,1", "then 3,1 wins in 7 plies"),
        ("grid-runner P1 1,2/4,2", "2,2", "it wins in 5 plies"),
        ("grid-runner P1 3,1/2,4", "3,0", "it still wins, but in 3 plies, where at once is possible"),
        ("grid-runner P1 0,2/4,2", "0,1", "it loses in 8 plies, as late as can be"),
        ("grid-runner P1 2,2/4,2", "2,1", "it keeps the balance: nobody can force a win"),
        ("capture-the-flag P1 1/9 cells=9 flag=5", "1", "then 2 wins in 3 plies"),
        ("flag-chase P1 1/1", "4", "if the other chooses 5, that wins at once"),
        ("flag-chase P1 1/1", "5", "whatever the other chooses, you lose nothing"),
    ],
)
def test_reasons_in_words(text: str, move: Move, words: str) -> None:
    position = read_position(text)
    solution = solve(type(position)(rules=position.rules), use_cache=False)  # type: ignore[call-arg]
    assert reason(solution, position, position.turn, move).words == words


# --- a learner at a lesson ---


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_learned_from_the_first_step_to_the_last(name: str) -> None:
    game = GAMES[name]
    sitting = Sitting(lesson(game), teacher(name))
    done, every = mastery(game)
    assert done == 0
    while True:
        answer = sitting.attempt(min(sitting.task.right))
        assert answer.kind is Kind.RIGHT
        done += 1
        assert mastery(game) == (done, every)
        if sitting.is_last:
            break
        sitting.go_to(sitting.at + 1)
    assert sitting.is_mastered and done == every
    assert Sitting(lesson(game), teacher(name)).at == 0


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_begins_with_what_is_not_mastered(name: str) -> None:
    sitting = Sitting(lesson(GAMES[name]), teacher(name))
    sitting.attempt(min(sitting.task.right))
    assert Sitting(lesson(GAMES[name]), teacher(name)).at == 1
    for at, step in enumerate(sitting.lesson.steps):
        sitting.go_to(at)
        sitting.attempt(min(step.right))
    easiest = Sitting(lesson(GAMES[name]), teacher(name))
    assert easiest.is_exam and easiest.task == easiest.exam[0]


@pytest.mark.parametrize("name", TAUGHT)
def test_in_a_step_one_may_go_on_trying_and_in_the_exam_not(name: str) -> None:
    sitting = Sitting(lesson(GAMES[name]), teacher(name))
    for at in range(len(sitting.lesson.steps) + len(sitting.lesson.exam)):
        sitting.go_to(at)
        wrong = [move for move in sitting.task.moves if move not in sitting.task.right]
        for move in wrong[:3]:
            assert not sitting.trial.is_over
            sitting.attempt(move)
        assert sitting.trial.is_over is sitting.is_exam
        if sitting.is_exam:
            assert "Right w" in sitting.trial.standing()
            assert sitting.progress.solved[sitting.task.name] is False
        else:
            sitting.attempt(min(sitting.task.right))
            assert sitting.progress.solved[sitting.task.name] is True


def test_the_same_wrong_move_again_costs_no_further_try() -> None:
    practice = practised("grid-runner")
    wrong = next(move for move in practice.puzzle.moves if move not in practice.puzzle.right)
    practice.attempt(wrong)
    left = practice.trial.left
    practice.attempt(wrong)
    assert practice.trial.left == left


def test_a_second_hint_tells_the_move_and_then_it_is_not_mastered() -> None:
    practice = practised("grid-runner")
    assert practice.trial.hint().startswith("1 of ")
    (right,) = practice.puzzle.right
    assert f"It is {right}" in practice.trial.hint()
    practice.attempt(right)
    assert practice.progress.solved[practice.puzzle.name] is False


@pytest.mark.parametrize("name", SMALL)
def test_practice_has_no_end_and_begins_with_what_is_not_mastered(name: str) -> None:
    practice = practised(name)
    names = [each.name for each in practice.among]
    asked = []
    for _ in names:
        asked.append(practice.puzzle.name)
        practice.attempt(min(practice.puzzle.right))
        news = practice.go_on()
    assert asked == names
    assert news.startswith("All of them!")
    for _ in range(5):
        before = practice.puzzle.name
        practice.attempt(min(practice.puzzle.right))
        assert practice.go_on() == ""
        assert practice.puzzle.name != before or len(names) == 1


def test_what_went_wrong_comes_again_after_the_others() -> None:
    practice = practised("capture-the-flag")
    first = practice.puzzle.name
    practice.attempt(next(move for move in practice.puzzle.moves if move not in practice.puzzle.right))
    assert practice.go_on() == ""
    for _ in practice.among[1:]:
        practice.attempt(min(practice.puzzle.right))
        news = practice.go_on()
    assert (news, practice.puzzle.name) == ("The others come again.", first)


def practised(name: str) -> Practice:
    return Practice(solved(name), puzzles(solved(name), most=12), Progress.of(GAMES[name]()), Random(1))


def test_progress_of_earlier_versions_is_read(tmp_path: Path) -> None:
    kept = tmp_path / "flagfall/puzzles/capture-the-flag.json"
    kept.parent.mkdir(parents=True)
    kept.write_text('{\n "capture-the-flag P1 2/5": true,\n "capture-the-flag P1 2/6": false\n}\n')
    practice = practised("capture-the-flag")
    assert practice.standing() == "1 of 3 mastered."
    assert sorted(practice.progress.map(practice.among)) == ["#", ".", "x"]


# --- lessons that are not right ---

GOOD = """
[[steps]]
position = "capture-the-flag P1 2/6"
text = "The flag is two away."
task = "Take it."
right = ["2"]

[[steps]]
position = "capture-the-flag P1 3/6"
text = "The flag is one away."
task = "Take it."
right = ["1"]

[[steps]]
position = "capture-the-flag P1 1/7"
text = "The flag is far away."
task = "Go."
right = ["*"]

[[exam]]
position = "capture-the-flag P1 2/5"

[[exam]]
position = "capture-the-flag P2 3/6"

[[exam]]
position = "capture-the-flag P1 1/9 cells=9 flag=5"
"""
CAPTURE = GAMES["capture-the-flag"]


def test_a_small_lesson_is_enough() -> None:
    assert list(faults(read(CAPTURE, GOOD))) == []


@pytest.mark.parametrize(
    ("instead", "of", "why"),
    [
        ("[[steps]", "[[steps]]", "can't be read: .*line 2"),
        ("[[stages]]", "[[steps]]", "'stages' means nothing here; there are steps, exam"),
        ('text = "x"\npitfall = "x"', 'text = "The flag is two away."', "step 1: 'pitfall' means nothing here"),
        ("capture-the-flag P1 2/2", "capture-the-flag P1 2/6", "step 1: impossible position"),
        ("grid-runner P1 2/6", "capture-the-flag P1 2/6", "step 1: a position of Capture the Flag begins with"),
        ("capture-the-flag P2 4/6", "capture-the-flag P1 2/6", "step 1: nobody can move in this position"),
        ('right = ["3"]', 'right = ["1"]', "step 2: no move here is '3'; there are 1"),
        ("right = 1", 'right = ["1"]', "step 2: right must be a list of moves"),
        ('right = ["1"]\nanswers = "x"', 'right = ["1"]', "step 2: answers must be sentences"),
        ('right = ["1"]\nplayer = "P2"', 'right = ["1"]', "step 2: player must be P1, who choose here, not 'P2'"),
        ('right = ["1"]\nother = "1"', 'right = ["1"]', "step 2: the other can't choose '1'"),
        ("text = 1", 'text = "The flag is two away."', "step 1: text must be a text"),
        ("", GOOD[: GOOD.index("[[exam]]")], "needs \\[\\[steps\\]\\]"),
    ],
)
def test_a_lesson_that_cannot_be_read_says_where_and_why(instead: str, of: str, why: str) -> None:
    assert of in GOOD
    with pytest.raises(BadLesson, match=f"lesson.toml of capture-the-flag.*{why}"):
        read(CAPTURE, GOOD.replace(of, instead, 1 if of != "[[steps]]" else -1 if instead == "[[stages]]" else 1))


@pytest.mark.parametrize(
    ("instead", "of", "why"),
    [
        ('right = ["1"]', 'right = ["2"]', "step 1: 1 is called right, but it gives something away"),
        ("", 'text = "The flag is one away."', "step 2: a step needs text, task and right"),
        ("capture-the-flag P1 1/7", "capture-the-flag P1 2/5", "exam 1: every move is right"),
        ("capture-the-flag P1 2/5", "capture-the-flag P2 3/6", "the same position is asked twice"),
        ("The flag." * 30, "The flag is two away.", "step 1: 270 signs are too many"),
        ("A. B. C. D.", "The flag is two away.", "step 1: 3 sentences are the most"),
        ("The flag", "The flag is two away.", "step 1: a sentence ends with a full stop"),
    ],
)
def test_a_lesson_that_teaches_wrongly_is_found_out(instead: str, of: str, why: str) -> None:
    assert of in GOOD
    assert any(each.startswith(why) for each in faults(read(CAPTURE, GOOD.replace(of, instead))))


def test_a_lesson_on_hidden_things_may_not_call_right_what_loses_at_once() -> None:
    text = """
    [[steps]]
    position = "flag-chase-traps P1 1,2/2,2 1/0 -/-"
    text = "P2 is near."
    task = "Do something."
    right = ["MOVE 1 3"]
    [[exam]]
    position = "flag-chase-traps P1 4,4/3,3 1/0 -/-"
    """
    found = list(faults(read(GAMES["flag-chase-traps"], text)))
    assert "step 1: MOVE 1 3 is called right, but the other can win at once then" in found
    assert any(each.startswith("exam 1: task and right must be told") for each in found)


def test_a_game_without_a_lesson_is_not_offered_one() -> None:
    without = next(game for name, game in GAMES.items() if name not in TAUGHT)
    assert mastery(without) == (0, 0)
    with pytest.raises(NoLesson, match="has no lesson; there is one for flag-chase, "):
        lesson(without)
