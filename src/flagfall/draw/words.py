"""A scene in words, for people who hear it."""

from __future__ import annotations

from collections.abc import Iterator

from flagfall.core import Cell, Scene


def described(scene: Scene) -> str:
    """What stands where; cells that are alike are named together."""
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
