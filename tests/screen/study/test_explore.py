"""Exploring: every move with its worth, branches kept, by keys, by mouse and typed, for every game at every size."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.evaluation.grades import in_words
from flagfall.coach.evaluation.verdicts import verdicts
from flagfall.coach.explore import Eyes, insight
from flagfall.core import Moves as Ply
from flagfall.core import Player
from flagfall.games import GAMES, position
from flagfall.record.text import write
from flagfall.terminal.screen.panels.moves import Moves
from flagfall.terminal.screen.panels.value import ValueBar
from flagfall.terminal.screen.play.game import GameScreen
from flagfall.terminal.screen.study.explore import ExploreScreen
from flagfall.terminal.screen.study.playing_on import PlayOn
from flagfall.terminal.screen.study.texts import AskText, ShowText
from tests.every_game import short_game
from tests.screen.harness import SIZES, at_every_size, golden_at_every_size, on_screen, settled, text_of, typed

from .looking import HIDDEN, SOLVED, hidden_twins, place_of, random_plies, resized, shown, to_a_battle, unfinished

P1, P2 = Player
NEAR = "flag-chase-traps P1 1,1/4,4 1/1 -/- size=4 traps=1 open_traps=yes"
"""Solved, but too many positions to follow all."""
TOO_BIG = "grid-runner P1 0,0+0,1+0,2+0,3+0,4+0,5+0,6+0,7/8,0+8,1+8,2+8,3+8,4+8,5+8,6+8,7 size=9 tokens=8"


def exploring(pilot: Pilot[int]) -> ExploreScreen:
    screen = pilot.app.screen
    assert isinstance(screen, ExploreScreen)
    return screen


def listed(pilot: Pilot[int]) -> list[str]:
    return [str(option.prompt) for option in exploring(pilot).query_one(Moves).options]


# --- every game ---


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_a_game_is_explored_by_keys(name: str, tmp_path: Path) -> None:
    start, record, file = GAMES[name](), short_game(name), tmp_path / "game.flagfall"
    file.write_text(write([record]), encoding="utf-8")
    plies = random_plies(start, 5)

    async def look(pilot: Pilot[int]) -> None:
        await walk(pilot, plies)
        await copy_and_open_the_text(pilot)
        await open_text(pilot, str(file))
        assert exploring(pilot).tried.plies == record.plies and exploring(pilot).start == record.start
        await pilot.press("u", "u")
        await look_at_every_size(pilot, name)
        await play_on(pilot)

    on_screen(look, lambda app: app.explore(start, plies))


async def walk(pilot: Pilot[int], plies: list[Ply]) -> None:
    """Keys take back and play again."""
    screen = exploring(pilot)
    assert screen.tried.here.ply == len(plies)
    end = screen.position
    for ply in reversed(range(len(plies))):
        await pilot.press("u")
        assert screen.tried.here.ply == ply
    await pilot.press("u")
    assert screen.position == screen.start
    await pilot.press("end")
    assert screen.position == end
    await pilot.press("home", *["r"] * len(plies))
    assert screen.position == end and len(screen.tried.nodes()) == len(plies) + 1


async def copy_and_open_the_text(pilot: Pilot[int]) -> None:
    text = exploring(pilot).position.text()
    await pilot.press("c")
    assert isinstance(pilot.app.screen, ShowText)
    assert pilot.app.clipboard == text == shown(pilot, "#line")
    await pilot.press("escape")
    await open_text(pilot, text)
    assert exploring(pilot).start.text() == text and exploring(pilot).tried.here.ply == 0


async def open_text(pilot: Pilot[int], text: str) -> None:
    await pilot.press("o")
    assert isinstance(pilot.app.screen, AskText)
    pilot.app.screen.query_one(Input).value = text
    await pilot.press("enter")
    await settled(pilot)


async def look_at_every_size(pilot: Pilot[int], name: str) -> None:
    here = exploring(pilot).position
    await resized(pilot, (40, 12))
    await golden_at_every_size(pilot, f"explore-{name}-{{}}")
    assert exploring(pilot).position == here


async def play_on(pilot: Pilot[int]) -> None:
    """From here, against whom one likes."""
    here = exploring(pilot).position
    await pilot.press("p")
    dialog = pilot.app.screen
    assert isinstance(dialog, PlayOn)
    own = dialog.own
    await pilot.press("right")
    assert dialog.own is own.other
    await pilot.press("left", "home", "enter")
    await pilot.pause()
    games = [each for each in pilot.app.screen_stack if isinstance(each, GameScreen)]
    assert games and games[0].table.records()[0].start == here, pilot.app.screen_stack[-1]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_explored_with_the_mouse(name: str) -> None:
    """In the tree, and on the board at every size."""
    start = GAMES[name]()
    plies = random_plies(start, 3)

    async def look(pilot: Pilot[int]) -> None:
        screen, board = exploring(pilot), exploring(pilot).board
        tree = screen.query_one("#tree", OptionList)
        assert len(tree.options) == len(plies) + 1
        await pilot.click(tree, offset=(3, 0))
        await pilot.pause()
        assert screen.position == start
        tree.focus()
        await pilot.press("down")
        assert screen.tried.here.ply == 1
        await pilot.press("up")
        assert screen.position == start
        async for _ in at_every_size(pilot):
            option = next(each for each in board.options if each.to is None or len(board.targets()[each.to]) == 1)
            await pilot.click(board, offset=place_of(board, option))
            await pilot.pause()
            assert option.move in (screen.chosen or screen.tried.here.moves).values()
            await pilot.press("u")

    on_screen(look, lambda app: app.explore(start, plies), size=(120, 40))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_every_move_is_known_and_what_is_tried_stays(name: str) -> None:
    start = GAMES[name]()

    async def look(pilot: Pilot[int]) -> None:
        if name in SOLVED:
            await every_move_has_its_worth(pilot)
        if len(start.choices()) == 1:
            await branches_stay(pilot)
        if name in SOLVED:
            await play_the_best_line(pilot)

    on_screen(look, lambda app: app.explore(start))


async def every_move_has_its_worth(pilot: Pilot[int]) -> None:
    """Listed from the best, with its worth and distance."""
    screen, start = exploring(pilot), exploring(pilot).start
    found = verdicts(knowledge_of(start), start, next(iter(start.choices())))
    async for size in at_every_size(pilot):
        assert screen.board.verdicts == found
        lines = listed(pilot)
        assert len(lines) == len(found)
        for line, (move, verdict) in zip(lines, found.items(), strict=True):
            assert line.startswith(f"{verdict.mark:<3} {verdict.short}") and start.written(move) in line
        assert screen.query_one(ValueBar).words == in_words(knowledge_of(start).solution.worth(start))
        if size != "60x20":
            assert all(verdict.short in text_of(pilot.app) for verdict in found.values())


async def branches_stay(pilot: Pilot[int]) -> None:
    screen, start = exploring(pilot), exploring(pilot).start
    ((player, every),) = start.choices().items()
    moves = list(every[:3])
    for move in moves:
        await typed(pilot, f":{start.written(move)}")
        await pilot.press("enter")
        assert screen.tried.here.moves == {player: move}
        await pilot.press("u")
    assert [node.moves[player] for node in screen.tried.root.children] == moves
    await pilot.press("r")
    at = moves.index(screen.tried.here.moves[player])
    await pilot.press("n")
    assert screen.tried.here.moves[player] == moves[(at + 1) % len(moves)]
    await pilot.press("N")
    assert screen.tried.here.moves[player] == moves[at]
    await pilot.press("x")
    assert screen.position == start and len(screen.tried.root.children) == len(moves) - 1


async def play_the_best_line(pilot: Pilot[int]) -> None:
    """To its end, with one key."""
    start = exploring(pilot).start
    line = insight(knowledge_of(start), start).line
    told = shown(pilot, "#best")
    assert told.startswith("Best play") and all(move in told for move in line[0].values())
    for moves in line[:12]:
        await pilot.press("b")
        assert exploring(pilot).tried.here.moves == moves


# --- what is known ---


@pytest.mark.long
def test_values_are_shown_where_not_all_can_be_followed() -> None:
    start = position(NEAR)

    async def look(pilot: Pilot[int]) -> None:
        found = verdicts(knowledge_of(start), start, P1)
        assert exploring(pilot).board.verdicts == found
        await pilot.press("b")
        await settled(pilot)
        assert exploring(pilot).board.verdicts == verdicts(knowledge_of(start), exploring(pilot).position, P2)

    on_screen(look, lambda app: app.explore(start))


@pytest.mark.long
def test_what_is_too_big_to_solve_is_said_to_be_and_can_be_played_all_the_same() -> None:
    async def look(pilot: Pilot[int]) -> None:
        told = " ".join(shown(pilot, "#best").split())
        assert "solving this needs" in told.casefold() and "of memory" in told
        assert "at random from here, Player 1 wins ≈" in told and "±" in told
        assert not exploring(pilot).query_one(ValueBar).display
        here = exploring(pilot).position
        await typed(pilot, here.written(here.choices()[P1][0]))
        await pilot.press("enter")
        assert exploring(pilot).tried.here.ply == 1

    on_screen(look, lambda app: app.explore(position(TOO_BIG)))


def test_an_answer_about_another_game_is_dropped() -> None:
    small, big = GAMES["grid-runner"](), position("flag-chase P1 1/99 cells=99 numbers=9")

    async def look(pilot: Pilot[int]) -> None:
        screen = exploring(pilot)
        screen.enter(big.text())
        screen.enter(small.text())
        await settled(pilot)
        assert screen.knowledge and screen.knowledge.solution.start == small == screen.start
        assert screen.board.verdicts == verdicts(knowledge_of(small), small, P1)

    on_screen(look, lambda app: app.explore(GAMES["capture-the-flag"]()))


# --- going about ---


def test_a_click_in_the_list_of_moves_plays() -> None:
    async def look(pilot: Pilot[int]) -> None:
        moves = exploring(pilot).query_one(Moves)
        wanted = moves.listed[2].move
        await pilot.click(moves, offset=(4, 2))
        await pilot.pause()
        assert exploring(pilot).tried.here.moves == {P1: wanted}

    on_screen(look, lambda app: app.explore(GAMES["grid-runner"]()))


@pytest.mark.parametrize("name", [name for name in GAMES if to_a_battle(GAMES[name]())])
def test_in_a_battle_both_choices_are_made_one_after_the_other(name: str) -> None:
    plies = to_a_battle(GAMES[name]())
    assert plies is not None

    async def look(pilot: Pilot[int]) -> None:
        screen = exploring(pilot)
        before, choices = screen.position, screen.position.choices()
        for player, moves in choices.items():
            assert screen.chooser is player and str(player) in shown(pilot, "#told")
            assert {option.move for option in screen.board.options} == set(moves)
            await typed(pilot, f":{before.written(moves[-1])}")
            await pilot.press("enter")
        assert screen.tried.here.moves == {player: moves[-1] for player, moves in choices.items()}
        await pilot.press("u")
        await typed(pilot, f":{before.written(choices[P1][0])}")
        await pilot.press("enter", "u")
        assert screen.position == before and not screen.chosen

    on_screen(look, lambda app: app.explore(GAMES[name](), plies))


# --- typing and opening ---


def test_what_cant_be_played_is_said_and_changes_nothing() -> None:
    async def look(pilot: Pilot[int]) -> None:
        await typed(pilot, "4,4")
        await pilot.press("enter")
        await settled(pilot)
        assert exploring(pilot).tried.here.ply == 0
        assert "(4,4) is too far from (0,2)" in text_of(pilot.app)

    on_screen(look, lambda app: app.explore(GAMES["grid-runner"]()))


@pytest.mark.parametrize("name", HIDDEN)
def test_a_hidden_game_that_goes_on_is_not_opened(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game.flagfall"
    file.write_text(write([unfinished(GAMES[name](), random_plies(GAMES[name](), 2))]), encoding="utf-8")

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("o")
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        assert "stays hidden" in " ".join(shown(pilot, "#problem").split())

    on_screen(look, lambda app: app.explore(GAMES["capture-the-flag"]()))


@pytest.mark.parametrize("text", ["", "nothing-like-this", "grid-runner P1 9,9/4,2", "grid-runner"])
def test_what_cant_be_opened_is_said_and_nothing_typed_is_lost(text: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("o")
        pilot.app.screen.query_one(Input).value = text
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, AskText)
        assert str(pilot.app.screen.query_one("#problem", Static).visual)
        assert pilot.app.screen.query_one(Input).value == text
        await pilot.press("escape")
        assert exploring(pilot).start == GAMES["capture-the-flag"]()

    on_screen(look, lambda app: app.explore(GAMES["capture-the-flag"]()))


# --- what is hidden ---


@pytest.mark.parametrize("name", HIDDEN)
def test_the_hidden_game_has_no_values_and_says_so(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        assert "hides something from the other" in " ".join(shown(pilot, "#best").split())
        assert not exploring(pilot).board.verdicts and not exploring(pilot).query_one(ValueBar).display

    on_screen(look, lambda app: app.explore(GAMES[name]()))


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.long
def test_with_somebodys_eyes_one_sees_nothing_that_is_hidden_from_them(name: str) -> None:
    for eyes, *twins in islice(hidden_twins(name), 2):
        seen = [seen_with(eyes, name, plies) for plies in twins]
        assert seen[0] == seen[1] and len(seen[0]) == 2 * len(SIZES)


def seen_with(eyes: Eyes, name: str, plies: list[Ply]) -> list[str]:
    seen: list[str] = []

    async def look(pilot: Pilot[int]) -> None:
        while exploring(pilot).eyes is not eyes:
            await pilot.press("e")
        for size in SIZES:
            await resized(pilot, size)
            assert eyes.value in text_of(pilot.app)
            seen.append(text_of(pilot.app))
            await pilot.press("m", "c")
            seen.append(text_of(pilot.app))
            await pilot.press("escape", "m")

    on_screen(look, lambda app: app.explore(GAMES[name](), plies))
    return seen
