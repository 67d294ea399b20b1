"""Exploring in a real browser: what the board shows is what the solver says, and every branch stays."""

from __future__ import annotations

import json
from random import Random
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Route, expect

from flagfall import record
from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.evaluation.verdicts import verdicts
from flagfall.core import Player, Position
from flagfall.draw.words import described
from flagfall.games import GAMES
from flagfall.match.playout import playout
from tests.every_game import short_game

from .conftest import Screens
from .eyes import complaints, overflow, settled
from .screens import Screen

OPEN = [name for name, game in GAMES.items() if not game().hides()]
HIDING = [name for name, game in GAMES.items() if game().hides()]


def explore(screen: Screen, position: Position) -> None:
    screen.page.goto(f"/explore/{position.id}?{urlencode({'position': position.text()})}")
    screen.page.locator("#explore[data-ready]").wait_for()


def at(screen: Screen, position: Position) -> None:
    """Wait until this position is shown: in the address, and on the board."""
    expected = urlencode({"position": position.text()})
    screen.page.wait_for_function("wanted => location.search === '?' + wanted", arg=expected)
    expect(screen.page.locator("#explore")).to_have_attribute("aria-busy", "false")


KINDS = "['win', 'open', 'loss', 'chance']"
ROWS = f"all => all.map((row) => [row.dataset.option, {KINDS}.find((kind) => row.classList.contains(kind))])"


def rows(screen: Screen) -> list[tuple[str, str]]:
    return [(move, kind) for move, kind in screen.page.locator(".opt").evaluate_all(ROWS)]


def press(screen: Screen, move: str, seat: int = 0) -> None:
    hands = screen.page.locator(".hand-of")
    among: Locator = hands.nth(seat) if hands.count() else screen.page.locator("#moves")
    among.locator(f'[data-option="{move}"]').click()


@pytest.mark.parametrize("name", OPEN)
def test_every_move_is_shown_with_what_the_solver_says(name: str, screens: Screens) -> None:
    screen, knowledge = screens(), knowledge_of(GAMES[name]())
    for position in [*playout(GAMES[name](), Random(7), 5)]:
        explore(screen, position)
        if len(position.choices()) == 1:
            ((player, _),) = position.choices().items()
            judged, shown = verdicts(knowledge, position, player), rows(screen)
            assert dict(shown) == {move: str(each.kind) for move, each in judged.items()}
            order = [(judged[move].best, round(judged[move].value, 9)) for move, _ in shown]
            assert order == sorted(order, reverse=True), "from the best to the worst"
        words = screen.page.locator("#worth").text_content()
        worth = knowledge.solution.worth(position)
        assert words and (position.outcome() or f"{worth.distance}" in words or "nobody" in words or "better" in words)


@pytest.mark.parametrize("name", OPEN)
def test_moves_are_played_for_both_sides_and_the_address_follows(name: str, screens: Screens) -> None:
    screen, position = screens("phone"), GAMES[name]()
    explore(screen, position)
    for moves in short_game(name).plies[:4]:
        for number, move in enumerate(moves.values()):
            press(screen, move, number)
        position = position.play(moves)
        at(screen, position)
    screen.page.reload()
    screen.page.locator("#explore[data-ready]").wait_for()
    at(screen, position)
    plies = len(short_game(name).plies[:4])
    expect(screen.page.locator("#tree .chip")).to_have_count(plies + 1)  # it was kept
    screen.page.click('[data-step="root"]')
    at(screen, GAMES[name]())


def test_what_is_pressed_while_the_next_position_is_on_its_way_is_no_move(screens: Screens) -> None:
    """The board still shows what may be done a ply before."""
    screen, position = screens(), GAMES["grid-runner"].from_text("grid-runner P1 0,3/6,3 size=7")
    explore(screen, position)
    held: list[Route] = []
    late = True
    screen.page.route("**/api/explore/**", lambda route: held.append(route) if late else route.continue_())
    press(screen, "1,3")
    after = position.play({Player.P1: "1,3"})
    expect(screen.page.locator("#explore")).to_have_attribute("aria-busy", "true")
    press(screen, "1,2")
    late = False
    for route in held:
        route.continue_()
    at(screen, after)
    expect(screen.page.locator("#tree .chip")).to_have_count(2)


def test_a_branch_is_kept_walked_to_and_forgotten(screens: Screens) -> None:
    screen = screens()
    explore(screen, GAMES["grid-runner"]())
    press(screen, "1,1")
    screen.page.click('[data-step="back"]')
    press(screen, "1,2")
    tree = screen.page.locator("#tree .chip")
    expect(tree).to_have_count(3)
    screen.page.click("#aside")
    expect(screen.page.locator("#tree [aria-current]")).to_contain_text("1,1")
    screen.page.click("#cut")
    expect(tree).to_have_count(2)
    screen.page.locator("#worth").click()
    screen.page.keyboard.press("ArrowRight")
    expect(screen.page.locator("#tree [aria-current]")).to_contain_text("1,2")
    screen.page.keyboard.press("Home")
    expect(screen.page.locator("#tree [aria-current]")).to_contain_text("start")


