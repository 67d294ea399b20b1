"""Making a game for somebody elsewhere: by which rules, against whom, with what clock, and who can come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Static

from flagfall.core import FlagfallError, Position, whole
from flagfall.games import GAMES
from flagfall.online.protocol.messages import CreateGame
from flagfall.terminal.remote.host import Hosted, game_wanted, hosting
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.footer import Footer
from flagfall.terminal.screen.home.form import Choice, Do, Entry, Form, Number, Row
from flagfall.terminal.screen.home.sky import Sky
from flagfall.terminal.screen.home.start import bots
from flagfall.terminal.screen.home.variation import SettingOut, lines, meant
from flagfall.terminal.screen.look import tint
from flagfall.terminal.tty.console import sentence

from .room import Room

BOOK, OWN, GIVEN = "book", "own", "given"
RULES = {BOOK: "the book's", OWN: "your own", GIVEN: "as you have set them"}
PERSON = (HUMAN, "whoever has the link")
CHAT = (("yes", "the players can talk"), ("no", "none"))
REACH = (("127.0.0.1", "this computer only"), ("0.0.0.0", "other computers, too"))
PORT = "8765"
MOST_PLIES = 99_999


class Made(Message, bubble=False):
    """The game is there. `held` ends what was begun for it."""

    def __init__(self, start: Position, hosted: Hosted, held: ExitStack) -> None:
        super().__init__()
        self.start, self.hosted, self.held = start, hosted, held


class NotMade(Message, bubble=False):
    def __init__(self, why: str) -> None:
        super().__init__()
        self.why = why


class HostScreen(SettingOut):
    ABOUT = "Make a game and invite somebody with a link. The server keeps it, and both can come back to it."
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "make", "Make the game")]

    def __init__(self, start: Position | None = None, said: Mapping[str, str] = {}) -> None:
        """`said` is what was answered before, in the form of another game."""
        super().__init__()
        self.start = start or next(iter(GAMES.values()))()
        self._given, self._said = self.start, dict(said)
        self._making = False

    def compose(self) -> ComposeResult:
        scene = self.start.view(None).scene()
        tint(self, scene.hour)
        yield Sky(scene.hour, self.start.id, self.start.title, "Invite somebody with a link.", id="sky")
        with Horizontal(id="page"):
            with Form(id="form"):
                yield from self._lines()
            with Vertical(id="side"):
                yield Board(scene, interactive=False, id="preview")
        yield Static(id="note", markup=False)
        yield Footer()

    def _lines(self) -> Iterator[Row]:
        before, able = self._said, [PERSON, *bots(self.start)]
        yield Choice("game", "Game", [(name, game.title) for name, game in GAMES.items()], self.start.id)
        opponent = before.get("opponent", HUMAN)
        yield Choice("opponent", "Against", able, opponent if opponent in dict(able) else HUMAN)
        yield Entry("clock", "Clock", before.get("clock", ""), _ABOUT["clock"], "none")
        yield Choice("chat", "Chat", CHAT, before.get("chat", "yes"), _ABOUT["chat"])
        yield Entry("cap", "Cap", before.get("cap", ""), _ABOUT["cap"], "none")
        reach = before.get("reach", REACH[0][0])
        known = [*REACH, *([] if reach in dict(REACH) else [(reach, reach)])]
        yield Choice("reach", "Open to", known, reach, _ABOUT["reach"])
        yield Number("port", "Port", 0, 65535, before.get("port", PORT), _ABOUT["port"])
        rules = [(key, shown) for key, shown in RULES.items() if key != GIVEN or self._is_varied]
        yield Choice("rules", "Rules", rules, GIVEN if self._is_varied else BOOK, "Vary the rules.")
        yield from lines(type(self.start))
        yield Do("make", "Make the game")

    def on_mount(self) -> None:
        self.query_one("#game", Row).focus()
        self._arrange()

    @property
    def _is_varied(self) -> bool:
        """Whether it was given another opening than the book's."""
        return self._given != type(self._given)()

    # --- what the form says ---

    def _arrange(self) -> None:
        for row in self.rules:
            row.display = self.said("rules") == OWN

    @on(Row.Changed)
    def _changed(self, event: Row.Changed) -> None:
        if event.row.id == "game":
            said = {row.id or "": row.text for row in self.query(Row)}
            self.app.switch_screen(HostScreen(GAMES[said["game"]](), said))
            return
        self.problem = ""
        if event.row.id == "rules" or event.row in self.rules:
            self._arrange()
            self._vary()
        self.explain()

    def _vary(self) -> None:
        """The board by these rules; while they can't be, the old one stays, and the reason stands below."""
        try:
            self.start = self._meant()
        except FlagfallError as error:
            self.problem = sentence(str(error))
            return
        self.query_one("#preview", Board).show(self.start.view(None).scene(), glide=False)
        self.query_one("#opponent", Choice).offer([PERSON, *bots(self.start)])

    def _meant(self) -> Position:
        rules, game = self.said("rules"), type(self.start)
        return self._given if rules == GIVEN else meant(game, self.rules) if rules == OWN else game()

    def _refuse(self, why: str) -> None:
        self._making, self.problem = False, sentence(why)
        self.explain()
        self.app.bell()

    # --- going on ---

    def wanted(self) -> CreateGame:
        clock, cap = self.said("clock").strip() or None, self.said("cap").strip()
        plies = _number(cap, 1, MOST_PLIES, "a cap is a number of plies from 1 to 99999, or nothing") if cap else None
        return game_wanted(self._meant(), self.said("opponent"), clock, plies, self.said("chat") == "yes")

    def port(self) -> int:
        return _number(self.said("port"), 0, 65535, "a port is a number from 0 to 65535; 0 finds a free one")

    @on(Row.Done)
    def action_make(self) -> None:
        if self._making:
            return
        try:
            wanted, port = self.wanted(), self.port()
        except FlagfallError as error:
            self._refuse(str(error))
            return
        self._making = True
        self.say("Making the game …")
        self._make(self._meant(), wanted, self.said("reach"), port)

    @work(thread=True)
    def _make(self, start: Position, wanted: CreateGame, name: str, port: int) -> None:
        with ExitStack() as stack:
            try:
                hosted = stack.enter_context(hosting(wanted, name, port))
            except FlagfallError as error:
                self.post_message(NotMade(str(error)))
            else:
                held = stack.pop_all()
                if not self.post_message(Made(start, hosted, held)):  # the screen is gone
                    held.close()

    @on(Made)
    def _made(self, event: Made) -> None:
        self._making = False
        self.explain()
        self.app.push_screen(Room(event.start, event.hosted, event.held))

    @on(NotMade)
    def _not_made(self, event: NotMade) -> None:
        self._refuse(event.why)

    def action_leave(self) -> None:
        if not self._making:
            super().action_leave()


def _number(text: str, low: int, high: int, otherwise: str) -> int:
    try:
        number = whole(text)
    except ValueError:
        number = low - 1
    if not low <= number <= high:
        raise FlagfallError(otherwise)
    return number


_ABOUT = {
    "cap": "Without a result after so many plies; nothing for none.",
    "clock": "10m for the game, 10m+5s with time back, 2d/move; nothing for none.",
    "chat": "Whether the players can talk.",
    "reach": "Who can follow the links.",
    "port": "Of a server that runs here, or is started; 0 finds a free one.",
}
