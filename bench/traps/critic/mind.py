"""The mind of hidden traps, with a critic behind the two plies that it looks ahead."""

from __future__ import annotations

from random import Random

import numpy as np

from flagfall.bots.hidden.traps.mind import Mind, Thought
from flagfall.bots.hidden.traps.stalemate import DOUBT, LONG, Mood
from flagfall.bots.hidden.traps.state import State
from flagfall.bots.hidden.traps.subgame import Subgame
from flagfall.bots.hidden.traps.visible import PLAIN, Visible
from flagfall.core import Move
from flagfall.match import Seat
from flagfall.solve.arrays import Floats

from .behind import WithCritic
from .network import Critic


class CriticsMind(Mind):
    def __init__(self, visible: Visible, critic: Critic) -> None:
        super().__init__(visible)
        self.critic, self.plain = critic, Mind(visible)

    def think(self, state: State) -> Thought:
        """As it does without a critic where a game stands still: else few of them would end."""
        return self.plain.think(state) if state.still >= LONG else super().think(state)

    def mood(self, state: State) -> Mood:
        """Until then nothing is left out for being slightly worse: whoever makes only the best choice tells what it
        has."""
        return Mood(PLAIN, DOUBT, np.inf)

    def behind(self, game: Subgame, agents: tuple[int, int], own: Floats) -> WithCritic:
        return WithCritic(self.critic, self.visible, game, agents, own)


class Thinker:
    """A bot that plays as a mind would."""

    def __init__(self, mind: Mind, seed: int) -> None:
        self.mind, self.random = mind, Random(seed)

    def choose(self, seat: Seat) -> Move:
        mix = self.mind.policy(seat)
        (move,) = self.random.choices(tuple(mix), tuple(mix.values()))
        return move
