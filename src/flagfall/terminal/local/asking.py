"""One question to one person, until it is answered with a legal move or the game has changed otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flagfall.core import FlagfallError, IllegalMove, Player, Position

from .commands import Action, command

if TYPE_CHECKING:
    from flagfall.terminal.tty.console import Echo

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
        self.hints = 0
        """How often a hint was asked for."""

    def until_answered(self) -> Action | None:
        """Ask until a move is accepted. What needs the other player, an offer say, is returned to be done openly."""
        while True:
            line = self.console.ask(self.own.view.prompt(self.player), self._echo())
            if found := command(line):
                if in_the_open := found.run(self, line):
                    return in_the_open
            elif self._submit(line):
                return None

    def until_alone(self) -> Action | None:
        """Wait for Enter. Commands work, too, in sight of the other player; nothing else is shown or used."""
        player = self.player
        handover = f"\n{player}'s turn. {player.other}, look away.\n{player}, press Enter: "
        while found := command(line := self.console.ask(handover, lambda typed: typed if command(typed) else "")):
            if in_the_open := found.run(self, line):
                return in_the_open
        return None

    def until_confirmed(self, question: str) -> bool:
        """Ask until the answer is yes or no; commands that only show something work, too."""
        while True:
            answer = self.console.ask(question)
            if (found := command(answer)) and not found.acts:
                if show := found.run(self, answer):
                    show()
            elif answer.strip().casefold() in ("y", "yes"):
                return True
            elif answer.strip().casefold() in ("n", "no"):
                return False
            else:
                self.console.print("Please answer yes or no.")

    def _submit(self, line: str) -> bool:
        try:
            self.match.submit(self.player, self.own.view.read(self.player, line))
        except FlagfallError as error:
            self._refuse(str(error))
            return False
        return True

    def _refuse(self, reason: str) -> None:
        """Say why. The first line of a reason tells nothing secret; the rest may, so an onlooker doesn't get it."""
        told = reason.split("\n")[0] if self.overlooked else reason
        self.table.refused.append((self.player, told))
        self.console.print(told)
        if self.console.interactive:
            self.console.print("(help shows what can be typed here)")

    def _echo(self) -> Echo | None:
        """What may be seen of the typing: everything, unless a second person sits at the screen."""
        view = self.own.view
        if len(self.table.people) == 1 or not (view.hides() or len(view.choices()) > 1):
            return None
        return lambda typed: typed if command(typed) else self._seen(typed)

    def _seen(self, typed: str) -> str:
        """What may be seen of a line that is no command. While it is typed, an onlooker sees nothing of it."""
        if not self.overlooked:
            return self.own.view.shown(self.player, typed)
        return "" if self.console.typed else public_part(self.own.view, self.player, typed)


def public_part(view: Position, player: Player, typed: str) -> str:
    """What everybody may see of a whole line: a legal move that is no secret, or what may be seen of any typing."""
    try:
        move = view.read(player, typed)
    except IllegalMove:
        return ""
    is_public = len(view.choices()) == 1 and view.disguise(player, move, None) == move
    return typed if is_public else view.shown(player, typed)
