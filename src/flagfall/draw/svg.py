"""A Scene as SVG: on a page the board alone, as a file with its sky and its notes."""

from __future__ import annotations

from math import ceil

from flagfall.core import Player, Scene

from .board.figures import Figures
from .board.grid import grid
from .board.layout import Layout
from .board.line import line
from .board.shapes import MEASURES
from .board.signs import escape, num, put, scaled
from .look import literal
from .sky import dome, mist, sky
from .words import described

NOTE = 44
"""The height of a line under a drawing."""


def svg(
    scene: Scene,
    *,
    fold: int = MEASURES["fold"],
    flip: bool = False,
    small: bool = False,
    winner: Player | None = None,
    page: bool = False,
) -> str:
    """The drawing of `scene`; a line of more than `fold` cells has storeys. With `flip` Player 2 is where Player 1 was.

    `small` ones bear no names. When there is a `winner`, it is seen. For a `page` that has the style sheet, the sky and
    the notes already, it comes without them.
    """
    layout = Layout(scene, fold, flip, small)
    board = _board(layout, winner)
    words = f"<title>{escape(scene.title)}</title><desc>{escape(described(scene))}</desc>"
    if page:
        return f"{_opening(layout, layout.width, layout.height)}{words}{board}</svg>\n"
    return _framed(layout, words, board)


def _board(layout: Layout, winner: Player | None) -> str:
    figures = Figures(layout, winner)
    return line(layout, figures) if layout.line else grid(layout, figures)


def _opening(layout: Layout, width: float, height: float) -> str:
    kind = "line" if layout.line else "grid"
    classes = f"scene {kind} tiny" if layout.small else f"scene {kind}"
    size = f'viewBox="0 0 {num(width)} {num(height)}" width="{num(width)}" height="{num(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" role="img" {size}>'


def _framed(layout: Layout, words: str, board: str) -> str:
    """In its landscape, with the notes on a plate below."""
    scene = layout.scene
    side = 0 if layout.line else 60
    width, high = layout.width + 2 * side, layout.height + 2 * side
    grown = scaled(max(1, width / 1000))
    notes = len(scene.notes) * NOTE * grown
    seed = scene.title
    parts = (
        _opening(layout, width, high + notes),
        words,
        f"<style>{literal(scene.hour)}</style>",
        f"<defs>{mist(scene.hour)}{dome()}</defs>",
        f'<rect fill="url(#dome)" width="{num(width)}" height="{num(high + notes)}"/>',
        f'<g class="land">{sky(seed, scene.hour, ceil(width), ceil(high + notes))}</g>',
        put(side, side, 1, board),
        f'<rect class="under-note" y="{num(high)}" width="{num(width)}" height="{num(notes)}"/>' if notes else "",
        *(_note(note, high + NOTE * number * grown, grown) for number, note in enumerate(scene.notes)),
        "</svg>\n",
    )
    return "\n".join(filter(None, parts))


def _note(note: str, y: float, size: float) -> str:
    """It is the larger the wider the drawing is, so that it can be read when the whole is made small."""
    return put(0, y, size, f'<text class="note" x="24" y="29">{escape(note)}</text>')
