"""The settings of a variation as lines of a form, made from what the rules say of themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flagfall.core import BadRules, OneOf, Position, Whole, YesNo
from flagfall.core.rules import Setting

from .form import Choice, Entry, Number, Row

PREFIX = "rule-"
LARGEST = 2500
"""Cells of the largest board that is drawn while one is typing."""


def lines(game: type[Position]) -> list[Row]:
    return [_line(each) for each in game.Rules.settings()]


def _line(setting: Setting[Any]) -> Row:
    """By the kind of its values; a kind that nobody has thought of yet is typed."""
    kind, at, name = setting.kind, setting.kind.write(setting.default), setting.name.replace("_", " ")
    where = f"{PREFIX}{setting.name}"
    about = f"{setting.about[:1].upper()}{setting.about[1:]}: {kind.allowed()}."
    if isinstance(kind, Whole):
        return Number(where, name, kind.low, kind.high, at, about)
    if isinstance(kind, OneOf | YesNo):
        options = kind.options if isinstance(kind, OneOf) else ("no", "yes")
        return Choice(where, name, [(option, option) for option in options], at, about)
    return Entry(where, name, "", about, hint=at)


def meant(game: type[Position], rows: Iterable[Row]) -> Position:
    """The opening by these settings, or BadRules. What is left empty is as in the book."""
    texts = {(row.id or "").removeprefix(PREFIX): row.text for row in rows}
    rules = game.Rules.read({name: text for name, text in texts.items() if text})
    if game.count_cells(rules) > LARGEST:
        raise BadRules(f"the board would have more than {LARGEST} cells, which is too large for a screen")
    return game(rules=rules)  # type: ignore[call-arg]
