"""The game at this machine: two people, or people and bots, who think in a thread of their own."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from shlex import quote
from threading import Thread
from typing import TYPE_CHECKING

from flagfall.core import FlagfallError, Move, Player, Position, whole
from flagfall.match import Match, NotNow, Offer, Offered, Seat, Series
from flagfall.record import Record
from flagfall.record.files import GAMES, UNATTENDED
from flagfall.record.names import names_in
from flagfall.terminal import saving
from flagfall.terminal.local.play import Setup, seated
from flagfall.terminal.prompt.table import Where
from flagfall.terminal.saving import HUMAN, Sitting, new_save, save_copy, unsaved
from flagfall.terminal.tty.advice import command

from .table import Table

if TYPE_CHECKING:
    from flagfall.bots import Opponent
    from flagfall.solve import Progress

BETWEEN = 0.1
"""Seconds between two words of how far a bot is that gets ready."""


@dataclass(frozen=True)
class Task:
    """What a bot has to decide: a move, or the answer to an offer. Another position is another task."""

    player: Player
    match: Match
    position: Position
    plies: int
    offered: Offered | None = None


Answer = Move | bool | None | Exception
"""A move; yes or no to an offer; None: it offers to end the game; or what went wrong."""


def new_game(setup: Setup, *, saved: bool = True) -> Local:
    """A table for a new game. NotSaved, where nothing can be: whether to play all the same is for a person to say."""
    with ExitStack() as stack:
        series = Series(setup.start, setup.terms)
        if saved and setup.saved:
            kind = GAMES if HUMAN in setup.players.values() else UNATTENDED
            save = stack.enter_context(new_save(setup.start.id, setup.tags(), kind))
        else:
            save = unsaved(setup.tags())
        return Local(Sitting(save, series), stack.pop_all())


def taken_up(name: str) -> Local:
    """A table for a game that was left, here or in plain mode."""
    with ExitStack() as stack:
        sitting = stack.enter_context(saving.taken_up(name, attended=True))
        return Local(sitting, stack.pop_all())


class Local(Table):
    """Whoever sits at this machine, the rounds they play, and the file that these are kept in."""

    where = Where.HERE

    def __init__(self, sitting: Sitting, held: ExitStack) -> None:
        self._begin(sitting, held)

    def _begin(self, sitting: Sitting, held: ExitStack) -> None:
        self._held = held
        """Closed, it lets the game's file go."""
        self.kept, self.series = sitting.save, sitting.series
        tags = self.kept.tags
        self.people = [player for player in Player if tags.get(player.name, HUMAN) == HUMAN]
        self.cap = whole(tags["Cap"]) if "Cap" in tags else None
        self._bots: dict[Player, Opponent | None] = {}
        """Made by the first task, as what they need is slow to load."""
        self._arrived: deque[tuple[Task, Answer]] = deque()
        self._task: Task | None = None
        """What a bot is thinking about."""
        self._progress = ""
        self._declined: Task | None = None
        """Where a bot has offered to end the game, in vain."""
        current = self.kept.current
        self._play(current.match(apart=True) if current else self._new_match())

    def _new_match(self) -> Match:
        return Match(self.series.opening(), cap=self.cap, apart=True)

    def _play(self, match: Match) -> None:
        match.journal = self.kept.journal
        self.match = match
        self._alone: Player | None = None
        """Who is alone with the screen."""
        self._finished = False
        self._go_on()

    # --- what may be seen ---

    @property
    def seat(self) -> Seat:
        if len(self.people) == 1:
            return self.match.seats[self.people[0]]
        return self.match.seats[self._alone if self._alone and self._alone is self.asked else None]

    @property
    def start(self) -> Position | None:
        return self.match.start

    @property
    def asked(self) -> Player | None:
        if self.match.offered:
            return None
        return next((player for player in self.match.waiting() if player in self.people), None)

    @property
    def offered(self) -> Offered | None:
        offered = self.match.offered
        return offered if offered and offered.by.other in self.people else None

    def _chooses_in_secret(self) -> bool:
        """Whether two people look at one screen, and one of them has something that the other may not see."""
        position = self.match.position
        return len(self.people) == 2 and (position.hides() or len(position.choices()) > 1)

    @property
    def covered(self) -> bool:
        return self.asked is not None and self._alone is not self.asked and self._chooses_in_secret()

    def uncover(self) -> None:
        self._alone = self.asked if self.match.position.hides() else None

    def cover(self) -> None:
        self._alone = None

    @property
    def own(self) -> Player | None:
        return self.people[0] if len(self.people) == 1 else None

    @property
    def names(self) -> Mapping[Player, str]:
        return {player: self._name(player) for player in Player}

    def _name(self, player: Player) -> str:
        seated = self.kept.tags.get(player.name, HUMAN)
        return names_in(self.kept.tags).get(player) or (str(player) if seated == HUMAN else seated)

    @property
    def status(self) -> str:
        if self._task is None or self.asked:
            return ""
        return self._progress or f"{self._name(self._task.player)} is thinking"

    @property
    def coach(self) -> bool:
        return not self._chooses_in_secret()

    @property
    def advised(self) -> Seat:
        return self.match.seats[self.asked] if self.coach and self.asked else self.seat

    @property
    def standings(self) -> str:
        return self.series.standings() if self._is_series() else ""

    def _is_series(self) -> bool:
        return self.series.terms.best_of is not None or self.series.terms.first_to is not None

    # --- what people do ---

    def submit(self, move: Move) -> None:
        player = self._asked()
        self.match.submit(player, move)
        self._go_on()

    def _asked(self) -> Player:
        if self.asked is None:
            raise NotNow("the game is over" if self.match.outcome else "it is not for you to choose now")
        return self.asked

    def offer(self, what: Offer) -> None:
        """A takeback is one ply, or so many that it is a person's turn again."""
        player = self._asked()
        if what is Offer.END:
            self.match.offer_end(player)
        else:
            self.match.offer_takeback(player, plies=1 if player.other in self.people else None)
        self._go_on()

    def answer(self, agreed: bool) -> None:
        offered = self.offered
        if offered is None:
            raise NotNow("nothing has been offered")
        self.match.answer(offered.by.other, agreed)
        self._go_on()

    def resign(self) -> None:
        self.match.resign(self.own or self._asked())
        self._go_on()

    # --- what bots do ---

    def _go_on(self) -> None:
        """After every change: nobody is alone any more, and whoever is a bot thinks about what is the case now."""
        self._alone = None
        if self.match.outcome and not self._finished:
            self._finished = True
            self.series.finish(self.match.outcome)
            self.kept.finish_round()
        task = self._next_task()
        if task != self._task:
            self._task, self._progress = task, ""
            if task:
                self._think(task)

    def _next_task(self) -> Task | None:
        match, offered = self.match, self.match.offered
        waiting = (offered.by.other,) if offered else match.waiting()
        bot = next((player for player in waiting if player not in self.people), None)
        return Task(bot, match, match.position, len(match.plies), offered) if bot else None

    def _think(self, task: Task) -> None:
        seat = self.match.seats[task.player]
        copied = replace(seat, said=[*seat.said], history=[*seat.history], views=[*seat.views])
        decide = self._answers if task.offered else self._moves if self._may_stop(task) else self._must_move
        Thread(target=self._run, args=(task, decide, copied), name="flagfall-bot", daemon=True).start()

    def _may_stop(self, task: Task) -> bool:
        """Among themselves bots may agree to end the game; where that was declined, they play on."""
        return not self.people and task != self._declined

    def _run(self, task: Task, decide: Callable[[Opponent, Seat], Answer], seat: Seat) -> None:
        try:
            answer = decide(self._bot(task), seat)
        except Exception as error:  # it is raised again where somebody can be told
            answer = error
        self._arrived.append((task, answer))
        self.changed()

    def _bot(self, task: Task) -> Opponent:
        """The bot in this seat, made and made ready when it is first asked."""
        if not self._bots:
            self._bots = seated(self.kept.tags, task.plies)
            for player, bot in self._bots.items():
                if bot:
                    bot.prepare(task.position, self._meter(player))
            self._progress = ""
        found = self._bots[task.player]
        assert found
        return found

    def _meter(self, player: Player) -> Progress:
        due = time.monotonic()

        def tell(stage: str, done: int, total: int | None) -> None:
            nonlocal due
            if time.monotonic() >= due:
                due = time.monotonic() + BETWEEN
                share = f"{100 * done // total} %" if total else f"{done:,} positions"
                self._progress = f"{self._name(player)} gets ready ({stage}: {share})"
                self.changed()

        return tell

    @staticmethod
    def _answers(bot: Opponent, seat: Seat) -> Answer:
        return bot.agrees(seat)

    @staticmethod
    def _moves(bot: Opponent, seat: Seat) -> Answer:
        return bot.decides(seat)

    @staticmethod
    def _must_move(bot: Opponent, seat: Seat) -> Answer:
        return bot.choose(seat)

    def proceed(self) -> bool:
        """What can't be saved stays, so that it can be tried again."""
        while self._arrived:
            task, answer = self._arrived[0]
            if task == self._task:
                if isinstance(answer, Exception):
                    self._fail(task, answer)
                self._do(task, answer)
                self._arrived.remove((task, answer))
                self._task = None if self._task == task else self._task
                self._go_on()
                return True
            self._arrived.popleft()
        return False

    def _do(self, task: Task, answer: Answer) -> None:
        match, player = self.match, task.player
        if isinstance(answer, bool):
            match.answer(player, answer)
        elif isinstance(answer, str):
            match.submit(player, answer)
        else:
            self._declined = task
            match.offer_end(player)

    def _fail(self, task: Task, error: Exception) -> None:
        """The bot can't play; the game stays as it is."""
        self._arrived.popleft()
        self._progress = f"{self._name(task.player)} can't play this"
        if isinstance(error, FlagfallError):
            raise type(error)(str(error)) from None
        raise error

    # --- after the game, and where it is kept ---

    @property
    def again(self) -> str:
        if not self.match.outcome:
            return ""
        return "Again, seats swapped" if self.series.over else f"Round {self.series.round}"

    def rematch(self) -> None:
        if not self.match.outcome:
            raise NotNow("the game is not over")
        if not self.series.over:
            self._play(self._new_match())
            return
        fresh = new_game(Setup.of(self.series.start, self.kept.tags).swapped(), saved=self.kept.writes)
        self._held.close()
        self._begin(Sitting(fresh.kept, fresh.series), fresh._held)

    def play_unsaved(self) -> None:
        self.kept.writes = False

    def save(self, file: str) -> str:
        kept = self.kept
        if not kept.records:
            return "There is nothing to save yet; the game is saved after every move."
        if file:
            return save_copy(file, kept.text())
        if not kept.writes:
            return "This game is not saved; save FILE writes a copy."
        return f"Saved. Take it up again with: {command(f'resume {quote(kept.name)}')}"

    def records(self) -> list[Record]:
        return self.kept.records or [Record.of(self.match, self.kept.tags)]

    def leave(self) -> None:
        self._task = None
        self._held.close()
