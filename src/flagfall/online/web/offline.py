"""What a browser keeps for times without a network, and what a site of files is made of: what is the same for all.

That is files, pages, lessons and puzzles. No page of a game that people play with each other is among it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial

from flagfall.coach.lessons.lesson import lesson_or_none
from flagfall.core import Position
from flagfall.installed import page
from flagfall.online.table.replay import demonstration
from flagfall.online.workers.tasks import has_puzzles

from . import pages as made
from . import reports
from .alone import games, has_table
from .assets import assets, version

_EMPTY = "const KEPT = { files: {}, pages: [], scripted: [], data: [] };"
NEEDLESS = (".txt", ".png", ".css", "worker.js", "early.js")
"""What no page asks for."""
_SCRIPTED = ("/play/", "/puzzles", "/explore")
"""Where the question in the address is read by scripts alone, so that the page is the same for all of them."""
Pages = dict[str, Callable[[], str]]


def pages() -> Pages:
    """All pages that are the same for everybody: by their address, what makes them."""
    found: Pages = {"/": made.home, "/puzzles": made.puzzles, "/learn": made.lessons, "/explore": made.open_explore}
    for each in games().values():
        found |= _pages_of(each)
    return found


def _pages_of(game: type[Position]) -> Pages:
    name = game.id
    found: Pages = {f"/games/{name}": partial(made.new_game, name, {})}
    if page(game) is not None:
        found[f"/games/{name}/rules"] = partial(made.rulebook, name)
    if lesson_or_none(game):
        found[f"/learn/{name}"] = partial(made.learn, name)
    if has_puzzles(game):
        found[f"/puzzles/{name}"] = partial(made.puzzles, name)
    if reports.of(game):
        found[f"/reports/{name}"] = partial(made.report, name)
    if made.explores(game):
        found[f"/explore/{name}"] = partial(made.explore, name, {})
    if has_table(name):
        found[f"/play/{name}"] = partial(made.play, name)
    return found


def data() -> list[str]:
    """The addresses of what those pages ask for besides, which may take long to make."""
    found = []
    for name, game in games().items():
        if lesson := lesson_or_none(game):
            found += [f"/api/lessons/{name}/{at}/entry" for at in range(len(lesson.steps) + len(lesson.exam))]
        if demonstration(game):
            found.append(f"/api/demos/{name}")
    for name, count in made.puzzle_counts().items():
        found += [f"/api/puzzles/{name}", *(f"/api/puzzles/{name}/{at}" for at in range(count))]
    return found


def files() -> dict[str, str]:
    """The files that pages load, by their address, each with its tag."""
    needed = {name: each for name, each in assets().items() if not name.endswith(NEEDLESS)}
    return {f"/static/{version()}/{name}": each.tag for name, each in needed.items()}


@cache
def worker() -> bytes:
    """The worker of a server."""
    return worker_of(files(), pages(), data())


def worker_of(files: Mapping[str, str], pages: Iterable[str], data: Iterable[str]) -> bytes:
    """The worker that keeps these, whose addresses are told as seen from the first page."""
    addresses = [each.lstrip("/") for each in pages]
    scripted = tuple(each.lstrip("/") for each in _SCRIPTED)
    kept = {
        "files": {name.lstrip("/"): tag for name, tag in files.items()},
        "pages": addresses,
        "scripted": [each for each in addresses if each.startswith(scripted)],
        "data": [each.lstrip("/") for each in data],
    }
    script = assets()["worker.js"].body.decode()
    assert _EMPTY in script
    return script.replace(_EMPTY, f"const KEPT = {json.dumps(kept)};").encode()
