"""The way to every screen, as the screens know it: whoever shows one asks the app, and imports no other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from textual.dom import DOMNode

from flagfall.core import Move, Player, Position

if TYPE_CHECKING:
    from flagfall.record import Record
    from flagfall.terminal.local.play import Setup

    from .play.table import Table


class Ways(Protocol):
    def start_game(self, setup: Setup) -> None:
        """Play a new game at this machine."""

    def take_up(self, name: str) -> None:
        """Go on with a saved game."""

    def explore(self, start: Position, moves: Sequence[dict[Player, Move]] = ()) -> None: ...

    def analyse(self, records: Sequence[Record], number: int = -1) -> None: ...

    def puzzles(self, start: Position, *, own: bool = False) -> None: ...

    def learn(self, game: type[Position]) -> None: ...

    def watch_bots(self, setup: Setup) -> None:
        """Look on while two bots play."""

    def host(self, start: Position | None = None) -> None:
        """Make a game for somebody elsewhere, by the rules of this opening."""

    def join(self, link: str | None = None) -> None: ...

    def sit_down(self, table: Table) -> None:
        """Play at this table, which its board leaves when it is left itself."""

    def rules(self, game: type[Position]) -> None: ...

    def report(self, start: Position) -> None: ...

    def saved(self) -> None:
        """The saved games to choose from."""

    def open_record(self) -> None:
        """Ask for a file to go through."""

    def choose(self, game: type[Position]) -> None:
        """The start screen of a game."""

    def home(self) -> None:
        """Back to where one began, whatever lies in between."""

    def turn_light(self) -> None:
        """From night to day or back."""

    def settings_changed(self) -> None:
        """What is kept has changed: follow it."""


def ways(node: DOMNode) -> Ways:
    return cast(Ways, node.app)
