"""Opponents. A bot is given a Seat and answers with a move; it never sees more than a person in that seat would."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from flagfall.core import FlagfallError, Move
from flagfall.match import Seat

from .uniform import Uniform


class Bot(Protocol):
    def choose(self, seat: Seat) -> Move:
        """One of `seat.choices`."""


class UnknownBot(FlagfallError):
    """A name that no bot has."""


class BadSeed(FlagfallError):
    """A seed that can't be written down, so that the game could not be repeated."""


BOTS: dict[str, Callable[[random.Random], Bot]] = {"random": Uniform}


def bot(name: str, seed: str | int | None = None) -> Bot:
    """The bot of this name, with a random number generator of its own."""
    if name not in BOTS:
        raise UnknownBot(f"no bot is called {name!r}; there is {', '.join(BOTS)}")
    if isinstance(seed, str) and not seed.isprintable():
        raise BadSeed(f"a seed is a number or a text that can be printed, not {seed!r}")
    return BOTS[name](random.Random(seed))


__all__ = ["BOTS", "BadSeed", "Bot", "Uniform", "UnknownBot", "bot"]
