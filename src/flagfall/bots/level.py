"""A level in any game: by the solution where there is one, else by a mind that knows the game and only its seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from flagfall.core import Move, Position
from flagfall.match import Seat

from .solved.level import Level as SolvedLevel

if TYPE_CHECKING:
    from flagfall.solve import Progress

    from .hidden.traps.level import MindLevel


@dataclass
class Level(SolvedLevel):
    def prepare(self, start: Position, progress: Progress | None = None) -> None:
        self.check(start)
        return self._mind.prepare(start, progress) if start.hides() else super().prepare(start, progress)

    def choose(self, seat: Seat) -> Move:
        return self._mind.choose(seat) if seat.view.hides() else super().choose(seat)

    def decides(self, seat: Seat) -> Move | None:
        return self._mind.decides(seat) if seat.view.hides() else super().decides(seat)

    def agrees(self, seat: Seat) -> bool:
        return self._mind.agrees(seat) if seat.view.hides() else super().agrees(seat)

    @cached_property
    def _mind(self) -> MindLevel:
        from .hidden.traps.level import MindLevel

        return MindLevel(self.random, self.number)
