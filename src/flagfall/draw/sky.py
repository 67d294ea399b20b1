"""The landscape behind a board: every game has an hour of the day, and a skyline that grows from its name."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from random import Random

from .board.signs import num
from .look import HOURS

SUN = {"dawn": (0.5, 0.4), "noon": (0.8, 0.2), "dusk": (0.13, 0.24), "gold": (0.13, 0.27), "ember": (0.5, 0.42)}
"""Where it stands, from the left and from above."""
CLOUDS = ((0.14, 0.24, 150), (0.71, 0.17, 190), (0.87, 0.33, 110))


@lru_cache(256)
def sky(seed: str, hour: str, width: int = 1600, height: int = 900, horizon: float = 0.6) -> str:
    """Stars, sun or moon, clouds and three rows of hills, as the content of an SVG of this size."""
    chance, unit = Random(seed), height / 700
    low = height * horizon
    ridges = ((0, 150, 7), (46, 110, 6), (96, 76, 5))
    hills = "".join(
        f'<path class="r{number}" d="{_ridge(chance, low + down * unit, rise * unit, width, height, peaks)}"/>'
        for number, (down, rise, peaks) in enumerate(ridges, 1)
    )
    clouds = "".join(_cloud(width * x, height * y, wide * unit) for x, y, wide in CLOUDS)
    return f'{_stars(chance, width, low)}{_sun(hour, width, height, unit)}<g class="clouds">{clouds}</g>{hills}'


def mist(hour: str) -> str:
    """What a viaduct's piers fade into: soon between two storeys, and far above the bottom under the lowest."""
    return _fading("mist", hour, ".34") + _fading("abyss", hour, ".09")


def _fading(kind: str, hour: str, end: str) -> str:
    stops = f'<stop class="m0" offset="0"/><stop class="m1" offset="{end}"/>'
    return (
        f'<linearGradient id="{kind}-{hour}" class="hour-{hour}" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'
    )


def dome() -> str:
    """The colours of the sky from above, for a drawing in a file."""
    stops = "".join(
        f'<stop class="d{number}" offset="{offset}"/>' for number, offset in ((1, "0"), (2, ".42"), (3, ".66"))
    )
    return f'<linearGradient id="dome" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'


def mists() -> str:
    return "".join(map(mist, HOURS))


def _stars(chance: Random, width: int, low: float) -> str:
    """Three sizes of them, each one path of dots."""

    def dot() -> str:
        return f"M{num(chance.random() * width)} {num(chance.random() * low * 0.86)}h0"

    dots = ("".join(dot() for _ in range(many)) for many in (26, 16, 8))
    return "".join(f'<path class="stars s{size}" d="{path}"/>' for size, path in enumerate(dots, 1))


def _sun(hour: str, width: int, height: int, unit: float) -> str:
    x, y = SUN[hour]
    glow = unit * (0.55 if hour == "dusk" else 0.85)
    rings = "".join(
        f'<circle class="c{ring}" r="{num(radius * glow)}"/>' for ring, radius in ((3, 190), (2, 128), (1, 72))
    )
    spots = "".join(
        f'<circle cx="{num(right * glow)}" cy="{num(down * glow)}" r="{num(radius * glow)}"/>'
        for right, down, radius in ((-22, -14, 15), (24, 18, 20), (12, -38, 8))
    )
    place = f"translate({num(width * x)} {num(height * y)})"
    return f'<g class="sun" transform="{place}">{rings}<g class="crater">{spots}</g></g>'


def _cloud(x: float, y: float, wide: float) -> str:
    side = f"h{num(-wide * 0.18)}"
    large = f"a{num(wide * 0.2)} {num(wide * 0.16)} 0 0 0 {num(-wide * 0.4)}-4"
    little = f"a{num(wide * 0.13)} {num(wide * 0.11)} 0 0 0 {num(-wide * 0.24)} 4"
    return f'<path d="M{num(x)} {num(y)}h{num(wide)}a10 10 0 0 0 0-20{side}{large}{little}{side}a10 10 0 0 0 0 20z"/>'


def _ridge(chance: Random, base: float, rise: float, width: int, height: int, peaks: int) -> str:
    points = [(step * width / peaks, base - rise * (0.25 + 0.75 * chance.random())) for step in range(peaks + 1)]
    path = f"M0 {height}V{num(points[0][1])}"
    for (x0, y0), (x1, y1) in pairwise(points):
        middle = num((x0 + x1) / 2)
        path += f"C{middle} {num(y0)} {middle} {num(y1)} {num(x1)} {num(y1)}"
    return f"{path}V{height}Z"
