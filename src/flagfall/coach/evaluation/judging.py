"""What every move is worth, and which are best: the one order that all of the coach goes by, and the bots, too.

Moves are compared by their exact value, then by distance, then by what they promise against the fallible opponent (see
`bots.solved.action_values`, which says what that is). In a battle a choice is judged by the answer that punishes it
most, and one that another choice dominates is never best. Where only a mixture is best, choices are judged against the
other's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from flagfall.bots.solved.action_values import CLOSE, ActionValues
from flagfall.bots.solved.knowledge import Knowledge
from flagfall.core import Move, Moves, Player, Position
from flagfall.solve import Solution, Strategy, Worth
from flagfall.solve.exact.optimal import SIDES

SURE = 1e-9
"""Values that differ by less come from the arithmetic of battles and are the same."""


@dataclass(frozen=True)
class Judged:
    """One of a player's moves."""

    move: Move
    worth: Worth
    """What it is worth to P1 when the other answers best."""
    promise: float
    """What it brings against the fallible opponent, in the player's own eyes, from -1 to 1."""
    likely: float
    """How likely best play makes it."""
    punished_by: tuple[Move, ...] = ()
    """In a battle, the other's choices that make it worth less than the best choice."""
    dominated_by: Move | None = None
    """In a battle, a choice that is never worse than this one, and sometimes better."""


class Judgement:
    """All moves of one player in one position, from the best to the worst."""

    def __init__(self, knowledge: Knowledge, position: Position, player: Player) -> None:
        self.knowledge, self.position, self.player = knowledge, position, player
        actions = knowledge.actions(position)
        self.is_exact = actions.graph.is_whole
        """Whether promises are exact; in a game that is too big they are found from what is near."""
        self.is_battle = len(position.choices()) > 1
        mixed = actions.graph.at(player, actions.best[player].mixed, position)
        self.is_mixed = self.is_battle and not np.isnan(mixed).any()
        """Whether no sure choice is best: then a mixture is."""
        self.moves = tuple(sorted(_judged(self, actions), key=self._rank, reverse=True))
        self.best = {each.move: each.likely for each in self.moves if each.likely}
        """The best choice: how likely each move is in it. Of a sure choice all are equally good."""

    def __getitem__(self, move: Move) -> Judged:
        return next(each for each in self.moves if each.move == move)

    @property
    def first(self) -> Judged:
        """The best move, or of several one."""
        return self.moves[0]

    @property
    def rivals(self) -> tuple[Judged, ...]:
        """The moves that are not best, though exactly as good against best play."""
        return tuple(each for each in self.moves if not each.likely and self.is_as_good(each))

    @property
    def any_will_do(self) -> bool:
        """Whether all moves are the same by value, distance and promise."""
        promises = [each.promise for each in self.moves]
        same = max(promises) - min(promises) <= CLOSE and all(map(self.is_as_good, self.moves))
        return same and not self.is_mixed and len(self.best) == len(self.moves)

    def is_as_good(self, each: Judged) -> bool:
        """Whether value and distance are those of the best move; how far a draw is makes no difference."""
        top = self.first.worth
        same = each.worth.distance == top.distance or abs(top.value) <= SURE
        return abs(each.worth.value - top.value) <= SURE and same

    def _rank(self, each: Judged) -> tuple[bool, float, int, bool, float]:
        """Greater is better. A quick win is, and a slow loss."""
        value, distance = each.worth.value * SIDES[self.player], each.worth.distance or 0
        hurry = -distance if value > SURE else distance if value < -SURE else 0
        return each.likely > 0, round(value, 9), hurry, each.dominated_by is None, round(each.promise, 9)


def best_play(knowledge: Knowledge, position: Position) -> Strategy:
    """How likely everybody who decides here makes each move in best play."""
    if not position.choices():
        return {}
    actions = knowledge.actions(position)
    return {player: actions.graph.read(player, actions.chosen[player], position) for player in position.choices()}


