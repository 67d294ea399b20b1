"""A site of plain files, from a plain file server and below a folder of it, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Browser, expect

from flagfall.site.folder import write
from flagfall.site.making import site

from .screens import Screen
from .test_offline import KEPT, TABLES, play_out

pytestmark = pytest.mark.long  # a whole site is written first


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        return


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("published")
    write(folder / "some" / "where", site([]))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/some/where/"
        server.shutdown()


@pytest.mark.parametrize("name", TABLES)
def test_a_whole_game_against_a_bot(name: str, browser: Browser, published: str) -> None:
    screen = Screen.open(browser, published)
    page = screen.page
    page.goto(f"{published}games/{name}/")
    expect(page.get_by_text("Invite a person")).to_have_count(0)
    page.locator("input[name=bot][value=perfect]").check(force=True)
    page.select_option("#seat", "P2")
    page.click("#start")
    page.wait_for_url("**/play/**")
    assert play_out(page) in ("You have won", "You have lost")
    assert screen.troubles == []
    screen.context.close()


@pytest.mark.parametrize("address", ["learn/flag-chase/", "puzzles/grid-runner/"])
def test_lessons_and_puzzles_answer(address: str, browser: Browser, published: str) -> None:
    screen = Screen.open(browser, published)
    page = screen.page
    page.goto(published + address)
    page.locator(".spot, #controls button:visible").first.wait_for()
    for _ in range(3):
        page.locator(".spot, #controls button:visible").last.click()
        if page.locator("#confirm-yes").is_visible():
            page.click("#confirm-yes")
        if page.locator("#verdict").is_visible():
            break
    expect(page.locator("#verdict")).to_be_visible()
    assert screen.troubles == []
    screen.context.close()


def test_the_puzzle_of_the_day_is_there(browser: Browser, published: str) -> None:
    screen = Screen.open(browser, published)
    screen.page.goto(f"{published}puzzles/")
    screen.page.locator(".spot, #controls button:visible").first.wait_for()
    assert screen.troubles == []
    screen.context.close()


def test_a_position_is_explored_and_played_on(browser: Browser, published: str) -> None:
    """From an address that somebody has sent, with what every move is worth; then a bot takes over."""
    screen = Screen.open(browser, published)
    page = screen.page
    page.goto(f"{published}explore/grid-runner/?position=grid-runner+P2+0,1%2F4,2")
    expect(page.locator("#worth")).to_contain_text("Player 2 wins in 7 plies")
    page.click("#play-on")
    page.select_option("#rival", "perfect")
    page.select_option("#own", "P1")
    page.click("#playing-go")
    page.wait_for_url("**/play/**")
    screen.at(1)
    assert screen.troubles == []
    screen.context.close()


def test_home_shows_living_cards_and_one_tap_leads_to_a_bot(browser: Browser, published: str) -> None:
    screen = Screen.open(browser, published)
    screen.page.goto(published)
    screen.page.click("#play-now")
    screen.page.wait_for_url("**/play/**")
    screen.ready()
    assert screen.troubles == []
    screen.context.close()


def test_it_answers_without_a_network_too(browser: Browser, published: str) -> None:
    screen = Screen.open(browser, published, service_workers="allow")
    page = screen.page
    page.goto(published)
    page.evaluate(KEPT, ["play/grid-runner/"])
    screen.context.set_offline(True)
    page.goto(f"{published}play/grid-runner/?bot=perfect")
    assert play_out(page) in ("You have won", "You have lost")
    screen.context.close()
