"""Pages for a folder of plain files: there nobody can be asked, so what needs a server is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from flagfall.core import Position
from flagfall.games import GAMES

from .assets import assets


@dataclass(frozen=True)
class Alone:
    games: frozenset[str]
    tables: frozenset[str]
    """The games of which a browser has a table besides those that come with the package."""


_alone: ContextVar[Alone | None] = ContextVar("alone", default=None)


@contextmanager
def alone(games: Iterable[str], tables: Iterable[str] = ()) -> Iterator[None]:
    """Make pages for a site of these games, with tables of these made for it."""
    before = _alone.set(Alone(frozenset(games), frozenset(tables)))
    try:
        yield
    finally:
        _alone.reset(before)


def is_alone() -> bool:
    return _alone.get() is not None


def games() -> dict[str, type[Position]]:
    """The games that there are pages of."""
    here = _alone.get()
    return {name: each for name, each in GAMES.items() if here is None or name in here.games}


def has_table(name: str) -> bool:
    """Whether a browser can play this game by itself."""
    here = _alone.get()
    return f"tables/{name}.table" in assets() or (here is not None and name in here.tables)
