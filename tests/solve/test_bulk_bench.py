"""That the table of `make bench` says what was measured, and says so when a target is missed."""

from __future__ import annotations

import pytest

from bench.solving.cases import worked_on
from bench.solving.measure import AtLeast, AtMost, Measured, unrest
from flagfall.solve import solve
from tests.solve.bulk_variations import runner


@pytest.mark.parametrize(
    ("measured", "cells"),
    [
        (
            Measured("cold", (0.9, 0.3214, 1.4, 0.5, 0.4), "s", AtMost(1)),
            ("cold", "0.5 (0.321 to 1.4) s", "at most 1 s", "met"),
        ),
        (Measured("cold", (1.01, 2, 0.3), "s", AtMost(1)), ("cold", "1.01 (0.3 to 2) s", "at most 1 s", "missed")),
        (
            Measured("ours", (499.4, 501, 1200), "times", AtLeast(500)),
            ("ours", "501 (499 to 1,200) times", "at least 500 times", "met"),
        ),
        (
            Measured("ours", (499.4, 501, 12), "times", AtLeast(500)),
            ("ours", "499 (12 to 501) times", "at least 500 times", "missed"),
        ),
        (Measured("slope", (1.1, 1.1, 1.11), "", AtMost(1.1)), ("slope", "1.10 (1.10 to 1.11)", "at most 1.10", "met")),
        (
            Measured("pace", (1e6, 2e6, 3e6), "positions/s"),
            ("pace", "2,000,000 (1,000,000 to 3,000,000) positions/s", "", ""),
        ),
    ],
)
def test_a_row_has_the_median_of_all_runs_its_spread_and_whether_the_target_is_met(measured, cells):
    assert measured.cells() == cells
    assert measured.is_missed == (cells[3] == "missed")


def test_unrest_is_how_much_slower_the_slowest_of_equal_loops_was():
    assert unrest([2.0, 3.0, 2.5, 2.2]) == "50%"


def test_what_is_solved_and_kept_as_one_position_is_counted_as_one():
    same, different = (solve(runner(size="4", blocked=blocked), use_cache=False) for blocked in ("-", "1,1"))
    for solution, turns in ((same, 2), (different, 1)):
        assert worked_on(solution) * turns == solution.counts.positions - solution.counts.ends
        assert solution.table.size // turns <= len(solution.table.cells)
