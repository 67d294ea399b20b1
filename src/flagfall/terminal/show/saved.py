"""The saved games: with whom, since when and whose turn it is; the list of them; and letting some go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from flagfall.core import FlagfallError, Player
from flagfall.exits import DONE
from flagfall.record import Record
from flagfall.record.files import UNATTENDED, NoSuchGame, folder, held, load, name_of, saved
from flagfall.record.names import names_in
from flagfall.terminal.saving import HUMAN, named, resume
from flagfall.terminal.tty.console import Console


class NotMeant(FlagfallError):
    """Nothing is deleted without a word from somebody."""


@dataclass(frozen=True)
class SavedGame:
    """A game or series in a file."""

    path: Path
    since: datetime
    """When it was last played."""
    records: Sequence[Record] = ()
    waiting: tuple[Player, ...] = ()
    """Who has to choose: nobody where it is over, can't go on, or the next round begins."""
    result: str | None = None
    problem: str | None = None
    """Why it can't be read or gone on with."""

    @classmethod
    def at(cls, path: Path) -> SavedGame:
        since = datetime.fromtimestamp(_changed(path))
        try:
            records = load(path)
        except (FlagfallError, OSError) as error:
            return cls(path, since, problem=_problem(error, path))
        try:
            match = resume(path).match
        except NoSuchGame:
            return cls(path, since, records, result=str(records[-1].outcome))
        except (FlagfallError, OSError) as error:
            return cls(path, since, records, problem=_problem(error, path))
        return cls(path, since, records, tuple(match.waiting()) if match else ())

    @property
    def name(self) -> str:
        return name_of(self.path)

    @property
    def tags(self) -> Mapping[str, str]:
        return self.records[-1].tags if self.records else {}

    @property
    def players(self) -> dict[Player, str]:
        return {player: self.tags.get(player.name, HUMAN) for player in Player}

    @property
    def can_go_on(self) -> bool:
        return not (self.result or self.problem)

    @property
    def is_by_programs(self) -> bool:
        """Whether nobody sat at a keyboard."""
        return self.path.parent == folder(UNATTENDED) or HUMAN not in self.players.values()

    @property
    def plies(self) -> int:
        return sum(len(record.plies) for record in self.records)

    def words(self, now: datetime | None = None) -> str:
        """The game in a line: what, with whom, since when, and how it stands."""
        if not self.records:
            return f"{self.name}: damaged"
        parts = [self.records[-1].start.title, self.whom(), f"since {when(self.since, now or datetime.now())}"]
        return ", ".join([*parts, counted(self.plies), self.standing()])

    def whom(self) -> str:
        names = names_in(self.tags)
        called = {player: names.get(player) for player in Player}
        kinds = {player: kind for player, kind in self.players.items() if kind != HUMAN}
        if len(kinds) == 2:
            return " against ".join(kinds.values())
        if kinds:
            (bot,) = kinds
            return f"{f'{called[bot.other]} ' if called[bot.other] else ''}against {kinds[bot]}"
        return " and ".join(called[player] or str(player) for player in Player) if names else "two players"

    def standing(self) -> str:
        """Whose turn it is, or how it ended."""
        if self.problem:
            return "can't go on"
        if self.result:
            return self.result
        return self._turn()

    def _turn(self) -> str:
        people = [player for player, kind in self.players.items() if kind == HUMAN]
        if not self.waiting:
            return "the next round begins"
        if len(people) == 1 and people[0] in self.waiting:
            return "your turn"
        names = names_in(self.tags)
        whose = " and ".join(names.get(player) or str(player) for player in self.waiting)
        return f"{whose} to choose"

    def data(self) -> dict[str, Any]:
        """The same for a program."""
        row = {"name": self.path.stem}
        if not self.records:
            return {**row, "result": None, "problem": self.problem}
        return {
            **row,
            "game": self.records[-1].start.id,
            "players": {player.name: kind for player, kind in self.players.items()},
            "names": {player.name: name for player, name in names_in(self.tags).items()},
            "rounds": len(self.records),
            "plies": self.plies,
            "since": self.since.isoformat(sep=" ", timespec="seconds"),
            "waiting": [player.name for player in self.waiting],
            "result": self.result,
            "problem": self.problem,
        }


