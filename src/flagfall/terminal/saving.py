"""Keeps a game, or a series, in its file: written after every accepted move, before the move is announced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from flagfall.core import FlagfallError, Outcome, whole
from flagfall.match import Match, Series, Terms
from flagfall.record import BadRecord, Record, write
from flagfall.record.files import InUse, NoSuchGame, held, load, new_path, saved, write_whole


class NotSaved(FlagfallError):
    """Something could not be written down, so it has not happened."""


@dataclass
class Save:
    """The file of one game or series: the rounds that are over, and the one that is being played."""

    path: Path
    tags: dict[str, str]
    rounds: list[Record] = field(default_factory=list)
    current: Record | None = None

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
        try:
            write_whole(self.path, write([*self.rounds, record]))
        except OSError as error:
            where = f"{self.path.parent} ({error.strerror})"
            raise NotSaved(f"It could not be saved in {where}, so nothing has changed.") from None
        self.current = record

    def finish_round(self) -> None:
        if self.current:
            self.rounds.append(self.current)
            self.current = None

    def _round_tag(self) -> dict[str, str]:
        return {"Round": str(len(self.rounds) + 1)} if "BestOf" in self.tags or "FirstTo" in self.tags else {}


@contextmanager
def new_save(game: str, tags: Mapping[str, str]) -> Iterator[Save]:
    """A file for a new game, which no other program can take up meanwhile."""
    now = datetime.now()
    with ExitStack() as stack:
        path = next(path for _ in range(100) if (path := _hold_new_path(stack, game, now)))
        yield Save(path, {**tags, "Date": f"{now:%Y-%m-%d %H:%M:%S}"})


def _hold_new_path(stack: ExitStack, game: str, now: datetime) -> Path | None:
    """A path that is ours now; None where another game, started at the same moment, was faster."""
    path = new_path(game, now)
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


def resume(path: Path) -> Sitting:
    """Take up the game in this file, or say why it can't be."""
    *rounds, last = load(path)
    if last.outcome:
        rounds.append(last)
    outcomes = [record.outcome for record in rounds]
    if None in outcomes:
        raise BadRecord(f"{path}: a round is unfinished, and others follow it")
    series = _series(rounds[0] if rounds else last, [outcome for outcome in outcomes if outcome])
    if last.outcome and series.over:
        raise NoSuchGame(f"{path.stem} is over ({last.outcome}); see it again with: flagfall replay {path.stem}")
    tags = {name: value for name, value in last.tags.items() if name != "Round"}
    save = Save(path, tags, rounds, None if last.outcome else last)
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


def unfinished() -> Iterator[Path]:
    """The saved games that can be taken up, newest first. Files that can't be read are passed over."""
    return (path for path in saved() if can_resume(path))


def can_resume(path: Path) -> bool:
    try:
        resume(path)
    except (FlagfallError, OSError):
        return False
    return True
