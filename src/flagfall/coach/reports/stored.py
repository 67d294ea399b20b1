"""The reports that come with the package, so that a page need not solve anything: `make reports` writes them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from flagfall.games import GAMES


@dataclass(frozen=True)
class Stored:
    page: str
    """The report for reading, in Markdown."""
    data: dict[str, Any]
    """The same as figures, as `flagfall report --json` has them."""
    scores: tuple[tuple[float, ...], ...] = ()
    """How random play and each level score against each other, on average over both seats; none without levels."""


@cache
def stored() -> dict[str, Stored]:
    """By the ids of games, by their books' rules."""
    text = files(__package__).joinpath("stored.json").read_text(encoding="utf-8")
    return {
        game: Stored(found["page"], found["data"], tuple(map(tuple, found["scores"])))
        for game, found in json.loads(text).items()
        if game in GAMES
    }
