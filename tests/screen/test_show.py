"""Rules, reports, two bots at play, the help and the palette."""

from __future__ import annotations

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Markdown

from flagfall.games import GAMES
from flagfall.installed import page
from flagfall.terminal.screen.app import Flagfall
from flagfall.terminal.screen.commands import Everything
from flagfall.terminal.screen.help import Help
from flagfall.terminal.screen.home.home import Home
from flagfall.terminal.screen.home.start import StartScreen
from flagfall.terminal.screen.place import Place
from flagfall.terminal.screen.places import OF_ALL, spots, two_bots
from flagfall.terminal.screen.show.page import in_short
from flagfall.terminal.screen.show.watch import PACES, USUAL, WatchScreen
from flagfall.terminal.settings import Settings, settings

from .harness import at_every_size, on_screen, settled, text_of, typed

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
PAGED = pytest.mark.parametrize("game", [each for each in GAMES.values() if page(each)], ids=lambda game: game.id)


# --- pages ---


@PAGED
def test_rules_are_shown_in_short_and_in_full(game) -> None:
    text = page(game) or ""
    assert in_short(text) in text or len(in_short(text)) < len(text)

    async def look(pilot: Pilot[int]) -> None:
        shown = pilot.app.screen.query_one(Markdown)
        assert shown.source == in_short(text)
        await pilot.press("f")
        await pilot.pause()
        assert shown.source == text

    on_screen(look, lambda app: app.rules(game))


@GAME
@pytest.mark.long
def test_a_report_is_worked_out_beside_the_screen(game) -> None:
    async def look(pilot: Pilot[int]) -> None:
        assert pilot.app.screen.query_one(Markdown).source.startswith("# ")

    on_screen(look, lambda app: app.report(game()))


# --- watching ---


@pytest.mark.long
@GAME
def test_two_bots_play_to_the_end_move_by_move_and_again(game) -> None:
    async def look(pilot: Pilot[int]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, WatchScreen)
        await pilot.press("space")
        for _ in range(400):
            if screen.table.match.outcome:
                break
            plies = len(screen.table.match.plies)
            await pilot.press("right")
            while len(screen.table.match.plies) == plies and not screen.table.match.outcome and screen.due:
                await pilot.pause(0.01)
        assert screen.table.match.outcome
        assert "n begins again" in text_of(pilot.app)
        await pilot.press("n")
        assert not screen.table.match.outcome

    on_screen(look, lambda app: app.watch_bots(two_bots(game())))


def test_the_pace_is_set_by_keys() -> None:
    async def look(pilot: Pilot[int]) -> None:
        screen = pilot.app.screen
        assert isinstance(screen, WatchScreen)
        await pilot.press("space")
        async for _ in at_every_size(pilot):
            screen.at = USUAL
            assert "paused" in text_of(pilot.app)
            await pilot.press("plus")
            assert screen.at == USUAL + 1
            await pilot.press(*["minus"] * 9)
            assert screen.at == 0
            await pilot.press(*["plus"] * 9)
            assert screen.at == len(PACES) - 1
            assert f"pace {len(PACES)} of {len(PACES)}" in text_of(pilot.app)

    on_screen(look, lambda app: app.watch_bots(two_bots(GAMES["grid-runner"]())))


# --- help and the palette ---


async def found(pilot: Pilot[int]) -> dict[str, object]:
    """What the palette finds without a word, by name."""
    provider = Everything(pilot.app.screen)
    return {str(hit.display): hit async for hit in provider.discover()}


def test_help_is_there_and_the_palette_finds_every_game_place_and_setting() -> None:
    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Help)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, Home)
        names = await found(pilot)
        for game in GAMES.values():
            assert f"Play {game.title}" in names
            assert all(f"{game.title}: {spot.name.lower()}" in names for spot in spots(game()))
        assert all(spot.name in names for spot in OF_ALL)
        switches = [each.name for each in Settings.settings() if isinstance(each.default, bool)]
        assert switches and all(f"Setting: {name}" in names for name in switches)
        assert not settings().coach
        names["Setting: coach"].command()  # type: ignore[attr-defined]
        assert settings().coach
        await pilot.press("ctrl+p")
        await settled(pilot)
        await typed(pilot, "play grid")
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, StartScreen)
        assert pilot.app.screen.game is GAMES["grid-runner"]

    on_screen(look)


class Private(Place):
    """A screen that only one of two may see."""

    @property
    def private(self) -> bool:
        return True


def test_behind_a_curtain_there_is_neither_palette_nor_help_nor_pause() -> None:
    def errand(app: Flagfall) -> None:
        app.push_screen(Private())

    async def look(pilot: Pilot[int]) -> None:
        for key in ("ctrl+p", "question_mark", "ctrl+z"):
            await pilot.press(key)
            await settled(pilot)
            assert isinstance(pilot.app.screen, Private)
            assert not CommandPalette.is_open(pilot.app)

    on_screen(look, errand)
