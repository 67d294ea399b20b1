"""Where one waits for the other player: the links to a game that was made, and who has come."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Thread
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from flagfall.core import Player, Position
from flagfall.terminal.remote import words
from flagfall.terminal.remote.host import ONLY_HERE, STOPS, Hosted
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.look import palette_of, tint
from flagfall.terminal.screen.play.dialog import Choice
from flagfall.terminal.tty.advice import Advice, command

from .away import Away
from .lobby import Lobby
from .qr import Code


class Room(Lobby):
    """`held` is what the game needs as long as somebody is here, a server of ours among it."""

    ABOUT = "Send the link to whoever shall play with you, or let a phone's camera see the code."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "board", "To the board"),
        Binding("c", "copy", "Copy the link"),
    ]
    DEFAULT_CSS = """
    Room #page { height: 1fr; align: center middle; }
    Room #told { padding: 0 2; width: 1fr; max-width: 76; height: auto; }
    Room .title { text-style: bold; color: $accent; }
    Room .quiet { color: $muted; }
    Room #link { width: 1fr; padding: 0 1; text-style: bold; background: $surface; }
    Room #who { margin: 1 0; text-style: bold; }
    Room Board { display: none; }
    Room.-high Board { display: block; margin-top: 1; }
    Room.-high #told { height: 26; }
    Room Code { display: none; }
    Room Code.-fits { display: block; }
    """

    def __init__(self, start: Position, hosted: Hosted, held: ExitStack) -> None:
        super().__init__()
        self._start, self._hosted, self._held = start, hosted, held
        self._waits = True
        """Until the other player has come for the first time: then the board opens by itself."""

    def compose(self) -> ComposeResult:
        hosted = self._hosted
        with Horizontal(id="page"):
            if hosted.invitation:
                yield Code(hosted.invitation)
            with Vertical(id="told"):
                yield Static(self._start.title, classes="title", markup=False)
                yield Static("", id="who", markup=False)
                yield from (Static(line, classes="quiet", markup=False) for line in self._explained())
                yield Board(self._start.scene(), interactive=False)
        yield Static(hosted.invitation or hosted.seat, id="link", markup=False)
        yield Footer()

    def _explained(self) -> list[str]:
        hosted, lines = self._hosted, list[str]()
        if hosted.invitation:
            lines.append(
                f"The link below is for the other player, in a browser or with {command('join')}; c copies it."
            )
        if hosted.invitation and hosted.only_here:
            lines.append(f"{ONLY_HERE}.")
        lines += ["", f"Your own seat, on any device: {hosted.seat}", "", f"For watching: {hosted.watching}"]
        return [*lines, "", f"{STOPS} {hosted.again}"] if hosted.again else lines

    @property
    def way_back(self) -> Advice | None:
        return Advice(STOPS, self._hosted.again) if self._hosted.again else None

    def on_mount(self) -> None:
        tint(self, self._start.scene().hour)

    def on_screen_resume(self) -> None:
        """Who has come is seen from here, too."""
        if self.table is None:
            self._say("Connecting …")
            self.sit_down(self._hosted.own)

    def on_resize(self) -> None:
        """The code is shown where it is whole, and leaves room for the words."""
        for code in self.query(Code):
            room = self.size.height - 2 >= code.height_needed and self.size.width - 26 >= code.width_needed
            code.set_class(room and not palette_of(self.app).ascii, "-fits")

    def arrived(self, table: Away) -> None:
        if table.ended:
            self._say(table.ended)
        elif table.begun:
            self._say(self._who(table))
            if self._is_time(table):
                self._waits = False
                self.to_the_board()

    def _who(self, table: Away) -> str:
        seat = table.seat_of(Player.P2)
        return (
            f"{Player.P2} {words.where(seat)}."
            if seat and seat.who == "person"
            else f"Against {table.names[Player.P2]}."
        )

    def _is_time(self, table: Away) -> bool:
        seat = table.seat_of(Player.P2)
        return self._waits and bool(seat and (seat.here or seat.who == "bot"))

    def _say(self, text: str) -> None:
        self.query_one("#who", Static).update(text)

    def action_board(self) -> None:
        if self.table and self.table.begun:
            self._waits = False
            self.to_the_board()

    def action_leave(self) -> None:
        """A server of ours stops then, and whoever comes with a link finds nobody: that is asked about first."""
        if self._hosted.again is None:
            super().action_leave()
            return
        question = f"Leave? The server stops with you. The game is kept; it is back with:\n{self._hosted.again}"
        self.app.push_screen(Choice(question, (("y", "Leave"), ("n", "Stay"))), self._answered)

    def _answered(self, key: str | None) -> None:
        if key == "y":
            super().action_leave()

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self._hosted.invitation or self._hosted.seat)
        self.notify("The link is copied, if this terminal lets programs do so.", markup=False)

    def on_unmount(self) -> None:
        """The server says goodbye to its players first, and nobody waits for it here."""
        Thread(target=self._held.close, name="flagfall-hosting").start()
