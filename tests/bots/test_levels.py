"""Levels: evenly spaced from random to perfect, in every game, by exact odds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from flagfall.bots import bot
from flagfall.bots.odds import odds
from flagfall.bots.policy import PolicyBot
from flagfall.bots.solved import level
from flagfall.bots.solved.action_values import ActionValues
from flagfall.bots.solved.knowledge import forget, knowledge_of
from flagfall.bots.solved.level import TYPICAL, stored
from flagfall.bots.solved.quantal_response import LEVELS
from flagfall.bots.solved.spacing import CAP, spaced
from flagfall.core import Position
from flagfall.games import BOOKS, GAMES, position
from tests.helpers import reachable
from tests.solve.toys import toy

SOLVED = [name for name, game in GAMES.items() if not game().hides()]
STORED = [game.id for game in BOOKS if not game().hides()]
QUICK = [name for name in SOLVED if name != "command-line-conquer"]
PAGE = Path(__file__).parents[2] / "docs" / "levels.md"
TOLERANCE = 0.01
"""By what part of a step the steps may differ from each other."""
LADDER = ["random", *(f"level:{number}" for number in range(1, LEVELS + 1))]


def fixed(name: str) -> PolicyBot:
    made = bot(name)
    assert isinstance(made, PolicyBot)
    return made


def insight_into(start: Position) -> ActionValues:
    actions = knowledge_of(start).whole
    assert actions
    return actions.seen_from(start)


def led_by(start: Position, one: str, other: str, cap: int | None = CAP) -> float:
    """By how much one scores more than half against the other, from both seats."""
    first, second = odds(start, bot(one), bot(other), cap=cap), odds(start, bot(other), bot(one), cap=cap)
    return (first.score + 1 - second.score) / 2 - 0.5


@pytest.mark.parametrize("game", SOLVED)
def test_every_level_leads_the_one_below_by_the_same(game: str) -> None:
    leads = [led_by(GAMES[game](), above, below) for below, above in pairwise(LADDER)]
    assert min(leads) > 0.01
    assert max(leads) - min(leads) < TOLERANCE * min(leads)


@pytest.mark.parametrize("game", QUICK)
def test_every_level_leads_the_one_below_without_a_limit_too(game: str) -> None:
    assert all(led_by(GAMES[game](), above, below, cap=None) > 0.01 for below, above in pairwise(LADDER))


@pytest.mark.parametrize("game", QUICK)
def test_who_is_better_against_one_is_better_against_all(game: str) -> None:
    table = [[led_by(GAMES[game](), one, other) for other in LADDER] for one in LADDER]
    for below, above in pairwise(table):
        assert all(more > less - 1e-9 for less, more in zip(below, above, strict=True))


@pytest.mark.parametrize("game", QUICK)
def test_level_ten_is_perfect_and_level_one_nearly_random(game: str) -> None:
    for each in reachable(GAMES[game]()):
        assert fixed("level:10").distribution(each) == fixed("perfect").distribution(each)
        if choices := each.choices():
            assert fixed("level:1").distribution(each).keys() == choices.keys()
    even = 1 / max(len(moves) for moves in GAMES[game]().choices().values())
    (mix,) = fixed("level:1").distribution(GAMES[game]()).values()
    assert all(0.5 * even < likely < 2 * even for likely in mix.values())


@pytest.mark.parametrize("game", [name for name in STORED if name in QUICK])
def test_what_is_stored_is_what_is_computed(game: str) -> None:
    """If this fails after a change that is meant: `make levels`."""
    assert stored()[game] == pytest.approx(spaced(insight_into(GAMES[game]())), rel=1e-3)


def test_every_solved_game_is_stored_and_sharper_from_level_to_level() -> None:
    assert [*stored()] == STORED
    for levels in stored().values():
        assert len(levels) == LEVELS - 1
        assert levels[0] > 0 and all(below < above for below, above in pairwise(levels))


def test_the_page_tells_what_is_stored() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for game in STORED:
        part = page.split(f"## {GAMES[game].title}\n")[1].split("\n## ")[0]
        rows = [line.split(" | ") for line in part.splitlines() if line.startswith("| ")][1 : LEVELS + 1]
        assert [row[1] for row in rows] == [*(f"{each:g}" for each in stored()[game]), "perfect"]
        told = [float(row[2].rstrip("%")) for row in rows]
        computed = [50 + 100 * led_by(GAMES[game](), above, below) for below, above in pairwise(LADDER)]
        assert told == pytest.approx(computed, abs=0.006)


# --- variations ---


@pytest.mark.parametrize(
    "text",
    [
        "flag-chase P1 1/3 cells=3 numbers=3",
        "grid-runner P1 0,1/3,1 size=4",
        "command-line-conquer P1 0/4 positions=5 units=2",
    ],
)
def test_a_variation_has_even_levels_of_its_own(text: str) -> None:
    start = position(text)
    leads = [led_by(start, above, below) for below, above in pairwise(LADDER)]
    assert min(leads) > 0
    assert max(leads) - min(leads) < TOLERANCE * min(leads)


def test_a_big_variation_takes_the_sharpness_of_its_book(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(level, "SPACED", 10)
    assert level.sharpness(position("flag-chase P1 1/9 cells=9")) == stored()["flag-chase"]


def test_a_big_game_without_a_book_takes_what_is_typical() -> None:
    start = position("flag-chase-traps P1 1,1/3,3 1/1 -/- size=3 traps=1 open_traps=yes")
    assert level.sharpness(start) == TYPICAL
    assert all(low < high for low, high in pairwise(TYPICAL))


@pytest.mark.usefixtures("nothing_known")
def test_where_nothing_can_be_done_better_there_is_nothing_to_space() -> None:
    actions = insight_into(toy([["wins"], ["loses"]], other=[["wins"]]))
    assert len(spaced(actions)) == LEVELS - 1
    actions = insight_into(toy([["on"]], on=[["wins"]]))
    assert len(spaced(actions)) == LEVELS - 1


@pytest.mark.usefixtures("nothing_known")
def test_the_spacing_does_not_depend_on_what_was_asked_before() -> None:
    """One solution answers for both positions, but a game from the second is another one."""
    fresh = spaced(insight_into(position("flag-chase P1 1/3 cells=3 numbers=2")))
    forget()
    knowledge_of(position("flag-chase P2 3/3 cells=3 numbers=2"))
    assert spaced(insight_into(position("flag-chase P1 1/3 cells=3 numbers=2"))) == pytest.approx(fresh)
