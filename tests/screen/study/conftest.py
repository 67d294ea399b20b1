from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is played on is saved, and nobody's saved games are looked at."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
