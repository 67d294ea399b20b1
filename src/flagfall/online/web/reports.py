"""What is known of a game as pictures: who wins how many positions, how levels fare, and the longest win of all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from flagfall.coach.expectations import Expectation
from flagfall.coach.expectations import stored as expected
from flagfall.coach.reports.stored import Stored, stored
from flagfall.core import Position
from flagfall.games import position

from . import pictures

STEPS = 10
"""Shades in which a share is shown."""
WIDTH = 600


@dataclass(frozen=True)
class Part:
    """A share of all positions, as a piece of a bar."""

    words: str
    kind: str
    count: int
    x: float
    width: float


@dataclass(frozen=True)
class Score:
    percent: int
    shade: int


@dataclass(frozen=True)
class Report:
    title: str
    verdict: str
    """Who wins with best play; nothing where that is not known."""
    parts: tuple[Part, ...]
    positions: int
    names: tuple[str, ...]
    scores: tuple[tuple[Score, ...], ...]
    expectations: tuple[Expectation, ...]
    longest: Markup | None
    plies: int
    text: Markup
    """Everything in words and figures."""


@cache
def of(game: type[Position]) -> Report | None:
    """The report of a game, if one comes with the package."""
    found = stored().get(game.id)
    return _report(game, found) if found else None


def _report(game: type[Position], found: Stored) -> Report:
    data = found.data
    longest = data.get("longest_win_from")
    return Report(
        title=game.title,
        verdict=data.get("verdict", ""),
        parts=_parts(found),
        positions=data.get("positions", 0),
        names=("random", *map(str, range(1, len(found.scores)))),
        scores=tuple(tuple(map(_score, row)) for row in found.scores),
        expectations=expected().get(game.id, ()),
        longest=pictures.small(position(longest)) if longest else None,
        plies=data.get("longest_win", 0),
        text=_html(found.page),
    )


def _parts(found: Stored) -> tuple[Part, ...]:
    """The positions that can arise, by who wins them."""
    data = found.data
    kinds = {"p1": "Player 1 wins", "p2": "Player 2 wins", "draw": "drawn", "open": "stay open", "between": "between"}
    keys = {"p1": "p1_wins", "p2": "p2_wins", "draw": "draws", "open": "endless", "between": "mixed"}
    counts = {kind: data.get(key, 0) for kind, key in keys.items()}
    whole = sum(counts.values())
    parts, x = list[Part](), 0.0
    for kind in ("p1", "open", "draw", "between", "p2"):
        if counts[kind]:
            width = WIDTH * counts[kind] / whole
            parts.append(Part(kinds[kind], kind, counts[kind], round(x, 1), round(width, 1)))
            x += width
    return tuple(parts)


def _score(share: float) -> Score:
    return Score(round(100 * share), round(STEPS * share))


def _html(markdown: str) -> Markup:
    """The text without its title, which the page has; the corner of a table is no heading."""
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown.partition("\n")[2])
    return Markup(html.replace("<th></th>", "<td></td>"))
