"""The mind of hidden traps, thinking with a critic."""

from __future__ import annotations

from random import Random

import numpy as np

from flagfall.bots.hidden.traps.mind import SETS, SURE, Mind, Thought
from flagfall.bots.hidden.traps.model import expected, running
from flagfall.bots.hidden.traps.stalemate import LONG, mood, without_worse
from flagfall.bots.hidden.traps.state import HABIT, State, likeliest
from flagfall.bots.hidden.traps.subgame import subgame
from flagfall.bots.hidden.traps.visible import Visible
from flagfall.core import Move
from flagfall.match import Seat

from .ahead import ahead
from .network import Critic

TRIFLE = 0.1
"""A choice that is less likely than this share of the likeliest is not made."""
LEANS = 4.0
"""How much it leans towards what is best against one who just runs, when that is likelier than at first."""


class CriticsMind(Mind):
    def __init__(self, visible: Visible, critic: Critic) -> None:
        super().__init__(visible)
        self.critic = critic

    def think(self, state: State) -> Thought:
        """As it always did where nothing is left to hide, and where a game against one who has dug in stands still."""
        ground, (agent, other, range_, _) = self.ground, state.sides()
        dances = state.settled[state.turn.other] and state.still >= LONG
        hides = any(ground.traps[each > 0].any() for each in state.ranges)
        if dances or not hides or (ground.last in ground.near[agent] and other != 0):
            return super().think(state)
        share = float(np.clip(LEANS * (state.habits[state.turn.other] - HABIT), 0, SURE[1]))
        found = ahead(self.critic, self.visible, state, self._against_runner(state) if share else 0.0, share)
        likely = without_worse(found.likely, found.worth, mood(min(state.still, LONG), settled=False).worse)
        likely[likely < TRIFLE * likely.max(axis=1, keepdims=True)] = 0
        surest = expected(self.visible, state, np.flatnonzero(range_))
        chosen, worth = np.zeros_like(surest), surest.copy()
        chosen[:, found.choices] = likely / likely.sum(axis=1, keepdims=True)
        worth[:, found.choices] = found.worth
        return self._thought_of(found.own, {}, chosen, worth, surest)

    def _against_runner(self, state: State) -> np.ndarray:
        """What each set and choice brings if the other just runs for the flag, and all is seen after that."""
        agent, other, range_, theirs = state.sides()
        others, prior = likeliest(theirs, SETS)
        game = subgame(self.visible, (agent, other), np.flatnonzero(range_), others)
        found = np.zeros((len(range_), self.ground.choices))
        worth = game.worth(prior[:, None] * running(self.ground, game.answers, game.legal_answers))
        found[game.own[:, None], game.choices] = worth
        return found


class Thinker:
    """A bot that plays as a mind would."""

    def __init__(self, mind: Mind, seed: int) -> None:
        self.mind, self.random = mind, Random(seed)

    def choose(self, seat: Seat) -> Move:
        mix = self.mind.policy(seat)
        (move,) = self.random.choices(tuple(mix), tuple(mix.values()))
        return move
