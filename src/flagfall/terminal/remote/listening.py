"""A game that is elsewhere, as it is told at this screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from flagfall.core import FlagfallError, Player
from flagfall.match import Seat
from flagfall.online.client import asking
from flagfall.online.client.link import Link
from flagfall.online.client.live import Ended, Happening, Live, Lost
from flagfall.online.client.seat import News, RemoteSeat
from flagfall.online.client.words import plain
from flagfall.online.protocol import messages
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

    def __init__(
        self, keyboard: Keyboard, link: Link, say_words: bool, deliver: Callable[[Live, Happening], None]
    ) -> None:
        self.console = keyboard.console
        self._keyboard = keyboard
        self._say_words = say_words
        self._deliver = deliver
        self._sit_down(link)

    def _sit_down(self, link: Link) -> None:
        """Begin a game. At first nothing is known of it."""
        self.link = link
        self.online = False
        self.remote: RemoteSeat | None = None
        self._presence: messages.Presence | None = None
        self._chat_seq = 0
        self._unanswered: set[str] = set()
        self._renewal: Link | None = None
        self.live = Live(link, self._deliver)

    def renewal(self) -> Link:
        """The link that `renew` will make good: always the same until it has."""
        self._renewal = self._renewal or asking.renewal(self.link)
        return self._renewal

    def use_renewal(self) -> None:
        """Go on with a new link to the same seat; FlagfallError if there is none to be had."""
        asking.renew(self.link, self.renewal())
        self.link, self._renewal = self.renewal(), None
        self.live.close()  # the server has closed it anyway
        self.online = False
        self.live = Live(self.link, self._deliver, len(self.screen.said))

    # --- what is known ---

    @property
    def known(self) -> RemoteSeat:
        """The game; only asked once the server has told of it."""
        assert self.remote
        return self.remote

    @property
    def screen(self) -> Seat:
        return self.known.seat

    @property
    def watches(self) -> bool:
        return self.screen.player is None

    @property
    def player(self) -> Player | None:
        return self.screen.player

    @property
    def own(self) -> Player:
        """The player in this seat; only asked where nobody merely watches."""
        assert self.player
        return self.player

    @property
    def begun(self) -> bool:
        return self.remote is not None

    def clocks(self) -> str:
        return words.clocks(self.known.time_left())

    @property
    def over(self) -> bool:
        return self.remote is not None and self.screen.outcome is not None

    @property
    def busy(self) -> bool:
        """Whether the server has yet to answer."""
        return not self.online or bool(self._unanswered)

    def new_id(self) -> str:
        return uuid4().hex

    def send(self, command: messages.Command) -> None:
        self._unanswered.add(command.id)
        self.live.send(command)

    # --- what is shown ---

    def print(self, text: str) -> None:
        self._keyboard.clear()
        self.console.print(text)

    def tell(self, text: str) -> None:
        self._keyboard.clear()
        self.console.tell(text)

    def show(self) -> None:
        """The book's screen, on request the same in words, and the clocks."""
        self.print(self.screen.view.header(self.console.width))
        if self._say_words:
            self.tell(self.screen.view.words())
        if clocks := self.clocks():
            self.tell(clocks)

    def refuse(self, reason: str) -> None:
        self.print(sentence(reason))
        if self.console.interactive:
            self.print("(help shows what can be typed here)")

    # --- what the server says ---

    def hear(self, happening: Happening) -> None:
        _HOW[type(happening)](self, happening)

    def _welcomed(self, message: messages.Welcome) -> None:
        self.online = True
        if self.remote is None:
            self.remote = RemoteSeat(message)
            self.lacks = () if message.info.chat else ("say",)
            self._introduce(message)
            self._look_around(message.presence)
        else:
            self.tell("Connected again.")
            self._look_around(message.presence)
            for line in message.chat:
                self._chatted(line)
            self._tell_news(self.remote.take(message), typed=bool(self._unanswered))  # it may lead to another game

    def _introduce(self, message: messages.Welcome) -> None:
        who = f"you are {self.own}" if not self.watches else "you are watching"
        self.tell(f"{self.screen.view.title}, game {self.known.game}: {who}.")
        if self.console.interactive:
            self.tell("Type help at any prompt. You can leave and come back with your link at any time.")
        if changed := self.screen.view.rules.changed():
            self.tell(f"Settings: {', '.join(f'{name}={value}' for name, value in changed.items())}.")
        for line in message.chat[-_CHAT_LINES:]:
            self._chatted(line)
        if self.screen.history:
            self.tell(f"Plies played so far: {len(self.screen.history)}; history lists them.")
        if self.over:
            self.print(f"{self.screen.outcome}.")
            self._show_end()
        else:
            self.show()

    def _updated(self, message: messages.Update) -> None:
        typed = message.id is not None and message.id in self._unanswered
        self._settle(message.id)
        self._tell_news(self.known.take(message), typed)

    def _sealed(self, message: messages.Sealed) -> None:
        self.known.note(message)

    def _tell_news(self, news: News | None, typed: bool) -> None:
        """Say what has happened. A move that was `typed` here is on the screen already."""
        if news is None:
            return
        lines = [*words.played(news, self.screen, typed), *words.said(news), *words.sealed(news, self.screen)]
        for line in lines:
            self.print(line)
        for doubt in news.doubts:
            self.tell(f"CAREFUL: {doubt}!")
        if news.ended:
            self._show_end()
        elif news.turned:
            self.show()
        self._consider_rematch()

    def _show_end(self) -> None:
        outcome = self.screen.outcome
        if board := last_board(self.screen, self.console.width):
            self.print(board)
        if (rematch := self.known.state.rematch) and rematch.game:
            self.print(f"It was played again:\n  {self.link.of_game(rematch.game)}")
        elif self.console.interactive:
            self.tell(f"{outcome}. Type rematch to play again with seats swapped, save FILE to keep the record.")

    def _consider_rematch(self) -> None:
        rematch = self.known.state.rematch
        if rematch is None or not self.over:
            return
        if rematch.game:
            self._begin_rematch(rematch.game)
        elif not self.watches and rematch.wanted == [self.own.other.name]:
            self.tell(f"{self.own.other} would like a rematch: type rematch to agree.")

    def _begin_rematch(self, game: str) -> None:
        self.tell("The rematch begins, with seats swapped.")
        self.live.close()
        self._sit_down(self.link.of_game(game))

    def _look_around(self, presence: messages.Presence) -> None:
        """Say who has come or gone."""
        before, self._presence = self._presence, presence
        for line in words.presence(before, presence, self.screen.player):
            self.tell(line)

    def _chatted(self, line: messages.ChatLine) -> None:
        if line.seq > self._chat_seq:
            self._chat_seq = line.seq
            self.tell(f"{Player[line.by]} says: {plain(line.text)}")

    def _accepted(self, message: messages.Accepted) -> None:
        self._settle(message.id)

    def _refused(self, message: messages.Refused) -> None:
        if message.id in self._unanswered:
            self._settle(message.id)
            self.refuse(plain(message.reason))

    def _settle(self, command: str | None) -> None:
        self._unanswered.discard(command or "")

    def _noticed(self, message: messages.Notice) -> None:
        self.tell(plain(message.text))

    def _lost(self, event: Lost) -> None:
        self.online = False
        self.tell("The connection is lost; trying again. Nothing that you did is lost.")

    def _ended(self, event: Ended) -> None:
        self._keyboard.clear()
        raise CannotJoin(event.reason)

    def _nothing(self, event: object) -> None:
        pass


_HOW: dict[type, Callable[[Listening, Any], None]] = {
    messages.Welcome: Listening._welcomed,
    messages.Update: Listening._updated,
    messages.Sealed: Listening._sealed,
    messages.Presence: Listening._look_around,
    messages.ChatLine: Listening._chatted,
    messages.Accepted: Listening._accepted,
    messages.Refused: Listening._refused,
    messages.Notice: Listening._noticed,
    messages.Pong: Listening._nothing,
    Lost: Listening._lost,
    Ended: Listening._ended,
}
