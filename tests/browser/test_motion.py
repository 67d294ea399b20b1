"""What moves on the board: it ends in the picture that is there without it, and nobody has to wait for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from flagfall.core import Player
from flagfall.games import BOOKS, GAMES
from flagfall.match import Match
from tests.online.client import Live, both_links

from .conftest import Screens
from .screens import Screen

MOVES = "no-preference"
RUNNING = "document.getAnimations().filter((each) => !(each instanceof CSSAnimation || each instanceof CSSTransition))"
STILL = f"!document.querySelector('#board .moving') && {RUNNING}.length === 0"
REST = f"async () => {{ while (!({STILL})) await new Promise(requestAnimationFrame); }}"
PICTURE = """() => {
  const copy = document.querySelector("#board svg").cloneNode(true);
  copy.querySelectorAll(".relics").forEach((each) => each.remove());
  return copy.outerHTML;
}"""
HELD = """() => {
  const run = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const made = run.apply(this, how);
    made.pause();
    return made;
  };
}"""
"""What begins to move from now on stands still, until somebody can't wait for it."""
PLIES = 10


def moments(game: str, seed: int) -> Iterator[dict[Player, str]]:
    """The moves of a random game, ply by ply."""
    match, chance = Match(GAMES[game]()), random.Random(seed)
    while match.seats[None].outcome is None and len(match.plies) < PLIES:
        chosen = {player: chance.choice(list(match.seats[player].choices)) for player in match.waiting()}
        for player, move in chosen.items():
            match.submit(player, move)
        yield chosen


def picture(page: Page) -> Any:
    page.evaluate(REST)
    return page.evaluate(PICTURE)


@pytest.mark.parametrize("game", GAMES)
def test_each_animation_ends_in_the_picture_that_is_there_without_it(game: str, screens: Screens) -> None:
    moving, calm = screens(reduced_motion=MOVES), screens()
    id_, tokens = both_links(moving.address, game)
    for screen in (moving, calm):
        screen.goto(f"/g/{id_}#{tokens['P1']}")
    with Live(moving.address, id_, tokens["P1"]) as one, Live(moving.address, id_, tokens["P2"]) as two:
        for ply, chosen in enumerate(moments(game, 5), 1):
            for player, move in chosen.items():
                live = (one, two)[player]
                live.send("ping")
                live.wait("pong")
                live.move(move)
            for screen in (moving, calm):
                screen.at(ply)
            assert picture(moving.page) == picture(calm.page), (game, ply, chosen)


def battle(screens: Screens, **how: Any) -> tuple[Screen, Live]:
    """A screen at which a number is to be chosen, and the other player."""
    screen = screens(**how)
    id_, tokens = both_links(screen.address, "flag-chase")
    two = Live(screen.address, id_, tokens["P2"])
    with Live(screen.address, id_, tokens["P1"]) as one:
        for live, other in ((one, two), (two, one)) * 2:
            live.move("forward")
            other.send("ping")
            other.wait("pong")
    screen.goto(f"/g/{id_}#{tokens['P1']}")
    return screen, two


def test_a_battle_is_staged_on_its_cell_and_told_when_it_is_over(screens: Screens) -> None:
    screen, two = battle(screens, reduced_motion=MOVES)
    with two:
        expect(screen.page.locator(".hands .card-of")).to_have_count(2)
        two.move("2")
        expect(screen.page.locator("#player-P2 .player-state")).to_have_text("sealed")
        screen.page.evaluate(HELD)
        screen.choose("4")
        expect(screen.page.locator(".moving .card-of")).to_have_count(2)
        expect(screen.page.locator("#announce")).not_to_contain_text("wins the battle")
        expect(screen.page.locator("#log")).not_to_contain_text("wins the battle")
        screen.page.keyboard.press("Shift")
        expect(screen.page.locator("#announce")).to_contain_text("Player 1 wins the battle!")
        expect(screen.page.locator("#log")).to_contain_text("Player 1 wins the battle!")
        assert screen.page.evaluate(STILL)


def test_with_reduced_motion_nothing_moves_and_both_cards_stay_until_the_next_move(screens: Screens) -> None:
    screen, two = battle(screens)
    with two:
        two.move("2")
        screen.choose("4")
        expect(screen.page.locator(".relics .card-of")).to_have_text(["4", "2"])
        assert screen.page.evaluate("document.getAnimations().length") == 0
        screen.choose("forward")
        expect(screen.page.locator(".relics")).to_have_count(0)


@pytest.mark.long
def test_a_sprung_trap_is_seen_by_who_steps_into_it_and_by_who_has_set_it(screens: Screens) -> None:
    one, two = screens(), screens()
    id_, tokens = both_links(one.address, "flag-chase-traps")
    one.goto(f"/g/{id_}#{tokens['P1']}")
    two.goto(f"/g/{id_}#{tokens['P2']}")
    for ply, (screen, move) in enumerate(((one, "MOVE 2 2"), (two, "TRAP 3 3"), (one, "MOVE 3 3")), 1):
        screen.choose(move)
        for each in (one, two):
            each.at(ply)
    for screen in (one, two):
        expect(screen.page.locator(".relics .trap.p2")).to_have_count(1)


