"""A piece: a medallion with an edge, and two eyes, or its strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import ceil, sqrt

from flagfall.core import Piece, Player

from .shapes import EYES, FACE, GAZE, RIM, SIDE
from .signs import escape, put, scaled

Place = tuple[float, float, float]
"""Right, down, and how large."""


def stacks(pieces: Iterable[Piece]) -> list[tuple[Piece, int]]:
    """Equal pieces stand on each other."""
    return list(Counter(pieces).items())


def figure(piece: Piece) -> str:
    """What is written on it instead of eyes: a strength in brackets, or a label that says more than whose it is."""
    name, _, strength = piece.label.partition("(")
    return strength.rstrip(")") or name.removeprefix(piece.owner.name)


def drawn(piece: Piece, count: int, look: tuple[float, float], mood: str, *, tall: bool, flat: bool) -> str:
    """`tall` ones stand on a line's deck, others lie on a terrace; `flat` ones are too small for edge and eyes."""
    owner = piece.owner.name
    face = f'<g class="face">{FACE[owner]}</g>'
    inside = _inside(piece, look, mood, flat) + _badge(count)
    if flat:
        body = f'<g class="halo">{FACE[owner]}</g>{face}{inside}'
        return f'<g class="pc {owner.lower()}"><g class="body">{body}</g></g>'
    side = f'<g class="side">{SIDE[owner]}</g>'
    under = "".join(put(0, level * 8, 1, side) for level in range(min(count, 3) - 1, 0, -1))
    halo, rim = f'<g class="halo">{SIDE[owner]}{FACE[owner]}</g>', f'<g class="rim">{RIM[owner]}</g>'
    shade = '<ellipse class="shade" cy="34" rx="32" ry="9"/>' if tall else _SHADOW
    body = f'<g class="body">{halo}{under}{side}{face}{rim}{inside}</g>'
    return f'<g class="pc {owner.lower()}">{shade}{body}</g>'


def token(owner: Player) -> str:
    """A player's piece beside its name."""
    return drawn(Piece(owner, owner.name), 1, (0.8 if owner is Player.P1 else -0.8, 0), "", tall=True, flat=False)


_SHADOW = '<ellipse class="shade" cx="2" cy="12" rx="33" ry="30"/>'


def _inside(piece: Piece, look: tuple[float, float], mood: str, flat: bool) -> str:
    if text := figure(piece):
        size = "fig" if len(text) < 3 else "fig long"
        return f'<text class="{size}" y="{12 if len(text) < 3 else 7}">{escape(text)}</text>'
    if flat:
        return ""
    wide, high, from_ = GAZE[piece.owner.name]
    return put(look[0] * wide, look[1] * high + from_, 1, EYES[mood], ' class="eyes"')


def _badge(count: int) -> str:
    if count == 1:
        return ""
    return f'<g class="times"><circle cx="24" cy="-24" r="13"/><text x="24" y="-18.5">×{count}</text></g>'


def in_line(many: int, number: int) -> Place:
    """Where the so-manieth of several stacks stands on a deck, from the middle of its tile."""
    size = (1.18, 1.02)[many - 1] if many < 3 else scaled(2.6 / many)
    step = 60 if many == 2 else 120 / many
    return (number - (many - 1) / 2) * step, 4 - 33 * size, size


def in_grid(many: int, number: int) -> Place:
    """The same on a terrace, side by side and then in rows."""
    if many < 3:
        return (number - (many - 1) / 2) * 40, -4, (1.14, 0.8)[many - 1]
    side = ceil(sqrt(many))
    row, column = divmod(number, side)
    step = 84 / side
    return (column - (side - 1) / 2) * step, (row - (ceil(many / side) - 1) / 2) * step - 3, scaled(1.36 / side)
