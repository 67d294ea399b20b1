"""How the game looks from one seat: what was told there, and nothing else. All of it is estimated, and says so.

A mind (see `bots.hidden`) knows how likely each world is in the eyes of a seat, how a strong player would mix its
choices, and what each is worth about. What follows from that for a person is worked out here, for any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from flagfall.core import Cell, Mark, Move, Player, Position, Square
from flagfall.match import Seat

ABOUT = "≈"
"""Stands before whatever is estimated, and before nothing else."""
OFTEN = 0.05
"""What a strong player chooses more seldom is none of its moves."""
WORTH_TELLING = 0.01
"""A likelihood below this is told as none."""


@dataclass(frozen=True)
class Estimate:
    """What something is worth to a player, about: from -1, a loss, to 1, a win."""

    value: float
    error: float
    """How far off it may be (95 %); 0 where it is exact."""

    @property
    def chance(self) -> float:
        """To win, a game without an end counting half."""
        return (1 + self.value) / 2

    @property
    def is_sure(self) -> bool:
        return self.error == 0

    def __str__(self) -> str:
        if self.is_sure:
            return percent(self.chance)
        return f"{ABOUT} {percent(self.chance)} ± {percent(self.error / 2)}"


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


class Standing(NamedTuple):
    """For a value pole: where its flag stands, from 1 where P1 has won to -1, and what is said of it."""

    height: float
    words: str
    value: float
    """To P1."""
    plies: int | None = None
    """To the end, where that is known."""
    error: float = 0.0
    """How far off the value may be, where it is estimated."""


class Mind(Protocol):
    """Who knows a game that hides something, from any seat of it. The same is answered whenever the same is asked."""

    def worlds(self, seat: Seat) -> Mapping[Position, float]:
        """The whole positions that may be, and how likely each is."""

    def policy(self, seat: Seat) -> Mapping[Move, float]:
        """How likely a strong player makes each of this seat's choices."""

    def values(self, seat: Seat) -> Mapping[Move, Estimate]:
        """What each of them is worth to this seat's player."""

    def figure(self, seat: Seat) -> float:
        """What it expects itself, from -1 to 1, before that was held against what came of it."""


@dataclass(frozen=True)
class Prospect:
    """One of the choices."""

    move: Move
    likely: float
    """How often a strong player makes it."""
    worth: Estimate
    risk: float
    """How likely it is that something hidden comes out by it."""
    ends: bool = False
    """Whether it surely ends the game."""

    @property
    def is_strong(self) -> bool:
        return self.likely >= OFTEN


@dataclass(frozen=True)
class Outlook:
    """What can be said to whoever has to choose."""

    player: Player
    view: Position
    prospects: tuple[Prospect, ...]
    """Every choice, those of a strong player first."""
    suspects: Mapping[Square, float] = field(default_factory=dict)
    """Where the other hides something, and how likely."""
    hidden: str = "secret"
    """What that is, in a word."""

    def __getitem__(self, move: Move) -> Prospect:
        return next(each for each in self.prospects if each.move == move)

    @property
    def strong(self) -> tuple[Prospect, ...]:
        """What a strong player would choose among."""
        return tuple(each for each in self.prospects if each.is_strong) or self.prospects[:1]

    @property
    def worth(self) -> Estimate:
        """What the position is worth to a player who goes on as a strong one would."""
        total = sum(each.likely for each in self.strong)
        shares = [each.likely / total if total else 1 / len(self.strong) for each in self.strong]
        parts = [
            (share * each.worth.value, share * each.worth.error)
            for share, each in zip(shares, self.strong, strict=True)
        ]
        return Estimate(sum(value for value, _ in parts), sum(error for _, error in parts))

    def cost(self, prospect: Prospect) -> float:
        """How much less a choice is worth than what a strong player would do, from 0 to 2."""
        return max(0.0, self.worth.value - prospect.worth.value)


def outlook(mind: Mind, seat: Seat) -> Outlook:
    """How it looks from a seat that has to choose."""
    assert seat.player is not None and seat.choices
    worlds, policy, values = mind.worlds(seat), mind.policy(seat), mind.values(seat)
    prospects = [_prospect(worlds, seat.player, move, policy.get(move, 0.0), values[move]) for move in seat.choices]
    prospects.sort(key=lambda each: (-each.likely, -each.worth.value))
    marks = _unseen(seat.view, worlds)
    kinds = Counter(mark.kind for found, _ in marks.values() for mark in found)
    suspects = {at: chance for at, (_, chance) in marks.items() if chance >= WORTH_TELLING}
    return Outlook(seat.player, seat.view, tuple(prospects), suspects, *(kind for kind, _ in kinds.most_common(1)))


def _prospect(worlds: Mapping[Position, float], player: Player, move: Move, likely: float, worth: Estimate) -> Prospect:
    """What surely ends the game is known exactly."""
    winners = _winners(worlds, player, move)
    risk = sum(weight for world, weight in worlds.items() if world.reveals({player: move}))
    if len(winners) == 1 and None not in winners:
        return Prospect(move, likely, Estimate(1.0 if player in winners else -1.0, 0.0), risk, ends=True)
    return Prospect(move, likely, worth, risk)


def _winners(worlds: Mapping[Position, float], player: Player, move: Move) -> set[Player | None]:
    """Who has won after it, in every world; looking stops where that is nobody."""
    winners = set[Player | None]()
    for world in worlds:
        outcome = world.after({player: move}).outcome()
        winners.add(outcome.winner if outcome else None)
        if None in winners:
            break
    return winners


def _unseen(view: Position, worlds: Mapping[Position, float]) -> dict[Square, tuple[tuple[Mark, ...], float]]:
    """What may be on each cell that is not seen there, and how likely."""
    seen = {cell.at: cell for cell in view.cells()}
    found: dict[Square, tuple[tuple[Mark, ...], float]] = {}
    for world, weight in worlds.items():
        for at, marks in _more(seen, world):
            found[at] = marks, found.get(at, ((), 0.0))[1] + weight
    return found


def _more(seen: Mapping[Square, Cell], world: Position) -> Iterator[tuple[Square, tuple[Mark, ...]]]:
    for cell in world.cells():
        if cell.marks != seen[cell.at].marks:
            yield cell.at, tuple(mark for mark in cell.marks if mark not in seen[cell.at].marks)
