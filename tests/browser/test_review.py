"""After a game: every moment can be seen again, with what it was worth, and leads into Explore."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.evaluation.verdicts import verdicts
from flagfall.draw.words import described
from flagfall.games import BOOKS, GAMES
from flagfall.match import Match
from tests.every_game import short_game
from tests.online.client import Live, both_links, create

from .conftest import Screens
from .eyes import complaints, overflow, settled, spilled
from .screens import Screen

OPEN = [name for name, game in GAMES.items() if not game().hides()]


def replay(address: str, match: Match) -> tuple[str, dict[str, str]]:
    """The same match on the server: its id, and the tokens of its seats."""
    game, tokens = both_links(address, match.start.id)
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two:
        at = {"P1": one, "P2": two}
        for ply in match.plies:
            for player, move in ply.moves.items():
                at[player.name].move(move)
                at[player.other.name].until(at[player.name].state["seq"])
    return game, tokens


def moments(match: Match) -> Iterator[str]:
    """The board's text at each moment, from the end to the start."""
    for position in [*(ply.before for ply in match.plies), match.position][::-1]:
        yield described(position.scene())


@pytest.mark.parametrize("name", GAMES)
def test_stepping_back_after_the_end_shows_the_position_then(name: str, screens: Screens, address: str) -> None:
    match = short_game(name).match()
    game, tokens = replay(address, match)
    screen = screens()
    screen.goto(f"/g/{game}#{tokens['P2']}")
    for number, text in enumerate(moments(match)):
        if number:
            screen.page.click('[data-step="back"]')
        expect(screen.page.locator("#board desc")).to_have_text(text)
    for text in [*moments(match)][::-1][1:]:
        screen.page.keyboard.press("ArrowRight")
        expect(screen.page.locator("#board desc")).to_have_text(text)


@pytest.mark.long
@pytest.mark.parametrize("name", ["capture-the-flag", "grid-runner"])
def test_each_move_is_listed_with_its_worth_and_what_was_played(name: str, screens: Screens, address: str) -> None:
    match = short_game(name).match()
    game, tokens = replay(address, match)
    screen = screens("phone")
    screen.goto(f"/g/{game}#{tokens['P1']}")
    expect(screen.page.locator("#analysis")).to_be_visible()
    expect(screen.page.locator("#grades .chip")).to_have_count(len(match.plies))
    knowledge = knowledge_of(match.start)
    for number in (len(match.plies) - 1, 0):
        screen.page.locator(".hits button").nth(number).click()
        ply = match.plies[number]
        ((player, move),) = ply.moves.items()
        rows = screen.page.locator("#review-moves .opt")
        expect(rows).to_have_count(len(verdicts(knowledge, ply.before, player)))
        expect(rows.filter(has_text="played")).to_have_attribute("data-option", move)
        expect(screen.page.locator("#board .val")).not_to_have_count(0)
        expect(screen.page.locator("#pole svg")).to_be_visible()


@pytest.mark.long
def test_a_long_even_game_is_folded(screens: Screens, address: str) -> None:
    match = next(
        found for found in (short_game(name).match() for name in OPEN) if len(found.plies) > 12 and found.outcome
    )
    game, _ = replay(address, match)
    screen = screens()
    screen.goto(f"/g/{game}")
    fold = screen.page.locator(".chip.fold").first
    expect(fold).to_contain_text("moves in which nothing was decided")
    before = screen.page.locator("#grades .chip").count()
    fold.click()
    assert screen.page.locator("#grades .chip").count() > before


@pytest.mark.long
def test_what_if_leads_into_explore_with_the_whole_game(screens: Screens, address: str) -> None:
    match = short_game("grid-runner").match()
    game, _ = replay(address, match)
    screen = screens()
    screen.goto(f"/g/{game}")
    expect(screen.page.locator("#analysis")).to_be_visible()
    screen.page.locator(".hits button").nth(1).click()
    expect(screen.page.locator("#board desc")).to_have_text(described(match.plies[1].before.scene()))
    screen.page.click("#what-if")
    screen.page.locator("#explore[data-ready]").wait_for()
    expect(screen.page.locator("#tree .chip")).to_have_count(len(match.plies) + 1)
    expect(screen.page.locator("#tree [aria-current]")).to_contain_text("1.")
    expect(screen.page.locator("#board desc")).to_have_text(described(match.plies[1].before.scene()))


# --- a coach against bots ---


def against_bot(screen: Screen, address: str, game: str) -> None:
    made = create(address, game, seats={"P1": "link", "P2": "bot:random"})
    screen.goto(made["seats"]["P1"]["link"])


