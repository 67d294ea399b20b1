"""What is installed: the games of other packages, and the pages, playthroughs and lessons beside a game's class.

A package names its games under the entry point `flagfall.games`. FLAGFALL_GAMES names games, too, as `module:Class`
with blanks between them: while one is being written, and for the processes that a server begins.
"""

from __future__ import annotations

import os
import sys
from _thread import RLock  # threading itself takes longer to load than all of this
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from flagfall.core import FlagfallError, Position
from flagfall.games import BOOKS, GAMES

GROUP = "flagfall.games"
VARIABLE = "FLAGFALL_GAMES"
_LISTED = (".dist-info", ".egg-info")

_lock = RLock()
_looked: list[bool] = []
_found: set[type[Position]] = set(BOOKS)
"""Games that another process finds as this one did."""


class OutOfReach(FlagfallError):
    """A game that other processes can't find."""


# --- the games of other packages ---


class Source(NamedTuple):
    """Where a game is said to be."""

    name: str
    whose: str
    load: Callable[[], Any]


def look() -> None:
    """Register the games of other packages. One that can't be used is noted, and keeps nobody from the others."""
    with _lock:
        if not _looked:
            _looked.append(True)  # at once, as what is loaded now may itself ask for games
            for source in (*_packaged(), *_named()):
                _add(source)


def _add(source: Source) -> None:
    from flagfall.testing import check_opening, check_position

    try:
        game = source.load()
        GAMES.check(game)
        check_position(check_opening(game))
        GAMES.add(game)
        _found.add(game)
    except (Exception, SystemExit) as error:
        kind = "" if isinstance(error, FlagfallError | AssertionError) else f"{type(error).__name__}: "
        reason = " ".join(str(error).split())
        GAMES.unusable[source.name] = f"the game {source.name!r} of {source.whose} can't be used: {kind}{reason}"


def _packaged() -> Iterator[Source]:
    """What packages name as entry points, in the order of their names."""
    if _has_any():
        from importlib.metadata import entry_points

        found = [(each.dist.name if each.dist else "a package", each) for each in entry_points(group=GROUP)]
        for package, each in sorted(found, key=lambda pair: (pair[0], pair[1].name)):
            yield Source(each.name, f"the package {package}", each.load)


def _has_any() -> bool:
    """Whether any package names games. To look for the words costs a millisecond; to load what understands them
    costs as much as starting the program."""
    return any(map(_names_games, sys.path))


def _names_games(folder: str) -> bool:
    try:
        packages = [name for name in os.listdir(folder or ".") if name.endswith(_LISTED)]
    except NotADirectoryError:  # an archive
        return True
    except OSError:
        return False
    return any(_mentions(os.path.join(folder, name, "entry_points.txt")) for name in packages)


def _mentions(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return GROUP.encode() in file.read()
    except OSError:
        return False


def _named() -> Iterator[Source]:
    for name in os.environ.get(VARIABLE, "").split():
        yield Source(name, VARIABLE, lambda name=name: _loaded(name))  # type: ignore[misc]


def _loaded(name: str) -> Any:
    from importlib import import_module

    module, _, path = name.partition(":")
    found: Any = import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


# --- for other processes ---


def environment() -> dict[str, str]:
    """What a process that is begun needs in order to know the games that were only registered in this one."""
    handed = [
        f"{each.__module__}:{each.__qualname__}" for each in GAMES.values() if each not in _found and _lasts(each)
    ]
    if not handed:
        return {}
    named = " ".join((os.environ.get(VARIABLE, ""), *handed)).strip()
    return {VARIABLE: named, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def check_reach(game: type[Position]) -> None:
    """OutOfReach if no other process can load this class."""
    if not _lasts(game):
        raise OutOfReach(
            f"bots and analyses run in processes of their own, which can't find {game.__module__}.{game.__qualname__}; "
            "a game has to be a class of a module that can be imported"
        )


def _lasts(game: type[Position]) -> bool:
    return game.__module__ != "__main__" and "<locals>" not in game.__qualname__


# --- what lies beside a game ---


def page(game: type[Position]) -> str | None:
    """The rules for reading, in Markdown: `rules.md` in the package of the game's class."""
    return _beside(game, "rules.md")


def playthrough(game: type[Position]) -> str | None:
    """The record of a short game for showing: `demo.flagfall` in the package of the game's class."""
    return _beside(game, "demo.flagfall")


def lesson_text(game: type[Position]) -> str | None:
    """What there is to learn, for `flagfall.coach.lessons`: `lesson.toml` in the package of the game's class."""
    return _beside(game, "lesson.toml")


def _beside(game: type[Position], name: str) -> str | None:
    from importlib.resources import files

    package = sys.modules[game.__module__].__package__
    file = files(package) / name if package else None
    return file.read_bytes().decode("utf-8", "replace") if file and file.is_file() else None
