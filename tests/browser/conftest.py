"""One browser and one server for all tests of the page; without a browser they are skipped, and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.online.server import server

from .screens import CHROMIUM, MISSING, Screen, chromium

Screens = Callable[..., Screen]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """It ends with the last of these tests: while it is there, nothing else can run an event loop in this thread."""
    if CHROMIUM is None:
        pytest.skip(MISSING)
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def address(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("page")
    with server(f"sqlite:{folder}/games.sqlite", folder / "log") as running:
        yield running.address


class Contexts:
    """Browsers of people, which are handed on from test to test with nothing kept but their size and the page's files,
    as those take longest. One that was used otherwise than by its pages is not handed on."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[str, list[BrowserContext]] = {}

    def open(self, address: str, size: str, scheme: str, **more: Any) -> tuple[Screen, str]:
        kind = repr((address, size, scheme, sorted(more.items())))
        if self.free.get(kind):
            return Screen.within(self.free[kind].pop(), address), kind
        return Screen.open(self.browser, address, size, scheme, **more), kind

    def close(self, screen: Screen, kind: str) -> None:
        if screen.used_up:
            screen.context.close()
        else:
            screen.forget()
            self.free.setdefault(kind, []).append(screen.context)


@pytest.fixture(scope="package")
def contexts(browser: Browser) -> Contexts:
    return Contexts(browser)


@pytest.fixture
def screens(contexts: Contexts, address: str) -> Iterator[Screens]:
    """Opens a window of a size and in a colour scheme. After the test none of them may have seen any trouble."""
    opened: list[tuple[Screen, str]] = []

    def new(size: str = "desktop", scheme: str = "light", **more: Any) -> Screen:
        opened.append(contexts.open(more.pop("address", address), size, scheme, **more))
        return opened[-1][0]

    yield new
    troubles = [trouble for screen, _ in opened for trouble in screen.troubles]
    for screen, kind in opened:
        contexts.close(screen, kind)
    assert troubles == []
