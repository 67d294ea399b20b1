"""A position in plain lines: the book's drawing or words instead of it, a grid with its edges named, and a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flagfall.core import Cell, Mark, Position, Scene

from .tty.console import folded

_SIGNS = {"base": "B", "baseline": "_", "flag": "F", "trap": "T", "blocked": "#", "teleport": "@"}
_MEANINGS = {
    "blocked": "nobody can enter it",
    "teleport": "carries whoever enters it to the cell with the same sign",
}
_USUAL = 80


@dataclass(frozen=True)
class Look:
    """How boards are shown to whoever looks at this screen: as the book draws them, or in words."""

    words: bool = False
    """For people who hear the screen: no drawing anywhere, unless it is asked for."""

    def header(self, view: Position, width: int | None) -> str:
        """What stands on the screen before anybody is asked. What the book says beside its drawing stays."""
        if not self.words:
            return view.header(width)
        drawing = {*view.board().split("\n"), *view.notes()}
        beside = [line for line in view.header().split("\n") if line and line not in drawing and line[-1] != ":"]
        return "\n".join([self.board(view, width), *beside])

    def board(self, view: Position, width: int | None) -> str:
        return folded(view.words(), width) if self.words else view.board(width)

    def said(self, lines: Sequence[str], view: Position) -> list[str]:
        """The book's lines for what has led here; without the drawing in them, if nobody looks at it."""
        if not self.words:
            return list(lines)
        drawing = {line for width in (None, _USUAL) for line in view.board(width).split("\n")}
        return [line for line in lines if line and line not in drawing]

    def is_shown(self, lines: Sequence[str], view: Position) -> bool:
        """Whether the book's lines already end in the board, as it is shown here."""
        return not self.words and view.board() in "\n".join(lines)


# --- the grid ---


def grid(scene: Scene, width: int | None = None) -> str:
    """The board with its cells aligned and their names at the edges; in several bands where the screen is narrow."""
    cells = {cell.at: cell for cell in scene.cells}
    rows, columns = (sorted({at[axis] for at in cells}) for axis in (0, 1))
    heads, names = _edges(scene, rows, columns)
    inside = {at: _inside(cell, named=bool(heads)) for at, cell in cells.items()}
    size = max(2, *(len(text) for text in (*inside.values(), *heads)))
    margin = max(map(len, names))
    room = max(1, ((width or 10_000) - margin - 2) // (size + 3))
    bands = [columns[begin : begin + room] for begin in range(0, len(columns), room)]
    lines = list[str]()
    for number, band in enumerate(bands):
        if heads:
            named = (f" {heads[number * room + at]:^{size}} " for at in range(len(band)))
            lines.append(" " * (margin + 2) + " ".join(named))
        rule = " " * (margin + 1) + "+" + f"{'-' * (size + 2)}+" * len(band)
        lines.append(rule)
        for row, name in zip(rows, names, strict=True):
            drawn = "|".join(f" {inside.get((row, column), ''):^{size}} " for column in band)
            lines += [f"{name:>{margin}} |{drawn}|", rule]
    return "\n".join(line.rstrip() for line in lines)


def _edges(scene: Scene, rows: Sequence[int], columns: Sequence[int]) -> tuple[Sequence[str], Sequence[str]]:
    """What stands above the columns and beside the rows. The cells of a line have their names above them."""
    if scene.columns:
        return scene.columns, scene.rows
    if len(rows) == 1:
        labels = {cell.at[1]: cell.label for cell in scene.cells}
        return [labels[column] for column in columns], [""]
    return (), [""] * len(rows)


def _inside(cell: Cell, *, named: bool) -> str:
    pieces = [piece.label for piece in cell.pieces]
    marks = [sign(mark) for mark in cell.marks if not (pieces and mark.kind == "baseline")]
    return " ".join([*([] if named else [cell.label]), *pieces, *marks])


def sign(mark: Mark) -> str:
    """What a mark is drawn as: by the book, if it writes one, or by us."""
    own = _SIGNS.get(mark.kind, mark.kind[:1].upper())
    return mark.label or f"{own}{mark.owner.name[1:] if mark.owner else ''}"


# --- the legend ---


def legend(scene: Scene) -> dict[str, str]:
    """What each sign means that stands on the board now."""
    pieces = {piece.label: f"{piece.owner}'s piece" for cell in scene.cells for piece in cell.pieces}
    marks = {sign(mark): _meaning(mark) for cell in scene.cells for mark in cell.marks}
    return {each: pieces[each] for each in sorted(pieces)} | {each: marks[each] for each in sorted(marks)}


def _meaning(mark: Mark) -> str:
    what = _MEANINGS.get(mark.kind)
    return what or (f"{mark.owner}'s {mark.kind}" if mark.owner else f"the {mark.kind}")
