"""The demonstration: a short game of each kind, shown as it looks when it is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flagfall.bots import Negotiator
from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.installed import playthrough
from flagfall.match import Seat, Series, Terms
from flagfall.record import read
from flagfall.terminal.tty.advice import command
from flagfall.terminal.tty.console import Console

from .table import LocalTable


class NoPlaythrough(FlagfallError):
    """No playthrough lies beside the game."""


@dataclass
class Script(Negotiator):
    """Plays moves that are written down."""

    moves: Iterator[Move]

    def choose(self, seat: Seat) -> Move:
        return next(self.moves)


def demo(console: Console, game: type[Position]) -> None:
    """Show a whole short game."""
    text = playthrough(game)
    if text is None:
        raise NoPlaythrough(f"{game.title} has no game to show; `{command(f'play {game.id}')}` plays one")
    record = read(text)[0]
    players = {player: Script(iter([ply[player] for ply in record.plies if player in ply])) for player in Player}
    console.print(f"A game of {record.start.title}, as it looks when two people play it.\n")
    LocalTable(console, Series(record.start, Terms()), players).run()
    console.print(f"\nNow you: {command(f'play {game.id}')}")
