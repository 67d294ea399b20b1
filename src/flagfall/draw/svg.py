"""A Scene as SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from math import ceil

from flagfall.core import Cell, Mark, Piece, Scene

from .look import BASELINE, DECORATIONS, EMBLEM_AT, EMBLEMS, ICONS, MEASURES, PIECES, SIZES, literal

CELL, GAP, EDGE = (MEASURES[name] for name in ("cell", "gap", "edge"))


def svg(scene: Scene, *, columns: int = MEASURES["fold"], page: bool = False) -> str:
    """The drawing of `scene`; a line of more than `columns` cells is folded.

    For a `page` that has the style sheet and the notes already, it comes without them.
    """
    table = Table.of(scene, columns)
    notes = () if page else scene.notes
    width, height = table.width, table.height + table.note * len(notes)
    large = MEASURES["page"] if page else 100
    size = f'width="{width * large // 100}" height="{height * large // 100}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" role="img" viewBox="0 0 {width} {height}" {size}>',
        f"<title>{escape(scene.title)}</title>",
        f"<desc>{escape(described(scene))}</desc>",
        "" if page else f"<style>{literal()}</style>",
        f'<rect class="panel" width="{width}" height="{height}" rx="18"/>',
        *(_cell(cell, table, cell.at in scene.changed) for cell in scene.cells),
        *(_note(note, number, table) for number, note in enumerate(notes)),
        "</svg>\n",
    )
    return "\n".join(filter(None, parts))


@dataclass(frozen=True)
class Table:
    """Where the cells stand."""

    rows: int
    columns: int
    folded: bool

    @classmethod
    def of(cls, scene: Scene, longest: int) -> Table:
        rows = 1 + max(cell.at[0] for cell in scene.cells)
        columns = 1 + max(cell.at[1] for cell in scene.cells)
        if rows > 1 or columns <= longest:
            return cls(rows, columns, False)
        bands = ceil(columns / longest)
        return cls(bands, ceil(columns / bands), True)

    @property
    def width(self) -> int:
        return 2 * EDGE + self.columns * (CELL + GAP) - GAP

    @property
    def height(self) -> int:
        return 2 * EDGE + self.rows * (CELL + GAP) - GAP

    def place(self, cell: Cell) -> tuple[int, int]:
        """Row and column in the drawing."""
        return divmod(cell.at[1], self.columns) if self.folded else cell.at

    @property
    def note(self) -> int:
        """The height of a note: it grows with the board, so that it can be read when the whole is made small."""
        return max(30, self.width // 32)

    @property
    def crowded(self) -> bool:
        return self.columns > MEASURES["crowded"]

    def label(self, text: str, row: int, column: int) -> str:
        """Where cells are tiny, only those along the edges bear their labels, and in larger letters."""
        if not self.crowded:
            return f'<text class="label" x="9" y="21">{escape(text)}</text>'
        if row and column:
            return ""
        return f'<text class="label large" x="9" y="34">{escape(text)}</text>'


# --- words ---


def described(scene: Scene) -> str:
    """The drawing in words, for people who hear it; cells that are alike are named together."""
    alike: dict[str, list[str]] = {}
    for cell in scene.cells:
        if things := ", ".join(_things(cell)):
            alike.setdefault(things, []).append(cell.label)
    cells = (f"{'; '.join(labels)}: {things}" for things, labels in alike.items())
    return " ".join(f"{sentence}." for sentence in (*cells, *(note.rstrip(".") for note in scene.notes)))


def _things(cell: Cell) -> Iterator[str]:
    yield from (piece.label for piece in cell.pieces)
    for mark in cell.marks:
        name = f"{mark.kind} {mark.label}" if mark.kind == "teleport" else mark.kind
        yield f"{name} of {mark.owner}" if mark.owner else name


# --- a cell ---


def _cell(cell: Cell, table: Table, changed: bool) -> str:
    row, column = table.place(cell)
    x, y = EDGE + column * (CELL + GAP), EDGE + row * (CELL + GAP)
    parts = (
        f'<rect class="{_tint(cell, row, column)}" width="{CELL}" height="{CELL}" rx="12"/>',
        *(_decoration(mark) for mark in cell.marks),
        table.label(cell.label, row, column),
        *_icons(cell),
        *_pieces(cell.pieces),
        f'<rect class="changed" x="2" y="2" width="{CELL - 4}" height="{CELL - 4}" rx="11"/>' if changed else "",
    )
    return f'<g transform="translate({x} {y})">{"".join(parts)}</g>'


def _tint(cell: Cell, row: int, column: int) -> str:
    owners = [mark.owner.name.lower() for mark in cell.marks if mark.kind in ("base", "baseline") and mark.owner]
    return " ".join(("cell", *(["odd"] if (row + column) % 2 else []), *owners))


def _decoration(mark: Mark) -> str:
    if mark.kind == "baseline" and mark.owner:
        emblems = "".join(_at(x, 90, 0.5, EMBLEMS[mark.owner.name]) for x in BASELINE)
        return f'<g class="{_classes(mark)}">{emblems}</g>'
    if mark.kind not in DECORATIONS:
        return ""
    sign = f'<text class="label" x="82" y="21">{escape(mark.label)}</text>' if mark.label else ""
    return f'<g class="{_classes(mark)}">{DECORATIONS[mark.kind]}{sign}</g>'


def _icons(cell: Cell) -> Iterator[str]:
    """What lies on the cell: in its middle, or in its corner where a piece stands."""
    marks = [mark for mark in cell.marks if mark.kind not in DECORATIONS and mark.kind != "baseline"]
    for number, mark in enumerate(marks):
        x, y, scale = (82 - 32 * number, 20, 0.42) if cell.pieces else _spot(mark.kind, number, len(marks))
        yield f'<g class="{_classes(mark)}">{_at(x, y, scale, _icon(mark))}</g>'


def _icon(mark: Mark) -> str:
    """The picture of a mark; of one that has none, its label or its name."""
    if mark.kind not in ICONS:
        return f'<text y="8">{escape(mark.label or mark.kind)}</text>'
    label = f'<text y="8">{escape(mark.label)}</text>' if mark.kind == "teleport" else ""
    return ICONS[mark.kind] + label + _emblem(mark)


def _emblem(mark: Mark) -> str:
    if mark.owner is None or mark.kind not in EMBLEM_AT:
        return ""
    x, y = EMBLEM_AT[mark.kind]
    return f'<g class="emblem {mark.owner.name.lower()}">{_at(x, y, 1, EMBLEMS[mark.owner.name])}</g>'


def _classes(mark: Mark) -> str:
    known = mark.kind in ICONS or mark.kind in DECORATIONS or mark.kind == "baseline"
    owner = [mark.owner.name.lower()] if mark.owner else []
    return " ".join(("mark", mark.kind if known else "other", *owner))


# --- pieces ---


def _pieces(pieces: Iterable[Piece]) -> Iterator[str]:
    """Equal pieces are one stack with a number on it."""
    stacks = Counter(pieces)
    for number, (piece, count) in enumerate(stacks.items()):
        yield _at(*_spot("piece", number, len(stacks)), _stack(piece, count))


def _stack(piece: Piece, count: int) -> str:
    shape = PIECES[piece.owner.name]
    below = "".join(_at(-5 * level, 5 * level, 1, shape) for level in range(min(count, 3) - 1, 0, -1))
    badge = f'<circle class="count" cx="27" cy="-24" r="15"/><text class="times" x="27" y="-18">×{count}</text>'
    return f'<g class="piece {piece.owner.name.lower()}">{below}{shape}{_inscription(piece)}{badge * (count > 1)}</g>'


def _inscription(piece: Piece) -> str:
    """The book's label; a figure in brackets, such as a strength, is written large."""
    name, _, figure = piece.label.partition("(")
    if not figure:
        return f'<text class="name" y="9">{escape(name)}</text>'
    large = f'<text class="figure" y="8">{escape(figure.rstrip(")"))}</text>'
    return f'{large}<text class="owner" y="23">{escape(name)}</text>'


def _spot(kind: str, number: int, of: int) -> tuple[float, float, float]:
    """Where the so-manieth of several things stands on a cell, and how large."""
    if of == 1:
        return SIZES.get(kind, (50, 57, 1))
    side = ceil(of**0.5)
    rows = ceil(of / side)
    row, column = divmod(number, side)
    x = 50 + (column - (side - 1) / 2) * 88 / side
    y = 58 + (row - (rows - 1) / 2) * 76 / side
    return round(x, 1), round(y, 1), round(1.2 / side, 2)


def _at(x: float, y: float, scale: float, what: str) -> str:
    sized = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){sized}">{what}</g>'


def _note(note: str, number: int, table: Table) -> str:
    y = table.height + table.note * number + table.note * 11 // 20
    return f'<text class="note" x="{EDGE + 4}" y="{y}" font-size="{table.note * 3 // 5}">{escape(note)}</text>'
