"""python -m bench.solving [CASE,CASE...]: measure, show the table and, after all cases, write docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import numba  # noqa: F401, as warm means that it is loaded

from .cases import CASES
from .measure import loop, unrest

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"
HEAD = ("what", "median of five (lowest to highest)", "target", "", "unrest")
Row = tuple[str, str, str, str, str]


def main() -> int:
    names = sys.argv[1].split(",") if len(sys.argv) > 1 else list(CASES)
    if unknown := set(names) - set(CASES):
        print(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(CASES)}", file=sys.stderr)
        return 2
    rows, missed = [HEAD], 0
    for name in names:
        loops = [loop() for _ in range(3)]
        measured = list(CASES[name]())
        loops += [loop() for _ in range(3)]
        rows += [(*each.cells(), unrest(loops)) for each in measured]
        missed += sum(each.is_missed for each in measured)
        print(f"measured: {name}", file=sys.stderr)
    print(table(rows))
    print(summary(missed))
    if names == list(CASES):
        PAGE.write_text(page(rows, missed))
    return 1 if missed else 0


def summary(missed: int) -> str:
    return f"{missed} target{'s' * (missed != 1)} missed." if missed else "All targets are met."


def table(rows: Sequence[Row]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def page(rows: Sequence[Row], missed: int) -> str:
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    lines = "\n".join((head, "|---|---|---|---|---|", *body))
    return TEXT.format(table=lines, summary=summary(missed), machine=machine())


def machine() -> str:
    parts = (f"{name} {version(name)}" for name in ("numpy", "numba", "open-spiel"))
    return f"{os.cpu_count()} processors ({processor()}), Python {platform.python_version()}, {', '.join(parts)}"


def processor() -> str:
    info = Path("/proc/cpuinfo")
    names = [line.split(":")[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
    return names[0] if info.exists() and names else platform.machine()


TEXT = """# How fast solving is

`make bench` measures this and writes this page; `make bench ONLY=cold,slope` measures only some of it. All of it was
measured in one run, on {machine}.

{table}

{summary}

- **unrest** is how much slower the slowest of six equal loops was than the quickest, three before each measurement and
  three after it: what other programs on the machine were doing to the clock.
- **A position** is counted in one way throughout, for speed as for memory: P1 to move and P2 to move on a board that
  looks the same to both are solved and kept as one, and counted as one. (Each of the two can be asked about, so that
  counted by what is answered the pace would be twice as high and the memory half as much.)
- **OpenSpiel**: its `MinimaxSolver` on the same game, registered as a Python game that is written for speed
  (`bench/solving/open_spiel_game.py`). It never returns from a game that can go round, so the game is cut off after so
  many plies, and it counts a position once for each ply at which it arises. Neither count has ended games in it. On
  32x32 it can't finish the whole game, and its pace is that of the first plies.
- **plain exploring** is what every game has without knowing its rules (`solve/exact`), a Python object a position.
  Its pace is that of the first positions and leaves out the solving that would follow.
- **memory a position** is what is kept, and at the peak what the process grew by while it solved.
- **growth** is the slope of the line through the logarithms of times and positions: 1 is linear.
- **random play** goes through `Position.play`, which checks each move; the figure below each is its pace compared with
  that of `Position.after`, which doesn't. Both include finding the legal moves to choose from, and both are
  by processor time.
"""


if __name__ == "__main__":
    sys.exit(main())
