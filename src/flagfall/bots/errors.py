"""What can be wrong with the choice of a bot."""

from __future__ import annotations

from flagfall.core import FlagfallError


class UnknownBot(FlagfallError):
    """A name that no bot has."""


class BadSeed(FlagfallError):
    """A seed that can't be written down, so that the game could not be repeated."""


class UnfitBot(FlagfallError):
    """A bot that can't play this game, or a question that it has no answer to."""
