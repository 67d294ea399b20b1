"""A game on the full screen, by keys, by mouse and typed, in every game and at every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Offer
from flagfall.record import read
from flagfall.terminal.screen.gate import Display
from flagfall.terminal.screen.play.curtain import Curtain, Reveal
from flagfall.terminal.screen.play.dialog import Choice, Told
from flagfall.terminal.screen.play.ending import Ending
from flagfall.terminal.screen.play.game import GameScreen
from tests.every_game import short_game
from tests.screen.harness import SIZES, golden, on_screen, settled, text_of, typed

from .players import HANDS, board_of, by_typing, choose, game_of, match_of, play, table_of, two_games

SIZED = [f"{columns}x{rows}" for columns, rows in SIZES]


def size_of(name: str) -> tuple[int, int]:
    columns, rows = name.split("x")
    return int(columns), int(rows)


EVERY_WAY = [
    (name, list(HANDS)[(turn + number) % len(HANDS)], size)
    for turn, name in enumerate(GAMES)
    for number, size in enumerate(SIZED)
]
"""Every game at every size, and with every hand at one of them."""


@pytest.mark.parametrize(("name", "hand", "size"), EVERY_WAY)
def test_whole_games(name: str, hand: str, size: str, data: Path) -> None:
    """One after the other where the moves are typed, which is the shortest way; else the first of the two."""
    records = two_games(name)[: 2 if hand == "typed" else 1]

    async def look(pilot: Pilot[int]) -> None:
        for number, record in enumerate(records, 1):
            await play(pilot, record, HANDS[hand])
            assert match_of(pilot).outcome == record.outcome
            assert pilot.app.screen.query_one(Ending).display
            shown = text_of(pilot.app)
            assert record.outcome and (record.outcome.winner is None or f"{record.outcome.winner} wins" in shown)
            assert len(list(data.glob("*.flagfall"))) == number
            await pilot.press("a")
            await settled(pilot)
        assert not match_of(pilot).outcome and not match_of(pilot).plies

    on_screen(look, game_of(name), size=size_of(size))
    assert [dict(ply) for ply in records[-1].plies] in [
        [dict(ply) for ply in record.plies] for path in data.glob("*.flagfall") for record in read(path.read_text())
    ]


@pytest.mark.parametrize("name", GAMES)
def test_the_screens_of_a_game_are_as_they_are_kept(name: str) -> None:
    record = two_games(name)[0]

    async def kept(pilot: Pilot[int], stage: str) -> None:
        for size in SIZED:
            await pilot.resize_terminal(*size_of(size))
            await settled(pilot)
            golden(pilot.app, f"game/{name}-{stage}-{size}")

    async def look(pilot: Pilot[int]) -> None:
        if isinstance(pilot.app.screen, Curtain):
            await kept(pilot, "curtain")
            await pilot.press("enter")
            await settled(pilot)
        if isinstance(pilot.app.screen, GameScreen):
            await kept(pilot, "begun")
            pilot.app.screen.table.cover()
            pilot.app.screen.look()
            await settled(pilot)
        battles = 0
        for ply in record.plies:
            for move in ply.values():
                await choose(pilot, move, by_typing)
            if isinstance(pilot.app.screen, Reveal) and not battles:
                battles += 1
                await kept(pilot, "battle")
        if isinstance(pilot.app.screen, Reveal):
            await pilot.press("enter")
            await settled(pilot)
        await kept(pilot, "over")

    on_screen(look, game_of(name))


@pytest.mark.parametrize(("name", "own"), [(name, list(Player)[turn % 2]) for turn, name in enumerate(GAMES)])
def test_a_game_against_a_bot(name: str, own: Player) -> None:
    async def look(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        for _ in range(600):
            if isinstance(pilot.app.screen, Reveal):
                await pilot.press("enter")
            elif table.seat.outcome:
                break
            elif table.asked:
                assert isinstance(pilot.app.screen, GameScreen)
                await by_typing(pilot, table.seat.choices[len(table.match.plies) % len(table.seat.choices)])
            await pilot.pause()
        assert table.seat.outcome and pilot.app.screen.query_one(Ending).display

    on_screen(look, game_of(name, {own.other: "random"}, cap=30))


@pytest.mark.parametrize("name", GAMES)
def test_after_the_bots_answer_the_line_says_what_enter_would_play(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        table = table_of(pilot)
        while not table.asked:
            await pilot.pause()
        await by_typing(pilot, table.seat.choices[0])
        for _ in range(600):
            if isinstance(pilot.app.screen, Reveal):
                await pilot.press("enter")
            if table.asked or table.seat.outcome:
                break
            await pilot.pause()
        await settled(pilot)
        if table.asked:
            (option, *_) = board_of(pilot).at(board_of(pilot).cursor)
            assert f"Enter: {option.label}" in text_of(pilot.app)

    on_screen(look, game_of(name, {Player.P2: "random"}))


@pytest.mark.parametrize("name", GAMES)
def test_what_can_not_be_played_is_said_and_can_be_taken_up_again(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        if isinstance(pilot.app.screen, Curtain):
            await pilot.press("enter")
            await settled(pilot)
        if not isinstance(pilot.app.screen, GameScreen):
            return
        await typed(pilot, ":nonsense")
        await pilot.press("enter")
        await settled(pilot)
        assert not match_of(pilot).plies and not match_of(pilot).sealed
        assert pilot.app.screen.query_one("#note").display
        await pilot.press("colon", "up")
        assert pilot.app.screen.line.text == "nonsense"
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, GameScreen) and not pilot.app.screen.line.open

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_commands_of_plain_mode_can_be_typed(name: str, tmp_path: Path) -> None:
    bot = {Player.P2: "random"}

    async def look(pilot: Pilot[int]) -> None:
        for line in ("help", "moves", "board", "rules", "history"):
            await typed(pilot, f":{line}")
            await pilot.press("enter")
            await settled(pilot)
            assert isinstance(pilot.app.screen, Told), line
            await pilot.press("escape")
            await settled(pilot)
        while not table_of(pilot).asked:
            await pilot.pause()
        await by_typing(pilot, table_of(pilot).seat.choices[0])
        await typed(pilot, ":save copy")
        await pilot.press("enter")
        await settled(pilot)
        assert (tmp_path / "copy").exists()

    on_screen(look, game_of(name, bot))


@pytest.mark.parametrize("name", GAMES)
def test_an_offer_is_a_small_question_to_the_other(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        screen = next(each for each in pilot.app.screen_stack if isinstance(each, GameScreen))
        for answer in ("n", "y"):
            if isinstance(pilot.app.screen, Curtain) and table_of(pilot).seat.view.hides():
                await pilot.press("enter")
            screen.offer(Offer.END)
            await settled(pilot)
            assert isinstance(pilot.app.screen, Choice)
            assert screen.table.seat.player is None
            await pilot.press(answer)
            await settled(pilot)
            assert bool(match_of(pilot).outcome) is (answer == "y")
            assert not isinstance(pilot.app.screen, Choice)

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_left_is_let_go_and_goes_on_later(name: str, data: Path) -> None:
    async def look(pilot: Pilot[int]) -> None:
        first = next(iter(short_game(name).plies[0].values()))
        await choose(pilot, first, by_typing)
        kept = table_of(pilot).kept.name
        state = match_of(pilot).position, dict(match_of(pilot).sealed)
        while any(isinstance(each, GameScreen) for each in pilot.app.screen_stack):
            await pilot.press("escape")
            await settled(pilot)
            if isinstance(pilot.app.screen, Choice):
                await pilot.press("l")
                await settled(pilot)
        assert not list(data.glob(".*lock"))
        pilot.app.take_up(kept)  # type: ignore[attr-defined]
        await settled(pilot)
        assert (match_of(pilot).position, dict(match_of(pilot).sealed)) == state

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", GAMES)
def test_what_cannot_be_saved_is_asked_about_and_nothing_is_lost(name: str, data: Path) -> None:
    move = next(iter(short_game(name).plies[0].values()))

    async def look(pilot: Pilot[int]) -> None:
        data.rename(data.with_name("elsewhere"))
        data.write_text("in the way")
        await choose(pilot, move, by_typing)
        assert isinstance(pilot.app.screen, Choice) and "could not be saved" in text_of(pilot.app)
        assert not match_of(pilot).plies and not match_of(pilot).sealed
        await pilot.press("t")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Choice)
        await pilot.press("p")
        await settled(pilot)
        assert match_of(pilot).plies or match_of(pilot).sealed

    on_screen(look, game_of(name))


def test_where_nothing_can_be_saved_one_is_asked_whether_to_play(data: Path) -> None:
    data.parent.parent.mkdir(parents=True)
    data.parent.write_text("in the way")

    async def look(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app.screen, Choice) and "can't be saved" in text_of(pilot.app)
        await pilot.press("y")
        await settled(pilot)
        assert table_of(pilot).kept.writes is False

    on_screen(look, game_of(next(iter(GAMES))))


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_shows_what_moves_are_worth_or_why_not(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        while not table_of(pilot).asked:
            await pilot.pause()
        await pilot.press("v")
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        if screen.coach.advisor:
            moves = {option.move for option in board_of(pilot).options}
            assert set(board_of(pilot).verdicts) == moves
            await pilot.press("h")
            await pilot.press("h")
            assert screen.coach.hints == 2 and screen.query_one("#note").display
        else:
            assert screen.coach.silence
        await pilot.press("v")
        assert not board_of(pilot).verdicts

    on_screen(look, game_of(name, {Player.P2: "random"}))


@pytest.mark.parametrize("name", GAMES)
def test_the_board_is_written_where_it_is_wanted(name: str, tmp_path: Path) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await play(pilot, short_game(name), by_typing)
        await pilot.press("p", "x")
        await settled(pilot)
        (picture,), (text,) = tmp_path.glob("*.svg"), tmp_path.glob("*.txt")
        assert picture.read_text().startswith("<svg") and str(short_game(name).outcome) in text.read_text()
        assert text.name in "".join(text_of(pilot.app).split())

    on_screen(look, game_of(name), size=(120, 40))


@pytest.mark.parametrize("name", GAMES)
def test_after_the_game_there_is_a_way_to_the_analysis_and_to_what_if(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await play(pilot, two_games(name)[0], by_typing)
        game = pilot.app.screen
        for key in ("n", "w"):
            await pilot.press(key)
            await settled(pilot)
            assert pilot.app.screen is not game
            await pilot.press("escape")
            await settled(pilot)
            assert pilot.app.screen is game and game.query_one(Ending).display

    on_screen(look, game_of(name))


@pytest.mark.parametrize("name", GAMES)
def test_the_answer_waits_until_ones_own_piece_has_landed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flagfall.terminal.screen.play.game.PAUSE", 3600.0)

    async def look(pilot: Pilot[int]) -> None:
        screen, table = pilot.app.screen, table_of(pilot)
        assert isinstance(screen, GameScreen)
        await by_typing(pilot, table.seat.choices[0])
        while not table._arrived and not table.seat.outcome and not table.asked:
            await pilot.pause()
        if table.asked:  # both have chosen at once, and it is the same player's turn
            return
        plies = len(table.match.plies), dict(table.match.sealed)
        for _ in range(5):
            await pilot.pause()
        assert (len(table.match.plies), dict(table.match.sealed)) == plies
        screen._rested()
        while table._arrived:
            await pilot.pause()
        assert (len(table.match.plies), dict(table.match.sealed)) != plies

    on_screen(look, game_of(name, {Player.P2: "random"}), display=Display())


async def resized(pilot: Pilot[int], seen: set[str]) -> None:
    """Make the window of every size, and the same as before."""
    screen, plies = pilot.app.screen, len(match_of(pilot).plies)
    seen.add(type(screen).__name__)
    for columns, rows in (*SIZES, (40, 12), (20, 5), (80, 24)):
        await pilot.resize_terminal(columns, rows)
        await pilot.pause()
    assert pilot.app.screen is screen and len(match_of(pilot).plies) == plies


@pytest.mark.parametrize("name", GAMES)
def test_every_screen_of_a_game_can_be_resized(name: str) -> None:
    seen: set[str] = set()

    async def look(pilot: Pilot[int]) -> None:
        await resized(pilot, seen)
        if isinstance(pilot.app.screen, Curtain):
            await pilot.press("escape")
            await settled(pilot)
            await resized(pilot, seen)
            await pilot.press("n", "enter")
            await settled(pilot)
        for key, back in (("m", "m"), ("f", "f"), ("o", "n"), ("colon", "escape")):
            await pilot.press(key)
            await settled(pilot)
            await resized(pilot, seen)
            await pilot.press(back)
            await settled(pilot)
        await typed(pilot, ":help")
        await pilot.press("enter")
        await settled(pilot)
        await resized(pilot, seen)
        await pilot.press("escape")
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, GameScreen)
        screen.table.cover()
        screen.look()
        await settled(pilot)
        for ply in two_games(name)[0].plies:
            for move in ply.values():
                await choose(pilot, move, by_typing)
            if isinstance(pilot.app.screen, Reveal) and "Reveal" not in seen:
                await resized(pilot, seen)
        if isinstance(pilot.app.screen, Reveal):
            await pilot.press("enter")
            await settled(pilot)
        await resized(pilot, seen)

    on_screen(look, game_of(name))
    assert seen >= {"GameScreen", "Choice", "Told"}
