"""What a move is worth, drawn on its cell: a flag up, at half mast or down, and the plies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.terminal.screen.look import Palette

from .canvas import Canvas
from .layout import Tile
from .shapes import FLAGS, LETTER, figures, figures_width, pennant, pole

if TYPE_CHECKING:  # it knows the solver, which a board does without
    from flagfall.coach.evaluation.verdicts import Verdict

FLAG = 4
"""Letters that a flag takes, with its pole."""
TOUCHING = (6, 4)
"""The largest tile without a gap to the next one: what is written on it keeps a letter away from both sides."""
MASTS = {"win": 0, "open": 1, "chance": 1, "loss": 2}
"""How far down the flag hangs."""


def kind(verdict: Verdict) -> str:
    """The name of its colours."""
    return "open" if verdict.kind == "chance" else str(verdict.kind)


def shades(palette: Palette, verdict: Verdict) -> tuple[str, str]:
    """Of the plate, and of what is written on it: the best are filled."""
    name = kind(verdict)
    if verdict.best:
        return palette[name], palette["paper" if name == "open" else f"{name}-ink"]
    if name == "loss":
        return palette.mix(palette["tile"], palette["loss"], 0.13), palette["loss-text"]
    return palette[f"{name}-soft"], palette[f"{name}-text"]


def text(verdict: Verdict, width: int) -> str:
    """As much as there is room for, whole: `win 5` behind its flag, `win 5`, `W5`, `W`."""
    sign = FLAGS[verdict.kind]
    if verdict.kind == "open":
        short = "="
    else:
        short = verdict.short if verdict.kind == "chance" else f"{verdict.short[0].upper()}{verdict.plies or ''}"
    texts = (f"{sign} {verdict.short}", verdict.short, f"{sign}{short[1:]}" if verdict.plies else sign, short, sign)
    return next((each for each in texts if len(each) <= width), sign)


def paint(canvas: Canvas, palette: Palette, verdict: Verdict, tile: Tile, *, taken: bool) -> None:
    """On a plate that is the whole tile, or in its last line where a piece stands."""
    if not palette.pictures or taken or tile.halves < LETTER[1] + 2:
        _paint_line(canvas, palette, verdict, tile, taken)
    else:
        _paint_large(canvas, palette, verdict, tile)


def _paint_line(canvas: Canvas, palette: Palette, verdict: Verdict, tile: Tile, taken: bool) -> None:
    """In the middle, or where a piece leaves a line for it."""
    words, (plate, ink) = text(verdict, tile.width - 2 * (tile[2:] == TOUCHING)), shades(palette, verdict)
    left, rows = (
        tile.centred(len(words)),
        range(tile.y + max(1, tile.rows) - 1, tile.y - 1, -1) if taken else [tile.middle],
    )
    row = next((row for row in rows if not canvas.is_written(left, row, len(words))), None)
    if row is None:
        return
    if verdict.best or not palette.flat:
        canvas.on(left, row, words, plate, ink)
    else:
        canvas.put(left, row, words, palette[kind(verdict)], bold=True)


def _paint_large(canvas: Canvas, palette: Palette, verdict: Verdict, tile: Tile) -> None:
    """A flag on its pole, and a large figure beside it, or what else there is to say below."""
    _, ink = shades(palette, verdict)
    number = "" if verdict.plies is None else str(verdict.plies)
    words = verdict.short if verdict.kind == "chance" else ""
    if FLAG + 1 + figures_width(number) > tile.width - 1:
        number, words = "", number
    room = tile.halves - (2 if words else 0)
    high = min(room - 1, LETTER[1] + 3)
    down, left = (room - high) // 2, tile.centred(FLAG + (1 + figures_width(number) if number else 0))
    canvas.stamp(left, tile.y, pole(high, down), ink)
    canvas.stamp(left + 1, tile.y, pennant(FLAG - 1, 3, down + MASTS[verdict.kind] * (high - 3) // 2), ink)
    if number:
        canvas.stamp(left + FLAG + 1, tile.y, figures(number, (tile.halves - LETTER[1]) // 2), ink)
    canvas.put(tile.centred(len(words)), tile.y + tile.rows - 1, words, ink, bold=True)
