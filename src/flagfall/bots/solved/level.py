"""Ten levels, from nearly random to perfect, each a step above the one below, all steps being equally high.

A level is play with a certain sharpness (see `quantal_response`), and how sharp it must be is computed (see `spacing`).
Level 10 is perfect play.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from flagfall.core import Player, Position
from flagfall.solve.arrays import Floats

from .action_values import ActionValues
from .knowledge import knowledge_of
from .perfect import SolutionBot, perfect
from .quantal_response import LEVELS, quantal_response
from .spacing import spaced

SPACED = 5_000
"""Variations with more positions than this take the book's sharpness, as computing it would be a long wait."""
TYPICAL = (1.0, 2.0, 3.0, 4.5, 6.0, 8.0, 10.5, 14.0, 20.0)
"""For such a variation of a game whose book isn't solved."""


@dataclass
class Level(SolutionBot):
    number: int

    def __str__(self) -> str:
        return f"level:{self.number}"

    def plan(self, actions: ActionValues, player: Player) -> Floats:
        if self.number == LEVELS:
            return perfect(actions, player)
        return quantal_response(actions, player, sharpness(actions.solution.start)[self.number - 1])


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
    actions = knowledge_of(opening).whole
    if actions and actions.graph.size <= SPACED:
        return tuple(spaced(actions.seen_from(opening)))
    return stored().get(opening.id, TYPICAL)
