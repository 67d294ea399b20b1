"""Before the board: a table that is elsewhere, until there is something to be seen of it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.message import Message

from flagfall.online.client.link import Link
from flagfall.terminal.screen.place import Place

from .away import Away


class Arrived(Message, bubble=False):
    """Something has come from the server."""


class Lobby(Place):
    """A screen that is at a table, and leads to its board."""

    table: Away | None = None

    def sit_down(self, link: Link, greeting: Sequence[str] = ()) -> None:
        """Connect; `arrived` is called whenever there is something new."""
        self.stand_up()
        self.table = Away(link, greeting)
        self.table.changed = self._call
        self._call()  # something may have come already

    def _call(self) -> None:
        self.post_message(Arrived())

    def stand_up(self) -> None:
        if self.table:
            self.table.leave()
        self.table = None

    @on(Arrived)
    def take_in(self) -> None:
        if self.table and self.is_current:
            while self.table.proceed():
                pass
            self.arrived(self.table)

    def arrived(self, table: Away) -> None:
        """Show what is new."""

    def to_the_board(self) -> None:
        """Hand the table over to its board."""
        assert self.table
        table, self.table = self.table, None
        self.ways.sit_down(table)

    def on_unmount(self) -> None:
        self.stand_up()
