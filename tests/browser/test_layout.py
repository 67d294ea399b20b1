"""Where things stand on the screen: nothing jumps while a page loads, everything fits, and what counts is in sight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from flagfall import GAMES
from flagfall.core import Whole
from flagfall.games import BOOKS
from flagfall.online.workers.tasks import has_puzzles
from tests.online.client import Live, both_links, create
from tests.online.server import server

from .conftest import Screens
from .eyes import complaints, settled
from .screens import PATIENCE, Screen

WATCH_SHIFTS = """
window.shifts = [];
const placed = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
const named = ({ node, previousRect: from, currentRect: to }) =>
    `${node?.id || node?.className || node?.nodeName}: ${placed(from)} -> ${placed(to)}`;
new PerformanceObserver((list) => {
    for (const shift of list.getEntries())
        if (!shift.hadRecentInput) window.shifts.push([shift.value, ...shift.sources.map(named)]);
}).observe({ type: "layout-shift", buffered: true });
"""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
MOST = 0.05
LAST = [*GAMES][-1]
"""Beside this game the pages that are no game's are looked at, too: once is enough."""
LARGEST_CELL = 160
"""Pixels: a toy's board of one cell need not fill the screen."""


BOARDS = ("first move", "my move", "over", "home", "exploring", "puzzle of the day")


def slow_down(page: Page) -> None:
    """A telephone of the better kind, in a network of the middle kind."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 2})


def shifts(screen: Screen, address: str) -> list[list[Any]]:
    """What jumps while somebody comes to this page, with how much of the screen each time."""
    screen.page.goto("about:blank")
    screen.page.goto(address)
    if "/g/" in address:
        screen.ready()
    screen.page.wait_for_load_state("networkidle", timeout=4 * PATIENCE)  # an analysis lets everything else go first
    screen.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: list[list[Any]] = screen.page.evaluate("window.shifts")
    return found


def moments(address: str, game: str) -> Iterator[tuple[str, str]]:
    """Links to a game at its moments, and what they are called."""
    yield "new", f"/games/{game}"
    made = create(address, game)
    yield "waiting for somebody", made["seats"]["P1"]["link"]
    yield "watching", made["watch"]
    made = create(address, game, seats={"P1": "link", "P2": "bot:random"})
    yield "first move", made["seats"]["P1"]["link"]
    id_, tokens = both_links(address, game)
    yield "shared screen", f"/g/{id_}#{tokens['P1']}.{tokens['P2']}"
    with Live(address, id_, tokens["P1"]) as one, Live(address, id_, tokens["P2"]) as two:
        for seat in (one, two, one):
            seat.until(seat.state["seq"])
            options = seat.options or get_options(seat)
            seat.move(options[0])
        yield "not my move", f"/g/{id_}#{tokens['P1']}"
        yield "my move", f"/g/{id_}#{tokens['P2']}"
        two.do("resign")
    yield "over", f"/g/{id_}#{tokens['P1']}"


def get_options(seat: Live) -> list[str]:
    while not seat.options:
        seat.receive()
    return seat.options


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "size"), [*((game, "phone") for game in GAMES), *((book.id, "desktop") for book in BOOKS)]
)
def test_nothing_jumps_while_a_page_loads(game: str, size: str, screens: Screens, address: str) -> None:
    screen = screens(size)
    slow_down(screen.page)
    screen.page.add_init_script(WATCH_SHIFTS)
    # A toy's pages differ from the others in their board alone.
    wanted = BOARDS if GAMES[game] not in BOOKS else None
    around = (
        [("home", "/"), ("exploring", f"/explore/{game}"), ("puzzle of the day", "/puzzles")] if game == LAST else []
    )
    puzzles = [("puzzles", f"/puzzles/{game}")] if has_puzzles(GAMES[game]) else []
    for name, link in chain(moments(address, game), puzzles, around):
        if wanted and name not in wanted:
            continue
        found = shifts(screen, link)
        assert sum(shift[0] for shift in found) < MOST, (name, found)


def test_something_that_jumps_would_be_found(screens: Screens) -> None:
    screen = screens("phone")
    screen.page.add_init_script(WATCH_SHIFTS)
    screen.page.goto("/")
    screen.page.evaluate(
        "document.querySelector('.hero').before(Object.assign(document.createElement('div'), {id: 'x'}))"
    )
    screen.page.evaluate("document.getElementById('x').style.height = '300px'")
    # (`wait_for_function` evaluates again later, which the page's content policy forbids.)
    screen.page.evaluate(
        "new Promise(seen => { const look = () => shifts.length ? seen() : setTimeout(look); look(); })"
    )
    assert sum(shift[0] for shift in screen.page.evaluate("window.shifts")) > MOST


# --- everything fits ---


def largest(game: str) -> str:
    """The settings with which a game has the largest grid; nothing where it has none, as lines are folded."""
    sizes = [each for each in GAMES[game].Rules.settings() if each.name == "size" and isinstance(each.kind, Whole)]
    return "".join(f"?{each.name}={min(each.kind.high, 70)}" for each in sizes)


LONG = "https://games.example/a/very/long/link/without/any/blank/" + "x" * 300


def too_wide(screen: Screen) -> list[str]:
    """What stands out of the page at its right, where the page should end."""
    found: list[str] = screen.page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? []
            : ["something", ...[...document.querySelectorAll("*")]
            .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
            .map((each) => `${each.tagName} ${each.id} ${each.className}`)]"""
    )
    return found


