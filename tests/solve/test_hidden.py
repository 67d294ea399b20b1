"""Games of hidden information with a cap: sequence form, regrets and best responses, for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Self

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_matrix, lil_matrix

from flagfall import GAMES, Player, core
from flagfall.core import Cell, Choices, Move, Moves, Outcome, Position
from flagfall.games.flag_chase import FlagChase
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.solve import TooBig
from flagfall.solve.battles.matrix import solve_matrix
from flagfall.solve.hidden.mind import Mind
from flagfall.solve.hidden.regrets import Learning
from flagfall.solve.hidden.sequence_form import SequenceForm, sequence_form
from flagfall.solve.hidden.solving import solve_capped
from flagfall.solve.hidden.worlds import Told, winner

P1, P2 = Player
ROOM = 1 << 30
Payoff = Callable[[Position], float]
Starts = Mapping[Position, float]


@dataclass(frozen=True)
class Secret(core.Position):
    """A game of cards or coins: what each holds is hidden from the other, what is said is not."""

    @dataclass(frozen=True)
    class Rules(core.Rules):
        pass

    rules: Rules = Rules()
    turn: Player = P1
    held: tuple[str, str] = ("", "")
    said: str = ""

    def after(self, moves: Moves) -> Self:
        return replace(self, turn=self.turn.other, said=self.said + moves[self.turn])

    def hides(self) -> bool:
        return True

    def view(self, player: Player | None) -> Self:
        return replace(self, held=tuple(self.held[each] if each is player else "?" for each in Player))

    def body(self) -> str:
        return "-".join(self.held) + self.said

    @classmethod
    def from_body(cls, rules: core.Rules, turn: Player, words: Sequence[str]) -> Self:
        raise NotImplementedError

    def board(self, width: int | None = None) -> str:
        return self.said

    def words(self) -> str:
        return self.said

    def prompt(self, player: Player) -> str:
        return ""

    def cells(self) -> tuple[Cell, ...]:
        return ()

    def problem(self) -> None:
        return None

    def say(self, moves: Moves, to: Player | None) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Kuhn(Secret):
    """Kuhn's poker: one card each of three, `b` bets or calls, `p` passes or folds."""

    id = "kuhn"
    title = "Kuhn poker"
    about = "A game for tests."

    def choices(self) -> Choices:
        return {} if self.said in ("pp", "bp", "bb", "pbp", "pbb") else {self.turn: ("p", "b")}

    def outcome(self) -> Outcome | None:
        if self.choices():
            return None
        folded = {"bp": P1, "pbp": P2}.get(self.said)
        return Outcome(folded or (P1 if self.held[0] > self.held[1] else P2), "the better card or nerve")


def stakes(position: Position) -> float:
    assert isinstance(position, Kuhn)
    return winner(position) * (2 if position.said.endswith("bb") else 1)


@dataclass(frozen=True)
class Pennies(Secret):
    """Matching pennies in turns: the first lays a coin, which the second can't see, and the second guesses."""

    id = "pennies"
    title = "Pennies"
    about = "A game for tests."

    def choices(self) -> Choices:
        return {} if len(self.said) == 2 else {self.turn: ("h", "t")}

    def outcome(self) -> Outcome | None:
        return None if self.choices() else Outcome(P2 if self.said[0] == self.said[1] else P1, "the guess")

    def view(self, player: Player | None) -> Self:
        return self if player is P1 or len(self.said) == 2 else replace(self, said="?" * len(self.said))

    def disguise(self, player: Player, move: Move, viewer: Player | None) -> str:
        return move if player is viewer or player is P2 else "?"


DEALS = {Kuhn(held=cards): 1 / 6 for cards in permutations("JQK", 2)}
TRAPS = FlagChaseTraps(rules=FlagChaseTraps.Rules(size=3, traps=1))
SMALL: dict[str, tuple[Starts, int, Payoff]] = {
    "kuhn": (DEALS, 3, stakes),
    "pennies": ({Pennies(): 1.0}, 2, winner),
    "traps on 3x3, four plies": ({TRAPS: 1.0}, 4, winner),
    "traps on 3x3, five plies": ({TRAPS: 1.0}, 5, winner),
    "battles": ({FlagChase(): 1.0}, 9, winner),
    **{
        name: ({game(): 1.0}, 5, winner)
        for name, game in GAMES.items()
        if game().hides() and game is not FlagChaseTraps
    },
}
KNOWN = {"kuhn": -1 / 18, "pennies": 0.0}


