"""How long `flagfall games` takes, compared with `python -c pass` in the same run.

The target: at most three times as long plus 60 ms. Both are the medians of many runs, taken in turn, so that whatever
else the machine does meets both alike. As in every installed program, the modules have been compiled before.

    python bench/startup.py [RUNS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from statistics import median
from time import perf_counter

PASS = [sys.executable, "-c", "pass"]
GAMES = [sys.executable, "-m", "flagfall", "games"]
EXTRA = 0.060


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 41
    with tempfile.TemporaryDirectory() as compiled:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        seconds(PASS, environment), seconds(GAMES, environment)
        taken = [(seconds(PASS, environment), seconds(GAMES, environment)) for _ in range(runs)]
    bare, games = (median(times) for times in zip(*taken, strict=True))
    target = 3 * bare + EXTRA
    print(f"python -c pass   {bare * 1000:6.1f} ms (median of {runs})")
    print(f"flagfall games   {games * 1000:6.1f} ms (median of {runs})")
    print(f"target           {target * 1000:6.1f} ms: {'met' if games <= target else 'MISSED'}")
    return 0 if games <= target else 1


def seconds(command: list[str], environment: dict[str, str]) -> float:
    start = perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
