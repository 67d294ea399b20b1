"""A strip of landscape: the sky of an hour, its hills, and the flag. Two little squares a letter."""

from __future__ import annotations

from functools import lru_cache
from math import sin
from zlib import crc32

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

from flagfall.terminal.screen.look import Palette, palette_of

Picture = tuple[tuple[str, ...], ...]
"""Colours, row by row from above."""


@lru_cache(maxsize=64)
def landscape(colours: Palette, seed: str, width: int, height: int) -> Picture:
    """Sky that brightens downwards, sun or moon to the right, and three rows of hills; `height` in half rows."""
    picture = [[_sky(colours, y / max(height - 1, 1))] * width for y in range(height)]
    if height > 8:
        _sun(picture, colours, width, height)
    for depth, hill in enumerate(("hill", "hill-near", "hill-next") if height > 2 else ()):
        for x in range(width):
            top = height - _hill(seed, depth, x, height)
            for y in range(max(top, 0), height):
                picture[y][x] = colours[hill]
    return tuple(tuple(row) for row in picture)


def _sky(colours: Palette, depth: float) -> str:
    upper, lower = ("sky", "sky-low") if depth < 0.5 else ("sky-low", "horizon")
    return colours.mix(colours[upper], colours[lower], round((depth % 0.5) * 2 if depth < 1 else 1, 2))


def _sun(picture: list[list[str]], colours: Palette, width: int, height: int) -> None:
    middle, at, radius = height * 0.42, width * 0.86, height * 0.24
    for y in range(height):
        for x in range(width):
            if (x - at) ** 2 + (y - middle) ** 2 <= radius**2:
                picture[y][x] = colours.mix(picture[y][x], colours["sun"], 0.85)


def _hill(seed: str, depth: int, x: int, height: int) -> int:
    """How high the hills are here, the nearer the lower; every game has its own skyline."""
    phase = crc32(f"{seed}{depth}".encode()) % 628 / 100
    wave = (
        sin(x / (13.0 - 2 * depth) + phase) + 0.5 * sin(x / (5.1 + depth) + 2 * phase) + 0.2 * sin(x / 2.3 + 3 * phase)
    )
    return round(height * (0.4 - 0.14 * depth) + wave * height * (0.09 - 0.015 * depth))


class Sky(Widget):
    """The strip with words upon it, which stand in the upper part, where nothing is behind them."""

    DEFAULT_CSS = "Sky { height: 5; }"

    def __init__(self, hour: str, seed: str, title: str, words: str = "", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.hour, self.seed, self.title, self.words = hour, seed, title, words

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.refresh())

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        colours = palette_of(self.app, self.hour)
        if colours.flat:
            return self._flat(y, width, colours)
        picture = landscape(colours, self.seed, width, 2 * height)
        upper, lower = picture[2 * y], picture[2 * y + 1]
        signs = {x: (sign, style) for x, sign, style in self._signs(y, colours)}
        if signs or colours.ascii:  # words stand on one colour
            upper = lower
        return Strip([_cell(upper[x], lower[x], *signs.get(x, (" ", Style.null()))) for x in range(width)], width)

    def _signs(self, y: int, colours: Palette) -> list[tuple[int, str, Style]]:
        """The letters of this row, where they stand and how."""
        at = 1 if self.size.height > 4 else 0
        ink = _readable(colours["sky"], colours["ink"], "#ffffff")
        found = []
        if y == at:
            flag = Style(color=_readable(colours["sky"], colours["win"], colours["win-text"]), bold=True)
            found += [(2, ">" if colours.ascii else "⚑", flag)]
            found += [(4 + x, sign, Style(color=ink, bold=True)) for x, sign in enumerate(self.title)]
        words_at, indent = (at, 6 + len(self.title)) if at == 0 else (at + 1, 4)
        if y == words_at and indent + len(self.words) < self.size.width:
            found += [(indent + x, sign, Style(color=ink)) for x, sign in enumerate(self.words)]
        return found

    def _flat(self, y: int, width: int, colours: Palette) -> Strip:
        if y != self.size.height // 2:
            return Strip.blank(width)
        flag = Style(color=None if colours.colourless else colours["win"], bold=True)
        words = f"  {self.words}"[: max(width - 4 - len(self.title), 0)]
        said = [Segment("> " if colours.ascii else "⚑ ", flag), Segment(self.title, Style(bold=True)), Segment(words)]
        return Strip(said).adjust_cell_length(width)


def _cell(upper: str, lower: str, sign: str, style: Style) -> Segment:
    return Segment(sign, _style(lower) + style) if upper == lower else Segment("▀", _style(lower, upper))


@lru_cache(maxsize=4096)
def _style(back: str, colour: str | None = None) -> Style:
    return Style(color=colour, bgcolor=back)


@lru_cache(maxsize=64)
def _readable(under: str, *colours: str) -> str:
    """The first of these colours that can be read there, or the one that can best."""
    back = Color.parse(under)
    contrasts = {each: _contrast(back, Color.parse(each)) for each in colours}
    return next((each for each in colours if contrasts[each] >= 4.5), max(colours, key=contrasts.__getitem__))


def _contrast(one: Color, other: Color) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Color) -> float:
    parts = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
