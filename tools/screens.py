"""Draw the README's pictures of the full screen: the real program without a terminal, and what it shows as SVG.

Blocks are drawn as rectangles, for as letters they have seams in most fonts; letters stay letters.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from html import escape

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.pilot import Pilot

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.installed import playthrough
from flagfall.record import Record, read
from flagfall.terminal.local.play import Setup
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.app import Errand, Flagfall
from flagfall.terminal.screen.gate import Display

CELL, LINE, EDGE = 8.4, 18, 14
INK, PAPER = "#d8dee9", "#121826"

Corners = tuple[int, int, int, int]
"""Which quarters are filled: upper left, upper right, lower left, lower right."""
QUARTERS: dict[str, Corners] = {
    "▀": (1, 1, 0, 0), "▄": (0, 0, 1, 1), "▌": (1, 0, 1, 0), "▐": (0, 1, 0, 1), "█": (1, 1, 1, 1),
    "▘": (1, 0, 0, 0), "▝": (0, 1, 0, 0), "▖": (0, 0, 1, 0), "▗": (0, 0, 0, 1), "▚": (1, 0, 0, 1), "▞": (0, 1, 1, 0),
    "▛": (1, 1, 1, 0), "▜": (1, 1, 0, 1), "▙": (1, 0, 1, 1), "▟": (0, 1, 1, 1),
}  # fmt: skip
STROKES = {
    "─": "lr", "━": "lr", "│": "ud", "┼": "lrud", "├": "rud", "┤": "lud", "┬": "lrd", "┴": "lru", "╵": "u", "╷": "d",
    "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "╶": "r", "╴": "l",
}  # fmt: skip
"""Which ways a line goes from the middle of its cell: left, right, up, down."""
LOWER = "▁▂▃▄▅▆▇"
"""A cell filled from below, by eighths."""


@dataclass(frozen=True)
class Place:
    """What is opened, what is done there, and how large the window is."""

    name: str
    title: str
    errand: Errand
    act: Callable[[Pilot[int]], Awaitable[None]]
    size: tuple[int, int] = (110, 36)


async def _look(pilot: Pilot[int]) -> None:
    """There is nothing to do."""


async def _battle(pilot: Pilot[int]) -> None:
    """Player 2 steps onto Player 1, and both choose in secret."""
    for keys in ("1", "4", "2"):
        await pilot.press(*keys, "enter")
        await _rested(pilot)


async def _to_the_turn(pilot: Pilot[int]) -> None:
    await pilot.press("n")


def _demonstration(name: str) -> list[Record]:
    return list(read(playthrough(GAMES[name]) or ""))


def places() -> list[Place]:
    start = GAMES["flag-chase"].from_text("flag-chase P2 3/4")
    people = dict.fromkeys(Player, HUMAN)
    return [
        Place("screen-home", "flagfall", lambda app: None, _look),
        Place(
            "screen-battle",
            "flagfall play flag-chase --full",
            lambda app: app.start_game(Setup(start, people, seed="1")),
            _battle,
            (90, 28),
        ),
        Place(
            "screen-analysis",
            "flagfall analyse game.flagfall --full",
            lambda app: app.analyse(_demonstration("flag-chase")),
            _to_the_turn,
        ),
    ]


async def _rested(pilot: Pilot[int]) -> None:
    await pilot.pause()
    while any(not worker.is_finished for worker in pilot.app.workers):
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


async def _shown(place: Place) -> list[list[Segment]]:
    app = Flagfall(place.errand, Display(motion=False))
    async with app.run_test(size=place.size) as pilot:
        await _rested(pilot)
        await place.act(pilot)
        await _rested(pilot)
        return [list(strip) for strip in app.screen._compositor.render_strips()]


def pictures() -> Iterator[tuple[str, str]]:
    """The name of each picture, and its SVG."""
    for place in places():
        with tempfile.TemporaryDirectory() as home:
            os.environ.update(XDG_DATA_HOME=home, XDG_CACHE_HOME=home, XDG_CONFIG_HOME=home)
            rows = asyncio.run(_shown(place))
        yield place.name, _svg(place, rows)


def _svg(place: Place, rows: list[list[Segment]]) -> str:
    columns, lines = place.size
    width, height = columns * CELL + 2 * EDGE, lines * LINE + 2 * EDGE
    blocks = "".join(part for number, row in enumerate(rows) for part in _row(number, row))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img">
<title>{escape(place.title)}, as it looks in a terminal</title>
<rect width="100%" height="100%" rx="10" fill="{PAPER}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14"
 shape-rendering="crispEdges">
{blocks}</g>
</svg>
"""


