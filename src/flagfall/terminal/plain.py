"""Play in plain lines: the books' own screens, at one keyboard, against bots, or from a pipe."""

from __future__ import annotations

from collections.abc import Mapping

from flagfall.bots import Bot
from flagfall.core import Player, Position
from flagfall.match import Match, Seat, Series
from flagfall.record import Record

from .asking import Asking, public_part
from .commands import Action
from .console import Console
from .saving import Save


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
        self.save = save
        self.say_words = words
        self.cap = cap
        self.match = self._new_match() if not series.over else Match(series.start)
        self.refused: list[str] = []
        """Why inputs were refused, so far as everybody may know."""
        self._heard = 0

    def records(self) -> list[Record]:
        """What has been played."""
        if self.save is None or not (self.save.rounds or self.save.current):
            return [Record.of(self.match, {})]
        return [*self.save.rounds, *([self.save.current] if self.save.current else [])]

    @property
    def people(self) -> list[Player]:
        return [player for player, bot in self.players.items() if bot is None]

    @property
    def listener(self) -> Seat:
        """Whose eyes the screen is for: the only person's, or those of both players at once."""
        return self.match.seats[self.people[0] if len(self.people) == 1 else None]

    def shares_secrets(self) -> bool:
        """Whether two people look at one screen in a game that hides something from each of them."""
        return len(self.people) == 2 and self.match.position.hides()

    # --- rounds ---

    def run(self, match: Match | None = None) -> None:
        """Play until the series is over, from the middle of `match` if one is given. Quit or EOFError end it early."""
        if match:
            self._take_up(match)
            self._play_round()
        while not self.series.over:
            self.match, self._heard = self._new_match(), 0
            self._play_round()

    def _new_match(self) -> Match:
        return Match(self.series.opening(), cap=self.cap, journal=self.save.journal if self.save else None)

    def _take_up(self, match: Match) -> None:
        match.journal = self.save.journal if self.save else None
        self.match = match
        self._heard = len(self.listener.said)

    def _is_series(self) -> bool:
        return self.series.terms.best_of is not None or self.series.terms.first_to is not None

    def _play_round(self) -> None:
        if self._is_series():
            self.console.print(f"\nRound {self.series.round} ({self.series.terms}). {self.series.standings()}")
        while not self.match.outcome:
            self._play_turn()
        self._show_secrets()
        self.series.finish(self.match.outcome)
        if self.save:
            self.save.finish_round()
        if self._is_series():
            self._print_standings()

    def _print_standings(self) -> None:
        self.console.print(f"\n{self.series.standings()}")
        if self.series.over:
            champion = self.series.champion
            self.console.print(f"{champion} wins the series!" if champion else "The series ends without a winner.")

    def _show_secrets(self) -> None:
        """The game is over, so everybody may see what was hidden."""
        if self.match.position.hides():
            self.console.print(f"\nThe board with nothing hidden:\n{self.match.position.board(self.console.width)}")

    # --- turns ---

    def _play_turn(self) -> None:
        position = self.match.position
        self.show(self.listener.view)
        while self.match.position is position and (waiting := self.match.waiting()):
            self._let_choose(waiting[0])
        self.listen()

    def show(self, view: Position) -> None:
        """The book's screen, and on request the same in words."""
        self.console.print(view.header(self.console.width))
        if self.say_words:
            self.console.print(view.words())

    def listen(self) -> None:
        """Print what has been said to whoever looks at the screen."""
        said = self.listener.said
        for line in said[self._heard :]:
            self.console.print(line)
        self._heard = len(said)

    def _let_choose(self, player: Player) -> None:
        bot = self.players[player]
        if bot:
            self._let_bot_choose(player, bot)
        elif self.shares_secrets() and self.console.can_hide:
            self._let_person_choose_unseen(player)
        else:
            self._ask(player, private=False)

    def _let_bot_choose(self, player: Player, bot: Bot) -> None:
        seat = self.match.seats[player]
        view, move = seat.view, bot.choose(seat)
        self.console.print(view.prompt(player) + public_part(view, player, view.written(move)))
        self.match.submit(player, move)

    def _let_person_choose_unseen(self, player: Player) -> None:
        self.console.ask(f"\n{player}'s turn. {player.other}, look away; {player}, press Enter: ")
        with self.console.private():
            self.show(self.match.seats[player].view)
            in_the_open = Asking(self, player, private=True).until_answered()
        self._do(in_the_open)

    def _ask(self, player: Player, private: bool) -> None:
        self._do(Asking(self, player, private).until_answered())

    def _do(self, in_the_open: Action | None) -> None:
        if in_the_open:
            in_the_open()
            self.listen()
