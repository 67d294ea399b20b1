"""The rules of a game as HTML, from the pages beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from flagfall.core import Position
from flagfall.installed import page

_RULE = re.compile(r"<strong>(F\d-[A-Z]\d+)</strong>")


@dataclass(frozen=True)
class Chapter:
    title: str
    html: Markup


@cache
def chapters(game: type[Position]) -> tuple[Chapter, ...]:
    """The chapters of the game's page, if it has one; the first is the introduction and has no title."""
    text = page(game)
    if text is None:
        return ()
    about, *rest = re.split(r"^## ", text.partition("\n")[2], flags=re.MULTILINE)
    titled = (part.partition("\n") for part in rest)
    return (Chapter("", _html(about)), *(Chapter(title.strip(), _html(body)) for title, _, body in titled))


def in_short(game: type[Position]) -> Markup | None:
    """The chapter that one needs to play, or the whole page where none is called so; None without a page."""
    found = [each.html for each in chapters(game) if each.title == "In short"]
    return Markup("").join(found or (each.html for each in chapters(game))) or None


def _html(markdown: str) -> Markup:
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    return Markup(_RULE.sub(r'<span class="rule-id">\1</span>', html))
