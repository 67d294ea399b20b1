"""What bulk tables say, against plain exploring, brute force, and their own proof."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from flagfall.games.command_line_conquer import CommandLineConquer
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import Disproved, NotSolved, Worth
from flagfall.solve.bulk import form_of, large, small
from flagfall.solve.bulk.command_line_conquer import CommandLineConquerTable
from flagfall.solve.bulk.compiled import compiled
from flagfall.solve.bulk.form import NOWHERE, OPEN
from flagfall.solve.bulk.table import BulkTable
from flagfall.solve.plain import PlainTable
from tests.helpers import reachable
from tests.solve.brute_force import minimax
from tests.solve.bulk_variations import LARGE, SMALL, conquer, empty_table, name, runner, traps

MEMORY = 1 << 32


def by_numpy(start) -> BulkTable:
    table = empty_table(start)
    return type(table)(start, table.form, small.solved(table.form))


def by_kernels(start) -> BulkTable:
    form = form_of(start)
    tables = form.make_form(start.rules, compiled)
    return form(start, tables, large.solved(tables, None))


@pytest.mark.parametrize("start", SMALL, ids=name)
def test_both_ways_to_solve_agree_on_every_cell_and_table(start):
    one, other = by_numpy(start), by_kernels(start)
    assert np.array_equal(one.cells, other.cells)
    for each, same in zip(one.form, other.form, strict=True):
        assert np.array_equal(each, same)


@pytest.mark.parametrize("start", SMALL, ids=name)
def test_every_position_that_can_arise_is_worth_what_plain_exploring_says(start):
    table, plain = by_numpy(start), PlainTable.solve(start, None, MEMORY)
    for position in plain.positions():
        assert table.look_up(position) == plain.look_up(position), position
    assert small.reached(table.form, *table.armies(start)) == plain.size
    assert large.reached(table.form, *table.armies(start), start.turn.value, None) == plain.size


@pytest.mark.parametrize("start", [SMALL[3], SMALL[13], SMALL[19], SMALL[24]], ids=name)
def test_every_position_that_can_arise_is_worth_what_brute_force_says(start):
    table = by_kernels(start)
    for position, worth in minimax(start).items():
        assert table.look_up(position) == worth, position


@pytest.mark.parametrize("start", SMALL, ids=name)
def test_tables_prove_themselves_and_count_their_positions(start):
    table = by_numpy(start)
    positions = list(table.positions())
    counts = table.counts()
    assert table.verify().positions == len(positions) == table.size == counts.positions
    assert large.disproved(table.form, table.cells, None) == small.disproved(table.form, table.cells) == -1
    worths = [table.look_up(position) for position in positions]
    assert counts.p1_wins == sum(worth.value == 1 for worth in worths)
    assert counts.p2_wins == sum(worth.value == -1 for worth in worths)
    assert counts.endless == sum(worth == Worth(0.0, None) for worth in worths)
    assert counts.ends == sum(position.outcome() is not None for position in positions)
    assert counts.longest == max(worth.distance or 0 for worth in worths)
    assert counts.reachable == len(reachable(start))


@pytest.mark.parametrize("start", LARGE[:2], ids=name)
def test_large_tables_prove_themselves(start):
    table = by_kernels(start)
    assert table.verify().positions == table.size == table.counts().positions > 2_000_000


@pytest.mark.parametrize("wrong", [0, 1, 2, 3, 40, OPEN, OPEN + 1, NOWHERE])
def test_no_proof_takes_a_single_wrong_cell(wrong):
    table = by_numpy(runner(size="3"))
    for at, right in enumerate(table.cells):
        if right != wrong:
            table.cells[at] = wrong
            assert small.disproved(table.form, table.cells) >= 0
            assert large.disproved(table.form, table.cells, None) >= 0
            table.cells[at] = right


@pytest.mark.parametrize(("cell", "which"), [(3, "grid-runner P1 0,2/4,2"), (NOWHERE, "grid-runner")])
def test_a_table_with_a_wrong_cell_says_so(cell, which):
    table = by_numpy(runner())
    own, enemy = table.armies(table.start)
    table.cells[table.form.first[own] + enemy] = cell
    with pytest.raises(Disproved, match=f"the value of {which}.* doesn't follow from those of its successors"):
        table.verify()


def test_values_that_fit_a_form_of_other_rules_are_caught_by_the_rules():
    start, other = conquer(positions="6"), conquer(positions="6", compare="after")
    form = empty_table(other).form
    wrong = CommandLineConquerTable(start, form, small.solved(form))
    assert small.disproved(form, wrong.cells) == -1
    with pytest.raises(Disproved):
        wrong.verify()


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (GridRunner(tokens=(((2, 2),), ((2, 2),))), "two tokens stand on one square"),
        (GridRunner(tokens=(((4, 2),), ((3, 2),))), "who has won must have moved last"),
        (GridRunner(tokens=(((9, 9),), ((3, 2),))), "is off the grid"),
        (CommandLineConquer(units=((5,), (4,))), "units meet and fight"),
        (CommandLineConquer(units=((10,), ())), "who has won must have moved last"),
        (replace(traps(size="3"), agents=((1, 1), (1, 1))), "both agents are on one cell"),
    ],
)
def test_what_is_no_position_is_not_looked_up(position, why):
    table = empty_table(position)
    table.cells = np.full(table.form.size, NOWHERE, np.uint16)
    with pytest.raises(NotSolved, match=why):
        table.look_up(position)


def test_a_saved_table_is_loaded_and_one_of_another_game_is_not():
    table = by_numpy(runner(size="4"))
    loaded = type(table).load(table.start, table.save())
    assert [loaded.look_up(each) for each in loaded.positions()] == [table.look_up(each) for each in table.positions()]
    with pytest.raises(ValueError, match="not those of this game"):
        type(table).load(runner(size="5"), table.save())
    with pytest.raises(ValueError, match="not those of this game"):
        type(table).load(table.start, {"cells": table.cells.astype(np.int32)})


def run(code: str, **env: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env or None)
    return done.stdout


def test_small_games_are_solved_without_loading_numba():
    code = """
import sys
from flagfall.games import GAMES
from flagfall.solve import solve
solution = solve(GAMES["command-line-conquer"](), use_cache=False)
solution.verify()
print(solution.counts.positions, "numba" in sys.modules)
"""
    assert run(code) == "24572 False\n"


def test_where_no_compiled_code_can_be_kept_it_is_compiled_all_the_same():
    code = """
from numba.core.caching import CacheImpl
CacheImpl._locator_classes = []  # no place in the module's directory, none in the user's
from flagfall.solve.bulk.command_line_conquer import CommandLineConquerTable
from flagfall.solve.bulk.compiled import compiled
from flagfall.solve.bulk.kernels import close
import numpy as np
cells = np.array([3, 60001], np.uint16)
compiled(close)(cells)
print(cells)
"""
    assert run(code) == "[    3 60000]\n"


def test_large_games_are_solved_in_strides_and_progress_is_told_of_each(monkeypatch):
    told = []
    start = runner(size="8")
    form = form_of(start).make_form(start.rules, compiled)
    at_once = large.solved(form, None)
    monkeypatch.setattr(large, "STRIDE", 500)
    assert np.array_equal(large.solved(form, lambda *report: told.append(report)), at_once)
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == ["exploring", "solving"]
    assert len(told) > form.size / 500
    assert all(0 <= done <= total == form.size for _, done, total in told)


def test_ctrl_c_stops_the_work():
    start = runner(size="16")
    form = form_of(start).make_form(start.rules, compiled)

    def interrupt(stage: str, done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        large.solved(form, interrupt)
