from __future__ import annotations

from collections.abc import Iterator

import pytest

from flagfall.bots.solved.knowledge import forget


@pytest.fixture
def nothing_known(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget()
    yield
    forget()
