"""Play at a table that is elsewhere: `flagfall join LINK`."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeAlias

from flagfall.core import FlagfallError, Move
from flagfall.online.client.asking import take_seat
from flagfall.online.client.link import Link
from flagfall.online.client.live import Happening, Live
from flagfall.online.client.seat import RemoteSeat
from flagfall.online.protocol import messages
from flagfall.online.protocol.commitments import padded
from flagfall.terminal.local.commands import Action
from flagfall.terminal.tty.advice import Advice, command
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.keyboard import Closed, Endless, Key, Keyboard, Line, Typed
from flagfall.terminal.tty.keys import LineTooLong
from flagfall.terminal.tty.leaving import DONE, until_left

from .commands import Command, find
from .listening import Listening

OFFLINE = "Waiting for the server: "
WATCHING = "Watching: "
AFTERWARDS = "Rematch, save FILE or quit: "
_YES, _NO = ("y", "yes"), ("n", "no")
_MOMENT = 0.5
Arrival: TypeAlias = tuple[Live, Happening] | Typed


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

    game: RemoteSeat
    question: str
    action: Action


class Guest(Listening):
    """Somebody at this screen, with a seat elsewhere."""

    def __init__(self, console: Console, link: Link, words: bool) -> None:
        self._arrivals: SimpleQueue[Arrival] = SimpleQueue()
        self._lines: deque[str] = deque()
        """Lines that have come, and wait for a question."""
        self._no_more_lines = False
        self._confirming: Confirming | None = None
        self._code: int | None = None
        keyboard = Keyboard(console, self._arrivals.put)
        Listening.__init__(self, keyboard, link, words, lambda *arrival: self._arrivals.put(arrival))

    def how_to_go_on(self) -> Advice:
        if self.over:
            return Advice("the game is over.")
        kept = "watch again" if self.link.token is None else "your seat is kept; come back"
        return Advice(f"{kept} with:", command(f"join {self.link}"))

    # --- from one arrival to the next ---

    def run(self) -> int:
        with self._keyboard.open():
            while self._code is None:
                self._ask()
                if self._code is None:
                    self._take(self._next())
        return self._code

    def _next(self) -> Arrival:
        """What arrives next. A Ctrl-C at the very moment at which a wait begins does not end it: none is a long one."""
        while True:
            with suppress(Empty):
                return self._arrivals.get(timeout=_MOMENT)

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
        if confirming := self._to_confirm():
            return confirming.question
        if not self.online:
            return OFFLINE if typed and self.remote else None
        if self.busy:
            return None
        if self.over:
            return AFTERWARDS if typed or not self._awaits_rematch() else None
        if self.is_offered():
            return f"{self.player}, do you agree? (yes/no): "
        if self.screen.choices:
            return self.screen.view.prompt(self.player)
        return self._waiting() if typed else None

    def _waiting(self) -> str:
        if self.watches:
            return WATCHING
        return f"Waiting for {' and '.join(map(str, self.screen.waiting))}: "

    def _awaits_rematch(self) -> bool:
        """Whether the other player has yet to agree to one."""
        rematch, player = self.known.state.rematch, self.screen.player
        return bool(rematch and not rematch.game and player and player.name in rematch.wanted)

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
            case Endless():
                raise LineTooLong
            case live, happening:
                if live is self.live:
                    self.hear(happening)

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
        if confirming := self._to_confirm():
            self._confirm(confirming, line)
        elif found := find(line):
            self._obey(found, line)
        elif self.busy and not line.strip():
            return
        elif self.busy:
            self.tell("This was not sent: the server does not answer now. Type it again when you are connected.")
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
        self._confirming = Confirming(self.known, question, action)

    def _to_confirm(self) -> Confirming | None:
        """What waits for a yes, unless the game is over meanwhile."""
        waits = self._confirming
        return waits if waits and waits.game is self.remote and not self.over else None

    def _confirm(self, confirming: Confirming, line: str) -> None:
        answer = line.strip().casefold()
        if answer in _YES:
            self._confirming = None
            confirming.action()
        elif answer in _NO:
            self._confirming = None
        else:
            self.tell("Please answer yes or no.")

    def _answers_offer(self, line: str) -> bool:
        answer, offer = line.strip().casefold(), self.known.state.offer
        if not self.is_offered() or offer is None:
            return False
        if answer in (*_YES, *_NO):
            self.send(messages.Answer(id=self.new_id(), offer=offer.seq, agree=answer in _YES))
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
            self.refuse(str(error))
        else:
            self.send(messages.Move(id=self.new_id(), ply=self.known.state.ply, move=padded(move)))
