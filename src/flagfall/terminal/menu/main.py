"""`flagfall` in plain lines: the games, what was left unfinished, and every other place."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from flagfall.core import Position
from flagfall.core.rules import Setting
from flagfall.exits import DONE
from flagfall.games import GAMES, how_many
from flagfall.record.files import saved
from flagfall.terminal.saving import unfinished
from flagfall.terminal.settings import Settings, keep, settings
from flagfall.terminal.show.saved import SavedGame
from flagfall.terminal.tty.advice import Advice, command
from flagfall.terminal.tty.console import Console, complain, harmless
from flagfall.terminal.tty.leaving import until_left

from .choosing import Item, ask_setting, line, one_of, pages
from .game import GamePage
from .records import RecordsPage


def menu(console: Console, *, words: bool = False) -> int:
    """Offer everything until somebody leaves; the answer is the exit code."""
    console.tell(f"Flagfall: {how_many()} pocket strategy games for two.")
    for why in GAMES.unusable.values():
        complain(harmless(why))
    main = MainPage(console, words)
    return until_left(main.run, lambda: Advice("what was played is saved." if saved() else "no game was chosen."))


def choose_game(console: Console) -> type[Position]:
    """The game that somebody chooses; Back for none."""
    return one_of(console, [(game, game.title) for game in GAMES.values()])


@dataclass
class MainPage:
    console: Console
    words: bool
    greets: bool = True
    """Whether to say what the games are about: whoever comes back has read it."""

    def run(self) -> int:
        return pages(self.console, lambda: "What would you like?", self._items, leave="Leave")

    def _items(self) -> list[Item]:
        games = [
            Item(str(number), game.title, partial(self._game, game), game.about if self.greets else "", game.id)
            for number, game in enumerate(GAMES.values(), 1)
        ]
        self.greets = False
        return [*games, *self._pending(), *self._places()]

    def _game(self, game: type[Position]) -> int:
        return GamePage(self.console, game, self.words).run()

    def _pending(self) -> list[Item]:
        newest = next(unfinished(sys.stdin.isatty()), None)
        if newest is None:
            return []
        game = SavedGame.at(newest)
        return [Item("r", f"Go on: {game.words()}", partial(self._take_up, str(newest)))]

    def _take_up(self, name: str) -> int:
        from flagfall.terminal.local.play import take_up

        return take_up(name, words=self.words)

    def _places(self) -> list[Item]:
        records = RecordsPage(self.console, self.words)
        count = len(saved())
        return [
            *([Item("s", f"Saved games ({count})", records.run)] if count else []),
            Item("o", "Open a record", records.open),
            Item("j", "Join a game over the network", self._join),
            Item("c", "Settings", self._settings),
            Item("h", "Help", self._help),
        ]

    def _join(self) -> int:
        from flagfall.online.options import check_installed

        check_installed()
        from flagfall.online.client.link import Link
        from flagfall.terminal.remote.join import join

        return join(self.console, line(self.console, "Link (q: back): ", Link.read), words=self.words)

    def _settings(self) -> int:
        return pages(self.console, lambda: "What is kept from one start to the next:", self._kept)

    def _kept(self) -> list[Item]:
        now = settings()
        return [
            Item(str(number), f"{each.name} = {each.kind.write(getattr(now, each.name)) or '-'}", self._changing(each))
            for number, each in enumerate(Settings.settings(), 1)
        ]

    def _changing(self, setting: Setting[str]) -> Callable[[], int]:
        def change() -> int:
            value = ask_setting(self.console, Settings, setting, getattr(settings(), setting.name))
            if keep(**{setting.name: value}):
                self.console.tell("Kept for the next start.")
            else:
                self.console.tell("It can't be kept: the folder can't be written. XDG_CONFIG_HOME names another one.")
            return DONE

        return change

    def _help(self) -> int:
        self.console.tell("Type the number, the letter or the name of a line, and q to go back, here and everywhere.")
        self.console.tell("Enter alone shows the list again. In a game help shows what can be typed.")
        self.console.advise("Each place is a command, too:", command("help"))
        return DONE
