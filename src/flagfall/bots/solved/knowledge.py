"""Solutions and graphs that are at hand, so that no position is worked out twice while a game goes on."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

from flagfall.core import Position
from flagfall.solve import NotSolved, Progress, Solution, solve
from flagfall.solve.exact.graph import nearest

from .action_values import ActionValues

WHOLE = 50_000
"""A game with up to so many positions is explored as a whole."""
NEARBY = 2_000
"""Of a bigger game about so many are explored, those nearest to the position in question."""
_at_hand: deque[Knowledge] = deque(maxlen=4)


@dataclass
class Knowledge:
    """A solution, and what follows from it."""

    solution: Solution
    _near: ActionValues | None = None
    """ActionValues into what lies around the position that was last asked about, where there is none into all."""

    @cached_property
    def whole(self) -> ActionValues | None:
        """ActionValues into all that can arise; None where that is too much."""
        graph = nearest(self.solution.start, WHOLE)
        return ActionValues(graph, self.solution) if graph.is_whole else None

    def actions(self, position: Position) -> ActionValues:
        """ActionValues that is good for this position, at least."""
        if self.whole and position in self.whole.graph.number:
            return self.whole
        near = self._near  # which another thread may change meanwhile
        if near is None or near.graph.positions[0] != position:
            near = self._near = ActionValues(nearest(position, WHOLE if self.whole else NEARBY), self.solution)
        return near

    def covers(self, position: Position) -> bool:
        if self.whole:
            return position in self.whole.graph.number
        try:
            self.solution.worth(position)
        except NotSolved:
            return False
        return True


def knowledge_of(position: Position, progress: Progress | None = None) -> Knowledge:
    """What is known about a position; worked out if need be. SolveError where that can't be."""
    for known in tuple(_at_hand):  # which another thread may change meanwhile
        if known.covers(position):
            return known
    found = Knowledge(solve(position, progress=progress))
    _at_hand.appendleft(found)
    return found


def forget() -> None:
    """Begin without anything at hand."""
    _at_hand.clear()
