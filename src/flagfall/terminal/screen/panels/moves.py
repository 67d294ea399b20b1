"""The legal moves beside a board: the best first, where the coach may say which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option as Entry

from flagfall.core import Move, Option, Position

if TYPE_CHECKING:  # it knows the solver, which is loaded when there is something to show
    from flagfall.coach.evaluation.verdicts import Verdict

COLOURS = {"win": "$win-text", "open": "$open-text", "loss": "$loss-text", "chance": "$open-text"}


class Moves(OptionList, can_focus=False):
    """One line a move: its notation, and what it does; with values their mark, worth and distance before it."""

    BINDINGS: ClassVar[list[BindingType]] = []
    DEFAULT_CSS = """
    Moves {
        border: round $edge; border-title-color: $muted; border-subtitle-color: $muted; background: transparent;
        height: auto; max-height: 60%; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis;
        scrollbar-size-vertical: 1; overflow-x: hidden;
    }
    Moves > .option-list--option-highlighted { background: $panel; color: $foreground; text-style: none; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.listed: tuple[Option, ...] = ()
        self.border_title = "Moves"

    def list_moves(self, view: Position, options: tuple[Option, ...], verdicts: Mapping[Move, Verdict]) -> None:
        order = {move: number for number, move in enumerate(verdicts)}
        self.listed = tuple(sorted(options, key=lambda option: order.get(option.move, 0)))
        wide = max((len(view.written(option.move)) for option in options), default=0)
        self.clear_options()
        self.add_options(Entry(_line(view, option, wide, verdicts.get(option.move))) for option in self.listed)
        self.display = bool(self.listed)

    def point(self, options: tuple[Option, ...]) -> None:
        """Mark the move that the cursor on the board stands for."""
        self.highlighted = self.listed.index(options[0]) if options and options[0] in self.listed else None


def _line(view: Position, option: Option, wide: int, verdict: Verdict | None) -> Content:
    written = Content.styled(f"{view.written(option.move):<{wide}}", "bold")
    meaning = Content(f"  {option.label}") if option.label != option.move else Content("")
    if verdict is None:
        return Content.assemble(written, meaning.stylize("$muted"))
    colour = COLOURS[verdict.kind]
    worth = Content.styled(f"{verdict.mark:<3} {verdict.short:<8}", f"bold {colour}" if verdict.best else colour)
    return Content.assemble(worth, written, meaning.stylize("$muted"))
