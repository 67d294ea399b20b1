"""Puzzles on the web page: the one of the day for everybody, and every game's without an end."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import cycle

import pytest
from playwright.sync_api import expect

from flagfall.coach.collection import FIRST_DAY, daily, stored
from flagfall.games import GAMES
from flagfall.online.workers.tasks import has_puzzles
from tests.online.client import get

from .conftest import Screens
from .screens import Screen

OFFERED = [name for name, game in GAMES.items() if has_puzzles(game)]
COUNTS = {name: len(found) for name, found in stored().items()}


def opened(screen: Screen, path: str) -> None:
    screen.page.goto("about:blank")
    screen.page.goto(path)
    screen.page.locator("#task:not([aria-busy])").wait_for()


def answers(address: str, game: str, number: int) -> dict[str, str]:
    entry = get(address, f"/api/puzzles/{game}/{number}")
    return {move: answer["kind"] for move, answer in entry["answers"].items()}


def move_of(kinds: dict[str, str], is_right: bool) -> str:
    return next(move for move, kind in kinds.items() if (kind == "right") is is_right)


@pytest.mark.parametrize(("size", "game"), list(zip(cycle(("phone", "desktop")), OFFERED, strict=False)))
def test_the_right_move_is_mastered_and_the_next_one_comes(
    game: str, size: str, screens: Screens, address: str
) -> None:
    screen = screens(size, reduced_motion="reduce")
    opened(screen, f"/puzzles/{game}")
    screen.choose(move_of(answers(address, game, 0), True))
    expect(screen.page.locator("#verdict")).to_contain_text("Right!")
    expect(screen.page.locator("#next")).to_be_focused()
    count = len(get(address, f"/api/puzzles/{game}")["puzzles"])
    expect(screen.page.locator("#mastery")).to_have_text(f"1 of {count} mastered.")
    screen.page.click("#next")
    expect(screen.page.locator("#place")).to_have_text(f"Puzzle {min(2, count)} of {count}")
    opened(screen, f"/puzzles/{game}")
    expect(screen.page.locator("#mastery")).to_have_text(f"1 of {count} mastered.")
    expect(screen.page.locator("#place")).to_have_text(f"Puzzle {min(2, count)} of {count}")


@pytest.mark.parametrize("game", OFFERED)
def test_a_wrong_move_gets_a_reason_and_the_answer_in_the_end(game: str, screens: Screens, address: str) -> None:
    screen = screens(reduced_motion="reduce")
    opened(screen, f"/puzzles/{game}#1")
    entry = get(address, f"/api/puzzles/{game}/0")
    wrong = [move for move, answer in entry["answers"].items() if answer["kind"] != "right"]
    for move in wrong[: entry["task"]["tries"]]:
        screen.choose(move)
        expect(screen.page.locator("#verdict")).to_contain_text(entry["answers"][move]["words"])
    expect(screen.page.locator("#verdict")).to_contain_text(entry["hints"]["second"])
    expect(screen.page.locator("#mastery")).to_contain_text("0 of ")
    expect(screen.page.locator("#explore")).to_be_visible()
    if entry["line"]:
        screen.page.click("#line")
        expect(screen.page.locator("#line-words")).to_contain_text(entry["line"][-1]["words"])


def test_hints_come_one_by_one_and_the_hard_ones_can_be_chosen(screens: Screens, address: str) -> None:
    screen = screens()
    opened(screen, "/puzzles/grid-runner")
    hints = get(address, "/api/puzzles/grid-runner/0")["hints"]
    for words in (hints["first"], hints["second"]):
        screen.page.click("#help")
        expect(screen.page.locator("#verdict")).to_have_text(words)
    screen.page.locator("[name=band][value='2']").check()
    expect(screen.page.locator("#place")).to_have_text("Puzzle 81 of 120")
    screen.page.click("#skip")
    expect(screen.page.locator("#place")).to_have_text("Puzzle 82 of 120")


def test_the_puzzle_of_the_day_is_the_same_here_as_on_the_server(screens: Screens) -> None:
    screen = screens()
    screen.page.goto("/puzzles")
    days = [date(2026, 11, 16) + timedelta(days=number) for number in range(30)]
    script = screen.page.locator("script[src*='learn/puzzles.js']").get_attribute("src") or ""
    found = screen.page.evaluate(
        """async ([path, days, counts]) => {
            const { daily } = await import(path);
            return days.map((day) => daily(day, counts));
        }""",
        [script.replace("puzzles.js", "daily.js"), [day.toordinal() - FIRST_DAY for day in days], COUNTS],
    )
    assert [(each["game"], each["number"]) for each in found] == [tuple(daily(day, COUNTS)) for day in days]


def test_days_in_a_row_are_counted_and_a_day_that_was_left_out_ends_them(screens: Screens, address: str) -> None:
    screen = screens("phone", reduced_motion="reduce")
    monday = date(2026, 11, 16)
    for day, words in ((0, "One day in a row."), (1, "2 days in a row."), (4, "One day in a row; 2 is your best.")):
        now = monday + timedelta(days=day)
        screen.used_up = True
        screen.page.clock.set_fixed_time(f"{now.isoformat()}T12:00:00Z")
        opened(screen, "/puzzles")
        expect(screen.page.locator("#place")).to_contain_text(f"{now:%A} {now.day} {now:%B}")
        game, number = daily(now, COUNTS)
        screen.choose(move_of(answers(address, game, number), True))
        expect(screen.page.locator("#mastery")).to_have_text(words)
    screen.page.click("#next")
    screen.page.wait_for_url(f"**/puzzles/{game}*")


def test_the_day_on_the_home_page_is_drawn_anew_where_the_page_is_of_yesterday(screens: Screens) -> None:
    screen = screens()
    tomorrow = date.today() + timedelta(days=2)
    screen.used_up = True
    screen.page.clock.set_fixed_time(f"{tomorrow.isoformat()}T12:00:00Z")
    screen.page.goto("/")
    game, number = daily(tomorrow, COUNTS)
    expect(screen.page.locator("#day-ask")).to_have_text(stored()[game][number].ask)
    assert json.loads(screen.page.locator("#day").get_attribute("data-counts") or "") == COUNTS


def test_where_nothing_can_be_kept_puzzles_work_all_the_same(screens: Screens, address: str) -> None:
    screen = screens(reduced_motion="reduce")
    screen.page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
    opened(screen, "/puzzles/capture-the-flag")
    expect(screen.page.locator("#unkept")).to_be_visible()
    screen.choose(move_of(answers(address, "capture-the-flag", 0), True))
    expect(screen.page.locator("#verdict")).to_contain_text("Right!")


def test_a_game_without_puzzles_says_so_and_offers_none(screens: Screens) -> None:
    screen = screens()
    for game in set(GAMES) - set(OFFERED):
        screen.page.goto(f"/games/{game}")
        expect(screen.page.locator(f"a[href='/puzzles/{game}']")).to_have_count(0)
        screen.page.goto(f"/puzzles/{game}")
        expect(screen.page.locator("main")).to_contain_text("has no puzzles")
    screen.troubles.clear()  # the browser writes down that such pages are not there
