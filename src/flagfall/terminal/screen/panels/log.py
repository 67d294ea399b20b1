"""What has happened: the book's own words, and the moves so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from flagfall.core import Player

from .words import emblem

MOST = 300
"""So many lines are shown at most: the last ones."""
FRAME = """
    border: round $edge; border-title-color: $muted; padding: 0 1; scrollbar-size-vertical: 1;
"""


class Newest(VerticalScroll, can_focus=False):
    """The newest line is seen, whatever the size, and also if it came while something lay over the screen: then its
    place is known only later."""

    def on_resize(self) -> None:
        self.scroll_end(animate=False)

    def watch_virtual_size(self) -> None:
        self.scroll_end(animate=False)


class Log(Newest):
    """The words that were said, the newest at the bottom."""

    DEFAULT_CSS = f"Log {{ height: 1fr; {FRAME} }}"

    def __init__(self, title: str, *, id: str | None = None) -> None:  # noqa: A002 - so Textual calls it
        super().__init__(Static(markup=False), id=id)
        self.border_title = title

    def tell(self, lines: Sequence[Content]) -> None:
        shown = lines[-MOST:] or [Content.styled("Nothing yet.", "$muted")]
        self.query_one(Static).update(Content("\n").join(shown))
        self.scroll_end(animate=False)


class History(Newest):
    """The plies, numbered: `3 ● 1,2`."""

    DEFAULT_CSS = f"History {{ height: auto; max-height: 60%; {FRAME} }}"

    def __init__(self) -> None:
        super().__init__(Static(markup=False))
        self.border_title = "Moves so far"

    def list_plies(self, plies: Sequence[Mapping[Player, str]], plain: bool) -> None:
        first = max(0, len(plies) - MOST)
        lines = [_ply(number, ply, plain) for number, ply in enumerate(plies[first:], first + 1)]
        self.query_one(Static).update(Content("\n").join(lines) if lines else Content.styled("None yet.", "$muted"))
        self.scroll_end(animate=False)


def _ply(number: int, ply: Mapping[Player, str], plain: bool) -> Content:
    moves = [Content.assemble("  ", emblem(player, plain), f" {move}") for player, move in ply.items()]
    return Content.assemble(Content.styled(f"{number:>3}", "$muted"), *moves)
