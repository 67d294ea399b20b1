"""Making a game: one game for one wish, and a form that fits what was chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from flagfall import GAMES
from tests.online.client import Live, create, request

from .conftest import Screens
from .screens import Screen


def names_of(screen: Screen) -> list[str]:
    """The bots that can be chosen."""
    found: list[str] = screen.page.locator("[name=bot]:enabled").evaluate_all("all => all.map((each) => each.value)")
    return found


def test_a_double_click_makes_one_game(screens: Screens) -> None:
    screen = screens("phone")
    made: list[str] = []
    screen.page.on("request", lambda request: made.append(request.url) if request.method == "POST" else None)
    screen.page.goto("/games/grid-runner")
    screen.page.dblclick("#start")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    assert len(made) == 1
    screen.page.goto("/")
    expect(screen.page.locator("#recent-list > li")).to_have_count(1)


def test_a_wish_whose_answer_was_lost_is_repeated_and_not_granted_twice(screens: Screens) -> None:
    screen = screens()
    answers: list[str] = []

    def lose_the_first(route: Route) -> None:
        answers.append(route.fetch().text())
        if len(answers) == 1:
            route.abort()
        else:
            route.fulfill(status=201, content_type="application/json", body=answers[-1])

    screen.page.route("**/api/games", lose_the_first)
    screen.page.goto("/games/grid-runner")
    screen.page.select_option("#seat", "any")
    screen.page.click("#start")
    expect(screen.page.locator("#refusal")).to_have_text(
        "The server can't be reached. Check your connection, and try again."
    )
    screen.page.click("#start")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    assert answers[0] == answers[1]
    screen.troubles.clear()  # the request that was meant to be lost


@pytest.mark.parametrize("game", GAMES)
def test_the_same_key_is_the_same_game_and_another_is_another(game: str, address: str) -> None:
    wish = {"seats": {"P1": "link", "P2": "open"}, "key": "a-key-of-at-least-22-letters"}
    first, again = create(address, game, **wish), create(address, game, **wish)
    assert first == again
    tokens = [first["seats"][seat]["token"] for seat in ("P1", "P2")]
    assert len({*tokens, wish["key"], first["id"]}) == 4
    assert create(address, game, **wish, chat=True)["id"] != first["id"]
    assert create(address, game, **wish | {"key": "b" * 22})["id"] != first["id"]
    with Live(address, first["id"], tokens[0]) as seat:
        assert seat.welcome["you"] == "P1"
    assert request(address, "POST", "/api/games", {"game": game, "key": "short"})[0] == 400


@pytest.mark.long
def test_after_back_the_fields_fit_what_is_chosen(screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto("/games/grid-runner")
    screen.page.locator("input[value=bot]").check()
    screen.page.click("summary:has-text('Vary the rules')")
    screen.page.fill("#set-size", "6")
    screen.page.press("#set-size", "Tab")
    expect(screen.page.locator("#preview desc")).to_contain_text("5,2: P2")
    screen.page.click("#start")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    screen.page.go_back()
    expect(screen.page.locator("#preview desc")).to_contain_text("5,2: P2")
    chosen = screen.page.locator("input[name=way]:checked").get_attribute("value")
    expect(screen.page.locator("#bot-field")).to_be_visible(visible=chosen == "bot")
    expect(screen.page.locator("#clock")).to_be_visible(visible=chosen == "person")
    expect(screen.page.locator("#set-size")).to_have_value("6")
    screen.page.click("#start")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    expect(screen.page.locator("#settings")).to_have_text("size 6")


def test_the_form_fits_the_way_to_play_without_scripts_too(screens: Screens) -> None:
    screen = screens(java_script_enabled=False)
    screen.page.goto("/games/grid-runner")
    for way, there, not_there in (
        ("person", "#clock", "#bot-field"),
        ("bot", "#bot-field", "#clock"),
        ("screen", "#new", "#seat"),
    ):
        screen.page.locator(f"input[value={way}]").check()
        expect(screen.page.locator(there)).to_be_visible()
        expect(screen.page.locator(not_there)).to_be_hidden()


@pytest.mark.long
def test_the_bots_follow_the_rules_that_are_chosen(screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto("/games/flag-chase-traps")
    screen.page.locator("input[value=bot]").check()
    offered = screen.page.locator("[name=bot]:enabled")
    levels = [f"level:{number}" for number in range(1, 11)]
    assert sorted(names_of(screen)) == sorted(["random", *levels, "sampler"])
    screen.page.locator("[name=bot][value=random]").check()
    screen.page.click("summary:has-text('Vary the rules')")
    screen.page.fill("#set-size", "3")
    screen.page.select_option("#set-open_traps", "yes")
    expect(offered).to_have_count(13)
    expect(screen.page.locator("[name=bot][value=random]")).to_be_checked()
    screen.page.locator("[name=bot][value=perfect]").check()
    screen.page.click("#start")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    screen.choose("MOVE 2 2")
    screen.at(2)


def test_bots_that_the_rules_keep_away_are_shown_with_the_reason(screens: Screens) -> None:
    """Also where the book's own rules keep them away for another reason."""
    screen = screens("phone")
    screen.page.goto("/games/flag-chase-traps?size=20&open_traps=yes")
    screen.page.locator("input[value=bot]").check()
    expect(screen.page.locator('[name=bot][value="level:1"]')).to_be_disabled()
    expect(screen.page.locator("#bot-unfit")).to_contain_text("these rules are too large to solve here")


LARGE = {"size": "15", "tokens": "9"}


def test_a_bot_that_can_not_play_such_rules_is_not_offered_and_the_reason_tells_nothing_of_the_host(
    screens: Screens, address: str
) -> None:
    screen = screens()
    screen.page.goto("/games/grid-runner")
    screen.page.locator("input[value=bot]").check()
    screen.page.click("summary:has-text('Vary the rules')")
    for name, value in LARGE.items():
        screen.page.fill(f"#set-{name}", value)
    screen.page.press("#set-tokens", "Tab")
    expect(screen.page.locator("[name=bot]:enabled")).to_have_count(1)
    words = (
        "level:1 plays by the exact solution, and these rules are too large to solve here; take random, or other rules"
    )
    expect(screen.page.locator("#bot-unfit")).to_have_text(f"Some bots can't play by these rules: {words}.")
    expect(screen.page.locator("[name=bot][value=random]")).to_be_checked()
    wish = {"game": "grid-runner", "settings": LARGE, "seats": {"P1": "link", "P2": "bot:level:1"}}
    status, refused, _ = request(address, "POST", "/api/games", wish)
    assert status == 400 and refused["reason"] == words


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_that_is_offered_begins_to_play(game: str, screens: Screens, address: str) -> None:
    screen = screens()
    screen.page.goto(f"/games/{game}")
    names = names_of(screen)
    for name in {names[0], names[len(names) // 2], names[-1]}:
        create(address, game, seats={"P1": "link", "P2": f"bot:{name}"})
