"""Links: what is behind the # of an address, whole or cut short, with a browser that keeps things or keeps nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from flagfall import GAMES
from tests.online.client import create

from .conftest import Screens
from .screens import CHROMIUM, FLAGS, PATIENCE, Screen


def skip_to_content(screen: Screen) -> None:
    screen.page.keyboard.press("Tab")
    expect(screen.page.locator(".skip")).to_be_focused()
    screen.page.keyboard.press("Enter")
    expect(screen.page.locator("#main")).to_be_focused()


def test_skipping_to_the_content_leaves_the_seat_where_it_is(screens: Screens) -> None:
    screen = screens()
    screen.make("capture-the-flag", way="bot")
    link = screen.page.url
    screen.page.reload()
    screen.ready()
    skip_to_content(screen)
    assert screen.page.url == link
    screen.choose("2")
    screen.at(2)
    screen.page.reload()
    screen.ready()
    expect(screen.page.locator("#player-P1 .player-name")).to_have_text("You")


def test_the_content_is_skipped_to_on_every_page(screens: Screens) -> None:
    screen = screens("phone")
    for path in ("/", "/games/grid-runner", "/nowhere"):
        screen.page.goto(path)
        skip_to_content(screen)
    screen.troubles.clear()  # /nowhere is meant


def test_the_content_is_skipped_to_without_scripts(screens: Screens) -> None:
    screen = screens(java_script_enabled=False)
    screen.page.goto("/")
    screen.page.keyboard.press("Tab")
    screen.page.keyboard.press("Enter")
    expect(screen.page.locator("#main")).to_be_focused()


def test_a_place_on_the_page_in_the_address_is_no_secret(screens: Screens) -> None:
    """However it comes there: the seat stays, and who watches goes on watching."""
    screen, watcher = screens(), screens("phone")
    screen.make("capture-the-flag", way="bot")
    link = screen.page.url
    screen.page.evaluate("location.hash = 'board'")
    screen.page.wait_for_url(link)
    screen.choose("2")
    screen.at(2)
    screen.page.goto("/")
    screen.goto(link.split("#")[0] + "#main")
    expect(screen.page.locator("#player-P1 .player-name")).to_have_text("You")
    assert screen.page.url == link
    watcher.goto(link.split("#")[0] + "#log")
    expect(watcher.page.locator("#lost")).to_be_hidden()
    expect(watcher.page.locator("#status")).to_contain_text("Waiting for Player")


def leads_nowhere(screen: Screen, words: str) -> None:
    """A clear sentence, nothing that looks like a game, and a way to watch."""
    expect(screen.page.locator("#lost-words")).to_have_text(words)
    expect(screen.page.locator("#connection")).to_be_hidden()
    for part in ("#board", "#status", "#players"):
        expect(screen.page.locator(part)).to_be_hidden()
    screen.page.get_by_role("link", name="Watch the game").click()
    screen.ready()
    assert "#" not in screen.page.url
    expect(screen.page.locator("#board")).to_be_visible()


CUT = "This link is not complete. Ask for it again, and take care to copy all of it."
FOREIGN = "This link is not one of this game's. It may have been cut short, or renewed."


@pytest.mark.long
def test_a_link_that_is_cut_short_or_foreign_says_so_and_offers_to_watch(screens: Screens, address: str) -> None:
    """Every way to spoil a link, each with another game."""
    spoiled: list[tuple[Callable[[str, str], str], str]] = [
        (lambda token, invitation: token[:5], CUT),
        (lambda token, invitation: token[:-1], FOREIGN),
        (lambda token, invitation: "x" * 24, FOREIGN),
        (lambda token, invitation: f"join-{invitation[:9]}", CUT),
        (lambda token, invitation: "join-", CUT),
        (lambda token, invitation: f"{token}.{invitation}"[:30], CUT),
        (lambda token, invitation: "%3Cb%3E", CUT),
    ]
    screen, games = screens("phone"), [*GAMES]
    for number in range(max(len(games), len(spoiled))):
        made = create(address, games[number % len(games)])
        tokens = made["seats"]["P1"]["token"], made["seats"]["P2"]["token"]
        spoil, words = spoiled[number % len(spoiled)]
        screen.page.goto(f"/g/{made['id']}#{spoil(*tokens)}")
        leads_nowhere(screen, words)
    screen.goto(f"/g/{made['id']}#{tokens[0]}.")  # as it stands at the end of a sentence
    expect(screen.page.locator("#player-P1 .player-name")).to_have_text("You")


def test_an_invitation_of_another_game_is_refused_in_a_sentence(screens: Screens, address: str) -> None:
    made, other = create(address), create(address)
    screen = screens()
    screen.goto(f"/g/{made['id']}#join-{other['seats']['P2']['token']}")
    words = "This link is not one of the game's; was it renewed? You are watching."
    expect(screen.page.locator("#refusal")).to_have_text(words)
    screen.page.goto("/")
    expect(screen.page.locator("#recent")).to_be_hidden()
    screen.troubles.clear()  # the browser itself writes down that the request was refused


def test_an_invitation_is_taken_when_the_server_is_there_again(screens: Screens, address: str) -> None:
    made = create(address)
    screen = screens("phone")
    tries: list[str] = []

    def first_fails(route: Route) -> None:
        tries.append(route.request.post_data or "")
        if len(tries) < 3:
            route.abort()
        else:
            route.continue_()

    screen.page.route("**/join", first_fails)
    screen.goto(made["seats"]["P2"]["link"])
    expect(screen.page.locator("#player-P2 .player-name")).to_have_text("You")
    assert len(set(tries)) == 1 and "token" in json.loads(tries[0])
    screen.troubles.clear()  # the requests that were meant to fail


def test_a_renewed_link_says_so_and_offers_to_watch(screens: Screens) -> None:
    one, other = screens(), screens("phone")
    one.make("capture-the-flag")
    other.goto(one.page.url)
    one.page.click("#more > summary")
    one.page.click("#renew")
    expect(one.page.locator("#renewed")).to_have_text("Your link is a new one. The old one no longer works.")
    expect(other.page.locator("#lost-words")).to_have_text("This link was renewed. Use the new one.")
    one.choose("2")
    one.at(1)


# --- a browser that keeps nothing ---


@pytest.fixture
def forgetful(browser: Browser, address: str, tmp_path: Path) -> Iterator[Screen]:
    """A window of a browser in which site data is blocked, as people set it."""
    settings = tmp_path / "profile" / "Default" / "Preferences"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}))
    context = browser.browser_type.launch_persistent_context(
        tmp_path / "profile",
        executable_path=CHROMIUM,
        args=list(FLAGS),
        base_url=address,
    )
    context.set_default_timeout(PATIENCE)
    screen = Screen(context, context.pages[0], address)
    screen.listen()
    yield screen
    context.close()
    assert screen.troubles == []


@pytest.fixture
def full(screens: Screens) -> Screen:
    """A window of a browser whose storage is full to the last byte."""
    screen = screens("phone")
    screen.page.goto("/")
    screen.page.evaluate(
        """() => {
            for (let size = 1 << 22; size >= 1; size = Math.floor(size / 2))
                for (let number = 0; ; number += 1)
                    try { localStorage.setItem(`${size}/${number}`, "x".repeat(size)); } catch { break; }
        }"""
    )
    return screen


@pytest.fixture(params=["forgetful", "full"])
def keeps_nothing(request: pytest.FixtureRequest) -> Screen:
    screen: Screen = request.getfixturevalue(request.param)
    return screen


@pytest.mark.long
def test_a_browser_that_keeps_nothing_plays_all_the_same(keeps_nothing: Screen, screens: Screens) -> None:
    one, two = keeps_nothing, screens("phone")
    one.page.goto("/")
    expect(one.page.locator("#recent .note")).to_contain_text("This browser keeps nothing for this page")
    one.make("capture-the-flag")
    expect(one.page.locator("#unkept")).to_contain_text("it is the only key to your seat")
    one.page.reload()
    two.goto(one.invitation())
    expect(two.page.locator("#unkept")).to_be_hidden()
    one.choose("2")
    two.at(1)
    one.page.click("#more > summary")
    one.page.check("#sound")
    one.page.click("#renew")
    expect(one.page.locator("#renewed")).to_have_text("Your link is a new one. The old one no longer works.")
    two.choose("1")
    one.at(2)
    one.choose("1")
    expect(one.page.locator("#result-title")).to_have_text("You have won")


def test_a_browser_that_keeps_nothing_takes_an_invitation_once(keeps_nothing: Screen, address: str) -> None:
    made = create(address)
    keeps_nothing.goto(made["seats"]["P2"]["link"])
    expect(keeps_nothing.page.locator("#player-P2 .player-name")).to_have_text("You")
    keeps_nothing.page.reload()
    keeps_nothing.ready()
    expect(keeps_nothing.page.locator("#player-P2 .player-name")).to_have_text("You")


def test_a_new_invitation_can_be_made_where_nothing_is_kept(keeps_nothing: Screen, address: str) -> None:
    made = create(address)
    keeps_nothing.goto(made["seats"]["P1"]["link"])
    keeps_nothing.page.click("#share-renew")
    assert "#join-" in keeps_nothing.invitation()
