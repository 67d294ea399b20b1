"""One server for the tests that don't need one of their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .postgres import MISSING, cluster
from .server import Running, server


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("server")
    with server(f"sqlite:{folder}/games.sqlite", folder / "log") as running:
        yield running
        assert running.stop() == 0


@pytest.fixture(scope="session")
def address(running: Running) -> str:
    return running.address


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL; without one the test is skipped, and says so."""
    with cluster() as address:
        if address is None:
            pytest.skip(MISSING)
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path}/games.sqlite"
    address: str = request.getfixturevalue("postgres")
    return address
