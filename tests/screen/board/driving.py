"""A board alone on a screen, driven by keys and by the mouse, that remembers what was chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from flagfall.core import Option, Scene
from flagfall.terminal.screen.board.drawing import Place
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.look import DEFAULTS, THEMES
from tests.screen.harness import Hands, quiet


class Alone(App[None]):
    """Nothing but a board."""

    def __init__(self, board: Board, *, motion: bool = False, ansi: bool = False) -> None:
        super().__init__(ansi_color=True if ansi else None)
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "ansi-dark" if ansi else "flagfall-dark"
        self.animation_level = "full" if motion else "none"
        self.board = board
        self.chosen: list[Option] = []
        self.pointed: tuple[Option, ...] = ()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return DEFAULTS

    def compose(self) -> ComposeResult:
        yield self.board

    def on_board_chosen(self, event: Board.Chosen) -> None:
        self.chosen.append(event.option)

    def on_board_pointed(self, event: Board.Pointed) -> None:
        self.pointed = event.options


class Hand:
    """Somebody at the board."""

    def __init__(self, app: Alone, pilot: Pilot[None]) -> None:
        self.app, self.board, self.pilot, self.press = app, app.board, pilot, pilot.press

    async def show(self, scene: Scene) -> None:
        self.board.show(scene)
        await quiet(self.pilot)

    async def click(self, place: Place) -> None:
        region = self.board.region_of(place)
        assert region is not None
        await self.click_at(region.x + region.width // 2, region.y + region.height // 2)

    async def click_at(self, x: int, y: int) -> None:
        window = self.board.window
        await self.pilot.click(Board, offset=(x - window.x, y - window.y))

    async def taken(self) -> Option | None:
        """What has been chosen since it was last asked."""
        await quiet(self.pilot)
        return self.app.chosen.pop() if self.app.chosen else None

    def text(self) -> list[str]:
        return [strip.text for strip in self.app.screen._compositor.render_strips()]


Test = Callable[[Hand], Awaitable[None]]


def at_the_board(
    test: Test, scene: Scene, *, size: tuple[int, int] = (80, 24), motion: bool = False, ansi: bool = False
) -> None:
    async def run() -> None:
        app = Alone(Board(scene), motion=motion, ansi=ansi)
        async with app.run_test(size=size):
            pilot = Hands(app)
            app.board.focus()
            await pilot.pause()
            await test(Hand(app, pilot))

    asyncio.run(run())
