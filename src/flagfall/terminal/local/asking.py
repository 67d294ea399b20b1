"""One person at this keyboard who has to choose: what is asked, what may be seen of the typing, and the coach."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flagfall.core import FlagfallError, IllegalMove, Player, Position
from flagfall.terminal.prompt.commands import find
from flagfall.terminal.prompt.table import Question, Where, yes_or_no
from flagfall.terminal.tty.console import sentence

if TYPE_CHECKING:
    from flagfall.coach.advisor import Advisor
    from flagfall.terminal.tty.console import Echo

    from .table import LocalTable

OVERLOOKED = "The coach knows what you hide, and both of you can see this screen: it says nothing here."


class Asking:
    """`hides` says that the question waits until the player is alone with a private screen."""

    def __init__(self, table: LocalTable, player: Player, *, hides: bool) -> None:
        self.table = table
        self.console = table.console
        self.player = player
        self.own = table.match.seats[player]
        self.hides = hides
        self.is_private = False
        """Whether nobody else can see the screen."""
        self._confirming: Question | None = None
        self._hints = 0
        """How often a hint was asked for."""

    def question(self) -> Question:
        if self._confirming:
            return self._confirming
        if self.hides and not self.is_private:
            return self._handover()
        if echo := self._echo():
            self.table.tell_unseen()
        return Question(self.own.view.prompt(self.player), self.table.submit, echo, self._is_open)

    def _handover(self) -> Question:
        """Wait for Enter. Commands work, too, in sight of the other player; nothing else is shown or used."""
        player = self.player
        prompt = f"\n{player}'s turn. {player.other}, look away.\n{player}, press Enter: "
        return Question(prompt, lambda line: self._go_private(), lambda typed: typed if _is_command(typed) else "")

    def _go_private(self) -> None:
        self.is_private = True
        self.table.hide()

    def confirm(self, prompt: str, action: Callable[[], None]) -> None:
        """Do it after a yes."""

        def decided(agreed: bool) -> None:
            self._confirming = None
            if agreed:
                action()

        self._confirming = yes_or_no(self.console, prompt, decided)

    # --- what may be seen of the typing ---

    def _echo(self) -> Echo | None:
        """Everything, unless a second person sits at the screen."""
        view = self.own.view
        if len(self.table.people) == 1 or not (view.hides() or len(view.choices()) > 1):
            return None
        return lambda typed: typed if _is_command(typed) else self._seen(typed)

    def _is_open(self, typed: str) -> bool:
        """Whether a line is no secret, now or later."""
        return _is_command(typed) or self.own.view.shown(self.player, typed) == typed

    def _seen(self, typed: str) -> str:
        """What may be seen of a line that is no command. While it is typed, an onlooker sees nothing of it."""
        if not self.table.overlooked:
            return self.own.view.shown(self.player, typed)
        return "" if self.console.typed else public_part(self.own.view, self.player, typed)

    # --- the coach ---

    def hint(self) -> None:
        self._hints += 1
        self._coach(lambda coach: coach.second_hint(self.own) if self._hints > 1 else coach.first_hint(self.own))

    def evaluate(self) -> None:
        self._coach(lambda coach: "\n".join(coach.evaluation(self.own)), heat=True)

    def _coach(self, advise: Callable[[Advisor], str], *, heat: bool = False) -> None:
        """Say what is known here, or why nothing is; with a map of where something may be hidden."""
        from flagfall.terminal.show.coach import advisor, heat_map

        if self.table.overlooked:
            self.console.tell(OVERLOOKED)
            return
        try:
            coach = advisor(self.table.match.start)
            text = advise(coach)
        except FlagfallError as error:
            self.console.tell(sentence(str(error)), indent="    ")
            return
        if heat and not self.table.look.words and (suspects := coach.suspects(self.own)):
            self.console.print(heat_map(self.own.view, suspects, self.console.width))
        for told in text.split("\n"):
            self.console.tell(told, indent="    ")


def _is_command(typed: str) -> bool:
    return find(Where.HERE, typed) is not None


def public_part(view: Position, player: Player, typed: str) -> str:
    """What everybody may see of a whole line: a legal move that is no secret, or what may be seen of any typing."""
    try:
        move = view.read(player, typed)
    except IllegalMove:
        return ""
    is_public = len(view.choices()) == 1 and view.disguise(player, move, None) == move
    return typed if is_public else view.shown(player, typed)
