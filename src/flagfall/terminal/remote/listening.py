"""A game that is elsewhere, as it is told at this screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flagfall.core import FlagfallError, Player
from flagfall.match import Seat
from flagfall.online.client import game as new
from flagfall.online.client.game import New, RemoteGame
from flagfall.online.client.link import Link
from flagfall.online.client.live import Ended, Happening, Live, Lost
from flagfall.record.names import introduced
from flagfall.terminal.boards import Look
from flagfall.terminal.prompt.commands import last_board
from flagfall.terminal.prompt.table import Table, Where
from flagfall.terminal.tty.console import sentence
from flagfall.terminal.tty.keyboard import Keyboard

from . import words

_CHAT_LINES = 10  # of what was said before, for who comes later


class CannotJoin(FlagfallError):
    """There is no seat behind this link, or no longer."""


class Listening(Table):
    """A seat (or a place among the watchers) at a server. `deliver` gets what arrives; `hear` is to be given it."""

    where = Where.AWAY

    def __init__(self, keyboard: Keyboard, link: Link, look: Look, deliver: Callable[[Live, Happening], None]) -> None:
        self.console = keyboard.console
        self._keyboard = keyboard
        self.look = look
        self.game = RemoteGame(link, deliver)

    # --- what is known ---

    @property
    def screen(self) -> Seat:
        return self.game.seat

    @property
    def player(self) -> Player | None:
        return self.game.player

    @property
    def begun(self) -> bool:
        return self.game.begun

    def clocks(self) -> str:
        return words.clocks(self.game.known.time_left())

    # --- what is shown ---

    def print(self, text: str) -> None:
        self._keyboard.clear()
        self.console.print(text)

    def tell(self, text: str) -> None:
        self._keyboard.clear()
        self.console.tell(text)

    def show(self) -> None:
        """The book's screen, on request in words, and the clocks."""
        self.print(self.look.header(self.screen.view, self.console.width))
        if clocks := self.clocks():
            self.tell(clocks)

    def refuse(self, reason: str) -> None:
        self.print(sentence(reason))
        if self.console.interactive:
            self.print("(help shows what can be typed here)")

    # --- what the server says ---

    def hear(self, live: Live, happening: Happening) -> None:
        for each in self.game.hear(live, happening):
            _HOW[type(each)](self, each)

    def _began(self, event: New) -> None:
        self.lacks = () if self.game.known.info.chat else ("say",)
        who = f"you are {self.player}" if self.player else "you are watching"
        self.tell(f"{self.screen.view.title}, game {self.game.link.game}: {who}.")
        if names := self.game.known.names:
            self.tell(introduced(names))
        if self.console.interactive:
            self.tell("Type help at any prompt. You can leave and come back with your link at any time.")
        if changed := self.screen.view.rules.changed():
            self.tell(f"Settings: {', '.join(f'{name}={value}' for name, value in changed.items())}.")
        for line in self.game.chat[-_CHAT_LINES:]:
            self._spoken(line)
        if self.screen.history:
            self.tell(f"Plies played so far: {len(self.screen.history)}; history lists them.")
        if self.game.over:
            self.print(f"{self.screen.outcome}.")
            self._show_end()
        else:
            self.show()

    def _again(self, event: New) -> None:
        self.tell("Connected again.")

    def _happened(self, event: new.Happened) -> None:
        """Say what has happened. A move that was typed here is on the screen already."""
        for line in self.look.said([*words.happened(event.news, self.screen, event.typed)], self.screen.view):
            self.print(line)
        for doubt in words.doubts(event.news):
            self.tell(doubt)
        if event.news.ended:
            self._show_end()
        elif event.news.turned:
            self.show()

    def _show_end(self) -> None:
        outcome = self.screen.outcome
        if board := last_board(self.screen, self.look, self.console.width):
            self.print(board)
        if replayed := self.game.replayed:
            self.print(f"It was played again:\n  {replayed}")
        elif self.console.interactive:
            self.tell(f"{outcome}. Type rematch to play again with seats swapped, save FILE to keep the record.")

    def _rematch_wanted(self, event: new.RematchWanted) -> None:
        self.tell(f"{event.by} would like a rematch: type rematch to agree.")

    def _rematch_begins(self, event: new.RematchBegins) -> None:
        self.tell(words.REMATCH_BEGINS)
        self.game = self.game.follow(event.game)

    def _around(self, event: new.Around) -> None:
        """Say who has come or gone."""
        for line in words.presence(event.before, event.now, self.player):
            self.tell(line)

    def _spoken(self, event: new.Spoken) -> None:
        self.tell(words.spoken(event))

    def _refused(self, event: new.Refusal) -> None:
        self.refuse(event.reason)

    def _noticed(self, event: new.Noticed) -> None:
        self.tell(event.text)

    def _lost(self, event: Lost) -> None:
        self.tell("The connection is lost; trying again. Nothing that you did is lost.")

    def _ended(self, event: Ended) -> None:
        self._keyboard.clear()
        raise CannotJoin(event.reason)


_HOW: dict[type, Callable[[Listening, Any], None]] = {
    new.Began: Listening._began,
    new.Again: Listening._again,
    new.Around: Listening._around,
    new.Spoken: Listening._spoken,
    new.Happened: Listening._happened,
    new.RematchWanted: Listening._rematch_wanted,
    new.RematchBegins: Listening._rematch_begins,
    new.Refusal: Listening._refused,
    new.Noticed: Listening._noticed,
    Lost: Listening._lost,
    Ended: Listening._ended,
}
