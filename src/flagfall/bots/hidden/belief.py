"""What a seat can believe of what it can't see, in any game: the worlds that fit all it was told, and their weights.

A world is a whole position. Those that fit are found by playing the game again in all worlds at once, as a Bayesian
filter does: a hidden move may be any of those that would have been written the same, each as likely as every other that
was legal, and worlds that would have looked different are dropped. While there are few, all are kept, and the weights
are exact; of too many a sample is (the particles).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple, Protocol

from flagfall.core import Move, Moves, Player, Position
from flagfall.match import Seat

Weights = dict[Position, float]
PARTICLES = 1000
"""So many worlds are kept at most."""
STEPS = 16_000
"""So many positions are made for one belief, about: in a long game fewer worlds are kept."""
CHOICES = 160
"""To look at so many choices takes as long as a step."""
ATTEMPTS = 2
"""How often it is tried when no particle is left, each time with twice as many."""


class NoWorld(Exception):
    """Nothing was found that fits what was told."""


class Belief(Protocol):
    """What may be, as far as one seat can tell."""

    def draw(self, random: Random) -> Position:
        """A world, as often as it is likely."""


@dataclass(frozen=True)
class Told:
    """All that a viewer was told: how the moves of each ply were written, and the views before, between and after."""

    viewer: Player | None
    history: Sequence[Mapping[Player, str]]
    views: Sequence[Position]

    @classmethod
    def to(cls, seat: Seat) -> Told:
        if len(seat.views) == len(seat.history):
            return cls(seat.player, tuple(seat.history), (*seat.views, seat.view))
        return cls(seat.player, (), (seat.view,))  # it was not there from the start, or nothing is hidden

    def to_all(self) -> Told:
        """What of it everybody was told."""
        written = tuple(map(_public, self.views, self.history))
        return Told(None, written, tuple(view.view(None) for view in self.views))

    def since_known(self) -> Told:
        """What came after the last view that hid nothing; everything, where there is none."""
        first = max((time for time, view in enumerate(self.views) if not view.is_partial()), default=0)
        return Told(self.viewer, self.history[first:], self.views[first:])


def _public(view: Position, written: Mapping[Player, str]) -> Mapping[Player, str]:
    """What is no legal move is a disguise already."""
    legal = view.choices()
    return {
        player: view.disguise(player, text, None) if text in legal.get(player, ()) else text
        for player, text in written.items()
    }


class Particles:
    """The belief for any game. It follows from what was told alone: the same is believed whenever it is asked for."""

    def __init__(self, told: Told) -> None:
        self.weights = _weights(told.since_known(), Random(0))
        self._worlds, self._each = tuple(self.weights), tuple(self.weights.values())

    def draw(self, random: Random) -> Position:
        (world,) = random.choices(self._worlds, self._each)
        return world


def _weights(told: Told, random: Random) -> Weights:
    if len(told.history) > STEPS or not (prior := _prior(told.views[0], told.viewer, random)):
        raise NoWorld
    for attempt in range(ATTEMPTS):
        if weights := _filtered(prior, told, STEPS << attempt, random):
            return weights
    raise NoWorld


def _filtered(weights: Weights, told: Told, steps: int, random: Random) -> Weights:
    """Those that are left in the end. As many are kept on the way as there are steps for."""
    for plies, written, view in zip(range(len(told.history), 0, -1), told.history, told.views[1:], strict=True):
        options = [_options(world, weight, written, told.viewer) for world, weight in weights.items()]
        cost = sum(each.cost for each in options)
        most = steps * len(options) // (plies * (len(options) + cost)) if options else 0
        plays = list(_plays(options, min(max(most, 1), PARTICLES), random))
        steps -= cost + len(plays)
        weights = _posterior(plays, view, told.viewer)
    return weights


def _prior(view: Position, viewer: Player | None, random: Random) -> Weights:
    """Where something was hidden from the start: what looks so in random games from the opening."""
    if not view.is_partial():
        return {view: 1.0}
    weights: Weights = {}
    for position in _random_positions(view, random):
        if position.view(viewer) == view:
            weights[position] = weights.get(position, 0.0) + 1.0
    return weights


def _random_positions(view: Position, random: Random) -> Iterator[Position]:
    openings = [type(view)(rules=view.rules).started_by(player) for player in Player]  # type: ignore[call-arg]
    position = openings[0]
    for _ in range(STEPS):
        choices = position.choices()
        position = position.after(_drawn(choices, random)) if choices else random.choice(openings)
        yield position


def _drawn(choices: Mapping[Player, Sequence[Move]], random: Random) -> Moves:
    return {player: random.choice(moves) for player, moves in choices.items()}


class Options(NamedTuple):
    """What may have been played in a world, and how likely it is that it was this world and any of these."""

    world: Position
    moves: Mapping[Player, Sequence[Move]]
    weight: float
    cost: int
    """Steps that it took to find out."""

    def plays(self) -> int:
        """How many there are."""
        return prod(map(len, self.moves.values()))


def _options(world: Position, weight: float, written: Mapping[Player, str], viewer: Player | None) -> Options:
    """What the viewer chose was never in doubt, so it makes no world likelier."""
    moves, choices = {}, world.choices()
    for player, legal in choices.items():
        moves[player] = _meant(world, player, legal, written.get(player, ""), viewer)
        weight *= 1.0 if player is viewer else len(moves[player]) / len(legal)
    return Options(world, moves, weight, 1 + sum(map(len, choices.values())) // CHOICES)


def _meant(world: Position, player: Player, legal: Sequence[Move], text: str, viewer: Player | None) -> Sequence[Move]:
    """The moves that would be written so. What is a legal move is that move: no disguise looks like another."""
    return (text,) if text in legal else [move for move in legal if world.disguise(player, move, viewer) == text]


def _plays(options: list[Options], most: int, random: Random) -> Iterator[tuple[Position, Moves, float]]:
    """Every play with its weight; or a sample, where there are too many."""
    possible = [each for each in options if each.plays()]
    if sum(each.plays() for each in possible) <= most:
        for world, moves, weight, _ in possible:
            plays = list(product(*moves.values()))
            yield from ((world, dict(zip(moves, play, strict=True)), weight / len(plays)) for play in plays)
    else:
        for world, moves, *_ in random.choices(possible, [each.weight for each in possible], k=most):
            yield world, _drawn(moves, random), 1.0


def _posterior(plays: list[tuple[Position, Moves, float]], view: Position, viewer: Player | None) -> Weights:
    weights: Weights = {}
    for world, moves, weight in plays:
        after = world.after(moves)
        if after.view(viewer) == view:
            weights[after] = weights.get(after, 0.0) + weight
    total = sum(weights.values())
    return {world: weight / total for world, weight in weights.items()}
