"""The full screen under test: Textual's own pilot at the usual sizes, and screens as text to compare with.

A test is a coroutine that gets a pilot, and `on_screen` runs it:

    def test_something() -> None:
        async def look(pilot: Pilot[int]) -> None:
            await pilot.press("1")
            assert "Flag Chase" in text_of(pilot.app)

        on_screen(look, size=SMALL)

`golden(app, "home-80x24")` compares what stands on the screen with `goldens/home-80x24.txt`; GOLDEN=write writes it.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.worker import WorkerCancelled

from flagfall.terminal.screen.app import Errand, Flagfall
from flagfall.terminal.screen.gate import Display

SIZES = (80, 24), (120, 40), (60, 20)
"""Columns and rows at which every screen is looked at."""
SIZED = pytest.mark.parametrize("size", SIZES, ids=lambda size: name_of_size(size))
STILL = Display(motion=False)
GOLDENS = Path(__file__).parent / "goldens"

Test = Callable[[Pilot[int]], Awaitable[None]]


def on_screen(
    test: Test, errand: Errand | None = None, *, size: tuple[int, int] = (80, 24), display: Display = STILL
) -> None:
    """Run the app without a terminal, with the errand done and everything settled, and let the test drive it.

    An error anywhere in the app is the test's error.
    """

    async def run() -> None:
        async with Flagfall(errand, display).run_test(size=size, notifications=True) as pilot:
            await settled(pilot)
            await test(pilot)

    asyncio.run(run())


def name_of_size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


async def settled(pilot: Pilot[int]) -> None:
    """Until all messages are handled and no worker is at work; what one brings may have another begin."""
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        with suppress(WorkerCancelled):  # which is meant: another question has come
            await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def typed(pilot: Pilot[int], text: str) -> None:
    """Type this as one would, sign by sign."""
    for sign in text:
        await pilot.press(NAMES.get(sign, sign))


NAMES = {
    ",": "comma",
    ":": "colon",
    " ": "space",
    ">": "greater_than_sign",
    "+": "plus",
    "-": "minus",
    "?": "question_mark",
    "/": "slash",
    ".": "full_stop",
    "=": "equals_sign",
}
"""What the pilot calls a key, where that is not the sign on it."""


def text_of(app: App[int]) -> str:
    """What stands on the screen, row by row, without colours."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"


def golden(app: App[int], name: str) -> None:
    """Compare the screen with the one that is kept under this name."""
    path, shown = GOLDENS / f"{name}.txt", text_of(app)
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), f"there is no {path.name}; GOLDEN=write writes it"
    assert shown == path.read_text(encoding="utf-8"), f"the screen is not as in {path.name}; GOLDEN=write takes it over"
