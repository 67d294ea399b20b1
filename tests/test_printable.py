"""No sign reaches a screen that it might obey."""

from __future__ import annotations

from hypothesis import given
from hypothesis.strategies import text

from flagfall.core import printable

OBEYED = "\x1b\x07\b\r\t\x00\x7f\x9b\u202e\u2028"


def test_every_sign_that_cannot_be_printed_is_replaced():
    assert printable(f"a{OBEYED}b c", "?") == f"a{'?' * len(OBEYED)}b c"
    assert printable("two\nlines\r", "?", keep="\n") == "two\nlines?"
    assert printable("a\tb\x1b\r", "\ufffd", blank=" ") == "a b\ufffd "


@given(text())
def test_nothing_else_is_changed(typed):
    shown = printable(typed, "?")
    assert shown.isprintable() and len(shown) == len(typed)
    assert all(now == before for now, before in zip(shown, typed, strict=True) if before.isprintable())
