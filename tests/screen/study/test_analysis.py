"""The analysis on the full screen: stepped through by keys and on its curve, with ways on from every point."""

from __future__ import annotations

from functools import partial
from itertools import islice

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.analysis.analysis import Analysis, analyse, habits
from flagfall.coach.analysis.story import decided, decision_in_words, folded, nothing_decided
from flagfall.coach.evaluation.verdicts import height
from flagfall.coach.explore import Eyes
from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.record import Record
from flagfall.terminal.screen.app import Flagfall
from flagfall.terminal.screen.panels.curve import Curve
from flagfall.terminal.screen.study.analysis import AnalysisScreen
from flagfall.terminal.screen.study.explore import ExploreScreen
from flagfall.terminal.screen.study.playing_on import PlayOn
from tests.every_game import short_game
from tests.screen.harness import SIZES, at_every_size, golden_at_every_size, on_screen, settled, text_of

from .looking import (
    HIDDEN,
    SOLVED,
    game_between_bots,
    hidden_twins,
    place_of,
    resized,
    shown,
    unfinished,
)

P1, P2 = Player


def analysing(pilot: Pilot[int]) -> AnalysisScreen:
    screen = pilot.app.screen
    assert isinstance(screen, AnalysisScreen)
    return screen


def analysed(record: Record) -> Analysis:
    return analyse(record.match(), knowledge_of(record.start))


def rows(pilot: Pilot[int]) -> list[str]:
    return [str(option.prompt) for option in analysing(pilot).query_one("#plies", OptionList).options]


def in_a_row(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_stepped_through_and_left_for_what_if(name: str) -> None:
    record = short_game(name)
    start = record.start

    async def look(pilot: Pilot[int]) -> None:
        await step_through(pilot, record.match())
        await pilot.press("left")
        await look_at_every_size(pilot, name)
        await ask_what_if(pilot, record)
        if len(start.choices()) == 1 and not start.hides():
            await try_another_move(pilot)

    on_screen(look, lambda app: app.analyse([record]))


async def step_through(pilot: Pilot[int], match: Match) -> None:
    screen = analysing(pilot)
    assert screen.position == match.position
    await pilot.press("home")
    for ply in match.plies:
        assert screen.position == ply.before
        await pilot.press("right")
    assert screen.position == match.position
    await pilot.press("right", "left")
    assert screen.position == match.plies[-1].before
    await pilot.press("end")
    assert screen.position == match.position


async def look_at_every_size(pilot: Pilot[int], name: str) -> None:
    here = analysing(pilot).position
    await resized(pilot, (40, 12))
    await golden_at_every_size(pilot, f"analysis-{name}-{{}}")
    assert analysing(pilot).position == here


async def ask_what_if(pilot: Pilot[int], record: Record) -> None:
    """It leads to exploring, with the way there, and back."""
    here = analysing(pilot).position
    await pilot.press("w")
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ExploreScreen)
    assert screen.position == here and screen.tried.plies == record.plies[:-1]
    await pilot.press("escape")
    assert analysing(pilot).position == here


async def try_another_move(pilot: Pilot[int]) -> None:
    """At once, on the board."""
    await pilot.press("home")
    board = analysing(pilot).board
    option = next(each for each in board.options if each.to is None or len(board.targets()[each.to]) == 1)
    await pilot.click(board, offset=place_of(board, option))
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, ExploreScreen) and list(screen.tried.here.moves.values()) == [option.move]


@pytest.mark.parametrize("name", SOLVED)
@pytest.mark.long
def test_the_rounds_of_a_series_are_chosen_among_and_graded(name: str) -> None:
    records = [game_between_bots(name, seed=1), game_between_bots(name, seed=3)]
    looks = {0: go_from_slip_to_slip, 1: every_move_has_its_grade}

    async def look(pilot: Pilot[int]) -> None:
        screen = analysing(pilot)
        for number in (1, 0, 1):
            assert screen.number == number and f"round {number + 1} of 2" in text_of(pilot.app)
            assert screen.position == records[number].match().position
            assert screen.analysis == analysed(records[number])
            if deed := looks.pop(number, None):
                await deed(pilot, records[number])
            await pilot.press("right_square_bracket" if number else "left_square_bracket")
            await settled(pilot)

    on_screen(look, lambda app: app.analyse(records))


