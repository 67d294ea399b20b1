"""Where only numpy is installed: the books' games, bots and coach are all there, and numba is asked for by name."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import flagfall
from flagfall.games import GAMES
from flagfall.solve.bulk.table import ALONE, SMALL

ADVICE = "Flagfall needs numba; in Flagfall's folder, install it with: pip install '.[bulk]'"

ANSWERS = str(Path(__file__).with_name("answers.py"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a Python that finds numpy, Flagfall and the games of the tests, and nothing else."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "flagfall").symlink_to(Path(flagfall.__file__).parent)
    for each in Path(np.__file__).parents[1].glob("numpy*"):
        (folder / each.name).symlink_to(each)
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), os.environ["PYTHONPATH"]]),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def python(env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-S", *words], env=env, capture_output=True, text=True)


def test_numba_is_not_to_be_found_there(bare):
    done = python(bare, "-c", "import numpy, flagfall; import numba")
    assert "No module named 'numba'" in done.stderr


@pytest.mark.long
def test_the_books_games_the_levels_and_the_coach_say_the_same_with_and_without_numba(bare):
    with_it = subprocess.run([sys.executable, ANSWERS], capture_output=True, text=True)
    assert with_it.returncode == 0, with_it.stderr
    without = python(bare, ANSWERS)
    assert without.returncode == 0, without.stderr
    assert without.stdout == with_it.stdout
    told = json.loads(without.stdout)
    assert told["answers"].keys() == {game for game, cls in GAMES.items() if not cls().hides()}
    assert told["numba"] is False


@pytest.mark.long
@pytest.mark.parametrize("words", [("solve",), ("odds", "--p1", "level:3", "--p2", "random"), ("report",)], ids=str)
def test_numba_is_asked_for_by_name_where_there_are_too_many_positions_for_numpy_alone(bare, words):
    command, *options = words
    done = python(bare, "-m", "flagfall", command, "grid-runner", *options, "--set", "size=40")
    assert done.returncode == 1, done.stdout
    assert done.stdout == ""
    assert done.stderr.endswith(
        f"these rules have about 2,563,201 positions, and to solve more than {ALONE:,} {ADVICE}\n"
    )


@pytest.mark.long
def test_numpy_alone_solves_more_where_numba_is_not_installed(bare):
    """20x20 is more than is left to numpy where it is; the answer is that of the compiled kernels."""
    code = """
import sys
from flagfall.core import Position
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import solve
solution = solve(GridRunner(rules=GridRunner.Rules(size=20)), use_cache=False)
print(solution.table.cells.sum(), len(solution.table.cells), "numba" in sys.modules)
"""
    with_it = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    without = python(bare, "-c", code).stdout.split()
    assert (with_it[2], without[2]) == ("True", "False")
    assert with_it[:2] == without[:2]
    assert SMALL < int(without[1]) <= ALONE
