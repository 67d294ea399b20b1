"""A game elsewhere, at this screen: what is asked, what is typed, and what is sent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from typing import TypeAlias

from flagfall.core import FlagfallError, Move
from flagfall.exits import DONE
from flagfall.match import Offer
from flagfall.online.client import asking
from flagfall.online.client.link import Link
from flagfall.online.client.live import Happening, Live
from flagfall.online.client.seat import RemoteSeat
from flagfall.online.protocol import messages
from flagfall.online.protocol.commitments import padded
from flagfall.online.protocol.verification import seen_tag, verify
from flagfall.record import Record, read, write
from flagfall.terminal.prompt.loop import play
from flagfall.terminal.prompt.table import Question, meant, yes_or_no
from flagfall.terminal.saving import save_copy
from flagfall.terminal.tty.advice import Advice, command
from flagfall.terminal.tty.console import Console, sentence
from flagfall.terminal.tty.keyboard import Closed, Endless, Key, Keyboard, Line, Typed
from flagfall.terminal.tty.keys import LineTooLong
from flagfall.terminal.tty.leaving import Leave

from .listening import Listening

OFFLINE = "Waiting for the server: "
WATCHING = "Watching: "
AFTERWARDS = "Rematch, save FILE or quit: "
_LONGEST_CHAT = 500
_MOMENT = 0.5
Arrival: TypeAlias = tuple[Live, Happening] | Typed


@dataclass(frozen=True)
class Confirming:
    """Something that is done only after a yes, in the game that it was asked in."""

    game: RemoteSeat
    question: Question


class RemoteTable(Listening):
    """Somebody at this screen, with a seat elsewhere."""

    def __init__(self, console: Console, link: Link, words: bool) -> None:
        self.network = self
        self._arrivals: SimpleQueue[Arrival] = SimpleQueue()
        self._lines: deque[str] = deque()
        """Lines that have come, and wait for a question."""
        self._no_more_lines = False
        self._confirming: Confirming | None = None
        self._left = False
        keyboard = Keyboard(console, self._arrivals.put)
        super().__init__(keyboard, link, words, lambda *arrival: self._arrivals.put(arrival))

    def run(self) -> int:
        with self._keyboard.open():
            play(self)
        return DONE

    def how_to_go_on(self) -> Advice:
        if self.over:
            return Advice("the game is over.")
        kept = "watch again" if self.link.token is None else "your seat is kept; come back"
        return Advice(f"{kept} with:", command(f"join {self.link}"))

    # --- what is asked ---

    def question(self) -> Question | None:
        """From a pipe only what must be answered: its lines are for nothing else."""
        typed = self.console.typed
        if self._left:
            return None
        if confirming := self._to_confirm():
            return confirming
        if not self.online:
            return Question(OFFLINE if typed and self.begun else None, self._not_sent)
        if self.busy:
            return Question(None, self._not_sent)
        if self.over:
            return Question(AFTERWARDS if typed or not self._awaits_rematch() else None, self._over)
        if self.watches:
            return Question(WATCHING if typed else None, self._only_watching)
        return self._of_player()

    def _of_player(self) -> Question:
        """What a player is asked who could be sent something."""
        if self._is_offered():
            return Question(f"{self.own}, do you agree? (yes/no): ", self._answer_offer)
        if self.screen.choices:
            return Question(self.screen.view.prompt(self.own), self._play)
        others = " and ".join(map(str, self.screen.waiting))
        return Question(f"Waiting for {others}: " if self.console.typed else None, self._play)

    def _to_confirm(self) -> Question | None:
        """What waits for a yes, unless the game is over meanwhile."""
        waits = self._confirming
        return waits.question if waits and waits.game is self.remote and not self.over else None

    def _awaits_rematch(self) -> bool:
        """Whether the other player has yet to agree to one."""
        rematch, player = self.known.state.rematch, self.player
        return bool(rematch and not rematch.game and player and player.name in rematch.wanted)

    def _is_offered(self) -> bool:
        """Whether the other player waits for an answer."""
        offered = self.screen.offered
        return offered is not None and offered.by is not self.player

    # --- what arrives, from the keyboard and from the server ---

    def read(self, question: Question) -> str | None:
        self._keyboard.ask(question.prompt)
        if question.prompt is not None and self._lines:
            self._keyboard.enter(self._lines[0])
            return self._lines.popleft()
        if question.prompt is not None and self._no_more_lines:
            self._end_of_input()
            return None
        return self._take(self._next())

    def _next(self) -> Arrival:
        """What arrives next. A Ctrl-C just when a wait begins does not end it, so no wait is a long one."""
        while True:
            with suppress(Empty):
                return self._arrivals.get(timeout=_MOMENT)

    def _end_of_input(self) -> None:
        """After the game that is a way to leave."""
        self._keyboard.clear()
        if not self.over:
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
                if live is self.live:
                    self.hear(happening)
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
        agreed, offer = meant(line), self.known.state.offer
        if agreed is not None and offer is not None:
            self.send(messages.Answer(id=self.new_id(), offer=offer.seq, agree=agreed))
        elif self._meant_move(line) is None:
            self.tell("Please answer yes or no.")
        else:
            self._play(line)

    def _meant_move(self, line: str) -> Move | None:
        try:
            return self.screen.view.read(self.own, line)
        except FlagfallError:
            return None

    def _play(self, line: str) -> None:
        try:
            move = self.screen.view.read(self.own, line)
        except FlagfallError as error:
            self.refuse(str(error))
        else:
            self.send(messages.Move(id=self.new_id(), ply=self.known.state.ply, move=padded(move)))

    # --- what can be done ---

    def _decide(self, command: Callable[[str], messages.Command]) -> None:
        """Send what only a player may decide."""
        if self.watches:
            self.tell("You are watching, so this is not for you to decide.")
        else:
            self.send(command(self.new_id()))

    def offer(self, what: Offer) -> None:
        ply = self.known.state.ply
        self._decide(lambda id_: messages.Offer(id=id_, ply=ply, what="end" if what is Offer.END else "takeback"))

    def resign(self) -> None:
        if not self.console.interactive or self.over or self.watches:
            self._resign()
            return
        prompt = f"{self.own}, do you really resign? (yes/no): "
        self._confirming = Confirming(self.known, yes_or_no(self.console, prompt, self._confirmed))

    def _confirmed(self, agreed: bool) -> None:
        self._confirming = None
        if agreed:
            self._resign()

    def _resign(self) -> None:
        self._decide(lambda id_: messages.Resign(id=id_))

    def hint(self) -> None:
        grading = command("analyse FILE")
        self.tell(f"There is no coach in a game over the network. When it is over, save FILE, and {grading} grades it.")

    def evaluate(self) -> None:
        self.hint()

    def save(self, file: str) -> None:
        if not self.over:
            self.tell("The server keeps the game. Its record can be saved when the game is over.")
        elif not file:
            self.tell("Name a file behind it: save FILE")
        else:
            self._save(file)

    def _save(self, file: str) -> None:
        try:
            (record,) = read(asking.record(self.link))
        except (FlagfallError, ValueError) as error:
            self.tell(sentence(str(error)))
            return
        kept = self._with_seen(record)
        self.tell(save_copy(file, write([kept])))
        if not (report := verify(kept)).fair:
            self.tell(f"CAREFUL: {report.bad} secret choices in it are not proved to be what was sealed!")

    def _with_seen(self, record: Record) -> Record:
        """The record with what this player noted during the game, which no server can change afterwards."""
        seen = {seen_tag(*place): proof for place, proof in self.known.seen.items() if place[0] < len(record.plies)}
        return replace(record, tags={**record.tags, **seen})

    def leave(self) -> None:
        if not self.over:
            raise Leave(DONE)
        self._left = True

    # --- what can be done only over a network ---

    def rematch(self) -> None:
        self._decide(lambda id_: messages.Rematch(id=id_))
        if self.over and not self.watches and not self.known.state.rematch:
            self.tell(f"The rematch begins when {self.own.other} agrees.")

    def say(self, text: str) -> None:
        if not self.known.info.chat:
            self.tell("This game was made without chat.")
        elif not 1 <= len(text) <= _LONGEST_CHAT:
            self.tell(f"Type what you want to say behind it, at most {_LONGEST_CHAT} letters: say Hello")
        else:
            self._decide(lambda id_: messages.Chat(id=id_, text=text))

    def show_links(self) -> None:
        if not self.watches:
            self.print(f"Your seat, on any device:\n  {self.link}")
        self.print(f"For watching:\n  {self.link.watching()}")

    def renew(self) -> None:
        if self.watches or self.busy:
            self.tell("Only a seat's link can be renewed." if self.watches else "The server does not answer now.")
            return
        self.print(f"Asking the server for a new link to your seat:\n  {self.renewal()}")
        try:
            self.use_renewal()
        except asking.Unreachable as error:
            self.tell(f"{sentence(str(error))} Keep both links: one of them is good. Type renew to ask again.")
        except FlagfallError as error:
            self.tell(f"{sentence(str(error))} The old link stays.")
        else:
            self.print("Your new link is good, and the old one no longer works.")