@pytest.mark.long
def test_a_long_word_wraps_wherever_people_can_put_one(screens: Screens) -> None:
    one, two = screens(), screens()
    one.make("grid-runner", chat=True, query="?blocked=" + "+".join(f"2,{n}" for n in range(5)) + "+1,0+1,4+3,0+3,4")
    two.goto(one.invitation())
    one.page.fill("#chat-text", LONG)
    one.page.press("#chat-text", "Enter")
    expect(two.page.locator("#chat-lines")).to_contain_text(LONG)
    one.choose("1,2")
    two.at(1)
    for screen in (one, two):
        screen.page.click("#more > summary")
        fits_everywhere(screen)
    for path in (
        f"/games/grid-runner?blocked={'9' * 200}",
        f"/games/grid-runner?teleport={'a' * 200}",
        f"/{'x' * 200}",
        "/",
    ):
        one.page.goto(path)
        fits_everywhere(one)
    one.troubles.clear()  # a page that is not there is meant


def fits_everywhere(screen: Screen) -> None:
    for size in ("phone", "small", "sideways", "desktop"):
        screen.resize(size)
        assert too_wide(screen) == [], (size, screen.page.url)


@pytest.mark.parametrize("game", GAMES)
def test_no_drawing_lies_over_what_stands_below_the_board(game: str, screens: Screens) -> None:
    """A viaduct's piers, which go down as far as the page does, are behind all that is to be read and pressed."""
    screen = screens("phone")
    for path in (f"/puzzles/{game}", f"/learn/{game}", f"/explore/{game}"):
        answer = screen.page.goto(path)
        if not answer or not answer.ok:
            screen.troubles.clear()  # not every game has each of them
            continue
        screen.page.wait_for_load_state("networkidle")
        settled(screen)
        found = screen.page.evaluate(LIES_OVER)
        assert found["below"] and found["over"] == [], (path, found)


LIES_OVER = """() => {
    for (const each of document.querySelectorAll("#board *")) each.style.pointerEvents = "visiblePainted";
    const over = [], panels = document.querySelectorAll("div.side > *, .notes > *, .study-panel");
    const below = [...panels].filter((each) => each.checkVisibility());
    for (const panel of below) {
        panel.scrollIntoView({ block: "center" });
        const { left, top, width, height } = panel.getBoundingClientRect();
        for (let x = left + 15; x < left + width - 15; x += 6)
            for (let y = Math.max(top, 0) + 15; y < Math.min(top + height, innerHeight) - 15; y += 15) {
                const upper = document.elementFromPoint(x, y);
                if (upper?.closest("#board")) over.push(`${upper.tagName} ${upper.className.baseVal} over ${panel.id}`);
            }
    }
    return { below: below.length, over: [...new Set(over)] };
}"""


