"""Play at a table that is elsewhere: `flagfall join LINK`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any, TypeAlias
from uuid import uuid4

from flagfall.core import FlagfallError, Move, Player
from flagfall.match import Seat
from flagfall.online import protocol
from flagfall.online.client.asking import renew, take_seat
from flagfall.online.client.link import Link
from flagfall.online.client.live import Ended, Happening, Live, Lost
from flagfall.online.client.seat import News, RemoteSeat
from flagfall.online.client.words import plain
from flagfall.online.fairness import padded

from . import remote_words
from .commands import Action
from .console import Console, sentence
from .keyboard import Closed, Key, Keyboard, Line, Typed
from .leaving import DONE, until_left
from .remote_commands import Command, find

OFFLINE = "Waiting for the server: "
WATCHING = "Watching: "
AFTERWARDS = "Rematch, save FILE or quit: "
_YES, _NO = ("y", "yes"), ("n", "no")
Arrival: TypeAlias = tuple[Live, Happening] | Typed


class CannotJoin(FlagfallError):
    """There is no seat behind this link, or no longer."""


def join(console: Console, link: Link, *, words: bool = False) -> int:
    """Play with this link until the game is over or left; the answer is the exit code."""
    if link.invitation:
        link = take_seat(link)
        console.tell("The seat is yours. Your own link, to come back on any device:")
        console.print(f"  {link}")
    guest = Guest(console, link, words)
    try:
        return until_left(guest.run, guest.how_to_go_on)
    finally:
        guest.live.close()


@dataclass(frozen=True)
class Confirming:
    """Something that is done only after a yes."""

    question: str
    action: Action


class Guest:
    """Somebody at this screen, with a seat (or a place among the watchers) at a server."""

    overlooked = False

    def __init__(self, console: Console, link: Link, words: bool) -> None:
        self.console = console
        self.link = link
        self.say_words = words
        self.confirming: Confirming | None = None
        self._arrivals: SimpleQueue[Arrival] = SimpleQueue()
        self._keyboard = Keyboard(console, self._arrivals.put)
        self._lines: deque[str] = deque()
        """Lines that have come, and wait for a question."""
        self._no_more_lines = False
        self._code: int | None = None
        self._sit_down(link)

    def _sit_down(self, link: Link) -> None:
        """Begin a game. At first nothing is known of it."""
        self.link = link
        self.online = False
        self.remote: RemoteSeat | None = None
        self.presence: protocol.Presence | None = None
        self._chat_seq = 0
        self._unanswered: set[str] = set()
        self._connect(0)

    def _connect(self, heard: int) -> None:
        self.live = Live(self.link, lambda live, happening: self._arrivals.put((live, happening)), heard)

    def renew(self) -> None:
        """Go on with a new link to the same seat; FlagfallError if there is none to be had."""
        link = renew(self.link)
        self.live.close()  # with the old link the server has closed it anyway
        self.link, self.online = link, False
        self._connect(len(self.screen.said))

    # --- what commands need to know ---

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
    def player(self) -> Player:
        assert self.screen.player is not None
        return self.screen.player

    @property
    def over(self) -> bool:
        return self.remote is not None and self.screen.outcome is not None

    def how_to_go_on(self) -> str:
        if self.over:
            return "the game is over"
        kept = "watch again" if self.link.token is None else "your seat is kept; come back"
        return f"{kept} with: flagfall join {self.link}"

    # --- from one arrival to the next ---

    def run(self) -> int:
        with self._keyboard.open():
            while self._code is None:
                self._ask()
                if self._code is None:
                    self._take(self._arrivals.get())
        return self._code

    def leave(self) -> None:
        self._code = DONE

    def _ask(self) -> None:
        """Put the question that there is, and answer it if a line is there for it."""
        while self._code is None:
            question = self._question()
            self._keyboard.ask(question)
            if question is None:
                return
            if self._lines:
                self._keyboard.enter(self._lines[0])
                self._answer(self._lines.popleft())
            elif self._no_more_lines:
                self._end_of_input()
            else:
                return

    def _end_of_input(self) -> None:
        """After the game that is a way to leave."""
        self._keyboard.clear()
        if not self.over:
            raise EOFError
        self.leave()

    def _question(self) -> str | None:
        """What to ask for now. From a pipe only what must be answered: its lines are for nothing else."""
        typed = self.console.typed
        if self.confirming:
            return self.confirming.question
        if not self.online:
            return OFFLINE if typed and self.remote else None
        if self._unanswered:
            return None
        if self.over:
            return AFTERWARDS if typed or not self._wants_rematch() else None
        if self.is_offered():
            return f"{self.player}, do you agree? (yes/no): "
        if self.screen.choices:
            return self.screen.view.prompt(self.player)
        return self._waiting() if typed else None

    def _waiting(self) -> str:
        if self.watches:
            return WATCHING
        return f"Waiting for {' and '.join(map(str, self.screen.waiting))}: "

    def _wants_rematch(self) -> bool:
        rematch, player = self.known.state.rematch, self.screen.player
        return bool(rematch and player and player.name in rematch.wanted)

    def is_offered(self) -> bool:
        """Whether the other player waits for an answer."""
        offered = self.screen.offered
        return offered is not None and not self.watches and offered.by is not self.player

    def _take(self, arrival: Arrival) -> None:
        match arrival:
            case Key(sign):
                self._press(sign)
            case Line(text):
                self._lines.append(text)
            case Closed():
                self._no_more_lines = True
            case live, happening:
                if live is self.live:
                    _HOW[type(happening)](self, happening)

    def _press(self, sign: str) -> None:
        try:
            line = self._keyboard.press(sign)
        except EOFError:
            self._no_more_lines = True
        else:
            if line is not None:
                self._answer(line)

    # --- what is typed ---

    def _answer(self, line: str) -> None:
        if self.confirming:
            self._confirm(line)
        elif found := find(line):
            self._obey(found, line)
        elif not self.online or self._unanswered:
            self.tell("The server does not answer now; what you did is not lost.")
        elif self.over or self.watches:
            self.tell("The game is over." if self.over else "You are watching; help shows what can be typed here.")
        elif not self._answers_offer(line):
            self._play(line)

    def _obey(self, command: Command, line: str) -> None:
        if self.remote or command.always:
            self._keyboard.clear()
            command.run(self, line)
        else:
            self.tell("The server has not answered yet.")

    def confirm(self, question: str, action: Action) -> None:
        """Do it after a yes."""
        self.confirming = Confirming(question, action)

    def _confirm(self, line: str) -> None:
        assert self.confirming
        answer = line.strip().casefold()
        if answer in _YES:
            action, self.confirming = self.confirming.action, None
            action()
        elif answer in _NO:
            self.confirming = None
        else:
            self.tell("Please answer yes or no.")

    def _answers_offer(self, line: str) -> bool:
        answer, offer = line.strip().casefold(), self.known.state.offer
        if not self.is_offered() or offer is None:
            return False
        if answer in (*_YES, *_NO):
            self.send(protocol.Answer(id=self.new_id(), offer=offer.seq, agree=answer in _YES))
            return True
        if self._read(line) is None:
            self.tell("Please answer yes or no.")
            return True
        return False  # whoever moves instead has declined

    def _read(self, line: str) -> Move | None:
        try:
            return self.screen.view.read(self.player, line)
        except FlagfallError:
            return None

    def _play(self, line: str) -> None:
        try:
            move = self.screen.view.read(self.player, line)
        except FlagfallError as error:
            self._refuse(str(error))
        else:
            self.send(protocol.Move(id=self.new_id(), ply=self.known.state.ply, move=padded(move)))

    def _refuse(self, reason: str) -> None:
        self.print(sentence(reason))
        if self.console.interactive:
            self.print("(help shows what can be typed here)")

    def new_id(self) -> str:
        return uuid4().hex

    def send(self, command: protocol.Command) -> None:
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
        if self.say_words:
            self.tell(self.screen.view.words())
        if clocks := remote_words.clocks(self.known.time_left()):
            self.tell(clocks)

    # --- what the server says ---

    def _welcomed(self, message: protocol.Welcome) -> None:
        self.online = True
        if self.remote is None:
            self.remote = RemoteSeat(message)
            self._introduce(message)
        else:
            self.tell("Connected again.")
            self._tell_news(self.remote.take(message), typed=bool(self._unanswered))
        self._look_around(message.presence)
        for line in message.chat:
            self._chatted(line)

    def _introduce(self, message: protocol.Welcome) -> None:
        who = f"you are {self.player}" if not self.watches else "you are watching"
        self.tell(f"{self.screen.view.title}, game {self.known.game}: {who}.")
        if self.console.interactive:
            self.tell("Type help at any prompt. You can leave and come back with your link at any time.")
        if changed := self.screen.view.rules.changed():
            self.tell(f"Settings: {', '.join(f'{name}={value}' for name, value in changed.items())}.")
        if self.over:
            self._show_end()
            return
        if self.screen.history:
            self.tell(f"Plies played so far: {len(self.screen.history)}; history lists them.")
        self.show()

    def _updated(self, message: protocol.Update) -> None:
        typed = message.id is not None and message.id in self._unanswered
        self._settle(message.id)
        self._tell_news(self.known.take(message), typed)

    def _tell_news(self, news: News | None, typed: bool) -> None:
        """Say what has happened. A move that was `typed` here is on the screen already."""
        if news is None:
            return
        lines = [*remote_words.played(news, self.screen, typed), *news.said, *remote_words.sealed(news, self.screen)]
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
        view, outcome = self.screen.view, self.screen.outcome
        if view.hides():
            self.print(f"\nThe board with nothing hidden:\n{view.board(self.console.width)}")
        if self.console.interactive:
            self.tell(f"{outcome}. Type rematch to play again with seats swapped, save FILE to keep the record.")

    def _consider_rematch(self) -> None:
        rematch = self.known.state.rematch
        if rematch is None or not self.over:
            return
        if rematch.game:
            self._begin_rematch(rematch.game)
        elif not self.watches and rematch.wanted == [self.player.other.name]:
            self.tell(f"{self.player.other} would like a rematch: type rematch to agree.")

    def _begin_rematch(self, game: str) -> None:
        self.tell("The rematch begins, with seats swapped.")
        self.live.close()
        self._sit_down(self.link.of_game(game))

    def _look_around(self, presence: protocol.Presence) -> None:
        """Say who has come or gone."""
        before, self.presence = self.presence, presence
        for line in remote_words.presence(before, presence, self.screen.player):
            self.tell(line)

    def _chatted(self, line: protocol.ChatLine) -> None:
        if line.seq > self._chat_seq:
            self._chat_seq = line.seq
            self.tell(f"{Player[line.by]} says: {plain(line.text)}")

    def _accepted(self, message: protocol.Accepted) -> None:
        self._settle(message.id)

    def _refused(self, message: protocol.Refused) -> None:
        if message.id in self._unanswered:
            self._settle(message.id)
            self._refuse(plain(message.reason))

    def _settle(self, command: str | None) -> None:
        self._unanswered.discard(command or "")

    def _noticed(self, message: protocol.Notice) -> None:
        self.tell(plain(message.text))

    def _lost(self, event: Lost) -> None:
        self.online = False
        self.tell("The connection is lost; trying again. Nothing that you did is lost.")

    def _ended(self, event: Ended) -> None:
        self._keyboard.clear()
        raise CannotJoin(event.reason)

    def _nothing(self, event: object) -> None:
        pass


_HOW: dict[type, Callable[[Guest, Any], None]] = {
    protocol.Welcome: Guest._welcomed,
    protocol.Update: Guest._updated,
    protocol.Presence: Guest._look_around,
    protocol.ChatLine: Guest._chatted,
    protocol.Accepted: Guest._accepted,
    protocol.Refused: Guest._refused,
    protocol.Notice: Guest._noticed,
    protocol.Pong: Guest._nothing,
    Lost: Guest._lost,
    Ended: Guest._ended,
}
