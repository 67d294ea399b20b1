"""Keeps a game, or a series, in its file: written after every accepted move, before the move is announced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from flagfall.core import FlagfallError, Outcome, whole
from flagfall.match import Match, Series, Terms
from flagfall.record import BadRecord, Record, write
from flagfall.record.files import NoSuchGame, load, new_path, saved, write_whole


@dataclass
class Save:
    """The file of one game or series: the rounds that are over, and the one that is being played."""

    path: Path
    tags: dict[str, str]
    rounds: list[Record] = field(default_factory=list)
    current: Record | None = None

    @classmethod
    def new(cls, game: str, tags: Mapping[str, str]) -> Save:
        now = datetime.now()
        return cls(new_path(game, now), {**tags, "Date": f"{now:%Y-%m-%d %H:%M:%S}"})

    def journal(self, match: Match) -> None:
        """Write the match down; what a Match calls before it tells anybody."""
        salt = self.current.salt if self.current else None
        record = Record.of(match, {**self.tags, **self.round_tag()}, salt)
        write_whole(self.path, write([*self.rounds, record]))
        self.current = record

    def round_tag(self) -> dict[str, str]:
        return {"Round": str(len(self.rounds) + 1)} if "BestOf" in self.tags or "FirstTo" in self.tags else {}

    def finish_round(self) -> None:
        if self.current:
            self.rounds.append(self.current)
            self.current = None

    def text(self) -> str:
        """The file as it stands: secrets of a game in progress are sealed."""
        return write([*self.rounds, *([self.current] if self.current else [])])


@dataclass(frozen=True)
class Resumed:
    """A saved game, ready to be taken up."""

    save: Save
    series: Series
    match: Match | None
    """The round that was being played; None between two rounds."""


def resume(path: Path) -> Resumed:
    """Take up the game in this file, or say why it can't be."""
    *rounds, last = load(path)
    if last.outcome:
        rounds.append(last)
    outcomes = [record.outcome for record in rounds]
    if None in outcomes:
        raise BadRecord(f"{path}: a round is unfinished, and others follow it")
    series = _series(rounds[0] if rounds else last, [outcome for outcome in outcomes if outcome])
    if last.outcome and series.over:
        raise NoSuchGame(f"{path.name} is over ({last.outcome}); see it again with: flagfall replay {path.name}")
    tags = {name: value for name, value in last.tags.items() if name != "Round"}
    save = Save(path, tags, rounds, None if last.outcome else last)
    return Resumed(save, series, None if last.outcome else last.match())


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


def unfinished() -> list[Path]:
    """The saved games that can be taken up, newest first. Files that can't be read are passed over."""
    return [path for path in saved() if _can_resume(path)]


def _can_resume(path: Path) -> bool:
    try:
        resume(path)
    except (FlagfallError, OSError):
        return False
    return True
