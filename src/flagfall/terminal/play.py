"""Starting a game, taking one up, and leaving it well: with everything saved and a word about how to go on."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import FrameType

from flagfall.bots import Bot, bot
from flagfall.core import Player, Position
from flagfall.games import GAMES, game
from flagfall.match import Match, NotNow, Series, Terms
from flagfall.record.files import NoSuchGame, find, held

from .commands import Quit
from .console import Console
from .plain import Table
from .saving import Resumed, Save, resume, tags_of, unfinished

DONE, INPUT_ENDED, INTERRUPTED, TERMINATED = 0, 3, 130, 143
HUMAN = "human"


@dataclass(frozen=True)
class Setup:
    """What is to be played, and by whom."""

    start: Position
    players: Mapping[Player, str] = field(default_factory=lambda: dict.fromkeys(Player, HUMAN))
    terms: Terms = field(default_factory=Terms)
    cap: int | None = None
    seed: str | None = None
    words: bool = False

    def tags(self) -> dict[str, str]:
        tags = {player.name: name for player, name in self.players.items()} | tags_of(self.terms)
        return tags | {
            name: str(value) for name, value in (("Cap", self.cap), ("Seed", self.seed)) if value is not None
        }


def play(setup: Setup, console: Console | None = None) -> int:
    """Play a new game or series; the answer is the exit code."""
    return _run(_new_table(setup, console or Console()))


def _new_table(setup: Setup, console: Console) -> Table:
    save = Save.new(setup.start.id, setup.tags())
    players = _seated(setup.players, setup.seed, plies=0)
    return Table(console, Series(setup.start, setup.terms), players, save, words=setup.words, cap=setup.cap)


def play_for_program(setup: Setup) -> int:
    """The same from a pipe, with nothing on stdout but what came of it, as JSON."""
    from io import StringIO

    from .show import replay_data, to_json

    table = _new_table(setup, Console(stdout=StringIO()))
    if table.console.typed and table.people:
        raise NotNow("with --json the moves come from a pipe, one a line; nobody can type them here")
    code = _run(table)
    games = [replay_data(record, reveal=False) for record in table.records()]
    print(to_json({"games": games, "score": table.series.score(), "refused": table.refused}))
    return code


def take_up(name: str | None, words: bool = False) -> int:
    """Go on with a saved game: the one that is named, or the newest that is unfinished."""
    paths = [find(name)] if name else unfinished()
    if not paths:
        raise NoSuchGame("there is no unfinished game; `flagfall play GAME` starts one")
    with held(paths[0]):
        resumed = resume(paths[0])
        return _run(_table_of(resumed, words), resumed.match)


def _table_of(resumed: Resumed, words: bool) -> Table:
    tags, match = resumed.save.tags, resumed.match
    names = {player: tags.get(player.name, HUMAN) for player in Player}
    players = _seated(names, tags.get("Seed"), plies=len(match.plies) if match else 0)
    cap = int(tags["Cap"]) if "Cap" in tags else None
    return Table(Console(), resumed.series, players, resumed.save, words=words, cap=cap)


def _seated(names: Mapping[Player, str], seed: str | None, plies: int) -> dict[Player, Bot | None]:
    """A bot for every name but `human`. With a seed each bot's numbers follow from it, the seat and the ply."""
    seeds = {player: None if seed is None else f"{seed}/{player.name}/{plies}" for player in Player}
    return {player: None if name == HUMAN else bot(name, seeds[player]) for player, name in names.items()}


def menu(console: Console | None = None) -> int:
    """Offer the games and start one."""
    console = console or Console()
    console.print("Flagfall: five pocket strategy games for two.\n")
    for number, each in enumerate(GAMES.values(), 1):
        console.print(f"{number}. {each.title}: {each.about}")
    pending = unfinished()
    if pending:
        console.print(f"r. Go on with {pending[0].stem}")
    console.print("\nTo play against a bot: flagfall play GAME --p2 random")
    return _chosen(console, bool(pending))


def _chosen(console: Console, pending: bool) -> int:
    ids = list(GAMES)
    while True:
        try:
            answer = console.ask(f"Choose a game (1-{len(ids)}): ").strip()
        except (EOFError, KeyboardInterrupt):
            return _leave(INPUT_ENDED, None)
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(ids):
            return play(Setup(GAMES[ids[int(answer) - 1]]()), console)
        if answer.casefold() in GAMES:
            return play(Setup(game(answer)()), console)
        if pending and answer.casefold() == "r":
            return take_up(None)
        if answer.casefold() in ("q", "quit", "exit"):
            return DONE
        console.print(f"Enter a number from 1 to {len(ids)}, or quit.")


# --- from the first question to the exit code ---


class _Terminated(Exception):
    """The system asks the program to stop."""


def _run(table: Table, match: Match | None = None) -> int:
    save = table.save
    try:
        with ExitStack() as stack:
            stack.enter_context(_stoppable())
            if table.console.interactive:
                table.console.print("Type help at any prompt. The game is saved after every move.")
            table.run(match)
    except Quit:
        return _leave(DONE, save)
    except EOFError:
        return _leave(INPUT_ENDED, save)
    except KeyboardInterrupt:
        table.console.write("\n")
        return _leave(INTERRUPTED, save)
    except _Terminated:
        return _leave(TERMINATED, save)
    return DONE


def _leave(code: int, save: Save | None) -> int:
    """One line on how to go on."""
    why = {DONE: "You left the game", INPUT_ENDED: "The input ended", INTERRUPTED: "Stopped", TERMINATED: "Stopped"}[
        code
    ]
    kept = save is not None and (save.current or save.rounds)
    where = (
        f"the game is saved; go on with: flagfall resume {save.path.stem}" if kept and save else "nothing was played"
    )
    print(f"{why}: {where}", file=sys.stderr)
    return code


@contextmanager
def _stoppable() -> Iterator[None]:
    """Let SIGTERM and a closed terminal end the game as Ctrl-C does."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise _Terminated

    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
