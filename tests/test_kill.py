"""The program is killed at any moment, fifty times, and `flagfall resume` goes on from the last accepted move.

What has been announced must be saved; what has not been announced may be.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import IO

import pytest

from flagfall.core import Player
from flagfall.games import BOOKS, GAMES
from flagfall.match import Match, Series, Terms
from flagfall.record import Record
from flagfall.record.files import SUFFIX, load
from flagfall.terminal.local.table import LocalTable
from flagfall.terminal.saving import Save
from flagfall.terminal.tty.console import Console
from tests.every_game import short_game

KILLS = 7
"""In each game."""
FLAGFALL = (sys.executable, "-m", "flagfall")
SERIES = {"capture-the-flag": 5, "grid-runner": 4}
"""Games that are so short that they are played until somebody has won so many."""


@dataclass
class Noting(Save):
    """Notes how much was on the screen whenever something was saved."""

    screen: StringIO = field(default_factory=StringIO)
    notes: list[int] = field(default_factory=list)

    def journal(self, match: Match) -> None:
        self.notes.append(len(self.screen.getvalue()))
        super().journal(match)


@dataclass(frozen=True)
class Script:
    """A whole game: what is typed, what the screen shows, and how much of it when each line has been saved."""

    game: str
    typed: tuple[str, ...]
    screen: str
    notes: tuple[int, ...]

    def arguments(self) -> list[str]:
        return [self.game, *(["--first-to", str(SERIES[self.game])] if self.game in SERIES else [])]

    def announced(self, seen: str) -> int:
        """How many lines must have been accepted and saved when so much has been seen."""
        return sum(note < len(seen) for note in self.notes)


@cache
def script(game: str) -> Script:
    """The game's playthrough, as often as it is needed."""
    record = short_game(game)
    typed = lines_of(record) * SERIES.get(game, 1)
    with tempfile.TemporaryDirectory() as folder:
        screen = StringIO()
        save = Noting(Path(folder) / "game.flagfall", {}, screen=screen)
        console = Console(StringIO("".join(f"{line}\n" for line in typed)), screen)
        terms = Terms(first_to=SERIES.get(game))
        LocalTable(console, Series(record.start, terms), dict.fromkeys(Player), save).run()
        return Script(game, tuple(typed), screen.getvalue(), tuple(save.notes))


def lines_of(record: Record) -> list[str]:
    """What was typed for the plies of a record, in the order in which it is asked for."""
    match, lines = Match(record.start), []
    for ply in record.plies:
        for player in [player for player in match.waiting() if player in ply]:
            lines.append(match.position.written(ply[player]))
            match.submit(player, ply[player])
    return lines


