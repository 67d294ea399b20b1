"""A strip of landscape with a title: the sky of an hour, its hills, and the flag."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from flagfall.terminal.screen.board.backdrop import backdrop
from flagfall.terminal.screen.board.canvas import Canvas
from flagfall.terminal.screen.look import Palette, palette_of

SUN = 0.84
"""How far to the right the sun stands, out of the way of words."""
WHITE = "#ffffff"
READABLE = 4.5


class Sky(Widget):
    """Words stand in the upper part, where nothing is behind them; those that don't fit are left out."""

    DEFAULT_CSS = "Sky { height: 3; }"

    def __init__(self, hour: str, seed: str, title: str, words: str = "", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.hour, self.seed, self.title, self.words = hour, seed, title, words
        self._canvas: Canvas | None = None

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._redraw())

    def _redraw(self) -> None:
        self._canvas = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if self._canvas is None or (self._canvas.width, self._canvas.height) != self.size:
            self._canvas = self._painted(palette_of(self.app, self.hour))
        return self._canvas.strip(y)

    def _painted(self, colours: Palette) -> Canvas:
        width, height = self.size
        seed = crc32(self.seed.encode()) % 100
        canvas = backdrop(width, height, colours, seed, SUN if height > 4 else None).copy()
        if height < 3 and not colours.flat:  # no room for hills
            canvas.fill(0, 0, width, height, canvas.inks[0][0].back)
        self._write(canvas, 0 if height < 3 else height // 4, colours)
        return canvas

    def _write(self, canvas: Canvas, y: int, colours: Palette) -> None:
        """What stands behind the words is of one colour."""
        sky = canvas.inks[y][0].back
        ink = colours["ink"] if colours.flat else readable(sky, colours["ink"], WHITE)
        flag = colours["win-text"] if colours.flat else readable(sky, colours["win"], colours["win-text"])
        canvas.put(2, y, "⚑ ", flag, sky, bold=True)
        canvas.put(4, y, self.title, ink, sky, bold=True)
        below = canvas.height > 4
        left = 4 if below else 6 + len(self.title)
        if left + len(self.words) < canvas.width:
            canvas.put(left, y + below, self.words, ink, canvas.inks[y + below][0].back)


@lru_cache(maxsize=64)
def readable(under: str, *colours: str) -> str:
    """The first of these colours that can be read there, or the one that can best."""
    contrasts = {each: contrast(under, each) for each in colours}
    return next((each for each in colours if contrasts[each] >= READABLE), max(colours, key=contrasts.__getitem__))


def contrast(one: str, other: str) -> float:
    """As WCAG has it."""
    dark, light = sorted(_luminance(Color.parse(each)) for each in (one, other))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    parts = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
