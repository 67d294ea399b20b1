"""The sharpness of the levels in every game: stored for the books' games, computed for variations."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from importlib.resources import files

from flagfall.core import Position

from .knowledge import knowledge_of
from .spacing import spaced

SPACED = 5_000
"""Variations with more positions than this take the book's sharpness, as computing it would be a long wait."""
TYPICAL = (1.0, 2.0, 3.0, 4.5, 6.0, 8.0, 10.5, 14.0, 20.0)
"""For such a variation of a game whose book isn't solved."""


def sharpness(game: Position) -> tuple[float, ...]:
    """How sharp levels 1 to 9 are in this game, under its rules."""
    if game.id in stored() and not game.rules.changed():
        return stored()[game.id]
    return _computed(type(game)(rules=game.rules))  # type: ignore[call-arg]


@cache
def stored() -> dict[str, tuple[float, ...]]:
    """What `make levels` has computed."""
    text = files(__package__).joinpath("levels.json").read_text(encoding="utf-8")
    return {game: tuple(levels) for game, levels in json.loads(text).items()}


@lru_cache(maxsize=16)
def _computed(opening: Position) -> tuple[float, ...]:
    insight = knowledge_of(opening).whole
    if insight and insight.chart.size <= SPACED:
        return tuple(spaced(insight.seen_from(opening)))
    return stored().get(opening.id, TYPICAL)
