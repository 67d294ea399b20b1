"""The answer to a game: ask it about any position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flagfall.core import Choices, Move, Player, Position

from .errors import NotSolved
from .exact.graph import following
from .exact.optimal import SIDES, Payoffs, Row, best_choices, forced_in, payoffs_of
from .table import RIGOUR, Counts, Progress, Proof, Rigour, Strategy, Table, Worth


@dataclass(frozen=True)
class Solution:
    """Every position of a game with its worth. `solve()` makes it.

    >>> from flagfall import GAMES, Player
    >>> from flagfall.solve import solve
    >>> opening = GAMES["capture-the-flag"]()
    >>> solution = solve(opening, use_cache=False)
    >>> solution.value(opening), solution.distance(opening)
    (1.0, 3)
    >>> solution.strategy(opening)
    {<Player.P1: 0>: {'1': 0.5, '2': 0.5}}
    >>> solution.moves(opening)
    {<Player.P1: 0>: {'1': Worth(value=1.0, distance=3), '2': Worth(value=1.0, distance=3)}}
    """

    start: Position
    table: Table
    from_cache: bool = False

    @property
    def error(self) -> float:
        """No value is further from the truth than this. Without battles it is 0."""
        return self.table.error

    @property
    def counts(self) -> Counts:
        return self.table.counts()

    def counts_arising(self, *, ended: bool, progress: Progress | None = None) -> Counts:
        """The same of the positions that can arise from the start, with or without those where the game is over.

        Of a bulk form with very many positions this takes as long as solving it did.
        """
        return self.table.counts_arising(ended=ended, progress=progress)

    def worth(self, position: Position) -> Worth:
        """Value and distance at once."""
        self._check(position)
        return self.table.look_up(position)

    def value(self, position: Position) -> float:
        """What the position is worth to P1 when both play best: 1 a win, -1 a loss, 0 a draw or no end.

        Only secret choices bring about a value between; see `error`.
        """
        return self.worth(position).value

    def distance(self, position: Position) -> int | None:
        """Plies to the end when the winner hurries and the loser delays; None where best play has no end.

        To a draw it is the fewest plies in which it can come without anybody giving anything away.
        With battles it is the number of plies within which the winner can surely end it, whatever the other chooses;
        a win that is only likely, or certain only in the long run, has no distance.
        """
        return self.worth(position).distance

    def strategy(self, position: Position) -> Strategy:
        """How likely everybody who decides here should choose each move; moves with probability 0 are left out.

        It guarantees the value against every reply. Equally good moves share evenly: they win equally fast, or lose
        equally slowly, or keep the balance. After the end nobody decides: {}.
        """
        worth = self.worth(position)
        if (mixed := self.table.mix(position)) is not None:
            return mixed
        choices = position.choices()
        best = best_choices(self._payoffs(position), worth) if choices else {}
        return {player: {moves[at]: 1 / len(best[player]) for at in best[player]} for player, moves in choices.items()}

    def moves(self, position: Position) -> dict[Player, dict[Move, Worth]]:
        """What each move is worth, its own ply counted in the distance: the best move's worth is the position's.

        In a battle a move's value is the one it has against the other's strategy here, and its distance is that of
        a win it forces, or of a loss that the other's strategy forces on it.
        """
        self.worth(position)  # which refuses what was not solved
        choices, strategy, payoffs = position.choices(), self.strategy(position), self._payoffs(position)
        found: dict[Player, dict[Move, Worth]] = {}
        for player, moves in choices.items():
            other = _likely(strategy, choices, player.other)
            worths = (_against(row, other, SIDES[player]) for row in payoffs[player])
            found[player] = dict(zip(moves, worths, strict=True))
        return found

    def positions(self) -> Iterator[Position]:
        """Every position of the solved set."""
        return self.table.positions()

    def verify(self, rigour: Rigour = RIGOUR, progress: Progress | None = None) -> Proof:
        """Prove it from the rules, without the solver's way of finding it, or raise Disproved.

        Every value is the best of what follows, every distance is attained and not beaten, both strategies are
        probabilities and guarantee the value against every reply, and whatever can arise is there.

        Of a bulk form with very many positions, all are checked against that form, and only a random sample against
        the rules that people play by, unless `rigour` asks for every one. The Proof says what was done.
        """
        return self.table.verify(self.start, rigour, progress)

    def _check(self, position: Position) -> None:
        if type(position) is not type(self.start):
            raise NotSolved(f"this is a solution of {self.start.id}, not of {position.id}")
        if position.rules != self.start.rules:
            raise NotSolved(f"this solution is for other rules: {_written(self.start)}, not {_written(position)}")
        if position.is_partial():
            raise NotSolved("this is what one player knows of a position; only whole positions are solved")

    def _payoffs(self, position: Position) -> Payoffs:
        after, width = following(position)
        worths = [self.table.look_up(each) for each in after]
        return payoffs_of([worths[at : at + width] for at in range(0, len(worths), width)])


def _likely(strategy: Strategy, choices: Choices, player: Player) -> list[float]:
    """How likely each choice of a player is; one who has nothing to choose makes the only choice there is."""
    return [strategy[player].get(move, 0.0) for move in choices[player]] if player in choices else [1.0]


def _against(row: Row, likely: list[float], side: int) -> Worth:
    """What a choice of one side is worth against the other's mixture, its own ply counted."""
    met = [(chance, each) for chance, each in zip(likely, row, strict=True) if chance]
    wins, loses = forced_in(row, side), forced_in([each for _, each in met], -side)
    forced = loses if wins is None else wins
    if len(row) == 1 and row[0].is_draw:  # where somebody else chooses beside it, a draw is never sure
        forced = row[0].distance
    return Worth(sum(chance * each.value for chance, each in met), None if forced is None else forced + 1)


def _written(position: Position) -> str:
    changed = position.rules.changed()
    return ", ".join(f"{name}={value}" for name, value in changed.items()) or "the book's"
