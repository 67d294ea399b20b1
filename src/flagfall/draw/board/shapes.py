"""Shapes and measures that never change. The browser gets them as they stand here."""

from __future__ import annotations

from math import cos, sin

from .castle import PEAK as PEAK
from .castle import castle
from .signs import num

MEASURES = {
    "fold": 12, "narrow": 6, "thin": 12, "named": 11, "flat": 24, "flat-small": 9,
    "pitch": 124, "tile": 112, "deep": 42, "face": 30, "reach": 76, "storey": 200, "castle": 300,
    "air": 150, "air-flag": 210, "air-castle": 290, "foot": 74, "margin": 40, "small-margin": 14,
    "cell": 96, "gap": 6, "border": 38, "small-border": 22, "front": 28,
}  # fmt: skip
"""In the units of the drawing. A line goes on in the next storey after `fold` cells, on a telephone after `narrow`; of
more than `thin` rows or columns only every second bears its name; with more than `flat` columns tokens are flat.
With every `named` halves of a row or column the edges grow by their own size, so that they can be read. What
stands on a deck `reach`es so far up from it."""

FACE = {
    "P1": '<circle r="28"/>',
    "P2": '<path d="M-27.5-4-4-27.5Q0-31.5 4-27.5L27.5-4Q31.5 0 27.5 4L4 27.5Q0 31.5-4 27.5L-27.5 4Q-31.5 0-27.5-4Z"/>',
}
"""Player 1 is round and Player 2 is a diamond, so that nobody needs colours to tell them apart."""

SIDE = {
    "P1": '<path d="M-28 0v7a28 28 0 0 0 56 0v-7z"/>',
    "P2": '<path d="M-29.6 0V7Q-29.6 9-27.5 11L-4 34.5Q0 38.5 4 34.5L27.5 11Q29.6 9 29.6 7V0Z"/>',
}

RIM = {
    "P1": '<circle r="23.5"/>',
    "P2": '<path d="M-21.5-2.5-2.5-21.5Q0-24 2.5-21.5L21.5-2.5Q24 0 21.5 2.5L2.5 21.5Q0 24-2.5 21.5L-21.5 2.5'
    'Q-24 0-21.5-2.5Z"/>',
}

EMBLEM = {
    "P1": '<circle r="6.5"/>',
    "P2": '<path d="M0-8 8 0 0 8-8 0Z"/>',
    "": '<path d="M0-8.1 2.3-2.7 8.1-2.2 3.6 1.8 5 7.6 0 4.5-5 7.6-3.6 1.8-8.1-2.2-2.3-2.7Z"/>',
}
"""What nobody owns bears a star."""

GAZE = {"P1": (8, 8, -3), "P2": (6, 4, -1)}
"""How far eyes turn to the side, and up and down from where."""

EYES = {
    "": '<ellipse class="eye" cx="-8" rx="3.5" ry="5.5"/><ellipse class="eye" cx="8" rx="3.5" ry="5.5"/>',
    "glad": '<path class="lid" d="M-13 3q5-9 10 0M3 3q5-9 10 0"/>',
    "shut": '<path class="lid" d="M-12 0q4 4 8 0M4 0q4 4 8 0"/>',
}

CLOTH = (
    '<path class="sheet" d="M0 1C12-6 24 7 52-1L43 17 52 36C28 42 14 29 0 36Z"/>'
    '<path class="fold" d="M0 1C5-2 10-2 15 0V33C10 31.5 5 32 0 36Z"/>'
)
"""It hangs from the pole at its left."""

ROCK = (
    '<g class="rock"><path class="a" d="M-36 24-30-8-10-30 16-26 34-2 36 24Z"/>'
    '<path class="b" d="M-10-30 16-26 34-2 8-4Z"/><path class="c" d="M8-4 34-2 36 24 10 24Z"/></g>'
)

RINGS = '<circle class="r0" r="32"/><circle class="r1" r="30"/><circle class="r2" r="20"/>'

GLYPH = {
    "win": "M0-15 17-8.5 0-2Z",
    "open": "M0-6.5H15V6.5H0Z",
    "loss": "M0 2 17 8.5 0 15Z",
    "chance": "M0-6.5H15V6.5H0Z",
}
"""The cloth of what a move is worth: flag up, at half mast, down. Shape before colour."""


def _teeth(many: int = 5) -> str:
    turns = [-0.92 + 1.84 * number / (many - 1) for number in range(many)]
    return "".join(f"M{num(sin(turn) * 27 - 4)} {num(-cos(turn) * 19)}l4 9 4-9z" for turn in turns)


_JAW = f'<path class="jaw" d="M-29 0A29 21 0 0 1 29 0"/><path class="teeth" d="{_teeth()}"/>'
JAWS = (
    f'<ellipse class="pit" rx="31" ry="23"/><g class="up">{_JAW}</g><g class="down" transform="scale(1 -1)">{_JAW}</g>'
)

CASTLE = {owner: castle(owner) for owner in ("P1", "P2")}

NAMES = (
    "MEASURES", "FACE", "SIDE", "RIM", "EMBLEM", "GAZE", "EYES", "CLOTH", "ROCK", "RINGS", "GLYPH", "JAWS", "CASTLE",
    "PEAK",
)  # fmt: skip
"""What the browser's script draws with."""
