"""How drawings are written: numbers with at most one decimal, things that are put somewhere."""

from __future__ import annotations

from html import escape
from math import floor

__all__ = ["escape", "num", "put", "scaled"]


def num(value: float) -> str:
    """In tenths, halves upwards: exactly as the browser's script counts."""
    tenths = floor(value * 10 + 0.5)
    return repr(tenths / 10) if tenths % 10 else str(tenths // 10)


def scaled(size: float) -> float:
    """A size in hundredths."""
    return floor(size * 100 + 0.5) / 100


def put(x: float, y: float, size: float, what: str, more: str = "") -> str:
    """`what` at this place and in this size; `more` are further attributes."""
    grown = f" scale({size:g})" if size != 1 else ""
    return f'<g{more} transform="translate({num(x)} {num(y)}){grown}">{what}</g>'
