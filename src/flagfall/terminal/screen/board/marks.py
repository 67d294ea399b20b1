"""Marks: what a cell is, and what lies on it."""

from __future__ import annotations

from flagfall.core import Mark, Player
from flagfall.terminal.screen.look import Palette

from .canvas import Canvas
from .layout import Tile
from .shapes import EMBLEMS, SIGNS, castle, cloth, jaws, pole, ring, rock

WALLS = ("base", "baseline")
GROUND = (*WALLS, "blocked")
"""Marks of the cell itself; all others lie on it."""
BESIDE = 5
"""Letters that a flag takes beside a piece."""
WALLED = 4
"""Lines of a cell that has room for a wall below a piece."""
PICTURE = 6
"""From so many half letters on what lies on a cell is a picture."""


def colour(palette: Palette, mark: Mark) -> str:
    if mark.owner is None:
        return palette["portal" if mark.kind == "teleport" else "flag" if mark.kind == "flag" else "ink"]
    return palette["portal"] if mark.kind == "teleport" else palette.of(mark.owner)


def sign(mark: Mark) -> str:
    """In a letter or two; of a kind that has none, its label or its name."""
    if mark.kind == "teleport":
        return SIGNS[mark.kind] + mark.label
    return SIGNS.get(mark.kind) or mark.label or mark.kind


# --- what a cell is ---


def walls(marks: tuple[Mark, ...]) -> list[Player]:
    """Whose walls a cell has."""
    return [mark.owner for mark in marks if mark.kind in WALLS and mark.owner]


def paint_ground(canvas: Canvas, palette: Palette, mark: Mark, tile: Tile, *, taken: bool) -> None:
    """Without pictures a wall is a row of emblems in the last line, if that is free."""
    if mark.kind == "blocked":
        _paint_rock(canvas, palette, tile)
    elif not palette.pictures and mark.owner and tile.rows >= (WALLED if taken else 2):
        text = (f"{EMBLEMS[mark.owner]} " * tile.width)[: tile.width - 2]
        canvas.put(tile.x + 1, tile.y + tile.rows - 1, text, palette.of(mark.owner))


def _paint_rock(canvas: Canvas, palette: Palette, tile: Tile) -> None:
    if not palette.pictures or tile.halves < PICTURE:
        for row in range(tile.rows):
            canvas.put(tile.x + 1, tile.y + row, SIGNS["blocked"] * (tile.width - 2), palette["rock"])
    else:
        width = tile.width - 2
        canvas.stamp(tile.centred(width), tile.y, ("", *rock(width, 2 * tile.rows - 2)), palette["rock"])


# --- what lies on it ---


def paint_alone(canvas: Canvas, palette: Palette, mark: Mark, tile: Tile) -> None:
    """In the middle of a cell that has nothing else."""
    if not palette.pictures or tile.halves < PICTURE or mark.kind not in ("flag", "trap", "teleport"):
        paint_signs(canvas, palette, (mark,), tile)
    elif mark.kind == "flag":
        paint_flag(canvas, palette, mark, tile)
    else:
        width = min(tile.width, tile.halves) - (tile.width - min(tile.width, tile.halves)) % 2
        picture = (jaws if mark.kind == "trap" else ring)(width, min(tile.halves, width))
        canvas.stamp(tile.centred(width), tile.y, picture, colour(palette, mark))
        text = mark.label if mark.kind == "teleport" else EMBLEMS[mark.owner]
        canvas.put(tile.centred(len(text)), tile.y + (tile.halves - 1) // 4, text, colour(palette, mark), bold=True)


def paint_flag(canvas: Canvas, palette: Palette, mark: Mark, tile: Tile) -> None:
    """On a pole, from the top of the tile to its bottom, with its owner's emblem."""
    width = min(tile.width - 2, max(4, min(9, tile.halves // 2 + 2)))
    left, high = tile.centred(width), max(3, tile.halves // 2 - (tile.halves // 2 + 1) % 2)
    canvas.stamp(left - 1, tile.y, pole(2 * tile.rows), palette["ink"])
    canvas.stamp(left, tile.y, cloth(width, high), colour(palette, mark))
    if high >= 5 and width > 4:
        ink = palette.of(mark.owner, "ink")
        canvas.put(left + width // 2 - 2, tile.y + high // 4, EMBLEMS[mark.owner], ink, bold=True)


def paint_signs(canvas: Canvas, palette: Palette, marks: tuple[Mark, ...], tile: Tile) -> None:
    """Side by side in the middle: whole, or each in a letter, as many as there is room for."""
    texts = [sign(mark) for mark in marks]
    if sum(map(len, texts)) + len(texts) - 1 > tile.width:
        texts = [text[0] for text in texts][: (tile.width + 1) // 2]
    left = tile.centred(sum(map(len, texts)) + len(texts) - 1)
    for mark, text in zip(marks, texts, strict=False):
        canvas.put(left, tile.middle, text, colour(palette, mark), bold=True)
        left += len(text) + 1


# --- what stands behind a line ---


def paint_castle(canvas: Canvas, palette: Palette, base: Mark, flag: Mark | None, room: Tile) -> None:
    """With the flag on its highest tower, as long as it is there."""
    assert base.owner is not None
    mast = 2 * (room.halves // 8) if flag else 0
    halves = room.halves - mast
    width = min(room.width, halves + halves // 3)
    width -= (room.width - width) % 2
    left = room.centred(width)
    shades = {"deep": palette.mix(palette.of(base.owner, "deep"), palette["hill-next"], 0.25),
              "": palette.of(base.owner), "light": palette["win-soft" if not palette.dark else "win"]}  # fmt: skip
    if flag:
        _hoist(canvas, palette, flag, left + width // 2, room)
    for name, picture in castle(base.owner, width, halves):
        canvas.stamp(left, room.y + mast // 2, picture, shades[name])


def _hoist(canvas: Canvas, palette: Palette, flag: Mark, x: int, room: Tile) -> None:
    mast = 2 * (room.halves // 8) + 1
    canvas.stamp(x, room.y, pole(mast), palette["ink"])
    canvas.stamp(x + 1, room.y, cloth(mast + 2, min(3, mast)), palette.of(flag.owner))
