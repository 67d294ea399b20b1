"""The mind of hidden traps: beliefs as counting gives them, arithmetic as written plainly, and no more than a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random

import numpy as np
import pytest

from flagfall.bots import UnfitBot, bot
from flagfall.bots.hidden.belief import Told
from flagfall.bots.hidden.traps import level, resolve, visible
from flagfall.bots.hidden.traps.ground import Ground, ground_of
from flagfall.bots.hidden.traps.level import MANNERS
from flagfall.bots.hidden.traps.mind import ANYHOW, SETS, Manner, Mind, kept, mind_of
from flagfall.bots.hidden.traps.model import DOORSTEP, even, expected, running
from flagfall.bots.hidden.traps.policy import distance
from flagfall.bots.hidden.traps.stalemate import CALM, LONG, mood, without_worse
from flagfall.bots.hidden.traps.state import State, events, first_state, likeliest
from flagfall.bots.hidden.traps.subgame import Subgame, subgame
from flagfall.bots.hidden.traps.visible import (
    OPEN,
    PATIENCE,
    PLAIN,
    BadTable,
    Prospect,
    Visible,
    packed,
    unpacked,
    visible_of,
)
from flagfall.core import Player, Position
from flagfall.games import position
from flagfall.games.flag_chase_traps import FlagChaseTraps, is_trap, target
from flagfall.match import Match
from flagfall.solve import solve
from tests.match.twins import twins

P1, P2 = Player
Rules = FlagChaseTraps.Rules
BOOK = FlagChaseTraps()
SMALL = FlagChaseTraps(Rules(size=3, traps=1))
LEVELS = [f"level:{number}" for number in range(1, 11)]
EVEN = Manner(lapse=1.0, blur=1e9, infers=False)
"""Chooses anything, and thinks that the other does."""


@pytest.fixture(scope="module")
def small() -> Visible:
    return visible_of(SMALL.rules)


def played(start: FlagChaseTraps, plies: int, seed: int) -> Match:
    match, random = Match(start, cap=200), Random(seed)
    for _ in range(plies):
        if not (waiting := match.waiting()):
            break
        match.submit(waiting[0], random.choice(match.seats[waiting[0]].choices))
    return match


# --- the table ---


def test_the_packed_table_is_the_solvers(small: Visible) -> None:
    """Every position of a small board against the solver, by the rules that people play by."""
    solution = solve(FlagChaseTraps(replace(SMALL.rules, open_traps=True)))
    back = unpacked(packed(small, 3), small.ground, 3)
    count = 0
    for each in solution.positions():
        assert isinstance(each, FlagChaseTraps)
        ground, mover = small.ground, each.turn
        agents = [ground.agent(each, player) for player in (mover, mover.other)]
        sets = [ground.set_of(each, player) for player in (mover, mover.other)]
        worth = solution.worth(each)
        value = worth.value * (1 if mover is P1 else -1) * PATIENCE ** (worth.distance or 0)
        for table in (small, back):
            found = table.worth(agents[0], agents[1], np.array([sets[0]]), np.array([sets[1]]))
            assert found[0, 0] == pytest.approx(value, abs=1e-6)
        count += 1
    assert count > 1000
    assert (back.codes == small.codes).all()


@pytest.mark.long
def test_the_books_table_is_in_the_package() -> None:
    """A sample of what is reached in random games, by the rules that people play by: each is the best that follows."""
    book, random = visible_of(BOOK.rules), Random(5)
    opened = FlagChaseTraps(replace(BOOK.rules, open_traps=True))
    for _ in range(40):
        here: FlagChaseTraps = opened
        while moves := here.choices().get(here.turn):
            following = [here.after({here.turn: move}) for move in moves]
            best = max(-PATIENCE * worth_in(book, each) for each in following)
            assert worth_in(book, here) == pytest.approx(best, abs=1e-5)
            here = random.choice(following)


def worth_in(table: Visible, here: FlagChaseTraps) -> float:
    """To whoever's turn it is."""
    if here.outcome():
        return -1.0
    ground, mover, other = table.ground, here.turn, here.turn.other
    sets = [np.array([ground.set_of(here, player)]) for player in (mover, other)]
    return float(table.worth(ground.agent(here, mover), ground.agent(here, other), *sets)[0, 0])


