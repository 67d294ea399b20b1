"""Lessons on the web page: every task of every game is answered by the server, on a phone as on a desk."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from flagfall.coach.lessons.answer import Kind, Teacher
from flagfall.coach.lessons.lesson import lesson, lesson_or_none
from flagfall.coach.lessons.sitting import examined
from flagfall.coach.lessons.task import Task
from flagfall.games import GAMES
from tests.online.client import request

from .conftest import Screens
from .screens import Screen

TAUGHT = [name for name, game in GAMES.items() if lesson_or_none(game)]


def tasks(name: str) -> list[Task]:
    found = lesson(GAMES[name])
    return [*found.steps, *examined(found, Teacher())]


def opened(screens: Screens, name: str, size: str = "desktop", **more: object) -> Screen:
    screen = screens(size, **more)
    screen.page.goto(f"/learn/{name}")
    screen.page.locator(".spot, #controls button").first.wait_for()
    assert screen.page.locator("#ask").is_visible()  # with the board, not some seconds later
    return screen


@pytest.mark.long
@pytest.mark.parametrize("name", TAUGHT)
def test_a_whole_lesson_is_learned_on_the_page(name: str, screens: Screens) -> None:
    """On a telephone and on a desk by turns."""
    screen = opened(screens, name, reduced_motion="reduce")
    every = tasks(name)
    for number, task in enumerate(every):
        screen.resize("desktop" if number % 2 else "phone")
        expect(screen.page.locator("#ask")).to_have_text(task.ask)
        screen.choose(min(task.right))
        expect(screen.page.locator("#verdict")).to_contain_text("Right!")
        expect(screen.page.locator("#map .mastered")).to_have_count(number + 1)
        assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        screen.page.click("#next")
    expect(screen.page.locator("#end-words")).to_have_text("You have mastered all of it.")
    screen.page.reload()
    expect(screen.page.locator("#map .mastered")).to_have_count(len(every))
    screen.page.goto("/")
    expect(screen.page.locator(f"[data-lesson={name}]")).to_have_text("Learn it: mastered")


@pytest.mark.parametrize("name", TAUGHT)
def test_a_wrong_move_is_answered_and_one_may_try_again(name: str, screens: Screens) -> None:
    screen, task = opened(screens, name, reduced_motion="reduce"), tasks(name)[0]
    wrong = next(move for move in task.moves if move not in task.right)
    screen.choose(wrong)
    answer = Teacher().answer(task, wrong)
    sign = {Kind.FINE: "Not that one.", Kind.WRONG: "No."}[answer.kind]
    expect(screen.page.locator("#verdict")).to_have_text(f"{sign} {answer.words} Try again.")
    screen.choose(min(task.right))
    expect(screen.page.locator("#verdict")).to_contain_text("Right!")


def test_an_exam_has_three_tries_then_the_answer_is_told_and_it_is_not_mastered(screens: Screens) -> None:
    screen, every = opened(screens, "grid-runner", reduced_motion="reduce"), tasks("grid-runner")
    steps = len(lesson(GAMES["grid-runner"]).steps)
    screen.page.evaluate(
        "([key, solved]) => localStorage.setItem(key, JSON.stringify(solved))",
        ["flagfall.lesson.grid-runner", dict.fromkeys(map(str, range(steps)), True)],
    )
    screen.page.reload()
    task = every[steps]
    expect(screen.page.locator("#ask")).to_have_text(task.ask)
    wrong = [move for move in task.moves if move not in task.right]
    for move, words in zip(wrong, ("2 tries left", "1 try left", f"It is {min(task.right)}"), strict=False):
        screen.choose(move)
        expect(screen.page.locator("#verdict")).to_contain_text(words)
    expect(screen.page.locator("#map .tried")).to_have_count(1)
    screen.page.click("#next")
    expect(screen.page.locator("#ask")).to_have_text(every[steps + 1].ask)


WATCH_BOARDS = """
window.boards = [];
const board = document.getElementById("board");
const words = () => board.querySelector("desc")?.textContent ?? "";
let last = words();
new MutationObserver(() => {
    if (words() && words() !== last) window.boards.push(last = words());
}).observe(board, { childList: true, subtree: true });
"""
"""Keeps, in words, every position that the board shows from now on: a look may be shorter than it takes to ask."""


@pytest.mark.long
def test_a_wrong_move_is_shown_with_its_answer_and_taken_back(screens: Screens) -> None:
    screen = opened(screens, "grid-runner", reduced_motion="no-preference")
    screen.page.evaluate("localStorage.setItem('flagfall.lesson.grid-runner', '{\"0\": true, \"1\": true}')")
    screen.page.reload()
    expect(screen.page.locator("#place")).to_have_text("Step 3 of 5")
    asked = screen.board()
    screen.page.evaluate(WATCH_BOARDS)
    screen.choose("3,2")
    expect(screen.page.locator("#verdict")).to_be_visible()
    expect(screen.page.locator(".spot.target")).to_have_count(5)
    expect(screen.page.locator("#board desc")).to_have_text(asked)
    shown = screen.page.evaluate("window.boards")
    assert len(shown) == 3 and len(set(shown)) == 3 and shown[-1] == asked, shown


def test_hints_first_say_where_and_then_the_move(screens: Screens) -> None:
    screen = opened(screens, "grid-runner")
    screen.page.click("#help")
    expect(screen.page.locator("#verdict")).to_have_text("3 of 5 moves do it.")
    screen.page.click("#help")
    expect(screen.page.locator("#verdict")).to_have_text("It is 4,0, 4,1 or 4,2.")


def test_a_lesson_is_reached_from_the_home_page_and_from_the_rules(screens: Screens) -> None:
    screen = screens("phone")
    for start in ("/", "/games/grid-runner", "/games/grid-runner/rules"):
        screen.page.goto(start)
        screen.page.locator('a[href="/learn/grid-runner"]').first.click()
        expect(screen.page.locator("#ask")).to_have_text("Step onto the last row, and win.")


@pytest.mark.parametrize("name", TAUGHT)
def test_without_scripts_the_steps_can_be_read(name: str, screens: Screens) -> None:
    screen = screens(java_script_enabled=False)
    screen.page.goto(f"/learn/{name}")
    text = screen.page.locator("main").text_content() or ""
    assert all(step.text in text for step in lesson(GAMES[name]).steps)


# --- what the server answers ---


@pytest.mark.parametrize("name", TAUGHT)
def test_the_server_tells_of_no_task_more_than_the_learner_may_know(name: str, address: str) -> None:
    for number, task in enumerate(tasks(name)):
        status, sent, _ = request(address, "GET", f"/api/lessons/{name}/{number}")
        assert status == 200
        assert sent["view"]["position"] == task.view.text()
        assert len(json.dumps(sent)) < 20_000


@pytest.mark.parametrize(
    ("path", "status", "reason"),
    [
        ("/api/lessons/grid-runner/99", 404, "the tasks of this lesson are 0 to 9"),
        ("/api/lessons/grid-runner/0/answer?move=9,9", 400, "move must be one of the task's options"),
        ("/api/lessons/grid-runner/0/answer", 400, "move must be one of the task's options"),
        ("/api/lessons/nothing/0", 400, "no game is called 'nothing'"),
        ("/api/lessons/poison/0", 400, "Poison has no lesson"),
    ],
)
def test_what_is_not_there_is_refused_with_a_word_why(path: str, status: int, reason: str, address: str) -> None:
    got, problem, _ = request(address, "GET", path)
    assert got == status
    assert re.search(reason, problem["reason"])


def test_a_game_without_a_lesson_has_no_page_and_no_link(screens: Screens) -> None:
    screen = screens()
    assert screen.page.goto("/learn/poison").status == 404
    screen.troubles.clear()
    screen.page.goto("/games/poison")
    assert screen.page.locator('a[href^="/learn/"]').count() == 0
