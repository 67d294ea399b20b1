"""Games that were played: the saved ones, and records in files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from flagfall.exits import DONE
from flagfall.record.files import GAMES, folder
from flagfall.terminal.saving import named
from flagfall.terminal.show.saved import SavedGame, delete, saved_games
from flagfall.terminal.tty.console import Console

from .choosing import Back, Item, line, numbered, pages

MOST = 9
"""Saved games on a page."""


@dataclass
class RecordsPage:
    console: Console
    words: bool
    shown: int = 0
    """How many are on the pages before this one."""

    def run(self) -> int:
        return pages(self.console, lambda: "Saved games, the newest first:", self._items)

    def _items(self) -> list[Item]:
        games = self._games()
        self.shown = self.shown if self.shown < len(games) else 0
        page = games[self.shown : self.shown + MOST]
        items = [Item(str(number), game.words(), partial(self._record, game)) for number, game in enumerate(page, 1)]
        return [*items, *([Item("m", "More of them", self._turn)] if len(games) > MOST else [])]

    def _games(self) -> list[SavedGame]:
        """Those of people before those of programs."""
        own = saved_games(GAMES)
        return own + [game for game in saved_games() if game.path not in {each.path for each in own}]

    def _turn(self) -> int:
        self.shown += MOST
        return DONE

    def open(self) -> int:
        """A record from a file, or a saved game by its name."""
        path = line(self.console, "File or name (q: back): ", named)
        return self._record(SavedGame.at(path))

    def _record(self, game: SavedGame) -> int:
        return RecordPage(self.console, self.words, game).run()


@dataclass
class RecordPage:
    console: Console
    words: bool
    game: SavedGame

    def run(self) -> int:
        if not self.game.records:
            self.console.tell(f"{self.game.name} is damaged: {self.game.problem}.")
        return pages(self.console, lambda: self._read_again().words(), self._items)

    def _read_again(self) -> SavedGame:
        """As it is now: it may have been played on, which makes a game of programs a person's. Back if it is gone."""
        places = (self.game.path, folder() / self.game.path.name)
        path = next((path for path in places if path.exists()), None)
        if path is None:
            raise Back
        self.game = SavedGame.at(path)
        return self.game

    def _items(self) -> list[Item]:
        go_on = [("Go on with it", self._go_on)] if self.game.can_go_on else []
        look = [("See it again", self._replay), ("Analyse it", self._analyse), ("Explore it", self._explore)]
        places = [*go_on, *(look if self.game.records else [])]
        return [*numbered(places), Item("d", "Delete it", self._delete)]

    def _go_on(self) -> int:
        from flagfall.terminal.local.play import take_up

        return take_up(str(self.game.path), words=self.words)

    def _replay(self) -> int:
        from flagfall.terminal.show.replay import replay

        replay(self.console, self.game.records, reveal=False, all_at_once=False, as_json=False, words=self.words)
        return DONE

    def _analyse(self) -> int:
        from flagfall.terminal.show.analyse import show_analysis

        show_analysis(self.console, self.game.records, as_json=False, svg=None)
        return DONE

    def _explore(self) -> int:
        from flagfall.coach.explore import record_line
        from flagfall.terminal.show.explore import explore

        return explore(self.console, *record_line(self.game.records[-1]), words=self.words)

    def _delete(self) -> int:
        if self.console.agree("Delete it?"):
            delete(self.game)
            raise Back
        return DONE