def test_a_damaged_or_missing_table_is_told_and_sampler_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    data = packed(visible_of(SMALL.rules), 3)
    for damaged in (data[:-9], data[:40], b"", bytes(16) + data[16:]):
        with pytest.raises(BadTable, match="damaged"):
            unpacked(damaged, ground_of(3, 1), 3)
    monkeypatch.setattr(visible, "_at_hand", {})
    monkeypatch.setattr(visible, "PACKED", "nothing.xz")
    with pytest.raises(UnfitBot, match=r"level:7 can't play: the file nothing.xz .* is missing.*; sampler and random"):
        bot("level:7").prepare(BOOK)
    match = played(BOOK, 5, 1)
    seat = match.seats[match.waiting()[0]]
    assert bot("level:7", 1).choose(seat) in seat.choices
    assert bot("level:7", 1).agrees(seat)


# --- beliefs, by counting all games ---


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("start", [SMALL, position("flag-chase-traps P2 1,1/3,3 2/1 -/- size=3")], ids=str)
def test_ranges_are_what_counting_all_games_gives(start: Position, seed: int) -> None:
    """Where everybody chooses anything that is legal, each as likely as another."""
    assert isinstance(start, FlagChaseTraps)
    mind = Mind(visible_of(start.rules), EVEN)
    match = played(start, seed % 7, seed)
    told = Told.to(match.seats[P1]).to_all()
    state = first_state(mind.ground, start)
    for event in events(mind.ground, told):
        state = mind.watched(state, event, mind.think(state))
    counted = {player: np.zeros(len(mind.ground.sets)) for player in Player}
    for world, chance in games_like(match, start, 1.0, 0):
        for player in Player:
            counted[player][mind.ground.set_of(world, player)] += chance
    for player in Player:
        assert state.ranges[player] == pytest.approx(counted[player] / counted[player].sum())


def test_what_is_possible_but_was_never_thought_of_is_no_trouble() -> None:
    mind, tried = Mind(visible_of(BOOK.rules)), 0
    for seed in range(20):
        state = mind.state((match := played(BOOK, 5, seed)).seats[match.waiting()[0]])
        few = [np.count_nonzero(range_) for range_ in state.ranges]
        if not 1 < few[state.turn.other] < SETS:  # the likeliest of many are all that is thought of
            continue
        first = [np.flatnonzero(range_)[0] for range_ in state.ranges]
        uneven = [
            np.where(np.arange(len(each)) == at, 1.0, 1e-90 * each)
            for each, at in zip(state.ranges, first, strict=True)
        ]
        thought = mind.think(replace(state, ranges=(uneven[0], uneven[1])))
        own = np.flatnonzero(uneven[state.turn])
        assert thought.likely[own].sum(axis=1) == pytest.approx(1)
        assert not np.isnan(thought.worth[own]).any()
        tried += 1
    assert tried


def games_like(match: Match, world: FlagChaseTraps, chance: float, time: int) -> Iterator[tuple[FlagChaseTraps, float]]:
    """Every world that all would have seen come about in the same way, and how likely it is."""
    real = match.plies[time].before if time < len(match.plies) else match.position
    if world.view(None) != real.view(None):
        return
    if time == len(match.plies):
        yield world, chance
        return
    legal = world.choices().get(world.turn, ())
    written = match.plies[time].disguised(None)[world.turn]
    for move in legal:
        if world.disguise(world.turn, move, None) == written:
            yield from games_like(match, world.after({world.turn: move}), chance / len(legal), time + 1)


def test_what_a_seat_is_told_to_believe() -> None:
    match = Match(BOOK)
    for player, move in ((P1, "TRAP 3 3"), (P2, "TRAP 2 2"), (P1, "MOVE 2 1"), (P2, "MOVE 4 5")):
        match.submit(player, move)
    belief = mind_of(BOOK.rules).belief(match.seats[P1])
    assert sum(belief.weights.values()) == pytest.approx(1)
    assert sum(belief.chance.values()) == pytest.approx(1)
    assert all(len(traps) == 1 for traps in belief.weights)
    assert belief.chance[2, 2] == pytest.approx(belief.weights[frozenset({(2, 2)})])
    impossible = {(1, 1), (2, 1), (5, 5), (4, 5)}
    assert impossible.isdisjoint(belief.chance)


