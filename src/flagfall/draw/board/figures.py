"""Who stands on a cell, as it is drawn: every piece is put in a group that says where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flagfall.core import Cell, Player, Square

from .gaze import gaze, goals
from .layout import Layout
from .piece import Place, drawn, in_grid, in_line, stacks
from .signs import put


@dataclass(frozen=True)
class Figures:
    """The pieces of a board. When it is over, the winner's are glad, the loser's shut their eyes and flags are down."""

    layout: Layout
    winner: Player | None = None

    @cached_property
    def _goals(self) -> dict[Player, list[Square]]:
        return goals(self.layout.scene)

    def has_lost(self, owner: Player | None) -> bool:
        return self.winner is not None and owner is self.winner.other

    def on(self, cell: Cell) -> list[str]:
        x, y = self.layout.spot(cell.at)
        found = []
        together = stacks(cell.pieces)
        for number, (piece, count) in enumerate(together):
            right, down, size = self._place(len(together), number)
            mood = "" if self.winner is None else "glad" if piece.owner is self.winner else "shut"
            what = drawn(
                piece, count, self._look(piece.owner, cell.at), mood, tall=self.layout.line, flat=self.layout.flat
            )
            more = f' class="stand {piece.owner.name.lower()}" data-at="{cell.at[0]},{cell.at[1]}"'
            found.append(put(x + right, y + down, size, what, more))
        return found

    def _place(self, many: int, number: int) -> Place:
        return in_line(many, number) if self.layout.line else in_grid(many, number)

    def _look(self, owner: Player, at: Square) -> tuple[float, float]:
        """Where its eyes turn on the drawing, which may be flipped, and whose every second storey goes back."""
        layout = self.layout
        right, down = gaze(owner, at, self._goals[owner], layout.line)
        back = layout.line and layout.storey(at) % 2 == 1
        return right * (-1 if layout.flip != back else 1), down * (-1 if layout.flip else 1)


def was(cell: Cell, changed: frozenset[Square], mover: Player | None) -> str:
    """The class of a tile that the last move has touched."""
    if cell.at not in changed:
        return ""
    return f" was {mover.name.lower()}-was" if mover else " was"