def best_line(knowledge: Knowledge, position: Position) -> Iterator[tuple[Moves, Position]]:
    """Best play from here, move by move, with the position after each, until the end or the first repetition.

    Of equally good moves the first is played, and in a battle the likeliest.
    """
    seen = {position}
    while strategy := best_play(knowledge, position):
        moves = {player: max(mix, key=lambda move: mix[move]) for player, mix in strategy.items()}
        position = position.play(moves)
        yield moves, position
        if position in seen:
            return
        seen.add(position)


# --- by value alone ---


def worths_after(solution: Solution, position: Position) -> dict[Player, dict[Move, list[Worth]]]:
    """For each choice of each player, what the position after it is worth against every choice of the other."""
    choices = position.choices()
    rows: dict[Player, dict[Move, list[Worth]]] = {player: defaultdict(list) for player in choices}
    for chosen in product(*choices.values()) if choices else ():
        moves = dict(zip(choices, chosen, strict=True))
        worth = solution.worth(position.after(moves))
        for player, move in moves.items():
            rows[player][move].append(worth)
    return rows


def keeping(solution: Solution, position: Position, player: Player) -> list[Move]:
    """The moves that keep what the position is worth, whatever the other does."""
    side, rows = SIDES[player], worths_after(solution, position)[player]
    enough = solution.value(position) * side - SURE - 2 * solution.error
    return [move for move, row in rows.items() if min(worth.value * side for worth in row) >= enough]


# --- one position ---


def _judged(judgement: Judgement, actions: ActionValues) -> Iterator[Judged]:
    position, player = judgement.position, judgement.player
    moves = position.choices()[player]
    promises, likely = (
        actions.graph.at(player, lines[player], position) for lines in (actions.promise, actions.chosen)
    )
    dominates = actions.dominance(player, position) if judgement.is_battle else np.zeros((len(moves), len(moves)))
    worths = _worths(judgement, actions)
    for at, move in enumerate(moves):
        over = [moves[each] for each in sorted(np.flatnonzero(dominates[:, at]), key=lambda each: -likely[each])]
        punished_by = () if likely[at] else _punishing(judgement, actions, at)
        yield Judged(move, worths[at], float(promises[at]), float(likely[at]), punished_by, over[0] if over else None)


def _worths(judgement: Judgement, actions: ActionValues) -> list[Worth]:
    """What each choice is worth: in a battle against the worst answer, or where a mixture is best, against that."""
    position, player, solution = judgement.position, judgement.player, judgement.knowledge.solution
    is_forced = actions.forced[actions.graph.number[position]]
    if not judgement.is_battle or is_forced:
        return list(solution.moves(position)[player].values())
    if judgement.is_mixed:
        other = actions.graph.at(player.other, actions.chosen[player.other], position)
        values = actions.outcomes(player, position, actions.value) @ other
        return [Worth(float(value) * SIDES[player], None) for value in values]
    worst = actions.outcomes(player, position, actions.rank).argmin(axis=1)
    own, others = position.choices()[player], position.choices()[player.other]
    after = (position.after({player: own[at], player.other: others[worst[at]]}) for at in range(len(own)))
    return [Worth(value, None if plies is None else plies + 1) for value, plies in map(solution.worth, after)]


def _punishing(judgement: Judgement, actions: ActionValues, at: int) -> tuple[Move, ...]:
    """The other's choices that bring about the worst, where that is worse than what the position is worth."""
    position, player = judgement.position, judgement.player
    if not judgement.is_battle or judgement.is_mixed:
        return ()
    row = actions.outcomes(player, position, actions.rank)[at]
    if row.min() >= actions.rank[actions.graph.number[position]] * SIDES[player] - SURE - 2 * actions.solution.error:
        return ()
    others = position.choices()[player.other]
    return tuple(others[each] for each in np.flatnonzero(row <= row.min() + SURE))