def test_the_other_is_taken_to_choose_as_the_mind_would() -> None:
    match, mind = Match(BOOK), mind_of(BOOK.rules)
    match.submit(P1, "MOVE 2 2")
    seat = match.seats[P2]
    policy = mind.policy(seat)
    usual = dict.fromkeys(seat.choices, 1.0)
    traps = [move for move in seat.choices if is_trap(move)]
    for move in traps:  # who has not left home lays them beside the own flag
        usual[move] = DOORSTEP if distance(target(move), (5, 5)) == 1 else 1.0
    mean = (len(traps) - 2 + 3 * DOORSTEP) / (len(traps) + 1)  # the cell on which somebody stands counts, too
    usual |= {move: usual[move] / mean for move in traps}
    likely = {
        move: (1 - ANYHOW) * policy.get(move, 0) + ANYHOW * usual[move] / sum(usual.values()) for move in seat.choices
    }
    laid = {target(move): chance for move, chance in likely.items() if is_trap(move)}
    match.submit(P2, "TRAP 3 3")
    chance = mind.belief(match.seats[P1]).chance
    assert chance == pytest.approx({cell: each / sum(laid.values()) for cell, each in laid.items()})
    assert max(chance.values()) > 2 * min(chance.values())


def test_a_sprung_trap_leaves_nothing_to_believe() -> None:
    match = Match(SMALL)
    for player, move in ((P1, "MOVE 1 2"), (P2, "TRAP 2 2"), (P1, "MOVE 2 2"), (P2, "MOVE 2 3")):
        match.submit(player, move)
    mind = mind_of(SMALL.rules)
    assert mind.belief(match.seats[P1]).weights == {frozenset(): 1.0}
    assert not mind.exact(match.seats[P1])  # there is one in my own hand
    match.submit(P1, "TRAP 2 1")
    match.submit(P2, "MOVE 2 2")
    match.submit(P1, "MOVE 1 2")
    match.submit(P2, "MOVE 2 1")
    seat = match.seats[P1]
    assert mind.exact(seat)
    exact = solve(FlagChaseTraps(replace(SMALL.rules, open_traps=True)))
    here = replace(match.position, rules=replace(SMALL.rules, open_traps=True))
    for move, estimate in mind.values(seat).items():
        worth = exact.moves(here)[P1][move]
        assert estimate.error == 0
        assert estimate.value == pytest.approx(worth.value * PATIENCE ** (worth.distance or 0), abs=1e-5)


# --- range arithmetic, against plain loops ---


def some_state(ground: Ground, agents: tuple[int, int], looks: tuple[tuple[int, int], ...], seed: int) -> State:
    random, ranges = np.random.default_rng(seed), []
    for look, own, other in zip(looks, agents, agents[::-1], strict=True):
        sets = ground.looks[look]
        sets = sets[~ground.holds[sets][:, [own, ground.last - other]].any(axis=1)]
        range_ = np.zeros(len(ground.sets))
        range_[sets] = random.random(len(sets))
        ranges.append(range_ / range_.sum())
    return State(P1, agents, (ranges[0], ranges[1]))


LOOKS = [((2, 0), (2, 0)), ((1, 1), (1, 1)), ((0, 2), (0, 1)), ((1, 1), (0, 2)), ((0, 0), (1, 0))]


@pytest.mark.parametrize("looks", LOOKS)
def test_what_to_expect_of_a_choice(looks: tuple[tuple[int, int], ...]) -> None:
    table = visible_of(BOOK.rules)
    ground, state = table.ground, some_state(table.ground, (6, 12), looks, 1)
    own = np.flatnonzero(state.ranges[P1])[:3]
    found = expected(table, state, own, most=len(ground.sets))
    for line, number in enumerate(own):
        assert found[line] == pytest.approx(plain_expected(table, state, int(number)), abs=1e-5)


