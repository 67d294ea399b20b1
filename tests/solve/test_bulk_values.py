"""What bulk tables say, against plain exploring, brute force, and their own proof."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.games.command_line_conquer import CommandLineConquer
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import Disproved, NotSolved, Rigour, Worth
from flagfall.solve.bulk import form_of, large, small
from flagfall.solve.bulk.command_line_conquer import CommandLineConquerTable
from flagfall.solve.bulk.compiled import compiled
from flagfall.solve.bulk.form import ARMY, NOWHERE, OPEN
from flagfall.solve.bulk.table import FEW, BulkTable
from flagfall.solve.plain import PlainTable
from flagfall.solve.proof import prove
from tests.helpers import reachable
from tests.solve.brute_force import minimax
from tests.solve.bulk_variations import LARGE, SMALL, conquer, empty_table, name, runner, traps

MEMORY = 1 << 32
TINY = [start for start in SMALL if form_of(start).numbers(start.rules) < 1500]


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
    marks = small.reached(table.form, *table.armies(start), start.turn.value)
    assert np.array_equal(marks, large.reached(table.form, *table.armies(start), start.turn.value, None))
    arising = {each for each in table.positions() if marks[table.place_of(each) // 2] >> each.turn.value & 1}
    assert arising == set(plain.positions())
    for ended in (True, False):
        assert table.counts_arising(ended=ended) == plain.counts_arising(ended=ended)
    assert table.counts_arising(ended=True) == plain.counts()


@pytest.mark.parametrize("start", [SMALL[3], SMALL[13], SMALL[19], SMALL[24]], ids=name)
def test_every_position_that_can_arise_is_worth_what_brute_force_says(start):
    table = by_kernels(start)
    for position, worth in minimax(start).items():
        assert table.look_up(position) == worth, position


@pytest.mark.parametrize("start", SMALL, ids=name)
@pytest.mark.long
def test_tables_prove_themselves_and_count_their_positions(start):
    table = by_numpy(start)
    positions = list(table.positions())
    counts = table.counts()
    assert prove(table, start).by_rules == len(positions) == table.size == counts.positions
    assert large.disproved(table.form, table.cells, None) == small.disproved(table.form, table.cells) == -1
    worths = [table.look_up(position) for position in positions]
    assert counts.p1_wins == sum(worth.value == 1 for worth in worths)
    assert counts.p2_wins == sum(worth.value == -1 for worth in worths)
    assert counts.endless == sum(worth == Worth(0.0, None) for worth in worths)
    assert counts.ends == sum(position.outcome() is not None for position in positions)
    assert counts.longest == max(worth.distance or 0 for worth in worths)
    assert counts.reachable == len(reachable(start))


@pytest.mark.long
def test_large_tables_prove_themselves():
    start = LARGE[0]
    table = by_kernels(start)
    proof = table.verify(start, Rigour(seed=3))
    assert proof.positions == table.size == table.counts().positions > 2_000_000
    assert proof.drawn < proof.by_rules <= 2 * proof.drawn
    assert (proof.seed, proof.is_complete, proof.one_in) == (3, False, proof.drawn // 3)


@pytest.mark.parametrize("wrong", [0, 1, 2, 3, 40, OPEN, OPEN + 1, NOWHERE])
def test_no_proof_takes_a_single_wrong_cell(wrong):
    table = by_numpy(runner(size="3"))
    for at, right in enumerate(table.cells):
        if right != wrong:
            table.cells[at] = wrong
            assert small.disproved(table.form, table.cells) >= 0
            assert large.disproved(table.form, table.cells, None) >= 0
            table.cells[at] = right


@pytest.mark.long
@pytest.mark.parametrize("start", [runner(size="3"), conquer(positions="3"), traps(size="2", traps="1")], ids=name)
def test_the_rules_alone_tell_a_single_wrong_cell(start):
    """Without the form: also of a position that can't arise, and of a number that is none."""
    right = by_numpy(start)
    assert prove(right, start).is_complete
    for at in range(0, len(right.cells), 1 + len(right.cells) // 20):
        for wrong in {0, 1, 2, 3, 40, OPEN, OPEN + 1, NOWHERE} - {int(right.cells[at])}:
            cells = right.cells.copy()
            cells[at] = wrong
            with pytest.raises(Disproved):
                prove(type(right)(start, right.form, cells), start)


def test_numbers_that_stand_for_other_positions_are_found():
    start = runner(size="3")
    right = by_numpy(start)
    units = right.form.units.copy()
    units[[3, 4]] = units[[4, 3]]
    wrong = type(right)(start, right.form._replace(units=units), right.cells)
    with pytest.raises(Disproved, match="is in the table twice"):
        prove(wrong, start)


@pytest.mark.parametrize(("cell", "which"), [(3, "grid-runner P1 0,2/4,2"), (NOWHERE, "grid-runner")])
def test_a_table_with_a_wrong_cell_says_so(cell, which):
    table = by_numpy(runner())
    own, enemy = table.armies(table.start)
    table.cells[table.form.first[own] + enemy] = cell
    with pytest.raises(Disproved, match=f"the value of {which}.* doesn't follow from those of its successors"):
        table.verify(table.start, Rigour())


def test_values_that_fit_a_form_of_other_rules_are_caught_by_the_rules():
    start, other = conquer(positions="6"), conquer(positions="6", compare="after")
    form = empty_table(other).form
    wrong = CommandLineConquerTable(start, form, small.solved(form))
    assert small.disproved(form, wrong.cells) == -1
    with pytest.raises(Disproved):
        wrong.verify(start, Rigour())


def with_a_mistake(right: BulkTable, at: int, other: int) -> BulkTable:
    """The values of a game in which one of all armies' moves does what another of that army's moves does."""
    moves = right.form.moves.copy()
    first, end = (int(right.form.begin[moves[at, ARMY] + after]) for after in (0, 1))
    moves[at, :ARMY] = moves[first + other % (end - first), :ARMY]
    form = right.form._replace(moves=moves)
    return type(right)(right.start, form, small.solved(form))


def mistakes_that_matter(right: BulkTable, first: int) -> Iterator[BulkTable]:
    """Each way to mistake a move that changes a value, from this move on and round to it again."""
    size = len(right.form.moves)
    for at, other in product(range(first, first + size), range(10)):
        wrong = with_a_mistake(right, at % size, other)
        if small.disproved(wrong.form, wrong.cells) == -1 and differences(wrong, right):
            yield wrong


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.sampled_from(TINY), st.integers(0, 1000))
def test_a_mistake_in_a_single_move_of_the_form_is_caught_by_the_rules(start, first):
    """The values fit the form: only the rules that people play by can tell, at as few positions as there may be."""
    right = by_numpy(start)
    wrong = next(mistakes_that_matter(right, first), None)
    if wrong is None:
        assert len(right.form.moves) <= 10, "only in a game of next to no moves does none matter"
        return
    with pytest.raises(Disproved):
        wrong.verify(start, Rigour())


