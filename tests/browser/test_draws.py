"""A game that ends in a draw, as the page tells it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from playwright.sync_api import expect

from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.record import read
from tests.online.client import Live, both_links, get

from .conftest import Screens


@cache
def drawn(game: str) -> Match | None:
    """A match that chance has brought to a draw, if the game has any."""
    return next((match for match in map(at_random, range(100), [game] * 100) if match and match.outcome.is_draw), None)


def at_random(seed: int, game: str) -> Match | None:
    match, random = Match(GAMES[game](), apart=True), Random(seed)
    while (waiting := match.waiting()) and len(match.plies) < 40:
        match.submit(waiting[0], random.choice(match.seats[waiting[0]].choices))
    return match if match.outcome else None


DRAWS = [game for game in GAMES if drawn(game)]


def replayed(address: str, match: Match) -> Iterator[tuple[str, dict[str, str]]]:
    game, tokens = both_links(address, match.start.id)
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two:
        at = {"P1": one, "P2": two}
        for ply in match.plies[:-1]:
            for player, move in ply.moves.items():
                at[player.name].move(move)
                at[player.other.name].until(at[player.name].state["seq"])
    yield game, tokens


def test_there_is_a_game_that_can_be_drawn() -> None:
    assert DRAWS


@pytest.mark.long
@pytest.mark.parametrize("game", DRAWS)
def test_a_draw_is_told_as_one(game: str, screens: Screens, address: str) -> None:
    match = drawn(game)
    assert match and match.outcome
    ((id_, tokens),) = replayed(address, match)
    one, two, watcher = screens("phone"), screens(), screens()
    for screen, token in ((one, f"#{tokens['P1']}"), (two, f"#{tokens['P2']}"), (watcher, "")):
        screen.goto(f"/g/{id_}{token}")
    for player, move in match.plies[-1].moves.items():
        (one, two)[player].choose(move)
    for screen in (one, two, watcher):
        expect(screen.page.locator("#result-title")).to_have_text("It's a draw")
        expect(screen.page.locator("#about")).to_have_text(f"{match.outcome}.")
        expect(screen.page.locator(".player.won")).to_have_count(0)
    expect(one.page.locator("#grades li:last-child .hint")).to_have_text("a draw.")
    one.page.goto("/")
    expect(one.page.locator("#recent-list .hint")).to_have_text(f"{match.outcome}.")
    (record,) = read(get(address, f"/api/games/{id_}/record"))
    assert record.outcome == match.outcome
