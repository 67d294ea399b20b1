"""Apps that play with each other: each on a screen of its own, all in one loop, at a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from time import monotonic

from textual.pilot import Pilot

from flagfall.terminal.screen.app import Errand, Flagfall
from flagfall.terminal.screen.play.game import GameScreen
from tests.screen.harness import STILL, Hands, text_of

PATIENCE = 60.0


@asynccontextmanager
async def opened(errand: Errand, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[int]]:
    app = Flagfall(errand, STILL)
    async with app.run_test(size=size, notifications=True):
        pilot = Hands(app)
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[int], condition: Callable[[], object]) -> None:
    """Wait until it is so: what is waited for comes over a socket, in a thread of its own."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "\n".join([text_of(pilot.app), *_tables(pilot)])
        await pilot.pause()
    await pilot.pause()


def _tables(pilot: Pilot[int]) -> Iterator[str]:
    for screen in pilot.app.screen_stack:
        if isinstance(screen, GameScreen):
            table = screen.table
            yield f"{table.status!r} asked {table.asked} offered {table.offered} {table.seat.history}"
            yield from table.told


async def sees(pilot: Pilot[int], text: str) -> None:
    """Wait until this stands on the screen, wherever its lines are broken, in a frame or without."""
    await until(pilot, lambda: _run_together(text) in _run_together(text_of(pilot.app)))


def _run_together(text: str) -> str:
    return "".join(text.replace("│", "").split())


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())
