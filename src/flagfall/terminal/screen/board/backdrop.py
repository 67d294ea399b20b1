"""What a board stands in: the sky of its hour, sun or moon, and hills."""

from __future__ import annotations

from functools import lru_cache
from math import sin

from flagfall.terminal.screen.look import Palette

from .canvas import Canvas, Ink, drawn

RIDGES = (("hill", 0.62, 0.10), ("hill-near", 0.76, 0.08), ("hill-next", 0.90, 0.05))
"""From the farthest: colour, how far down the ridge runs, and how much it goes up and down."""


@lru_cache(64)
def backdrop(width: int, height: int, palette: Palette, skyline: int, sun: float | None = -1) -> Canvas:
    """To be copied before anything is painted on it. `skyline` is some number that is the game's own; `sun` is how far
    to the right it stands, if that matters, or None: then there is none."""
    canvas = Canvas(width, height, Ink(palette["ink"], palette["paper"]), palette.flat)
    if palette.flat:
        return canvas
    for row in range(height):
        canvas.fill(0, row, width, 1, _sky(palette, row / max(1, height - 1)))
    if palette.ascii:
        return canvas
    if sun is not None:
        _sun(canvas, palette, round(width * (sun if sun >= 0 else 0.34 + skyline % 7 * 0.04)))
    for number, (name, level, swing) in enumerate(RIDGES):
        _ridge(canvas, palette[name], level * height * 2, swing * height * 2, skyline * 1.7 + number * 2.3)
    return canvas


def _sky(palette: Palette, share: float) -> str:
    """From above: one colour, another at the middle, a third low down."""
    if share < 0.5:
        return palette.mix(palette["sky"], palette["sky-low"], round(share * 2, 2))
    return palette.mix(palette["sky-low"], palette["horizon"], round(min(1.0, (share - 0.5) * 2.5), 2))


def _sun(canvas: Canvas, palette: Palette, left: int) -> None:
    """With a halo, somewhere above the hills."""
    halves = max(4, round(canvas.height * 0.62))
    top = round(canvas.height * 0.14)
    for share, size in ((0.12, halves + 6), (0.8, halves)):
        off = (size - halves) // 2
        picture = drawn(size, size, lambda x, y: x * x + y * y <= 1.0, off % 2)
        colour = palette.mix(palette["sky-low"], palette["sun"], share)
        canvas.stamp(left - off, top - off // 2 - off % 2, picture, colour)


def _ridge(canvas: Canvas, colour: str, level: float, swing: float, phase: float) -> None:
    """A row of hills in front of what is there, half a letter exact."""
    for column in range(canvas.width):
        x = column / 17
        top = round(level + swing * (sin(x + phase) + 0.6 * sin(2.3 * x + phase * 2)))
        if top % 2 and 0 <= top // 2 < canvas.height:
            canvas.put(column, top // 2, "▄", colour)
        canvas.fill(column, (top + 1) // 2, 1, canvas.height, colour)
