"""Where one begins: one tap to a bot, games as small boards, cards that play; records, reports and rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from flagfall.coach.reports.stored import stored as reported
from flagfall.games import GAMES
from flagfall.installed import playthrough
from tests.online.client import both_links

from .conftest import Screens

SHOWN = [name for name, game in GAMES.items() if playthrough(game)]


@pytest.mark.long
def test_one_tap_plays_a_bot_and_the_next_one_repeats_it(screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto("/")
    expect(screen.page.locator("#play-what")).to_have_text("Grid Runner, level 3")
    screen.page.click("#play-now")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    screen.page.goto("/games/capture-the-flag")
    screen.page.locator("input[value=bot]").check()
    screen.page.locator('[name=bot][value="level:5"]').check()
    screen.page.click("#start")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    screen.page.goto("/")
    expect(screen.page.locator("#play-what")).to_have_text("Capture the Flag, level 5")
    screen.page.click("#play-now")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    expect(screen.page.locator("h1")).to_contain_text("Capture the Flag")
    screen.page.goto("/games/capture-the-flag")
    expect(screen.page.locator('[name=bot][value="level:5"]')).to_be_checked()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_goes_on_is_a_small_board_as_its_seat_sees_it(game: str, screens: Screens, address: str) -> None:
    screen = screens()
    made, tokens = both_links(address, game)
    screen.goto(f"/g/{made}#{tokens['P1']}")
    board = screen.board()
    screen.page.goto("/")
    expect(screen.page.locator(f"[data-game='{made}'] .pane desc")).to_have_text(board)
    screen.page.reload()  # now from the browser's own memory, before anybody is asked
    expect(screen.page.locator(f"[data-game='{made}'] .pane desc")).to_have_text(board)


@pytest.mark.long
@pytest.mark.parametrize("game", SHOWN)
def test_a_card_plays_its_game_while_motion_is_wanted(game: str, screens: Screens) -> None:
    for motion, moves in (("no-preference", True), ("reduce", False)):
        screen = screens(reduced_motion=motion)
        asked: list[str] = []
        screen.page.on("request", lambda request, asked=asked: asked.append(request.url))
        screen.page.goto("/")
        card = screen.page.locator(f"[data-demo='{game}']")
        card.scroll_into_view_if_needed()
        before = card.locator("desc").text_content() or ""
        if moves:
            expect(card.locator("desc")).not_to_have_text(before)
        else:
            screen.page.wait_for_load_state("networkidle")
            assert not any("/api/demos/" in url for url in asked)
            expect(card.locator("desc")).to_have_text(before)


@pytest.mark.parametrize("game", SHOWN)
def test_a_record_is_opened_and_stepped_through(game: str, screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto("/open")
    screen.page.fill("#open-text", playthrough(GAMES[game]) or "")
    screen.page.click("#open-form .main-action")
    steps = screen.page.locator("#opened-list button")
    expect(screen.page.locator("#opened-title")).to_have_text(GAMES[game].title)
    expect(screen.page.locator("#step-at")).to_have_text("The start")
    screen.page.keyboard.press("ArrowRight")
    expect(steps.first).to_have_attribute("aria-current", "step")
    screen.resize("desktop")
    screen.page.click("#step-last")
    expect(screen.page.locator("#step-at")).to_have_text(f"After move {steps.count()} of {steps.count()}")
    link = screen.page.locator("#opened-explore").get_attribute("href") or ""
    assert link.startswith(f"/explore/{game}?position=")


def test_what_is_no_record_is_refused_and_stays_in_its_field(screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto("/open")
    screen.page.fill("#open-text", "no record at all")
    screen.page.click("#open-form .main-action")
    expect(screen.page.locator("#refusal")).to_contain_text("not a Flagfall record")
    expect(screen.page.locator("#open-text")).to_have_value("no record at all")
    screen.troubles.clear()  # the browser writes down that the request was refused


@pytest.mark.parametrize("game", reported())
def test_a_report_shows_its_figures_as_pictures(game: str, screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto(f"/reports/{game}")
    levels = len(reported()[game].scores)
    expect(screen.page.locator(".heat tbody tr")).to_have_count(levels)
    expect(screen.page.locator(".portions")).to_have_count(1 if "positions" in reported()[game].data else 0)


def test_a_name_is_kept_and_goes_along_with_a_game(screens: Screens) -> None:
    screen = screens()
    screen.page.goto("/games/grid-runner")
    screen.page.locator("input[value=bot]").check()
    screen.page.fill("#own-name", "  Ada \u202e of   Byron ")
    screen.page.click("#start")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    expect(screen.page.locator("#player-P1")).to_contain_text("Ada of Byron")
    screen.page.goto("/games/flag-chase")
    expect(screen.page.locator("#own-name")).to_have_value("Ada of Byron")
