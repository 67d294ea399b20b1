"""After the game: how it ended, and what can be done next."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Entry

from flagfall.core import Outcome, Player
from flagfall.match import Seat
from flagfall.record.files import NotWritten, write_new
from flagfall.terminal.screen.panels.words import coloured

from .curtain import PAUSE


class Next(NamedTuple):
    """Something that can be done after the game."""

    key: str
    about: str
    action: str
    """The screen's action that does it."""


class Ending(Vertical):
    """Who won and why, the score, and the ways to go on."""

    pause = PAUSE
    DEFAULT_CSS = """
    Ending { height: auto; max-height: 100%; border: round $win; border-title-color: $win-text; padding: 0 1; }
    Ending.-open { border: round $edge; border-title-color: $muted; }
    Ending Static { height: auto; }
    Ending #who { text-style: bold; }
    Ending #why { color: $muted; }
    Ending OptionList {
        height: auto; border: none; padding: 0; margin-top: 1; background: transparent; text-wrap: nowrap;
        text-overflow: ellipsis; overflow-x: hidden; scrollbar-size-vertical: 1;
    }
    Ending OptionList:focus { border: none; }
    """

    class Wanted(Message):
        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__()
        self._ways: list[Next] = []
        self._since = 0.0
        """Since when they can be chosen."""

    def compose(self) -> ComposeResult:
        for part in ("who", "why", "score"):
            yield Static(id=part, markup=False)
        yield OptionList()

    def tell(self, outcome: Outcome, names: dict[Player, str], standings: str, ways: Sequence[Next]) -> None:
        winner = outcome.winner
        name = f" ({names[winner]})" if winner and names[winner] != str(winner) else ""
        headline = f"{winner}{name} wins" if winner else "It's a draw" if outcome.is_draw else "No result"
        self.border_title = "The end"
        self.set_class(winner is None, "-open")
        self.query_one("#who", Static).update(coloured(headline))
        self.query_one("#why", Static).update(f"{outcome.reason[:1].upper()}{outcome.reason[1:]}.")
        score = self.query_one("#score", Static)
        score.update(coloured(standings))
        score.display = bool(standings)
        options = self.query_one(OptionList)
        if self._ways == [*ways]:
            return  # whoever is choosing is not disturbed
        if not self._ways:
            self._since = time.monotonic()
        self._ways = [*ways]
        options.clear_options()
        options.add_options(Entry(_way(each), id=each.action) for each in ways)
        options.highlighted = 0

    def forget(self) -> None:
        """Another game is played."""
        self._ways = []

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if time.monotonic() - self._since >= self.pause:
            self.post_message(self.Wanted(event.option_id or ""))


def _way(each: Next) -> Content:
    return Content.assemble(Content.styled(f" {each.key} ", "bold"), f" {each.about}")


def share(seat: Seat, game: str, *, picture: bool) -> str:
    """Write the board into a file of the folder one is in, as a picture or as text; the answer is what to say."""
    name = f"{game}-{datetime.now():%Y%m%d-%H%M%S}"
    path = Path.cwd() / f"{name}.{'svg' if picture else 'txt'}"
    try:
        write_new(path, _picture(seat) if picture else _text(seat))
    except NotWritten as error:
        return f"Not written: {error}."
    return f"Written to {path}"


def _picture(seat: Seat) -> str:
    from flagfall.draw import svg

    return svg(seat.scene())


def _text(seat: Seat) -> str:
    view = seat.view
    moves = [
        f"{number}. " + " | ".join(f"{player.name} {move}" for player, move in ply.items())
        for number, ply in enumerate(seat.history, 1)
    ]
    end = [f"{seat.outcome}."] if seat.outcome else []
    return "\n".join([view.title, "", view.board(), "", *moves, "", *end]) + "\n"
