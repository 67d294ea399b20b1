"""Plain mode's commands, typed below a board: the same table of them, told on the full screen."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from flagfall.core import Player
from flagfall.match import Offer, Seat
from flagfall.terminal.boards import Look
from flagfall.terminal.prompt import table as plain
from flagfall.terminal.prompt.commands import find
from flagfall.terminal.tty.console import Console

from .table import Network

if TYPE_CHECKING:
    from .game import GameScreen

MARGINS = 16
"""So many columns lie around a text that is shown over the board."""


class Online:
    """What plain mode's commands ask of a network."""

    def __init__(self, network: Network, console: Console) -> None:
        self._network, self._console = network, console
        self.rematch, self.say, self.renew = network.rematch, network.say, network.renew

    def show_links(self) -> None:
        self._console.print(self._network.links)


class Page(Console):
    """Gathers what is printed, in lines that are no longer than there is room."""

    def __init__(self, out: StringIO, columns: int) -> None:
        super().__init__(StringIO(), out)
        self._columns = columns

    @property
    def width(self) -> int | None:
        return self._columns


class Commands(plain.Table):
    """What a command asks of a table; what it prints is gathered, to be shown."""

    def __init__(self, screen: GameScreen) -> None:
        self.game = screen
        self.where, self.look = screen.table.where, Look(words=False)
        self._out = StringIO()
        self.console = Page(self._out, max(30, screen.size.width - MARGINS))
        network = screen.table.network
        self.network = Online(network, self.console) if network else None
        self.lacks = [*["say"] * (not (network and network.chat)), *["clock"] * (not screen.table.clocks())]

    def obey(self, line: str) -> str | None:
        """Do what the line says, if it is a command; the answer is what to show."""
        command = find(self.where, line)
        if command is None:
            return None
        command.run(self, " ".join(line.split(maxsplit=1)[1:]).strip())
        return self._out.getvalue().rstrip("\n")

    @property
    def player(self) -> Player | None:
        return self.game.table.asked or self.game.table.own

    @property
    def screen(self) -> Seat:
        return self.game.table.seat

    def clocks(self) -> str:
        from flagfall.terminal.remote.words import clocks

        return clocks(self.game.table.clocks())

    def question(self) -> plain.Question | None:
        return None

    def read(self, question: plain.Question) -> str | None:
        return None

    def offer(self, what: Offer) -> None:
        self.game.offer(what)

    def resign(self) -> None:
        self.game.ask_to_resign()

    def hint(self) -> None:
        self.game.action_hint()

    def evaluate(self) -> None:
        self.game.evaluate()

    def save(self, file: str) -> None:
        self.console.print(self.game.table.save(file))

    def leave(self) -> None:
        self.game.action_leave()
