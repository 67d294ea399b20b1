"""Saved games and records on the full screen: going on, looking at them again, deleting."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.record.files import held, saved
from flagfall.terminal.local.play import Setup
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.home import saved as saved_screen
from flagfall.terminal.screen.home.home import Home, SpotLine
from flagfall.terminal.screen.home.saved import SavedScreen
from flagfall.terminal.screen.play.game import GameScreen
from flagfall.terminal.screen.play.local import new_game
from flagfall.terminal.screen.study.analysis import AnalysisScreen

from .harness import SIZES, at_every_size, on_screen, settled, text_of, typed

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def played(game, moves: int) -> Path:
    """A game of two people with so many moves, kept and left."""
    table = new_game(Setup(game(), dict.fromkeys(Player, HUMAN), names={Player.P1: "Ada", Player.P2: "Ben"}))
    for _ in range(moves):
        if table.asked:
            table.submit(table.match.position.choices()[table.asked][0])
    table.leave()
    return saved()[0]


@GAME
def test_a_saved_game_tells_whom_and_whose_turn_and_goes_on(game) -> None:
    played(game, 1)

    async def look(pilot: Pilot[int]) -> None:
        shown = text_of(pilot.app)
        assert "Ada and Ben" in shown
        assert "1 ply, since today" in shown
        assert "Ada" in shown
        await pilot.press("enter")
        await pilot.pause()
        assert any(isinstance(each, GameScreen) for each in pilot.app.screen_stack)

    on_screen(look, lambda app: app.saved())


def test_who_leaves_before_all_files_are_read_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the program goes on: what was found came for a list that was gone."""
    left, read = Event(), saved_screen.saved_games
    monkeypatch.setattr(saved_screen, "saved_games", lambda games: left.wait(30) and read(games))

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("r")
        assert isinstance(pilot.app.screen, SavedScreen)
        await pilot.press("escape")
        left.set()
        await settled(pilot)
        assert isinstance(pilot.app.screen, Home)

    on_screen(look)


def test_the_newest_is_told_at_the_home() -> None:
    played(GAMES["grid-runner"], 1)

    async def look(pilot: Pilot[int]) -> None:
        await settled(pilot)
        assert "Grid Runner" in pilot.app.screen.query_one("#spot-r", SpotLine).about

    on_screen(look)


def test_deleting_is_asked_twice() -> None:
    left = {played(GAMES["grid-runner"], 2) for _ in SIZES}

    async def look(pilot: Pilot[int]) -> None:
        async for _ in at_every_size(pilot):
            await pilot.press("x")
            assert "once more" in text_of(pilot.app)
            assert {*saved()} == left
            await pilot.press("x")
            await settled(pilot)
            assert len(left - {*saved()}) == 1
            left.intersection_update(saved())
        assert "No game has been saved yet" in text_of(pilot.app)

    on_screen(look, lambda app: app.saved())


def test_another_choice_saves_a_game_from_being_deleted() -> None:
    first, second = played(GAMES["grid-runner"], 1), played(GAMES["flag-chase"], 1)

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("x", "down", "x")
        await settled(pilot)
        assert first.exists() and second.exists()

    on_screen(look, lambda app: app.saved())


def test_a_game_that_is_open_elsewhere_is_neither_deleted_nor_taken_up() -> None:
    path = played(GAMES["grid-runner"], 1)

    async def look(pilot: Pilot[int]) -> None:
        with held(path):
            await pilot.press("x", "x")
            await settled(pilot)
            assert path.exists()
            assert "is open in another flagfall" in text_of(pilot.app)
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(pilot.app.screen, SavedScreen)

    on_screen(look, lambda app: app.saved())


def test_a_finished_game_is_analysed_by_a_click_and_damaged_ones_say_why() -> None:
    played(GAMES["capture-the-flag"], 9)
    played(GAMES["grid-runner"], 1).write_text("nonsense", encoding="utf-8")

    async def look(pilot: Pilot[int]) -> None:
        games = pilot.app.screen.query_one("#games", OptionList)
        assert "damaged" in text_of(pilot.app)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, SavedScreen)
        await pilot.press("down")
        assert games.highlighted == 1
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, AnalysisScreen)

    on_screen(look, lambda app: app.saved())


def test_a_record_is_opened_by_its_path(tmp_path) -> None:
    path = played(GAMES["capture-the-flag"], 9).rename(tmp_path / "mine.flagfall")

    async def look(pilot: Pilot[int]) -> None:
        async for _ in at_every_size(pilot):
            await pilot.press("enter")
            assert "Which file?" in text_of(pilot.app)
            await typed(pilot, "nowhere")
            await pilot.press("enter")
            assert "There is no file 'nowhere'" in text_of(pilot.app)
            await pilot.press("ctrl+u")
        await typed(pilot, str(path))
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, AnalysisScreen)
        pilot.app.home()
        await settled(pilot)
        assert isinstance(pilot.app.screen, Home)

    on_screen(look, lambda app: app.open_record())
