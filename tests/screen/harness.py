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
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rich.console import RenderableType
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Markdown
from textual.worker import WorkerCancelled

from flagfall.terminal.screen.app import Errand, Flagfall
from flagfall.terminal.screen.gate import Display

SIZES = (80, 24), (120, 40), (60, 20)
"""Columns and rows at which every screen is looked at."""
STILL = Display(motion=False)
PAINTED_AGAIN = 10
"""Painting may change something, and that something else; what always moves is not waited for."""
GOLDENS = Path(__file__).parent / "goldens"

Test = Callable[[Pilot[int]], Awaitable[None]]

_parse = Stylesheet._parse_rules
_parsed: dict[object, list[RuleSet]] = {}


def _parse_once(sheet: Stylesheet, *given: object, **named: object) -> list[RuleSet]:
    """Every app has the same style sheets, and reading them is a quarter of its start."""
    key = given, *named.items(), *sheet._variables.items()
    if key not in _parsed:
        _parsed[key] = _parse(sheet, *given, **named)  # type: ignore[arg-type]
    return _parsed[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign, assignment]
_paint = Compositor.render_update


def _paint_later(compositor: Compositor, full: bool = False, **named: Any) -> RenderableType | None:
    """A terminal would see every step of a change; here it is painted once, when all is quiet."""
    return _paint(compositor, full, **named) if full else None


Compositor.render_update = _paint_later  # type: ignore[method-assign, assignment]


def on_screen(
    test: Test, errand: Errand | None = None, *, size: tuple[int, int] = (80, 24), display: Display = STILL
) -> None:
    """Run the app without a terminal, with the errand done and everything settled, and let the test drive it.

    An error anywhere in the app is the test's error.
    """

    async def run() -> None:
        app = Flagfall(errand, display)
        async with app.run_test(size=size, notifications=True):
            pilot = Hands(app)
            await settled(pilot)
            await test(pilot)

    asyncio.run(run())


class Hands(Pilot[Any]):
    """Textual's own pilot waits until the processor rests, which takes time and proves little on a busy machine. These
    wait until nothing is left to do in the event loop, and then have the screen painted, once for all keys."""

    async def press(self, *keys: str) -> None:
        for key in keys:
            await _sent(self.app, key)
        await quiet(self)

    async def pause(self, delay: float | None = None) -> None:
        """For whoever waits for something outside of the loop, in turns."""
        await quiet(self)
        await asyncio.sleep(0.01 if delay is None else delay)
        await quiet(self)

    async def resize_terminal(self, width: int, height: int) -> None:
        """Textual waits a moment for the next size, and how long that is depends on what else the machine does."""
        size = Size(width, height)
        assert isinstance(self.app._driver, HeadlessDriver)
        self.app._driver._size = size
        self.app.post_message(Resize(size, size))
        await _idle(self.app)
        self.app._check_resize()
        await quiet(self)


async def _sent(app: App[Any], key: str) -> None:
    """As the pilot sends it."""
    with patch("textual.app.wait_for_idle", lambda _: _idle(app)):
        await app._press_keys([key])


async def quiet(pilot: Pilot[Any]) -> None:
    """Until everything is handled, and what came of it is painted."""
    app = pilot.app
    await _idle(app)
    for _ in range(PAINTED_AGAIN):
        due = [screen for screen in app.screen_stack if _unpainted(screen)]
        for screen in due:
            screen._on_timer_update()
        await _idle(app)
        if not due and not (app.screen_stack and app.screen._compositor._dirty_regions):
            return
        if not due:
            _paint(app.screen._compositor, screen_stack=app._background_screens)


def _unpainted(screen: Screen[object]) -> bool:
    """Those below show through, and have their own to do; but whatever is painted there asks for it again at once."""
    due = screen._dirty_widgets or screen._layout_required or screen._scroll_required or screen._recompose_required
    return bool(screen._callbacks or (screen.is_current and due) or (screen.is_active and screen._repaint_required))


async def _idle(app: App[Any]) -> None:
    """Until no task has anything to do; what failed meanwhile is told when the app ends."""
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    await asyncio.sleep(0)
    while ready and not app._exception:
        await asyncio.sleep(0)


async def at_every_size(pilot: Pilot[int]) -> AsyncIterator[str]:
    """Make the window of every size, one after the other; the answer is its name."""
    for size in SIZES:
        await pilot.resize_terminal(*size)
        await settled(pilot)
        yield name_of_size(size)


async def golden_at_every_size(pilot: Pilot[int], name: str) -> None:
    """Compare the screen at every size; `{}` stands for it in the name."""
    async for size in at_every_size(pilot):
        golden(pilot.app, name.format(size))


def name_of_size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


async def settled(pilot: Pilot[int]) -> None:
    """Until all messages are handled and no worker is at work; what one brings may have another begin."""
    await quiet(pilot)
    while any(not worker.is_finished for worker in pilot.app.workers):
        with suppress(WorkerCancelled):  # which is meant: another question has come
            await pilot.app.workers.wait_for_complete()
        await quiet(pilot)
    while any(text.source and not text.children for text in pilot.app.screen.query(Markdown)):  # read in a thread
        await pilot.pause()


async def typed(pilot: Pilot[int], text: str) -> None:
    """Type this as one would, sign by sign."""
    await pilot.press(*(NAMES.get(sign, sign) for sign in text))


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
    """What stands on the screen, row by row, without colours; behind a dialog what lies there now, not what was there
    when it was painted last."""
    visible_screen_stack.set(app._background_screens)
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
