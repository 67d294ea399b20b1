from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.driving import Shell, shells


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture
def shell(tmp_path: Path, compiled: Path) -> Iterator[Shell]:
    yield from shells(tmp_path, compiled)
