"""Texts from elsewhere, made harmless."""

from __future__ import annotations

from flagfall.core import printable


def plain(text: str) -> str:
    """Lines of text without control signs, which a screen might obey: whoever has sent it need not be a friend."""
    return printable(text, "?", keep="\n")
