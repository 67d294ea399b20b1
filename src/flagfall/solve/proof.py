"""The proof of a solution, from the rules alone: nothing is taken from the way in which it was found.

By induction on the distance every forced win is one, and no faster win exists: each leans on nearer ones only, so that
none can lean on itself. Where nobody can force a win and nobody chooses secretly, each player can always move on to
such a position again, or to a draw, so that the value is 0, and a draw is as far as it is along these. Where secret
choices decide, what both strategies guarantee against every reply is computed, and must leave no more room than the
error. And what can follow any position is in the table, with the start: so nothing that can arise is left out.
"""

from __future__ import annotations

import math
import random
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import chain, islice

import numpy as np
from numpy.typing import NDArray

from flagfall.core import FlagfallError, Move, Player, Position
from flagfall.match.playout import playouts

from .arrays import Numbers
from .battles.stochastic import replies_to
from .errors import Disproved, NotSolved
from .exact.optimal import SIDES, Payoffs, Row, best_choices, forced_in, payoffs_of
from .table import WITHIN, Counts, Progress, Proof, Table, Worth

Places = list[list[int]]
"""What may follow a position: a row for each choice of P1, a column for each choice of P2."""
ENDS = (1, 0, -1)
"""What is certain: a win of P1, an end that nobody wins, a win of P2."""
REPORT_EVERY = 1024
SAMPLE = 10_000
"""So many positions are drawn from all, and as many met in random games, where not all are proved."""
PLIES = 300
"""After so many a random game is broken off, as it may have no end."""
WHOLE = 1e-9
"""How far the sum of likelihoods may be from 1. What is proved is the strategy with exactly their proportions."""


def prove(table: Table, start: Position, within: float = WITHIN, progress: Progress | None = None) -> Proof:
    """Check a table: every position, and what it says of all of them together."""
    _check_error(table, within)
    audit = Audit(table, progress)
    try:
        audit.prove_all(start)
    except NotSolved as error:
        raise Disproved(f"a position is missing: {error}") from None
    if audit.has_strategies:
        _prove_strategies(table)
    return Proof(audit.checked, table.error, audit.checked)


def prove_some(table: Table, start: Position, seed: int, progress: Progress | None = None) -> Proof:
    """Check positions drawn at random: from all, and from those that random games come across."""
    _check_error(table, 0.0)
    draw, audit = random.Random(seed), Audit(table, progress)
    audit.expected = 2 * SAMPLE
    try:
        for place in chain(_drawn(table, draw), _met(table, start, draw)):
            if not audit.seen[place]:
                audit.enter(place)
                audit.prove_place(place)
    except NotSolved as error:
        raise Disproved(f"a position is missing: {error}") from None
    return Proof(table.size, 0.0, audit.checked, seed, SAMPLE)


def _drawn(table: Table, draw: random.Random) -> Iterator[int]:
    left = SAMPLE
    while left:
        place = draw.randrange(table.places)
        if table.at_place(place) is None:
            table.prove_absent(place)
        else:
            left -= 1
            yield place


def _met(table: Table, start: Position, draw: random.Random) -> Iterator[int]:
    met = set[int]()
    for position in islice(playouts(start, draw, PLIES), 20 * SAMPLE):
        met.add(table.place_of(position))
        if len(met) == SAMPLE:
            break
    return iter(met)


def _check_error(table: Table, within: float) -> None:
    if not 0 <= table.error < math.inf:
        raise Disproved(f"the table says that its values are right to within {table.error}, which means nothing")
    if table.error > within:
        raise Disproved(
            f"the values are only said to be right to within {table.error:.2g}, and a proof to within {within:.2g} was "
            "asked for"
        )


