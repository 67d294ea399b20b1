"""Opening a record: a file that is named, or a finished game that is kept here."""

from __future__ import annotations

from pathlib import Path

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from flagfall.core import FlagfallError
from flagfall.record.files import find, load
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.place import Place
from flagfall.terminal.tty.console import sentence

from .form import Do, Entry, Form, Row


class RecordScreen(Place):
    ABOUT = "Type the path of a record, or the name of a saved game, to go through it with the coach."
    AUTO_FOCUS = "#file Input"

    def compose(self) -> ComposeResult:
        yield Static(Content.from_markup("[bold]Open a record[/]"), classes="heading")
        with Form():
            yield Entry("file", "File", hint="game.flagfall, or the name of a saved game")
            yield Do("open", "Open")
        yield Static(id="note", markup=False)
        yield Footer()

    @on(Row.Done)
    def _open(self) -> None:
        text = self.query_one("#file", Entry).text.strip()
        try:
            records = load(find(str(Path(text).expanduser())) if text else find(""))
        except (FlagfallError, OSError) as error:
            reason = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
            self.query_one("#note", Static).update(sentence(reason) if text else "Which file? Type its name.")
            return
        self.ways.analyse(records)
