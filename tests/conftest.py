from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

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
    """Where everything must be there, a test that was skipped has failed: `ALL=1 make test`."""
    report = yield
    if os.environ.get("ALL") == "1" and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though nothing may be skipped here: {report.longrepr}"
    return report
