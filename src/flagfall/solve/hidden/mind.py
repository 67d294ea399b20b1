"""A plan in somebody's head: what to choose, step by step, after all that this player was told."""

from __future__ import annotations

from collections.abc import Sequence

from flagfall.core import Move, Player
from flagfall.solve.arrays import Floats

from .sequence_form import SequenceForm
from .worlds import Told


class Mind:
    """Follows one player's knowledge. Where nothing can be gained any more, one choice is as good as another."""

    def __init__(self, form: SequenceForm, player: Player, plan: Floats, knowledge: int | None = 0) -> None:
        self._form = form
        self._rounds = form.rounds[player.value]
        self._behaviour = form.trees[player.value].behaviour(plan)
        self._plan = plan
        self._player = player
        self._knowledge = knowledge
        self._step = 0

    def choose(self, moves: Sequence[Move]) -> dict[Move, float]:
        """How likely each of these is, which are all that can be chosen now."""
        first = self._first_choice()
        if first is None:
            return dict.fromkeys(moves, 1 / len(moves))
        likely = self._behaviour[first : first + len(moves)]
        return dict(zip(moves, map(float, likely), strict=True))

    def _first_choice(self) -> int | None:
        if self._knowledge is None or self._step >= len(self._rounds):
            return None
        return self._rounds[self._step].first_choice(self._knowledge)

    def after_own(self, choice: int, told: Told | None) -> Mind:
        """When this one of the moves was chosen."""
        first = self._first_choice()
        return self._went_on(None if first is None else first + choice, told)

    def after_others(self, told: Told | None) -> Mind:
        """When the other has chosen."""
        if self._knowledge is None or self._step >= len(self._rounds):
            return self._went_on(None, told)
        return self._went_on(self._rounds[self._step].size + self._knowledge, told)

    def _went_on(self, came_from: int | None, told: Told | None) -> Mind:
        number = self._form.observations.get(told)
        known = came_from is not None and number is not None
        mind = Mind.__new__(Mind)
        mind.__dict__.update(self.__dict__)
        mind._knowledge = self._rounds[self._step].next(came_from, number) if known else None  # type: ignore[arg-type]
        mind._step = self._step + 1
        return mind
