"""Play in plain lines: the books' own screens, at one keyboard, against bots, or from a pipe."""

from __future__ import annotations

from collections.abc import Mapping

from flagfall.bots import Bot
from flagfall.core import Player, Position
from flagfall.match import Match, Seat, Series
from flagfall.terminal.saving import NotSaved, Save
from flagfall.terminal.tty.console import Console

from .asking import Asking, public_part
from .commands import Action, last_board

UNHIDDEN = (
    "This terminal keeps all that it shows, so nothing secret is shown: secret moves are typed unseen, and you have to "
    "remember them. (tmux has private screens with `set -g alternate-screen on`, GNU screen with `altscreen on`.)"
)


class Table:
    """Two players (None: a person at this keyboard), a screen, and the rounds they play."""

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
        self.save = save
        self.say_words = words
        self.cap = cap
        self.match = self._new_match()
        self.refused: list[tuple[Player, str]] = []
        """Whose inputs were refused, and why, so far as everybody may know."""
        self._heard = 0
        self._told_unhidden = False

    @property
    def listener(self) -> Seat:
        """Whose eyes the screen is for: the only person's, or those of both players at once."""
        return self.match.seats[self.people[0] if len(self.people) == 1 else None]

    def shares_secrets(self) -> bool:
        """Whether two people look at one screen in a game that hides something from each of them."""
        return len(self.people) == 2 and self.match.position.hides()

    # --- rounds ---

    def take_up(self, match: Match) -> None:
        """Go on in the middle of this round."""
        match.journal = self.save.journal if self.save else None
        self.match = match
        self._heard = len(self.listener.said)

    def run(self) -> None:
        """Play until the series is over."""
        self._play_round()
        while not self.series.over:
            self.match, self._heard = self._new_match(), 0
            self._play_round()

    def _new_match(self) -> Match:
        return Match(self.series.opening(), cap=self.cap, journal=self.save.journal if self.save else None)

    def _play_round(self) -> None:
        is_series = self.series.terms.best_of is not None or self.series.terms.first_to is not None
        if is_series:
            self.console.print()
            self.console.tell(f"Round {self.series.round} ({self.series.terms}). {self.series.standings()}")
        while not self.match.outcome:
            self._play_turn()
        self._show_end()
        self.series.finish(self.match.outcome)
        if self.save:
            self.save.finish_round()
        if is_series and self.series.over:
            self._print_champion()

    def _print_champion(self) -> None:
        """The score at the end; between two rounds the next one begins with it."""
        champion = self.series.champion
        self.console.print(f"\n{self.series.standings()}")
        self.console.print(f"{champion} wins the series!" if champion else "The series ends without a winner.")

    def _show_end(self) -> None:
        """The game is over, so everybody may see what was hidden."""
        if board := last_board(self.listener, self.console.width):
            self.console.print(board)

    # --- turns ---

    def _play_turn(self) -> None:
        position = self.match.position
        self._show(self.listener.view)
        while self.match.position is position and (waiting := self.match.waiting()):
            self._let_choose(waiting[0])
            self._listen()

    def _show(self, view: Position) -> None:
        """The book's screen, and on request the same in words."""
        self.console.print(view.header(self.console.width))
        if self.say_words:
            self.console.tell(view.words())

    def _listen(self) -> None:
        """Print what has been said to whoever looks at the screen."""
        said = self.listener.said
        for line in said[self._heard :]:
            self.console.print(line)
        self._heard = len(said)

    def _let_choose(self, player: Player) -> None:
        if bot := self.players[player]:
            self._let_bot_choose(player, bot)
        else:
            self._do(self._let_person_choose(player))

    def _let_bot_choose(self, player: Player, bot: Bot) -> None:
        seat = self.match.seats[player]
        move = bot.choose(seat) if self.people else bot.decides(seat)
        if move is None:
            self.match.offer_end(player)
            self.settle()
            if self.match.outcome:
                return
            move = bot.choose(seat)
        view = seat.view
        self.console.print(view.prompt(player) + public_part(view, player, view.written(move)))
        self.match.submit(player, move)

    def _let_person_choose(self, player: Player) -> Action | None:
        """Ask for a move. What was decided instead, and needs both players, is returned to be done openly."""
        openly = Asking(self, player, private=False)
        if not (self.shares_secrets() and self._can_hide()):
            return openly.until_answered()
        if in_the_open := openly.until_alone():
            return in_the_open
        with self.console.private():
            self._show(self.match.seats[player].view)
            return Asking(self, player, private=True).until_answered()

    def _can_hide(self) -> bool:
        """Whether each player can have a private screen; if not, whoever types is told so, once."""
        if self.console.can_hide():
            return True
        if self.console.interactive and not self._told_unhidden:
            self.console.tell(UNHIDDEN)
            self._told_unhidden = True
        return False

    def _do(self, in_the_open: Action | None) -> None:
        if in_the_open:
            try:
                in_the_open()
            except NotSaved as error:
                self.console.print(str(error))

    def settle(self) -> None:
        """Ask the other player about what is offered."""
        offered = self.match.offered
        if offered is None:
            return
        self._listen()
        other = offered.by.other
        if bot := self.players[other]:
            self.match.answer(other, bot.agrees(self.match.seats[other]))
            return
        question = f"{other}, do you agree? (yes/no): "
        self.match.answer(other, Asking(self, other, private=False).until_confirmed(question))
