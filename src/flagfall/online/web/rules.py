"""The rules of a game as HTML, from the pages beside them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from markdown_it import MarkdownIt
from markupsafe import Markup

_RULE = re.compile(r"<strong>(F\d-[A-Z]\d+)</strong>")


@dataclass(frozen=True)
class Chapter:
    title: str
    html: Markup


@cache
def chapters(game: str) -> tuple[Chapter, ...]:
    """The chapters of the game's page; the first is the introduction and has no title."""
    page = _source(game)
    about, *rest = re.split(r"^## ", page.partition("\n")[2], flags=re.MULTILINE)
    titled = (part.partition("\n") for part in rest)
    return (Chapter("", _html(about)), *(Chapter(title.strip(), _html(body)) for title, _, body in titled))


def chapter(game: str, title: str) -> Markup:
    return next(each.html for each in chapters(game) if each.title == title)


def _html(markdown: str) -> Markup:
    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    return Markup(_RULE.sub(r'<span class="rule-id">\1</span>', html))


def _source(game: str) -> str:
    return (files("flagfall.games") / game.replace("-", "_") / "rules.md").read_text(encoding="utf-8")
