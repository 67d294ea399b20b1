from __future__ import annotations

import os
import re
import signal
import tempfile
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings

from flagfall.games import GAMES
from tests import toys
from tests.terminal.driving import Shell, shells

QUICK, GAME = os.environ.get("QUICK") == "1", os.environ.get("GAME")
"""By `make test` the long tests are left out, others try fewer examples, and what is tested with every game or store is
tested with one of them: with the game that is named, or each test with another."""
STORES = "sqlite", "postgresql"

# What decides whether a change lands may not depend on luck, and nothing on how busy the machine is.
settings.register_profile(
    "flagfall", deadline=None, derandomize=os.environ.get("ALL") == "1", max_examples=30 if QUICK else 100
)
settings.load_profile("flagfall")
toys.be_there()

# What whoever runs the tests likes is neither read nor changed by them.
_config = tempfile.TemporaryDirectory(prefix="flagfall-tests-")
os.environ["XDG_CONFIG_HOME"] = _config.name
os.environ.pop("FLAGFALL_SCREEN", None)

# Where the tests run in the background the shell has them ignore Ctrl-C, and so would every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not QUICK:
        return
    tests = [item.nodeid for item in items]
    left_out = {item.nodeid for item in items if item.get_closest_marker("long")}
    left_out |= all_but_one(tests, GAMES, GAME) | all_but_one(tests, STORES)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]


def all_but_one(tests: Iterable[str], names: Iterable[str], named: str | None = None) -> set[str]:
    """Where a test is there with several of these names, those with any other than the one that is named; else than one
    that depends on the test."""
    pattern = re.compile("|".join(sorted(map(re.escape, names), key=len, reverse=True)))
    with_name = defaultdict[str, dict[str, str]](dict)
    for case in tests:
        test, _, values = case.partition("[")
        if name := pattern.search(values):
            with_name[test][case] = name.group()
    left_out = set[str]()
    for test, cases in with_name.items():
        there = sorted(set(cases.values()))
        one = named if named in there else Random(test).choice(there)
        left_out |= {case for case, name in cases.items() if name != one}
    return left_out


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture
def shell(tmp_path: Path, compiled: Path) -> Iterator[Shell]:
    yield from shells(tmp_path, compiled)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything must be there, a test that was skipped has failed: `make test-all`."""
    report = yield
    if os.environ.get("ALL") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though nothing may be skipped here: {report.longrepr}"
    return report
