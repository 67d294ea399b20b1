"""The saved games: with whom, since when, whose turn; to go on with, to look at again, or to throw away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from flagfall.core import FlagfallError
from flagfall.record.files import GAMES
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.place import Place
from flagfall.terminal.show.saved import SavedGame, counted, delete, saved_games, when
from flagfall.terminal.tty.console import sentence


class Games(OptionList):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Go on")]


class SavedScreen(Place):
    ABOUT = "The games that are kept on this machine. Enter goes on with one, or looks at it again if it is over."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "analyse", "Analyse"),
        Binding("x,delete", "delete", "Delete", key_display="x"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.games: Sequence[SavedGame] = ()
        self.doomed: Path | None = None
        """What is deleted when the key is pressed once more."""

    def compose(self) -> ComposeResult:
        yield Static(Content.from_markup("[bold]Saved games[/]  [$muted]newest first[/]"), classes="heading")
        yield Games(id="games", markup=False)
        yield Static(id="note", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#games").focus()

    def on_screen_resume(self) -> None:
        self.look()

    @work(thread=True, exclusive=True)
    def look(self) -> None:
        """Files are read beside the screen: there may be many."""
        self.call_later(self._found, saved_games(GAMES))

    def _found(self, games: Sequence[SavedGame]) -> None:
        shown, self.games = self.query_one("#games", OptionList), games
        at = shown.highlighted or 0
        shown.clear_options()
        shown.add_options([Option(self._line(each)) for each in games])
        shown.highlighted = min(at, len(games) - 1) if games else None
        if not games:
            self._say("No game has been saved yet. Every game is kept while it is played.")

    def _line(self, game: SavedGame) -> Content:
        sign, colour = ("▸", "$go") if game.can_go_on else ("!", "$error") if game.problem else ("✓", "$muted")
        if getattr(self.app, "ascii", False):
            sign = {"▸": ">", "✓": "="}.get(sign, sign)
        standing = game.standing() if game.records else "damaged"
        return Content.from_markup(
            f"[{colour}]{sign}[/] [bold]$title[/]  $whom\n  [$muted]$standing, $plies, since $since[/]",
            title=game.records[-1].start.title if game.records else game.name,
            whom=game.whom() if game.records else "",
            standing=standing,
            plies=counted(game.plies),
            since=when(game.since, datetime.now()),
        )

    def _say(self, text: str) -> None:
        self.query_one("#note", Static).update(text)

    @property
    def chosen(self) -> SavedGame | None:
        at = self.query_one("#games", OptionList).highlighted
        return self.games[at] if at is not None and at < len(self.games) else None

    @on(OptionList.OptionHighlighted)
    def _moved(self) -> None:
        if self.chosen and self.chosen.path != self.doomed:
            self.doomed = None
            self._say(sentence(self.chosen.problem) if self.chosen.problem else "")

    @on(OptionList.OptionSelected)
    def _go_on(self) -> None:
        game = self.chosen
        if game and game.can_go_on:
            self.ways.take_up(str(game.path))
        else:
            self.action_analyse()

    def action_analyse(self) -> None:
        game = self.chosen
        if game and game.result:
            self.ways.analyse(game.records)
        elif game and not game.problem:
            self._say("A game is analysed when it is over.")

    def action_delete(self) -> None:
        """Asked twice: what is deleted is gone."""
        game = self.chosen
        if not game:
            return
        if self.doomed != game.path:
            self.doomed = game.path
            self._say("Delete this game? Press x once more.")
            return
        self.doomed = None
        try:
            delete(game)
        except (FlagfallError, OSError) as error:
            self._say(sentence(str(error)))
        else:
            self._say("Deleted.")
            self.look()
