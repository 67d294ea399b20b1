from __future__ import annotations

import pytest
from textual.pilot import Pilot

from flagfall.games import GAMES

from .harness import SIZES, on_screen, text_of


@pytest.mark.parametrize("size", SIZES)
def test_the_home_names_every_game(size: tuple[int, int]) -> None:
    async def look(pilot: Pilot[int]) -> None:
        assert all(game.title in text_of(pilot.app) for game in GAMES.values())

    on_screen(look, size=size)