class Killed:
    """A game of the real program in a folder of its own, until it is killed."""

    def __init__(self, script: Script, home: str) -> None:
        self.script, self.seen = script, ""
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "XDG_DATA_HOME": home}
        self.folder = Path(home) / "flagfall" / "unattended"
        self.process = subprocess.Popen(
            [*FLAGFALL, "play", *script.arguments()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.environment,
        )

    def type(self, lines: Sequence[str]) -> None:
        stdin = stream(self.process.stdin)
        stdin.write("".join(f"{line}\n" for line in lines).encode())
        stdin.flush()

    def see(self, many: int) -> None:
        """Read on until so much has been on the screen."""
        handle = stream(self.process.stdout).fileno()
        while len(self.seen) < many and (data := os.read(handle, 4096)):
            self.seen += data.decode()

    def wait_for_a_write(self) -> None:
        """Wait until a file is being written, or for a moment."""
        until = time.monotonic() + 0.02
        while time.monotonic() < until and not any(is_temporary(path) for path in self.folder.glob(".*")):
            pass

    def kill(self) -> None:
        if self.process.returncode is not None:
            return
        self.process.kill()
        self.see(10**9)
        self.process.wait(timeout=60)
        stream(self.process.stdout).close()
        with suppress(BrokenPipeError):
            stream(self.process.stdin).close()

    def saved(self) -> list[Record]:
        """The rounds in the one file that there may be."""
        paths = list(self.folder.glob(f"*{SUFFIX}"))
        assert len(paths) <= 1
        return load(paths[0]) if paths else []

    def resume(self, lines: Sequence[str]) -> subprocess.CompletedProcess[str]:
        typed = "".join(f"{line}\n" for line in lines)
        return subprocess.run(
            [*FLAGFALL, "resume"], input=typed, capture_output=True, text=True, env=self.environment, timeout=60
        )


def stream(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe
    return pipe


def is_temporary(path: Path) -> bool:
    return SUFFIX in path.name and not path.name.endswith(".lock")


@contextmanager
def game_of(script: Script) -> Iterator[Killed]:
    with tempfile.TemporaryDirectory() as home:
        game = Killed(script, home)
        try:
            yield game
        finally:
            game.kill()


def kill_somewhere(game: Killed, random: Random) -> None:
    """All lines at once or one by one; and kill at some place of the screen, after a moment, or while it writes."""
    script = game.script
    if random.random() < 0.5:
        game.type(script.typed)
        game.see(random.randrange(len(script.screen)))
    else:
        many = random.randrange(len(script.typed))
        for line, note in zip(script.typed[:many], script.notes[:many], strict=True):
            game.type([line])
            game.see(note + 1)
        game.type([script.typed[many]])
    if random.random() < 0.5:
        game.wait_for_a_write()
    else:
        time.sleep(random.random() * 0.004)  # only the moment of the kill depends on it
    game.kill()


@pytest.mark.parametrize("number", range(KILLS))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.rule("G-04")
@pytest.mark.long
def test_a_killed_game_goes_on_from_the_last_accepted_move(game, number):
    whole = script(game)
    with game_of(whole) as killed:
        kill_somewhere(killed, Random(f"{game} {number}"))
        assert whole.screen.startswith(killed.seen)
        rounds = killed.saved()
        accepted = [line for record in rounds for line in lines_of(record)]
        assert accepted == list(whole.typed[: len(accepted)])
        assert whole.announced(killed.seen) <= len(accepted) <= whole.announced(killed.seen) + 1
        check_resumed(killed, rounds, whole.typed[len(accepted) :])


def check_resumed(killed: Killed, rounds: list[Record], rest: Sequence[str]) -> None:
    """The rest of the lines leads to the same end, on the screen and in the file."""
    resumed = killed.resume(rest)
    if not rounds or not rest:
        assert (resumed.returncode, resumed.stdout) == (1, "")
        assert resumed.stderr == "flagfall: there is no unfinished game; `flagfall play GAME` starts one\n"
        return
    assert (resumed.returncode, resumed.stderr) == (0, "")
    _, shown = resumed.stdout.split(next_prompt(rounds[-1]), 1)
    assert killed.script.screen.endswith(shown)
    assert [line for record in killed.saved() for line in lines_of(record)] == list(killed.script.typed)


def next_prompt(last: Record) -> str:
    match = Match(last.start) if last.outcome else last.match()
    player = match.waiting()[0]
    return match.position.prompt(player)


@pytest.mark.rule("G-04", "F0-R16")
def test_a_number_that_is_sealed_when_the_program_is_killed_is_kept_and_not_shown():
    whole = script("flag-chase")
    sealed = next(at for at, line in enumerate(whole.typed) if whole.screen[: whole.notes[at]].endswith(": \n"))
    with game_of(whole) as killed:
        killed.type(whole.typed[: sealed + 1])
        killed.see(whole.notes[sealed] + 1)
        killed.kill()
        (record,) = killed.saved()
        assert record.plies[-1] == {Player.P1: whole.typed[sealed]}
        assert "sealed:" in next(killed.folder.glob(f"*{SUFFIX}")).read_text()
        resumed = killed.resume(["history", *whole.typed[sealed + 1 :]])
    shown, _, after = resumed.stdout.partition("Player 1 chose")
    assert shown.count("choose a number") == 2  # Player 2 is asked, looks at the history, and is asked again
    assert "Player 1, choose a number" not in shown
    assert whole.screen.endswith(after) and resumed.returncode == 0


def test_the_scripts_are_long_enough_to_be_killed_in_them():
    assert len(GAMES) * KILLS >= 50
    for game in GAMES:
        assert len(script(game).typed) >= (8 if GAMES[game] in BOOKS else 2), game