def counted(plies: int) -> str:
    return f"{plies} pl{'y' if plies == 1 else 'ies'}"


def when(then: datetime, now: datetime) -> str:
    """A moment as one would say it now."""
    for days, name in ((0, "today"), (1, "yesterday")):
        if then.date() == now.date() - timedelta(days=days):
            return f"{name} {then:%H:%M}"
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then.day} {then:%b %Y}"


def _changed(path: Path) -> float:
    with suppress(OSError):  # it may go at any moment
        return path.stat().st_mtime
    return 0


def _problem(error: Exception, path: Path) -> str:
    """What is wrong, without the name of the file."""
    return str(error.strerror) if isinstance(error, OSError) else str(error).removeprefix(f"{path}: ")


# --- the list ---


def saved_games(*kinds: str) -> list[SavedGame]:
    """Those in these folders (none named: in both), newest first."""
    return [SavedGame.at(path) for path in saved(*kinds)]


def list_saved(console: Console, as_json: bool) -> None:
    """The saved games, newest first, with how they stand. One that can't be gone on with is listed with the reason."""
    games = saved_games()
    if as_json:
        console.print_json([game.data() for game in games])
        return
    for game in games:
        standing = f"damaged: {game.problem}" if game.problem else game.result or "unfinished"
        plies = counted(game.plies) if game.records else ""
        names = f" ({', '.join(names_in(game.tags).values())})" if names_in(game.tags) else ""
        console.tell(f"{game.path.stem:<40} {plies:>9}  {standing}{names}", indent="  ")
    if not games:
        console.print("No game has been saved yet.")


# --- letting them go ---


def stale(games: Iterable[SavedGame], days: int, now: datetime) -> list[SavedGame]:
    """Those that nobody will go on with, untouched for so many days: the ones that are over, and those of programs.
    One that is damaged is left to its owner."""
    limit = now - timedelta(days=days)
    return [game for game in games if (game.result or game.is_by_programs) and not game.problem and game.since <= limit]


def delete(game: SavedGame) -> None:
    """Remove its file; InUse where another program has it open."""
    with held(game.path):
        game.path.unlink(missing_ok=True)


def delete_named(console: Console, names: Sequence[str], *, sure: bool) -> int:
    """Delete the games with these names, once somebody has said that it is meant; the answer is the exit code."""
    return _let_go(console, [SavedGame.at(path) for path in dict.fromkeys(map(_ours, names))], sure=sure)


def _ours(name: str) -> Path:
    """The file of a saved game; no other file is deleted."""
    path = named(name).resolve()
    if path not in [each.resolve() for each in saved()]:
        raise NotMeant(f"{name} is not among the saved games; delete it as you delete any file")
    return path


def prune(console: Console, days: int, *, sure: bool) -> int:
    """Delete what is `stale`; the answer is the exit code."""
    games = stale(saved_games(), days, datetime.now())
    if not games:
        console.tell("There is nothing to let go.")
        return DONE
    return _let_go(console, games, sure=sure)


def _let_go(console: Console, games: Sequence[SavedGame], *, sure: bool) -> int:
    if not sure:
        _check_typed(console)
        for game in games:
            console.tell(f"{game.name}: {game.words()}", indent="  ")
        if not console.agree(f"Delete {_how_many(games)}?"):
            console.tell("Nothing was deleted.")
            return DONE
    for game in games:
        delete(game)
    console.tell(f"Deleted {_how_many(games)}.")
    return DONE


def _check_typed(console: Console) -> None:
    if not console.typed:
        raise NotMeant("nobody is here to say whether that is meant; --yes says so")


def _how_many(games: Sequence[SavedGame]) -> str:
    return "1 game" if len(games) == 1 else f"{len(games)} games"
