"""The home: the games, and what can be done."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from flagfall.games import GAMES
from flagfall.terminal.screen.place import Place


class Home(Place):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "none", show=False),
        Binding("r", "saved", "Go on with a game"),
        Binding("q", "app.quit", "Leave"),
    ]

    def compose(self) -> ComposeResult:
        yield Static("⚑ Flagfall", id="title", markup=False)
        yield OptionList(*(Option(each.title, id=name) for name, each in GAMES.items()), markup=False)
        yield Footer()

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.ways.choose(GAMES[event.option.id or ""])

    def action_saved(self) -> None:
        self.ways.saved()