def plain_expected(table: Visible, state: State, own: int) -> list[float]:
    sums = [-np.inf] * table.ground.choices
    for other, chance in enumerate(state.ranges[P2]):
        if chance:
            here = whole(table.ground, state, own, other)
            for move in here.choices()[P1]:
                choice = table.ground.choice(here, move, P1)
                worth = -PATIENCE * worth_in(table, here.after({P1: move}))
                sums[choice] = 0.0 if sums[choice] == -np.inf else sums[choice]
                sums[choice] += chance * worth
    return sums


def whole(ground: Ground, state: State, own: int, other: int) -> FlagChaseTraps:
    """The position of P1's turn with these sets, traps lying open."""
    (hand1, traps1), (hand2, traps2) = ground.sets[own], ground.sets[other]

    def at(cell: int, player: Player) -> tuple[int, int]:
        row, column = divmod(ground.seen(cell, player), 5)
        return row + 1, column + 1

    return FlagChaseTraps(
        Rules(open_traps=True),
        P1,
        (at(state.agents[0], P1), at(state.agents[1], P2)),
        (hand1, hand2),
        (frozenset(at(cell, P1) for cell in traps1), frozenset(at(cell, P2) for cell in traps2)),
    )


@pytest.mark.parametrize("looks", LOOKS)
def test_what_two_plies_lead_to(looks: tuple[tuple[int, int], ...]) -> None:
    """Every payoff of the small game, by playing both plies."""
    table = visible_of(BOOK.rules)
    game, state = some_game(table, looks, 4)
    ground, checked = table.ground, 0
    payoffs = game.payoffs.reshape(-1, len(game.others), len(game.answers))
    for (one, own), (other, theirs) in product(enumerate(game.own), enumerate(game.others)):
        here = whole(ground, state, int(own), int(theirs))
        legal = {ground.choice(here, move, P1): move for move in here.choices()[P1]}
        assert {*game.choices[game.legal[one]]} == {*legal}
        for at in np.flatnonzero(game.legal[one]):
            then, line = here.after({P1: legal[game.choices[at]]}), game.line[one, at]
            part = int(np.searchsorted(game.begin, line, side="right")) - 1
            answers = {ground.choice(then, move, P2): move for move in then.choices()[P2]}
            assert {*game.answers[game.legal_answers[part, other]]} == {*answers}
            for reply in np.flatnonzero(game.legal_answers[part, other]):
                left = then.after({P2: answers[game.answers[reply]]})
                assert payoffs[line, other, reply] == pytest.approx(PATIENCE**2 * worth_in(table, left), abs=1e-5)
                checked += 1
    assert checked > 20


def some_game(table: Visible, looks: tuple[tuple[int, int], ...], most: int) -> tuple[Subgame, State]:
    state = some_state(table.ground, (6, 12), looks, 2)
    (own, _), (others, _) = (likeliest(range_, most) for range_ in state.ranges)
    return subgame(table, state.agents, own, others), state


class More(resolve.Behind):
    """Something, other after every few rounds, that comes to the payoffs."""

    looks = 1, 5, 20

    def __init__(self, game: Subgame) -> None:
        self.game = game

    def added(self, answer: resolve.Answer) -> resolve.Figures:
        lines = np.linspace(-0.3, 0.3, self.game.begin[-1] + 1)
        return lines * answer.likely.max(), 0.2 * answer.replies.reshape(len(self.game.parts), -1)


@pytest.mark.parametrize("more", [False, True], ids=["the payoffs", "with more"])
@pytest.mark.parametrize("looks", LOOKS)
def test_compiled_rounds_are_numpys(looks: tuple[tuple[int, int], ...], more: bool) -> None:
    table = visible_of(BOOK.rules)
    state = some_state(table.ground, (6, 12), looks, 2)
    (own, shares), (others, prior) = (likeliest(range_, 12) for range_ in state.ranges)
    game = subgame(table, state.agents, own, others)
    refuse = -(shares @ table.worth(6, 12, own, others))
    habits = running(table.ground, game.answers, game.legal_answers)
    other = resolve.Other(prior, refuse, habits, 0.2)
    behind = More(game) if more else resolve.NOTHING
    loops, arrays = (resolve.in_rounds(run(game, shares, other), 30, behind) for run in (resolve.Loops, resolve.Arrays))
    assert loops.likely == pytest.approx(arrays.likely, abs=1e-3)
    assert loops.replies == pytest.approx(arrays.replies, abs=1e-3)


