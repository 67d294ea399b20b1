from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from flagfall.terminal.screen.play.curtain import Curtain
from flagfall.terminal.screen.play.ending import Ending
from tests.terminal.driving import Shell

from .tmux import Tmux, running


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test keeps is its own."""
    for name in ("DATA", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))


@pytest.fixture(autouse=True)
def _nobody_presses_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    for asks in (Curtain, Ending):
        monkeypatch.setattr(asks, "pause", 0.0)


@pytest.fixture
def tmux(shell: Shell, tmp_path: Path) -> Iterator[Tmux]:
    if not shutil.which("tmux"):
        pytest.skip("tmux is not installed")
    with running(shell, tmp_path) as tmux:
        yield tmux
