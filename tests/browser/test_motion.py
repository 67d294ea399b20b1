"""What moves on the board: it ends in the picture that is there without it, and nobody has to wait for it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from flagfall.core import Player
from flagfall.games import GAMES
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
