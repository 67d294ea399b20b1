"""A line as a viaduct: one arch a cell, castles at its ends, storeys that go to and fro where it is long."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.core import Cell

from .figures import Figures, was
from .layout import Layout
from .marks import castle, flag, home, mark, others, portal, tag, trap
from .shapes import MEASURES, ROCK
from .signs import escape, num, put

P, TILE, DEEP, FACE = (MEASURES[name] for name in ("pitch", "tile", "deep", "face"))
ABYSS = 1600
"""How far the piers of the lowest storey reach down."""


def line(layout: Layout, figures: Figures) -> str:
    path = sorted(layout.scene.cells, key=lambda cell: layout.shown(cell.at))
    storeys = [[cell for cell in path if layout.storey(cell.at) == number] for number in range(layout.storeys)]
    ways = [1 if number % 2 == 0 else -1 for number in range(layout.storeys)]
    lands = [""] * layout.storeys
    lands[0] += _land(layout, path[0], -1)
    lands[-1] += _land(layout, path[-1], ways[-1])
    return "".join(
        land + _castles(layout, figures, cells) + _ramp(layout, number) + _bridge(layout, number, cells)
        + "".join(_tile(layout, cell) for cell in cells) + "".join(_things(layout, figures, cells))
        for number, (land, cells) in enumerate(zip(lands, storeys, strict=True))
    )  # fmt: skip


def _land(layout: Layout, cell: Cell, way: int) -> str:
    """The land at an end of the path."""
    x, y = layout.spot(cell.at)
    top, edge, far = y - DEEP / 2 - 4, x + way * (-84 if mark(cell, "base") else 40), x + way * 900

    def at(right: float, down: float, start: float = x) -> str:
        return f"{num(start + way * right)} {num(top + down)}"

    def by(right: float, down: float) -> str:
        return at(right, down, edge)

    near = (
        f"M{by(0, 0)}C{by(-4, 70)} {by(22, 120)} {by(-12, 190)}S{by(-66, 330)} {by(-70, 460)}"
        f"V{num(top + ABYSS)}H{num(far)}V{num(top - 34)}C{at(420, -40)} {at(240, 0)} {at(120, 0)}Z"
    )
    back = (
        f"M{by(40, 60)}C{by(60, 130)} {by(20, 200)} {by(-30, 460)}"
        f"V{num(top + ABYSS)}H{num(far)}V{num(top + 10)}C{at(420, 20)} {at(220, 30)} {by(40, 60)}Z"
    )
    return f'<path class="cliff" d="{near}"/><path class="cliff-far" d="{back}"/>'


def _castles(layout: Layout, figures: Figures, cells: list[Cell]) -> str:
    found = []
    for cell in cells:
        base = mark(cell, "base")
        if base and base.owner:
            x, y = layout.spot(cell.at)
            found.append(put(x, y - DEEP / 2 - 4, 1, castle(base.owner, figures.has_lost(base.owner))))
    return "".join(found)


def _ramp(layout: Layout, storey: int) -> str:
    """From the end of this storey to the beginning of the next."""
    if storey == layout.storeys - 1:
        return ""
    way = 1 if storey % 2 == 0 else -1
    edge = layout.width - layout.margin if way > 0 else layout.margin
    here, there = layout.decks[storey], layout.decks[storey + 1]
    inside, outside = num(edge - way * 12), num(edge + way * 34)
    return f'<path class="trail" d="M{inside} {here}C{outside} {here} {outside} {there} {inside} {there}"/>'


def _bridge(layout: Layout, storey: int, cells: list[Cell]) -> str:
    y = layout.decks[storey]
    middles = [layout.spot(cell.at)[0] for cell in cells]
    left, right = min(middles) - P / 2 - 4, max(middles) + P / 2 + 4
    top = y + DEEP / 2 + FACE + 2
    last = storey == layout.storeys - 1
    bottom = top + (ABYSS if last else layout.decks[storey + 1] - y - 60)
    deck = f'x="{num(left)}" y="{num(y - DEEP / 2 - 8)}" width="{num(right - left)}"'
    return (
        _piers(
            f"{'abyss' if last else 'mist'}-{layout.scene.hour}",
            [layout.spot(cell.at)[0] for cell in cells if not mark(cell, "base")],
            top,
            bottom,
        )
        + f'<rect class="under" {deck} height="{DEEP + 8 + FACE}" rx="12"/>'
        + f'<rect class="slab" {deck} height="{DEEP + 16}" rx="12"/>'
    )


def _piers(fading: str, arches: list[float], top: float, bottom: float) -> str:
    """They fade into the land of the hour; a base stands on rock instead."""
    if not arches:
        return ""
    left, right = num(min(arches) - P / 2 - 8), num(max(arches) + P / 2 + 8)
    bows = [f"{num(x - 46)} {num(top + 56)}a46 46 0 0 1 92 0" for x in arches]
    holes = "".join(f"M{num(x - 46)} {num(bottom)}V{num(top + 56)}a46 46 0 0 1 92 0V{num(bottom)}Z" for x in arches)
    wall = f"M{left} {num(top - 4)}H{right}V{num(bottom)}H{left}Z"
    fill = f'fill="url(#{fading})" fill-rule="evenodd"'
    return f'<path class="pier" {fill} d="{wall}{holes}"/><path class="bow" d="{"".join(f"M{bow}" for bow in bows)}"/>'


def _tile(layout: Layout, cell: Cell) -> str:
    x, y = layout.spot(cell.at)
    owner, base = home(cell), " odd" if cell.at[1] % 2 else ""
    tint = f" {owner.name.lower()}" if owner else ""
    sunk = " sunk" if mark(cell, "blocked") else ""
    classes = f"tile{base}{tint}{sunk}{was(cell, layout.scene.changed, layout.scene.mover)}"
    place = f'x="{num(x - TILE / 2)}" y="{num(y - DEEP / 2)}" width="{TILE}" height="{DEEP}"'
    tile = f'<rect class="{classes}" data-cell="{cell.at[0]},{cell.at[1]}" {place} rx="10"/>'
    name = f'<text class="no" x="{num(x)}" y="{num(y + DEEP / 2 + 25)}">{escape(cell.label)}</text>'
    return tile if layout.small else tile + name


def _things(layout: Layout, figures: Figures, cells: list[Cell]) -> Iterator[str]:
    for cell in cells:
        yield from _marks(layout, figures, cell)
        yield from figures.on(cell)


def _marks(layout: Layout, figures: Figures, cell: Cell) -> Iterator[str]:
    x, y = layout.spot(cell.at)
    found = mark(cell, "flag")
    if found and not mark(cell, "base"):
        right, down = (36, -10) if cell.pieces else (-12, 4)
        yield put(x + right, y + down, 1, flag(found.owner, 118, 1.2, figures.has_lost(found.owner)))
    if mark(cell, "blocked"):
        yield put(x, y - 16, 1, ROCK)
    if found := mark(cell, "teleport"):
        yield put(x, y, 1, f'<g transform="scale(1 .5)">{portal(found.label)}</g>')
    if found := mark(cell, "trap"):
        yield put(x, y, 0.8, trap(found.owner))
    for number, each in enumerate(others(cell)):
        yield put(x, y - 6 + 20 * number, 1, tag(each))
