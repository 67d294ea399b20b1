"""Which choices are best, once the worth of everything that may follow is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flagfall.core import Player
from flagfall.solve.table import Worth

SIDES = {Player.P1: 1, Player.P2: -1}
"""What a player's win is worth to P1."""
Row = Sequence[Worth]
"""What may follow one choice of a player, for every choice of the other."""
Payoffs = Mapping[Player, Sequence[Row]]
"""A row for every choice of each player; one who has nothing to choose here has one row."""


def payoffs_of(rows: Sequence[Row]) -> Payoffs:
    """What follows each choice of P1, and the same from P2's side."""
    return {Player.P1: rows, Player.P2: list(zip(*rows, strict=True))}


def best_choices(payoffs: Payoffs, worth: Worth) -> dict[Player, list[int]]:
    """The best choices of both players in a position of this worth, in which secret choices decide nothing.

    The winner hurries, and the loser delays. Where nobody can force a win, every choice is as good as any other with
    which one can't be forced to lose, however far a draw is.
    """
    if worth.distance is None or worth.is_draw:
        return {player: _safe(payoffs[player], SIDES[player] * worth.value, SIDES[player]) for player in Player}
    winner = Player.P1 if worth.value > 0 else Player.P2
    forced = [forced_in(row, SIDES[winner]) for row in payoffs[winner]]
    hurried = [at for at, plies in enumerate(forced) if plies == worth.distance - 1]
    delays = [min((row[at].distance or 0 for at in hurried), default=0) for row in payoffs[winner.other]]
    return {winner: hurried, winner.other: [at for at, delay in enumerate(delays) if delay == max(delays)]}


def _safe(rows: Sequence[Row], value: float, side: int) -> list[int]:
    """The choices with which one side gets so much at least, in its own eyes."""
    return [at for at, row in enumerate(rows) if min(each.value * side for each in row) >= value]


def forced_in(row: Row, side: int) -> int | None:
    """How many plies after this choice the win has come for sure; None where it is not sure."""
    distances = [each.distance for each in row if each.distance is not None and each.value == side]
    return max(distances) if len(distances) == len(row) else None
