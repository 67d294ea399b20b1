"""How soon the full screen is there, and how soon it answers a key: `python -m bench.start`.

Both on a real pty. A screen is usable when its footer is painted and the first key, typed at that moment, is answered;
an arrow at the home is answered when the card that it leads to has its mark. The yardstick, `import textual`, is taken
in the same run, one start of each in turn, as the machine may be busy.
"""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import ioctl
from pathlib import Path
from struct import pack
from tempfile import TemporaryDirectory
from termios import TIOCSWINSZ

from bench.online.noise import noise

STARTS, KEYS, WARM = 15, 300, 20
ALLOWANCE, MEDIAN, P99 = 0.400, 0.030, 0.100
"""Seconds: beyond `import textual` until the screen is there; until a key is answered, at the median and at p99."""
USABLE = b"Leave"
FLAGFALL = [sys.executable, "-m", "flagfall"]
TEXTUAL = [sys.executable, "-c", "import textual.app; from textual.widgets import Footer, Static; print('Leave')"]
ROUND = ((b"\x1b[C", 2), (b"\x1b[B", 5), (b"\x1b[D", 4), (b"\x1b[A", 1))
"""Arrows that go from card to card in a circle, and the number of the card that each leads to."""
CODES = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")
PATIENCE = 60.0


@contextmanager
def program(command: list[str], home: str) -> Iterator[tuple[int, int]]:
    """A program at a terminal of 80x24: its number, and where what it writes is read."""
    master, slave = pty.openpty()
    ioctl(slave, TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "PYTHONPATH")}
    environment = {**kept, "HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "NO_ANIMATION": "1"}
    child = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True, close_fds=True
    )
    os.close(slave)
    try:
        yield child.pid, master
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        os.close(master)


def read(master: int) -> bytes:
    """What has come. A terminal that is asked where the cursor is says so at once."""
    data = os.read(master, 65536)
    for _ in range(data.count(b"\x1b[6n")):
        os.write(master, b"\x1b[1;1R")
    return data


def read_until(master: int, wanted: bytes) -> None:
    """Read until this stands there."""
    seen, end = b"", time.perf_counter() + PATIENCE
    while wanted not in CODES.sub(b"", seen):
        if not select.select([master], [], [], max(end - time.perf_counter(), 0))[0]:
            raise TimeoutError(f"{wanted!r} did not come: {seen[-200:]!r}")
        seen += read(master)


def start_of(command: list[str], home: str, first: tuple[bytes, int] | None = None) -> tuple[float, float]:
    """Seconds until it stands there and has answered the first key, by the clock and of the processor."""
    began = time.perf_counter()
    with program(command, home) as (child, master):
        read_until(master, USABLE)
        if first:
            press(master, *first)
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        return time.perf_counter() - began, sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


def answers(home: str) -> list[float]:
    """How long each key took until something of it was seen."""
    with program(FLAGFALL, home) as (_, master):
        read_until(master, USABLE)
        drain(master)
        return [answer(master, *ROUND[number % len(ROUND)]) for number in range(WARM + KEYS)][WARM:]


def answer(master: int, key: bytes, card: int) -> float:
    began = time.perf_counter()
    press(master, key, card)
    took = time.perf_counter() - began
    drain(master)
    return took


def press(master: int, key: bytes, card: int) -> None:
    """An arrow, until the card that it leads to has its mark."""
    os.write(master, key)
    read_until(master, f"▸ {card}".encode())


def drain(master: int) -> None:
    """Until nothing more comes: the next key begins from rest."""
    while select.select([master], [], [], 0.05)[0]:
        read(master)


def row(what: str, found: float, target: float) -> bool:
    print(f"{what:<40} {1000 * found:8.1f} ms   at most {1000 * target:7.1f} ms   {'yes' if found <= target else 'NO'}")
    return found <= target


def main() -> int:
    before = noise()
    with TemporaryDirectory() as home:
        for command in (TEXTUAL, FLAGFALL):  # compiled and in the cache from now on
            start_of(command, home)
        starts = [(*start_of(TEXTUAL, home), *start_of(FLAGFALL, home, ROUND[0])) for _ in range(STARTS)]
        keys = sorted(answers(home))
    imported, imported_cpu, shown, shown_cpu = map(statistics.median, zip(*starts, strict=True))
    print(f"{STARTS} starts of each, {KEYS} keys; the machine before and after:\n  {before}\n  {noise()}")
    print(f"{'import textual (its app and widgets)':<40} {1000 * imported:8.1f} ms")
    kept = [
        row("from the command to a usable screen", shown, imported + ALLOWANCE),
        row("a key answered, median", statistics.median(keys), MEDIAN),
        row("a key answered, p99", keys[round(0.99 * len(keys)) - 1], P99),
    ]
    print("in processor time, which others on the machine change less:")
    row("from the command to a usable screen", shown_cpu, imported_cpu + ALLOWANCE)
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
