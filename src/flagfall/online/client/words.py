"""Texts from elsewhere, made harmless."""

from __future__ import annotations


def plain(text: str) -> str:
    """Lines of text without control signs, which a screen might obey: whoever has sent it need not be a friend."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
