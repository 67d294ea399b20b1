"""Texts beside a board, in the players' colours and with their signs, which need no colour."""

from __future__ import annotations

import re

from textual.content import Content

from flagfall.core import Player
from flagfall.match import Seat
from flagfall.terminal.screen.board.shapes import ASCII, EMBLEMS

_PLAYER = re.compile(r"(?:Player |\bP)([12])(?!\d)")


def signs(text: str, plain: bool) -> str:
    """The text on a terminal that has no signs but plain ones."""
    return text.translate(ASCII).replace("▸", ">").replace("▏", "|") if plain else text


def emblem(player: Player, plain: bool = False) -> Content:
    return Content.styled(signs(EMBLEMS[player], plain), f"bold $p{player.value + 1}")


def coloured(text: str, style: str = "") -> Content:
    """A text with the players' names in their colours."""
    content = Content.styled(text, style) if style else Content(text)
    for found in _PLAYER.finditer(text):
        content = content.stylize(f"bold $p{found[1]}", *found.span())
    return content


def lines_of(seat: Seat, since: int = 0) -> list[str]:
    """What was said to this seat, without the drawings: the board is there to be seen."""
    drawn = {line.strip() for view in (seat.view, seat.before) if view for line in view.board().split("\n")}
    said = (line for each in seat.said[since:] for line in each.split("\n"))
    return [line for line in said if line.strip() and line.strip() not in drawn]