def test_something_that_is_too_wide_would_be_found(screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto("/")
    screen.page.evaluate("document.body.style.overflowWrap = 'normal'")
    screen.page.evaluate("(word) => { document.querySelector('.hero p').textContent = word }", LONG)
    assert too_wide(screen)


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_seen_whole_at_every_size_and_moves_lie_on_their_cells(game: str, screens: Screens) -> None:
    screen = screens("phone")
    screen.make(game, way="bot")
    for size in ("phone", "small", "sideways", "zoomed", "desktop"):
        screen.resize(size)
        screen.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        seen_whole(screen, game)
    screen.resize("phone")
    is_for_everybody(screen)
    if game in ("flag-chase", "grid-runner"):
        screen.resize("desktop", "dark")
        is_for_everybody(screen)


def seen_whole(screen: Screen, game: str) -> None:
    board, viewport = screen.page.locator("#board svg").bounding_box(), screen.page.viewport_size
    assert board and viewport
    bleeds = 1.13  # on telephones the land at both ends of a line goes out of sight
    assert board["height"] <= viewport["height"] and board["width"] <= bleeds * viewport["width"]
    half = min(viewport["width"], viewport["height"]) * 0.5
    columns = 1 + max(cell.at[1] for cell in GAMES[game]().cells())
    assert board["width"] >= (half if GAMES[game] in BOOKS else min(half, LARGEST_CELL * columns))
    assert too_wide(screen) == []
    assert aside(screen) == []


@pytest.mark.parametrize("game", GAMES)
def test_where_height_is_scarce_the_board_has_all_of_it_and_the_steps_are_in_sight(game: str, screens: Screens) -> None:
    screen = screens("desktop")
    screen.make(game, way="bot")
    screen.page.locator(".spot, #controls button").first.click()
    if screen.page.locator("#confirm").is_visible():
        screen.page.click("#confirm-yes")
    expect(screen.page.locator("#steps")).to_be_visible()
    pages = [screen.page.url, f"/explore/{game}", *([f"/puzzles/{game}"] if has_puzzles(GAMES[game]) else [])]
    for address in [*pages, f"/learn/{game}"] if GAMES[game] in BOOKS else pages:
        screen.page.goto(address)
        for size in ("sideways", "zoomed", "low"):
            screen.resize(size)
            settled(screen)
            if GAMES[game] in BOOKS:  # a toy's board of one cell need not fill the screen
                assert screen.page.evaluate(SMALLER_THAN_ITS_PLACE) == [], (size, address)
            assert screen.page.evaluate(COVERED) == [], (size, address)
            assert too_wide(screen) == [], (size, address)


SMALLER_THAN_ITS_PLACE = """() => {
  const frame = document.querySelector("#frame");
  const board = [...document.querySelectorAll("#board .scene")].find((each) => each.getBoundingClientRect().width);
  const { paddingLeft, paddingRight } = getComputedStyle(frame);
  const wide = frame.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const { width, height, bottom } = board.getBoundingClientRect();
  const fills = height >= innerHeight - 67 || width >= wide - 1;
  return fills && bottom <= innerHeight + 1 ? [] : [width, height, bottom, wide];
}"""
COVERED = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect());
  const beside = (one, two) => one.left >= two.right || one.top >= two.bottom;
  const steps = boxes("#steps > *").filter(({ width }) => width);
  const others = boxes(".top > :not(.tools), .tools > *, .player, .call, .side, .study-panel, #board .scene");
  const over = (box) => others.some((each) => each.width && !beside(box, each) && !beside(each, box));
  const out = (box) => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
  return steps.filter((box) => out(box) || over(box)).map(({ left, top, right }) => [left, top, right]);
}"""
"""Steps that are out of sight, or over something else."""


def is_for_everybody(screen: Screen) -> None:
    """Nobody's eyes or fingers have trouble with it."""
    settled(screen)
    assert complaints(screen) == []
    boxes = screen.page.locator(".spot").evaluate_all(
        "spots => spots.map((spot) => spot.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
    )
    assert all(box >= 36 for box in boxes)


