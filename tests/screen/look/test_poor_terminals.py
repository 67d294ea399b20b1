"""Sixteen colours, none, and plain signs: everything can still be seen."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from flagfall.terminal.screen.gate import Display
from tests.screen.harness import on_screen, text_of

POOR = Display(ansi=True, motion=False), Display(ansi=True, motion=False, dark=False), Display(ascii=True, motion=False)


@pytest.mark.parametrize("display", POOR, ids=["sixteen", "sixteen-light", "ascii"])
def test_the_home_opens_on_a_poor_terminal(display: Display) -> None:
    async def look(pilot: Pilot[int]) -> None:
        assert "Grid Runner" in text_of(pilot.app)

    on_screen(look, display=display)
