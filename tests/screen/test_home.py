"""The home: every game, and everything that can be done, by keys and by the mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from flagfall.terminal.screen.home.home import Card, short_title

from .harness import SIZES, on_screen, text_of

SIZED = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


@SIZED
def test_the_home_has_a_card_for_every_game_that_can_be_reached(size: tuple[int, int]) -> None:
    async def look(pilot: Pilot[int]) -> None:
        for card in pilot.app.screen.query(Card):
            card.focus()
            await pilot.pause()
            assert short_title(card.game)[:20] in text_of(pilot.app)

    on_screen(look, size=size)
