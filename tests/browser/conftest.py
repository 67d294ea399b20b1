"""One browser and one server for all tests of the page; without a browser they are skipped, and say so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

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


@pytest.fixture
def screens(browser: Browser, address: str) -> Iterator[Screens]:
    """Opens a window of a size and in a colour scheme. After the test none of them may have seen any trouble."""
    opened: list[Screen] = []

    def new(size: str = "desktop", scheme: str = "light", **more: Any) -> Screen:
        opened.append(Screen.open(browser, more.pop("address", address), size, scheme, **more))
        return opened[-1]

    yield new
    troubles = [trouble for screen in opened for trouble in screen.troubles]
    for screen in opened:
        screen.context.close()
    assert troubles == []
