"""The keys at the bottom: fewer where there is little room, but each whole, and help among them."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets._footer import FooterKey

from flagfall.terminal.screen.app import Errand
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
            keys = [key for key in pilot.app.screen.query(FooterKey) if key.display]
            assert all(key.region.right <= columns for key in keys)
            line = text_of(pilot.app).rstrip("\n").split("\n")[-1]
            assert all(f"{key.key_display} {key.description}" in line for key in keys)
            assert "? Help" in line
            shown.append(len(keys))
        assert shown == [*sorted(shown[:4], reverse=True), shown[0]]

    on_screen(look, PLACES[place], size=(120, 40))
