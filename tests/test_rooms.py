"""Which room may import which, and that the rules of the games touch nothing outside them."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "flagfall"
PURE = sorted([*PACKAGE.glob("core/**/*.py"), *PACKAGE.glob("games/**/*.py")])

PURE_IMPORTS = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "difflib",
    "enum",
    "flagfall",
    "functools",
    "itertools",
    "math",
    "re",
    "string",
    "typing",
}
IMPURE_CALLS = {"print", "input", "open", "exec", "eval", "breakpoint", "__import__"}
LIGHT = {"cli", "core", "exits", "games", "installed"}


def lint(where: Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"]
    return subprocess.run(command, cwd=where, capture_output=True, text=True)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package and its contracts where something may be broken."""
    shutil.copytree(PACKAGE, tmp_path / "flagfall", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_room_imports_only_what_it_may(copy):
    result = lint(copy)
    assert result.returncode == 0, result.stdout
    assert "0 broken" in result.stdout


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("core/values.py", "from flagfall.games import GAMES", "Every room imports only"),
        ("match/seat.py", "import flagfall.record", "Every room imports only"),
        ("record/text.py", "from flagfall.testing import check", "Every room imports only"),
        ("testing.py", "from flagfall.record import Record", "Every room imports only"),
        ("bots/policy.py", "from flagfall.terminal.tty.console import Console", "Every room imports only"),
        ("annex.py", "", "Every room imports only"),
        ("terminal/tty/keys.py", "from flagfall.terminal.saving import HUMAN", "In terminal/ every room imports only"),
        (
            "terminal/local/play.py",
            "from flagfall.terminal.remote.words import clocks",
            "In terminal/ every room imports only",
        ),
        ("terminal/annex.py", "", "In terminal/ every room imports only"),
        ("terminal/tty/keys.py", "import textual", "Textual is known to the full screen alone"),
        ("cli.py", "from textual.app import App", "Textual is known to the full screen alone"),
        ("terminal/screen/gate.py", "import textual", "Whether there is a full screen is found out"),
        ("terminal/prompt/loop.py", "import socket", "Play at one keyboard needs no network"),
        ("games/grid_runner/__init__.py", "from ..flag_chase import FlagChase", "No game knows of another"),
        ("games/flag_chase/__init__.py", "import random", "Rules neither read"),
        ("core/drawing.py", "import time", "Rules neither read"),
        ("match/match.py", "import socket", "A match knows neither"),
        ("online/store/sqlite.py", "from flagfall.online.live.hub import Hub", "In online/ every room"),
        ("online/client/seat.py", "from flagfall.online.live.hub import Hub", "In online/ every room"),
        ("online/annex.py", "", "In online/ every room"),
        ("coach/evaluation/grades.py", "from flagfall.coach.puzzles import puzzles", "In coach/ every room"),
        ("coach/annex.py", "", "In coach/ every room"),
        ("online/table/clock.py", "import sqlite3", "The protocol and a table know neither"),
        ("online/protocol/times.py", "import asyncio", "The protocol never waits"),
        ("online/live/room.py", "from .hub import Hub", "No module of online/ imports"),
    ],
)
@pytest.mark.long
def test_a_forbidden_import_is_found(copy, module, line, contract):
    with open(copy / "flagfall" / module, "a") as file:
        file.write(f"\n{line}\n")
    result = lint(copy)
    assert result.returncode == 1
    broken = [line for line in result.stdout.splitlines() if line.endswith("BROKEN")]
    assert any(line.startswith(contract) for line in broken), result.stdout


def imported(module: Path) -> Iterator[str]:
    """The top-level packages that a module imports from elsewhere."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").split(".")[0]


def called(module: Path) -> Iterator[str]:
    """The plain names that a module calls."""
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


@pytest.mark.parametrize("module", PURE, ids=lambda module: f"{module.parent.name}/{module.stem}")
def test_rules_are_made_of_pure_things_only(module):
    assert set(imported(module)) <= PURE_IMPORTS
    assert not set(called(module)) & IMPURE_CALLS


CHANGING = {"Seat", "Draft"}
"""What is filled while a game goes on, and a record while it is read."""


@pytest.mark.parametrize("room", ["core", "games", "match", "record"])
def test_values_never_change(room):
    """They are shared freely, and are keys of what is kept."""
    for module in modules(room):
        for name, kind in inspect.getmembers(importlib.import_module(module), inspect.isclass):
            if kind.__module__ == module and is_dataclass(kind):
                assert kind.__dataclass_params__.frozen or name in CHANGING, f"{module}.{name}"


@pytest.mark.parametrize("room", ["core", "match", "record", "solve", "draw"])
def test_what_a_room_names_as_its_own_is_there(room):
    package = importlib.import_module(f"flagfall.{room}")
    assert [name for name in package.__all__ if not hasattr(package, name)] == []


def modules(room: str) -> Iterator[str]:
    package = importlib.import_module(f"flagfall.{room}")
    yield package.__name__
    yield from (each.name for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))


def test_the_command_line_imports_nothing_heavy_before_it_is_needed():
    """Only then is `flagfall --version` there at once."""
    probe = "import sys, flagfall.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"numpy", "numba", "scipy", "asyncio", "textual"}
    assert not heavy.intersection(loaded)
    assert not [name for name in loaded if name.startswith("flagfall.") and name.split(".")[1] not in LIGHT]
