"""Keeps a game, or a series, in its file: written after every accepted move, before the move is announced."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from shlex import quote

from flagfall.core import FlagfallError, Outcome, Player, whole
from flagfall.match import Match, Series, Terms
from flagfall.record import BadRecord, Record, write
from flagfall.record.files import (
    GAMES,
    UNATTENDED,
    InUse,
    NoSuchGame,
    NotWritten,
    find,
    folder,
    held,
    load,
    load_stream,
    name_of,
    new_path,
    saved,
    write_new,
    write_whole,
)

from .tty.advice import command

HUMAN = "human"
KEPT = 50
"""So many games that programs have played are kept."""


class NotSaved(FlagfallError):
    """Something could not be written down, so it has not happened."""


@dataclass
class Save:
    """The file of one game or series: the rounds that are over, and the one that is being played."""

    path: Path
    tags: dict[str, str]
    rounds: list[Record] = field(default_factory=list)
    current: Record | None = None
    name: str = ""
    """What it can be found by."""
    writes: bool = True
    """Whether there is a file; without one a game is only remembered."""

    def __post_init__(self) -> None:
        self.name = self.name or name_of(self.path)

    @property
    def records(self) -> list[Record]:
        return [*self.rounds, *([self.current] if self.current else [])]

    def text(self) -> str:
        """The file as it stands: secrets of a game in progress are sealed."""
        return write(self.records)

    def journal(self, match: Match) -> None:
        """Write the match down; what a Match calls before it tells anybody."""
        salt = self.current.salt if self.current else None
        record = Record.of(match, {**self.tags, **self._round_tag()}, salt)
        if self.writes:
            self._write([*self.rounds, record])
        self.current = record

    def _write(self, records: list[Record]) -> None:
        try:
            write_whole(self.path, write(records))
        except OSError as error:
            where = f"{self.path.parent} ({error.strerror})"
            raise NotSaved(f"It could not be saved in {where}, so nothing has changed.") from None

    def finish_round(self) -> None:
        if self.current:
            self.rounds.append(self.current)
            self.current = None

    def _round_tag(self) -> dict[str, str]:
        return {"Round": str(len(self.rounds) + 1)} if "BestOf" in self.tags or "FirstTo" in self.tags else {}


def save_copy(file: str, text: str) -> str:
    """Write a new file; the answer is what to say about it."""
    path = Path(os.path.expanduser(file))
    try:
        write_new(path, text)
    except NotWritten as error:
        return f"Not saved: {error}."
    return f"A copy is saved in {path}."


@contextmanager
def new_save(game: str, tags: Mapping[str, str], kind: str) -> Iterator[Save]:
    """A file for a new game in the folder of its kind, which no other program can take up meanwhile."""
    now = datetime.now()
    if kind == UNATTENDED:
        _forget_oldest(KEPT)
    with ExitStack() as stack:
        path = next(path for _ in range(100) if (path := _hold_new_path(stack, game, now, kind)))
        yield Save(path, {**tags, "Date": _written(now)})


def unsaved(tags: Mapping[str, str]) -> Save:
    """A game that is kept nowhere, for who wants that, or where nothing can be written."""
    return Save(Path(), {**tags, "Date": _written(datetime.now())}, name="unsaved", writes=False)


def _written(now: datetime) -> str:
    return f"{now:%Y-%m-%d %H:%M:%S}"


def _forget_oldest(kept: int) -> None:
    """Let the oldest games go that programs have played; not one that is open."""
    for path in saved(UNATTENDED)[kept:]:
        with suppress(InUse, OSError), held(path):
            path.unlink()


def _hold_new_path(stack: ExitStack, game: str, now: datetime, kind: str) -> Path | None:
    """A path that is ours now; None where another game, started at the same moment, was faster."""
    path = new_path(game, now, kind)
    try:
        stack.enter_context(held(path))
    except InUse:
        return None
    except OSError as error:
        where = f"{path.parent} ({error.strerror})"
        raise NotSaved(f"games can't be saved in {where}; set XDG_DATA_HOME to a folder that can be written") from None
    return None if path.exists() else path


@dataclass(frozen=True)
class Sitting:
    """A game or series, new or taken up, and where it is kept."""

    save: Save
    series: Series
    match: Match | None = None
    """The round that was being played; None between two rounds."""


@contextmanager
def taken_up(name: str, attended: bool) -> Iterator[Sitting]:
    """The game with this name, which no other program can take up meanwhile. A link leads to the real file.

    With somebody at the keyboard it is a person's game from now on.
    """
    given = named(name)
    path = given.resolve()
    with held(path), ExitStack() as stack:
        found = resume(path, name_of(given))
        kept = folder() / path.name
        if attended and path.parent == folder(UNATTENDED).resolve() and not kept.exists():
            stack.enter_context(held(kept))
            path.rename(kept)
            found.save.path, found.save.name = kept, name_of(kept)
        yield found


def named(name: str) -> Path:
    """The file of a saved game, or where to look for its name."""
    try:
        return find(name)
    except NoSuchGame as error:
        raise NoSuchGame(f"{error}; `{command('resume --list')}` lists them") from None


def records_in(name: str) -> list[Record]:
    """The games in a file or a saved game; `-` is what comes through a pipe."""
    return load_stream(sys.stdin.buffer, "standard input") if name == "-" else load(named(name))


def resume(path: Path, name: str | None = None) -> Sitting:
    """Take up the game in this file, or say why it can't be."""
    *rounds, last = load(path)
    if last.outcome:
        rounds.append(last)
    outcomes = [record.outcome for record in rounds]
    if None in outcomes:
        raise BadRecord(f"{path}: a round is unfinished, and others follow it")
    series = _series(rounds[0] if rounds else last, [outcome for outcome in outcomes if outcome])
    tags = {tag: value for tag, value in last.tags.items() if tag != "Round"}
    save = Save(path, tags, rounds, None if last.outcome else last, name or "")
    if last.outcome and series.over:
        again = command(f"replay {quote(save.name)}")
        raise NoSuchGame(f"{save.name} is over ({last.outcome}); see it again with: {again}")
    return Sitting(save, series, None if last.outcome else last.match())


def _series(first: Record, outcomes: list[Outcome]) -> Series:
    return Series(first.start, terms_of(first.tags), outcomes)


def terms_of(tags: Mapping[str, str]) -> Terms:
    """The terms of the series that these tags tell of."""
    try:
        best_of, first_to = (whole(tags[name]) if name in tags else None for name in ("BestOf", "FirstTo"))
    except ValueError:
        raise BadRecord("BestOf and FirstTo take a whole number") from None
    return Terms(best_of, first_to, "Swap" in tags)


def tags_of(terms: Terms) -> dict[str, str]:
    """The same as tags; none for a single game."""
    tags = {"BestOf": terms.best_of, "FirstTo": terms.first_to}
    return {name: str(value) for name, value in tags.items() if value} | ({"Swap": "yes"} if terms.swap else {})


def unfinished(attended: bool) -> Iterator[Path]:
    """The games that can be taken up by whoever names none, newest first: with a person in them, and for somebody at
    the keyboard only those that were played there. Files that can't be read are passed over."""
    return (path for path in (saved(GAMES) if attended else saved()) if _has_person(path))


def _has_person(path: Path) -> bool:
    try:
        tags = resume(path).save.tags
    except (FlagfallError, OSError):
        return False
    return any(tags.get(player.name, HUMAN) == HUMAN for player in Player)
