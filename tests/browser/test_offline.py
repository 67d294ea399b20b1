"""Without a network: what was kept answers, when the server is stopped and the site is nothing but files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from flagfall.games import GAMES
from flagfall.online.web.assets import assets
from tests.online.server import server

from .screens import Screen

KEPT = """async (wanted) => {
    const registration = await navigator.serviceWorker.ready;
    for (;;) {
        const cache = await caches.open("flagfall");
        const kept = new Set((await cache.keys()).map(({ url }) => url));
        if (wanted.every((path) => kept.has(new URL(path, registration.scope).href))) return [...kept];
        await new Promise((done) => setTimeout(done, 50));
    }
}"""
PLIES = 200
TABLES = [name for name in GAMES if f"tables/{name}.table" in assets()]


def play_out(page: Page) -> str:
    """Make whatever move, again and again, until the game is over; how it ended."""
    draw = Random(7)
    for _ in range(PLIES):
        page.locator("#result:visible, .spot, #controls button:visible").first.wait_for()
        if page.locator("#result").is_visible():
            break
        ply = page.locator("#game").get_attribute("data-ply") or ""
        choose(page, draw)
        expect(page.locator("#game")).not_to_have_attribute("data-ply", ply)
    expect(page.locator("#result")).to_be_visible()
    return page.locator("#result-title").inner_text()


def choose(page: Page, draw: Random) -> None:
    for _ in range(3):
        spots = page.locator(".spot, #controls button:visible")
        spots.nth(draw.randrange(spots.count())).click()
        confirm = page.locator("#confirm-yes")
        if confirm.is_visible():
            confirm.click()
            return
        if not page.locator(".spot[aria-pressed=true]").count():
            return


@pytest.mark.parametrize("name", TABLES)
def test_a_bot_plays_a_whole_game_while_the_server_is_stopped(name: str, browser: Browser, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        screen = Screen.open(browser, running.address, service_workers="allow")
        page = screen.page
        page.goto("/")
        page.evaluate(KEPT, [f"play/{name}"])
        running.stop()
        page.goto(f"/play/{name}?bot=perfect")
        assert play_out(page) in ("You have won", "You have lost")
        screen.context.close()


@pytest.mark.long
def test_nothing_of_a_running_game_is_kept(browser: Browser, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        screen = Screen.open(browser, running.address, service_workers="allow")
        page = screen.page
        page.goto("/")
        page.evaluate(KEPT, ["games/flag-chase"])
        screen.make("flag-chase", way="bot")
        secret = page.evaluate("location.hash").lstrip("#")
        page.reload()
        screen.ready()
        kept = page.evaluate(KEPT, ["games/flag-chase"])
        everything = page.evaluate(
            """async () => {
                const cache = await caches.open("flagfall");
                const answers = await Promise.all((await cache.keys()).map((key) => cache.match(key)));
                return (await Promise.all(answers.map((answer) => answer.text()))).join("\\n");
            }"""
        )
        assert len(secret) > 20 and secret not in everything
        assert not any("/g/" in url or "/api/games" in url or secret in url for url in kept)
        screen.context.close()


@pytest.mark.long
def test_an_installed_app_keeps_lessons_and_puzzles(browser: Browser, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        screen = Screen.open(browser, running.address, service_workers="allow")
        page = screen.page
        page.goto("/")
        page.evaluate(KEPT, ["learn/flag-chase"])  # from then on the page listens
        page.evaluate("dispatchEvent(new Event('appinstalled'))")
        page.evaluate(KEPT, ["api/lessons/flag-chase/0/entry"])
        running.stop()
        page.goto("/learn/flag-chase")
        page.locator(".spot, #controls button:visible").first.click()
        expect(page.locator("#verdict")).to_be_visible()
        screen.context.close()


@pytest.mark.long
def test_a_position_is_explored_while_the_server_is_stopped(browser: Browser, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        screen = Screen.open(browser, running.address, service_workers="allow")
        page = screen.page
        page.goto("/")
        page.evaluate(KEPT, ["explore/grid-runner"])
        running.stop()
        page.goto("/explore/grid-runner?position=grid-runner+P2+0,1%2F4,2")
        expect(page.locator("#worth")).to_contain_text("Player 2 wins in 7 plies")
        screen.context.close()
