"""A game elsewhere, at this screen: what is asked, what is typed, and what is sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeAlias

from flagfall.core import FlagfallError, Move
from flagfall.exits import DONE
from flagfall.match import Offer
from flagfall.online.client import asking
from flagfall.online.client.game import NotNow
from flagfall.online.client.link import Link
from flagfall.online.client.live import Happening, Live
from flagfall.online.client.seat import RemoteSeat
from flagfall.record import write
from flagfall.terminal.boards import Look
from flagfall.terminal.prompt.commands import find
from flagfall.terminal.prompt.loop import play
from flagfall.terminal.prompt.table import Question, meant, yes_or_no
from flagfall.terminal.saving import save_copy
from flagfall.terminal.tty.advice import Advice, command
from flagfall.terminal.tty.console import Console, sentence
from flagfall.terminal.tty.keyboard import Closed, Endless, Key, Keyboard, Line, Typed
from flagfall.terminal.tty.keys import LineTooLong
from flagfall.terminal.tty.leaving import Leave

from . import words
from .listening import Listening

OFFLINE = "Waiting for the server: "
WATCHING = "Watching: "
AFTERWARDS = "Rematch, save FILE or quit: "
_MOMENT = 0.5
Arrival: TypeAlias = tuple[Live, Happening] | Typed


@dataclass(frozen=True)
class Confirming:
    """Something that is done only after a yes, in the game that it was asked in."""

    game: RemoteSeat
    question: Question


class RemoteTable(Listening):
    """Somebody at this screen, with a seat elsewhere."""

    def __init__(self, console: Console, link: Link, look: Look) -> None:
        self.network = self
        self._arrivals: SimpleQueue[Arrival] = SimpleQueue()
        self._lines: deque[str] = deque()
        """Lines that have come, and wait for a question."""
        self._no_more_lines = False
        self._confirming: Confirming | None = None
        self._left = False
        keyboard = Keyboard(console, self._arrivals.put)
        super().__init__(keyboard, link, look, lambda *arrival: self._arrivals.put(arrival))

    def run(self) -> int:
        with self._keyboard.open():
            play(self)
        return DONE

    def how_to_go_on(self) -> Advice:
        return words.way_back(self.game)

    # --- what is asked ---

    def question(self) -> Question | None:
        """From a pipe only what must be answered: its lines are for nothing else."""
        typed = self.console.typed
        if self._left:
            return None
        if confirming := self._to_confirm():
            return confirming
        game = self.game
        if not game.online:
            return Question(OFFLINE if typed and self.begun else None, self._not_sent)
        if game.busy:
            return Question(None, self._not_sent)
        if game.over:
            return Question(AFTERWARDS if typed or not game.awaits_rematch else None, self._over)
        if game.watches:
            return Question(WATCHING if typed else None, self._only_watching)
        return self._of_player()

    def _of_player(self) -> Question:
        """What a player is asked who could be sent something."""
        own = self.game.own
        if self.game.is_offered:
            return Question(f"{own}, do you agree? (yes/no): ", self._answer_offer)
        if self.screen.choices:
            return Question(self.screen.view.prompt(own), self._play)
        others = " and ".join(map(str, self.screen.waiting))
        return Question(f"Waiting for {others}: " if self.console.typed else None, self._play)

    def _to_confirm(self) -> Question | None:
        """What waits for a yes, unless the game is over meanwhile."""
        waits = self._confirming
        return waits.question if waits and waits.game is self.game.remote and not self.game.over else None

    # --- what arrives, from the keyboard and from the server ---

    def read(self, question: Question) -> str | None:
        self._keyboard.ask(question.prompt)
        if question.prompt is not None and self._lines:
            self._keyboard.enter(self._lines[0])
            return self._lines.popleft()
        if question.prompt is not None and self._no_more_lines:
            self._end_of_input()
            return None
        line = self._take(self._next())
        if line is not None and self._is_open(line):
            self._keyboard.remember(line)
        return line

    def _is_open(self, line: str) -> bool:
        """Whether a line is no secret, whatever was asked: then the arrow keys bring it back."""
        if find(self.where, line) or not self.begun or self.player is None:
            return True
        return self.screen.view.shown(self.player, line) == line

    def _next(self) -> Arrival:
        """What arrives next. A Ctrl-C just when a wait begins does not end it, so no wait is a long one."""
        while True:
            with suppress(Empty):
                return self._arrivals.get(timeout=_MOMENT)

    def _end_of_input(self) -> None:
        """After the game that is a way to leave."""
        self._keyboard.clear()
        if not self.game.over:
            raise EOFError
        self._left = True

    def _take(self, arrival: Arrival) -> str | None:
        match arrival:
            case Key(sign):
                return self._press(sign)
            case Line(text):
                self._lines.append(text)
            case Closed():
                self._no_more_lines = True
            case Endless():
                raise LineTooLong
            case live, happening:
                self.hear(live, happening)
        return None

    def _press(self, sign: str) -> str | None:
        try:
            return self._keyboard.press(sign)
        except EOFError:
            self._no_more_lines = True
            return None

    # --- what is answered ---

    def _not_sent(self, line: str) -> None:
        if line.strip():
            self.tell("This was not sent: the server does not answer now. Type it again when you are connected.")

    def _over(self, line: str) -> None:
        self.tell("The game is over.")

    def _only_watching(self, line: str) -> None:
        self.tell("You are watching; help shows what can be typed here.")

    def _answer_offer(self, line: str) -> None:
        """Whoever moves instead has declined."""
        agreed = meant(line)
        if agreed is not None:
            self.game.answer(agreed)
        elif self._meant_move(line) is None:
            self.tell("Please answer yes or no.")
        else:
            self._play(line)

    def _meant_move(self, line: str) -> Move | None:
        try:
            return self.screen.view.read(self.game.own, line)
        except FlagfallError:
            return None

    def _play(self, line: str) -> None:
        try:
            move = self.screen.view.read(self.game.own, line)
        except FlagfallError as error:
            self.refuse(str(error))
        else:
            self.game.play(move)

    # --- what can be done ---

    def _try(self, act: Callable[[], None]) -> None:
        """Do it, or say why it can't be done now."""
        try:
            act()
        except NotNow as error:
            self.tell(str(error))

    def offer(self, what: Offer) -> None:
        self._try(lambda: self.game.offer(what))

    def resign(self) -> None:
        if not self.console.interactive or self.game.over or self.game.watches:
            self._try(self.game.resign)
            return
        prompt = f"{self.game.own}, do you really resign? (yes/no): "
        self._confirming = Confirming(self.game.known, yes_or_no(self.console, prompt, self._confirmed))

    def _confirmed(self, agreed: bool) -> None:
        self._confirming = None
        if agreed:
            self._try(self.game.resign)

    def hint(self) -> None:
        grading = command("analyse FILE")
        self.tell(f"There is no coach in a game over the network. When it is over, save FILE, and {grading} grades it.")

    def evaluate(self) -> None:
        self.hint()

    def save(self, file: str) -> None:
        if not self.game.over:
            self.tell("The server keeps the game. Its record can be saved when the game is over.")
        elif not file:
            self.tell("Name a file behind it: save FILE")
        else:
            self._save(file)

    def _save(self, file: str) -> None:
        try:
            record = self.game.record()
        except FlagfallError as error:
            self.tell(sentence(str(error)))
            return
        self.tell(save_copy(file, write([record])))
        if doubt := words.unproved(record):
            self.tell(doubt)

    def leave(self) -> None:
        if not self.game.over:
            raise Leave(DONE)
        self._left = True

    # --- what can be done only over a network ---

    def rematch(self) -> None:
        game = self.game
        self._try(game.rematch)
        if game.over and not game.watches and not game.known.state.rematch:
            self.tell(f"The rematch begins when {game.own.other} agrees.")

    def say(self, text: str) -> None:
        self._try(lambda: self.game.say(text))

    def show_links(self) -> None:
        link = self.game.link
        if not self.game.watches:
            self.print(f"Your seat, on any device:\n  {link}")
        self.print(f"For watching:\n  {link.watching()}")

    def renew(self) -> None:
        self._try(self._renew)

    def _renew(self) -> None:
        fresh = self.game.renewal()
        self.print(f"Asking the server for a new link to your seat:\n  {fresh}")
        try:
            asking.renew(self.game.link, fresh)
        except asking.Unreachable as error:
            self.tell(f"{sentence(str(error))} Keep both links: one of them is good. Type renew to ask again.")
        except FlagfallError as error:
            self.tell(f"{sentence(str(error))} The old link stays.")
        else:
            self.game.use_renewal()
            self.print("Your new link is good, and the old one no longer works.")
