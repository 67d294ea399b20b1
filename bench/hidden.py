"""Hidden information within a cap: how fast, and whether OpenSpiel finds the same exploitability.

    python -m bench.hidden            # needs OpenSpiel; `make bench-hidden` installs it

1. Flag Chase with hidden traps on 4x4 with one trap each, cap 8: exploitability of at most 0.001 within ten minutes.
2. The same strategy on 3x3 with caps 4 and 5, loaded into OpenSpiel with the game registered there: its `nash_conv` is
   twice our exploitability, to 1e-6. OpenSpiel knows of the game what our rules and seats say, nothing of the solver.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from time import perf_counter, process_time
from typing import Any

import pyspiel
from open_spiel.python.algorithms.exploitability import nash_conv
from open_spiel.python.policy import TabularPolicy

from flagfall.core import Moves, Player, Position
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.solve.hidden.mind import Mind
from flagfall.solve.hidden.regrets import Learning
from flagfall.solve.hidden.sequence_form import sequence_form
from flagfall.solve.hidden.solving import solve_capped
from flagfall.solve.hidden.worlds import Told, winner

ROOM = 4 << 30
TARGET, MINUTES, CLOSE = 1e-3, 10, 1e-6
NAME = "python_flagfall_hidden_traps"
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Flag Chase with hidden traps",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"size": 3, "traps": 1, "cap": 4},
)


def opening(size: int, traps: int) -> Position:
    return FlagChaseTraps(rules=FlagChaseTraps.Rules(size=size, traps=traps))


def told(before: Position, moves: Moves, after: Position) -> Iterator[Told]:
    for player in Player:
        written = tuple(before.disguise(each, move, player) for each, move in moves.items())
        yield Told(written, after.view(player))


class Game(pyspiel.Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**TYPE.parameter_specification, **(params or {})}
        self.start, self.cap = opening(int(given["size"]), int(given["traps"])), int(given["cap"])
        info = pyspiel.GameInfo(
            num_distinct_actions=1 + 2 * int(given["size"]) ** 2,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.cap,
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self, state: object = None) -> State:
        return State(self)


class State(pyspiel.State):
    """A position of ours; an action is the number of a move among all that are legal."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position, self.left = game.start, game.cap
        self.told: list[list[Told]] = [[], []]

    def current_player(self) -> int:
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else next(iter(self.position.choices())).value

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.position.choices()[Player(player)])))

    def _apply_action(self, action: int) -> None:
        ((player, moves),) = self.position.choices().items()
        played = {player: moves[action]}
        after = self.position.after(played)
        for own, news in zip(self.told, told(self.position, played, after), strict=True):
            own.append(news)
        self.position, self.left = after, self.left - 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.choices()[Player(player)][action]

    def is_terminal(self) -> bool:
        return not self.left or self.position.outcome() is not None

    def returns(self) -> list[float]:
        worth = float(winner(self.position))
        return [worth, -worth]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return " / ".join([str(seat), *(f"{' '.join(each.moves)}: {each.view.text()}" for each in self.told[seat])])

    def __str__(self) -> str:
        return f"{self.left} {self.position.text()}"


pyspiel.register_game(TYPE, Game)


def loaded(game: pyspiel.Game, minds: Sequence[Mind]) -> TabularPolicy:
    """Our strategy as OpenSpiel's, information state by information state."""
    policy = TabularPolicy(game)
    waiting = [(game.new_initial_state(), tuple(minds))]
    while waiting:
        state, known = waiting.pop()
        if state.is_terminal():
            continue
        player = state.current_player()
        moves = state.position.choices()[Player(player)]
        mixture = known[player].choose(moves)
        policy.policy_for_key(state.information_state_string(player))[: len(moves)] = list(mixture.values())
        for action in state.legal_actions():
            child = state.child(action)
            waiting.append((child, tuple(gone_on(known, player, action, child))))
    return policy


def gone_on(minds: Sequence[Mind], player: int, action: int, child: State) -> Iterator[Mind]:
    for seat, mind in enumerate(minds):
        news = child.told[seat][-1]
        yield mind.after_own(action, news) if seat == player else mind.after_others(news)


def compared(size: int, traps: int, cap: int, rounds: int = 4) -> tuple[float, float]:
    """Exploitability by our best responses, and by OpenSpiel's."""
    form = sequence_form({opening(size, traps): 1.0}, cap, memory=ROOM)
    learning = Learning(form)
    for _ in range(rounds):
        learning.go_on()
    lowest, highest = form.interval(learning.plans)
    game = pyspiel.load_game(f"{NAME}(size={size},traps={traps},cap={cap})")
    policy = loaded(game, [Mind(form, player, learning.plans[player]) for player in Player])
    return (highest - lowest) / 2, nash_conv(game, policy) / 2


def main() -> int:
    began, worked = perf_counter(), process_time()
    answer = solve_capped(opening(4, 1), 8, within=TARGET, memory=ROOM, use_cache=False)
    seconds, processor = perf_counter() - began, process_time() - worked
    print(f"4x4, 1 trap, cap 8: {answer.worlds:,} positions, {answer.sequences:,} sequences, {answer.rounds} rounds")
    print(f"  exploitability {answer.exploitability:.2e} (target {TARGET}) in {seconds:.1f} s (core {processor:.1f} s)")
    met = answer.exploitability <= TARGET and seconds <= 60 * MINUTES
    for cap in (4, 5):
        ours, theirs = compared(3, 1, cap)
        print(f"3x3, 1 trap, cap {cap}: exploitability {ours:.9f}, OpenSpiel's nash_conv / 2 {theirs:.9f}")
        met = met and abs(ours - theirs) <= CLOSE
    print("met" if met else "missed")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
