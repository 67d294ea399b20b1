"""One measurement: a fresh server, so many games, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter, process_time

from .contenders import Contender
from .driver import Driver
from .noise import Moment, others
from .scripts import Script
from .server import Running, running

_GAP = 0.5
"""A round that could last less than this share of the time left is not begun: it would be all beginning."""


@dataclass(frozen=True)
class Plan:
    """Seconds of warming up and of measuring, the calm part (games, moves a second, seconds), and how often the sizes
    that are compared are measured."""

    warm: float
    measured: float
    calm: tuple[int, float, float]
    rounds: int


@dataclass(frozen=True)
class Result:
    """Times are seconds, memory is kilobytes."""

    name: str
    games: int
    seconds: float
    cpu: float
    driver_cpu: float
    others: float
    latencies: list[float]
    connected: float
    """Memory of a connection when all are there and nothing was played yet."""
    played: float
    """The same after the games were played."""
    late: float = 0.0
    """How late the driver sent 99 of 100 moves, where it kept a pace."""

    @property
    def moves(self) -> int:
        return len(self.latencies)

    @property
    def per_second(self) -> float:
        return self.moves / self.seconds

    @property
    def per_cpu_second(self) -> float:
        return self.moves / self.cpu if self.cpu else 0.0

    def quantile(self, share: float) -> float:
        return quantile(self.latencies, share)


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(int(share * len(values)), len(values) - 1)] if values else 0.0


class Meter:
    """Adds up time and processor time while it is on."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self.seconds = self.cpu = self.driver_cpu = self.others = 0.0

    def __enter__(self) -> None:
        self._begun = self._server.cpu(), process_time(), Moment.now()

    def __exit__(self, *_: object) -> None:
        cpu, driver, moment = self._begun
        now, used, spent = Moment.now(), self._server.cpu() - cpu, process_time() - driver
        others_then, seconds = others(moment, now, used + spent), now.at - moment.at
        self.others = (self.others * self.seconds + others_then * seconds) / (self.seconds + seconds)
        self.seconds += seconds
        self.cpu += used
        self.driver_cpu += spent


def full_speed(contender: Contender, scripts: list[Script], games: int, plan: Plan) -> Result:
    """Every game as fast as it goes. Only the moves are measured, not the making of games."""
    with running(contender) as server:
        _warm_up(server, scripts, plan.warm)
        driver, meter = Driver(server), Meter(server)
        before = server.memory()
        driver.open(scripts, games)
        connected = (server.memory() - before) / games / 2
        played = 0.0
        end = perf_counter() + 4 * plan.measured
        while True:
            with meter:
                driver.play(plan.measured - meter.seconds)
            played = played or (server.memory() - before) / games / 2
            driver.check()
            driver.close()
            if meter.seconds > _GAP * plan.measured or perf_counter() > end:
                break
            driver.open(scripts, games)
    return _result(server, games, meter, driver, connected, played)


def calm(contender: Contender, scripts: list[Script], plan: Plan) -> Result:
    """So many moves a second, and no more."""
    games, per_second, seconds = plan.calm
    with running(contender) as server:
        _warm_up(server, scripts, plan.warm)
        driver, meter = Driver(server), Meter(server)
        before = server.memory()
        driver.open(scripts, games)
        connected = (server.memory() - before) / games / 2
        with meter:
            driver.pace(per_second, seconds)
        played = (server.memory() - before) / games / 2
        driver.check()
        driver.close()
    return _result(server, games, meter, driver, connected, played)


def _warm_up(server: Running, scripts: list[Script], seconds: float) -> None:
    """Until everything is compiled, loaded and kept that will be."""
    driver = Driver(server)
    end = perf_counter() + seconds
    while (left := end - perf_counter()) > 0:
        driver.open(scripts, len(scripts))
        driver.play(left)
        driver.close()


def _result(server: Running, games: int, meter: Meter, driver: Driver, connected: float, played: float) -> Result:
    return Result(
        server.contender.name, games, meter.seconds, meter.cpu, meter.driver_cpu, meter.others,
        driver.latencies, connected, played, quantile(driver.lateness, 0.99),
    )  # fmt: skip
