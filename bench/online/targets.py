"""What the server has promised, and whether it keeps it."""

from __future__ import annotations

from dataclasses import dataclass

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


def targets(ours: dict[int, Result], theirs: dict[int, Result], calm: Result | None, pace: float) -> list[Target]:
    """All that can be judged from what was measured."""
    found: list[Target] = []
    if AT in ours and AT in theirs:
        found += _compared(ours[AT], theirs[AT])
    if big := [result for games, result in ours.items() if games >= AT]:
        most = max(max(result.connected, result.played) for result in big)
        found.append(
            Target(f"at most {CONNECTION_KB:.0f} KB of memory a connection", f"{most:.1f} KB", most <= CONNECTION_KB)
        )
    if calm:
        found.append(_calm(calm, pace))
    return found


def _calm(calm: Result, pace: float) -> Target:
    p99, kept = 1000 * calm.quantile(0.99), calm.per_second > _KEPT * pace
    reached = "" if kept else f", and only {calm.per_second:.0f} moves a second were reached"
    wanted = f"at a calm {pace:.0f} moves a second, p99 under {CALM_MS:.0f} ms"
    return Target(wanted, f"{p99:.1f} ms{reached}", kept and p99 < CALM_MS)


def _compared(ours: Result, theirs: Result) -> list[Target]:
    times = ours.per_cpu_second / theirs.per_cpu_second
    slow, usual = 1000 * ours.quantile(0.99), 1000 * theirs.quantile(0.5)
    return [
        Target(
            f"at {AT} games at least {TIMES:.0f} times the moves of a second of server CPU",
            f"{times:.1f}",
            times >= TIMES,
        ),
        Target(f"at {AT} games our p99 below their p50", f"{slow:.1f} ms and {usual:.1f} ms", slow < usual),
    ]
