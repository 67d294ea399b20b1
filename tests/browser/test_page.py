"""The page for everybody: eyes, ears, keys, small screens, both themes, and browsers without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import Browser, expect

from flagfall import GAMES, Player
from tests.online.server import server

from .conftest import Screens
from .eyes import complaints, overflow, settled, spilled
from .screens import Screen

TRANSFERS = "performance.getEntriesByType('resource').map((each) => each.toJSON())"


def scenes_of_a_visit(screen: Screen, other: Screen) -> Iterator[str]:
    """Everything that somebody comes to see, one after the other."""
    screen.page.goto("/")
    yield "home"
    screen.page.goto("/games/grid-runner?blocked=2,2&teleport=1,0:3,4")
    yield "a new game"
    screen.page.goto("/games/flag-chase?cells=1")
    yield "an impossible variation"
    screen.page.goto("/games/flag-chase-traps/rules")
    yield "all rules"
    screen.page.goto("/learn/flag-chase-traps")
    screen.choose("TRAP 2 2")
    expect(screen.page.locator("#verdict")).to_be_visible()
    yield "a lesson"
    screen.page.goto("/nowhere")
    yield "nothing"
    screen.make("flag-chase", query="?cells=2")
    yield "an invitation"
    other.goto(screen.invitation())
    screen.page.click("#more > summary")
    screen.page.click("#links summary >> nth=0")
    yield "links"
    screen.choose("forward")
    screen.at(1)
    screen.page.click('[data-move="4"]')
    yield "a number is picked"
    screen.page.click("#confirm-yes")
    expect(screen.page.locator("#sealed")).to_be_visible()
    yield "a sealed choice"
    other.choose("2")
    expect(screen.page.locator("#analysis")).to_be_visible()
    yield "a result with its analysis"
    screen.page.click("[data-step=back]")
    yield "looking back"
    screen.make("flag-chase-traps", way="screen")
    yield "a curtain"
    screen.page.click("#curtain-open")
    screen.page.click(".mode >> nth=1")
    screen.page.click('[data-move="TRAP 3 3"]')
    yield "placing a trap"
    screen.page.click("#more > summary")
    screen.page.click("#resign")
    yield "are you sure"


@pytest.mark.long
def test_axe_finds_nothing_anywhere_and_nothing_is_cut_off(screens: Screens) -> None:
    screen, other = screens("phone", "dark"), screens()
    for name in scenes_of_a_visit(screen, other):
        for size, scheme in (("desktop", "light"), ("phone", "dark")):
            screen.resize(size, scheme)
            settled(screen)
            assert complaints(screen) == [], (name, size)
            assert overflow(screen) <= 0, (name, size)
            assert spilled(screen) == [], (name, size)
    screen.troubles[:] = [trouble for trouble in screen.troubles if "404" not in trouble]  # /nowhere is meant


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    [
        *("/puzzles", "/puzzles/grid-runner", "/learn", "/learn/flag-chase", "/open", "/games/flag-chase-traps"),
        *("/games/grid-runner/rules", "/reports/command-line-conquer", "/reports/flag-chase-traps"),
    ],
)
def test_axe_finds_nothing_on_the_pages_around_a_game(path: str, screens: Screens) -> None:
    screen = screens("phone")
    screen.page.goto(path)
    screen.page.wait_for_load_state("networkidle")
    for size, scheme in (("phone", "light"), ("desktop", "dark"), ("sideways", "light")):
        screen.resize(size, scheme)
        settled(screen)
        assert complaints(screen) == [], size
        assert overflow(screen) <= 0, size


def test_a_large_grid_scrolls_in_its_frame(screens: Screens) -> None:
    screen = screens("phone")
    screen.make("flag-chase-traps", way="bot", query="?size=20")
    assert overflow(screen) <= 0
    box = screen.page.locator(".spot").first.bounding_box()
    assert box and box["width"] >= 24
    assert complaints(screen) == []


def test_axe_would_find_something(screens: Screens) -> None:
    screen = screens()
    screen.page.goto("/")
    screen.page.evaluate("document.querySelector('.foot p').style.color = '#eee8dd'; document.body.append(new Image())")
    assert {complaint.split(":")[0] for complaint in complaints(screen)} >= {"color-contrast", "image-alt"}


# --- keys ---


@pytest.mark.long
def test_a_game_is_found_made_and_played_with_keys_alone(screens: Screens) -> None:
    screen, other = screens(), screens()
    keys = screen.page.keyboard
    screen.page.goto("/")
    _tab_to(screen, "a[href='/games/capture-the-flag']")
    keys.press("Enter")
    screen.page.wait_for_url("**/games/capture-the-flag")
    _tab_to(screen, "#start")
    keys.press("Enter")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    other.goto(screen.invitation())
    _tab_to(screen, ".spot")
    keys.press("ArrowRight")
    expect(screen.page.locator(":focus")).to_have_accessible_name("Move to position 3")
    keys.press("Enter")
    other.at(1)
    other.choose("1")
    screen.at(2)
    expect(screen.page.locator(":focus")).to_have_accessible_name("Move to position 4 and capture the flag")
    keys.press("Enter")
    expect(screen.page.locator("#result-title")).to_have_text("You have won")


def test_a_number_and_a_trap_are_chosen_with_keys(screens: Screens) -> None:
    screen = screens()
    keys = screen.page.keyboard
    screen.make("flag-chase", way="bot", query="?cells=2")
    _tab_to(screen, ".spot[data-move=forward]")
    keys.press("Enter")
    screen.at(1)
    keys.press("4")
    expect(screen.page.locator(":focus")).to_have_text("Seal the 4")
    keys.press("Enter")
    expect(screen.page.locator("#log")).to_contain_text("Player 1 chose 4.")
    screen.make("flag-chase-traps", way="bot")
    _tab_to(screen, ".mode[aria-pressed=false]")
    keys.press("Enter")
    _tab_to(screen, ".spot", back=True)
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(screen.page.locator(":focus")).to_have_accessible_name("Place a trap on (3,4)")  # out of the bot's reach
    keys.press("Enter")
    expect(screen.page.locator("#confirm-yes")).to_be_focused()
    keys.press("Enter")
    screen.at(2)
    expect(screen.page.locator("#notes")).to_contain_text("Player 1: 1 trap in hand, 1 on the board.")


def _tab_to(screen: Screen, target: str, back: bool = False) -> None:
    screen.page.locator(target).first.wait_for()
    for _ in range(60):
        if screen.page.evaluate("(target) => document.activeElement.matches(target)", target):
            return
        screen.page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"no key leads to {target}")


# --- ears ---


def test_what_happens_is_said_in_the_books_words(screens: Screens) -> None:
    one, two = screens(), screens()
    one.make("capture-the-flag")
    two.goto(one.invitation())
    one.choose("2")
    expect(two.page.locator("#announce")).to_have_text("P1 moves to position 3. It is your turn.")
    expect(one.page.locator("#announce")).to_have_text("P1 moves to position 3. Waiting for Player 2.")
    two.choose("2")
    one.at(2)
    one.choose("1")
    expect(two.page.locator("#announce")).to_have_text(
        "P1 moves to position 4. Congratulations! Player 1 has captured the flag and wins the game! "
        "Player 1 wins: captured the flag."
    )


def test_a_plain_move_that_the_book_has_no_words_for_is_told_in_ours(screens: Screens) -> None:
    one, two = screens(), screens()
    one.make("flag-chase")
    two.goto(one.invitation())
    expect(two.page.locator("#log-empty")).to_be_visible()
    one.choose("forward")
    expect(two.page.locator("#announce")).to_have_text("Player 1 moves to cell 2. It is your turn.")
    two.choose("backward")
    one.at(2)
    for screen in (one, two):
        expect(screen.page.locator("#log-empty")).to_be_hidden()
        assert screen.lines("#log") == ["Player 1 moves to cell 2.", "Player 2 stays on cell 5."]


# --- without scripts, and with less motion ---


def test_without_scripts_position_and_rules_are_there(screens: Screens) -> None:
    maker, reader = screens(), screens("phone", java_script_enabled=False)
    maker.make("grid-runner", way="bot")
    maker.choose("1,2")
    maker.at(2)
    reader.page.goto(maker.page.url.split("#")[0])
    assert "1,2: P1." in reader.board()
    expect(reader.page.locator("#status")).to_have_text("Player 1 to choose.")
    assert "Playing needs JavaScript." in reader.page.content()
    reader.page.click("details.rules > summary")
    expect(reader.page.get_by_text("You win by reaching any square of the other's edge")).to_be_visible()
    reader.page.goto("/games/grid-runner?size=7")
    expect(reader.page.locator("#preview desc")).to_contain_text("6,3: P2")
    expect(reader.page.get_by_text("You win by reaching any square of the other's edge")).to_be_visible()
    expect(reader.page.locator("#start")).to_be_hidden()
    reader.page.click("a:has-text('All rules')")
    expect(reader.page.get_by_text("F3-R12")).to_be_visible()
    reader.page.goto("/")
    expect(reader.page.locator(".game-card")).to_have_count(len(GAMES))


def test_reduced_motion_is_respected(screens: Screens) -> None:
    screen = screens(reduced_motion="reduce")
    screen.make("grid-runner", way="bot")
    screen.choose("1,2")
    screen.at(2)
    assert screen.page.evaluate("document.getAnimations().length") == 0
    assert screen.page.locator(".was").first.evaluate("each => getComputedStyle(each).animationName") == "none"


# --- quick ---


def test_a_page_that_was_seen_asks_for_nothing_but_itself(screens: Screens) -> None:
    screen = screens()
    screen.make("grid-runner", way="bot")
    link = screen.page.url
    screen.page.goto("/")
    screen.goto(link)
    sizes = [each["transferSize"] for each in screen.page.evaluate(TRANSFERS) if "/static/" in each["name"]]
    assert len(sizes) > 10 and sum(sizes) == 0


@pytest.mark.long
def test_files_come_however_many_people_share_an_address(browser: Browser, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", "--request-rate=10") as running:
        visitors = [Screen.open(browser, running.address) for _ in range(6)]
        for visitor in visitors:
            visitor.make("grid-runner", way="bot")
        assert [trouble for visitor in visitors for trouble in visitor.troubles] == []
        for visitor in visitors:
            visitor.context.close()


# --- QR codes ---


def test_a_telephone_reads_every_code_and_a_text_that_is_too_long_has_none(screens: Screens) -> None:
    screen = screens()
    screen.page.goto("/")
    code = "(text) => import('/static/qr.js').then((module) => module.qr(text))"
    for length in (12, 40, 62, 63, 84, 100, 122, 152, 181, 213):
        text = ("https://games.example/g/" + "abcDEF-_789#" * 20)[:length]
        assert _read(screen.page.evaluate(code, text)) == text
    assert screen.page.evaluate(code, "x" * 214) is None


def test_the_code_of_an_invitation_is_its_link(screens: Screens) -> None:
    screen = screens("phone", "dark")
    screen.make("grid-runner")
    link = screen.invitation()
    path = screen.page.locator("#qr path").get_attribute("d") or ""
    size = int((screen.page.locator("#qr svg").get_attribute("viewBox") or "").split()[2])
    rows = [[f"M{x} {y}h1" in path for x in range(size)] for y in range(size)]
    assert _read(rows) == link


def _read(rows: list[list[bool]]) -> str:
    picture = np.where(np.pad(np.array(rows), 4), 0, 255).astype(np.uint8)
    found = zxingcpp.read_barcodes(np.kron(picture, np.ones((6, 6), dtype=np.uint8)))
    return found[0].text if found else ""


# --- secrets on the screen ---


def test_a_watcher_sees_what_both_know(screens: Screens) -> None:
    one, watcher = screens(), screens("phone")
    one.make("flag-chase-traps", way="bot")
    one.choose("TRAP 3 3")
    one.at(2)
    watcher.goto(one.page.url.split("#")[0])
    assert "trap of" not in watcher.board()
    assert "trap of Player 1" in one.board()
    assert Player.P1.name in watcher.board()
    expect(watcher.page.locator(".spot")).to_have_count(0)
    expect(watcher.page.locator("#choice")).to_be_hidden()