def aside(screen: Screen) -> list[str]:
    """Moves that don't lie on their cells."""
    found: list[str] = screen.page.evaluate(
        """() => {
            const off = (spot) => {
                const tile = document.querySelector(`#board [data-cell="${spot.dataset.at}"]`).getBoundingClientRect();
                const box = spot.getBoundingClientRect();
                const over = box.left < tile.left + 3 && box.right > tile.right - 3;
                const around = over && box.top < tile.top + 3 && box.bottom > tile.bottom - 3;
                const aside = (box.left + box.right - tile.left - tile.right) / 2;
                return !around || box.width > 1.2 * tile.width || Math.abs(aside) > 3;
            };
            return [...document.querySelectorAll(".spot")].filter(off).map((spot) => spot.dataset.move);
        }"""
    )
    return found


LARGE = {game: setting for game in GAMES if (setting := largest(game))}


@pytest.mark.long
@pytest.mark.parametrize("game", LARGE)
def test_on_a_large_board_what_can_be_done_is_in_sight(game: str, browser: Browser, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--board-cells=10000") as running:
        for size in ("phone", "desktop"):
            screen = Screen.open(browser, running.address, size)
            for seat in ("P1", "P2"):
                screen.make(game, way="bot", query=LARGE[game], seat=seat)
                screen.page.locator(".spot").first.wait_for()
                assert too_wide(screen) == [] and aside(screen) == []
                assert out_of_sight(screen) == []
            assert screen.troubles == []
            screen.context.close()


def out_of_sight(screen: Screen) -> list[str]:
    """Moves that one would have to scroll the board for."""
    found: list[str] = screen.page.evaluate(
        """() => {
            const frame = document.getElementById("frame").getBoundingClientRect();
            return [...document.querySelectorAll(".spot")].filter((spot) => {
                const box = spot.getBoundingClientRect();
                return box.left < frame.left - 2 || box.right > frame.right + 2
                    || box.top < frame.top - 2 || box.bottom > frame.bottom + 2;
            }).map((spot) => spot.dataset.move);
        }"""
    )
    return found


# --- other eyes ---


def test_chat_has_the_direction_of_what_is_said(screens: Screens) -> None:
    one, two = screens("phone"), screens()
    one.make("grid-runner", chat=True)
    two.goto(one.invitation())
    for words, direction in (("שלום, איך הולך?", "rtl"), ("Hello, שלום!", "ltr")):
        one.page.fill("#chat-text", words)
        assert one.page.locator("#chat-text").evaluate("field => getComputedStyle(field).direction") == direction
        one.page.press("#chat-text", "Enter")
        line = two.page.locator("#chat-lines > li", has_text=words)
        assert line.evaluate("line => getComputedStyle(line).direction") == direction


def test_with_forced_colours_the_marks_of_moves_have_the_colour_of_what_can_be_chosen(screens: Screens) -> None:
    screen = screens(forced_colors="active")
    screen.make("grid-runner", way="bot")
    dot = "getComputedStyle(document.querySelector('.spot.target')).borderTopColor"
    wanted = """(() => {
        const probe = document.body.appendChild(document.createElement("p"));
        probe.style.cssText = "forced-color-adjust: none; background: Highlight";
        return getComputedStyle(probe).backgroundColor;
    })()"""
    assert screen.page.evaluate(dot) == screen.page.evaluate(wanted)
