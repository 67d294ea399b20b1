"""Starting a game, or taking one up, and playing it until it is over or left."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from io import StringIO
from shlex import quote
from typing import Any

from flagfall.bots import Opponent, bot
from flagfall.core import Player, Position, whole
from flagfall.exits import DONE
from flagfall.match import Series, Terms
from flagfall.record import Record
from flagfall.record.files import GAMES, UNATTENDED, NoSuchGame
from flagfall.record.names import introduced, name_tags, names_in
from flagfall.terminal.saving import (
    HUMAN,
    NotSaved,
    Save,
    Sitting,
    new_save,
    tags_of,
    taken_up,
    terms_of,
    unfinished,
    unsaved,
)
from flagfall.terminal.tty.advice import Advice, command
from flagfall.terminal.tty.console import Console, sentence
from flagfall.terminal.tty.leaving import until_left
from flagfall.terminal.tty.meter import metered

from .ending import Ending
from .table import LocalTable


@dataclass(frozen=True)
class Setup:
    """What is to be played, and by whom."""

    start: Position
    players: Mapping[Player, str] = field(default_factory=lambda: dict.fromkeys(Player, HUMAN))
    terms: Terms = field(default_factory=Terms)
    cap: int | None = None
    seed: str | None = None
    names: Mapping[Player, str] = field(default_factory=dict)
    """What the players are called, if they have said so."""
    saved: bool = True
    """Whether it is to be kept in a file."""

    def tags(self) -> dict[str, str]:
        players = {player.name: name for player, name in self.players.items()}
        extra = {"Cap": self.cap, "Seed": self.seed}
        told = {name: str(value) for name, value in extra.items() if value is not None}
        return players | name_tags(self.names) | tags_of(self.terms) | told

    @classmethod
    def of(cls, start: Position, tags: Mapping[str, str]) -> Setup:
        """What these tags of a record tell of it."""
        players = {player: tags.get(player.name, HUMAN) for player in Player}
        cap = whole(tags["Cap"]) if "Cap" in tags else None
        return cls(start, players, terms_of(tags), cap, tags.get("Seed"), names_in(tags))

    def swapped(self) -> Setup:
        """The same once more, with everybody in the other seat."""
        players = {player.other: kind for player, kind in self.players.items()}
        names = {player.other: name for player, name in self.names.items()}
        return replace(self, players=_in_order(players), names=_in_order(names))


def _in_order(seats: Mapping[Player, str]) -> dict[Player, str]:
    return {player: seats[player] for player in Player if player in seats}


def play(setup: Setup, *, words: bool = False, as_json: bool = False) -> int:
    """Play a new game or series, and again if somebody likes; the answer is the exit code."""
    console = _console(as_json)
    following: Setup | None = setup
    while following:
        with _begun(console, following) as sitting:
            code, following = _play(console, sitting, words, as_json)
    return code


def take_up(name: str, *, words: bool = False, as_json: bool = False) -> int:
    """Go on with the saved game of this name."""
    with taken_up(name, _is_attended()) as sitting:
        code, following = _play(_console(as_json), sitting, words, as_json)
    return play(following, words=words, as_json=as_json) if following else code


def _console(as_json: bool) -> Console:
    """With JSON nothing stands on stdout but what came of it."""
    return Console(stdout=StringIO() if as_json else None)


@contextmanager
def _begun(console: Console, setup: Setup) -> Iterator[Sitting]:
    """A new game and its file; without one where nothing can be saved, if somebody says that they play all the same."""
    kind = GAMES if _is_attended() and HUMAN in setup.players.values() else UNATTENDED
    with ExitStack() as stack:
        save = unsaved(setup.tags())
        if setup.saved:
            try:
                save = stack.enter_context(new_save(setup.start.id, setup.tags(), kind))
            except NotSaved as error:
                if not (console.interactive and _plays_unsaved(console, error)):
                    raise
        yield Sitting(save, Series(setup.start, setup.terms))


def _plays_unsaved(console: Console, error: NotSaved) -> bool:
    console.tell(sentence(str(error)))
    return console.agree("Play without saving?")


def name_or_newest(name: str | None) -> str:
    """The name that was given, or the newest unfinished game for whoever gave none."""
    newest = None if name else next(unfinished(_is_attended()), None)
    if not (name or newest):
        raise NoSuchGame(f"there is no unfinished game; `{command('play GAME')}` starts one")
    return name or str(newest)


def _is_attended() -> bool:
    """Whether somebody sits at the keyboard."""
    return sys.stdin.isatty()


def _play(console: Console, sitting: Sitting, words: bool, as_json: bool) -> tuple[int, Setup | None]:
    """The exit code, and what is to be played next."""
    table, ending = _table(sitting, console, words), Ending(console, sitting.save, words)
    code = until_left(lambda: _run(table, ending), lambda: _how_to_go_on(table, sitting.save))
    if as_json:
        Console().print_json(_result(table, sitting.save))
    if not ending.again:
        return code, None
    return code, replace(Setup.of(sitting.series.start, sitting.save.tags).swapped(), saved=sitting.save.writes)


def _table(sitting: Sitting, console: Console, words: bool) -> LocalTable:
    tags, match = sitting.save.tags, sitting.match
    cap = whole(tags["Cap"]) if "Cap" in tags else None
    players = seated(tags, len(match.plies) if match else 0)
    _prepare(players, match.position if match else sitting.series.opening())
    table = LocalTable(console, sitting.series, players, sitting.save, words=words, cap=cap)
    if match:
        table.take_up(match)
    return table


def seated(tags: Mapping[str, str], plies: int) -> dict[Player, Opponent | None]:
    """A bot for every name but `human`. With a seed each bot's numbers follow from it, the seat and the ply."""
    names = {player: tags.get(player.name, HUMAN) for player in Player}
    seeds = {player: f"{tags['Seed']}/{player.name}/{plies}" if "Seed" in tags else None for player in Player}
    return {player: None if name == HUMAN else bot(name, seeds[player]) for player, name in names.items()}


def _prepare(players: Mapping[Player, Opponent | None], start: Position) -> None:
    with metered() as meter:
        for each in filter(None, players.values()):
            each.prepare(start, meter)


def _run(table: LocalTable, ending: Ending) -> int:
    console, save = table.console, ending.save
    if console.interactive:
        kept = "The game is saved after every move." if save.writes else "The game is not saved."
        console.tell(f"Type help at any prompt. {kept}")
    if names := names_in(save.tags):
        console.tell(introduced(names))
    table.run()
    if console.interactive and save.writes:
        console.advise("See it again with:", command(f"replay {quote(save.name)}"))
    if console.interactive and table.people:
        ending.ask()
    return DONE


def _how_to_go_on(table: LocalTable, save: Save) -> Advice:
    if table.series.over:
        return Advice("the game is over.")
    if not save.records:
        return Advice("nothing was played.")
    if not save.writes:
        return Advice("what was played is not saved.")
    return Advice("the game is saved; go on with:", command(f"resume {quote(save.name)}"))


def _result(table: LocalTable, save: Save) -> dict[str, Any]:
    from flagfall.terminal.show.replay import replay_data

    records = save.records or [Record.of(table.match, save.tags)]
    return {
        "name": save.name if save.records and save.writes else None,
        "games": [replay_data(record, reveal=False) for record in records],
        "score": table.series.score(),
        "over": table.series.over,
        "refused": [{"player": player.name, "reason": reason} for player, reason in table.refused],
    }
