"""How much Flagfall's server bears, beside boardgame.io's: `python -m bench.online --help`."""

from __future__ import annotations

import argparse
import os
import resource
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from . import report
from .contenders import BoardgameIo, Contender, Flagfall, Unavailable
from .link import Broken
from .measure import Plan, Result, calm, full_speed
from .noise import noise
from .scripts import scripts
from .server import cores
from .targets import AT, targets

SIZES = (1, 50, 500, 2000)
FULL = Plan(warm=3, measured=8, calm=(500, 200, 15), rounds=5)
QUICK_SIZES = (4,)
QUICK = Plan(warm=0.2, measured=0.5, calm=(4, 50, 1), rounds=1)
PAGE = Path(__file__).parents[2] / "docs" / "benchmarks-online.md"
CONTENDERS: dict[str, Callable[[], Contender]] = {"flagfall": Flagfall, "boardgame.io": BoardgameIo}


class Bench:
    """Measures one thing after the other, says each at once, and goes on when one breaks."""

    def __init__(self) -> None:
        self.broken: list[str] = []
        print(report.HEAD, flush=True)

    def measure(self, what: str, measured: Callable[[], Result]) -> Result | None:
        try:
            result = measured()
        except (Broken, Unavailable, OSError) as error:
            self.broken.append(f"{what}: {error}")
            print(self.broken[-1], flush=True)
            return None
        print(report.row(result), flush=True)
        return result


def main() -> int:
    given = _arguments()
    plan = QUICK if given.quick else FULL
    sizes = given.sizes or (QUICK_SIZES if given.quick else SIZES)
    names = [given.only] if given.only else list(CONTENDERS)
    _raise_limit(2 * max(*sizes, plan.calm[0]) + 100)
    os.sched_setaffinity(0, {cores()[1]})
    return _run(plan, sizes, names, write=not given.quick and not given.only and not given.sizes)


def _run(plan: Plan, sizes: tuple[int, ...], names: list[str], write: bool) -> int:
    before = noise()
    print(f"{report.machine()}; {before}", flush=True)
    bench, played = Bench(), scripts()
    fast: dict[str, dict[int, list[Result]]] = {name: {size: [] for size in sizes} for name in CONTENDERS}
    for size, name in _in_turn(sizes, names, plan.rounds):
        if result := bench.measure(
            f"{name}, {size} games",
            lambda: full_speed(CONTENDERS[name](), played, size, plan),  # noqa: B023
        ):
            fast[name][size].append(result)
    slow = {
        name: result
        for name in names
        if (result := bench.measure(f"{name}, calm", lambda: calm(CONTENDERS[name](), played, plan)))  # noqa: B023
    }
    judged = targets(fast["flagfall"], fast["boardgame.io"], slow.get("flagfall"), plan.calm[1])
    after = noise()
    print(after, *judged, sep="\n")
    if write:
        ordered = [result for size in sizes for name in names for result in fast[name][size]]
        PAGE.write_text(report.page(plan, ordered, list(slow.values()), judged, (before, after), bench.broken))
    return 1 if bench.broken else 0


def _in_turn(sizes: tuple[int, ...], names: list[str], rounds: int) -> Iterator[tuple[int, str]]:
    """What is compared is measured several times, one after the other: the machine is not always equally quick."""
    for size in sizes:
        for _ in range(rounds if size == AT else 1):
            yield from ((size, name) for name in names)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.online", description=__doc__)
    parser.add_argument("--only", choices=list(CONTENDERS), help="measure one server alone")
    parser.add_argument("--sizes", type=_sizes, metavar="N,N", help=f"numbers of games (default: {SIZES})")
    parser.add_argument("--quick", action="store_true", help="a few seconds, to see that everything works")
    return parser.parse_args()


def _sizes(text: str) -> tuple[int, ...]:
    sizes = tuple(int(size) for size in text.replace(",", " ").split())
    if not sizes or not all(1 <= size <= 10_000 for size in sizes):
        raise argparse.ArgumentTypeError("give numbers from 1 to 10000, as in 50,500")
    return sizes


def _raise_limit(files: int) -> None:
    """Every connection is a file, here and in the server, which has our limit."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < files:
        sys.exit(f"this needs {files} open files, and the machine allows {most}: choose smaller --sizes")
    if now != resource.RLIM_INFINITY and now < files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))


if __name__ == "__main__":
    sys.exit(main())