@pytest.mark.parametrize("promise", [-2.0, 0.0, 2.0])
def test_a_mixture_is_found_where_only_a_mixture_is_good(promise: float) -> None:
    """As in matching pennies: what is re-solved can't be beaten within the two plies, whatever the other is promised
    for not playing them."""
    legal = np.ones((1, 2), bool)
    payoffs = np.array([[2, -1], [-1, 1]], np.float32)
    line, begin = np.array([[0, 1]]), np.array([0, 2])
    single = np.array([0])
    answers = np.ones((1, 1, 2), bool)
    game = Subgame(single, single, np.arange(2), legal, line, begin, np.arange(2), answers, payoffs, [])
    other = resolve.Other(np.ones(1), np.array([promise]), even(answers), 0.0)
    answer = resolve.resolved(game, np.ones(1), other, 400)
    assert answer.likely == pytest.approx(np.array([[0.4, 0.6]]), abs=0.02)
    assert answer.replies_of(np.ones(1)) == pytest.approx(np.array([[[0.4, 0.6]]]), abs=0.02)
    often = replace(other, habits=np.array([[[1.0, 0.0]]]), runs=0.9)  # who mostly takes the first is answered so
    assert resolve.resolved(game, np.ones(1), often, 400).likely == pytest.approx(np.array([[1.0, 0.0]]), abs=0.02)


def test_to_what_is_never_chosen_there_is_a_good_answer_too() -> None:
    """The second choice is worse than the first whatever the other answers; it is answered as well as can be."""
    payoffs = np.array([[1, 1, 1], [-1, -0.5, 0.9]], np.float32)
    line, begin, single = np.array([[0, 1]]), np.array([0, 1, 2]), np.array([0])
    answers = np.ones((2, 1, 3), bool)
    game = Subgame(single, single, np.arange(2), np.ones((1, 2), bool), line, begin, np.arange(3), answers, payoffs, [])
    other = resolve.Other(np.ones(1), np.zeros(1), even(answers), 0.0)
    for run in (resolve.Loops, resolve.Arrays):
        answer = resolve.in_rounds(run(game, np.ones(1), other), 200, resolve.NOTHING)
        assert answer.likely == pytest.approx(np.array([[1.0, 0.0]]), abs=0.01)
        assert answer.replies_of(np.ones(1))[1] == pytest.approx(np.array([[1.0, 0.0, 0.0]]), abs=0.05)


@pytest.mark.parametrize("looks", LOOKS)
def test_what_is_promised_is_what_a_choice_is_worth(looks: tuple[tuple[int, int], ...]) -> None:
    """On average over whether a trap is sprung, by the chances of that."""
    table = visible_of(BOOK.rules)
    game, state = some_game(table, looks, 6)
    chances = state.ranges[P2][game.others] / state.ranges[P2][game.others].sum()
    replies = chances[:, None] * even(game.legal_answers)
    found = np.zeros((len(game.parts), len(table.ground.sets)))
    for part, sprung, values in game.promises(replies):
        at = next(number for number, each in enumerate(game.parts) if each is part)
        found[at, part.own] += PATIENCE * values * chances[part.sprung == sprung].sum()
    worth = game.worth(replies)
    for one, at in np.argwhere(game.legal):
        part = int(np.searchsorted(game.begin, game.line[one, at], side="right")) - 1
        own = game.parts[part].own[game.line[one, at] - game.begin[part]]
        assert found[part, own] == pytest.approx(worth[one, at], abs=1e-5)


