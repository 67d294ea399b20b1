"""Solve one variation in a process of its own, and tell time and memory as JSON.

python -m bench.solving.child GAME [SETTING=VALUE ...]
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numba  # noqa: F401, as what it takes to load is no part of the solving
import numpy as np

from flagfall.games import GAMES
from flagfall.games.grid_runner import GridRunner
from flagfall.solve.bulk import form_of

from .measure import seconds

STATUS = Path("/proc/self/status")


def main() -> None:
    game = GAMES[sys.argv[1]]
    start = game(rules=game.Rules.read(dict(setting.split("=") for setting in sys.argv[2:])))  # type: ignore[call-arg]
    form, small = form_of(start), GridRunner()
    assert form
    form_of(small).solve(small, None, 0)  # type: ignore[union-attr]
    forget_peak()
    before, tables = now(), []
    taken = seconds(lambda: tables.append(form.solve(start, None, 0)))
    (table,) = tables
    pairs = table.size // len(table.turns(0))
    kept = table.cells.nbytes + sum(each.nbytes for each in table.form if isinstance(each, np.ndarray))
    figures = {"seconds": taken, "pairs": pairs, "kept": kept, "peak": peak() - before, "all": peak()}
    print(json.dumps(figures | {"numbers": len(table.cells), "worth": table.look_up(start)}))


def forget_peak() -> None:
    """Linux can count the peak anew from here."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def now() -> int:
    return next(memory("VmRSS"), peak())


def peak() -> int:
    return next(memory("VmHWM"), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def memory(name: str) -> Iterator[int]:
    """Bytes of this process, as Linux tells them. (What `getrusage` tells there may be the parent's.)"""
    lines = STATUS.read_text().splitlines() if STATUS.exists() else []
    return (int(line.split()[1]) * 1024 for line in lines if line.startswith(f"{name}:"))


if __name__ == "__main__":
    main()
