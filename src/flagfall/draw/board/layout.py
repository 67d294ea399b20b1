"""Where the cells of a board stand in its drawing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor

from flagfall.core import Scene, Square

from .marks import mark
from .shapes import MEASURES

Spot = tuple[float, float]
P, CELL, GAP = MEASURES["pitch"], MEASURES["cell"], MEASURES["gap"]


@dataclass(frozen=True)
class Layout:
    """A line is a viaduct, of several storeys where it is long; all else is a terrace."""

    scene: Scene
    fold: int = MEASURES["fold"]
    flip: bool = False
    small: bool = False

    @cached_property
    def rows(self) -> int:
        return 1 + max(cell.at[0] for cell in self.scene.cells)

    @cached_property
    def columns(self) -> int:
        return 1 + max(cell.at[1] for cell in self.scene.cells)

    @property
    def line(self) -> bool:
        return self.rows == 1

    @property
    def flat(self) -> bool:
        """Whether tokens are too small for edges and eyes."""
        return not self.line and self.columns > MEASURES["flat-small" if self.small else "flat"]

    def shown(self, at: Square) -> Square:
        """Row and column as they are seen: flipped, everything is turned by half."""
        return (self.rows - 1 - at[0], self.columns - 1 - at[1]) if self.flip else at

    def spot(self, at: Square) -> Spot:
        """The middle of the cell's tile."""
        row, column = self.shown(at)
        return self._on_deck(column) if self.line else self._on_terrace(row, column)

    # --- a line ---

    @cached_property
    def storeys(self) -> int:
        return ceil(self.columns / self.fold)

    @cached_property
    def span(self) -> int:
        """Cells in a storey."""
        return ceil(self.columns / self.storeys)

    def storey(self, at: Square) -> int:
        return self.shown(at)[1] // self.span

    @property
    def margin(self) -> int:
        return MEASURES["small-margin" if self.small else "margin"]

    @cached_property
    def decks(self) -> list[int]:
        """How deep each storey lies: castles need air."""
        castles = {self.storey(cell.at) for cell in self.scene.cells if mark(cell, "base")}
        flags = any(mark(cell, "flag") for cell in self.scene.cells)
        air = "air-castle" if 0 in castles else "air-flag" if flags else "air"
        decks = [MEASURES[air] - 20]
        for storey in range(1, self.storeys):
            decks.append(decks[-1] + MEASURES["castle" if storey in castles else "storey"])
        return decks

    def _on_deck(self, column: int) -> Spot:
        storey, place = divmod(column, self.span)
        across = self.span - 1 - place if storey % 2 else place
        return self.margin + P * (across + 0.5), self.decks[storey]

    # --- a terrace ---

    @cached_property
    def unit(self) -> float:
        """How large the edges of a terrace are: they grow with it, so that their names can be read."""
        return max(1.0, floor(max(self.rows, self.columns) * 8 / MEASURES["named"] + 0.5) / 4)

    @property
    def border(self) -> float:
        return self.unit * MEASURES["small-border" if self.small else "border"]

    @property
    def front(self) -> float:
        return self.unit * MEASURES["front"]

    def _on_terrace(self, row: int, column: int) -> Spot:
        return self.border + column * (CELL + GAP) + CELL / 2, self.border + row * (CELL + GAP) + CELL / 2

    # --- the whole ---

    @cached_property
    def width(self) -> float:
        return self.span * P + 2 * self.margin if self.line else self._side(self.columns)

    @cached_property
    def height(self) -> float:
        return self.decks[-1] + 20 + MEASURES["foot"] if self.line else self._side(self.rows) + self.front

    def _side(self, many: int) -> float:
        return 2 * self.border + many * (CELL + GAP) - GAP