@cache
def learned(name: str, rounds: int = 300) -> tuple[SequenceForm, Learning]:
    starts, cap, payoff = SMALL[name]
    form = sequence_form(starts, cap, payoff=payoff, memory=ROOM)
    learning = Learning(form)
    for _ in range(rounds):
        learning.go_on()
    return form, learning


@pytest.mark.parametrize("name", SMALL)
def test_nobody_gains_much_and_the_value_lies_between(name: str) -> None:
    form, learning = learned(name)
    lowest, highest = form.interval(learning.plans)
    value = by_linear_program(form)
    assert lowest - 1e-9 <= value <= highest + 1e-9
    assert highest - lowest < 2e-4
    assert value == pytest.approx(KNOWN.get(name, value), abs=1e-9)


def by_linear_program(form: SequenceForm) -> float:
    """Koller, Megiddo and von Stengel: the plan of P1 that leaves the other least, by another's solver."""
    first, second = (constraints(form, player) for player in (0, 1))
    payoff = csr_matrix((form.payoff, form.meets), shape=(form.trees[0].size, form.trees[1].size))
    # Most of q[0] such that F'q <= A'x, Ex = e: variables x >= 0 and q free.
    sets = second.shape[0]
    upper = lil_matrix((form.trees[1].size, form.trees[0].size + sets))
    upper[:, : form.trees[0].size] = -payoff.T
    upper[:, form.trees[0].size :] = second.T
    equal = lil_matrix((first.shape[0], form.trees[0].size + sets))
    equal[:, : form.trees[0].size] = first
    cost = np.zeros(form.trees[0].size + sets)
    cost[form.trees[0].size] = -1
    bounds = [(0, None)] * form.trees[0].size + [(None, None)] * sets
    right = np.zeros(first.shape[0])
    right[0] = 1
    found = linprog(cost, upper.tocsr(), np.zeros(upper.shape[0]), equal.tocsr(), right, bounds)
    assert found.success
    return float(-found.fun)


def constraints(form: SequenceForm, player: int) -> lil_matrix:
    """The empty sequence is sure, and the choices of an information set are as likely together as what leads to it."""
    tree = form.trees[player]
    rows = lil_matrix((1 + sum(len(level.parent) for level in tree.levels), tree.size))
    rows[0, 0] = 1
    row = 1
    for level in tree.levels:
        for parent, begin, count in zip(level.parent, level.begin + level.first, level.choices, strict=True):
            rows[row, parent] = -1
            rows[row, begin : begin + count] = 1
            row += 1
    return rows


@pytest.mark.parametrize("name", SMALL)
def test_plans_played_at_the_board_are_worth_what_the_sequence_form_says(name: str) -> None:
    starts, cap, payoff = SMALL[name]
    form, learning = learned(name, 3)
    plans = learning.plans
    views = {player: list(dict.fromkeys(start.view(player) for start in starts)) for player in Player}
    played = sum(
        likely * expected(start, cap, payoff, [Mind(form, p, plans[p], views[p].index(start.view(p))) for p in Player])
        for start, likely in starts.items()
    )
    first, second = form.meets
    assert played == pytest.approx(float(np.sum(form.payoff * plans[0][first] * plans[1][second])), abs=1e-12)


def expected(position: Position, left: int, payoff: Payoff, minds: Sequence[Mind]) -> float:
    """What two minds come to, by playing every game that they may play."""
    if not (choices := position.choices()):
        return payoff(position)
    if not left:
        return 0.0
    mixtures = [choosing(minds, choices, player) for player in choices]
    total = 0.0
    for picks in product(*mixtures):
        moves = {player: move for player, (move, _) in zip(choices, picks, strict=True)}
        likely = float(np.prod([each for _, each in picks]))
        if likely:
            total += likely * expected(position.after(moves), left - 1, payoff, [*went_on(minds, position, moves)])
    return total


def choosing(minds: Sequence[Mind], choices: Choices, player: Player) -> list[tuple[Move, float]]:
    """In a battle P1 chooses first, and P2 is told nothing of it."""
    mind = minds[player].after_others(None) if len(choices) > 1 and player is P2 else minds[player]
    return list(mind.choose(choices[player]).items())


