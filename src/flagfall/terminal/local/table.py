"""A game at this keyboard: rounds, turns, bots, and who is asked what on which screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from shlex import quote

from flagfall.bots import Bot
from flagfall.core import FlagfallError, Player, Position
from flagfall.exits import DONE
from flagfall.match import Match, Offer, Offered, Seat, Series
from flagfall.record.names import names_in, titled
from flagfall.terminal.boards import Look
from flagfall.terminal.prompt.commands import last_board
from flagfall.terminal.prompt.loop import play
from flagfall.terminal.prompt.table import Question, Table, Where, yes_or_no
from flagfall.terminal.saving import NotSaved, Save, save_copy
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console, sentence
from flagfall.terminal.tty.leaving import Leave

from .asking import Asking, public_part

UNHIDDEN = (
    "This terminal keeps all that it shows, so nothing secret is shown: secret moves are typed unseen, and you have to "
    "remember them. (tmux has private screens with `set -g alternate-screen on`, GNU screen with `altscreen on`.)"
)

TRY_AGAIN = "Then make room and try it again; save FILE writes a copy of the game elsewhere."

UNSEEN = "(What is secret is not shown while you type it.)"

IN_VAIN = 10
"""After so many rounds in a row without a winner bots are taken to have no end."""


class LocalTable(Table):
    """Two players (None: a person at this keyboard), a screen, and the rounds they play."""

    where = Where.HERE

    def __init__(
        self,
        console: Console,
        series: Series,
        players: Mapping[Player, Bot | None],
        save: Save | None = None,
        *,
        words: bool = False,
        cap: int | None = None,
    ) -> None:
        self.console = console
        self.series = series
        self.players = players
        self.people = [player for player, bot in players.items() if bot is None]
        self.kept = save
        self.look = Look(words)
        self.cap = cap
        names = names_in(save.tags) if save else {}
        self.called = {player: titled(player, names) for player in Player}
        """The book's words for the players, with their names beside them."""
        self.refused: list[tuple[Player, str]] = []
        """Whose inputs were refused, and why, so far as everybody may know."""
        self._told_unhidden = False
        self._told_unseen: set[bool | Player] = set()
        """Who was told that what is secret is not shown while it is typed: one player alone, or both (False)."""
        self._asked_unsaved = False
        self._in_vain = False
        """Whether bots have shown that their series would never end."""
        self._private = ExitStack()
        """Closes the private screen, if one is shown."""
        self._take_up(self._new_match())

    # --- what may be seen ---

    @property
    def listener(self) -> Seat:
        """Whose eyes the screen is for: the only person's, or those of both players at once."""
        return self.match.seats[self.people[0] if len(self.people) == 1 else None]

    def shares_secrets(self) -> bool:
        """Whether two people look at one screen in a game that hides something from each of them."""
        return len(self.people) == 2 and self.match.position.hides()

    @property
    def asking(self) -> Asking:
        """Who is asked, and how; only looked at while somebody is."""
        assert self._asking
        return self._asking

    @property
    def player(self) -> Player:
        return self.asking.player

    @property
    def screen(self) -> Seat:
        return self.match.seats[None if self.overlooked else self.player]

    @property
    def overlooked(self) -> bool:
        return self.shares_secrets() and not self.asking.is_private

    # --- rounds ---

    def run(self) -> None:
        """Play until the series is over."""
        with ExitStack() as stack:
            stack.callback(self.console.end_silence)
            stack.enter_context(self._private)
            play(self)

    def take_up(self, match: Match) -> None:
        """Go on in the middle of this round."""
        match.journal = self.kept.journal if self.kept else None
        self._take_up(match)
        self._heard = len(self.listener.said)

    def _new_match(self) -> Match:
        return Match(self.series.opening(), cap=self.cap, journal=self.kept.journal if self.kept else None)

    def _take_up(self, match: Match) -> None:
        self.match = match
        self._begun = False
        self._shown: Position | None = None
        """The position that was shown last."""
        self._asking: Asking | None = None
        self._answered: Offered | None = None
        """An offer that was answered, though it may still stand: the answer could not be saved."""
        self._heard = 0

    def _begin_round(self) -> None:
        self._begun = True
        if self._is_series():
            self.console.print()
            self.console.tell(f"Round {self.series.round} ({self.series.terms}). {self.series.standings(self.called)}")

    def _end_round(self) -> None:
        """The game is over, so everybody may see what was hidden."""
        assert self.match.outcome
        if board := last_board(self.listener, self.look, self.console.width):
            self.console.print(board)
        self.series.finish(self.match.outcome)
        if self.kept:
            self.kept.finish_round()
        self._in_vain = not (self.people or self.series.over) and self._seems_endless()
        if not (self.series.over or self._in_vain):
            self._take_up(self._new_match())
        elif self._is_series():
            self._print_champion()

    def _seems_endless(self) -> bool:
        last = self.series.outcomes[-IN_VAIN:]
        return bool(self.series.terms.first_to) and len(last) == IN_VAIN and not any(each.winner for each in last)

    def _is_series(self) -> bool:
        return self.series.terms.best_of is not None or self.series.terms.first_to is not None

    def _print_champion(self) -> None:
        """The score at the end; between two rounds the next one begins with it."""
        champion = self.series.champion
        self.console.print(f"\n{self.series.standings(self.called)}")
        if self._in_vain:
            self.console.print(f"The last {IN_VAIN} rounds had no winner, so these bots stop here.")
        else:
            won = f"{self.called[champion]} wins the series!" if champion else "The series ends without a winner."
            self.console.print(won)

    # --- turns ---

    def question(self) -> Question | None:
        while not (self.series.over or self._in_vain):
            self._listen()
            if not self._begun:
                self._begin_round()
            if self.match.outcome:
                self._end_round()
                continue
            self._show_news()
            if asked := self._ask():
                return asked
        return None

    def _listen(self) -> None:
        """Print what has been said to whoever looks at the screen."""
        said = self.listener.said
        for line in self.look.said(said[self._heard :], self.listener.view):
            self.console.print(line)
        self._heard = len(said)

    def _show_news(self) -> None:
        if self._shown is not self.match.position:
            self._shown = self.match.position
            self.show(self.listener.view)

    def show(self, view: Position) -> None:
        """The book's screen, on request in words."""
        self.console.print(self.look.header(view, self.console.width))

    def _ask(self) -> Question | None:
        """What to ask; None where a bot was asked, and has answered."""
        if (offered := self.match.offered) and offered is not self._answered:
            return self._ask_about(offered)
        player = self.match.waiting()[0]
        if bot := self.players[player]:
            self._let_bot_choose(player, bot)
            return None
        if not self._asking:
            self._asking = Asking(self, player, hides=self.shares_secrets() and self._can_hide())
        return self._asking.question()

    def read(self, question: Question) -> str:
        assert question.prompt is not None
        return self.console.ask(question.prompt, question.echo, question.recalled)

    def _can_hide(self) -> bool:
        """Whether each player can have a private screen; if not, whoever types is told so, once."""
        if self.console.can_hide():
            return True
        if self.console.interactive and not self._told_unhidden:
            self.console.tell(UNHIDDEN)
            self._told_unhidden = True
        return False

    def tell_unseen(self) -> None:
        """Say once that nothing is broken when what is typed does not appear."""
        who = self.asking.is_private and self.player
        if self.console.interactive and who not in self._told_unseen and not self._told_unhidden:
            self._told_unseen.add(who)
            self.console.tell(UNSEEN)

    def hide(self) -> None:
        """Show a private screen to whoever is asked, until there is an answer."""
        self._private.enter_context(self.console.private())
        self.show(self.match.seats[self.player].view)

    def _in_the_open(self) -> None:
        """Nobody is asked any more, and no private screen is shown."""
        self._private.close()
        self._asking = None

    def _let_bot_choose(self, player: Player, bot: Bot) -> None:
        seat = self.match.seats[player]
        move = bot.choose(seat) if self.people else bot.decides(seat)
        if move is None:
            self.match.offer_end(player)
            self._let_bot_answer(player.other)
            if self.match.outcome:
                return
            move = bot.choose(seat)
        view = seat.view
        self.console.print(view.prompt(player) + public_part(view, player, view.written(move)))
        try:
            self._keep(lambda: self.match.submit(player, move))
        except NotSaved as error:
            if not (self.people and self.console.interactive):
                raise
            self.console.tell(str(error))
            raise Leave(DONE) from None

    # --- what can be done ---

    def submit(self, line: str) -> None:
        player, view = self.player, self.asking.own.view
        try:
            move = view.read(player, line)
            self._keep(lambda: self.match.submit(player, move))
        except FlagfallError as error:
            self._refuse(str(error))
        else:
            self._in_the_open()

    def _keep(self, deed: Callable[[], object]) -> None:
        """Do what has to be saved. Where that fails, whoever sits here is asked once whether to play on without; with a
        yes it is done again, so that nothing is lost."""
        try:
            deed()
        except NotSaved as error:
            if self._asked_unsaved or not (self.kept and self.console.interactive and self.people):
                raise
            self._asked_unsaved = True
            self.console.tell(str(error))
            if not self.console.agree("Play on without saving?"):
                raise NotSaved(TRY_AGAIN) from None
            self.kept.writes = False
            deed()

    def _refuse(self, reason: str) -> None:
        """Say why. The first line of a reason tells nothing secret; the rest may, so an onlooker doesn't get it."""
        told = reason.split("\n")[0] if self.overlooked else reason
        self.refused.append((self.player, told))
        self.console.print(told)
        if self.console.interactive:
            if self.overlooked:
                self.console.print(f"Type a move like {self._forms()}; it is not shown.")
            self.console.print("(help shows what can be typed here)")

    def _forms(self) -> str:
        """A move of each kind, or of some, from what both players know."""
        view, kinds = self.match.seats[None].view, dict[str, str]()
        for move in view.choices()[self.player]:
            kinds.setdefault(move.split()[0], view.written(move))
        return " or ".join(list(kinds.values())[:3])

    def offer(self, what: Offer) -> None:
        """A takeback is one ply, or so many that it is a person's turn again."""
        try:
            if what is Offer.END:
                self.match.offer_end(self.player)
            else:
                self.match.offer_takeback(self.player, plies=1 if self.player.other in self.people else None)
        except FlagfallError as error:
            self.console.print(sentence(str(error)))
        else:
            self._in_the_open()

    def _ask_about(self, offered: Offered) -> Question | None:
        """Whether the other player agrees."""
        other = offered.by.other
        if self.players[other]:
            self._let_bot_answer(other)
            return None
        self._asking = self._asking or Asking(self, other, hides=False)
        prompt = f"{other}, do you agree? (yes/no): "
        return yes_or_no(self.console, prompt, lambda agreed: self._answer(other, agreed))

    def _let_bot_answer(self, player: Player) -> None:
        self._listen()
        bot = self.players[player]
        assert bot
        self._answer(player, bot.agrees(self.match.seats[player]))

    def _answer(self, player: Player, agreed: bool) -> None:
        self._in_the_open()
        self._answered = self.match.offered
        try:
            self._keep(lambda: self.match.answer(player, agreed))
        except NotSaved as error:
            self.console.print(str(error))

    def resign(self) -> None:
        if self.console.interactive:
            self.asking.confirm(f"{self.player}, do you really resign? (yes/no): ", self._resign)
        else:
            self._resign()

    def _resign(self) -> None:
        player = self.player
        self._in_the_open()
        try:
            self._keep(lambda: self.match.resign(player))
        except NotSaved as error:
            self.console.print(str(error))

    def hint(self) -> None:
        self.asking.hint()

    def evaluate(self) -> None:
        self.asking.evaluate()

    def save(self, file: str) -> None:
        kept = self.kept
        if kept is None or not kept.records:
            when = "; the game is saved after every move" if kept is None or kept.writes else ""
            self.console.print(f"There is nothing to save yet{when}.")
        elif file:
            self.console.print(save_copy(file, kept.text()))
        elif not kept.writes:
            self.console.tell("This game is not saved; save FILE writes a copy.")
        else:
            self.console.advise("Saved. Take it up again with:", command(f"resume {quote(kept.name)}"))

    def leave(self) -> None:
        raise Leave(DONE)
