"""Photograph the web page: the real program in a real browser, on a phone and a desktop, in light and dark.

All pictures go to build/screenshots; those that the documentation shows go to docs/pictures as well.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.screens import CHROMIUM, MISSING, Screen, chromium
from tests.online.server import server

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "build" / "screenshots"
SHOWN = {
    "home-desktop-light": "web-home",
    "traps-desktop-dark": "web-traps",
    "battle-phone-dark": "web-battle",
    "result-phone-light": "web-result",
}
Scene = Callable[[Screen, Screen], None]


def home(screen: Screen, other: Screen) -> None:
    screen.page.goto("/")


def new(screen: Screen, other: Screen) -> None:
    screen.page.goto("/games/grid-runner?size=6&tokens=2&blocked=2,2+3,3&teleport=2,0:3,5")


def invitation(screen: Screen, other: Screen) -> None:
    screen.make("grid-runner")
    screen.invitation()


def battle(screen: Screen, other: Screen) -> None:
    _play("flag-chase", screen, other, ["forward"] * 4)
    screen.page.click('[data-move="4"]')


def traps(screen: Screen, other: Screen) -> None:
    moves = ["MOVE 2 2", "TRAP 3 3", "TRAP 4 4", "MOVE 5 4", "MOVE 2 3", "MOVE 4 3"]
    _play("flag-chase-traps", screen, other, moves)


def units(screen: Screen, other: Screen) -> None:
    moves = ["RECRUIT", "MOVE 10", "RECRUIT", "MOVE 9", "MOVE 0", "RECRUIT", "MOVE 0", "MOVE 8", "MOVE 1", "MOVE 10"]
    _play("command-line-conquer", screen, other, moves)


def curtain(screen: Screen, other: Screen) -> None:
    screen.make("flag-chase-traps", way="screen")


def result(screen: Screen, other: Screen) -> None:
    _play("grid-runner", screen, other, ["1,2", "3,1", "2,2", "2,1", "2,1"])
    expect(screen.page.locator("#analysis")).to_be_visible()
    if screen.page.viewport_size == {"width": 360, "height": 740}:
        screen.page.locator("#result").evaluate("each => scrollTo(0, each.offsetTop - 12)")


SCENES: tuple[Scene, ...] = (home, new, invitation, battle, traps, units, curtain, result)


def _play(game: str, screen: Screen, other: Screen, moves: list[str]) -> None:
    screen.make(game)
    other.goto(screen.invitation())
    for ply, move in enumerate(moves):
        (screen, other)[ply % 2].choose(move)
        for each in (screen, other):
            each.at(ply + 1)
    screen.page.evaluate("scrollTo(0, 0)")


def photograph(browser: Browser, address: str, scene: Scene, size: str, scheme: str) -> Path:
    sharp = {"device_scale_factor": 2} if size == "phone" else {}
    screen = Screen.open(browser, address, size, scheme, reduced_motion="reduce", **sharp)
    other = Screen.open(browser, address)
    if size == "desktop":
        screen.page.set_viewport_size({"width": 1180, "height": 790})
    scene(screen, other)
    screen.page.mouse.move(0, 0)
    path = FOLDER / f"{scene.__name__}-{size}-{scheme}.png"
    screen.page.screenshot(path=path)
    for each in (screen, other):
        each.context.close()
    return path


def main() -> int:
    if CHROMIUM is None:
        print(MISSING, file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as store,
        server(f"sqlite:{store}/games.sqlite", Path(store) / "log") as running,
        chromium() as browser,
    ):
        for scene, size, scheme in product(SCENES, ("phone", "desktop"), ("light", "dark")):
            print(photograph(browser, running.address, scene, size, scheme).relative_to(ROOT))
    for taken, name in SHOWN.items():
        shutil.copy(FOLDER / f"{taken}.png", ROOT / "docs" / "pictures" / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
