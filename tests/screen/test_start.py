"""The page of a game: whom to play, how long, by which rules; and what comes of it."""

from __future__ import annotations

import pytest
from textual.events import Key
from textual.pilot import Pilot
from textual.widgets import Input

from flagfall.bots.fit import why_not
from flagfall.core import OneOf, Player, Position, Whole, YesNo
from flagfall.games import GAMES
from flagfall.match import Terms
from flagfall.record.files import saved
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.home.form import Choice, Entry, Number, Row
from flagfall.terminal.screen.home.home import Home
from flagfall.terminal.screen.home.start import StartScreen, bots
from flagfall.terminal.screen.home.variation import lines
from flagfall.terminal.screen.play.game import GameScreen
from flagfall.terminal.screen.remote.host import HostScreen
from flagfall.terminal.screen.show.watch import WatchScreen
from flagfall.terminal.settings import settings

from .harness import NAMES, at_every_size, golden, golden_at_every_size, on_screen, settled, text_of, typed

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)


def start_of(pilot: Pilot[int]) -> StartScreen:
    assert isinstance(pilot.app.screen, StartScreen)
    return pilot.app.screen


async def turn(pilot: Pilot[int], name: str, answer: str) -> None:
    """Turn a line of the form until it says this."""
    row = start_of(pilot).query_one(f"#{name}", Choice)
    row.focus()
    for _ in row.answers:
        if row.text == answer:
            return
        await pilot.press("right")
    raise AssertionError(f"{name} can't be {answer}")


@GAME
@pytest.mark.long
def test_a_game_is_set_out_and_begins(game) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await golden_at_every_size(pilot, f"start-{game.id}-{{}}")
        await enter_starts_a_game_against_a_bot(pilot)
        await begun_anew(pilot, game)
        await any_setting_can_be_varied(pilot)
        await the_form_says_what_is_to_be_played(pilot)
        await two_people_can_play_here(pilot)

    on_screen(look, lambda app: app.choose(game))


async def enter_starts_a_game_against_a_bot(pilot: Pilot[int]) -> None:
    await pilot.press("enter")
    await pilot.pause()
    assert isinstance(pilot.app.screen, GameScreen)
    await pilot.press("escape")
    await settled(pilot)
    assert isinstance(pilot.app.screen, Home)


async def begun_anew(pilot: Pilot[int], game: type[Position]) -> None:
    pilot.app.choose(game)  # type: ignore[attr-defined]
    await settled(pilot)


async def any_setting_can_be_varied(pilot: Pilot[int]) -> None:
    """By keys, and the board follows."""
    screen = start_of(pilot)
    await turn(pilot, "rules", "own")
    for row in screen.query(Row):
        if (row.id or "").startswith("rule-") and isinstance(row, Number | Choice):
            row.focus()
            await pilot.press("right")
            await pilot.pause()
            assert bool(screen.problem) or screen.start.rules != screen.game().rules
            assert screen.query_one(Board).scene.cells == screen.start.view(None).scene().cells
            await pilot.press("left")
    await turn(pilot, "rules", "book")


async def the_form_says_what_is_to_be_played(pilot: Pilot[int]) -> None:
    screen = start_of(pilot)
    level = bots(screen.game())[0][0]
    await turn(pilot, "level", level)
    await turn(pilot, "seat", "P2")
    await turn(pilot, "length", "best 3")
    screen.query_one("#name1", Entry).line.focus()
    await typed(pilot, "Ada")
    setup = screen.setup()
    assert setup.players == {Player.P1: level, Player.P2: HUMAN}
    assert setup.terms == Terms(best_of=3, swap=True)
    assert setup.names == {Player.P2: "Ada"}
    assert setup.start == screen.game()


async def two_people_can_play_here(pilot: Pilot[int]) -> None:
    """And their names are kept."""
    await turn(pilot, "opponent", "friend")
    start_of(pilot).query_one("#name2", Entry).line.focus()
    await typed(pilot, "Ben")
    await pilot.press("enter")
    await pilot.pause()
    (screen,) = (each for each in pilot.app.screen_stack if isinstance(each, GameScreen))
    assert set(screen.table.names.values()) == {"Ada", "Ben"}
    assert (settings().name1, settings().name2) == ("Ada", "Ben")


@pytest.mark.parametrize(("against", "screen"), [("watch", WatchScreen), ("away", HostScreen)])
def test_others_play_or_somebody_is_invited(against, screen) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await turn(pilot, "opponent", against)
        await pilot.press("enter")
        await settled_screen(pilot)
        assert isinstance(pilot.app.screen, screen)

    on_screen(look, lambda app: app.choose(GAMES["grid-runner"]))


async def settled_screen(pilot: Pilot[int]) -> None:
    await pilot.pause()
    await pilot.pause()


@GAME
def test_only_bots_that_can_play_are_offered(game) -> None:
    assert bots(game())
    assert all(why_not(name, game()) is None for name, _ in bots(game()))


def test_levels_are_explained_by_exact_odds() -> None:
    async def look(pilot: Pilot[int]) -> None:
        await turn(pilot, "level", "level:4")
        await pilot.pause()
        assert "Level 4: a beginner wins about" in text_of(pilot.app)

    on_screen(look, lambda app: app.choose(GAMES["grid-runner"]))


