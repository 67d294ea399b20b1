"""The way through a game, and the laws held against every position on it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from random import Random
from typing import Any, NamedTuple

from flagfall.core import Player, Position, Rules
from flagfall.match.playout import playout

from . import rules as rule_laws
from . import secrecy, words
from .visit import Visit, legal_plays

LAWS = (*rule_laws.LAWS, *secrecy.LAWS, *words.LAWS)


class BrokenLaw(AssertionError):
    """A law that a game breaks: which, in what position, and what was seen there."""

    def __init__(self, law: str, where: str, seen: str) -> None:
        super().__init__(f"{law}\n  position: {where}\n  seen: {seen}")
        self.law, self.where, self.seen = law, where, seen


class Checked(NamedTuple):
    positions: int
    complete: bool
    """Whether these are all positions that can arise from the opening."""


def check(
    game: type[Position],
    rules: Rules | None = None,
    *,
    limit: int = 300,
    games: int = 10,
    plies: int = 60,
    seed: int = 0,
) -> Checked:
    """Hold `game` to every law, or raise BrokenLaw.

    All positions are tried if there are no more than `limit`; otherwise so many from the opening on, and those of
    `games` random games of at most `plies` plies.
    """
    opening = check_opening(game, rules)
    seen: list[Position] = []
    for position in _first(opening, limit):
        check_position(position)
        seen.append(position)
    complete = len(seen) <= limit
    if not complete:
        draw = Random(seed)
        for position in chain.from_iterable(playout(opening, draw, plies) for _ in range(games)):
            check_position(position)
            seen.append(position)
    check_worlds(seen)
    return Checked(len(set(seen)), complete)


def check_opening(game: type[Position], rules: Rules | None = None) -> Position:
    """Hold the opening alone to the laws of openings, and give it back."""
    opening: Position = game() if rules is None else game(rules=rules)  # type: ignore[call-arg]
    for law in rule_laws.OPENING_LAWS:
        _enforce(law, opening, opening)
    return opening


def check_position(position: Position) -> None:
    """Hold one position to every law that it can break alone."""
    visit = Visit(position)
    for law in LAWS:
        _enforce(law, visit, position)


def check_worlds(positions: Iterable[Position]) -> None:
    """Hold positions that look the same to a player to the law that they also go on looking the same."""
    for player in Player:
        for group in secrecy.worlds(positions, player).values():
            for one, other in pairwise(group):
                _enforce(secrecy.worlds_stay_alike, (one, other, player), one)


def _first(opening: Position, limit: int) -> Iterator[Position]:
    """Positions in the order of their distance from the opening; one more than `limit` where there are more."""
    found, waiting = set[Position](), deque([opening])
    while waiting and len(found) <= limit:
        position = waiting.popleft()
        _enforce(rule_laws.is_a_value, Visit(position), position)  # or it could not even be looked up
        if position not in found:
            yield position
            found.add(position)
            waiting.extend(position.play(moves) for moves in legal_plays(position))


def _enforce(law: Callable[[Any], Iterator[str]], case: Any, position: Position) -> None:
    try:
        seen = next(law(case), None)
    except Exception as error:
        raise BrokenLaw(_stated(law), _named(position), f"{type(error).__name__}: {error}") from error
    if seen is not None:
        raise BrokenLaw(_stated(law), _named(position), seen)


def _stated(law: Callable[..., object]) -> str:
    return " ".join((law.__doc__ or law.__name__).split())


def _named(position: Position) -> str:
    """The text of a position, if even that can be had."""
    try:
        return position.text()
    except Exception:
        return repr(position)
