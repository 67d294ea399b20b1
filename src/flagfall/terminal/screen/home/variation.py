"""The settings of a variation as lines of a form, made from what the rules say of themselves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from textual.widgets import Static

from flagfall.core import BadRules, OneOf, Position, Whole, YesNo
from flagfall.core.rules import Setting
from flagfall.terminal.screen.place import Place

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


class SettingOut(Place):
    """A screen on which a game is set out: a form, with the settings of its rules among the lines, and a note below."""

    problem = ""
    """What is wrong with the answers."""

    def said(self, name: str) -> str:
        return self.query_one(f"#{name}", Row).text

    @property
    def rules(self) -> list[Row]:
        return [row for row in self.query(Row) if (row.id or "").startswith(PREFIX)]

    def on_descendant_focus(self) -> None:
        self.explain()

    def explain(self) -> None:
        """What is wrong, or what the line that is chosen means."""
        row = next((row for row in self.query(Row) if row.has_focus or row.has_focus_within), None)
        self.say(self.problem or (self.meaning(row) if row else ""), bad=bool(self.problem))

    def meaning(self, row: Row) -> str:
        return row.about

    def say(self, text: str, *, bad: bool = False) -> None:
        for note in self.query("#note").results(Static):  # there is none while the screen comes or goes
            note.update(text)
            note.set_class(bad, "-problem")