def _row(number: int, row: list[Segment]) -> Iterator[str]:
    """First all grounds, then what stands on them: signs may reach over their cell."""
    runs, x = [], 0
    for text, style, _ in row:
        runs.append((x, text, *_colours(style)))
        x += len(text)
    for at, text, _, ground in runs:
        if ground != PAPER:
            yield _rect(at, number, len(text), 1, ground)
    for at, text, ink, _ in runs:
        yield from _signs(at, number, text, ink)


def _colours(style: Style | None) -> tuple[str, str]:
    ink, ground = (_hex(style and style.color, INK), _hex(style and style.bgcolor, PAPER))
    return (ground, ink) if style and style.reverse else (ink, ground)


def _hex(colour: Color | None, otherwise: str) -> str:
    return colour.get_truecolor().hex if colour and not colour.is_default else otherwise


def _signs(at: int, number: int, text: str, ink: str) -> Iterator[str]:
    letters = "".join(" " if sign in QUARTERS or sign in LOWER or sign in STROKES else sign for sign in text)
    for word, begin in _words(letters):
        place = f'x="{EDGE + (at + begin) * CELL:.1f}" y="{EDGE + (number + 0.75) * LINE:.1f}"'
        length = f'textLength="{len(word) * CELL:.1f}" lengthAdjust="spacingAndGlyphs"'
        yield f'<text {place} {length} fill="{ink}" xml:space="preserve">{escape(word)}</text>\n'
    for offset, sign in enumerate(text):
        if sign in LOWER and sign != "▄":
            share = (LOWER.index(sign) + 1) / 8
            yield _rect(at + offset, number + 1 - share, 1, share, ink)
        elif sign in STROKES:
            yield from _strokes(at + offset, number, STROKES[sign], ink, 0.14 if sign == "━" else 0.07)
        elif sign in QUARTERS:
            yield from _quarters(at + offset, number, QUARTERS[sign], ink)


def _words(text: str) -> Iterator[tuple[str, int]]:
    begin = 0
    for word in text.split("  "):
        if word.strip():
            yield word.strip(), begin + len(word) - len(word.lstrip())
        begin += len(word) + 2


def _quarters(x: int, y: int, corners: Corners, ink: str) -> Iterator[str]:
    for half in (0, 1):
        left, right = corners[2 * half : 2 * half + 2]
        if left or right:
            yield _rect(x + (0 if left else 0.5), y + half / 2, (left + right) / 2, 0.5, ink)


def _strokes(x: int, y: int, ways: str, ink: str, thick: float) -> Iterator[str]:
    wide = thick * LINE / CELL
    across, down = ("l" in ways) + ("r" in ways), ("u" in ways) + ("d" in ways)
    if across:
        yield _rect(x + (0 if "l" in ways else 0.5), y + 0.5 - thick / 2, across / 2, thick, ink)
    if down:
        yield _rect(x + 0.5 - wide / 2, y + (0 if "u" in ways else 0.5), wide, down / 2, ink)


def _rect(x: float, y: float, width: float, height: float, fill: str) -> str:
    place = f'x="{EDGE + x * CELL:.1f}" y="{EDGE + y * LINE:.1f}"'
    return f'<rect {place} width="{width * CELL:.1f}" height="{height * LINE:.1f}" fill="{fill}"/>\n'
