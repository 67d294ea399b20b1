"""The curve: above the middle is Player 1, every ply has its place, and no slip is lost in a long game."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from flagfall.core import Player
from flagfall.terminal.screen.look import THEMES
from flagfall.terminal.screen.panels.curve import SLIPS, Curve

P1, P2 = Player


class Showing(App[int]):
    def __init__(self, plain: bool = False) -> None:
        super().__init__()
        self.ascii, self.picked = plain, list[int]()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def compose(self) -> ComposeResult:
        yield Curve()

    def on_curve_picked(self, event: Curve.Picked) -> None:
        self.picked.append(event.ply)
        self.query_one(Curve).go(event.ply)


def lines(curve: Curve) -> list[str]:
    return [curve.render_line(y).text for y in range(curve.size.height)]


def filled(curve: Curve, y: int, x: int) -> bool:
    """Whether something stands there: a sign, or a colour."""
    canvas = curve._canvas
    assert canvas
    return canvas.signs[y][x] != " " or canvas.inks[y][x].back != canvas.inks[canvas.height - 1][canvas.width - 1].back


@pytest.mark.parametrize("count", [1, 2, 9, 40, 79, 300])
def test_every_ply_has_a_column_and_every_column_a_ply(count: int) -> None:
    async def check() -> None:
        app = Showing()
        async with app.run_test(size=(80, 24)):
            curve = app.query_one(Curve)
            curve.show([0.0] * count, {}, 0)
            columns = [curve.column(ply) for ply in range(count)]
            assert columns == sorted(columns) and columns[-1] < 80
            if count <= curve.room:
                assert [curve.ply_at(x) for x in columns] == list(range(count))
            assert curve.ply_at(0) == 0 and curve.ply_at(79) == count - 1

    asyncio.run(check())


@pytest.mark.parametrize(("height", "above", "below"), [(1.0, True, False), (-1.0, False, True), (0.0, False, False)])
def test_player_1_is_above_the_middle_and_player_2_below(height: float, above: bool, below: bool) -> None:
    async def check() -> None:
        app = Showing()
        async with app.run_test(size=(80, 24)):
            curve = app.query_one(Curve)
            curve.show([0.0, height, 0.0], {}, 0)
            lines(curve)
            x = curve.column(1)
            assert filled(curve, 1, x) is above and filled(curve, 3, x) is below

    asyncio.run(check())


@pytest.mark.parametrize("count", [10, 500])
def test_a_slip_is_a_sign_that_needs_no_colour(count: int) -> None:
    async def check() -> None:
        for plain in (False, True):
            app = Showing(plain)
            async with app.run_test(size=(60, 20)):
                curve = app.query_one(Curve)
                curve.show([0.0] * count, {3: P1, count - 2: P2}, 0)
                last = lines(curve)[-1]
                assert (last.count("v"), last.count("A")) == (1, 1) if plain else all(s in last for s in SLIPS.values())
                assert not plain or "".join(lines(curve)).isascii()

    asyncio.run(check())


def test_a_click_and_a_drag_pick_plies() -> None:
    async def drag(pilot: Pilot[int]) -> None:
        curve = pilot.app.query_one(Curve)
        curve.show([0.0] * 10, {}, 0)
        await pilot.mouse_down(curve, offset=(curve.column(4), 1))
        await pilot.hover(curve, offset=(curve.column(7), 1))
        await pilot.mouse_up(curve, offset=(curve.column(7), 1))
        await pilot.click(curve, offset=(curve.column(2), 1))
        await pilot.pause()

    async def check() -> None:
        app = Showing()
        async with app.run_test(size=(80, 24)) as pilot:
            await drag(pilot)
            assert app.picked[0] == 4 and app.picked[-1] == 2

    asyncio.run(check())


def test_nothing_to_show_is_no_trouble() -> None:
    async def check() -> None:
        app = Showing()
        async with app.run_test(size=(80, 24)) as pilot:
            curve = app.query_one(Curve)
            lines(curve)
            await pilot.click(curve, offset=(5, 1))
            for size in ((10, 2), (3, 1), (200, 50)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                lines(curve)
            assert app.picked == []

    asyncio.run(check())
