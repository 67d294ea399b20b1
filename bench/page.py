"""What the pages weigh, how soon they show a board on a phone network, and how much they jump: `python -m bench.page`.

A real server and a real browser, whose network is made as slow as a phone's is often: 150 ms there and back, and 1.6
megabits a second. Every visit begins with nothing kept. The *first paint* is the first that is seen of the page;
*blocking* files are those that a browser waits for before it, another journey after the page's own. The *first board*
is the first picture of one with a size that is on the screen, by the page's own clock; the *weight* is all that came
over the wire until the page was still, with its headers, but for the game's table, which comes after the page, is the
same for all pages of the game, and has a column of its own; the *shift* is what browsers call layout shift, without
what a person's own doing moves.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from bench.online.noise import noise
from tests.browser.screens import CHROMIUM, MISSING, PATIENCE, SIZES, chromium
from tests.online.client import create
from tests.online.server import server

VISITS = 5
LATENCY, SPEED = 150, 1_600_000 / 8
"""Milliseconds there and back, and bytes a second."""
WEIGHT, SHIFT, SECONDS = 150_000, 0.05, 2.0
"""The most that a page may weigh (bytes) and jump, and until when a board is to be seen."""
WATCH = """
    window.seen = { shift: 0, board: null };
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) window.seen.shift += each.value;
    }).observe({ type: "layout-shift", buffered: true });
    const look = () => {
        const cells = [...document.querySelectorAll("svg [data-cell]")];
        if (cells.some((cell) => cell.getBoundingClientRect().width > 5)) window.seen.board = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
BLOCKING = "performance.getEntriesByType('resource').filter((each) => each.renderBlockingStatus === 'blocking').length"


@dataclass
class Visits:
    """What was measured of one page."""

    weight: list[float] = field(default_factory=list)
    table: list[float] = field(default_factory=list)
    board: list[float] = field(default_factory=list)
    shift: list[float] = field(default_factory=list)
    paint: list[float] = field(default_factory=list)
    blocking: list[int] = field(default_factory=list)


def main() -> None:
    if CHROMIUM is None:
        sys.exit(MISSING)
    print(noise())
    print(f"{VISITS} visits each on a phone, {LATENCY} ms, {SPEED * 8 / 1e6:.1f} Mbit/s; medians, and the worst")
    columns = f"{'first paint s':>18}{'blocking':>10}{'first board s':>18}{'shift':>16}"
    print(f"{'page':<34}{'weight KB':>16}{'table KB':>10}{columns}")
    with (
        tempfile.TemporaryDirectory() as folder,
        chromium() as browser,
        server(f"sqlite:{folder}/games.sqlite", Path(folder) / "log") as running,
    ):
        good = [tell(path, visited(browser, running.address, path)) for path in paths(running.address)]
    sys.exit(0 if all(good) else 1)


def paths(address: str) -> list[str]:
    game = create(address, "grid-runner")["id"]
    return [
        "/", "/games/grid-runner", f"/g/{game}", "/play/flag-chase", "/play/command-line-conquer",
        "/explore/grid-runner", "/puzzles", "/learn/flag-chase", "/reports/grid-runner",
    ]  # fmt: skip


def visited(browser: Browser, address: str, path: str) -> Visits:
    found = Visits()
    for _ in range(VISITS):
        with visitor(browser) as (page, wire):
            weight, table = weighed(wire)
            page.goto(address + path, wait_until="networkidle", timeout=5 * PATIENCE)
            seen = page.evaluate("window.seen")
            found.weight.append(sum(weight))
            found.table.append(sum(table))
            found.board.append((seen["board"] or float("inf")) / 1000)
            found.shift.append(seen["shift"])
            found.paint.append(page.evaluate(PAINT) / 1000)
            found.blocking.append(page.evaluate(BLOCKING))
    return found


@contextmanager
def visitor(browser: Browser) -> Iterator[tuple[Page, CDPSession]]:
    """Somebody who has never been here, with a phone on a slow network."""
    width, height = SIZES["phone"]
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=2, service_workers="block"
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": SPEED, "uploadThroughput": SPEED}
    wire.send("Network.emulateNetworkConditions", conditions)
    yield page, wire
    context.close()


def weighed(wire: CDPSession) -> tuple[list[float], list[float]]:
    """What every answer weighs that has come, and what those weigh that are tables; both grow."""
    page, tables, asked = list[float](), list[float](), set[str]()

    def asks(event: dict[str, Any]) -> None:
        if event["request"]["url"].endswith(".table"):
            asked.add(event["requestId"])

    def comes(event: dict[str, Any]) -> None:
        (tables if event["requestId"] in asked else page).append(event["encodedDataLength"])

    wire.on("Network.requestWillBeSent", asks)
    wire.on("Network.loadingFinished", comes)
    return page, tables


def tell(path: str, found: Visits) -> bool:
    """One line; whether all targets are met."""
    name = "/g/ID" if path.startswith("/g/") else path
    measured = (found.weight, found.board, found.shift, found.paint)
    weight, board, shift, paint = (statistics.median(each) for each in measured)
    marks = weight <= WEIGHT, board <= SECONDS, max(found.shift) < SHIFT, not max(found.blocking)
    print(
        f"{name:<34}{weight / 1000:8.1f}{max(found.weight) / 1000:7.1f}{_mark(marks[0])}"
        f"{max(found.table) / 1000:10.1f}{paint:10.2f}{max(found.paint):8.2f}{max(found.blocking):9}{_mark(marks[3])}"
        f"{board:10.2f}{max(found.board):7.2f}{_mark(marks[1])}{shift:8.3f}{max(found.shift):7.3f}{_mark(marks[2])}",
        flush=True,
    )
    return all(marks)


def _mark(met: bool) -> str:
    return " " if met else "!"


if __name__ == "__main__":
    main()
