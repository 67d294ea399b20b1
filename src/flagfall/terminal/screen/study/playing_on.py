"""Whom to play on against from a position that somebody looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flagfall.bots import BOTS
from flagfall.bots.fit import about, why_not
from flagfall.coach.expectations import stored
from flagfall.core import Player, Position
from flagfall.terminal.local.play import Setup
from flagfall.terminal.saving import HUMAN

from .rows import emblem, joined

USUAL = "level:4"


class PlayOn(ModalScreen[Setup | None]):
    """A friend at this keyboard, or a bot; and which side is one's own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "Back"),
        Binding("left,right,tab", "swap", "Other side"),
    ]
    DEFAULT_CSS = """
    PlayOn {
        align: center middle;
        Vertical {
            width: 60; max-width: 90%; height: auto; max-height: 90%;
            padding: 1 2; background: $surface; border: round $border;
        }
        Static { height: auto; }
        OptionList, OptionList:focus { border: none; background: transparent; padding: 0; height: auto; margin: 1 0; }
        #hint { color: $muted; }
    }
    """

    def __init__(self, start: Position) -> None:
        super().__init__()
        self.start = start
        self.own = next(iter(start.choices()))

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(id="side")
            yield OptionList(*(Option(shown, id=name) for name, shown in self._opponents()), markup=False)
            yield Static("Enter plays on from here; ← → take the other side.", id="hint", markup=False)

    def on_mount(self) -> None:
        self._show_side()
        opponents = self.query_one(OptionList)
        names = [option.id for option in opponents.options]
        opponents.highlighted = names.index(USUAL) if USUAL in names else 0

    def _opponents(self) -> Iterator[tuple[str, str]]:
        """Who can play here, the bots from the weakest to the strongest."""
        yield HUMAN, "a friend, at this keyboard"
        known = stored().get(self.start.id, ()) if not self.start.rules.changed() else ()
        words = about(self.start) | {f"level:{each.level}": each.words for each in known}
        for name in BOTS:
            if why_not(name, self.start) is None and name != "perfect":
                told = f"{name.replace(':', ' ')}: {words[name]}" if name in words else name.replace(":", " ")
                yield name, told

    def _show_side(self) -> None:
        self.query_one("#side", Static).update(joined("You are ", emblem(self.own), f" {self.own}. Against whom?"))

    def action_swap(self) -> None:
        self.own = self.own.other
        self._show_side()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        players = dict.fromkeys(Player, HUMAN)
        players[self.own.other] = event.option.id or HUMAN
        self.dismiss(Setup(self.start, players))
