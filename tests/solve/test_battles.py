"""Games that secret choices decide: made-up ones with known answers, and random ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from flagfall.core import Player
from flagfall.solve import Disproved, Rigour, Worth, solve
from flagfall.solve.battles.components import strongly_connected
from flagfall.solve.battles.replies import Replies
from flagfall.solve.battles.stochastic import CLOSE, replies_to, settle
from flagfall.solve.exact.graph import explore
from flagfall.solve.exact.retrograde import forced_wins

from .brute_force import linear_program, rows, short_games
from .toys import DRAWN, LOSES, WINS, Toy, at, toy

P1, P2 = Player.P1, Player.P2
HALF = pytest.approx(0.5)


def solved(position):
    """The solution, proved to be right to within the error that it tells."""
    solution = solve(position, use_cache=False)
    assert solution.verify(Rigour(within=solution.error)).error == solution.error
    return solution


def test_guessing_until_it_is_right_wins_in_the_long_run_but_not_within_any_time():
    game = toy([[WINS, "start"], ["start", WINS]])
    solution = solved(game)
    assert solution.worth(game) == (1.0, None)
    assert solution.strategy(game)[P1] == {"0": HALF, "1": HALF}
    assert solution.error < 1e-9


def test_rock_paper_scissors_until_somebody_wins():
    game = toy([["start", LOSES, WINS], [WINS, "start", LOSES], [LOSES, WINS, "start"]])
    solution = solved(game)
    assert solution.worth(game) == (0.0, None)
    third = pytest.approx(1 / 3)
    assert solution.strategy(game) == {P1: dict.fromkeys("012", third), P2: dict.fromkeys("012", third)}
    assert {worth.distance for worth in solution.moves(game)[P1].values()} == {None}
    assert [worth.value for worth in solution.moves(game)[P2].values()] == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_value_between():
    game = toy([[WINS, LOSES], [LOSES, DRAWN]])
    solution = solved(game)
    assert solution.value(game) == pytest.approx(-1 / 3, abs=1e-9)
    assert solution.counts.mixed == 1
    assert solution.strategy(game) == {
        P1: {"0": pytest.approx(1 / 3), "1": pytest.approx(2 / 3)},
        P2: {"0": pytest.approx(1 / 3), "1": pytest.approx(2 / 3)},
    }


def test_a_battle_that_is_won_whatever_the_other_chooses_has_a_distance():
    game = toy([[LOSES, WINS], ["next", WINS]], next=[[WINS], [LOSES]])
    solution = solved(game)
    assert solution.worth(game) == (1.0, 2)
    assert solution.strategy(game) == {P1: {"1": 1.0}, P2: {"0": 1.0}}
    assert solution.moves(game) == {
        P1: {"0": Worth(-1.0, 1), "1": Worth(1.0, 2)},
        P2: {"0": Worth(1.0, 2), "1": Worth(1.0, 1)},
    }
    assert solution.error == 0


def test_who_is_lost_in_a_battle_delays_as_long_as_is_sure():
    """The third choice delays the end for two plies whatever the winner does, the others for three or for one."""
    game = toy(
        [["three", "one", "two"], ["one", "three", "two"]],
        one=[[WINS], [LOSES]],
        two=[["one", "one"]],
        three=[["two"], [LOSES]],
    )
    solution = solved(game)
    assert solution.worth(game) == (1.0, 4)
    assert solution.strategy(game) == {P1: {"0": 0.5, "1": 0.5}, P2: {"2": 1.0}}


def test_who_waits_for_ever_in_a_won_position_does_not_win():
    """Staying leads to a position of the same value, so a strategy that looks only at values would stay."""
    game = toy([["start"], ["battle"]], battle=[[WINS, LOSES], [DRAWN, WINS]])
    solution = solved(game)
    assert solution.value(game) == pytest.approx(1 / 3, abs=1e-9)
    assert "1" in solution.strategy(game)[P1]


def test_who_can_wait_for_ever_in_a_lost_position_does_not_lose():
    game = toy([["start"], ["battle"]], battle=[[LOSES, WINS], [DRAWN, LOSES]])
    solution = solved(game)
    assert solution.worth(game) == (0.0, None)
    assert solution.strategy(game)[P1] == {"0": 1.0}
    assert solution.value(at(game, "battle")) == pytest.approx(-1 / 3, abs=1e-9)


def test_a_value_that_no_strategy_reaches_is_told_with_an_honest_error():
    """P2 wins with any probability below 1, by risking ever less; so the bounds meet only in the limit."""
    game = toy([[WINS, LOSES], [LOSES, "start"]])
    solution = solved(game)
    assert solution.worth(game) == (-1.0, None)
    assert 1e-10 < solution.error < 1e-5
    assert 0 < solution.strategy(game)[P2]["0"] < 1e-5


def test_a_risk_on_the_way_to_what_is_known_is_found_as_small_as_alone():
    """P2 wins at the start for sure, without ever coming to `b`; and at `b` with any probability below 1."""
    game = toy(
        [["start", "start", LOSES], ["b", LOSES, "start"]],
        a=[["start"]],
        b=[["start", WINS, WINS], ["b", "start", "start"]],
        c=[["start"]],
    )
    battle = at(game, "b")
    solution = solved(battle)
    assert solution.worth(game) == solution.worth(battle) == (-1.0, None)
    assert solution.error < 1e-6
    assert 0 < solution.strategy(battle)[P2]["1"] < 1e-6
    solution.verify()


def test_what_needs_more_patience_than_floats_have_is_told_with_a_greater_error_and_not_called_proved():
    """P1 wins with any probability below 1, by one risk at the start and another at `b`, round after round."""
    game = toy([["wins", "b", "wins"], [LOSES, WINS, DRAWN]], b=[[DRAWN, "start"], [WINS, "b"]])
    solution = solved(game)
    assert solution.worth(game) == solution.worth(at(game, "b")) == (1.0, None)
    assert 1e-6 < solution.error < 1e-4
    with pytest.raises(Disproved, match="only said to be right to within"):
        solution.verify()


def test_who_is_to_lose_must_not_hurry():
    """At the crossing P1 may wait for ever; in every game that breaks off now and then P1 would not quite do so."""
    game = toy(
        [["calm", WINS, LOSES], ["start", LOSES, LOSES], ["crossing", LOSES, "calm"]],
        crossing=[["still", LOSES], ["start", "crossing"]],
        still=[["still"]],
        calm=[[LOSES], [DRAWN]],
    )
    solution = solved(game)
    assert solution.value(game) == pytest.approx(-1 / 3, abs=1e-9)
    assert solution.strategy(at(game, "crossing"))[P1] == {"1": 1.0}
    assert solution.error < 1e-9


def test_an_end_that_nobody_wins():
    game = toy([[DRAWN], ["start"]])
    solution = solved(game)
    assert solution.worth(game) == (0.0, 1)
    assert solution.worth(at(game, DRAWN)) == (0.0, 0)


NAMES = ["start", "a", "b", "c"]
matrices = st.sampled_from([(2, 2), (2, 3), (3, 2), (1, 2), (2, 1), (1, 1)]).flatmap(
    lambda shape: st.lists(
        st.lists(st.sampled_from([*NAMES, WINS, WINS, LOSES, LOSES, DRAWN]), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)
games = st.tuples(*[matrices] * len(NAMES)).map(lambda found: Toy(graph=dict(zip(NAMES, found, strict=True))))


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(games)
def test_any_game_proves_itself_and_keeps_to_the_linear_programs(game):
    solution = solved(game)
    for position in solution.positions():
        if position.choices():
            following = [[solution.value(after) for after in row] for row in rows(position)]
            assert solution.value(position) == pytest.approx(linear_program(following), abs=2 * solution.error + 1e-9)


@pytest.mark.long
@settings(max_examples=10, deadline=None)
@given(games)
def test_the_value_lies_between_those_of_short_games(game):
    """Whoever plays a short game well gets as much in the long one, if not being over by then counts as lost."""
    solution = solved(game)
    least, most = short_games(game, 30, unfinished=-1), short_games(game, 30, unfinished=1)
    slack = solution.error + 1e-6
    for position in solution.positions():
        assert least[position] - slack <= solution.value(position) <= most[position] + slack


def test_the_value_is_not_the_limit_of_ever_longer_games():
    """At `a` P1 gains by the other's having no time left at the end, however long the game. Without an end there is
    nothing to gain: P2 can always choose the second column."""
    game = toy(
        [["start", "c"]],
        a=[["start", "b"], [WINS, "a"]],
        b=[["start", WINS], [WINS, "start"]],
        c=[["start", "start", LOSES], ["start", "a", LOSES]],
    )
    place = at(game, "a")
    assert short_games(place, 60, unfinished=0)[place] == pytest.approx(5 / 13)
    assert solved(place).value(place) == 0


# --- what is guaranteed is never said too high ---

CHANCES = st.lists(st.tuples(st.floats(1e-3, 1), st.floats(-1, 1)), min_size=2, max_size=6)


@settings(deadline=None)
@given(CHANCES)
def test_what_chance_brings_is_never_said_too_high_not_even_by_a_rounding(drawn):
    """One reply, whose outcomes are known: held against exact fractions."""
    likely, known = map(np.array, zip(*drawn, strict=True))
    replies = Replies(
        open=1,
        known=known,
        owner=np.array([0]),
        reply=np.zeros(len(drawn), np.int64),
        target=1 + np.arange(len(drawn)),
        likely=likely / likely.sum(),
        can_stay=np.zeros(1, dtype=bool),
    )
    chances = [Fraction(chance) for chance in replies.likely.tolist()]
    exact = sum(chance * Fraction(worth) for chance, (_, worth) in zip(chances, drawn, strict=True)) / sum(chances)
    (guaranteed,) = replies.guaranteed().tolist()
    assert Fraction(guaranteed) <= exact
    assert guaranteed == pytest.approx(float(exact), abs=1e-14)


@settings(deadline=None)
@example([(1.0, 0.0), (1.0, -5e-324)], 0.5)
@given(CHANCES, st.one_of(st.floats(1e-6, 0.999), st.floats(1e-15, 1e-3).map(lambda rest: 1 - rest)))
def test_what_chance_brings_in_the_long_run_is_never_said_too_high(drawn, again):
    """The same where it may be done over any number of times before it is decided."""
    likely, known = map(np.array, zip(*drawn, strict=True))
    replies = Replies(
        open=1,
        known=known,
        owner=np.array([0]),
        reply=np.zeros(1 + len(drawn), np.int64),
        target=np.arange(1 + len(drawn)),
        likely=np.append(again, (1 - again) * likely / likely.sum()),
        can_stay=np.zeros(1, dtype=bool),
    )
    chances = [Fraction(chance) for chance in replies.likely[1:].tolist()]
    exact = sum(chance * Fraction(worth) for chance, (_, worth) in zip(chances, drawn, strict=True)) / sum(chances)
    assert Fraction(replies.guaranteed().tolist()[0]) <= exact


@pytest.mark.parametrize(
    "game",
    [
        toy([[WINS, LOSES], [LOSES, DRAWN]]),
        toy([[WINS, LOSES], [LOSES, "start"]]),
        toy([["start"], ["battle"]], battle=[[WINS, LOSES], [DRAWN, WINS]]),
    ],
)
def test_an_error_is_told_greater_than_it_was_found_to_be(game):
    """By more than any rounding can be: so it is an error also to who adds up in another order."""
    graph = explore(game, None, 1 << 40)
    forced = forced_wins(graph)
    settled = settle(graph, forced)
    place = len(settled.open) + np.arange(graph.size)
    place[settled.open] = np.arange(len(settled.open))
    matrices = [place[graph.matrix(each)] for each in settled.open.tolist()]
    known, gaps = forced.winner.astype(float), []
    for mixes, sides, side in ((settled.mixes[0], matrices, 1), (settled.mixes[1], [each.T for each in matrices], -1)):
        guaranteed = replies_to(mixes, sides, side * known).guaranteed()
        gaps.append((side * settled.value[settled.open] - guaranteed).max())
    assert 0 < max(gaps) < settled.error - CLOSE / 2


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_components_are_what_can_be_reached_from_each_other(drawn):
    size, edges = drawn
    reach = np.eye(size, dtype=bool)
    for source, target in edges:
        reach[source, target] = True
    for middle in range(size):
        reach |= reach[:, [middle]] & reach[[middle], :]
    source, target = (np.array([edge[side] for edge in edges], dtype=np.int64) for side in (0, 1))
    label = strongly_connected(size, source, target)
    assert np.array_equal(label[:, None] == label[None, :], reach & reach.T)
