"""The pictures of pieces and of what lies on cells, for any size, and the signs where there is room for one letter.

Measures: `width` is letters, `halves` are half letters, which are about as high as a letter is wide.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, hypot

from flagfall.core import Player

from .canvas import Picture, drawn, quarters

SIGNS = {"flag": "⚑", "trap": "✱", "teleport": "◎", "blocked": "▒"}
EMBLEMS = {Player.P1: "●", Player.P2: "◆", None: "★"}
ENDS = {Player.P1: ("(", ")"), Player.P2: ("<", ">")}
FLAGS = {"win": "▛", "open": "┣", "loss": "▙", "chance": "┣"}
"""What a move is worth, as a flag on its pole: up, half mast, down."""
ASCII = str.maketrans("⚑✱◎▒●◆○★•×·…▸┏┓┗┛╭╮╰╯━─┃│┼▛┣▙▄▀█", "Fxo#ov.*.x:.>++++++++--||+^=v__#")
"""Signs for terminals and fonts that have no others."""

FONT = {
    "0": "###|#.#|#.#|#.#|###", "1": ".#.|##.|.#.|.#.|###", "2": "###|..#|###|#..|###", "3": "###|..#|.##|..#|###",
    "4": "#.#|#.#|###|..#|..#", "5": "###|#..|###|..#|###", "6": "###|#..|###|#.#|###", "7": "###|..#|.#.|.#.|.#.",
    "8": "###|#.#|###|#.#|###", "9": "###|#.#|###|..#|###",
}  # fmt: skip
LETTER = (3, 5)
"""How wide a large figure is, and how many half letters high."""


@cache
def token(owner: Player, width: int, halves: int, down: int = 0) -> Picture:
    """Player 1's disc or Player 2's diamond, so that nobody needs colours to tell them apart."""
    if owner is Player.P1:
        return drawn(width, halves, lambda x, y: x * x + y * y <= 1.0, down)
    return drawn(width, halves, lambda x, y: abs(x) + abs(y) <= 1.06, down)


@cache
def figures(text: str, down: int = 0) -> Picture:
    """Large figures, a letter apart, so many half letters down."""
    rows = [".".join(FONT[sign].split("|")[row] for sign in text) for row in range(LETTER[1])]
    return quarters(2 * len(rows[0]), LETTER[1] + down, lambda x, y: y >= down and rows[y - down][x // 2] == "#")


def can_be_large(text: str) -> bool:
    return bool(text) and all(sign in FONT for sign in text)


def figures_width(text: str) -> int:
    return max(0, (LETTER[0] + 1) * len(text) - 1)


# --- flags ---


@cache
def pole(halves: int, down: int = 0) -> Picture:
    return quarters(1, halves + down, lambda x, y: y >= down)


@cache
def cloth(width: int, halves: int, down: int = 0) -> Picture:
    """A swallow-tail."""
    return drawn(width, halves, lambda x, y: x <= 0.45 + 0.55 * abs(y), down)


@cache
def pennant(width: int, halves: int, down: int = 0) -> Picture:
    return drawn(width, halves, lambda x, y: abs(y) <= 1.1 - (x + 1) / 2, down)


# --- what lies on a cell ---


@cache
def jaws(width: int, halves: int) -> Picture:
    """A ring with teeth."""
    return drawn(width, halves, lambda x, y: 0.55 <= hypot(x, y) <= (1.02 if cos(8 * atan2(y, x)) > -0.2 else 0.78))


@cache
def ring(width: int, halves: int) -> Picture:
    return drawn(width, halves, lambda x, y: 0.68 <= hypot(x, y) <= 1.02)


@cache
def rock(width: int, halves: int) -> Picture:
    def inside(x: float, y: float) -> bool:
        return hypot((x + 0.25) / 0.75, (y - 1) / 1.9) <= 1 or hypot((x - 0.5) / 0.5, (y - 1) / 1.2) <= 1

    return drawn(width, halves, inside)


@cache
def dot(width: int, halves: int) -> Picture:
    return drawn(width, halves, lambda x, y: x * x + y * y <= 1.05)


@cache
def battlement(width: int, upwards: bool) -> Picture:
    """A wall of so many letters, with teeth at one side."""
    return quarters(2 * width, 2, lambda x, y: y == int(upwards) or x % 4 < 2)


# --- castles ---


@cache
def castle(owner: Player, width: int, halves: int) -> tuple[tuple[str, Picture], ...]:
    """Walls, roofs and lights: domes and a round door for Player 1, spires and a pointed one for Player 2."""
    return (
        ("deep", drawn(width, halves, _walls)),
        ("", drawn(width, halves, _domes if owner is Player.P1 else _spires)),
        ("light", drawn(width, halves, _door if owner is Player.P1 else _gate)),
    )


TOWERS = ((-0.74, 0.26, -0.1), (0.0, 0.27, -0.6), (0.74, 0.26, -0.1))
"""The middle of each tower, half its width, and how high its walls reach."""


def _walls(x: float, y: float) -> bool:
    towers = any(abs(x - middle) <= half * 0.86 and y >= top for middle, half, top in TOWERS)
    return towers or (y >= 0.34 and abs(x) <= 0.9)


def _domes(x: float, y: float) -> bool:
    return any(y <= top and hypot((x - middle) / half, (y - top) / 0.4) <= 1.02 for middle, half, top in TOWERS)


def _spires(x: float, y: float) -> bool:
    return any(
        top - 0.42 <= y <= top and abs(x - middle) <= half * (y - top + 0.42) / 0.42 for middle, half, top in TOWERS
    )


def _door(x: float, y: float) -> bool:
    return (y >= 0.62 and abs(x) <= 0.15) or _window(x, y)


def _gate(x: float, y: float) -> bool:
    return (y >= 0.5 and abs(x) <= min(0.16, (y - 0.5) * 0.5)) or _window(x, y)


def _window(x: float, y: float) -> bool:
    return any(abs(x - middle) <= 0.05 and top + 0.12 <= y <= top + 0.4 for middle, _, top in TOWERS)
