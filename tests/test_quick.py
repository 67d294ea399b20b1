"""What `make test` leaves out."""

from __future__ import annotations

import pytest

from flagfall.games import GAMES

from .conftest import all_but_one

TESTS = [f"tests/test_{number}.py::test_it[{side}-{game}]" for number in range(60) for game in GAMES for side in "ab"]
OTHERS = ["tests/test_it.py::test_it", "tests/test_it.py::test_all[3]", f"tests/test_{min(GAMES)}.py::test_rules[7]"]


def test_each_test_has_one_game_with_all_its_cases_and_every_game_has_a_test() -> None:
    kept = set(TESTS + OTHERS) - all_but_one(TESTS + OTHERS, GAMES)
    assert kept >= set(OTHERS) and len(kept) == 2 * 60 + len(OTHERS)
    assert all(any(f"-{game}]" in test for test in kept) for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_named_is_in_every_test_that_has_it(game: str) -> None:
    one_more = [f"tests/test_other.py::test_it[{other}]" for other in GAMES if other != game]
    kept = set(TESTS + one_more) - all_but_one(TESTS + one_more, GAMES, game)
    assert {test for test in TESTS if f"-{game}]" in test} < kept and len(kept & set(one_more)) == 1
