"""What is too big is refused, with the figure, before anybody has waited long."""

from __future__ import annotations

import pytest

from flagfall.games.capture_the_flag import CaptureTheFlag
from flagfall.games.command_line_conquer import CommandLineConquer
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import TooBig, solve
from flagfall.solve.exact import graph as explore
from flagfall.solve.exact.estimate import at_least, lower_limit
from flagfall.solve.plain import PlainTable
from flagfall.solve.store import cache
from flagfall.solve.store.memory import in_words, usable


def test_what_a_bulk_form_would_need_is_refused_at_once():
    with pytest.raises(TooBig) as error:
        solve(GridRunner(rules=GridRunner.Rules(size=99, tokens=9)))
    assert str(error.value).startswith("solving this needs more than 1000 EB of memory, and there is room for ")
    assert list(cache.entries()) == []


def test_a_game_of_which_nothing_is_known_is_refused_as_soon_as_it_can_be_foreseen(monkeypatch):
    monkeypatch.setattr(explore, "MANY", 2000)
    start = CommandLineConquer()
    found = []
    with pytest.raises(TooBig) as error:
        PlainTable.solve(start, lambda stage, done, total: found.append(done), 5_000_000)
    positions = int(str(error.value).split()[5].replace(",", ""))
    assert 5000 < positions <= 17_764
    assert str(error.value) == (
        f"this game has at least {positions:,} positions, which take {positions / 1000:.3g} MB of memory, "
        "and there is room for 5 MB"
    )
    assert max(found) < 3000


def test_a_game_that_turns_out_too_big_is_refused_while_it_is_explored():
    with pytest.raises(TooBig) as error:
        PlainTable.solve(CommandLineConquer(), None, 3_000_000)
    assert "and there is room for 3 MB" in str(error.value)


def test_no_memory_at_all():
    with pytest.raises(TooBig):
        solve(GridRunner(), memory=0)
    assert solve(CaptureTheFlag(), memory=0).counts.positions == 12, "too small to be worth a question"


@pytest.mark.parametrize("start", [CaptureTheFlag(), CommandLineConquer()], ids=str)
def test_a_sample_never_says_too_much(start):
    true = PlainTable.solve(start, None, 1 << 40).size
    assert true / 4 < at_least(start) <= true


def test_the_rarer_repetitions_are_the_more_there_must_be():
    assert lower_limit(seen=1000, once=0, twice=0) == 1000
    limits = [lower_limit(1000, once, 1000 - once) for once in (100, 500, 900, 990, 1000)]
    assert limits == sorted(limits)
    assert limits[-1] > 50_000


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (6_000_000_000, "6 GB"), (10**30, "more than 1000 EB")],
)
def test_sizes_in_words(size, words):
    assert in_words(size) == words


def test_there_is_some_memory():
    assert 10**7 < usable() < 10**14
