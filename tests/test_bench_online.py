"""The load bench still runs: every part of it, for a moment, with a real server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long
def test_the_bench_measures_a_server() -> None:
    root = Path(__file__).parents[1]
    command = [sys.executable, "-m", "bench.online", "--quick", "--only", "flagfall"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stdout + run.stderr
    games = [line.split(" | ")[1] for line in run.stdout.splitlines() if line.startswith("| Flagfall")]
    assert games == ["4", "4"]
    assert "at a calm 50 moves a second, p99 under 25 ms" in run.stdout
