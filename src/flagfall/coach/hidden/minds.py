"""Which games that hide something are known, and by whom: the one place of the coach that names any of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from flagfall.bots.hidden.traps import mind as traps
from flagfall.bots.hidden.traps.state import Event, State, first_state
from flagfall.bots.hidden.traps.visible import visible_of
from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.games.flag_chase_traps import FlagChaseTraps, changed
from flagfall.match import Seat

from .calibration import ELSEWHERE, stored
from .outlook import Estimate, Mind

if TYPE_CHECKING:
    from flagfall.solve import Progress


class NoMind(FlagfallError):
    """Nobody knows what anything is worth in this game."""


class Watcher(traps.Mind):
    """A strong player who looks over somebody's shoulder: unlike one who plays, it doesn't know how that one chooses,
    and thinks of both players' choices what anybody would."""

    def _state_after(self, player: Player, start: FlagChaseTraps, course: tuple[Event, ...]) -> State:
        if not course:
            return first_state(self.ground, start)
        *before, event = course
        so_far = player, start, tuple(before)
        return self.watched(self._state(*so_far), event, self._thought(*so_far))


class Trapper:
    """The mind of hidden traps."""

    def __init__(self, start: Position, progress: Progress | None = None) -> None:
        assert isinstance(start, FlagChaseTraps)
        self._mind = Watcher(visible_of(start.rules, progress))
        self._id = start.id
        self._wider = 1.0 if start.rules == FlagChaseTraps.Rules() else ELSEWHERE

    def worlds(self, seat: Seat) -> Mapping[Position, float]:
        view = seat.view
        assert isinstance(view, FlagChaseTraps) and seat.player is not None
        believed = self._mind.belief(seat).weights
        lying = ((changed(view.traps, seat.player.other, cells), likely) for cells, likely in believed.items())
        return {replace(view, traps=placed, hidden=(0, 0)): likely for placed, likely in lying}

    def policy(self, seat: Seat) -> Mapping[Move, float]:
        return self._mind.policy(seat)

    def values(self, seat: Seat) -> Mapping[Move, Estimate]:
        """Of a figure that is not exact, what came of others like it."""
        assert seat.player is not None
        known = stored()[self._id][seat.player]
        return {
            move: known.estimate(figure, self._wider) if error else Estimate(figure, error)
            for move, (figure, error) in self._mind.values(seat).items()
        }

    def figure(self, seat: Seat) -> float:
        """What the mind itself expects, before it is held against what came of it."""
        values = self._mind.values(seat)
        return sum(likely * values[move].value for move, likely in self._mind.policy(seat).items())


MINDS: dict[type[Position], Callable[[Position, Progress | None], Mind]] = {FlagChaseTraps: Trapper}


def mind_of(start: Position, progress: Progress | None = None) -> Mind:
    """Whoever knows this game. NoMind says that nobody does; the solver, why it can't be known by these rules."""
    if type(start) not in MINDS:
        why = "so it has no solution, and nobody has measured what its moves are worth"
        raise NoMind(f"{start.title} hides something from each player, {why}")
    return MINDS[type(start)](start, progress)
