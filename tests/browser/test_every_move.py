"""Whatever a game lets somebody do can be done on the page: every legal move can be pressed, as a cell or a button."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from flagfall.core import Player, Position
from flagfall.games import GAMES
from flagfall.testing import check
from tests.every_game import short_game
from tests.online.client import both_links
from tests.online.server import server

from .conftest import Screens
from .screens import Screen
from .shapes import PATHS, Shapes


@pytest.fixture(scope="module")
def shapes(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has a game with moves of every shape."""
    folder, named = tmp_path_factory.mktemp("shapes"), f"{Shapes.__module__}:{Shapes.__qualname__}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FLAGFALL_GAMES", f"{os.environ.get('FLAGFALL_GAMES', '')} {named}")
        with server(f"sqlite:{folder}/games.sqlite", folder / "log") as running:
            yield running.address


def sit_down(screen: Screen, start: Position) -> Player:
    """Sit where the first has to choose; the answer is who that is."""
    player = next(iter(start.choices()))
    game, tokens = both_links(screen.address, game="", start=start.text())
    screen.goto(f"/g/{game}#{tokens[player.name]}")
    return player


def press_all(screen: Screen, start: Position) -> None:
    """Find every legal move, and see that a press would meet it; none is made."""
    player = sit_down(screen, start)
    for move in start.choices()[player]:
        screen.find(move).click(trial=True)
        screen.page.keyboard.press("Escape")


@pytest.mark.parametrize("game", GAMES)
def test_every_move_can_be_pressed(game: str, screens: Screens) -> None:
    """At the opening, and at every moment of a game in which there is something else to choose."""
    screen, plies = screens("small"), short_game(game).match().plies
    moments = {frozenset(map(len, ply.before.choices().values())): ply.before for ply in reversed(plies)}
    for start in list(moments.values())[:3]:
        press_all(screen, start)


def test_a_game_of_every_shape_is_a_game() -> None:
    assert check(Shapes).complete


@pytest.mark.long
def test_moves_of_every_shape_can_be_pressed(screens: Screens, shapes: str) -> None:
    screen = screens("phone", address=shapes)
    press_all(screen, Shapes())
    screen.resize("desktop")
    press_all(screen, Shapes())


def test_a_move_that_all_may_see_is_made_at_once(screens: Screens, shapes: str) -> None:
    screen = screens(address=shapes)
    for move in ("1>3+", "=1", "=6'", "2>1", "1>", "rest", "DIG 6"):
        sit_down(screen, Shapes())
        screen.find(move).click()
        screen.at(1)
        expect(screen.page.locator("#history")).to_have_text(f"P1 {move}")


def test_a_secret_move_says_so_and_is_confirmed(screens: Screens, shapes: str) -> None:
    screen, other = screens("phone", address=shapes), screens(address=shapes)
    for move in ("HIDE 6", "HIDE 1>6", "WISH sun"):
        game, tokens = both_links(shapes, "shapes")
        screen.goto(f"/g/{game}#{tokens['P1']}")
        other.goto(f"/g/{game}#{tokens['P2']}")
        screen.find(move).click()
        hint = "Only you see where." if PATHS[move][1] else "Only you see it."
        expect(screen.page.locator("#hint")).to_have_text(hint)
        screen.page.click("#confirm-yes")
        for seat, written in ((screen, move), (other, f"{move.split()[0]} ?")):
            seat.at(1)
            expect(seat.page.locator("#history")).to_have_text(f"P1 {written}")


def test_what_to_do_is_said_for_the_moves_that_there_are(screens: Screens, shapes: str) -> None:
    screen = screens(address=shapes)
    sit_down(screen, Shapes())
    hint = screen.page.locator("#hint")
    expect(hint).to_have_text("Choose a marked cell, or first a piece of yours.")
    screen.page.click('.spot[data-at="0,5"]')
    expect(hint).to_have_text("Choose what to do there.")
    expect(screen.page.locator("#controls button")).to_contain_text(["Play rest", "Play =6", "Play =6'"])
    screen.page.get_by_role("button", name="Hide", exact=True).click()
    expect(hint).to_have_text("Choose a marked cell on the board. Only you will see it.")
    screen.page.get_by_role("button", name="Dig", exact=True).click()
    expect(hint).to_have_text("Choose a marked cell on the board.")
