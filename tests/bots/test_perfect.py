"""Perfect play: what must not be lost never is, and the other is given every chance to go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import exp

import pytest

from flagfall.bots import bot
from flagfall.bots.odds import odds
from flagfall.bots.policy import PolicyBot
from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.core import Player, Position
from flagfall.games import GAMES, position
from flagfall.solve import solve
from flagfall.solve.exact.optimal import SIDES
from tests.helpers import reachable
from tests.solve.toys import at, toy

P1, P2 = Player
SMALL = [
    *map(str, (GAMES[name]() for name in ("flag-chase", "capture-the-flag", "grid-runner"))),
    "flag-chase P2 1/4 cells=4 numbers=3",
    "capture-the-flag P2 1/7",
    "capture-the-flag P1 1/12 cells=12 flag=5 step=3",
    "grid-runner P2 0,2/4,2",
    "grid-runner P1 0,1/3,1 size=4 blocked=2,0 teleport=1,0:3,3+1,3:2,1",
    "grid-runner P1 0,0+0,1/2,0+2,1 size=3 tokens=2",
    "command-line-conquer P1 0/4 positions=5 units=2",
    "command-line-conquer P2 0/5 positions=6 units=2 compare=after",
]


def perfect() -> PolicyBot:
    made = bot("perfect", 1)
    assert isinstance(made, PolicyBot)
    return made


def ways(position: Position, player: Player) -> Iterator[Position]:
    """Everything that may come next when `player` is perfect and the other does whatever comes to mind."""
    choices = position.choices()
    if not choices:
        return
    moves = dict(choices)
    if player in moves:
        moves[player] = tuple(perfect().distribution(position)[player])
    for chosen in product(*moves.values()):
        yield position.play(dict(zip(moves, chosen, strict=True)))


def led_to(ends: set[Position], ways: dict[Position, list[Position]]) -> dict[Position, int]:
    """From where one can come to these ends at all, and in how few plies."""
    plies = dict.fromkeys(ends, 0)
    while new := {each for each in ways if each not in plies and any(after in plies for after in ways[each])}:
        nearest = max(plies.values()) + 1
        plies |= dict.fromkeys(new, nearest)
    return plies


def longest(position: Position, ways: dict[Position, list[Position]]) -> int:
    """How long it may take to the end; endless where it may go round in circles."""
    return 1 + max(longest(after, ways) for after in ways[position]) if ways[position] else 0


@pytest.mark.parametrize("player", Player, ids=lambda player: player.name)
@pytest.mark.parametrize("text", SMALL)
def test_from_every_position_nothing_is_lost_that_must_not_be(text: str, player: Player) -> None:
    start = position(text)
    solution, course = solve(start), {each: list(ways(each, player)) for each in reachable(start)}
    lost = {each for each in course if (outcome := each.outcome()) and outcome.winner is player.other}
    losing = led_to(lost, course)
    for each in course:
        value, distance = solution.worth(each)
        if value * SIDES[player] >= 0:
            assert each not in losing, f"{each} is lost"
        if value * SIDES[player] == 1 and distance is not None:
            assert longest(each, course) == distance, f"{each} is not won as fast as can be"
        if value * SIDES[player] == -1 and distance is not None:
            assert losing[each] == distance, f"{each} is not lost as slowly as can be"


@pytest.mark.parametrize("text", [text for text in SMALL if not text.startswith("flag-chase")])
def test_it_makes_only_moves_that_the_solution_makes(text: str) -> None:
    start = position(text)
    solution = solve(start)
    for each in reachable(start):
        if choices := each.choices():
            (player,) = choices
            chosen = perfect().distribution(each)[player]
            assert chosen.keys() <= solution.strategy(each)[player].keys()
            assert sum(chosen.values()) == pytest.approx(1)


@pytest.mark.parametrize("other", ["random", "level:5", "level:9"])
@pytest.mark.parametrize("game", ["flag-chase", "command-line-conquer"])
def test_it_wins_games_that_nobody_can_force(game: str, other: str) -> None:
    assert solve(GAMES[game]()).value(GAMES[game]()) == 0
    assert odds(GAMES[game], bot("perfect"), bot(other)).p1 == pytest.approx(1, abs=1e-9)
    assert odds(GAMES[game], bot(other), bot("perfect")).p2 == pytest.approx(1, abs=1e-9)


@pytest.mark.usefixtures("nothing_known")
def test_among_equal_moves_it_takes_the_one_that_promises_most() -> None:
    """Both rows lead to nowhere with best play; after the second the other has more ways to go wrong."""
    start = toy(
        [["safe"], ["slippery"]],
        safe=[["start", "slip"]],
        slippery=[["start", "slip", "slip"]],
        slip=[["wins"], ["start"]],
    )
    assert solve(start).value(start) == 0
    assert solve(start).strategy(start) == {P1: {"0": 0.5, "1": 0.5}}
    assert perfect().distribution(start) == {P1: {"1": 1.0}}
    assert perfect().distribution(at(start, "slip")) == {P1: {"0": 1.0}}


@pytest.mark.usefixtures("nothing_known")
def test_the_promise_is_the_expected_result_against_the_fallible_opponent() -> None:
    """By hand: P2 slips in proportion to exp(5 x worth), being -1/2 against 0, and every ply costs 5 %."""
    start = toy([["safe"], ["slippery"]], safe=[["start"]], slippery=[["start", "slip"]], slip=[["wins"], ["start"]])
    slips = exp(-5 / 2) / (1 + exp(-5 / 2))
    actions = knowledge_of(start).actions(start)
    promised = actions.promise[P1][:2].tolist()
    whole = slips * 0.95**3 / (1 - 0.95**2 * (1 - slips))
    assert promised == pytest.approx([0.95**2 * whole, whole])


@pytest.mark.usefixtures("nothing_known")
def test_where_only_a_mixture_is_good_it_plays_that_mixture() -> None:
    start = toy([["wins", "drawn"], ["loses", "wins"]])
    strategy = solve(start).strategy(start)
    assert strategy[P1] == pytest.approx({"0": 2 / 3, "1": 1 / 3})
    assert perfect().distribution(start) == strategy


def test_in_a_battle_it_takes_the_sure_choice_that_promises_most() -> None:
    """On the other's base any number is safe, and the highest wins most often; on the own only the highest is safe."""
    attacked = position("flag-chase P2 5/5")
    assert perfect().distribution(attacked) == {P1: {"5": 1.0}, P2: {"5": 1.0}}


def test_it_plays_on_from_anywhere() -> None:
    """Also from a position that can't arise from one that it has met before."""
    one, two = position("capture-the-flag P1 1/7"), position("capture-the-flag P2 1/7")
    player = perfect()
    assert {*player.distribution(one)} == {P1} and {*player.distribution(two)} == {P2}
    assert player.distribution(one) == perfect().distribution(one)


@pytest.mark.long
def test_a_big_game_is_played_with_what_is_near() -> None:
    """Two tokens each: too many positions to graph, so it looks as far as it can, and makes best moves only."""
    start = position("grid-runner P1 0,1+0,3/4,1+4,3 tokens=2")
    solution = solve(start)
    (moves,) = perfect().distribution(start).values()
    assert moves.keys() <= solution.strategy(start)[P1].keys()