def test_against_a_bot_values_and_hints_are_there_for_who_wants_them(screens: Screens, address: str) -> None:
    screen = screens()
    against_bot(screen, address, "grid-runner")
    expect(screen.page.locator("#coach")).to_be_visible()
    expect(screen.page.locator("#board .val")).to_have_count(0)
    screen.page.check("#coach-values")
    expect(screen.page.locator("#board .val")).to_have_count(5)
    expect(screen.page.locator("#pole svg")).to_be_visible()
    screen.page.click("#coach-hint")
    expect(screen.page.locator("#coach-words")).to_contain_text("best")
    screen.page.click("#coach-hint")
    expect(screen.page.locator("#coach-words")).to_contain_text("Best is 0,1 or 0,3")
    screen.page.check("#coach-good")
    screen.choose("1,2")
    expect(screen.page.locator("#coach-words")).to_contain_text("Your 1,2")
    screen.page.reload()
    screen.ready()
    expect(screen.page.locator("#coach-values")).to_be_checked()  # the browser keeps what is wanted


@pytest.mark.long
def test_against_a_bot_that_hides_something_a_seat_is_told_estimates_and_where_to_be_careful(
    screens: Screens, address: str
) -> None:
    screen, watcher = screens(), screens("phone")
    against_bot(screen, address, "flag-chase-traps")
    watcher.goto(screen.page.url.split("#")[0])
    words = screen.page.locator("#coach-words")
    screen.page.click("#coach-hint")
    expect(words).to_contain_text("A strong player would choose")
    screen.page.click("#coach-hint")
    expect(words).to_contain_text(re.compile("A strong player would (mix|play)"))
    screen.page.check("#coach-values")
    expect(screen.page.locator("#board .val").first).to_contain_text(re.compile(r"≈\d+%"))
    expect(screen.page.locator("#coach-worth")).to_contain_text(re.compile(r"≈ \d+ % ± \d+ % for you"))
    screen.page.check("#coach-good")
    for ply, move in ((2, "MOVE 1 2"), (4, "MOVE 1 3")):
        screen.choose(move)
        screen.at(ply)
        expect(words).to_contain_text(f"Your {move}")
    suspects = screen.page.locator("#board .suspect")
    if "TRAP ?" in " ".join(screen.lines("#history")):
        expect(suspects.first).to_be_visible()
    expect(watcher.page.locator("#coach")).to_be_hidden()
    expect(watcher.page.locator("#board .suspect")).to_have_count(0)


def everything_is_told(screen: Screen) -> None:
    """The coach with all that it has, a move after the beginning; where something is hidden, with where it may be."""
    screen.page.check("#coach-values")
    screen.page.check("#coach-good")
    for turn in range(12):
        screen.page.locator(".spot, #controls button").first.click()
        screen.at(2 * turn + 2)
        if screen.page.get_attribute("#game", "data-hides") == "no" or "TRAP ?" in " ".join(screen.lines("#history")):
            break
    for _ in range(2):
        screen.page.click("#coach-hint")
    expect(screen.page.locator("#coach-words")).to_contain_text("Your ")
    expect(screen.page.locator("#board .val").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", [cls.id for cls in BOOKS])
def test_axe_finds_nothing_with_all_that_a_coach_tells_and_nothing_hides_the_board(
    game: str, screens: Screens, address: str
) -> None:
    screen = screens()
    against_bot(screen, address, game)
    everything_is_told(screen)
    if GAMES[game]().hides():
        expect(screen.page.locator("#board .suspect").first).to_be_visible()
    for size, scheme in (("desktop", "light"), ("phone", "dark"), ("sideways", "light"), ("zoomed", "dark")):
        screen.resize(size, scheme)
        settled(screen)
        assert complaints(screen) == [], (size, scheme)
        assert overflow(screen) <= 0, size
        assert spilled(screen) == [], size
        assert screen.page.evaluate(HIDDEN_BY) == [], size
        if size in ("sideways", "zoomed"):  # the board stays where it is while one scrolls
            assert screen.page.evaluate(OUT_OF_SIGHT) == [], size


OUT_OF_SIGHT = """() => [...document.querySelectorAll("#steps > *")]
  .filter((each) => each.getBoundingClientRect().bottom > innerHeight).map((each) => each.outerHTML)"""
"""Of the steps back and forth."""
HIDDEN_BY = """() => {
  const boxes = (what) => [...document.querySelectorAll(what)].map((each) => [each, each.getBoundingClientRect()]);
  const beside = (one, two) => one.left >= two.right || one.top >= two.bottom;
  const drawn = boxes("#board .castle, #board .no");
  const over = boxes("#pole :is(.shaft, .value-flag), #steps > *").filter(([it, box]) => box.height
    && [...drawn, ...(it.closest("#steps") ? boxes("#pole :is(.shaft, .end)") : [])]
      .some(([, each]) => !beside(box, each) && !beside(each, box)));
  return over.map(([each]) => each.outerHTML);
}"""
"""What lies over the castles and the names of the cells of a line, or over the pole."""


def test_between_people_nobody_is_helped(screens: Screens, address: str) -> None:
    screen = screens()
    for name in GAMES:
        game, tokens = both_links(address, name)
        screen.goto(f"/g/{game}#{tokens['P1']}")
        expect(screen.page.locator("#coach")).to_be_hidden()
        expect(screen.page.locator("#analysis")).to_be_hidden()
