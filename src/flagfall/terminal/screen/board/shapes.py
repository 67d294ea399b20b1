"""The pictures of pieces and of what lies on cells, for any size, and the signs where there is room for one letter."""

from __future__ import annotations

from functools import cache

from flagfall.core import Player

from .canvas import Picture, drawn

SIGNS = {"flag": "⚑", "trap": "✱", "teleport": "◎", "blocked": "▒"}
EMBLEMS = {Player.P1: "●", Player.P2: "◆", None: "★"}
ENDS = {Player.P1: "()", Player.P2: "<>"}
ASCII = str.maketrans("⚑✱◎▒●◆○★×·┏┓┗┛╭╮╰╯━─┃│▛┣▙▄▀", "Fxo#ov.*x:++++++++--||^=v__")
"""Signs for terminals and fonts that have no others."""
FLAGS = {"win": "▛", "open": "┣", "loss": "▙", "chance": ""}
"""What a move is worth, as a flag on its pole: up, half mast, down."""


@cache
def token(owner: Player, width: int, height: int) -> Picture:
    """Player 1's disc or Player 2's diamond, so that nobody needs colours to tell them apart."""
    if owner is Player.P1:
        return drawn(width, height, lambda x, y: x * x + y * y <= 1.02)
    return drawn(width, height, lambda x, y: abs(x) + abs(y) <= 1.05)


@cache
def pole(height: int) -> Picture:
    return ("▐",) * height


@cache
def cloth(width: int, height: int) -> Picture:
    """A swallow-tail."""
    return drawn(width, height, lambda x, y: x <= 0.4 + 0.6 * abs(y))
