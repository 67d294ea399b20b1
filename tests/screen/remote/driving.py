"""Apps that play with each other: each on a screen of its own, all in one loop, at a real server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic

from textual.pilot import Pilot

from flagfall.terminal.screen.app import Errand, Flagfall
from tests.screen.harness import STILL, text_of

PATIENCE = 60.0


@asynccontextmanager
async def opened(errand: Errand, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[int]]:
    async with Flagfall(errand, STILL).run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[int], condition: Callable[[], object]) -> None:
    """Wait until it is so: what is waited for comes over a socket, in a thread of its own."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, text_of(pilot.app)
        await pilot.pause()
        await asyncio.sleep(0.005)
    await pilot.pause()


async def sees(pilot: Pilot[int], text: str) -> None:
    """Wait until this stands on the screen, wherever its lines are broken."""
    await until(pilot, lambda: "".join(text.split()) in "".join(text_of(pilot.app).split()))


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await test()

    asyncio.run(whole())
