"""What every test of the bots needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from flagfall.bots.solved import knowledge


@pytest.fixture(autouse=True, scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Solutions and saved games of these tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture
def nothing_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For games that are drawn anew in every test, though their positions have the same names."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    knowledge.forget()
