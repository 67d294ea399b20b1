"""The demonstration: a short game of each kind, shown as it looks when it is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from flagfall.bots import Negotiator
from flagfall.core import Move, Player
from flagfall.match import Seat, Series, Terms
from flagfall.record import read
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console

from .table import LocalTable


@dataclass
class Script(Negotiator):
    """Plays moves that are written down."""

    moves: Iterator[Move]

    def choose(self, seat: Seat) -> Move:
        return next(self.moves)


def demo(console: Console, game: str) -> None:
    """Show a whole short game."""
    (record,) = read(playthrough(game))
    players = {player: Script(iter([ply[player] for ply in record.plies if player in ply])) for player in Player}
    console.print(f"A game of {record.start.title}, as it looks when two people play it.\n")
    LocalTable(console, Series(record.start, Terms()), players).run()
    console.print(f"\nNow you: {command(f'play {game}')}")


def playthrough(game: str) -> str:
    """The record of a game's demonstration."""
    return (files("flagfall.games") / game.replace("-", "_") / "demo.flagfall").read_text(encoding="utf-8")