def test_a_bots_answer_waits_until_the_own_piece_has_landed(screens: Screens) -> None:
    screen = screens(reduced_motion=MOVES)
    screen.make("capture-the-flag", way="bot", seat="P1")
    screen.page.evaluate(HELD)
    screen.choose("1")
    screen.at(1)
    expect(screen.page.locator(".moving .sprite.p1")).to_have_count(1)
    screen.page.keyboard.press("Shift")
    screen.at(2)


# --- a quick player ---


def other_moves(two: Live, move: str) -> None:
    """The other makes a move, after having heard of whatever came before it."""
    two.send("ping")
    two.wait("pong")
    two.move(move)


def facing(screens: Screens, game: str, **how: Any) -> tuple[Screen, Live]:
    """A screen of Player 1 on which things move, and the other player."""
    screen = screens(reduced_motion=MOVES, **how)
    id_, tokens = both_links(screen.address, game)
    screen.goto(f"/g/{id_}#{tokens['P1']}")
    return screen, Live(screen.address, id_, tokens["P2"])


@pytest.mark.parametrize("game", [cls.id for cls in BOOKS])
def test_a_tap_on_a_marked_cell_ends_what_moves_and_makes_the_move(game: str, screens: Screens) -> None:
    screen, two = facing(screens, game)
    screen.page.evaluate(HELD)
    tapped = 0
    with two:
        for ply, chosen in enumerate(moments(game, 5), 1):
            if Player.P2 in chosen:
                other_moves(two, chosen[Player.P2])
            if Player.P1 in chosen:
                target = screen.find(chosen[Player.P1])
                tapped += screen.page.locator("#board .moving").count()
                target.click()
                if screen.page.locator("#confirm").is_visible():
                    screen.page.click("#confirm-yes")
                screen.at(ply)
                screen.page.keyboard.press("Shift")  # the other's answer does not wait for the own piece
            screen.at(ply)
    assert tapped, "nothing moved when it was the turn of Player 1"


@pytest.mark.parametrize("game", [cls.id for cls in BOOKS])
def test_a_tap_makes_its_move_though_the_board_is_drawn_anew_meanwhile(game: str, screens: Screens) -> None:
    """As it is when a glide is over, when the other is away, or when more is known of the moves."""
    screen, two = facing(screens, game)
    with two:
        move = next(moments(game, 5))[Player.P1]
        target = screen.find(move).element_handle()
        box = target.bounding_box()
        assert box
        screen.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        screen.page.mouse.down()
        screen.page.set_viewport_size({"width": 1276, "height": 860})
        screen.page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
        screen.page.mouse.up()
        if screen.page.locator("#confirm").is_visible():
            screen.page.click("#confirm-yes")
        screen.at(1)
        screen.resize("desktop")


@pytest.mark.long
def test_a_kind_of_move_is_chosen_while_the_others_piece_glides(screens: Screens) -> None:
    screen, two = facing(screens, "flag-chase-traps")
    with two:
        screen.choose("MOVE 2 2")
        screen.at(1)
        screen.page.evaluate(HELD)
        other_moves(two, "MOVE 4 4")
        expect(screen.page.locator("#board .moving .sprite.p2")).to_have_count(1)
        trap = screen.page.get_by_role("button", name="Trap", exact=True)
        trap.click()
        expect(trap).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_after_a_battle_a_tap_makes_a_move_as_soon_as_the_numbers_are_seen(screens: Screens) -> None:
    screen, two = battle(screens, reduced_motion=MOVES)
    with two:
        two.move("2")
        expect(screen.page.locator("#player-P2 .player-state")).to_have_text("sealed")
        screen.page.evaluate(HELD)
        screen.choose("4")
        screen.at(5)
        assert screen.page.locator(".spot, .dots *").count() == 0, "who moves next would tell how it ends"
        target = screen.page.locator('.spot[data-move="forward"]')
        expect(target).to_have_count(1)
        expect(screen.page.locator(".moving .card-of")).to_have_count(2)
        assert screen.page.locator(".dots").evaluate("(dots) => getComputedStyle(dots).visibility") == "visible"
        target.click()
        screen.at(6)


@pytest.mark.parametrize("how", ["mouse", "touch", "Enter"])
def test_nothing_is_played_that_was_not_marked_when_the_finger_came_down(how: str, screens: Screens) -> None:
    """The own piece still glides, and the other's answer waits for it: what the finger meant is not what comes then."""
    screen = screens(reduced_motion=MOVES, has_touch=True)
    page = screen.page
    id_, tokens = both_links(screen.address, "grid-runner")
    with page.expect_websocket() as line, Live(screen.address, id_, tokens["P2"]) as two:
        screen.goto(f"/g/{id_}#{tokens['P1']}")
        goal = page.locator('.spot[data-move="1,1"]').bounding_box()
        assert goal
        x, y = goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2
        page.evaluate(HELD)
        screen.choose("1,2")
        expect(page.locator(".moving .sprite.p1")).to_have_count(1)
        with line.value.expect_event("framereceived", lambda frame: '"ply":2' in frame):
            other_moves(two, "3,2")
        screen.at(1)
        if how == "Enter":
            page.focus("#frame")
            page.keyboard.press("Enter")
        elif how == "touch":
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(x, y)
            page.mouse.down()
            screen.at(2)
            page.mouse.up()
        screen.at(2)
        screen.choose("2,1")
        screen.at(3)
        expect(page.locator("#history li")).to_have_text(["P1 1,2", "P2 3,2", "P1 2,1"])
