"""Why a move is good or bad, in words: what it comes to, and what the other then does about it.

Each is a clause for a sentence of ours: "then 2,2 wins at once". It needs a solution and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from flagfall.core import Move, Player, Position
from flagfall.solve import Solution, Worth
from flagfall.solve.exact.optimal import SIDES

from .grades import either, plies
from .judging import SURE, keeping

NAMED = 3
"""So many answers of the other's are named; of more it is said that there are several."""


@dataclass(frozen=True)
class Reason:
    """What becomes of a move, and the other's answer that shows it."""

    keeps: bool
    """Whether the position is worth as much as before, whatever the other does."""
    words: str
    answer: Move | None = None
    """What the other does then; where both choose, what the other chooses at the same time."""


def reason(solution: Solution, position: Position, player: Player, move: Move) -> Reason:
    """Why `player` should make this legal move here, or why not."""
    keeps = move in keeping(solution, position, player)
    return _Case(solution, position, player, move, keeps).reason()


def lost_at_once(position: Position, player: Player, move: Move) -> Move | None:
    """The answer with which the other ends it at once after this move, by the rules alone: for games that hide
    something, and have no solution. None where there is none, or where both choose."""
    if len(position.choices()) > 1:
        return None
    after = position.after({player: move})
    answers = after.choices().get(player.other, ()) if len(after.choices()) == 1 else ()
    return next((each for each in answers if _wins(after.after({player.other: each}), player.other)), None)


def _wins(position: Position, player: Player) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.winner is player


@dataclass(frozen=True)
class _Case:
    """One move that is looked at."""

    solution: Solution
    position: Position
    player: Player
    move: Move
    keeps: bool

    def reason(self) -> Reason:
        if self.is_battle:
            return self._in_battle()
        after = self.position.after({self.player: self.move})
        if outcome := after.outcome():
            return Reason(self.keeps, _ended(outcome.winner, self.player))
        return self._kept(after) if self.keeps else self._given_away(after)

    @property
    def is_battle(self) -> bool:
        return len(self.position.choices()) > 1

    # --- at a turn ---

    def _kept(self, after: Position) -> Reason:
        worth, best = _later(self.solution.worth(after)), self.solution.worth(self.position)
        value = worth.value * SIDES[self.player]
        if value > 1 - SURE:
            return Reason(True, _win(worth, best))
        if value < SURE - 1:
            return Reason(True, _loss(worth, best), self._answers(after)[0])
        if abs(value) <= SURE:
            return Reason(
                True, "it keeps the draw" if worth.is_draw else "it keeps the balance: nobody can force a win"
            )
        return Reason(True, f"it keeps what the position is worth, {value:+.3f}")

    def _given_away(self, after: Position) -> Reason:
        worth, answers = self.solution.worth(after), self._answers(after)
        value, named = worth.value * SIDES[self.player], _named(after, answers)
        if value < SURE - 1:
            return Reason(False, f"then {named or 'the other'} wins {_when(worth)}", answers[0])
        if abs(value) > SURE:
            return Reason(False, f"then the position is worth only {value:+.3f} to you", answers[0])
        if worth.is_draw:
            return Reason(False, f"then {named or 'the other'} saves a draw", answers[0])
        holding = f"with {named}" if named else "whatever is played"
        return Reason(False, f"then the other holds on {holding}, and nobody can force a win", answers[0])

    def _answers(self, after: Position) -> list[Move]:
        """The other's best answers; where it is not for the other alone to answer, whoever has to."""
        strategy = self.solution.strategy(after)
        return list(strategy.get(self.player.other, next(iter(strategy.values()))))

    # --- where both choose ---

    def _in_battle(self) -> Reason:
        met = self._met()
        lowest = min(_rank(worth, self.player) for worth, _ in met.values())
        worst = [chosen for chosen, (worth, _) in met.items() if _rank(worth, self.player) == lowest]
        if self.keeps:
            return Reason(True, f"whatever the other chooses, {self._kept_in_battle()}", worst[-1])
        worth, after = met[worst[-1]]
        value, outcome = worth.value * SIDES[self.player], after.outcome()
        if outcome:
            what = "that wins at once" if outcome.winner is self.player.other else "that ends it"
        elif value < SURE - 1:
            what = f"the other wins {_when(worth)}"
        else:
            what = f"that is worth only {value:+.3f} to you"
        return Reason(False, f"if the other chooses {either(worst)}, {what}", worst[-1])

    def _kept_in_battle(self) -> str:
        value = self.solution.value(self.position) * SIDES[self.player]
        if value > 1 - SURE:
            return "you win"
        return "you lose nothing" if abs(value) <= SURE else f"it is worth {value:+.3f} at least"

    def _met(self) -> dict[Move, tuple[Worth, Position]]:
        """What each choice of the other's brings about."""
        found = {}
        for chosen in self.position.choices()[self.player.other]:
            after = self.position.after({self.player: self.move, self.player.other: chosen})
            found[chosen] = self.solution.worth(after), after
        return found


# --- in words ---


def _ended(winner: Player | None, player: Player) -> str:
    if winner is None:
        return "it ends in a draw at once"
    return "it wins at once" if winner is player else "it loses at once"


def _win(worth: Worth, best: Worth) -> str:
    if worth.distance is None:
        return "it wins in the long run"
    slower = best.distance is not None and worth.distance > best.distance
    if slower:
        quick = "at once is possible" if best.distance == 1 else f"{plies(best.distance or 0)} would do"
        return f"it still wins, but in {plies(worth.distance)}, where {quick}"
    return f"it wins in {plies(worth.distance)}"


def _loss(worth: Worth, best: Worth) -> str:
    if worth.distance is None:
        return "it loses in the long run, as every move does"
    sooner = best.distance is not None and worth.distance < best.distance
    held = f", and {plies(best.distance or 0)} could be held out" if sooner else ", as late as can be"
    return f"it loses in {plies(worth.distance)}{held}"


def _when(worth: Worth) -> str:
    """When the other wins who is just to answer."""
    if worth.distance is None:
        return "in the long run"
    return "at once" if worth.distance == 1 else f"in {plies(worth.distance)}"


def _named(position: Position, answers: list[Move]) -> str:
    """The answers as they are typed; nothing where they are too many to be named, or every one will do."""
    every = sum(map(len, position.choices().values()))
    if len(answers) > NAMED or len(answers) == every > 1:
        return ""
    return either([position.written(each) for each in answers])


def _later(worth: Worth) -> Worth:
    """The same a ply before."""
    return Worth(worth.value, None if worth.distance is None else worth.distance + 1)


def _rank(worth: Worth, player: Player) -> tuple[float, int]:
    """How good what follows is for the player: of losses the later is better."""
    return round(worth.value * SIDES[player], 9), worth.distance or 0