class Audit:
    """A table being checked: which places have been entered, and what was found on them."""

    def __init__(self, table: Table, progress: Progress | None) -> None:
        self.table, self.progress, self.expected = table, progress, table.size
        self.seen = bytearray(table.places)
        self.checked = self.longest = 0
        self.values: Counter[float] = Counter()
        self.ends = self.draws = 0
        self.has_strategies = self.tells_draws = False

    def prove_all(self, start: Position) -> None:
        """What can arise from the start, then whatever else there is, and that it is as much as is said."""
        arising = self.prove_arising(start)
        for place in range(self.table.places):
            if _at(self.table, place) is None:
                self.table.prove_absent(place)
            elif not self.seen[place]:
                self.enter(place)
                self.prove_place(place)
        if self.has_strategies and self.tells_draws:
            raise Disproved("the table tells how far draws are, though secret choices decide")
        if self.checked != self.table.size:
            raise Disproved(f"the table says that it has {self.table.size} positions, and has {self.checked}")
        told = self.table.counts()
        found = replace(self.counts(), reachable=None if told.reachable is None else arising)
        if found != told:
            raise Disproved(f"the table counts {_listed(told)}, and has {_listed(found)}")

    def prove_arising(self, start: Position) -> int:
        """How many positions can arise."""
        waiting = array("q", [self.table.place_of(start)])
        self.enter(waiting[0])
        for place in waiting:  # which grows meanwhile
            for after in chain.from_iterable(self.prove_place(place)):
                if not self.seen[after]:
                    self.enter(after)
                    waiting.append(after)
        return len(waiting)

    def enter(self, place: int) -> None:
        self.seen[place] = True

    def prove_place(self, place: int) -> Places:
        """Check a position against all that follows it, which is returned."""
        position, worth = _position_at(self.table, place), self.table.worth_at(place)
        after = prove_position(self.table, position, worth)
        self.checked += 1
        self.values[worth.value] += 1
        self.ends += not after
        self.draws += worth.is_draw
        self.tells_draws |= worth.is_draw and bool(after)
        self.longest = max(self.longest, 0 if worth.is_draw else worth.distance or 0)
        is_battle = len(after) > 1 and len(after[0]) > 1
        if worth.distance is None and (is_battle or _mixes(self.table, position) is not None):
            self.has_strategies = True
        if self.progress and self.checked % REPORT_EVERY == 0:
            self.progress("checking", self.checked, self.expected)
        return after

    def counts(self) -> Counts:
        certain = {value: self.values[value] for value in (1.0, -1.0, 0.0)}
        return Counts(
            positions=self.checked,
            p1_wins=certain[1.0],
            p2_wins=certain[-1.0],
            draws=self.draws,
            endless=certain[0.0] - self.draws,
            mixed=self.checked - sum(certain.values()),
            ends=self.ends,
            longest=self.longest,
            reachable=None,
        )


def _at(table: Table, place: int) -> Position | None:
    try:
        return table.at_place(place)
    except FlagfallError as error:
        raise Disproved(f"there is something in the table that is no position: {error}") from None


def _position_at(table: Table, place: int) -> Position:
    position = _at(table, place)
    if position is None:
        raise Disproved(f"the table has nothing at its place {place}")
    if table.place_of(position) != place:
        raise Disproved(f"{position} is in the table twice")
    return position


# --- one position ---


def prove_position(table: Table, position: Position, worth: Worth) -> Places:
    """Check the worth of a position against that of all that follows it, which is returned."""
    after, outcome = places_after(table, position), position.outcome()
    _claim(abs(worth.value) <= 1, position, worth, "values are from -1 to 1")
    _claim((outcome is None) == bool(after), position, worth, f"with {len(after)} choices its outcome is {outcome}")
    if outcome is not None:
        score = SIDES[outcome.winner] if outcome.winner else 0
        _claim(worth == (score, 0), position, worth, "the game is over here")
    else:
        payoffs = payoffs_of([[table.worth_at(place) for place in row] for row in after])
        _prove_distance(position, worth, payoffs, is_mixed=_mixes(table, position) is not None)
        _prove_choices(table, position, worth, payoffs)
    return after


def places_after(table: Table, position: Position) -> Places:
    """What follows a position, found by making every move."""
    choices = position.choices()
    if not choices:
        return []
    p1, p2 = (choices.get(player, (None,)) for player in Player)
    try:
        return [[table.place_of(_after(position, one, two)) for two in p2] for one in p1]
    except NotSolved as error:
        raise Disproved(f"{position}: something that follows is missing: {error}") from None


def _after(position: Position, p1: Move | None, p2: Move | None) -> Position:
    both = zip(Player, (p1, p2), strict=True)
    return position.after({player: move for player, move in both if move is not None})


def _prove_distance(position: Position, worth: Worth, payoffs: Payoffs, *, is_mixed: bool) -> None:
    """The distance is that of the fastest win that somebody can force, whatever the other does; or else of a draw."""
    found = {player: _fastest(payoffs[player], SIDES[player]) for player in Player}
    wins = {player: plies for player, plies in found.items() if plies is not None}
    draw = None if wins or is_mixed else _nearest_draw(payoffs[Player.P1])
    told = {SIDES[player]: plies for player, plies in wins.items()} if draw is None else {0: draw}
    claimed = {} if worth.distance is None else {worth.value: worth.distance}
    fact = " and ".join(f"{player} wins in {plies}" for player, plies in wins.items()) or "nobody can force a win"
    _claim(told == claimed, position, worth, fact if draw is None else f"{fact}, and a draw is {draw} plies away")


