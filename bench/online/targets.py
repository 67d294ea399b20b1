"""What the server has promised, and whether it keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from .measure import Result

AT = 500
TIMES = 3.0
CONNECTION_KB = 40.0
CALM_MS = 25.0
_KEPT = 0.97


@dataclass(frozen=True)
class Target:
    wanted: str
    found: str
    met: bool

    def __str__(self) -> str:
        return f"{'met' if self.met else 'MISSED'}: {self.wanted}: {self.found}"


Results = dict[int, list[Result]]
"""By the number of games, from each round."""


def targets(ours: Results, theirs: Results, calm: Result | None, pace: float) -> list[Target]:
    """All that can be judged from what was measured."""
    found: list[Target] = []
    if ours.get(AT) and theirs.get(AT):
        found += _compared(ours[AT], theirs[AT])
    if big := [result for games, results in ours.items() if games >= AT for result in results]:
        most = max(max(result.connected, result.played) for result in big)
        found.append(
            Target(f"at most {CONNECTION_KB:.0f} KB of memory a connection", f"{most:.1f} KB", most <= CONNECTION_KB)
        )
    if calm:
        found.append(_calm(calm, pace))
    return found


def _compared(ours: list[Result], theirs: list[Result]) -> list[Target]:
    """Round by round, as the machine is not always equally quick."""
    times = [one.per_cpu_second / two.per_cpu_second for one, two in zip(ours, theirs, strict=False)]
    slow = 1000 * median(result.quantile(0.99) for result in ours)
    usual = 1000 * median(result.quantile(0.5) for result in theirs)
    rounds = f" (median of {len(times)} rounds, {min(times):.2f} to {max(times):.2f})" if len(times) > 1 else ""
    return [
        Target(
            f"at {AT} games at least {TIMES:.0f} times the moves of a second of server CPU",
            f"{median(times):.2f}{rounds}",
            median(times) >= TIMES,
        ),
        Target(f"at {AT} games our p99 below their p50", f"{slow:.1f} ms and {usual:.1f} ms", slow < usual),
    ]


def _calm(calm: Result, pace: float) -> Target:
    p99, kept = 1000 * calm.quantile(0.99), calm.per_second > _KEPT * pace
    reached = "" if kept else f", and only {calm.per_second:.0f} moves a second were reached"
    wanted = f"at a calm {pace:.0f} moves a second, p99 under {CALM_MS:.0f} ms"
    return Target(wanted, f"{p99:.1f} ms{reached}", kept and p99 < CALM_MS)
