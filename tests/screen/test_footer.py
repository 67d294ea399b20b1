"""The keys at the bottom: fewer where there is little room, but each whole, and help among them."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from flagfall.terminal.screen.app import Errand
from flagfall.terminal.screen.footer import Footer
from tests.every_game import short_game

from .harness import on_screen, settled, text_of
from .play.players import game_of

RECORD = short_game("flag-chase")
PLACES: dict[str, Errand] = {
    "home": lambda app: None,
    "start": lambda app: app.choose(type(RECORD.start)),
    "game": game_of("flag-chase"),
    "explore": lambda app: app.explore(RECORD.start, RECORD.plies),
    "lesson": lambda app: app.learn(type(RECORD.start)),
}


@pytest.mark.parametrize("place", PLACES)
def test_every_key_at_the_bottom_is_whole_and_help_is_there(place: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        shown = []
        for columns, rows in ((120, 40), (80, 24), (60, 20), (44, 14), (120, 40)):
            await pilot.resize_terminal(columns, rows)
            await settled(pilot)
            keys = pilot.app.screen.query_one(Footer).keys
            line = text_of(pilot.app).rstrip("\n").split("\n")[-1]
            assert len(line) <= columns
            assert all(f"{key.shown} {key.about}" in line for key in keys)
            assert "? Help" in line
            shown.append(len(keys))
        assert shown == [*sorted(shown[:4], reverse=True), shown[0]]

    on_screen(look, PLACES[place], size=(120, 40))


def test_a_click_on_a_key_is_that_key() -> None:
    async def look(pilot: Pilot[int]) -> None:
        home = pilot.app.screen
        line = text_of(pilot.app).rstrip("\n").split("\n")[-1]
        await pilot.hover(Footer, offset=(line.index("? Help"), 0))
        await pilot.click(Footer, offset=(line.index("? Help"), 0))
        await settled(pilot)
        assert type(pilot.app.screen).__name__ == "Help"
        await pilot.press("escape")
        await pilot.click(Footer, offset=(line.index("palette"), 0))
        await settled(pilot)
        assert type(pilot.app.screen).__name__ == "CommandPalette"
        await pilot.press("escape")
        await pilot.click(Footer, offset=(line.index("palette") - 5, 0))
        await settled(pilot)
        assert pilot.app.screen is home

    on_screen(look)