def _fastest(rows: Sequence[Row], side: int) -> int | None:
    plies = [forced + 1 for row in rows if (forced := forced_in(row, side)) is not None]
    return min(plies, default=None)


def _nearest_draw(rows: Sequence[Row]) -> int | None:
    return min(
        (1 + each.distance for row in rows for each in row if each.value == 0 and each.distance is not None),
        default=None,
    )


def _prove_choices(table: Table, position: Position, worth: Worth, payoffs: Payoffs) -> None:
    """Without secrets every position that nobody can force is worth 0, and everybody has a best move."""
    if _mixes(table, position) is not None:
        _claim(worth.distance is None, position, worth, "there are likelihoods where a win can be forced")
        return
    _claim(worth.distance is not None or worth.value == 0, position, worth, "nobody can force a win")
    for player, best in best_choices(payoffs, worth).items():
        _claim(bool(best), position, worth, f"no move of {player} secures it")


# --- strategies ---

Mixes = dict[Player, NDArray[np.float64]]


def _prove_strategies(table: Table) -> None:
    """Both strategies guarantee the value, up to the error, at every position where nobody can force a win."""
    every = ((place, table.at_place(place)) for place in range(table.places))
    open_ = {place: each for place, each in every if each is not None and table.worth_at(place).distance is None}
    place_in = {place: at for at, place in enumerate(open_)}
    matrices = [_matrix(table, position, place_in) for position in open_.values()]
    mixes = [_mixes(table, position) for position in open_.values()]
    if None in mixes:
        raise Disproved(f"{list(open_.values())[mixes.index(None)]}: nothing is said of how to choose here")
    for player in Player:
        sides = matrices if player is Player.P1 else [each.T for each in matrices]
        replies = replies_to([_mix(each, player) for each in mixes], sides, SIDES[player] * np.array(ENDS))
        for (place, position), guaranteed in zip(open_.items(), replies.guaranteed(), strict=True):
            worth = table.worth_at(place)
            holds = guaranteed >= SIDES[player] * worth.value - table.error
            _claim(holds, position, worth, f"{player}'s strategy guarantees only {guaranteed * SIDES[player]}")


def _matrix(table: Table, position: Position, place_in: dict[int, int]) -> Numbers:
    """Where each pair of choices leads: to an open position, or behind these to one of the kinds of certainty."""

    def at(place: int) -> int:
        return place_in[place] if place in place_in else len(place_in) + ENDS.index(int(table.worth_at(place).value))

    return np.array([[at(place) for place in row] for row in places_after(table, position)])


def _mixes(table: Table, position: Position) -> Mixes | None:
    """How likely each choice here is to be made, or None where the table doesn't say; probabilities, or Disproved."""
    try:
        mixed = table.mix(position)
    except (ValueError, LookupError):
        raise Disproved(f"{position}: there are not as many likelihoods as choices") from None
    choices = position.choices()
    if mixed is None:
        return None
    if mixed.keys() != choices.keys() or any(mix.keys() - set(choices[player]) for player, mix in mixed.items()):
        raise Disproved(f"{position}: there are likelihoods of moves that can't be made")
    likely = {player: np.array([mixed[player].get(move, 0.0) for move in moves]) for player, moves in choices.items()}
    for player, mix in likely.items():
        if not ((mix >= 0).all() and abs(mix.sum() - 1) <= WHOLE):
            raise Disproved(f"{position}: the likelihoods of {player}'s moves are no probabilities: {mix.tolist()}")
    return likely


def _mix(mixes: Mixes | None, player: Player) -> NDArray[np.float64]:
    return (mixes or {}).get(player, np.ones(1))


# --- what is said when it doesn't hold ---


def _claim(holds: bool, position: Position, worth: Worth, why: str) -> None:
    if not holds:
        raise Disproved(f"{position} is said to be worth {worth.value}, distance {worth.distance}, but {why}")


def _listed(counts: Counts) -> str:
    known = ((name.replace("_", " "), number) for name, number in asdict(counts).items() if number is not None)
    return ", ".join(f"{name} {number}" for name, number in known)