@pytest.mark.long
def test_of_very_many_positions_a_fresh_sample_is_proved_and_all_if_that_is_asked_for(monkeypatch):
    monkeypatch.setattr("flagfall.solve.bulk.table.FEW", 50)
    monkeypatch.setattr("flagfall.solve.proof.SAMPLE", 100)
    start = runner(size="5")
    right = by_numpy(start)
    proofs = [right.verify(start, Rigour()) for _ in range(2)]
    assert len({proof.seed for proof in proofs}) == 2
    assert {proof.is_complete for proof in proofs} == {False}
    assert {(proof.positions, proof.drawn, proof.one_in) for proof in proofs} == {(1010, 100, 33)}
    assert right.verify(start, Rigour(seed=7)) == right.verify(start, Rigour(seed=7))
    every = right.verify(start, Rigour(every=True))
    assert (every.by_rules, every.is_complete, every.seed, every.one_in) == (1010, True, None, None)

    wrongs = (with_a_mistake(right, at, at + 1) for at in range(len(right.form.moves)))
    rare = min(filter(lambda wrong: differences(wrong, right), wrongs), key=lambda wrong: differences(wrong, right))
    assert differences(rare, right) <= 2
    with pytest.raises(Disproved):
        rare.verify(start, Rigour(every=True))
    found = sum(is_refused(rare, Rigour(seed=seed)) for seed in range(30))
    assert 0 < found < 30, "what is rare is found by chance, and not by every sample"


def differences(one: BulkTable, other: BulkTable) -> int:
    return int((one.cells != other.cells).sum())


def is_refused(table: BulkTable, rigour: Rigour) -> bool:
    try:
        table.verify(table.start, rigour)
    except Disproved:
        return True
    return False


def test_a_common_mistake_in_a_very_large_table_is_found_by_every_sample():
    start, other = conquer(positions="18"), conquer(positions="18", compare="after")
    form = empty_table(other).form
    wrong = CommandLineConquerTable(start, form, large.solved(form, None))
    assert wrong.size > 2 * FEW
    for seed in range(3):
        with pytest.raises(Disproved):
            wrong.verify(start, Rigour(seed=seed))


def test_a_possible_position_that_is_missing_is_found():
    """Its number is left empty, together with those of all that lead to it."""
    start = runner(size="3")
    right = by_numpy(start)
    alone = next(at for at, cell in enumerate(right.cells) if cell != NOWHERE and not leads_to(right, at))
    right.cells[alone] = NOWHERE
    with pytest.raises(Disproved, match="is possible, and missing"):
        prove(right, start)


def leads_to(table: BulkTable, number: int) -> bool:
    after = small.successors(table.form, *small.pairs(table.form))
    ends = small.are_ends(table.form, *small.pairs(table.form))
    there = small.are_positions(table.form, *small.pairs(table.form))
    return bool((after[there & ~ends] == number).any())


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (GridRunner(tokens=(((2, 2),), ((2, 2),))), "two tokens stand on one square"),
        (GridRunner(tokens=(((4, 2),), ((3, 2),))), "Player 1 has won, so P2 would be next"),
        (GridRunner(tokens=(((9, 9),), ((3, 2),))), "is off the grid"),
        (CommandLineConquer(units=((5,), (4,))), "units meet and fight"),
        (CommandLineConquer(units=((10,), ())), "Player 1 has won, so P2 would be next"),
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


@pytest.mark.long
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


@pytest.mark.long
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