def test_promises_are_kept_and_others_moved_as_far() -> None:
    promised = np.array([0.5, np.nan, -0.1, np.nan])
    found = kept(promised, np.array([0, 1, 2]), np.array([0.25, 0.5, 0.25]), np.array([0.1, 0.0, -0.1]))
    assert found == pytest.approx([0.5, 0.2, -0.1])
    assert kept(None, np.array([1]), np.ones(1), np.array([0.3])) == pytest.approx([0.3])
    assert kept(promised, np.array([1]), np.ones(1), np.array([0.3])) == pytest.approx([0.3])


def test_who_runs_is_noticed_and_finds_a_trap_in_the_way() -> None:
    """Straight on for three plies, or round about for as many: what is thought of it, and where the last trap lies."""
    mind = mind_of(BOOK.rules)
    course = ("MOVE 2 2", "TRAP 2 3", "MOVE 3 3"), ("MOVE 1 2", "TRAP 2 3", "MOVE 2 1")
    straight, about = Match(BOOK), Match(BOOK)
    for match, moves in zip((straight, about), course, strict=True):
        for ply, move in enumerate(moves):
            match.submit(Player(ply % 2), move)
    assert mind.state(straight.seats[P2]).habits[P1] > 0.2 > mind.state(about.seats[P2]).habits[P1]
    assert mind.policy(straight.seats[P2])["TRAP 4 4"] > 0.5


# --- the levels ---


@pytest.mark.parametrize("name", LEVELS)
def test_every_level_plays_from_both_seats_and_beats_chance(name: str) -> None:
    wins = 0
    for seed in range(4):
        match, skilled, other = Match(BOOK, cap=120), bot(name, seed), bot("random", seed)
        skilled.prepare(BOOK)
        while waiting := match.waiting():
            seat = match.seats[waiting[0]]
            match.submit(waiting[0], (skilled if waiting[0].value == seed % 2 else other).choose(seat))
        assert match.outcome
        wins += match.outcome.winner is Player(seed % 2)
    assert wins >= (4 if name >= "level:5" or name == "level:10" else 1)


@pytest.mark.parametrize("number", [1, 5, 10])
def test_the_same_seed_plays_the_same_game(number: int) -> None:
    assert whole_game(number, 3) == whole_game(number, 3)


def whole_game(number: int, seed: int) -> list[dict[Player, str]]:
    one, match = bot(f"level:{number}", seed), Match(BOOK, cap=30)
    while waiting := match.waiting():
        match.submit(waiting[0], one.choose(match.seats[waiting[0]]))
    return [dict(ply.moves) for ply in match.plies]


@pytest.mark.parametrize("number", [1, 4, 7, 10])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_hidden_changes_nothing(number: int, seed: int) -> None:
    """Two games that differ only in the other's hidden traps: the same beliefs, and the same chances of each move."""
    match = played(BOOK, 4 + seed, seed)
    if not match.waiting():
        return
    viewer = match.waiting()[0]
    for twin in islice(twins(match, viewer.other, seed), 3):
        fresh = [Mind(visible_of(BOOK.rules), MANNERS[number - 1]) for _ in range(2)]
        seats = [game.seats[viewer] for game in (match, twin)]
        assert twin.position != match.position
        assert fresh[0].policy(seats[0]) == fresh[1].policy(seats[1])
        assert fresh[0].belief(seats[0]) == fresh[1].belief(seats[1])
        answers = [bot(f"level:{number}", 7).decides(seat) for seat in seats]
        assert answers[0] == answers[1]


@pytest.mark.parametrize("number", [1, 10])
def test_own_secrets_do_not_show_in_answers_to_offers(number: int) -> None:
    for seed in range(5):
        match = played(BOOK, 7, seed)
        for owner in Player:
            for twin in twins(match, owner, seed):
                standings = [bot(f"level:{number}", 1)._mind.standing(game.seats[owner]) for game in (match, twin)]  # type: ignore[attr-defined]
                assert standings[0] == standings[1]
                break


def test_every_move_that_may_be_made_is_legal_and_none_is_left_out() -> None:
    mind = mind_of(BOOK.rules)
    for seed in range(12):
        match = played(BOOK, 2 * seed, seed)
        for player in match.waiting():
            seat = match.seats[player]
            policy = mind.policy(seat)
            assert {*policy} <= {*seat.choices}
            assert sum(policy.values()) == pytest.approx(1)
            assert {*mind.values(seat)} == {*seat.choices}


