"""What belongs to a cell: flags, traps, rocks, teleports, and whatever a game has that nobody has drawn yet."""

from __future__ import annotations

from flagfall.core import Cell, Mark, Player

from .castle import PEAK
from .shapes import CASTLE, CLOTH, EMBLEM, JAWS, RINGS
from .signs import escape, num, put

KNOWN = ("flag", "base", "baseline", "trap", "blocked", "teleport")


def mark(cell: Cell, kind: str) -> Mark | None:
    return next((each for each in cell.marks if each.kind == kind), None)


def home(cell: Cell) -> Player | None:
    """Whose ground it is."""
    return next((each.owner for each in cell.marks if each.kind in ("base", "baseline") and each.owner), None)


def others(cell: Cell) -> list[Mark]:
    return [each for each in cell.marks if each.kind not in KNOWN]


def named(owner: Player | None) -> str:
    return owner.name if owner else ""


def flag(owner: Player | None, high: float, size: float, down: bool, foot: bool = True) -> str:
    """A pole of this height whose foot is at 0, 0; the cloth hangs at its top, or lies `down` at its foot."""
    top = 4 - high
    y = top + high - 44 * size if down else top
    emblem = put(22, 18, 1, EMBLEM[named(owner)], ' class="emblem"')
    cloth = (
        f'<g class="cloth" transform="translate(0 {num(y)}) scale({size:g})"><g class="wind">{CLOTH}{emblem}</g></g>'
    )
    shade = '<ellipse class="shade" rx="10" ry="3.5"/>' if foot else ""
    pole = f'<path class="pole" d="M0 0V{num(-high)}"/><circle class="knob" cy="{num(-high - 2)}" r="4"/>'
    return f'<g class="flag {owner.name.lower() if owner else "gold"}">{shade}{pole}{cloth}</g>'


def castle(owner: Player, down: bool) -> str:
    pole = put(0, PEAK[owner.name], 1, flag(owner, 92, 0.92, down, foot=False))
    return f'<g class="castle {owner.name.lower()}">{pole}{CASTLE[owner.name]}</g>'


def trap(owner: Player | None) -> str:
    emblem = f'<g class="emblem">{EMBLEM[owner.name]}</g>' if owner else ""
    return f'<g class="{" ".join(("trap", *_owned(owner)))}">{JAWS}{emblem}</g>'


def portal(letter: str) -> str:
    return f'<g class="portal">{RINGS}<text y="8">{escape(letter)}</text></g>'


def tag(each: Mark) -> str:
    text = each.label or each.kind
    wide = 12 + len(text) * 9
    box = f'<rect x="{num(-wide / 2)}" y="-12" width="{wide}" height="24" rx="8"/>'
    return f'<g class="{" ".join(("tag-mark", *_owned(each.owner)))}">{box}<text y="5">{escape(text)}</text></g>'


def _owned(owner: Player | None) -> list[str]:
    return [owner.name.lower()] if owner else []
