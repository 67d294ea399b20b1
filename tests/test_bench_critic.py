"""The critic of hidden traps: it takes no side, hides what it lays, and learns from what it would think itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from bench.traps.critic.ahead import ROUNDS, VARIETY, ahead
from bench.traps.critic.behind import WithCritic
from bench.traps.critic.learning.board import Place, by_the_visible, visible_table
from bench.traps.critic.learning.bulk import Bulk
from bench.traps.critic.learning.teaching import Network
from bench.traps.critic.mind import CriticsMind, Thinker
from bench.traps.critic.network import Critic
from flagfall.bots import bot
from flagfall.bots.hidden.traps.ground import Ground, ground_of
from flagfall.bots.hidden.traps.model import expected
from flagfall.bots.hidden.traps.resolve import Answer
from flagfall.bots.hidden.traps.state import State, likeliest
from flagfall.bots.hidden.traps.subgame import Part, Subgame, subgame
from flagfall.bots.hidden.traps.visible import visible_of
from flagfall.core import Player
from flagfall.games.flag_chase_traps import FlagChaseTraps, is_trap
from flagfall.match import Match

P1, P2 = Player
BOOK = FlagChaseTraps()
AGENT, OTHER = 6, 12
LOOKS = [((2, 0), (2, 0)), ((1, 1), (1, 1)), ((0, 2), (0, 1)), ((1, 1), (0, 2)), ((0, 0), (1, 0))]


def some_state(looks: tuple[tuple[int, int], ...], seed: int) -> State:
    ground, agents, random = ground_of(5, 2), (AGENT, OTHER), np.random.default_rng(seed)
    ranges = []
    for look, own, other in zip(looks, agents, agents[::-1], strict=True):
        sets = ground.looks[look]
        sets = sets[~ground.holds[sets][:, [own, ground.last - other]].any(axis=1)]
        range_ = np.zeros(len(ground.sets))
        range_[sets] = random.random(len(sets)) + 0.1
        ranges.append(range_ / range_.sum())
    return State(P1, agents, (ranges[0], ranges[1]))


def knowing_nothing() -> Critic:
    return Critic(*(np.zeros_like(getattr(learnt(), each.name)) for each in fields(Critic)))


@cache
def learnt() -> Critic:
    network = Network()
    network.load()
    return network.critic()


@pytest.mark.parametrize("looks", LOOKS)
def test_without_a_critic_a_choice_is_worth_what_the_visible_solution_says(looks: tuple[tuple[int, int], ...]) -> None:
    visible, state = visible_of(BOOK.rules), some_state(looks, 3)
    found = ahead(knowing_nothing(), visible, state)
    plain = expected(visible, state, found.own, most=len(visible.ground.sets))[:, found.choices]
    assert np.isfinite(found.worth).any() and (np.isfinite(found.worth) == np.isfinite(plain)).all()
    open_ = np.isfinite(plain)
    assert found.worth[open_] == pytest.approx(plain[open_], abs=2e-3)  # what is hardly likely is left out
    assert found.likely.sum(axis=1) == pytest.approx(1)


@pytest.mark.parametrize("looks", LOOKS)
def test_what_one_side_gains_the_other_loses(looks: tuple[tuple[int, int], ...]) -> None:
    known, state = learnt(), some_state(looks, 4)
    mover, other = (range_[None].astype(np.float32) for range_ in state.ranges)
    seen = by_the_visible(np.array([AGENT * 25 + OTHER]), mover, other)
    units = known.units(known.before(np.array([AGENT * 25 + OTHER]), mover, seen[1]), other, seen[0])
    share = mover @ known.to_mover.T
    lost = known.others(units, mover, other, share)
    bare = units @ known.to_mover + known.to_mover_bias, units @ known.to_other + known.to_other_bias
    both = float((mover * bare[0]).sum() + (other * bare[1]).sum())
    gained = bare[0] - both / 2
    assert float((mover * gained).sum()) == pytest.approx(-float((other * lost).sum()), abs=1e-5)


def some_game(looks: tuple[tuple[int, int], ...], most: int) -> tuple[Subgame, WithCritic, Answer]:
    visible, state = visible_of(BOOK.rules), some_state(looks, 6)
    agent, other, own, theirs = state.sides()
    (mine, shares), (others, prior) = likeliest(own, most), likeliest(theirs, most)
    game = subgame(visible, (agent, other), mine, others)
    random = np.random.default_rng(7)
    likely, replies = (random.random(legal.shape) * legal for legal in (game.legal, game.legal_answers))
    likely /= likely.sum(axis=1, keepdims=True)
    replies /= np.maximum(replies.sum(axis=2, keepdims=True), 1e-9)
    return game, WithCritic(learnt(), visible, game, (agent, other), shares), Answer(likely, prior[:, None] * replies)


@pytest.mark.parametrize("looks", LOOKS)
def test_places_are_all_ways_that_two_plies_can_go(looks: tuple[tuple[int, int], ...]) -> None:
    """As many pairs of sets come to each place as do when both plies are gone through one by one, and they are the
    same ones; ways that look alike are one place."""
    game, behind, _ = some_game(looks, 4)
    ground = behind.ground
    found = Counter[tuple[object, ...]]()
    for at, place in enumerate(behind.places):
        for line, mine in zip(place.lines.tolist(), place.after.tolist(), strict=True):
            for column, left in zip(place.columns.tolist(), place.left.tolist(), strict=True):
                found[line, place.part, column, place.agents, mine, left] += 1
        assert (behind.lines.place == at).sum() == len(place.lines)
    gone: Counter[tuple[object, ...]] = Counter()
    for part, each in enumerate(game.parts):
        for at, two, reply in product(range(len(each.own)), range(len(game.others)), range(len(game.answers))):
            if game.legal_answers[part, two, reply] and (
                then := answered(ground, each, at, two, int(game.answers[reply]))
            ):
                line, column = int(game.begin[part]) + at, two * len(game.answers) + reply
                gone[line, part, column, *then] += 1
    assert found == gone and len(gone) > 100


def answered(ground: Ground, part: Part, at: int, two: int, answer: int) -> tuple[object, ...] | None:
    """Where both agents are then and both sets; None where somebody takes a flag."""
    mine, agent, own, left = int(part.agents[two]), OTHER, int(part.own[at]), int(part.left[two])
    if answer == ground.last:
        return None
    if answer < ground.cells:
        trap = ground.last - answer
        agent, own = (0, int(ground.less[own, trap])) if ground.holds[own, trap] else (answer, own)
    elif answer < ground.passes:
        left = int(ground.more[left, answer - ground.cells])
    if ground.last in ground.near[mine] and agent != 0:
        return None
    return (mine, agent), max(own, 0), left


@pytest.mark.parametrize("looks", LOOKS)
def test_what_a_secret_adds_for_one_side_it_takes_from_the_other(looks: tuple[tuple[int, int], ...]) -> None:
    game, behind, answer = some_game(looks, 6)
    lines, columns = behind.added(answer)
    reach = np.bincount(game.line.reshape(-1), (behind.own[:, None] * answer.likely).reshape(-1), len(lines))
    gained = float(reach @ lines)
    assert gained == pytest.approx(-float((answer.replies.reshape(columns.shape) * columns).sum()), abs=1e-3)
    nothing = WithCritic(knowing_nothing(), behind.visible, game, behind.agents, behind.own)
    assert not any(each.any() for each in nothing.added(answer))
    worth = behind.worth(game, answer.replies)
    assert worth[game.legal] == pytest.approx((game.worth(answer.replies) + lines[game.line])[game.legal])


@pytest.mark.parametrize("looks", LOOKS)
def test_what_is_promised_is_what_it_is_worth(looks: tuple[tuple[int, int], ...]) -> None:
    """On average over whether a trap is sprung."""
    game, behind, answer = some_game(looks, 6)
    behind.added(answer)
    worth, mean = behind.worth(game, answer.replies), np.zeros(game.begin[-1] + 1)
    spans = dict(zip(map(id, game.parts), game.spans(), strict=True))
    for part, sprung, values in behind.promises(game, answer.replies):
        number = next(at for at, each in enumerate(game.parts) if each is part)
        share = answer.replies[number][part.sprung == sprung].sum()
        mean[spans[id(part)]] += share * game.patience * values
    assert mean[game.line][game.legal] == pytest.approx(worth[game.legal], abs=1e-5)


def test_where_a_trap_is_laid_nobody_can_tell() -> None:
    """With the visible solution behind it a cell would be as good as sure."""
    match = Match(BOOK)
    match.submit(P1, "MOVE 2 2")
    policy = CriticsMind(visible_of(BOOK.rules), learnt()).policy(match.seats[P2])
    laid = [likely for move, likely in policy.items() if is_trap(move)]
    assert len(laid) >= 3
    assert max(laid) < 0.7 * sum(laid)


@pytest.mark.long
def test_it_plays_by_the_rules_and_beats_chance() -> None:
    mind, wins = CriticsMind(visible_of(BOOK.rules), learnt()), 0
    for seed in range(6):
        match, mine, other = Match(BOOK, cap=120), Thinker(mind, seed), bot("random", seed)
        while waiting := match.waiting():
            seat = match.seats[waiting[0]]
            match.submit(waiting[0], (mine if waiting[0].value == seed % 2 else other).choose(seat))
        wins += bool(match.outcome and match.outcome.winner is Player(seed % 2))
    assert wins >= 5


def test_whoever_learns_thinks_as_whoever_plays() -> None:
    network, random, visible = Network(seed=2), np.random.default_rng(2), visible_of(BOOK.rules)
    for name in ("to_mover_cell", "to_other_cell", "to_mover_set", "to_other_set", "mover_seen", "other_seen"):
        network.weights[name] = (random.standard_normal(network.weights[name].shape) * 0.02).astype(np.float32)
    network.fold()
    states = [some_state(looks, 5) for looks in LOOKS]
    places = [Place(*state.agents, *(range_.astype(np.float32) for range_ in state.ranges)) for state in states]
    bulk = Bulk(network, visible_table(), len(places))
    own, _ = bulk.think(places, ROUNDS, VARIETY)
    for at, state in enumerate(states):
        state = replace(state, ranges=tuple(place.astype(float) for place in places[at][2:]))
        one = ahead(network.critic(), visible, state)
        ground = visible.ground
        found = np.zeros((len(one.own), ground.choices))
        steps = ground.near[state.agents[0]]
        found[:, steps] = bulk.likely[at, one.own, : len(steps)]
        found[:, ground.passes] = bulk.likely[at, one.own, 8]
        found[:, ground.cells : ground.passes] = np.where(
            ground.hand[one.own, None] > 0, bulk.likely[at, one.own, 9:], 0
        )
        assert found[:, one.choices] == pytest.approx(one.likely, abs=2e-3)
        value = (one.likely * np.where(one.likely > 0, one.worth, 0)).sum(axis=1)
        sets = np.flatnonzero(state.ranges[1])
        table = visible.worth(*state.agents, one.own, sets) @ state.ranges[1][sets]
        assert own[at, one.own] == pytest.approx(value - table, abs=2e-3)