def went_on(minds: Sequence[Mind], before: Position, moves: Moves) -> Iterator[Mind]:
    choices, after = before.choices(), before.after(moves)
    for player, mind in zip(Player, minds, strict=True):
        written = tuple(before.disguise(each, move, player) for each, move in moves.items())
        told = Told(written, after.view(player))
        place = choices[player].index(moves[player]) if player in moves else -1
        if len(moves) == 1:
            yield mind.after_own(place, told) if player in moves else mind.after_others(told)
        elif player is P1:
            yield mind.after_own(place, None).after_others(told)
        else:
            yield mind.after_others(None).after_own(place, told)


@pytest.mark.parametrize("name", ["kuhn", "pennies"])
def test_a_best_response_is_the_best_of_all_that_can_be_done(name: str) -> None:
    form, learning = learned(name, 2)
    for player, tree in enumerate(form.trees):
        payoffs = form.payoffs(player, learning.plans[1 - player])
        every = product(*(range(count) for level in tree.levels for count in level.choices))
        best = max(float(payoffs @ tree.plan(sure(tree, picks))) for picks in every)
        assert tree.best_response(payoffs) == pytest.approx(best)


def sure(tree: object, picks: Sequence[int]) -> np.ndarray:
    behaviour, waiting = np.zeros(tree.size), iter(picks)  # type: ignore[attr-defined]
    for level in tree.levels:  # type: ignore[attr-defined]
        for begin in level.begin + level.first:
            behaviour[begin + next(waiting)] = 1
    return behaviour


@pytest.mark.long
@pytest.mark.parametrize("cap", [4, 9, 12])
def test_battles_agree_with_the_exact_solver_of_simultaneous_choices(cap: int) -> None:
    answer = solve_capped(FlagChase(), cap, within=1e-7, use_cache=False)
    assert answer.lowest - 1e-9 <= within_plies(FlagChase(), cap) <= answer.highest + 1e-9


@cache
def within_plies(position: Position, left: int) -> float:
    """Backwards from the cap, one matrix at a time."""
    choices = position.choices()
    if not (choices and left):
        return winner(position)
    rows, columns = choices.get(P1, (None,)), choices.get(P2, (None,))
    matrix = [[within_plies(position.after(chosen(row, column)), left - 1) for column in columns] for row in rows]
    return solve_matrix(np.array(matrix, dtype=float)).value


def chosen(row: Move | None, column: Move | None) -> Moves:
    return {player: move for player, move in ((P1, row), (P2, column)) if move is not None}


# --- the answer ---


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.mark.long
@pytest.mark.usefixtures("kept")
def test_an_answer_is_kept_and_belongs_to_its_cap() -> None:
    first = solve_capped(TRAPS, 5, within=1e-4)
    again = solve_capped(TRAPS, 5, within=1e-3)
    assert not first.from_cache and again.from_cache
    assert (again.lowest, again.highest, again.opening()) == (first.lowest, first.highest, first.opening())
    assert not solve_capped(TRAPS, 4).from_cache
    assert solve_capped(TRAPS, 5, within=1e-5).exploitability <= 1e-5


@pytest.mark.usefixtures("kept")
def test_whoever_interrupts_it_gets_what_was_reached() -> None:
    def impatient(exploitability: float, rounds: int) -> None:
        if rounds == 10:
            raise KeyboardInterrupt

    reached = solve_capped(TRAPS, 5, within=0, learning=impatient)
    assert 0 < reached.exploitability < 0.1
    assert solve_capped(TRAPS, 5, within=0.1).from_cache


def test_what_does_not_fit_is_refused_before_the_memory_is_full() -> None:
    with pytest.raises(TooBig, match="try a smaller cap or variation"):
        solve_capped(TRAPS, 8, memory=1 << 20, use_cache=False)


def test_first_moves_are_told_with_how_often_they_are_chosen() -> None:
    answer = solve_capped(TRAPS, 5, use_cache=False)
    (player, mix), *others = answer.opening().items()
    assert player is P1 and not others
    assert tuple(mix) == TRAPS.choices()[P1]
    assert sum(mix.values()) == pytest.approx(1)
