"""Beliefs: the worlds that fit what a seat was told, and their weights, as counting all games gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flagfall.bots.hidden import belief
from flagfall.bots.hidden.belief import NoWorld, Particles, Told
from flagfall.core import Player, Position
from flagfall.games import position
from flagfall.match import Match
from tests.match.play import matches, moved_on, quick

from .games import HIDDEN
from .toys import Seek, Sweep

P1, P2 = Player
SMALL = (
    Sweep(),
    Sweep(Sweep.Rules(cells=3)),
    Seek(),
    Seek(Seek.Rules(numbers=4, questions=3)),
    position("flag-chase-traps P1 1,1/2,2 2/1 -/- size=2"),
    position("flag-chase-traps P2 1,1/3,3 1/1 -/- size=3 traps=1"),
)
"""From whole positions, with few worlds."""


def told(match: Match, viewer: Player | None) -> Told:
    return Told.to(match.seats[viewer])


def counted(match: Match, viewer: Player | None) -> dict[Position, float]:
    """The same by trying every game of that length in which the viewer's own moves are the same."""
    weights: dict[Position, float] = {}
    for other, weight in games_like(match, viewer, match.start, 1.0, 0):
        weights[other] = weights.get(other, 0.0) + weight
    total = sum(weights.values())
    return {world: weight / total for world, weight in weights.items()}


def games_like(
    match: Match, viewer: Player | None, world: Position, weight: float, time: int
) -> Iterator[tuple[Position, float]]:
    if world.view(viewer) != course(match)[time].view(viewer):
        return
    if time == len(match.plies):
        yield world, weight
        return
    choices = world.choices()
    chance = prod(1 / len(moves) for player, moves in choices.items() if player is not viewer)
    for play in product(*choices.values()):
        moves = dict(zip(choices, play, strict=True))
        if written(world, moves, viewer) == match.seats[viewer].history[time]:
            yield from games_like(match, viewer, world.after(moves), weight * chance, time + 1)


def course(match: Match) -> list[Position]:
    return [*(ply.before for ply in match.plies), match.position]


def written(world: Position, moves: Mapping[Player, str], viewer: Player | None) -> dict[Player, str]:
    return {player: world.disguise(player, move, viewer) for player, move in moves.items()}


@pytest.mark.long
@given(matches(SMALL))
@settings(max_examples=120, deadline=None)
def test_the_worlds_and_their_weights_are_those_of_all_games_that_look_so(match: Match) -> None:
    assume(not match.outcome)
    for viewer in (*Player, None):
        believed = Particles(told(match, viewer)).weights
        assert believed == pytest.approx(counted(match, viewer))
        assert match.position in believed


@given(matches(HIDDEN))
@quick
def test_what_everybody_was_told_follows_from_what_any_of_them_was(match: Match) -> None:
    assume(not match.outcome)
    for player in Player:
        assert told(match, player).to_all() == told(match, None)


@given(matches(HIDDEN), st.integers(1, 30))
@quick
def test_of_too_many_worlds_some_are_kept_and_all_of_those_fit(match: Match, most: int) -> None:
    assume(not match.outcome and not match.start.view(None).is_partial())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(belief, "PARTICLES", most)
        for viewer in (*Player, None):
            try:
                weights = Particles(told(match, viewer)).weights
            except NoWorld:
                continue
            assert len(weights) <= most << belief.ATTEMPTS
            assert sum(weights.values()) == pytest.approx(1)
            assert all(world.view(viewer) == match.seats[viewer].view for world in weights)
            assert not any(world.is_partial() or world.outcome() for world in weights)


def test_particles_are_drawn_as_often_as_their_worlds_are_likely() -> None:
    """Of 40 numbers with 20 particles: half of the silences come from the big ones' choice not to speak."""
    match = moved_on(Match(Seek(Seek.Rules(numbers=40))), [0, 0])
    big = [world for world in counted(match, P2) if world.choices() and world.number > 20]
    likely = sum(counted(match, P2)[world] for world in big)
    assert likely == pytest.approx(1 / 3)
    drawn = Particles(told(match, P2))
    random = Random(1)
    share = sum(drawn.draw(random) in big for _ in range(3000)) / 3000
    assert share == pytest.approx(likely, abs=0.04)


def test_a_position_with_secrets_that_was_set_up_is_met_in_random_games() -> None:
    start = Sweep(mines=(2, 4), taken=(1,), turn=P2)
    match = Match(start)
    weights = Particles(told(match, P1)).weights
    assert {world.mines for world in weights} == {(2, mine) for mine in (3, 4, 5)}


def test_nothing_is_believed_where_nothing_fits() -> None:
    impossible = Sweep(mines=(1, -1), taken=(1, 1, 1), turn=P2)
    with pytest.raises(NoWorld):
        Particles(Told(P1, (), (impossible,)))


def test_a_game_that_is_too_long_to_be_played_again_is_not_tried() -> None:
    match = moved_on(Match(Sweep()), [0, 0])
    view = match.seats[P1].view
    history = [{P1: "take 1"}] * (belief.STEPS + 1)
    with pytest.raises(NoWorld):
        Particles(Told(P1, history, [view] * (len(history) + 1)))
