"""\"Your games\": what a browser remembers of the games that are played in it, and how they stand now."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.online.client import Live, both_links, create, get, request

from .conftest import Screens
from .screens import Screen


def finish(address: str, screen: Screen) -> None:
    """Open a game, and resign."""
    game, tokens = both_links(address)
    screen.goto(f"/g/{game}#{tokens['P1']}")
    screen.page.click("#more > summary")
    screen.page.click("#resign")
    screen.page.click("#sure-yes")
    expect(screen.page.locator("#result")).to_be_visible()


@pytest.mark.long
def test_a_game_that_is_played_is_never_dropped_and_finished_ones_go_first(screens: Screens, address: str) -> None:
    screen = screens("phone")
    screen.page.route("**/analysis", lambda route: route.fulfill(status=204))  # so many at once would be refused
    screen.make("grid-runner")
    kept = screen.page.url
    for _ in range(14):
        finish(address, screen)
    for _ in range(3):
        game, tokens = both_links(address, "flag-chase")
        screen.goto(f"/g/{game}#{tokens['P1']}")
    screen.page.goto("/")
    expect(screen.page.locator("#recent-list > li")).to_have_count(1 + 12 + 3)
    screen.page.click(f"#recent-list a[href='{kept.removeprefix(address)}']")
    screen.ready()
    expect(screen.page.locator("#player-P1 .player-name")).to_have_text("You")


def test_what_was_forgotten_can_be_brought_back(screens: Screens) -> None:
    screen = screens("phone")
    screen.make("grid-runner")
    link = screen.page.url
    screen.page.goto("/")
    screen.page.click("#recent-list button")
    expect(screen.page.locator("#recent-list > li")).to_have_count(0)
    expect(screen.page.get_by_role("button", name="Bring back Grid Runner")).to_be_focused()
    screen.page.reload()
    expect(screen.page.locator("#recent-list > li")).to_have_count(0)
    screen.page.click("#forgotten > summary")
    screen.page.click("#forgotten-list button")
    expect(screen.page.locator("#recent-list a")).to_be_focused()
    screen.page.click("#recent-list a")
    screen.ready()
    assert screen.page.url == link


def test_the_list_is_up_to_date_whenever_somebody_looks(screens: Screens, address: str) -> None:
    screen = screens("phone")
    game, tokens = both_links(address)
    screen.goto(f"/g/{game}#{tokens['P1']}")
    screen.choose("2")
    screen.at(1)
    screen.page.goto("/")
    words = screen.page.locator("#recent-list .hint")
    expect(words).to_have_text("Waiting for Player 2.")
    with Live(address, game, tokens["P2"]) as other:
        other.move("1")
        screen.page.reload()
        expect(words).to_have_text("It is your turn.")
        with Live(address, game, tokens["P1"]) as own:
            own.do("resign")
        screen.page.go_back()
        screen.page.go_forward()
        expect(words).to_have_text("Player 2 wins: Player 1 resigned.")
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.reload()
    expect(words).to_have_text("Player 2 wins: Player 1 resigned.")
    assert not any("/api/" in each for each in asked)  # a game that is over stays as it is


def test_whoever_comes_back_to_the_window_sees_how_games_stand(screens: Screens, address: str) -> None:
    screen = screens()
    screen.used_up = True
    screen.page.clock.install()
    game, tokens = both_links(address)
    screen.goto(f"/g/{game}#{tokens['P2']}")
    screen.page.goto("/")
    words = screen.page.locator("#recent-list .hint")
    expect(words).to_have_text("Waiting for Player 1.")
    with Live(address, game, tokens["P1"]) as other:
        other.move("1")
    screen.page.clock.fast_forward(60_000)
    screen.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(words).to_have_text("It is your turn.")


def test_both_seats_of_a_shared_screen_are_asked_for_at_once(screens: Screens) -> None:
    screen = screens()
    screen.make("capture-the-flag", way="screen")
    screen.choose("2")
    screen.at(1)
    screen.page.goto("/")
    with screen.page.expect_response("**/status"):
        screen.page.reload()
    expect(screen.page.locator("#recent-list .hint")).to_have_text("Player 2, it is your turn.")


def test_the_list_says_against_whom_and_since_when(screens: Screens, address: str) -> None:
    """Two games of the same kind can be told from one another."""
    screen = screens("phone")
    game, tokens = both_links(address)
    screen.goto(f"/g/{game}#{tokens['P2']}")
    screen.make("capture-the-flag", way="bot", bot="level:3")
    screen.make("capture-the-flag", way="screen")
    made = create(address)
    screen.goto(f"/g/{made['id']}#join-{made['seats']['P2']['token']}")
    screen.page.goto("/")
    terms = screen.page.locator("#recent-list li").filter(has_text="Capture the Flag").locator(".terms")
    begun = r", since \d{1,2} [A-Z][a-z]+ 20\d\d, \d\d:\d\d\."
    who = ("At one screen", "As Player 1 against the bot level 3", *["As Player 2 against a person"] * 2)
    expect(terms).to_have_count(len(who))
    texts = sorted(terms.all_text_contents())
    assert all(re.fullmatch(each + begun, text) for each, text in zip(sorted(who), texts, strict=True)), texts


def test_own_turns_stand_first(screens: Screens, address: str) -> None:
    screen = screens()
    for game, seat in (("grid-runner", "P1"), ("flag-chase", "P2"), ("capture-the-flag", "P2")):
        made, tokens = both_links(address, game)
        screen.goto(f"/g/{made}#{tokens[seat]}")
    screen.page.goto("/")
    assert screen.page.locator("#recent-list a").all_text_contents() == [
        "Grid Runner",
        "Capture the Flag",
        "Flag Chase",
    ]


@pytest.mark.long
def test_a_game_that_the_browser_plays_by_itself_is_among_them(screens: Screens) -> None:
    screen = screens()
    screen.goto("/play/grid-runner?bot=level:3")
    screen.page.goto("/")
    expect(screen.page.locator("#recent")).to_be_hidden()  # nothing was played yet
    screen.goto("/play/grid-runner?bot=level:3")
    screen.choose("1,2")
    screen.at(2)
    seen = screen.board()
    screen.page.goto("/")
    mine = screen.page.locator("#recent-list > li")
    expect(mine).to_have_count(1)
    expect(mine).to_contain_text("It is your turn.")
    expect(mine.locator("svg")).to_be_visible()
    mine.get_by_role("link").click()
    screen.at(2)
    expect(screen.page.locator("#board desc")).to_have_text(seen)


def test_a_game_that_is_gone_or_renewed_says_so(screens: Screens, address: str) -> None:
    screen = screens()
    game, tokens = both_links(address)
    screen.goto(f"/g/{game}#{tokens['P1']}")
    status, _, _ = request(address, "POST", f"/api/games/{game}/renew", {"what": "seat"}, token=tokens["P1"])
    assert status == 200
    screen.page.goto("/")
    expect(screen.page.locator("#recent-list .hint")).to_have_text("The link to this seat was renewed.")
    screen.troubles.clear()  # the browser itself writes down that the request was refused


def test_no_token_stands_in_an_address_that_is_asked_for(screens: Screens, address: str) -> None:
    screen = screens()
    game, tokens = both_links(address)
    screen.goto(f"/g/{game}#{tokens['P1']}")
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    with screen.page.expect_response(f"**/api/games/{game}/status"):
        screen.page.goto("/")
    assert asked and not any(tokens["P1"] in url for url in asked)


def test_the_short_status_tells_what_the_long_one_tells(address: str) -> None:
    made = create(address)
    game, token = made["id"], made["seats"]["P1"]["token"]
    for who in (token, None):
        long, short = get(address, f"/api/games/{game}", who), get(address, f"/api/games/{game}/status", who)
        assert short["you"] == long["you"] and short["ply"] == long["state"]["ply"] == 0
        assert short["waiting"] == long["state"]["waiting"] == ["P1"]
        assert short.get("free", False) is (who is not None)
    status, _, _ = request(address, "GET", f"/api/games/{game}/status", token="x" * 24)
    assert status == 401
