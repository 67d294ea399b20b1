"""The games by their ids: five from their books, and any others that are registered or come with other packages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from flagfall.core import FlagfallError, Position, UnknownGame, is_game_id

from .capture_the_flag import CaptureTheFlag
from .command_line_conquer import CommandLineConquer
from .flag_chase import FlagChase
from .flag_chase_traps import FlagChaseTraps
from .grid_runner import GridRunner

G = TypeVar("G", bound=Position)

BOOKS: tuple[type[Position], ...] = (
    FlagChase,
    CaptureTheFlag,
    FlagChaseTraps,
    GridRunner,
    CommandLineConquer,
)


class BadGame(FlagfallError):
    """A class that can't be added to the games."""


class Games(Mapping[str, type[Position]]):
    """The games by their ids. Those of other packages are looked for when a game is asked for that isn't known yet, or
    all are; reading what is installed is not for this room, so whoever can do it puts it into `look`."""

    def __init__(self, games: tuple[type[Position], ...]) -> None:
        self._known = {game.id: game for game in games}
        self.look: Callable[[], None] = lambda: None
        """Registers what there is besides; it may be called again and again."""
        self.unusable: dict[str, str] = {}
        """Games of other packages that can't be used: by their names, a sentence that says whose and why."""

    def __getitem__(self, name: str) -> type[Position]:
        if name not in self._known:
            self.look()
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        self.look()
        return iter(tuple(self._known))

    def __len__(self) -> int:
        self.look()
        return len(self._known)

    def add(self, game: type[Position]) -> None:
        """Make this game known, or BadGame."""
        self.check(game)
        self._known[game.id] = game

    def check(self, game: type[Position]) -> None:
        """BadGame if this can't be added."""
        if flaw := _flaw(game):
            raise BadGame(flaw)
        known = self._known.get(game.id, game)
        if known is not game:
            raise BadGame(f"there is a game with the id {game.id!r} already: {known.__module__}.{known.__qualname__}")


GAMES = Games(BOOKS)


def register(game: type[G]) -> type[G]:
    """Add a game to the games, for this process and for those that it begins; `@register` above a class does it, too.

    A package that is installed names its games under the entry point `flagfall.games` instead.
    """
    GAMES.add(game)
    return game


def game(name: str) -> type[Position]:
    """The game with this id, or an error that offers the nearest."""
    if found := GAMES.get(name.casefold()):
        return found
    if why := GAMES.unusable.get(name.casefold()):
        raise UnknownGame(why)
    from difflib import get_close_matches

    near = get_close_matches(name.casefold(), GAMES, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(GAMES)}"
    raise UnknownGame(f"no game is called {name!r}; {hint}")


def how_many() -> str:
    """How many games there are, as one says it in a sentence."""
    words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    return words[len(GAMES)] if len(GAMES) < len(words) else str(len(GAMES))


def position(text: str) -> Position:
    """The position of whichever game this one-line text belongs to."""
    return game((text.split() or [""])[0]).from_text(text)


def _flaw(game: object) -> str | None:
    """Why this can't be a game at all; what else it should be is for `flagfall.testing`."""
    if not (isinstance(game, type) and issubclass(game, Position)):
        return f"{game!r} is no class of positions; a game is a subclass of flagfall.Position"
    if lacking := sorted(getattr(game, "__abstractmethods__", ())):
        return f"{game.__qualname__} doesn't define {', '.join(lacking)}"
    if not is_game_id(getattr(game, "id", "")):
        return f"{game.__qualname__} needs an id of small letters, digits and hyphens, such as 'last-stone'"
    return None
