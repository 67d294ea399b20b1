"""One question to one person, until it is answered with a legal move or the game has changed otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.core import IllegalMove, Player, Position

from .commands import Action, command
from .console import Echo

if TYPE_CHECKING:
    from .plain import Table


class Asking:
    """Asks `player`; `private` says that nobody else can see the screen."""

    def __init__(self, table: Table, player: Player, private: bool) -> None:
        self.table = table
        self.match = table.match
        self.console = table.console
        self.player = player
        self.own = table.match.seats[player]
        self.overlooked = table.shares_secrets() and not private
        """Whether the other player reads along, though each has something to hide."""
        self.screen = self.match.seats[None] if self.overlooked else self.own
        """The seat that this screen may show."""

    def until_answered(self) -> Action | None:
        """Ask until a move is accepted. What needs the other player, an offer say, is returned to be done openly."""
        while True:
            line = self.console.ask(self.own.view.prompt(self.player), self._echo())
            if run := command(line):
                if in_the_open := run(self, line.split(maxsplit=1)[1:]):
                    return in_the_open
            elif self._submit(line):
                return None

    def _submit(self, line: str) -> bool:
        try:
            self.match.submit(self.player, self.own.view.read(self.player, line))
        except IllegalMove as error:
            self._refuse(str(error))
        except OSError as error:
            self._refuse(f"The move could not be saved ({error.strerror}), so it was not played.")
        else:
            return True
        return False

    def _refuse(self, reason: str) -> None:
        """Say why. The first line of a reason tells nothing secret; the rest may, so an onlooker doesn't get it."""
        told = reason.split("\n")[0] if self.overlooked else reason
        self.table.refused.append(told)
        self.console.print(told)
        if self.console.interactive:
            self.console.print("(help shows what can be typed here)")

    def _echo(self) -> Echo | None:
        """What may be seen of the typing: everything, unless a second person sits at the screen."""
        view = self.own.view
        if len(self.table.people) == 1 or not (view.hides() or len(view.choices()) > 1):
            return None
        if self.overlooked and self.console.typed:
            return lambda typed: ""
        if self.overlooked:
            return lambda typed: typed if command(typed) else public_part(view, self.player, typed)
        return lambda typed: view.shown(self.player, typed)


def public_part(view: Position, player: Player, typed: str) -> str:
    """What everybody may see of a whole line: a legal move that is no secret, or what may be seen of any typing."""
    try:
        move = view.read(player, typed)
    except IllegalMove:
        return ""
    return (
        typed if view.disguise(player, move, None) == move and len(view.choices()) == 1 else view.shown(player, typed)
    )
