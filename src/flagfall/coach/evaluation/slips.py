"""When the other may first go wrong after a move: what a player would say of one that sets problems."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from flagfall.bots.solved.knowledge import Knowledge
from flagfall.core import Move, Player, Position
from flagfall.solve import Solution
from flagfall.solve.exact.optimal import SIDES

from .grades import plies
from .judging import SURE, Judgement, best_play, keeping

MOST = 300
"""So many positions are looked at."""


@dataclass(frozen=True, order=True)
class Slip:
    """A chance to go wrong. One that comes sooner is less, and of these one with fewer good answers."""

    later: int
    """Plies until then."""
    share: Fraction
    """Of good answers among all."""
    good: int
    every: int


def slip(judgement: Judgement, move: Move) -> Slip | None:
    """The first chance to go wrong that the other has after this move at a turn; None where none is in sight.

    Meanwhile the player goes on with best moves, and the other gives nothing away.
    """
    knowledge, player = judgement.knowledge, judgement.player
    seen, here = 0, {judgement.position.after({judgement.player: move})}
    for later in range(MOST):
        if slips := [found for each in here if (found := _slip(knowledge.solution, each, player.other, later))]:
            return min(slips)
        seen += len(here)
        here = set(_next(knowledge, here, player)) if seen <= MOST else set()
        if not here:
            break
    return None


def good_answers(solution: Solution, position: Position, player: Player) -> list[Move]:
    """The moves that give nothing away; for one who is losing anyway, those that delay it longest."""
    if solution.value(position) * SIDES[player] < SURE - 1:
        return list(solution.strategy(position)[player])
    return keeping(solution, position, player)


def _slip(solution: Solution, position: Position, player: Player, later: int) -> Slip | None:
    every = len(position.choices().get(player, ()))
    good = len(good_answers(solution, position, player)) if every else 0
    return Slip(later, Fraction(good, every), good, every) if 0 < good < every else None


def _next(knowledge: Knowledge, positions: Iterable[Position], player: Player) -> Iterator[Position]:
    """What may come next, nobody giving anything away."""
    for position in positions:
        choices = position.choices()
        best = best_play(knowledge, position).get(player, {}) if player in choices else {}
        good = good_answers(knowledge.solution, position, player.other) if player.other in choices else []
        kept = {each: list(best) if each is player else good for each in choices}
        for chosen in product(*kept.values()) if choices else ():
            yield position.after(dict(zip(kept, chosen, strict=True)))


def compared(mine: Slip, theirs: Slip | None, rival: str) -> str:
    """How a move sets more problems than another."""
    answers = f"{mine.good} good answer{'' if mine.good == 1 else 's'} of {mine.every}"
    if mine.later == 0:
        others = f"{rival} leaves {theirs.good} of {theirs.every}" if theirs and not theirs.later else ""
        return f"It leaves the other {answers}; {others or f'after {rival} every answer is good'}."
    first = f"The other's first chance to go wrong comes {plies(mine.later)} later, with {answers}"
    if theirs is None:
        return f"{first}; with {rival} none is in sight."
    same = f"with {rival} {theirs.good} of {theirs.every} are good then"
    return f"{first}; {same if theirs.later == mine.later else f'with {rival} it comes {plies(theirs.later)} later'}."
