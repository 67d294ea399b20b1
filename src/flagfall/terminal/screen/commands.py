"""What the command palette finds: every game, every place, the looks and the settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, cast

from textual.command import DiscoveryHit, Hit, Hits, Provider

from flagfall.games import GAMES
from flagfall.terminal.settings import keep, settings

from .places import OF_ALL, spots
from .ways import Ways, ways


class Command(NamedTuple):
    name: str
    about: str
    do: Callable[[], object]


class Everything(Provider):
    async def discover(self) -> Hits:
        for each in self._commands():
            yield DiscoveryHit(each.name, each.do, help=each.about)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for each in self._commands():
            if score := matcher.match(each.name) or matcher.match(each.about) / 4:
                yield Hit(score, matcher.highlight(each.name), each.do, text=each.name, help=each.about)

    def _commands(self) -> Iterator[Command]:
        to = ways(self.screen)
        yield Command("Home", "Back to where one begins", to.home)
        yield from _games(to)
        first = next(iter(GAMES.values()))()
        for spot in OF_ALL:
            yield Command(spot.name, spot.about, partial(spot.go, to, first))
        yield from _looks(to)
        yield Command("Leave Flagfall", "Games are saved", partial(self.app.exit, 0))


def _games(to: Ways) -> Iterator[Command]:
    for game in GAMES.values():
        yield Command(f"Play {game.title}", game.about, partial(to.choose, game))
    for game in GAMES.values():
        for spot in spots(game()):
            yield Command(f"{game.title}: {spot.name.lower()}", spot.about, partial(spot.go, to, game()))


def _looks(to: Ways) -> Iterator[Command]:
    """The theme, and everything that is kept and is either so or not."""
    yield Command("Light or dark", "Turn day into night, or night into day", to.turn_light)
    now = settings()
    for each in now.settings():
        if isinstance(each.default, bool):
            value = cast(bool, getattr(now, each.name))
            about = f"{each.about}; now {'on' if value else 'off'}"
            yield Command(f"Setting: {each.name}", about, partial(_turn, to, each.name, not value))


def _turn(to: Ways, name: str, value: bool) -> None:
    keep(**{name: value})
    to.settings_changed()
