"""Games in the head: which choice goes best in the worlds that may be.

This is information-set Monte Carlo tree search with multiple observers (Cowling, Powley and Whitehouse, 2012). Each
playout is a game in one world that fits what the seat was told (a determinization). Each player has a tree of what that
player would see: two positions that look the same to a player, after the same course, are one node there. In the tree a
player's choices are those that went well so far, or were seldom tried (UCB1), with new ones being added as a node is
visited more often; where both choose at once, each does so alone. New choices, and all beyond the seat's tree, are made
by a policy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random

from flagfall.core import Choices, Move, Moves, Player, Position

from .belief import Belief

CURIOSITY = 0.7
PATIENCE = 0.98
"""A result that comes a ply later is worth so much of what it would be worth now."""
LONGEST = 60
"""After so many plies a game in the head is broken off: nobody has won."""

Policy = Callable[[Position, Random], Moves]
"""What everybody who decides in a position might do, knowing no more than that player does."""
Sight = tuple[tuple[str, ...], Position]
"""What a player sees of a ply: the moves as they are written for that player, and the view after them."""


def any_move(position: Position, random: Random) -> Moves:
    """The policy for a game of which nothing is known but its rules."""
    return {player: random.choice(moves) for player, moves in position.choices().items()}


@dataclass
class Trial:
    """One of the choices at a node."""

    visits: int = 0
    total: float = 0.0

    def promise(self, visits: int) -> float:
        return self.total / self.visits + CURIOSITY * sqrt(log(visits) / self.visits)


@dataclass
class Node:
    """An information set: all that looks the same to one player."""

    visits: int = 0
    tried: dict[Move, Trial] = field(default_factory=dict)
    after: dict[Sight, Node] = field(default_factory=dict)

    def likes(self) -> Move:
        """What went well so far, or was seldom tried."""
        return max(self.tried, key=lambda move: self.tried[move].promise(self.visits))

    def is_open(self, legal: Sequence[Move]) -> bool:
        """Whether it is time for something new."""
        return len(self.tried) < min(len(legal), 2 + 2 * sqrt(self.visits))

    def trial(self, move: Move) -> Trial:
        return self.tried.setdefault(move, Trial())

    def child(self, sight: Sight) -> Node:
        return self.after.setdefault(sight, Node())


class Search:
    def __init__(self, player: Player, belief: Belief, policy: Policy, random: Random, *, both_learn: bool) -> None:
        self.player, self.belief, self.policy, self.random = player, belief, policy, random
        self.both_learn = both_learn
        """Whether the other has a tree, too."""
        self.root = Node()
        self.others: dict[Position, Node] = {}
        """The roots of the other's tree, by what the other may see now."""

    def favourite(self) -> Move:
        """The choice that was made most often."""
        tried = self.root.tried
        return max(tried, key=lambda move: (tried[move].visits, tried[move].total))

    def play_out(self) -> None:
        """One game in one world, to its end."""
        position, plies = self.belief.draw(self.random), 0
        nodes = self._roots(position)
        path: list[tuple[Player, Node, Trial]] = []
        is_new = False
        while not is_new and plies < LONGEST and (choices := position.choices()):
            moves = self._moves(position, choices, nodes)
            is_new = self.player in moves and moves[self.player] not in nodes[self.player].tried
            path += [(each, node, node.trial(moves[each])) for each, node in nodes.items() if each in moves]
            after, plies = position.after(moves), plies + 1
            nodes = {each: node.child(_sight(position, moves, after, each)) for each, node in nodes.items()}
            position = after
        self._learn(path, self._result(position, plies))

    def _roots(self, world: Position) -> dict[Player, Node]:
        if not self.both_learn:
            return {self.player: self.root}
        other = self.player.other
        return {self.player: self.root, other: self.others.setdefault(world.view(other), Node())}

    def imagined_result(self) -> float:
        """How it goes on by the policy in one world, whoever's turn it is."""
        return self._result(self.belief.draw(self.random), 0)

    def _moves(self, position: Position, choices: Choices, nodes: Mapping[Player, Node]) -> Moves:
        """What went well in the trees; something new where it is time for that, or where nobody learns."""
        moves = {who: node.likes() for who, node in nodes.items() if who in choices and not node.is_open(choices[who])}
        if len(moves) < len(choices):
            for player, move in self.policy(position, self.random).items():
                if player not in moves:
                    moves[player] = self._new(move, choices[player], nodes.get(player))
        return {player: moves[player] for player in choices}

    def _new(self, suggested: Move, legal: Sequence[Move], node: Node | None) -> Move:
        if node is None or suggested not in node.tried:
            return suggested
        return self.random.choice([move for move in legal if move not in node.tried])

    def _result(self, position: Position, plies: int) -> float:
        """How a game goes on by the policy: 1 for a win of the seat's, -1 for a loss, less if it takes long."""
        while not (outcome := position.outcome()) and plies < LONGEST:
            position, plies = position.after(self.policy(position, self.random)), plies + 1
        if outcome is None or outcome.winner is None:
            return 0.0
        return PATIENCE**plies * (1 if outcome.winner is self.player else -1)

    def _learn(self, path: list[tuple[Player, Node, Trial]], result: float) -> None:
        for player, node, trial in path:
            node.visits += 1
            trial.visits += 1
            trial.total += result if player is self.player else -result


def _sight(before: Position, moves: Moves, after: Position, viewer: Player) -> Sight:
    return tuple(before.disguise(player, move, viewer) for player, move in moves.items()), after.view(viewer)
