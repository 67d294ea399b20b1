"""Lessons and puzzles on the full screen: by keys, by the mouse and typed, at every size, for every game with any."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest
from textual.pilot import Pilot

from flagfall.coach.lessons.lesson import NoLesson, lesson_or_none
from flagfall.coach.lessons.progress import mastery
from flagfall.core import Move, Position
from flagfall.games import GAMES
from flagfall.terminal.screen.app import Flagfall
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.gate import Display
from flagfall.terminal.screen.study.lessons import LessonScreen
from flagfall.terminal.screen.study.puzzles import PuzzleScreen
from flagfall.terminal.screen.study.trying import Onward, Trying
from tests.program import run as run_plain
from tests.screen.harness import STILL, golden_at_every_size, on_screen, settled, text_of, typed

TAUGHT = [name for name, game in GAMES.items() if lesson_or_none(game)]
SOLVED = [name for name, game in GAMES.items() if not game().hides()]
Drive = Callable[[Pilot[int], Trying], Awaitable[None]]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def noticed(pilot: Pilot[int]) -> str:
    return " ".join(each.message for each in pilot.app._notifications)


def learning(drive: Drive, name: str, display: Display = STILL) -> None:
    _driven(drive, lambda app: app.learn(GAMES[name]), display)


def puzzling(drive: Drive, start: Position) -> None:
    _driven(drive, lambda app: app.puzzles(start), STILL)


def _driven(drive: Drive, errand: Callable[[Flagfall], None], display: Display) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, Trying)
        await drive(pilot, screen)

    on_screen(look, errand, display=display)


async def type_move(pilot: Pilot[int], screen: Trying, move: Move) -> None:
    assert screen.trial
    written = screen.trial.task.view.written(move)
    await typed(pilot, written if written[0].isdigit() else f":{written}")
    await pilot.press("enter")
    await settled(pilot)


async def click_move(pilot: Pilot[int], screen: Trying, move: Move) -> None:
    """Click the cell or the card of a move, and in the list that may open the move itself."""
    board = screen.board
    option = next(each for each in board.options if each.move == move)
    place = board.cards.index(option) if option.to is None else option.to
    region = board.region_of(place)
    assert region
    x, y = (int(each) for each in region.center)
    await pilot.click(Board, offset=(x - board.window.x, y - board.window.y))
    if board.question:
        for _ in range(board.question.options.index(option)):
            await pilot.press("down")
        await pilot.press("enter")
    await settled(pilot)


def wrong_moves(screen: Trying) -> list[Move]:
    assert screen.trial
    task = screen.trial.task
    return [move for move in task.moves if move not in task.right]


def right_move(screen: Trying) -> Move:
    assert screen.trial
    return min(screen.trial.task.right)


# --- lessons ---


@pytest.mark.long
@pytest.mark.parametrize("name", TAUGHT)
def test_a_whole_lesson_by_the_keyboard_alone_and_how_it_looks(name: str) -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        done, every = mastery(GAMES[name])
        assert done == 0
        await golden_at_every_size(pilot, f"lesson-{name}-{{}}-asked")
        await type_move(pilot, screen, wrong_moves(screen)[0])
        await golden_at_every_size(pilot, f"lesson-{name}-{{}}-wrong")
        for number in range(every):
            await type_move(pilot, screen, right_move(screen))
            if not number:
                await golden_at_every_size(pilot, f"lesson-{name}-{{}}-right")
            assert "Right!" in text_of(pilot.app)
            await pilot.press("enter")
            await settled(pilot)
        assert "You have mastered all of it." in text_of(pilot.app)
        assert mastery(GAMES[name]) == (every, every)
        await pilot.press("escape")
        await settled(pilot)
        assert pilot.app.screen is not screen

    learning(drive, name)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_step_by_the_mouse_alone(name: str) -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        first = screen.trial
        await click_move(pilot, screen, wrong_moves(screen)[-1])
        assert "Try again." in text_of(pilot.app)
        await click_move(pilot, screen, right_move(screen))
        assert "Right!" in text_of(pilot.app)
        await pilot.click(Onward)
        await settled(pilot)
        assert screen.trial is not first
        assert "Step 2" in text_of(pilot.app)

    learning(drive, name)


def test_arrows_and_enter_choose_on_the_board() -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        assert screen.trial
        await pilot.press("down", "enter")
        await settled(pilot)
        assert screen.trial.found

    learning(drive, "grid-runner")


def test_hints_and_what_cannot_be_played_are_told_and_nothing_is_lost() -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        await typed(pilot, "0,0")
        await pilot.press("enter")
        assert "(0,0) is behind (3,1)" in " ".join(text_of(pilot.app).split())
        await pilot.press("h")
        assert "3 of 5 moves do it." in text_of(pilot.app)
        await pilot.press("h")
        assert "It is 4,0, 4,1 or 4,2." in text_of(pilot.app)

    learning(drive, "grid-runner")


def test_one_may_go_back_a_step_and_leave_one_out() -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        await pilot.press("n")
        assert "Step 2 of" in text_of(pilot.app)
        await pilot.press("b", "b")
        assert "Step 1 of" in text_of(pilot.app)

    learning(drive, TAUGHT[0])


@pytest.mark.parametrize("name", TAUGHT)
def test_a_wrong_move_is_shown_where_things_move_and_any_key_takes_it_back(name: str) -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        assert screen.trial
        task = screen.trial.task
        wrong = wrong_moves(screen)[0]
        screen.choose(wrong)
        assert not screen.board.options
        await pilot.press("left")
        assert screen.board.scene.cells == task.view.cells()
        assert {option.move for option in screen.board.options} == set(task.moves)

    learning(drive, name, display=Display(motion=True))


def test_what_was_learned_in_plain_lines_is_known_on_the_screen() -> None:
    run_plain("learn", "grid-runner", typed=["4,1", "quit"])

    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        assert "Step 2 of 5" in text_of(pilot.app)
        assert "1 of 10 mastered" in text_of(pilot.app)

    learning(drive, "grid-runner")


def test_a_game_without_a_lesson_is_said_to_have_none() -> None:
    without = next(game for name, game in GAMES.items() if name not in TAUGHT)
    with pytest.raises(NoLesson):
        LessonScreen(without)


# --- puzzles ---


@pytest.fixture(autouse=True)
def _same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flagfall.terminal.show.puzzle.Random", lambda: Random(1))


@pytest.mark.parametrize("name", SOLVED)
def test_a_puzzle_and_its_answer_as_they_look(name: str) -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        await golden_at_every_size(pilot, f"puzzle-{name}-{{}}-asked")
        await type_move(pilot, screen, wrong_moves(screen)[0])
        await golden_at_every_size(pilot, f"puzzle-{name}-{{}}-wrong")

    puzzling(drive, GAMES[name]())


def test_three_tries_then_the_answer_and_it_comes_again() -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        assert isinstance(screen, PuzzleScreen) and screen.practice
        first = screen.practice.puzzle.name
        for left, move in zip(("2 tries left", "1 try left", "Right was 5."), wrong_moves(screen), strict=False):
            await click_move(pilot, screen, move)
            assert left in text_of(pilot.app)
        assert screen.practice.progress.solved[first] is False
        await pilot.press("enter")
        assert screen.practice.puzzle.name != first

    puzzling(drive, GAMES["flag-chase"]())


def test_when_all_are_mastered_it_goes_on() -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        assert isinstance(screen, PuzzleScreen) and screen.practice
        for _ in range(len(screen.practice.among) + 2):
            await type_move(pilot, screen, right_move(screen))
            await pilot.press("enter")
            await settled(pilot)
        assert "All of them!" in noticed(pilot)
        assert "3 of 3 mastered" in text_of(pilot.app)
        assert screen.trial and not screen.trial.is_over

    puzzling(drive, GAMES["capture-the-flag"]())


def test_own_mistakes_are_puzzles_if_there_are_any() -> None:
    async def none(pilot: Pilot[int], screen: Trying) -> None:
        await pilot.press("m")
        await settled(pilot)
        assert "play one first" in noticed(pilot)

    async def one(pilot: Pilot[int], screen: Trying) -> None:
        await pilot.press("m")
        await settled(pilot)
        assert "your own mistakes" in text_of(pilot.app)
        assert "0 of 1 mastered" in text_of(pilot.app)
        await pilot.press("m")
        await settled(pilot)
        assert "0 of 3 mastered" in text_of(pilot.app)

    puzzling(none, GAMES["capture-the-flag"]())
    run_plain("play", "capture-the-flag", typed=["1", "2", "1", "1"])
    puzzling(one, GAMES["capture-the-flag"]())


def test_exploring_tells_nothing_before_the_puzzle_is_over() -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        await pilot.press("e")
        await settled(pilot)
        assert pilot.app.screen is screen
        await type_move(pilot, screen, right_move(screen))
        await pilot.press("e")
        await settled(pilot)
        assert pilot.app.screen is not screen

    puzzling(drive, GAMES["capture-the-flag"]())


@pytest.mark.parametrize("start", [game() for game in GAMES.values() if game().hides()], ids=lambda start: start.id)
def test_where_something_is_hidden_there_are_estimates_or_a_word_why(start: Position) -> None:
    async def drive(pilot: Pilot[int], screen: Trying) -> None:
        while not (screen.trial or "hides something" in " ".join(text_of(pilot.app).split())):
            await pilot.pause()
        if screen.trial:
            assert "≈" in screen.trial.task.ask and screen.board.scene.cells == screen.trial.task.view.cells()
        await pilot.press("h", "n", "enter", "escape")
        await settled(pilot)
        assert pilot.app.screen is not screen

    puzzling(drive, start)