def test_without_numba_numpy_alone_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolve, "is_installed", lambda: False)
    monkeypatch.setattr(resolve, "compiled", None)
    match = played(BOOK, 6, 2)
    seat = match.seats[match.waiting()[0]]
    alone = Mind(visible_of(BOOK.rules)).policy(seat)
    assert sum(alone.values()) == pytest.approx(1)


def test_a_view_without_its_course_is_enough_to_play() -> None:
    """As where a game is set up in the middle."""
    start = position("flag-chase-traps P1 2,2/4,4 1/0 1,3/2,4+3,3")
    seat = Match(start).seats[P1]
    assert {*mind_of(BOOK.rules).policy(seat)} <= {*seat.choices}


def test_a_long_game_is_followed_without_a_deep_stack() -> None:
    match = Match(BOOK, cap=1000)
    course = ["MOVE 1 2", "MOVE 5 4", "MOVE 1 1", "MOVE 5 5"]
    for ply in range(800):
        match.submit(match.waiting()[0], course[ply % 4])
    mind = Mind(visible_of(BOOK.rules), Manner(lapse=1.0, blur=0.5, infers=False))
    assert mind.policy(match.seats[P1])


def test_other_rules_are_solved_and_too_large_ones_are_refused() -> None:
    start = FlagChaseTraps(Rules(size=3, traps=2))
    one, match = bot("level:10", 1), Match(start, cap=40)
    one.prepare(start)
    while waiting := match.waiting():
        match.submit(waiting[0], one.choose(match.seats[waiting[0]]))
    assert match.outcome
    with pytest.raises(UnfitBot, match=r"too large.*take sampler or random, or other rules"):
        bot("level:10").check(FlagChaseTraps(Rules(size=20, traps=9)))


def test_there_is_a_manner_for_every_level_and_the_last_never_lapses() -> None:
    assert len(MANNERS) == len(LEVELS)
    assert MANNERS[-1].lapse == 0
    assert level.MANNERS is MANNERS


# --- games that would go round ---


def test_it_is_known_who_has_dug_in_and_for_how_long_nothing_has_happened() -> None:
    match, mind = Match(BOOK), mind_of(BOOK.rules)
    for player, move in ((P1, "TRAP 2 2"), (P2, "MOVE 4 4"), (P1, "TRAP 2 1"), (P2, "TRAP 5 4")):
        match.submit(player, move)
    state = mind.state(match.seats[P1])
    assert state.settled == (True, False) and state.still == 0
    for player, move in ((P1, "MOVE 1 2"), (P2, "TRAP 4 5"), (P1, "MOVE 1 1"), (P2, "MOVE 3 4"), (P1, "MOVE 1 2")):
        match.submit(player, move)
    state = mind.state(match.seats[P2])
    assert state.settled == (True, False) and state.still == 3
    for player, move in ((P2, "MOVE 2 3"), (P1, "MOVE 1 1"), (P2, "MOVE 2 2")):
        match.submit(player, move)
    assert mind.state(match.seats[P1]).still == 0


def test_a_game_without_an_end_is_worth_more_with_more_traps_to_who_thinks_so() -> None:
    codes = np.array([OPEN, OPEN, 3, 4], np.uint8)
    own, others = np.array([2, 1, 0, 0]), np.array([1, 1, 2, 2])
    found = Prospect(0.9, -0.2, 0.5).worth(codes, own, others)
    assert found == pytest.approx([0.3, -0.2, 0.9**3, -(PATIENCE**4)])
    assert Prospect(0.9, -0.2, 0.5).worth(codes, own, np.zeros(4, int)) == pytest.approx([0, 0, 0.9**3, -(PATIENCE**4)])
    assert PLAIN.worth(codes, own, others) == pytest.approx([0, 0, PATIENCE**3, -(PATIENCE**4)])


