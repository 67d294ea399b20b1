"""Texts from elsewhere, made harmless."""

from __future__ import annotations

from flagfall.core import printable

LONGEST = 200_000
"""Signs: enough for the largest board there is."""


def plain(text: str) -> str:
    """Lines of text without control signs, which a screen might obey: whoever has sent it need not be a friend."""
    return printable(text[:LONGEST], "?", keep="\n")


def plain_line(text: str) -> str:
    """The same in one line: nobody can put words into another's mouth by beginning a new one."""
    return printable(text[:LONGEST], "?", blank=" ")
