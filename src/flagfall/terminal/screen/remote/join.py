"""Following a link to a game: to a seat, to an open seat, or for watching."""

from __future__ import annotations

from textual import on, work
from textual.app import ComposeResult
from textual.message import Message
from textual.widgets import Input, Static

from flagfall.core import HOURS, FlagfallError
from flagfall.online.client.asking import take_seat
from flagfall.online.client.link import BadLink, Link
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.home.form import Do, Form, Line, Row
from flagfall.terminal.screen.home.sky import Sky
from flagfall.terminal.tty.console import sentence

from .away import Away
from .lobby import Lobby

_LONGEST = 2000  # signs of a link


class Seated(Message, bubble=False):
    """The open seat is ours, with a link of its own."""

    def __init__(self, link: Link) -> None:
        super().__init__()
        self.link = link


class NoSeat(Message, bubble=False):
    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why


class JoinScreen(Lobby):
    ABOUT = "Paste the link that you were given, and press Enter. Whoever has the link to a seat can play there."
    AUTO_FOCUS = "#link"
    DEFAULT_CSS = """
    JoinScreen #asking { height: 1fr; padding: 1 2; }
    JoinScreen Input { margin: 1 0 0 0; }
    JoinScreen Do { width: 24; margin: 1 0; }
    JoinScreen #said { margin-top: 1; }
    JoinScreen #said.-bad { color: $warning; }
    """

    def __init__(self, link: str | None = None) -> None:
        super().__init__()
        self._given = link
        self._taking = False
        """Whether a seat is being taken: whoever left now might lose it."""

    def compose(self) -> ComposeResult:
        yield Sky(HOURS[0], "online", "Join a game", "Paste the link that you were given.", id="sky")
        with Form(id="asking"):
            yield Static("A link leads to a seat, to an open seat, or to a place among the watchers.")
            yield Line(self._given, placeholder="http://…/g/GAME#TOKEN", max_length=_LONGEST, id="link")
            yield Do("go", "Join")
            yield Static(id="said", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        if self._given:
            self.follow()

    # --- what is done ---

    @on(Input.Submitted)
    @on(Row.Done)
    def follow(self) -> None:
        """Follow the link that is typed, or say what is wrong with it."""
        if self._taking:
            return
        try:
            link = Link.read(self.query_one(Input).value)
        except BadLink as error:
            self.say(str(error), bad=True)
            return
        if link.invitation:
            self._taking = True
            self.say(f"Taking the seat at {link.address} …")
            self._take_seat(link)
        else:
            self._connect(link)

    @work(thread=True)
    def _take_seat(self, link: Link) -> None:
        try:
            seat = take_seat(link)
        except FlagfallError as error:
            self.post_message(NoSeat(str(error)))
        else:
            self.post_message(Seated(seat))

    @on(Seated)
    def sit_there(self, event: Seated) -> None:
        self._taking = False
        self.query_one(Input).value = str(event.link)
        self._connect(event.link, "The seat is yours. Key l shows your own link, to come back on any device.")

    @on(NoSeat)
    def give_up(self, event: NoSeat) -> None:
        self._taking = False
        self.say(event.why, bad=True)

    def _connect(self, link: Link, *greeting: str) -> None:
        self.say(f"Connecting with {link.address} …")
        self.sit_down(link, greeting)

    def arrived(self, table: Away) -> None:
        if table.begun:
            self.say("Your link brings you back to the game at any time.")
            self.to_the_board()
        elif table.ended:
            self.stand_up()
            self.say(table.ended, bad=True)

    def say(self, text: str, *, bad: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.update(sentence(text) if bad else text)
        said.set_class(bad, "-bad")

    def action_leave(self) -> None:
        """The first time it stops what is going on."""
        if self._taking:
            self.say("The seat is being taken; a moment, please.")
        elif self.table:
            self.stand_up()
            self.say("Stopped. The link is still there to be followed.")
        else:
            super().action_leave()
