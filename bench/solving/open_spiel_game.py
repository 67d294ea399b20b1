"""Grid Runner as a game of OpenSpiel, written for speed, and its MinimaxSolver at work on it.

That solver knows no position before it has come back from it, so it never comes back from a game that can go round, as
this one can. So the game here ends without a winner after so many plies, and the ply is part of the position.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

import pyspiel
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

from flagfall.core import Player
from flagfall.games.grid_runner import STEPS

NAME = "python_flagfall_grid_runner"
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Grid Runner",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"size": 5, "plies": 12},
)


class Game(pyspiel.Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.size, self.plies = (int((params or {}).get(name, TYPE.parameter_specification[name])) for name in KEYS)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(STEPS[0]),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.plies,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self, state: object = None) -> State:
        return State(self)


KEYS = ("size", "plies")


class State(pyspiel.State):
    """Numbers only: OpenSpiel copies a state deeply for every move, and numbers are the quickest to copy."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.size, self.left, self.player, self.winner = game.size, game.plies, 0, -1
        middle = (game.size - 1) // 2
        self.row0, self.column0, self.row1, self.column1 = 0, middle, game.size - 1, middle

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.winner >= 0 or not self.left else self.player

    def _legal_actions(self, player: int) -> list[int]:
        column = self.column1 if player else self.column0
        return [action for action, (_, right) in enumerate(STEPS[player]) if 0 <= column + right < self.size]

    def _apply_action(self, action: int) -> None:
        down, right = STEPS[self.player][action]
        if self.player:
            self.row1, self.column1 = self.row1 + down, self.column1 + right
        else:
            self.row0, self.column0 = self.row0 + down, self.column0 + right
        is_capture = self.row0 == self.row1 and self.column0 == self.column1
        if is_capture or (self.row1 == 0 if self.player else self.row0 == self.size - 1):
            self.winner = self.player
        self.player, self.left = 1 - self.player, self.left - 1

    def _action_to_string(self, player: int, action: int) -> str:
        return str(STEPS[player][action])

    def is_terminal(self) -> bool:
        return self.winner >= 0 or not self.left

    def returns(self) -> list[float]:
        return [0.0, 0.0] if self.winner < 0 else [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self.left} {self.row0} {self.column0} {self.row1} {self.column1}"


pyspiel.register_game(TYPE, Game)


def solved(size: int, plies: int) -> tuple[float, float]:
    """Positions per second, and what the opening is worth to P1."""
    solver = MinimaxSolver(f"{NAME}(size={size},plies={plies})")
    start = perf_counter()
    table = solver.solve()
    rate = len(table) / (perf_counter() - start)
    opening = pyspiel.load_game(f"{NAME}(size={size},plies={plies})").new_initial_state()
    return rate, float(solver.values_from_string(str(opening)))


def squares(state: State) -> tuple[Any, ...]:
    """What there is to compare with our own position: both tokens, whose turn it is, who has won."""
    winner = Player(state.winner) if state.winner >= 0 else None
    return (state.row0, state.column0), (state.row1, state.column1), Player(state.player), winner
