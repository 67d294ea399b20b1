from __future__ import annotations

import os
import re
import signal
import tempfile
from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from flagfall.games import GAMES
from tests import toys
from tests.terminal.driving import Shell, shells

# What decides whether a change lands may not depend on luck, and nothing on how busy the machine is.
settings.register_profile("flagfall", deadline=None, derandomize=os.environ.get("ALL") == "1")
settings.load_profile("flagfall")
toys.be_there()

# What whoever runs the tests likes is neither read nor changed by them.
_config = tempfile.TemporaryDirectory(prefix="flagfall-tests-")
os.environ["XDG_CONFIG_HOME"] = _config.name
os.environ.pop("FLAGFALL_SCREEN", None)

# Where the tests run in the background the shell has them ignore Ctrl-C, and so would every program that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


QUICK, SOME = os.environ.get("QUICK") == "1", 2
"""By `make test` the long tests are left out, and those over every game are run with so many of them."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not QUICK:
        return
    games = re.compile("|".join(sorted(map(re.escape, GAMES), key=len, reverse=True)))
    tests, over = [item.nodeid.partition("[") for item in items], defaultdict[str, set[str]](set)
    found = [game.group() if (game := games.search(case)) else "" for _, _, case in tests]
    for (name, *_), game in zip(tests, found, strict=True):
        over[name].add(game)
    kept, left_out = list[pytest.Item](), list[pytest.Item]()
    for item, (name, *_), game in zip(items, tests, found, strict=True):
        left = item.get_closest_marker("long") or (game and game not in some(name, sorted(over[name] - {""})))
        (left_out if left else kept).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left_out)


def some(test: str, games: Sequence[str]) -> set[str]:
    """Some of the games, not the same ones in every test."""
    first = crc32(test.encode())
    return {games[(first + at * len(games) // SOME) % len(games)] for at in range(SOME)}


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
