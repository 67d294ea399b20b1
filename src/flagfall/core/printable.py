"""Text that a screen shows and does not obey."""

from __future__ import annotations


def printable(text: str, instead: str, *, blank: str | None = None, keep: str = "") -> str:
    """`text` with `instead` for every sign that can't be printed, or `blank` where it is a kind of space; those in
    `keep` stay. Control signs move cursors, change titles and turn letters round, whoever has typed or sent them."""
    spaces = instead if blank is None else blank
    return "".join(
        sign if sign.isprintable() or sign in keep else spaces if sign.isspace() else instead for sign in text
    )
