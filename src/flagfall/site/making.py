"""All files of a site: pages, what they load, what they ask for, and the worker that keeps it all in a browser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from flagfall.coach.lessons.lesson import lesson_or_none
from flagfall.core import Position
from flagfall.games import GAMES, game
from flagfall.online.protocol.messages import encode
from flagfall.online.table.replay import demonstration
from flagfall.online.tables.making import NoTable, made
from flagfall.online.web import offline
from flagfall.online.web.alone import alone
from flagfall.online.web.assets import assets, table_names, version
from flagfall.online.workers.tasks import entries, has_puzzles, listed
from flagfall.solve import Progress

from .links import as_file, file_of

Told = Callable[[str], None]
"""Whoever wants to know what is being made."""
Files = dict[str, bytes]


def site(names: Iterable[str], told: Told = lambda what: None, progress: Progress | None = None) -> Files:
    """The files of a site with these games, or all, by their place in its folder."""
    games = [game(name) for name in names] or list(GAMES.values())
    own = dict(_own_tables(games, told, progress))
    files = {name: each.body for name, each in assets().items() if name != "worker.js"} | own
    files["tables/names.js"] = table_names(Path(name).stem for name in files if name.endswith(".table"))
    static = {f"static/{version()}/{name}": body for name, body in files.items()}
    with alone((each.id for each in games), (Path(name).stem for name in own)):
        pages, data = dict(_pages(told)), dict(_data(games, told))
    return pages | data | static | {"worker.js": _worker(static, pages, data)}


def _own_tables(games: list[type[Position]], told: Told, progress: Progress | None) -> Iterator[tuple[str, bytes]]:
    """The tables of games that come without one, as far as they can have one."""
    for each in games:
        if f"tables/{each.id}.table" not in assets():
            told(f"the table of {each.title}")
            try:
                yield f"tables/{each.id}.table", made(each, progress)
            except NoTable:
                continue


def _pages(told: Told) -> Iterator[tuple[str, bytes]]:
    for address, make in offline.pages().items():
        told(f"the page {address}")
        yield file_of(address), as_file(address, make()).encode()


def _data(games: list[type[Position]], told: Told) -> Iterator[tuple[str, bytes]]:
    """What the pages ask for: each task of every lesson, each puzzle with all that is said of it, and playthroughs."""
    for each in games:
        told(f"the lesson of {each.title}")
        for at, entry in enumerate(entries("lesson", each) if lesson_or_none(each) else ()):
            yield f"api/lessons/{each.id}/{at}/entry.json", encode(entry)
        if found := demonstration(each):
            yield f"api/demos/{each.id}.json", encode(found)
        yield from _puzzles(each, told)


def _puzzles(game: type[Position], told: Told) -> Iterator[tuple[str, bytes]]:
    if not has_puzzles(game):
        return
    told(f"the puzzles of {game.title}")
    puzzles = entries("puzzles", game)
    yield f"api/puzzles/{game.id}.json", encode(listed(game, (each.task for each in puzzles)))
    for at, entry in enumerate(puzzles):
        yield f"api/puzzles/{game.id}/{at}.json", encode(entry)


def _worker(static: Files, pages: Files, data: Files) -> bytes:
    """It knows pages by the addresses that people have."""
    tags = {name: sha256(body).hexdigest()[:16] for name, body in static.items() if not name.endswith(offline.NEEDLESS)}
    addresses = [name.removesuffix("index.html") for name in pages if name.endswith("index.html")]
    return offline.worker_of(tags, addresses, data)
