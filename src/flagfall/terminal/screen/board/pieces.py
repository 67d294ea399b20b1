"""Pieces: discs and diamonds with eyes where there is room, the book's letters where there is less."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from flagfall.core import Piece, Player
from flagfall.terminal.screen.look import Palette

from .canvas import Canvas
from .layout import Tile
from .shapes import EMBLEMS, ENDS, LETTER, can_be_large, figures, figures_width, token

LEAST = (5, 4)
"""Letters across and half letters down that a picture needs."""
EYE = ("█", "▀")
EDGED = 8
"""From so many half letters on a token has a darker edge below."""


class Token(NamedTuple):
    """Some equal pieces, and where they stand."""

    piece: Piece
    times: int
    room: Tile


def tokens(pieces: tuple[Piece, ...], tile: Tile) -> Iterator[Token]:
    """Equal pieces are one stack, different ones stand side by side."""
    stacks = Counter(pieces)
    for number, (piece, count) in enumerate(stacks.items()):
        first, last = (tile.width * each // len(stacks) for each in (number, number + 1))
        yield Token(piece, count, Tile(tile.x + first, tile.y, last - first, tile.halves))


def paint(canvas: Canvas, palette: Palette, each: Token, gaze: int = 0, down: int = 0) -> None:
    """`gaze` is where Player 1 looks, to the left or to the right. It may stand half a letter further `down`."""
    (width, halves), owner, room = measures(each.room), each.piece.owner, each.room
    if palette.ascii or width < LEAST[0] or halves < LEAST[1]:
        _paint_letters(canvas, palette, each)
        return
    edge = 1 if halves >= EDGED and not palette.flat else 0
    down += (room.halves - halves - edge) // 2
    left = room.centred(width)
    if edge:
        canvas.stamp(left, room.y, token(owner, width, halves, down + 1), palette.of(owner, "deep"))
    canvas.stamp(left, room.y, token(owner, width, halves, down), palette.of(owner))
    _paint_face(canvas, palette, each, Tile(left, room.y + down // 2, width, halves + down % 2), gaze)
    if each.times > 1:
        canvas.put(room.x + room.width - 3, room.y, f"×{each.times}", palette["ink"], bold=True)


def measures(room: Tile) -> tuple[int, int]:
    """How wide and how high a token is: round, with a little air, and exactly in the middle."""
    halves = room.halves - (room.halves > 5) - (room.halves >= EDGED + 2) - (room.halves > 14)
    width = min(room.width, halves)
    width += (room.width - width) % 2
    return width, min(halves, width + 1)


def inscription(piece: Piece) -> str:
    """A figure in brackets, such as a strength; nothing for a plain token; else what the book writes."""
    name, _, figure = piece.label.partition("(")
    return figure.rstrip(")") if figure else "" if name == piece.owner.name else name


def _paint_face(canvas: Canvas, palette: Palette, each: Token, face: Tile, gaze: int) -> None:
    text, colour, ink = inscription(each.piece), palette.of(each.piece.owner), palette.of(each.piece.owner, "ink")
    if not text:
        _paint_eyes(canvas, each.piece.owner, face, (colour, ink), gaze)
    elif (
        can_be_large(text)
        and face.halves >= LETTER[1] + 5
        and figures_width(text) <= face.width // 2
        and palette.pictures
    ):
        canvas.stamp(face.centred(figures_width(text)), face.y + (face.halves - LETTER[1]) // 4, figures(text), ink)
    else:
        canvas.on(face.centred(len(text)), face.middle, text[: face.width], colour, ink)


def _paint_eyes(canvas: Canvas, owner: Player, face: Tile, colours: tuple[str, str], gaze: int) -> None:
    middle, apart = face.x + (face.width - 1) // 2, max(1, face.width // 6)
    shift = gaze if face.width > 6 else 0
    shift = shift if owner is Player.P1 else -shift
    for side in (-apart, apart + 1 - face.width % 2):
        if face.width < 10 or canvas.flat:
            canvas.on(middle + side + shift, face.middle, EMBLEMS[owner], *colours)
        else:
            canvas.stamp(middle + side + shift, face.middle, EYE, colours[1])


def _paint_letters(canvas: Canvas, palette: Palette, each: Token) -> None:
    """A label on its colour, with the shape's ends where they fit."""
    owner, room = each.piece.owner, each.room
    text = each.piece.label.replace("(", "·").rstrip(")") + (f"×{each.times}" if each.times > 1 else "")
    short, (left, right) = inscription(each.piece), ENDS[owner]
    texts = (left + text + right, text if owner.name in text else "", left + short + right, EMBLEMS[owner] + short)
    text = next((text for text in texts if short in text and 0 < len(text) <= room.width), EMBLEMS[owner])
    canvas.on(room.centred(len(text)), room.middle, text, palette.of(owner), palette.of(owner, "ink"))
