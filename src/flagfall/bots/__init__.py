"""Opponents. A bot is given a Seat and answers with a move; it never sees more than a person in that seat would."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from flagfall.core import Move, Position
from flagfall.match import Seat

from .errors import BadSeed, UnfitBot, UnknownBot
from .offers import Negotiator
from .policy import PolicyBot, Uniform

if TYPE_CHECKING:
    from flagfall.solve import Progress


class Bot(Protocol):
    """Whoever answers for a seat."""

    def choose(self, seat: Seat) -> Move:
        """One of `seat.choices`."""

    def agrees(self, seat: Seat) -> bool:
        """The answer to what the other has offered."""

    def decides(self, seat: Seat) -> Move | None:
        """One of `seat.choices`; or None, where it offers to end the game instead."""


class Opponent(Bot, Protocol):
    """A bot that has a name, and that may be asked beforehand."""

    def check(self, start: Position, memory: int | None = None) -> None:
        """Say why this bot can't play from here (within so many bytes), as far as that can be told at once."""

    def prepare(self, start: Position, progress: Progress | None = None) -> None:
        """Do beforehand what takes long, or say why it can't be done. Who leaves this out waits at the first move."""


Maker = Callable[[random.Random], Opponent]


def _perfect(own: random.Random) -> Opponent:
    from .solved.perfect import Perfect

    return Perfect(own)


def _level(number: int) -> Maker:
    def make(own: random.Random) -> Opponent:
        from .level import Level

        return Level(own, number)

    return make


def _sampler(*, seconds: float = 0.0, playouts: int | None = None) -> Maker:
    def make(own: random.Random) -> Opponent:
        from .hidden.sampler import Budget, Sampler

        return Sampler(own, Budget(playouts, seconds))

    return make


BOTS: dict[str, Maker] = {
    "random": Uniform,
    **{f"level:{number}": _level(number) for number in range(1, 11)},
    "perfect": _perfect,
    "sampler": _sampler(seconds=1.0),
}
"""Every bot by its name, and what makes it. What a bot needs is loaded when it is made."""
SECONDS = re.compile(r"sampler:(\d{1,4}(?:\.\d{1,3})?)", re.ASCII)
PLAYOUTS = re.compile(r"sampler:([1-9]\d{0,6})-playouts", re.ASCII)


def bot(name: str, seed: str | int | None = None) -> Opponent:
    """The bot of this name, with a random number generator of its own."""
    make = maker(name)
    if isinstance(seed, str) and not seed.isprintable():
        raise BadSeed(f"a seed is a number or a text that can be printed, not {seed!r}")
    return make(random.Random(seed))


def maker(name: str) -> Maker:
    """What makes the bot of this name, or UnknownBot."""
    if name in BOTS:
        return BOTS[name]
    if found := SECONDS.fullmatch(name):
        return _sampler(seconds=float(found[1]))
    if found := PLAYOUTS.fullmatch(name):
        return _sampler(playouts=int(found[1]))
    raise UnknownBot(f"no bot is called {name!r}; {_instead(name)}")


def _instead(name: str) -> str:
    if name.startswith("level"):
        return "the levels are level:1, which is the weakest, to level:10"
    if name.startswith("sampler"):
        return "how long sampler takes for a move is said as in sampler:2.5 (seconds) or sampler:500-playouts"
    return "there is random, level:1 to level:10, perfect, sampler"


__all__ = [
    "BOTS",
    "BadSeed",
    "Bot",
    "Negotiator",
    "Opponent",
    "PolicyBot",
    "UnfitBot",
    "Uniform",
    "UnknownBot",
    "bot",
    "maker",
]
