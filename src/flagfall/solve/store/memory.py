"""How much memory there is to solve in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

SHARE = 0.8
"""How much of what is free a solver takes at most."""
UNITS = ("bytes", "kB", "MB", "GB", "TB", "PB", "EB")
LIMITS = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""What a container may use, and what it uses."""
VARIABLE = "FLAGFALL_MEMORY"
"""Where the environment says how many bytes a solver may take, that holds, whatever is free."""


def usable() -> int:
    """Bytes that a solver may take."""
    with suppress(KeyError, ValueError):
        return int(os.environ[VARIABLE])
    return int(SHARE * min(_free()))


def in_words(size: int) -> str:
    """A number of bytes for people."""
    for power, unit in enumerate(UNITS):
        if size < 1000 ** (power + 1):
            return f"{size / 1000**power:.3g} {unit}"
    return f"more than 1000 {UNITS[-1]}"


def _free() -> Iterator[int]:
    yield _of_system()
    for limit, used in LIMITS:
        with suppress(OSError, ValueError):
            yield int(Path(limit).read_text()) - int(Path(used).read_text())


def _of_system() -> int:
    with suppress(OSError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    with suppress(OSError, ValueError, AttributeError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    return 4 << 30
