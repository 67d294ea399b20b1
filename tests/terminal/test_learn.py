"""`flagfall learn` at a real terminal and through a pipe, for every game that has a lesson."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from flagfall.coach.lessons.answer import Kind, Teacher
from flagfall.coach.lessons.lesson import lesson, lesson_or_none
from flagfall.coach.lessons.sitting import examined
from flagfall.coach.lessons.task import Task
from flagfall.games import GAMES

from .driving import Shell, lines

TAUGHT = [name for name, game in GAMES.items() if lesson_or_none(game)]


def tasks(name: str) -> list[Task]:
    found = lesson(GAMES[name])
    return [*found.steps, *examined(found, Teacher())]


def right(task: Task) -> str:
    return task.position.written(min(task.right))


@pytest.mark.long
@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_learned_at_a_terminal(shell: Shell, name: str) -> None:
    terminal = shell.open("learn", name, columns=200)
    for task in tasks(name):
        terminal.until(task.ask)
        terminal.until_asked(task.view.prompt(task.player).split("\n")[-1])
        terminal.type(right(task))
        terminal.until("Right!")
    terminal.until("That was the lesson.")
    terminal.until(f"{len(tasks(name))} of {len(tasks(name))} mastered.")
    assert terminal.end() == 0
    listed = json.loads(shell.run("learn", "--json").out)
    assert next(each for each in listed if each["game"] == name)["mastered"] == len(tasks(name))


@pytest.mark.parametrize("name", TAUGHT)
def test_every_wrong_move_of_the_first_step_is_answered(shell: Shell, name: str) -> None:
    task, teacher = tasks(name)[0], Teacher()
    wrong = [move for move in task.moves if move not in task.right]
    done = shell.run("learn", name, typed=lines(map(task.position.written, wrong), "quit"))
    assert done.code == 0
    for move in wrong:
        answer = teacher.answer(task, move)
        assert f"{'No.' if answer.kind is Kind.WRONG else 'Not that one.'} {answer.words} Try again.\n" in done.out
        assert all(line in done.out for line in answer.said)
    assert f"0 of {len(tasks(name))} mastered.\n" in done.out


def test_one_can_look_around_in_a_lesson(shell: Shell) -> None:
    typed = ["help", "moves", "hint", "hint", "map", "skip", "back", "nonsense", "4,1", "quit"]
    out = shell.run("learn", "grid-runner", typed=lines(typed)).out
    assert "Type the move that you would make. Or:" in out
    assert "3,0, 3,2, 4,0, 4,1, 4,2" in out
    assert "3 of 5 moves do it." in out and "It is 4,0, 4,1 or 4,2." in out
    assert "..........\n# mastered, x tried, . not yet" in out
    assert [line for line in out.split("\n") if line.startswith("Step ") and line.endswith(" of 5")] == [
        "Step 1 of 5",
        "Step 2 of 5",
        "Step 1 of 5",
        "Step 2 of 5",
    ]
    assert out.endswith("1 of 10 mastered.\n")


def test_the_list_has_every_lesson_with_what_is_mastered(shell: Shell) -> None:
    shell.run("learn", "grid-runner", typed=lines("4,1", "2,2", "quit"))
    out = shell.run("learn").out
    assert "grid-runner           Grid Runner: 2 of 10 mastered\n" in out
    assert out.count("not begun") == len(TAUGHT) - 1
    assert not [name for name in GAMES if name not in TAUGHT and name in out.split()]


def test_words_say_the_board_for_who_hears_it(shell: Shell) -> None:
    out = shell.run("learn", "grid-runner", "--words", typed="quit\n").out
    assert GAMES["grid-runner"].from_text("grid-runner P1 3,1/2,4").words() in out


def test_a_game_without_a_lesson_and_a_list_of_one_game_are_refused(shell: Shell) -> None:
    without = next(name for name in GAMES if name not in TAUGHT)
    done = shell.run("learn", without)
    assert done.code == 1
    assert "has no lesson; there is one for flag-chase, " in " ".join(done.err.split())
    assert shell.run("learn", "grid-runner", "--json").code == 2


def test_where_progress_cannot_be_kept_one_learns_all_the_same(shell: Shell) -> None:
    (shell.home / "data/flagfall").mkdir(parents=True)
    (shell.home / "data/flagfall/lessons").write_text("in the way")
    out = shell.run("learn", "grid-runner", typed=lines("4,1", "2,2", "quit")).out
    assert out.count("Right!") == 2
    assert out.count("Your progress can't be kept in ") == 1


def test_the_list_is_there_at_once(shell: Shell) -> None:
    """Nothing is solved for it, so numpy is not even loaded."""
    probe = "import sys; from flagfall.cli import main; main(['learn']); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], env=shell.environment(), capture_output=True, text=True)
    assert done.stdout.endswith("\nFalse\n")