@pytest.mark.parametrize("seed", range(4))
def test_a_won_game_is_won_against_who_has_dug_in_and_has_no_trap_left(seed: int) -> None:
    """It waits in vain for somebody who has nothing to wait with."""
    match, mind, random = Match(BOOK), mind_of(BOOK.rules), Random(seed)
    for move in ("MOVE 2 2", "TRAP 3 3", "MOVE 3 3", "TRAP 2 2", "MOVE 2 2", "MOVE 5 4"):
        match.submit(match.waiting()[0], move)
    assert mind.state(match.seats[P1]).settled == (False, True) and mind.standing(match.seats[P1]) > 0.8
    for _ in range(24):
        mix = mind.policy(match.seats[P1])
        match.submit(P1, random.choices(tuple(mix), tuple(mix.values()))[0])
        if not match.waiting():
            break
        match.submit(P2, defence(mind, match, random))
    assert match.outcome and match.outcome.winner is P1


def defence(mind: Mind, match: Match, random: Random) -> str:
    """What holds out longest for whoever is to move and sees every trap."""
    ground, position, mover = mind.ground, match.position, match.waiting()[0]
    assert isinstance(position, FlagChaseTraps)
    own, others = ground.set_of(position, mover), ground.set_of(position, mover.other)
    known = (np.arange(len(ground.sets)) == others) / 1.0
    state = replace(mind.state(match.seats[mover]), ranges=(known, known))  # of the mover's own none is asked for
    worth = expected(mind.visible, state, np.array([own]))[0]
    return ground.move(int(random.choice(np.flatnonzero(worth == worth.max()))), mover)


def test_what_is_worse_is_chosen_only_where_a_game_does_not_stand_still() -> None:
    likely, worth = np.array([[0.2, 0.8], [0.5, 0.5]]), np.array([[0.31, 0.30], [0.3, 0.3]])
    for still in range(CALM + 1):
        assert (without_worse(likely, worth, mood(still, False).worse) == likely).all()
    assert without_worse(likely, worth, mood(LONG, False).worse) == pytest.approx(np.array([[1, 0], [0.5, 0.5]]))
    assert mood(LONG, True).prospect.patience < mood(0, True).prospect.patience == PATIENCE


def test_what_is_told_is_the_same_however_long_a_game_has_stood_still() -> None:
    """With every trap sprung values are exact, and stay so."""
    match, mind = Match(SMALL), mind_of(SMALL.rules)
    begun = "TRAP 1 2", "TRAP 3 2", "MOVE 2 1", "MOVE 2 3", "MOVE 3 2", "MOVE 1 2"
    for move in begun:
        match.submit(match.waiting()[0], move)
    there, back = ("MOVE 1 2", "MOVE 3 2"), ("MOVE 1 1", "MOVE 3 3")
    first = mind.values(match.seats[P1])
    assert mind.exact(match.seats[P1])
    while mind.state(match.seats[P1]).still <= LONG:
        for move in (*there, *back):
            match.submit(match.waiting()[0], move)
        assert mind.values(match.seats[P1]) == first


DANCE = (
    "TRAP 2 2", "MOVE 4 4", "TRAP 2 1", "MOVE 3 3", "MOVE 1 2", "TRAP 4 4", "MOVE 2 3", "MOVE 3 4", "MOVE 3 3",
    "MOVE 2 3", "MOVE 4 4", "MOVE 2 4", "MOVE 1 2", "MOVE 2 3", "MOVE 1 1", "MOVE 3 4", "MOVE 1 2", "MOVE 2 3",
    "MOVE 1 1", "MOVE 2 4", "MOVE 1 2", "MOVE 2 3", "MOVE 1 1",
)  # fmt: skip
"""P1 has dug in and goes to and fro; P2, who has a trap in hand, knows where P1's must be."""


def test_a_known_way_to_win_is_gone_when_a_game_stands_still() -> None:
    """One step is nearer to the win than the others, by a hair; as long as any was made the game went round."""
    match, mind = Match(BOOK), mind_of(BOOK.rules)
    for move in DANCE:
        match.submit(match.waiting()[0], move)
    seat = match.seats[P2]
    assert max(mind.belief(seat).weights.values()) > 0.95
    assert mind.state(seat).still >= LONG
    assert mind.policy(seat) == {"MOVE 1 2": pytest.approx(1)}
