"""How long `flagfall games` takes, compared with `python -c pass` in the same run.

The target: at most three times as long plus 60 ms. Both are the medians of many runs, taken in turn, so that whatever
else the machine does meets both alike; on a busy machine the processor time says more than the clock. As in every
installed program, the modules have been compiled before.

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
EXTRA = 60


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 41
    with tempfile.TemporaryDirectory() as compiled:
        environment = os.environ | {"PYTHONPYCACHEPREFIX": compiled}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        taken = [(*measured(PASS, environment), *measured(GAMES, environment)) for _ in range(runs + 1)]
    clock, processor, games_clock, games_processor = map(median, zip(*taken[1:], strict=True))
    print(f"medians of {runs} runs       clock  processor")
    print(f"python -c pass      {clock:8.1f} ms {processor:7.1f} ms")
    print(f"flagfall games      {games_clock:8.1f} ms {games_processor:7.1f} ms")
    print(f"target              {3 * clock + EXTRA:8.1f} ms {3 * processor + EXTRA:7.1f} ms")
    met = games_clock <= 3 * clock + EXTRA
    print("met" if met else "missed")
    return 0 if met else 1


def measured(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Milliseconds by the clock, and of the processor."""
    start = perf_counter()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return (perf_counter() - start) * 1000, (used.ru_utime + used.ru_stime) * 1000


if __name__ == "__main__":
    sys.exit(main())
