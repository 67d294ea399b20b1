"""The real program, run inside the test: what it prints, how it ends, and the games it keeps."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from unittest.mock import patch

from flagfall.bots import Bot, Negotiator
from flagfall.cli import main
from flagfall.core import Move, Player, Position
from flagfall.match import Seat, Series, Terms
from flagfall.record.files import folder, saved
from flagfall.terminal.local.table import LocalTable
from flagfall.terminal.saving import Save
from flagfall.terminal.tty.console import Console
from flagfall.terminal.tty.leaving import Leave


@dataclass(frozen=True)
class Run:
    """What came of a command."""

    code: int
    out: str
    err: str


@contextmanager
def data_folder() -> Iterator[Path]:
    """A folder of its own for saved games."""
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, XDG_DATA_HOME=home):
        yield folder()


def run(*arguments: str, typed: Iterable[str] = ()) -> Run:
    """Run a command with these lines as its piped input."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", StringIO("".join(f"{x}\n" for x in typed))):
        try:
            code = main(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
    return Run(code, out.getvalue(), err.getvalue())


def newest() -> str:
    """The text of the newest saved game."""
    return saved()[0].read_text(encoding="utf-8")


def newest_name() -> str:
    return saved()[0].stem


def nameless(text: str) -> str:
    """A text without the times in the names of saved games, and without the blanks that fill up a column of names."""
    return re.sub(r"\d{8}-\d{6}(-\d+)? *", "TIME", text)


def masked(text: str) -> str:
    """A saved game with only the lengths of its envelopes, and without salt and date, which are never the same."""
    text = re.sub(r"sealed:[\w=-]*", lambda found: f"sealed:{len(found[0])}", text)
    return re.sub(r'(Salt|Date|since)"?:? "[^"]*"', r"\1", text)


@dataclass
class Scripted(Negotiator):
    """A bot that plays what is written down, and then leaves."""

    moves: Iterator[Move]

    def choose(self, seat: Seat) -> Move:
        for move in self.moves:
            return move
        raise EOFError


def at_table(
    start: Position, typed: Iterable[str], bots: dict[Player, Bot] | None = None, words: bool = False
) -> tuple[str, LocalTable, str]:
    """What the screen shows of a piped game, the table afterwards, and what was saved."""
    stdout = StringIO()
    with tempfile.TemporaryDirectory() as folder_:
        console = Console(StringIO("".join(f"{line}\n" for line in typed)), stdout)
        players: dict[Player, Bot | None] = {player: (bots or {}).get(player) for player in Player}
        save = Save(Path(folder_) / "game.flagfall", {}, name="game")
        table = LocalTable(console, Series(start, Terms()), players, save, words=words)
        with suppress(EOFError, Leave):
            table.run()
        return stdout.getvalue(), table, save.text()
