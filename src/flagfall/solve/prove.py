"""The proof of a solution, from the rules alone: nothing is taken from the way in which it was found.

By induction on the distance every forced win is one, and no faster win exists. Where nobody can force a win and nobody
chooses secretly, each player can always move on to such a position again, so that the value is 0. Where secret choices
decide, what both strategies guarantee against every reply is computed, and must leave no more room than the error.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from flagfall.core import Player, Position

from .battles import replies_to
from .choosing import SIDES, Line, Lines, best_choices, forced_in, lines_of
from .errors import Disproved, NotSolved
from .explore import Numbers, score
from .table import Progress, Proof, Table, Worth

Matrix = list[list[Position]]
"""What may follow a position: a row for each choice of P1, a column for each choice of P2."""
ENDS = (1, 0, -1)
"""What is certain: a win of P1, an end that nobody wins, a win of P2."""
REPORT_EVERY = 1024


def prove(table: Table, progress: Progress | None = None) -> Proof:
    """Check a table position by position."""
    checked, battles = 0, False
    for checked, position in enumerate(table.positions(), 1):
        is_open = prove_one(table, position)
        battles = battles or (is_open and len(position.choices()) > 1)
        if progress and checked % REPORT_EVERY == 0:
            progress("checking", checked, table.size)
    if checked != table.size:
        raise Disproved(f"the table says that it has {table.size} positions, and has {checked}")
    if battles:
        _prove_open(table)
    return Proof(checked, table.error)


def prove_one(table: Table, position: Position) -> bool:
    """Check a position against all that follows it; whether it is one where nobody can force a win."""
    worth, rows = table.look_up(position), _worths(table, position)
    if not rows:
        _claim(worth == (score(position), 0), position, worth, "the game is over here")
        return False
    lines = lines_of(rows)
    _prove_distance(position, worth, lines)
    if table.mix(position) is None:
        _prove_choices(position, worth, lines)
    return worth.distance is None


def matrix(position: Position) -> Matrix:
    """What follows a position, found by playing every move."""
    choices = position.choices()
    if not choices:
        return []
    p1, p2 = (choices.get(player, (None,)) for player in Player)
    return [[_played(position, one, two) for two in p2] for one in p1]


def _played(position: Position, p1: str | None, p2: str | None) -> Position:
    both = zip(Player, (p1, p2), strict=True)
    return position.play({player: move for player, move in both if move is not None})


def _worths(table: Table, position: Position) -> list[list[Worth]]:
    try:
        return [[table.look_up(after) for after in row] for row in matrix(position)]
    except NotSolved as error:
        raise Disproved(f"{position}: something that follows is missing: {error}") from None


def _prove_distance(position: Position, worth: Worth, lines: Lines) -> None:
    """The distance is that of the fastest win that somebody can force, whatever the other does."""
    wins = {player: _fastest(lines[player], SIDES[player]) for player in Player}
    told = {SIDES[player]: plies for player, plies in wins.items() if plies is not None}
    claimed = {} if worth.distance is None else {worth.value: worth.distance}
    fact = " and ".join(f"{player} wins in {plies}" for player, plies in wins.items() if plies is not None)
    _claim(told == claimed, position, worth, fact or "nobody can force a win")


def _fastest(lines: Sequence[Line], side: int) -> int | None:
    plies = [forced + 1 for line in lines if (forced := forced_in(line, side)) is not None]
    return min(plies, default=None)


def _prove_choices(position: Position, worth: Worth, lines: Lines) -> None:
    """Without secrets every position that nobody can force is worth 0, and everybody has a best move."""
    _claim(worth.distance is not None or worth.value == 0, position, worth, "nobody can force a win")
    for player, best in best_choices(lines, worth).items():
        _claim(bool(best), position, worth, f"no move of {player} secures it")


def _prove_open(table: Table) -> None:
    """Both strategies guarantee the value, up to the error, at every position where nobody can force a win."""
    open_ = [position for position in table.positions() if table.look_up(position).distance is None]
    place = {position: at for at, position in enumerate(open_)}
    places = [_places(table, position, place) for position in open_]
    for player in Player:
        sides = places if player is Player.P1 else [each.T for each in places]
        mixes = [_mix(table, position, player) for position in open_]
        replies = replies_to(mixes, sides, SIDES[player] * np.array(ENDS))
        for position, guaranteed in zip(open_, replies.guaranteed(), strict=True):
            worth = table.look_up(position)
            holds = guaranteed >= SIDES[player] * worth.value - table.error
            _claim(holds, position, worth, f"{player}'s strategy guarantees only {guaranteed * SIDES[player]}")


def _places(table: Table, position: Position, place: Mapping[Position, int]) -> Numbers:
    """Where each pair of choices leads: an open position's place, or one behind them for each kind of certainty."""

    def place_of(after: Position) -> int:
        found = place.get(after)
        return len(place) + ENDS.index(int(table.look_up(after).value)) if found is None else found

    return np.array([[place_of(after) for after in row] for row in matrix(position)])


def _mix(table: Table, position: Position, player: Player) -> NDArray[np.float64]:
    mixed = (table.mix(position) or {}).get(player)
    if mixed is None:
        return np.ones(1)
    return np.array([mixed.get(move, 0.0) for move in position.choices()[player]])


def _claim(holds: bool, position: Position, worth: Worth, why: str) -> None:
    if not holds:
        raise Disproved(f"{position} is said to be worth {worth.value}, distance {worth.distance}, but {why}")
