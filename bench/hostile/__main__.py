"""How much slower the server is for others while one visitor attacks it: `python -m bench.hostile --help`."""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from time import monotonic, sleep

from bench.online.contenders import Flagfall, Table
from bench.online.driver import Driver
from bench.online.link import Broken, request
from bench.online.measure import quantile
from bench.online.noise import noise
from bench.online.report import machine
from bench.online.scripts import GAME, Script, scripts
from bench.online.server import Running, running
from tests.online.postgres import cluster

from .attacks import ATTACKS, SOCKETS
from .visitor import ADDRESS, Visitor

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks-hostile.md"
GAMES = 16
PACE = 80.0
SECONDS = 10.0
LEAD = 1.5
"""Seconds for which an attack goes on before anything is measured."""
MOST_MS = 50.0
BEGUN = "begun"
STORES = ("sqlite", "postgresql")


class Guests(Flagfall):
    """Players who each come from an address of their own, to a server with its usual limits."""

    def __init__(self, store: str | None) -> None:
        self._store = store
        self._addresses = (f"127.1.{number // 250}.{1 + number % 250}" for number in count())

    def command(self, folder: Path) -> list[str]:
        store = self._store or f"sqlite:{folder}/games.sqlite"
        return [sys.executable, "-m", "flagfall", "serve", "--port=0", "--log-level=warning", f"--store={store}"]

    def open(self, port: int) -> Table:
        source = next(self._addresses)
        made = request(port, "/api/games", {"game": GAME, "seats": {"P1": "link", "P2": "link"}}, source=source)
        tokens = made["seats"]["P1"]["token"], made["seats"]["P2"]["token"]
        first, second = (self._link(port, made["id"], token, source) for token in tokens)
        return Table(made["id"], tokens, (first, second))


@dataclass(frozen=True)
class Row:
    """Milliseconds from a move being sent to both players having it, in calm and under attack."""

    store: str
    attack: str
    calm: tuple[float, float]
    attacked: tuple[float, float]
    tally: dict[str, int]
    memory: int

    @property
    def more(self) -> float:
        return self.attacked[1] - self.calm[1]

    def __str__(self) -> str:
        told = ", ".join(f"{what} {times}" for what, times in sorted(self.tally.items())) or "nothing"
        figures = (*self.calm, *self.attacked, self.more)
        cells = (self.store, self.attack, *(f"{figure:.1f}" for figure in figures), f"{self.memory / 1024:.0f}", told)
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| store | attack | calm p50 | p99 | attacked p50 | p99 | more at p99 | MB grown | what the attacker was told |\n"
    "|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    given = _arguments()
    if given.attack:
        return _attack(given.attack, Visitor(given.port, given.address), given.seconds)
    _allow_files()
    before, rows, broken = noise(), [], 0
    print(f"{machine()}; {before}", HEAD, sep="\n", flush=True)
    for store in given.store or STORES:
        for name in given.only or ATTACKS:
            try:
                rows.append(_measured(store, name, given.seconds))
                print(rows[-1], flush=True)
            except (Broken, OSError) as error:
                broken += 1
                print(f"| {store} | {name} | BROKEN: {error} |", flush=True)
    after = noise()
    print(after, _verdict(rows, broken), sep="\n")
    if not (given.only or given.store or broken):
        PAGE.write_text(_page(rows, f"- before: {before}\n- after: {after}"))
    return 1 if broken or any(row.more > MOST_MS for row in rows) else 0


def _measured(store: str, name: str, seconds: float) -> Row:
    """A fresh server; the same players in calm, and then while somebody attacks."""
    played = scripts()
    with _address(store) as address, running(Guests(address), pinned=False) as server:
        _play(server, played, LEAD)  # warm
        calm, memory = _play(server, played, seconds), server.memory()
        with attacking(name, server.port, seconds + LEAD) as attacker:
            sleep(LEAD)
            attacked = _play(server, played, seconds)
            told, _ = attacker.communicate(timeout=120)
        return Row(store, name, calm, attacked, json.loads(told), server.memory() - memory)


def _play(server: Running, played: list[Script], seconds: float) -> tuple[float, float]:
    driver = Driver(server)
    driver.open(played, GAMES)
    try:
        driver.pace(PACE, seconds)
        driver.check()
    finally:
        driver.close()
    return 1000 * quantile(driver.latencies, 0.5), 1000 * quantile(driver.latencies, 0.99)


@contextmanager
def _address(store: str) -> Iterator[str | None]:
    if store == "sqlite":
        yield None
        return
    with cluster() as address:
        if address is None:
            raise Broken("there is no PostgreSQL on this machine")
        yield address


@contextmanager
def attacking(name: str, port: int, seconds: float, address: str = ADDRESS) -> Iterator[subprocess.Popen[str]]:
    """In a process that yields to all others: the server is measured, not the attacker's use of this machine."""
    where = ("--port", str(port), "--address", address, "--seconds", str(seconds))
    command = [sys.executable, "-m", "bench.hostile", "--attack", name, *where]
    attacker = subprocess.Popen(["nice", "-n19", *command], stdout=subprocess.PIPE, text=True)
    assert attacker.stdout
    try:
        if attacker.stdout.readline() != f"{BEGUN}\n":
            raise Broken(f"the attack {name} did not begin")
        yield attacker
    finally:
        attacker.kill()
        attacker.wait()
        attacker.stdout.close()


def _attack(name: str, visitor: Visitor, seconds: float) -> int:
    """Be the attacker: say when it has begun, and at the end what the server has answered."""
    _allow_files()
    end = monotonic() + seconds
    for number, _ in enumerate(ATTACKS[name](visitor)):
        if not number:
            print(BEGUN, flush=True)
        if monotonic() > end:
            break
    print(json.dumps(visitor.tally))
    return 0


def _allow_files() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = SOCKETS + 200
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


def _verdict(rows: list[Row], broken: int) -> str:
    worst = max(rows, key=lambda row: row.more, default=None)
    if worst is None or broken:
        return f"MISSED: {broken} attacks could not be measured"
    word = "met" if worst.more <= MOST_MS else "MISSED"
    return (
        f"{word}: one hostile visitor raises another player's p99 by at most {MOST_MS:.0f} ms: "
        f"{worst.more:.1f} ms at worst ({worst.attack}, {worst.store})"
    )


def _page(rows: list[Row], noises: str) -> str:
    return f"""\
# The server under attack

Made by `make bench-hostile` on {datetime.now(UTC).date()}. {machine()}.

How quiet the machine was:

{noises}

- {_verdict(rows, 0)}

{HEAD}
{chr(10).join(map(str, rows))}

{GAMES} games are played at {PACE:.0f} moves a second in all, each from an address of its own, for {SECONDS:.0f} s in
calm and as long while one visitor attacks from another address. Times are milliseconds from a move being sent to both
players having it. Server, its worker processes, players and attacker share the machine's cores; the attacker runs at
the lowest priority, so that it is the server that is measured. The server has its usual limits (`docs/online.md`). The
attacks are in `bench/hostile/attacks.py`.
"""


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__)
    parser.add_argument("--only", nargs="*", choices=list(ATTACKS), help="these attacks alone")
    parser.add_argument("--store", nargs="*", choices=STORES, help="these stores alone")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long each is measured")
    parser.add_argument("--attack", choices=list(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--address", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
