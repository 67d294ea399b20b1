"""OpenSpiel's own ISMCTSBot, with random rollouts, at this game."""

from __future__ import annotations

import time
from copy import copy
from random import Random
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bench.hidden import Game as Registered
from flagfall.bots.hidden.belief import Told
from flagfall.bots.hidden.traps.belief import Traps
from flagfall.core import Move, Player
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.match import Seat

LONGEST = 60


class State:
    """What OpenSpiel's search asks of a state, made of a position of ours."""

    def __init__(self, position: FlagChaseTraps, game: Any) -> None:
        self.position, self.left, self.told, self._game = position, LONGEST, ((), ()), game

    def get_game(self) -> Any:
        return self._game

    def clone(self) -> State:
        return copy(self)

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else int(self.position.turn.value)

    def legal_actions(self, player: int | None = None) -> list[int]:
        return [] if self.is_terminal() else list(range(len(self.position.choices()[self.position.turn])))

    def apply_action(self, action: int) -> None:
        here = self.position
        move = here.choices()[here.turn][action]
        self.position, self.left = here.after({here.turn: move}), self.left - 1
        one, two = (here.disguise(here.turn, move, player) for player in Player)
        self.told = (*self.told[0], one), (*self.told[1], two)

    def is_terminal(self) -> bool:
        return not self.left or self.position.outcome() is not None

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        outcome = self.position.outcome()
        worth = 0.0 if outcome is None or outcome.winner is None else 1.0 - 2.0 * outcome.winner.value
        return [worth, -worth]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.position.turn if player is None else Player(player)
        return f"{seat.name} {self.position.view(seat).text()} {self.told[seat.value]}"


class OpenSpiel:
    """How many simulations there is time for is learnt from move to move."""

    def __init__(self, seconds: float, random: Random) -> None:
        self.seconds, self.random, self.simulations = seconds, random, 20
        self.game = Registered({"size": 5, "traps": 2, "cap": LONGEST})

    def choose(self, seat: Seat) -> Move:
        if len(seat.choices) == 1:
            return seat.choices[0]
        belief, state = Traps(Told.to(seat)), State(seat.view, self.game)  # type: ignore[arg-type]
        numbers = np.random.RandomState(self.random.randrange(1 << 30))
        evaluator = RandomRolloutEvaluator(n_rollouts=1, random_state=numbers)
        bot = ISMCTSBot(self.game, evaluator, 0.7, self.simulations, random_state=numbers,
                        allow_inconsistent_action_sets=True)  # fmt: skip
        bot.set_resampler(lambda *_: State(belief.draw(self.random), self.game))
        begin = time.thread_time()
        action = bot.step(state)
        took = time.thread_time() - begin
        self.simulations = max(5, min(2000, int(self.simulations * self.seconds / took)))
        return seat.choices[action]
