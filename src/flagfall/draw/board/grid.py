"""A grid as a floating terrace: battlements at the players' sides, names of rows and columns at its edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import floor

from flagfall.core import Cell, Player

from .castle import battlement
from .figures import Figures, was
from .layout import Layout
from .marks import flag, home, mark, others, portal, tag, trap
from .shapes import MEASURES, ROCK
from .signs import escape, num, put

CELL, GAP = MEASURES["cell"], MEASURES["gap"]


def grid(layout: Layout, figures: Figures) -> str:
    cells = sorted(layout.scene.cells, key=lambda cell: layout.shown(cell.at))
    size = f'width="{num(layout.width)}" height="{num(layout.height - layout.front)}" rx="{num(30 * layout.unit)}"'
    parts = (
        f'<rect class="under" y="{num(layout.front)}" {size}/>',
        f'<rect class="slab" {size}/>',
        *_walls(layout, cells),
        *([] if layout.small else _names(layout)),
        *(_tile(layout, cell) for cell in cells),
        *([] if layout.small or layout.scene.rows else (_label(layout, cell) for cell in cells)),
        *(thing for cell in cells for thing in _marks(layout, figures, cell)),
        *(thing for cell in cells for thing in figures.on(cell)),
        *(_carried(layout, figures, cell) for cell in cells),
    )
    return "".join(parts)


def _names(layout: Layout) -> Iterator[str]:
    """At the left border and on the front edge; where there are many, every second one."""
    scene, unit = layout.scene, layout.unit
    for row, name in enumerate(scene.rows):
        if layout.rows <= MEASURES["thin"] or row % 2 == 0:
            y = layout.spot((row, 0))[1] + 5 * unit
            yield put(layout.border / 2 - 6 * unit, y, unit, f'<text class="co">{escape(name)}</text>')
    for column, name in enumerate(scene.columns):
        if layout.columns <= MEASURES["thin"] or column % 2 == 0:
            x = layout.spot((0, column))[0]
            yield put(x, layout.height - 9 * unit, unit, f'<text class="co front">{escape(name)}</text>')


def _label(layout: Layout, cell: Cell) -> str:
    """The cell's own name, where rows and columns have none."""
    x, y = layout.spot(cell.at)
    return f'<text class="co own" x="{num(x)}" y="{num(y + CELL / 2 - 9)}">{escape(cell.label)}</text>'


def _tile(layout: Layout, cell: Cell) -> str:
    x, y = layout.spot(cell.at)
    owner = home(cell)
    odd = " odd" if sum(cell.at) % 2 else ""
    sunk = " sunk" if mark(cell, "blocked") else ""
    tint = f" {owner.name.lower()}" if owner else ""
    classes = f"tile{odd}{tint}{sunk}{was(cell, layout.scene.changed, layout.scene.mover)}"
    place = f'x="{num(x - CELL / 2)}" y="{num(y - CELL / 2)}" width="{CELL}" height="{CELL}"'
    return f'<rect class="{classes}" data-cell="{cell.at[0]},{cell.at[1]}" {place} rx="13"/>'


def _marks(layout: Layout, figures: Figures, cell: Cell) -> Iterator[str]:
    x, y = layout.spot(cell.at)
    taken = bool(cell.pieces)
    for number, each in enumerate(others(cell)):
        yield put(x, y - 30 + 28 * number, 1, tag(each))
    if mark(cell, "blocked"):
        yield put(x, y + 4, 1.15, ROCK)
    if found := mark(cell, "teleport"):
        yield put(x, y, 1.25 if taken else 1.1, portal("" if taken else found.label))
    if found := mark(cell, "trap"):
        yield put(x + 27, y + 29, 0.5, trap(found.owner)) if taken else put(x, y + 2, 1.12, trap(found.owner))
    if (found := mark(cell, "flag")) and not taken:
        yield put(x - 20, y + 34, 0.82, flag(found.owner, 92, 1.2, figures.has_lost(found.owner)))


def _carried(layout: Layout, figures: Figures, cell: Cell) -> str:
    """The flag of a cell on which somebody stands, before them."""
    found = mark(cell, "flag")
    if not found or not cell.pieces:
        return ""
    x, y = layout.spot(cell.at)
    return put(x + 26, y + 34, 0.6, flag(found.owner, 96, 1.1, figures.has_lost(found.owner)))


# --- battlements ---

Run = tuple[Player, str, list[tuple[int, int]]]


def _walls(layout: Layout, cells: Iterable[Cell]) -> Iterator[str]:
    """One along each run of a player's cells, on the side that looks outwards."""
    ground = [(owner, layout.shown(cell.at)) for cell in cells if (owner := home(cell))]
    for owner in Player:
        mine = [at for whose, at in ground if whose is owner]
        for side in ("t", "b", "l", "r", "in"):
            for run in _runs([at for at in mine if _side(layout, at, mine) == side], side):
                yield _wall(layout, owner, side, run)


def _side(layout: Layout, at: tuple[int, int], mine: list[tuple[int, int]]) -> str:
    row, column = at
    column_wise = sum(each[1] == column for each in mine) > 1
    edges = {"l": column == 0, "r": column == layout.columns - 1, "t": row == 0, "b": row == layout.rows - 1}
    order = ("l", "r", "t", "b") if column_wise else ("t", "b", "l", "r")
    return next((side for side in order if edges[side]), "in")


def _runs(places: list[tuple[int, int]], side: str) -> Iterator[list[tuple[int, int]]]:
    """Neighbours along that side; inside the board every cell is its own."""
    along = 0 if side in ("l", "r") else 1
    run: list[tuple[int, int]] = []
    for at in sorted(places):
        if run and (side == "in" or at[along] != run[-1][along] + 1):
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _wall(layout: Layout, owner: Player, side: str, run: list[tuple[int, int]]) -> str:
    """Drawn from left to right with its teeth upwards, and then turned."""
    border, half = layout.border, CELL / 2
    x, y = (border + number * (CELL + GAP) + half for number in (run[0][1], run[0][0]))
    long, unit = len(run) * (CELL + GAP) - GAP, layout.unit
    far, grown = 18 * unit, f"{unit:g}"
    turned = {
        "t": f"translate({num(x - half)} {num(y - half - far)}) scale({grown})",
        "b": f"translate({num(x - half)} {num(y + half + far)}) scale({grown} -{grown})",
        "l": f"translate({num(x - half - far)} {num(y - half + long)}) rotate(-90) scale({grown})",
        "r": f"translate({num(x + half + far)} {num(y - half)}) rotate(90) scale({grown})",
        "in": f"translate({num(x - half)} {num(y + half - 12 * unit)}) scale({grown})",
    }[side]
    path = battlement(0, 0, long / unit, max(1, floor(len(run) * 4 / unit + 0.5)), 7)
    return f'<path class="wall {owner.name.lower()}" transform="{turned}" d="{path}"/>'
