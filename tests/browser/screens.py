"""A browser window and what a person does with it: real pages in a real Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect, sync_playwright

from tests.online.client import create

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without a window's own furniture, which takes a second of a processor a window."""
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
MISSING = "no Chromium here; on Debian `apt-get install chromium-headless-shell` brings it"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
SIZES = {
    "phone": (360, 740), "small": (320, 568), "sideways": (740, 360), "zoomed": (640, 400), "low": (960, 500),
    "desktop": (1280, 860),
}  # fmt: skip
SEATS = {"screen": ".", "person": "~"}
"""What stands in a link between the secrets of two seats, and before an invitation."""
PICKED_FIRST = ".spot:is(.source, .unclear)"
"""Cells that mean no move yet, but lead to some."""
PATIENCE = 60_000
"""Milliseconds before a test gives up waiting; a busy machine takes some."""


@contextmanager
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    os.environ.setdefault("HOME", "/tmp")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def asked_to_wait(line: ConsoleMessage) -> bool:
    """Whether this is no error, or only that the server has too many analyses to make: all tests are one client to it,
    and the page asks again."""
    later = "429" in line.text and line.location["url"].endswith("/analysis")
    return line.type != "error" or later


@dataclass
class Screen:
    """One person's browser. `troubles` are console errors and requests to anybody but our server."""

    context: BrowserContext
    page: Page
    address: str
    troubles: list[str] = field(default_factory=list)
    used_up: bool = False
    """Whether more was done to the browser than to its pages, as with its clock."""

    @classmethod
    def open(cls, browser: Browser, address: str, size: str = "desktop", scheme: str = "light", **more: Any) -> Screen:
        """Nothing moves on it unless `reduced_motion` says otherwise: what is looked for is there at once."""
        width, height = SIZES[size]
        more.setdefault("service_workers", "block")  # what is kept for times without a network has tests of its own
        context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            **{"reduced_motion": "reduce", **more},
        )
        context.set_default_timeout(PATIENCE)
        return cls.within(context, address)

    @classmethod
    def within(cls, context: BrowserContext, address: str) -> Screen:
        """A new window of somebody who has been here."""
        screen = cls(context, context.new_page(), address)
        screen.listen()
        return screen

    def listen(self) -> None:
        self.page.on("console", lambda line: None if asked_to_wait(line) else self.troubles.append(line.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("request", lambda request: self._seen(request.url))

    def _seen(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.address).netloc:
            self.troubles.append(f"a request to {url}")

    # --- what a person does ---

    def make(
        self,
        game: str,
        *,
        way: str = "person",
        seat: str = "P1",
        query: str = "",
        bot: str = "random",
        chat: bool = False,
    ) -> None:
        """Make a game as the form does (which has tests of its own), and come to its page."""
        other = {"person": "open", "bot": f"bot:{bot}", "screen": "link"}[way]
        rival = "P1" if seat == "P2" else "P2"
        settings = dict(parse_qsl(query.removeprefix("?").replace("+", "%2B")))  # a plus stands between squares
        made = create(self.address, game, settings=settings, seats={seat: "link", rival: other}, chat=chat)
        tokens = {name: made["seats"][name].get("token") for name in (seat, rival)}
        behind = f"{tokens[seat]}{SEATS[way]}{tokens[rival]}" if way in SEATS else tokens[seat]
        self.goto(f"/g/{made['id']}#{behind}")

    def fill_in(self, game: str) -> None:
        """The same by its form, with what is chosen there."""
        self.page.goto(f"/games/{game}")
        self.page.click("#start")
        self.page.wait_for_url("**/g/*")
        self.ready()

    def resize(self, size: str, scheme: str | None = None) -> None:
        """The same window in another size, and another light if wanted."""
        width, height = SIZES[size]
        self.page.set_viewport_size({"width": width, "height": height})
        if scheme:
            self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]

    def forget(self) -> None:
        """Close the window, and keep nothing but files."""
        for page in self.context.pages:
            page.close()
        with_nothing = self.context.new_page()
        session = self.context.new_cdp_session(with_nothing)
        session.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": "all"})
        with_nothing.close()

    def invitation(self) -> str:
        address = self.page.locator("#share-address")
        expect(address).to_be_visible()
        return address.input_value()

    def goto(self, link: str) -> None:
        self.page.goto(link)
        self.ready()

    def ready(self) -> None:
        """Wait until the page knows how the game stands."""
        self.page.locator("#game[data-ply]").wait_for()

    def reopen(self) -> None:
        """Close the window, and follow the same link in a new one."""
        link = self.page.url
        self.page.close()
        self.page = self.context.new_page()
        self.listen()
        self.goto(link)

    def at(self, ply: int) -> None:
        """Wait until so many plies were played."""
        expect(self.page.locator("#game")).to_have_attribute("data-ply", str(ply))

    def choose(self, move: str) -> None:
        """Make a move as one does: what kind, which piece, where to, and yes if asked."""
        self.find(move).click()
        if self.page.locator("#confirm").is_visible():
            self.page.click("#confirm-yes")

    def find(self, move: str) -> Locator:
        """What is to be pressed for a move, whichever kind of it has to be picked first, and whichever cell."""
        self.page.locator(".spot, #controls button").first.wait_for()
        modes = self.page.locator(".mode:visible").count()
        return next(found for mode in range(modes or 1) if (found := self._find(move, mode if modes else None)))

    def _find(self, move: str, mode: int | None) -> Locator | None:
        """What is to be pressed for a move of this kind, if there is anything; cells are picked until it is there."""
        if mode is not None:
            self.page.locator(".mode").nth(mode).click()
        target = self.page.locator(f'[data-move="{move}"]:visible')
        cells = self.page.locator(PICKED_FIRST).evaluate_all("spots => spots.map((spot) => spot.dataset.at)")
        for cell in cells:
            if target.count():
                break
            for picked in self.page.locator(f'{PICKED_FIRST}[aria-pressed="true"]').all():
                picked.click()
            self.page.locator(f'.spot[data-at="{cell}"]').click()
        return target if target.count() else None

    # --- what a person sees ---

    def board(self) -> str:
        """The drawing in words."""
        return self.page.locator("#board desc").text_content() or ""

    def lines(self, place: str) -> list[str]:
        return self.page.locator(f"{place} > li").all_text_contents()

    def save(self, folder: Path) -> str:
        with self.page.expect_download() as download:
            self.page.click("#record")
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path.read_text()
