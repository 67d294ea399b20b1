"""Games in the head: which choice goes best in the worlds that may be (information-set Monte Carlo tree search).

What has been tried is kept in a tree of what the seat would see: its own choices, and after each what the other does
and where the agents then are. In the tree the seat's choices are those that went well so far, or were seldom tried
(UCB1), with new ones being added as a place in the tree is seen more often. The other player, who doesn't know this
player's traps and so must not make use of them, moves as imagined (`traps.policy`), and so do both beyond the tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from flagfall.core import Move, Square
from flagfall.games.flag_chase_traps import FlagChaseTraps

from .traps.belief import Guesses
from .traps.policy import imagined_move

CURIOSITY = 0.7
PATIENCE = 0.98
"""A result that comes a ply later is worth so much of what it would be worth now."""
LONGEST = 60
"""After so many plies a game in the head is broken off: nobody has won."""

Sight = tuple[str, tuple[Square, Square]]
"""What the seat sees of the other's turn: the move, as far as it can be seen, and where the agents are."""


@dataclass
class Choice:
    """A place in the tree where the seat must choose."""

    visits: int = 0
    tried: dict[Move, Trial] = field(default_factory=dict)

    def likes(self) -> Move:
        """What went well so far, or was seldom tried."""
        return max(self.tried, key=lambda move: self.tried[move].promise(self.visits))


@dataclass
class Trial:
    """One of the choices there."""

    visits: int = 0
    total: float = 0.0
    after: dict[Sight, Choice] = field(default_factory=dict)

    def promise(self, tries: int) -> float:
        return self.total / self.visits + CURIOSITY * sqrt(log(tries) / self.visits)


class Search:
    def __init__(self, guesses: Guesses, random: Random) -> None:
        self.guesses, self.player, self.random = guesses, guesses.player, random
        self.root = Choice()

    def favourite(self) -> Move:
        """The choice that was made most often."""
        return max(self.root.tried, key=lambda move: (self.root.tried[move].visits, self.root.tried[move].total))

    def play_out(self) -> None:
        """One game in one guessed world, to its end."""
        position, choice, plies = self.guesses.world(self.random), self.root, 0
        path: list[tuple[Choice, Trial]] = []
        is_new = False
        while not is_new and not position.outcome():
            move = self._choose(position, choice)
            is_new = move not in choice.tried
            trial = choice.tried.setdefault(move, Trial())
            path.append((choice, trial))
            position, sight = self._answered(position.after({self.player: move}))
            choice, plies = trial.after.setdefault(sight, Choice()), plies + 2
        self._learn(path, self._result(position, plies))

    def imagined_result(self) -> float:
        """How it goes on as imagined in one guessed world, whoever's turn it is."""
        return self._result(self.guesses.world(self.random), 0)

    def _choose(self, position: FlagChaseTraps, choice: Choice) -> Move:
        """Something new, if it is time for that; else what the tree says."""
        moves = position.choices()[self.player]
        if len(choice.tried) >= min(len(moves), 2 + 2 * sqrt(choice.visits)):
            return choice.likes()
        move = imagined_move(position, self.random)
        return move if move not in choice.tried else self.random.choice([m for m in moves if m not in choice.tried])

    def _answered(self, position: FlagChaseTraps) -> tuple[FlagChaseTraps, Sight]:
        """The position after the other's turn, and what can be seen of that."""
        if position.outcome():
            return position, ("", position.agents)
        move = imagined_move(position, self.random)
        after = position.after({position.turn: move})
        return after, (position.disguise(position.turn, move, self.player), after.agents)

    def _result(self, position: FlagChaseTraps, plies: int) -> float:
        """How a game goes on as imagined from here: 1 for a win of the seat's, -1 for a loss, less if it takes long."""
        while not (outcome := position.outcome()) and plies < LONGEST:
            position, plies = position.after({position.turn: imagined_move(position, self.random)}), plies + 1
        if outcome is None:
            return 0.0
        return PATIENCE**plies * (1 if outcome.winner is self.player else -1)

    def _learn(self, path: list[tuple[Choice, Trial]], result: float) -> None:
        for choice, trial in path:
            choice.visits += 1
            trial.visits += 1
            trial.total += result
