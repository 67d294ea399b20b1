"""Five runs, their median and spread, beside a target and the machine's own unrest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from statistics import median
from time import perf_counter, process_time

RUNS = 5
FORMATS = {
    "s": ".3g",
    "GB": ".2f",
    "bytes": ".1f",
    "times": ",.0f",
    "positions/s": ",.0f",
    "steps/s": ",.0f",
    "": ".2f",
}
"""How many digits the figures in each unit have."""


@dataclass(frozen=True)
class AtMost:
    limit: float

    def is_met(self, value: float) -> bool:
        return value <= self.limit

    def __str__(self) -> str:
        return "at most"


@dataclass(frozen=True)
class AtLeast:
    limit: float

    def is_met(self, value: float) -> bool:
        return value >= self.limit

    def __str__(self) -> str:
        return "at least"


@dataclass(frozen=True)
class Measured:
    what: str
    values: tuple[float, ...]
    unit: str
    target: AtMost | AtLeast | None = None

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def is_missed(self) -> bool:
        return self.target is not None and not self.target.is_met(self.median)

    def cells(self) -> tuple[str, str, str, str]:
        """What was measured, the figures, the target, and whether it is met."""
        spread = f"{self.shown(self.median)} ({self.shown(min(self.values))} to {self.shown(max(self.values))})"
        figures = f"{spread} {self.unit}".rstrip()
        if self.target is None:
            return self.what, figures, "", ""
        wanted = f"{self.target} {self.shown(self.target.limit)} {self.unit}".rstrip()
        return self.what, figures, wanted, "missed" if self.is_missed else "met"

    def shown(self, value: float) -> str:
        return format(value, FORMATS[self.unit])


def runs(measure: Callable[[], float]) -> tuple[float, ...]:
    return tuple(measure() for _ in range(RUNS))


def seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def processor_seconds(work: Callable[[], object]) -> float:
    """What the processor spends on it, which other programs disturb less than the clock."""
    start = process_time()
    work()
    return process_time() - start


def seconds_each(work: Callable[[], object], at_least: float = 0.2) -> float:
    """The mean of as many runs as fill so many seconds: for work that is too quick for the clock."""
    count, taken = 0, 0.0
    while taken < at_least:
        taken += seconds(work)
        count += 1
    return taken / count


def unrest(loops: Iterable[float]) -> str:
    """How much slower the slowest of some equal loops was than the quickest."""
    quickest, *_, slowest = sorted(loops)
    return f"{slowest / quickest - 1:.0%}"


def loop() -> float:
    """A fixed piece of work: whatever its time differs by, the machine was busy with something else."""

    def work() -> int:
        total = 0
        for number in range(300_000):
            total += number & 7
        return total

    return seconds(work)
