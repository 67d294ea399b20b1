"""What was measured, in words and tables."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from .measure import Plan, Result
from .noise import Noise
from .scripts import GAME, KINDS, PLIES
from .targets import Target

HEAD = (
    "| server | games | moves/s | moves/CPU s | CPU ms/move | p50 ms | p99 ms | server | driver | others "
    "| KB/connection | after play |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
)


def row(result: Result) -> str:
    cells = (
        result.name,
        f"{result.games:,}",
        f"{result.per_second:,.0f}",
        f"{result.per_cpu_second:,.0f}",
        f"{1000 * result.cpu / result.moves:.3f}",
        f"{1000 * result.quantile(0.5):.2f}",
        f"{1000 * result.quantile(0.99):.2f}",
        f"{result.cpu / result.seconds:.0%}",
        f"{result.driver_cpu / result.seconds:.0%}",
        f"{result.others:.0%}",
        f"{result.connected:.1f}",
        f"{result.played:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def machine() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine())
    return f"{os.cpu_count()} cores ({model}), Linux, Python {platform.python_version()}"


def page(
    plan: Plan,
    results: Iterable[Result],
    calm: Iterable[Result],
    targets: Iterable[Target],
    noises: tuple[Noise, Noise],
    broken: Iterable[str],
) -> str:
    games, pace, seconds = plan.calm
    before, after = noises
    late = "; ".join(f"{result.name} {1000 * result.late:.2f} ms" for result in calm)
    parts = [
        "# The server under load",
        f"Made by `make bench-online` on {datetime.now(UTC).date()}. {machine()}.\n\n"
        f"How quiet the machine was:\n\n- before: {before}\n- after: {after}\n"
        f"{_warning(noises, results)}",
        "## Targets\n\n" + "\n".join(f"- {target}" for target in targets),
        f"## As fast as it goes\n\nFor {plan.measured:.0f} s, after {plan.warm:.0f} s of warming up. {HEAD_NOTE}\n\n"
        + "\n".join((HEAD, *map(row, results))),
        f"## At a calm pace\n\n{games} games, {pace:.0f} moves a second in all, for {seconds:.0f} s. "
        f"The driver itself sent 99 of 100 moves at most so late: {late}.\n\n" + "\n".join((HEAD, *map(row, calm))),
        f"## What is measured\n\n{ABOUT}",
    ]
    if broken:
        parts.insert(2, "## What could not be measured\n\n" + "\n".join(f"- {line}" for line in broken))
    return "\n\n".join(parts) + "\n"


def _warning(noises: tuple[Noise, Noise], results: Iterable[Result]) -> str:
    most = max((result.others for result in results), default=0.0)
    if most < 0.1 and max(noise.load for noise in noises) < 3:
        return ""
    return (
        f"\n**The machine was not quiet**: others took up to {most:.0%} of it. Neither the clock's times nor "
        "those of the processor can be relied on then: met or missed, every target must be measured again.\n"
    )


HEAD_NOTE = (
    "p50 and p99 are from a move being sent to both players having it. Server, driver and others: which share of a "
    "core, of a core, and of the whole machine they took meanwhile."
)
ABOUT = f"""\
Both servers run alone, each on one core (`taskset`). One driver, the same for both, runs on the other core and plays
both players of every game over two WebSockets. The game is {GAME} on its standard board, from {KINDS} random scripts of
{PLIES} legal moves. A move is sent when both have the one before. Afterwards the positions of some games are compared
with what they must be. Making the games is not measured.

- Flagfall stores every move in SQLite, flushed to the disk, before anybody is told; one flush may serve many moves. It
  sends each player how the game stands, in the book's drawing and words and with the legal moves, and of the board the
  cells that have changed. What was written or worked out for one game is kept for a while (4,096 positions, moves and
  texts each) and used for others that go the same way, which scripts of one small game favour.
- boardgame.io keeps its games in memory alone (its own default store) and speaks socket.io over WebSockets without
  polling first; `NODE_ENV=production`. Its rules of the game are in `bench/online/boardgame/server.js`.
- Memory is the growth of the resident size, divided by the connections (a game has two), with everything that belongs
  to their games: when all are connected, and after the games were played. With few games it is mostly what the server
  keeps anyway."""