async def every_move_has_its_grade(pilot: Pilot[int], record: Record) -> None:
    """And the game what decided it."""
    screen, analysis = analysing(pilot), analysed(record)
    assert in_a_row(shown(pilot, "#decided")) == decided(analysis, record.match())
    await pilot.press("home")
    for step in analysis.steps:
        await pilot.press("right")
        told = in_a_row(shown(pilot, "#told"))
        row = next(row for row in rows(pilot) if row.startswith(f"{step.number:>3} "))
        for each in step.decisions:
            assert f"{each.player}'s {each.move}: {in_a_row(decision_in_words(step, each))}" in told
            assert each.move in row and (each.only or each.grade.mark in row)
        assert screen.query_one(Curve).ply == step.number
    worths = [analysis.start, *(step.after for step in analysis.steps)]
    assert screen.query_one(Curve).heights == [height(worth) for worth in worths]
    await click_on_the_curve(pilot, len(record.plies))


async def click_on_the_curve(pilot: Pilot[int], plies: int) -> None:
    """It goes to its ply."""
    screen, curve = analysing(pilot), analysing(pilot).query_one(Curve)
    async for _ in at_every_size(pilot):
        for ply in {0, 1, plies // 2, plies}:
            await pilot.click(curve, offset=(curve.column(ply), 1))
            await pilot.pause()
            assert curve.column(screen.ply) == curve.column(ply)
            assert screen.position == screen.at(screen.ply)


async def go_from_slip_to_slip(pilot: Pilot[int], record: Record) -> None:
    """With one key."""
    screen, met = analysing(pilot), list[int]()
    steps = analysed(record).steps
    wrong = [step.number for step in steps if any(not each.grade.keeps_value for each in step.decisions)]
    await pilot.press("home")
    for _ in wrong:
        await pilot.press("n")
        met.append(screen.ply)
    assert met == wrong and list(screen.query_one(Curve).slips) == wrong
    await pilot.press("n")
    assert screen.ply == (wrong[-1] if wrong else 0)
    for ply in reversed(wrong[:-1]):
        await pilot.press("N")
        assert screen.ply == ply


@pytest.mark.long
def test_where_nothing_was_decided_for_long_that_is_one_line_until_one_comes_there() -> None:
    record = game_between_bots("command-line-conquer", seed=5)
    stretch = next(stretch for stretch in folded(analysed(record).steps) if len(stretch) > 1)
    first, last = stretch[0].number, stretch[-1].number

    async def look(pilot: Pilot[int]) -> None:
        screen = analysing(pilot)
        told = nothing_decided(stretch)
        assert any(told in row for row in rows(pilot))
        screen.go(first)
        assert not any(told in row for row in rows(pilot))
        screen.go(last)
        await pilot.press("right")
        assert any(told in row for row in rows(pilot))
        plies = screen.query_one("#plies", OptionList)
        plies.action_select()
        await pilot.pause()
        assert screen.ply == last + 1

    on_screen(look, lambda app: app.analyse([record]), size=(120, 40))


# --- ways on ---


def test_one_plays_on_from_any_point_where_there_is_something_to_choose() -> None:
    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("p")
        assert "The game is over here" in in_a_row(text_of(pilot.app))
        await pilot.press("left", "p")
        assert isinstance(pilot.app.screen, PlayOn)

    on_screen(look, lambda app: app.analyse([short_game("grid-runner")]))


def test_habits_in_battles_are_told() -> None:
    records = [game_between_bots("flag-chase", seed, 60) for seed in (1, 2)]
    found = habits(records)

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("h")
        told = in_a_row(text_of(pilot.app))
        assert "Habits in battles" in told and all(f"{player}'s secret choices" in told for player in found)

    assert found
    on_screen(look, lambda app: app.analyse(records), size=(120, 40))


# --- what is hidden ---


@pytest.mark.long
@pytest.mark.parametrize("name", HIDDEN)
def test_a_hidden_game_is_looked_at_as_it_looked_or_says_why_not(name: str) -> None:
    record = short_game(name)

    async def look(pilot: Pilot[int]) -> None:
        screen = analysing(pilot)
        while not (screen.analysis or screen.unknown):
            await pilot.pause()
        told = in_a_row(shown(pilot, "#decided"))
        assert told.startswith(str(record.outcome)) and not screen.board.verdicts
        if screen.unknown:
            assert "hides something" in told and "not graded" in told and not screen.query_one(Curve).display
        else:
            assert screen.query_one(Curve).display and "≈" in text_of(pilot.app)
            await pilot.press("home", "right")
            assert "≈" in in_a_row(shown(pilot, "#told"))
        seen = set()
        for _ in Eyes:
            seen.add(screen.eyes)
            assert screen.board.scene.cells == screen.eyes.view(screen.position).scene().cells
            await pilot.press("e")
        assert seen == set(Eyes)

    on_screen(look, lambda app: app.analyse([record]))


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.long
def test_of_a_hidden_game_that_goes_on_only_what_both_know_is_shown(name: str) -> None:
    start = GAMES[name]()
    for eyes, *twins in islice((each for each in hidden_twins(name) if each[0] is Eyes.BOTH), 2):
        assert eyes is Eyes.BOTH
        seen = [seen_in(unfinished(start, plies)) for plies in twins]
        assert seen[0] == seen[1]


def seen_in(record: Record) -> list[str]:
    seen: list[str] = []

    async def look(pilot: Pilot[int]) -> None:
        for size in SIZES:
            await resized(pilot, size)
            for key in ("h", "home", "right", "e", "v", "w", "p", "m", "m", "c", "escape"):
                await pilot.press(key)
                seen.append(text_of(pilot.app))
                assert isinstance(pilot.app.screen, AnalysisScreen) or key == "c"

    on_screen(look, lambda app: app.analyse([record]))
    return seen


@pytest.mark.parametrize("name", HIDDEN)
def test_who_comes_from_a_round_that_is_over_sees_no_more_of_one_that_goes_on(name: str) -> None:
    start = GAMES[name]()
    _, *twins = next(each for each in hidden_twins(name) if each[0] is Eyes.BOTH)
    seen = []

    async def look(pilot: Pilot[int]) -> None:
        assert analysing(pilot).eyes is Eyes.ALL
        await pilot.press("right_square_bracket")
        await settled(pilot)
        assert analysing(pilot).number == 1 and analysing(pilot).eyes is Eyes.BOTH
        seen.append(text_of(pilot.app))

    for plies in twins:
        records = [short_game(name), unfinished(start, plies)]
        on_screen(look, partial(went_through, records))
    assert seen[0] == seen[1]


def went_through(records: list[Record], app: Flagfall) -> None:
    app.analyse(records, 0)


# --- the screen ---


@pytest.mark.parametrize("name", SOLVED[:1])
def test_a_game_without_a_move_is_no_trouble(name: str) -> None:
    record = unfinished(GAMES[name](), [])

    async def look(pilot: Pilot[int]) -> None:
        await pilot.press("right", "left", "home", "end", "n", "w")
        assert isinstance(pilot.app.screen, ExploreScreen)

    on_screen(look, lambda app: app.analyse([record]))


def test_where_there_is_no_game_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Flagfall, "NOTIFICATION_TIMEOUT", 3600.0)  # a busy machine may be slow to look

    async def look(pilot: Pilot[int]) -> None:
        assert not isinstance(pilot.app.screen, AnalysisScreen)
        assert "there is no game yet" in in_a_row(text_of(pilot.app)).casefold()

    on_screen(look, lambda app: app.analyse([]))
