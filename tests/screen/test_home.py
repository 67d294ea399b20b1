"""The home: every game, and everything that can be done, by keys and by the mouse."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from flagfall.core import HOURS
from flagfall.games import GAMES
from flagfall.terminal.screen.home.home import ARROWS, Card, demonstration, short_title
from flagfall.terminal.screen.home.start import StartScreen
from flagfall.terminal.screen.places import OF_A_GAME, OF_ALL
from flagfall.terminal.settings import settings

from .harness import at_every_size, golden_at_every_size, on_screen, quiet, settled, text_of

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


@pytest.mark.long
def test_everything_can_be_reached_at_every_size() -> None:
    async def look(pilot: Pilot[int]) -> None:
        await golden_at_every_size(pilot, "home-{}")
        async for _ in at_every_size(pilot):
            await every_game_has_a_card(pilot)
            await arrows_reach_every_card_and_every_place(pilot)
            await a_click_opens_a_game_and_a_place(pilot)

    on_screen(look)


async def every_game_has_a_card(pilot: Pilot[int]) -> None:
    for card in pilot.app.screen.query(Card):
        card.focus()
        await pilot.pause()
        assert short_title(card.game)[:12] in text_of(pilot.app)


async def arrows_reach_every_card_and_every_place(pilot: Pilot[int]) -> None:
    home = pilot.app.screen
    wanted = {each for each in home.query("Card, SpotLine") if each.focusable}
    met, todo = {home.focused}, [home.focused]
    while todo:
        now = todo.pop()
        for key in ARROWS:
            assert now
            now.focus(scroll_visible=False)
            await pilot.press(key)
            if home.focused not in met:
                met.add(home.focused)
                todo.append(home.focused)
    assert wanted <= met


async def a_click_opens_a_game_and_a_place(pilot: Pilot[int]) -> None:
    for widget, opened in ((f"#card-{next(iter(GAMES))}", "StartScreen"), ("#spot-a", "RecordScreen")):
        shown = pilot.app.screen.query_one(widget)
        shown.scroll_visible(animate=False)
        await pilot.pause()
        await pilot.click(shown)
        await settled(pilot)
        assert type(pilot.app.screen).__name__ == opened
        await pilot.press("escape")
        await settled(pilot)


@pytest.mark.parametrize("size", [(40, 12), (200, 60)])
def test_very_small_and_very_large_windows_have_room_for_the_games(size: tuple[int, int]) -> None:
    async def look(pilot: Pilot[int]) -> None:
        assert "Flag Chase" in text_of(pilot.app)
        await pilot.press("down", "enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, StartScreen)

    on_screen(look, size=size)


@GAME
def test_a_card_plays_what_both_players_may_see(game) -> None:
    scenes = demonstration(game)
    assert len(scenes) >= 1
    assert scenes[0].hour in HOURS
    assert scenes[0] == game().view(None).scene()


@GAME
@pytest.mark.long
def test_every_place_of_a_game_can_be_gone_to_and_left(game) -> None:
    """By its number to its page; and what it does not have is not offered."""

    async def look(pilot: Pilot[int]) -> None:
        home = pilot.app.screen
        await pilot.press(str(1 + list(GAMES.values()).index(game)))
        await settled(pilot)
        assert isinstance(pilot.app.screen, StartScreen)
        assert pilot.app.screen.game is game
        await pilot.press("escape")
        assert isinstance(home.focused, Card) and home.focused.game is game
        for spot in OF_ALL:
            assert not home.query_one(f"#spot-{spot.key}").disabled
        for spot in OF_A_GAME:
            assert home.query_one(f"#spot-{spot.key}").disabled is not spot.offered(game())
            await pilot.press(spot.key)
            assert (pilot.app.screen is not home) is spot.offered(game()), spot.name
            pilot.app.home()  # type: ignore[attr-defined]
            await quiet(pilot)
            assert pilot.app.screen is home

    on_screen(look)


@pytest.mark.parametrize("place", ["a", "j", "ctrl+p"])
def test_what_is_typed_at_once_is_there_when_the_screen_is(place: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        for key in (place, *"word"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await settled(pilot)
        assert pilot.app.screen.query_one(Input).value == "word"

    on_screen(look)


def test_light_and_dark_are_turned_by_a_key_and_kept() -> None:
    async def look(pilot: Pilot[int]) -> None:
        assert pilot.app.theme == "flagfall-dark"
        await pilot.press("t")
        assert pilot.app.theme == "flagfall-light"
        assert settings().theme == "light"
        await pilot.press("t")
        assert settings().theme == "dark"

    on_screen(look)
