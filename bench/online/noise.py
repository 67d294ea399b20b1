"""How quiet the machine is: nobody should believe a figure without knowing."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

from .contenders import BUILD

_TICKS = os.sysconf("SC_CLK_TCK")
_FLUSHES = 50
_SPIN = 2_000_000


@dataclass(frozen=True)
class Moment:
    """Processor seconds since the machine was started: used by all, and taken by other machines on the same host."""

    at: float
    busy: float
    stolen: float

    @classmethod
    def now(cls) -> Moment:
        fields = [int(field) / _TICKS for field in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
        idle, waiting, stolen = fields[3], fields[4], fields[7]
        return cls(perf_counter(), sum(fields) - idle - waiting - stolen, stolen)


def others(before: Moment, after: Moment, ours: float) -> float:
    """Which share of all cores went to anybody else."""
    cores = (after.at - before.at) * (os.cpu_count() or 1)
    return max(after.busy - before.busy - ours + after.stolen - before.stolen, 0.0) / cores


@dataclass(frozen=True)
class Noise:
    load: float
    slowness: float
    """How much longer a loop took by the clock than in processor time: 1.0 on a quiet machine."""
    flush: tuple[float, float]
    """Seconds of a flush to the disk, the median and the slowest."""

    def __str__(self) -> str:
        median, slowest = (1000 * seconds for seconds in self.flush)
        return (
            f"load {self.load:.1f}, a busy loop takes {self.slowness:.2f} of its processor time, "
            f"a flush to disk {median:.1f} ms (slowest of {_FLUSHES}: {slowest:.1f} ms)"
        )


def noise() -> Noise:
    return Noise(os.getloadavg()[0], _slowness(), _flush())


def _slowness() -> float:
    begun, used = perf_counter(), process_time()
    for _ in range(_SPIN):
        pass
    return (perf_counter() - begun) / (process_time() - used)


def _flush() -> tuple[float, float]:
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=BUILD) as file:
        taken = sorted(_flushed(file.fileno()) for _ in range(_FLUSHES))
    return taken[len(taken) // 2], taken[-1]


def _flushed(file: int) -> float:
    begun = perf_counter()
    os.write(file, bytes(4096))
    os.fdatasync(file)
    return perf_counter() - begun