# --- variations ---


@GAME
def test_every_setting_has_a_line_that_fits_its_values(game) -> None:
    kinds = {Whole: Number, OneOf: Choice, YesNo: Choice}
    rows = lines(game)
    assert [row.id for row in rows] == [f"rule-{each.name}" for each in game.Rules.settings()]
    for row, setting in zip(rows, game.Rules.settings(), strict=True):
        assert isinstance(row, kinds.get(type(setting.kind), Entry))
        assert setting.kind.allowed() in row.about


@pytest.mark.long
def test_bad_rules_are_told_as_they_are_typed_and_never_played() -> None:
    async def look(pilot: Pilot[int]) -> None:
        screen = start_of(pilot)
        await turn(pilot, "rules", "own")
        async for size in at_every_size(pilot):
            screen.query_one("#rule-blocked", Entry).line.focus()
            await pilot.press("ctrl+u")
            await typed(pilot, "2,")
            await pilot.pause()
            assert "Blocked must be squares" in text_of(pilot.app)
            golden(pilot.app, f"start-bad-rules-{size}")
            await pilot.press("enter")
            assert pilot.app.screen is screen
        await typed(pilot, "3")
        await pilot.pause()
        assert screen.problem == ""
        assert screen.start == position("grid-runner", blocked="2,3")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, GameScreen)

    on_screen(look, lambda app: app.choose(GAMES["grid-runner"]))


def position(game: str, **texts: str) -> Position:
    return GAMES[game](rules=GAMES[game].Rules.read(texts))


@pytest.mark.long
def test_a_number_may_be_typed_and_what_was_typed_stays() -> None:
    async def look(pilot: Pilot[int]) -> None:
        screen = start_of(pilot)
        await turn(pilot, "rules", "own")
        size = screen.query_one("#rule-size", Number)
        size.focus()
        await pilot.press("7")
        await pilot.pause()
        assert screen.start == position("grid-runner", size="7")
        await pilot.press("7", "7")
        await pilot.pause()
        assert size.text == "777"
        assert screen.problem.startswith("Size must be a whole number")
        await pilot.press("backspace", "backspace", "backspace")
        assert size.text == ""

    on_screen(look, lambda app: app.choose(GAMES["grid-runner"]))


@pytest.mark.long
def test_a_board_too_large_for_a_screen_is_refused_at_once() -> None:
    async def look(pilot: Pilot[int]) -> None:
        screen = start_of(pilot)
        await turn(pilot, "rules", "own")
        screen.query_one("#rule-size", Number).focus()
        await pilot.press("9", "9")
        await pilot.pause()
        assert "too large for a screen" in screen.problem

    on_screen(look, lambda app: app.choose(GAMES["grid-runner"]))


# --- the mouse ---


@pytest.mark.long
def test_everything_can_be_clicked() -> None:
    async def look(pilot: Pilot[int]) -> None:
        async for _ in at_every_size(pilot):
            screen = start_of(pilot)
            await pilot.click("#opponent", offset=(14, 0))
            assert screen.said("opponent") == "friend"
            await pilot.click("#opponent", offset=(12, 0))
            assert screen.said("opponent") == "bot"
            await pilot.click("#play")
            await pilot.pause()
            assert isinstance(pilot.app.screen, GameScreen)
            await pilot.press("escape")
            await begun_anew(pilot, GAMES["grid-runner"])

    on_screen(look, lambda app: app.choose(GAMES["grid-runner"]))


def test_where_nothing_can_be_saved_somebody_is_asked(monkeypatch, tmp_path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await settled_screen(pilot)
        assert "Play all the same?" in " ".join(text_of(pilot.app).split())
        await pilot.press("y")
        await settled_screen(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        assert not saved()

    on_screen(look, lambda app: app.choose(GAMES["grid-runner"]))


@pytest.mark.parametrize("name", ["grid-runner", "capture-the-flag"])
@pytest.mark.parametrize("from_name", [False, True], ids=["a line", "a name"])
def test_what_is_typed_before_the_board_is_there_is_a_move_on_it(name: str, from_name: bool) -> None:
    """Also where Enter was pressed in a line that takes letters."""

    async def look(pilot: Pilot[int]) -> None:
        if from_name:
            pilot.app.screen.query_one("#name1 Input").focus()
            await settled(pilot)
        move = GAMES[name]().choices()[Player.P1][0]
        for key in ("enter", *move, "enter"):
            pilot.app.post_message(Key(NAMES.get(key, key), key if len(key) == 1 else None))
        await settled(pilot)
        assert isinstance(pilot.app.screen, GameScreen)
        assert pilot.app.screen.table.seat.history[0] == {Player.P1: move}

    on_screen(look, lambda app: app.choose(GAMES[name]))


def test_what_is_typed_at_once_behind_a_place_is_for_that_place() -> None:
    async def look(pilot: Pilot[int]) -> None:
        pilot.app.screen.query_one("#spot-a").focus()
        await settled(pilot)
        for key in ("enter", *"word"):
            pilot.app.post_message(Key(key, key if len(key) == 1 else None))
        await settled(pilot)
        assert pilot.app.screen.query_one(Input).value == "word"

    on_screen(look)
