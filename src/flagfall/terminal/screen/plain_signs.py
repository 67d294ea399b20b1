"""Plain signs for everything that is drawn with others: for fonts and terminals that lack them."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

SIGNS = {
    "-": "─━╌╍┄┅╴╶╼╾═▔▁",
    "|": "│┃╎╏┆┇║▏▎▍▕▌▐",
    "+": "┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╭╮╰╯╔╗╚╝╠╣╦╩╬",
    "#": "█▇▆▅▉▊▋▙▛▜▟▓■◼",
    "_": "▄▃▂",
    '"': "▀",
    ":": "▒░·",
    "'": "▘▝",
    ".": "▖▗…•○",
    "/": "▞╱",
    "\\": "▚╲",
    ">": "▸▶►›⚑→",
    "<": "◂◀◄‹←",
    "^": "▲▴↑",
    "v": "▼▾↓",
    "o": "●◉◎",
    "*": "◆◇★☆✱✓✔",
    "x": "×✗✘",
    "~": "≈",
}
PLAIN = str.maketrans({sign: plain for plain, signs in SIGNS.items() for sign in signs} | {"⏎": "=", "↵": "="})


class PlainSigns(LineFilter):
    """Letters stay as they are: a name is a name."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text.translate(PLAIN), style, control) for text, style, control in segments]