def test_the_best_line_is_shown_and_walked(screens: Screens) -> None:
    screen, game = screens(), GAMES["capture-the-flag"]
    explore(screen, game())
    screen.page.click("#best-line")
    chips = screen.page.locator("#line .chip")
    expect(chips).to_have_count(knowledge_of(game()).solution.distance(game()) or 0)
    chips.last.click()
    expect(screen.page.locator("#worth")).to_contain_text("wins")
    expect(screen.page.locator("#turn")).to_contain_text("over")


def test_in_a_battle_both_choose_and_the_mixture_is_told(screens: Screens) -> None:
    battle = next(
        position for name in OPEN for position in playout(GAMES[name](), Random(5), 60) if len(position.choices()) > 1
    )
    screen = screens()
    explore(screen, battle)
    expect(screen.page.locator(".hand-of")).to_have_count(2)
    expect(screen.page.locator(".hand-of").first).to_contain_text("Best play")
    moves = {player: choices[0] for player, choices in battle.choices().items()}
    for number, move in enumerate(moves.values()):
        press(screen, move, number)
    at(screen, battle.play(moves))


@pytest.mark.parametrize("name", HIDING)
def test_where_something_is_hidden_eyes_can_be_chosen(name: str, screens: Screens) -> None:
    position = next(
        each
        for seed in range(9)
        for each in playout(GAMES[name](), Random(seed), 12)
        if each.choices() and each.view(Player.P1) != each != each.view(Player.P2)
    )
    screen = screens()
    explore(screen, position)
    expect(screen.page.locator("#turn")).to_contain_text("hides something")
    assert not screen.page.locator("#pole svg").count()
    seen = {
        "all": position,
        "P1": position.view(Player.P1),
        "P2": position.view(Player.P2),
        "both": position.view(None),
    }
    shown = {}
    for eyes, view in seen.items():
        screen.page.click(f'[data-eyes="{eyes}"]')
        expect(screen.page.locator("#board desc")).to_have_text(described(view.scene()))
        shown[eyes] = screen.board()
    assert shown["all"] != shown["P1"] != shown["P2"]


@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_opened_where_it_ended(name: str, screens: Screens) -> None:
    screen, game = screens(), short_game(name)
    screen.page.goto("/explore")
    screen.page.fill("#open-text", record.write([game]))
    screen.page.click("#open-form .main-action")
    screen.page.locator("#explore[data-ready]").wait_for()
    at(screen, game.match().position)
    expect(screen.page.locator("#tree .chip")).to_have_count(len(game.plies) + 1)


def test_nonsense_is_refused_and_stays_to_be_mended(screens: Screens) -> None:
    screen = screens()
    screen.page.goto("/explore")
    screen.page.fill("#open-text", "nonsense")
    with screen.page.expect_response("**/api/explore"):
        screen.page.click("#open-form .main-action")
    expect(screen.page.locator("#open-refusal")).to_be_visible()
    assert screen.page.input_value("#open-text") == "nonsense"
    screen.troubles.clear()  # the browser tells of the refusal


def test_play_goes_on_from_what_is_explored(screens: Screens) -> None:
    screen, position = screens(), GAMES["grid-runner"].from_text("grid-runner P2 1,2/4,2")
    explore(screen, position)
    screen.page.click("#play-on")
    expect(screen.page.locator("#own")).to_have_value("P2")
    screen.page.select_option("#rival", "random")
    screen.page.click("#playing-go")
    screen.page.wait_for_url("**/g/*")
    screen.ready()
    expect(screen.page.locator("#choice")).to_be_visible()
    assert "P2" in json.dumps(screen.page.locator(".spot").evaluate_all("all => all.length > 0 && 'P2'"))


def test_a_game_that_is_too_large_to_solve_says_so_and_is_shown_all_the_same(screens: Screens) -> None:
    screen = screens()
    explore(screen, GAMES["grid-runner"].from_text("grid-runner P1 0,3+0,4+0,5/8,3+8,4+8,5 size=9 tokens=3"))
    expect(screen.page.locator("#turn")).to_contain_text("too large to be solved")
    expect(screen.page.locator(".spot").first).to_be_visible()


@pytest.mark.long
def test_axe_finds_nothing_and_nothing_is_cut_off(screens: Screens) -> None:
    screen = screens("phone", "dark")
    for name in ("grid-runner", "flag-chase", "flag-chase-traps"):
        explore(screen, GAMES[name]())
        is_whole(screen)
    explore(screen, GAMES["flag-chase"].from_text("flag-chase P1 3/3"))
    is_whole(screen)
    screen.page.goto("/explore")
    is_whole(screen)


def is_whole(screen: Screen) -> None:
    for size, scheme in (("phone", "dark"), ("desktop", "light")):
        screen.resize(size, scheme)
        settled(screen)
        assert complaints(screen) == [] and overflow(screen) <= 0, (screen.page.url, size)
