"""Every place that one can go to: the one table behind the home, the command palette and the help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flagfall.bots.fit import why_not
from flagfall.coach.lessons.lesson import lesson_or_none
from flagfall.core import Player, Position
from flagfall.installed import page

from .ways import Ways

if TYPE_CHECKING:  # the home is there before anybody plays
    from flagfall.terminal.local.play import Setup


@dataclass(frozen=True)
class Spot:
    """A place where one may go from a position: that of a game's opening, or of a variation's."""

    key: str
    name: str
    about: str
    go: Callable[[Ways, Position], None]
    offered: Callable[[Position], bool] = lambda start: True
    """What a game lacks is not offered."""


def _is_solvable(start: Position) -> bool:
    return why_not("perfect", start) is None


def _has_lesson(start: Position) -> bool:
    return lesson_or_none(type(start)) is not None


def _has_page(start: Position) -> bool:
    return page(type(start)) is not None


def two_bots(start: Position) -> Setup:
    """Equal ones, good enough to be looked at."""
    from flagfall.terminal.local.play import Setup

    name = next(name for name in ("level:6", "sampler", "random") if why_not(name, start) is None)
    return Setup(start, dict.fromkeys(Player, name))


OF_A_GAME = (
    Spot("l", "Lesson", "learn it in two minutes", lambda ways, start: ways.learn(type(start)), _has_lesson),
    Spot("p", "Puzzles", "find the one right move", lambda ways, start: ways.puzzles(start), _is_solvable),
    Spot("e", "Explore", "see what moves are worth", lambda ways, start: ways.explore(start)),
    Spot("w", "Watch", "two bots at play", lambda ways, start: ways.watch_bots(two_bots(start))),
    Spot("o", "Online", "invite somebody by a link", lambda ways, start: ways.host(start)),
    Spot("b", "Rules", "the book and its rulings", lambda ways, start: ways.rules(type(start)), _has_page),
    Spot("d", "Report", "judged for its designer", lambda ways, start: ways.report(start)),
)
OF_ALL = (
    Spot("r", "Go on", "with a saved game", lambda ways, start: ways.saved()),
    Spot("j", "Join", "a game online, by a link", lambda ways, start: ways.join()),
    Spot("a", "Record", "open one and go through it", lambda ways, start: ways.open_record()),
)


def spots(start: Position) -> Iterator[Spot]:
    """What can be done from here besides playing."""
    return (spot for spot in OF_A_GAME if spot.offered(start))
