"""A game on the full screen, by keys, by mouse and typed, in every game and at every size."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from flagfall.core import Move, Moves, Player, Position
from flagfall.games import GAMES
from flagfall.match import Offer
from flagfall.record import Record, read
from flagfall.terminal.screen.gate import Display
from flagfall.terminal.screen.play.curtain import Curtain, Reveal
from flagfall.terminal.screen.play.dialog import Choice, Told
from flagfall.terminal.screen.play.ending import Ending
from flagfall.terminal.screen.play.game import GameScreen
from tests.every_game import short_game
from tests.screen.harness import SIZES, golden_at_every_size, on_screen, settled, text_of, typed

from .players import HANDS, board_of, by_typing, choose, game_of, match_of, play, table_of, two_games


@pytest.mark.parametrize(("turn", "name"), [*enumerate(GAMES)])
def test_whole_games(turn: int, name: str, data: Path, tmp_path: Path) -> None:
    """One after the other, each with another hand and at another size; and all that can be done after a game."""
    games = (*two_games(name), two_games(name)[0])

    async def look(pilot: Pilot[int]) -> None:
        for number, (record, size) in enumerate(zip(games, SIZES, strict=True)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            await play(pilot, record, list(HANDS.values())[(turn + number) % len(HANDS)])
            assert match_of(pilot).outcome == record.outcome
            assert pilot.app.screen.query_one(Ending).display
            shown = text_of(pilot.app)
            assert record.outcome and (record.outcome.winner is None or f"{record.outcome.winner} wins" in shown)
            assert len(list(data.glob("*.flagfall"))) == number + 1
            await AFTERWARDS[number](pilot, record, tmp_path)
            await pilot.press("a")
            await settled(pilot)
        assert not match_of(pilot).outcome and not match_of(pilot).plies

    on_screen(look, game_of(name))
    kept = [record.plies for path in data.glob("*.flagfall") for record in read(path.read_text())]
    assert all(record.plies in kept for record in games) and len(kept) == len(games)


@pytest.mark.parametrize("name", GAMES)
def test_an_enter_too_many_does_not_begin_the_next_game(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record = two_games(name)[0]

    async def look(pilot: Pilot[int]) -> None:
        for _ in range(2):
            monkeypatch.setattr(Ending, "pause", 3600.0)
            await play(pilot, record, by_typing)
            await pilot.press("enter")
            await settled(pilot)
            assert match_of(pilot).outcome == record.outcome
            monkeypatch.setattr(Ending, "pause", 0.0)
            await pilot.press("enter")
            await settled(pilot)
            assert not match_of(pilot).plies

    on_screen(look, game_of(name))


async def nothing(pilot: Pilot[int], record: Record, folder: Path) -> None:
    pass


async def write_the_board(pilot: Pilot[int], record: Record, folder: Path) -> None:
    """It is written where it is wanted."""
    await pilot.press("p", "x")
    await settled(pilot)
    (picture,), (text,) = folder.glob("*.svg"), folder.glob("*.txt")
    assert picture.read_text().startswith("<svg") and str(record.outcome) in text.read_text()
    assert text.name in "".join(text_of(pilot.app).split())


async def go_to_analysis_and_what_if(pilot: Pilot[int], record: Record, folder: Path) -> None:
    game = pilot.app.screen
    for key in ("n", "w"):
        await pilot.press(key)
        await settled(pilot)
        assert pilot.app.screen is not game
        await pilot.press("escape")
        await settled(pilot)
        assert pilot.app.screen is game and game.query_one(Ending).display


AFTERWARDS = nothing, write_the_board, go_to_analysis_and_what_if

# --- how it looks ---

ODD_SIZES = (120, 40), (40, 12), (20, 5), (80, 24)


async def resized(pilot: Pilot[int], seen: set[str]) -> None:
    """Make the window large and far too small, and the same as before."""
    screen, plies = pilot.app.screen, len(match_of(pilot).plies)
    seen.add(type(screen).__name__)
    for size in ODD_SIZES:
        await pilot.resize_terminal(*size)
        await settled(pilot)
    assert pilot.app.screen is screen and len(match_of(pilot).plies) == plies


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_the_screens_of_a_game_are_as_they_are_kept_and_can_be_resized(name: str) -> None:
    seen: set[str] = set()

    async def kept(pilot: Pilot[int], stage: str) -> None:
        await golden_at_every_size(pilot, f"game/{name}-{stage}-{{}}")
        await resized(pilot, seen)

    async def look(pilot: Pilot[int]) -> None:
        if isinstance(pilot.app.screen, Curtain):
            await kept(pilot, "curtain")
            await pilot.press("escape")
            await settled(pilot)
            await resized(pilot, seen)
            await pilot.press("n", "enter")
            await settled(pilot)
        if isinstance(pilot.app.screen, GameScreen):
            await kept(pilot, "begun")
            await open_everything(pilot)
            pilot.app.screen.table.cover()
            pilot.app.screen.look()
            await settled(pilot)
        for ply in two_games(name)[0].plies:
            for move in ply.values():
                await choose(pilot, move, by_typing)
            if isinstance(pilot.app.screen, Reveal) and "Reveal" not in seen:
                await kept(pilot, "battle")
        if isinstance(pilot.app.screen, Reveal):
            await pilot.press("enter")
            await settled(pilot)
        await kept(pilot, "over")

    async def open_everything(pilot: Pilot[int]) -> None:
        """The plies, the board turned round and a line that is typed; a question; a text."""
        for keys, back in ((("m", "f", "colon"), ("escape", "f", "m")), (("o",), ("n",)), (HELP, ("escape",))):
            await pilot.press(*keys)
            await settled(pilot)
            await resized(pilot, seen)
            await pilot.press(*back)
            await settled(pilot)

    on_screen(look, game_of(name))
    assert seen >= {"GameScreen", "Choice", "Told"}


HELP = ("colon", *"help", "enter")

# --- against a bot ---


@pytest.mark.parametrize(("name", "own"), [(name, list(Player)[turn % 2]) for turn, name in enumerate(GAMES)])
def test_a_game_against_a_bot(name: str, own: Player, tmp_path: Path) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await commands_can_be_typed(pilot)
        await until_asked(pilot)
        await the_coach_tells(pilot)
        await by_typing(pilot, table_of(pilot).seat.choices[0])
        await typed(pilot, ":save copy")
        await pilot.press("enter", "escape")
        await settled(pilot)
        assert (tmp_path / "copy").exists()
        await until_asked(pilot)
        await settled(pilot)
        if table_of(pilot).asked:  # the line says what Enter would play
            (option, *_) = board_of(pilot).at(board_of(pilot).cursor)
            assert f"Enter: {option.label}" in text_of(pilot.app)
        await to_its_end(pilot)

    on_screen(look, game_of(name, {own.other: "random"}, cap=30))


async def until_asked(pilot: Pilot[int]) -> None:
    """Or until the game is over."""
    table = table_of(pilot)
    while (not table.asked and not table.seat.outcome) or isinstance(pilot.app.screen, Reveal):
        if isinstance(pilot.app.screen, Reveal):
            await pilot.press("enter")
        await pilot.pause()


@pytest.mark.parametrize("name", GAMES)
def test_the_coach_tells_two_people_who_share_no_secret(name: str) -> None:
    async def look(pilot: Pilot[int]) -> None:
        if table_of(pilot).coach:
            await the_coach_tells(pilot)
            await typed(pilot, ":eval")
            await pilot.press("enter")
            await settled(pilot)
        else:
            assert isinstance(pilot.app.screen, Curtain)

    on_screen(look, game_of(name))


async def commands_can_be_typed(pilot: Pilot[int]) -> None:
    for line in ("help", "moves", "board", "rules", "history"):
        await typed(pilot, f":{line}")
        await pilot.press("enter")
        await settled(pilot)
        assert isinstance(pilot.app.screen, Told), line
        await pilot.press("escape")
        await settled(pilot)


async def the_coach_tells(pilot: Pilot[int]) -> None:
    """What moves are worth, or why not."""
    await pilot.press("v")
    await settled(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, GameScreen)
    if screen.coach.advisor:
        assert set(board_of(pilot).verdicts) == {option.move for option in board_of(pilot).options}
        await pilot.press("h")
        await pilot.press("h")
        assert screen.coach.hints == 2 and screen.query_one("#note").display
    else:
        assert screen.coach.silence
    await pilot.press("v")
    assert not board_of(pilot).verdicts


async def to_its_end(pilot: Pilot[int]) -> None:
    table = table_of(pilot)
    while not table.seat.outcome:
        if table.asked:
            assert isinstance(pilot.app.screen, GameScreen)
            await by_typing(pilot, table.seat.choices[len(table.match.plies) % len(table.seat.choices)])
        await until_asked(pilot)
    assert pilot.app.screen.query_one(Ending).display


# --- two people ---


@pytest.mark.parametrize("name", GAMES)
def test_two_people_and_what_may_come_between_them(name: str, data: Path) -> None:
    async def look(pilot: Pilot[int]) -> None:
        await nonsense_is_refused(pilot)
        await an_offer_is_answered(pilot, "n")
        await leave_and_go_on(pilot, next(iter(short_game(name).plies[0].values())), data)
        await nothing_is_lost_that_cannot_be_saved(pilot, data)
        if isinstance(pilot.app.screen, Reveal):
            await pilot.press("enter")
            await settled(pilot)
        await an_offer_is_answered(pilot, "y")

    on_screen(look, game_of(name))


async def nonsense_is_refused(pilot: Pilot[int]) -> None:
    """With a word why; and it can be taken up again."""
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


async def an_offer_is_answered(pilot: Pilot[int], answer: str) -> None:
    """It is a small question to the other, and shows nobody's secrets."""
    screen = screen_of(pilot)
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


def screen_of(pilot: Pilot[int]) -> GameScreen:
    return next(each for each in pilot.app.screen_stack if isinstance(each, GameScreen))


async def leave_and_go_on(pilot: Pilot[int], move: Move, data: Path) -> None:
    """What is left is let go, and goes on later."""
    await choose(pilot, move, by_typing)
    kept = table_of(pilot).kept.name
    state = state_of(pilot)
    while any(isinstance(each, GameScreen) for each in pilot.app.screen_stack):
        await pilot.press("escape")
        await settled(pilot)
        if isinstance(pilot.app.screen, Choice):
            await pilot.press("l")
            await settled(pilot)
    assert not list(data.glob(".*lock"))
    pilot.app.take_up(kept)  # type: ignore[attr-defined]
    await settled(pilot)
    assert state_of(pilot) == state


def state_of(pilot: Pilot[int]) -> tuple[Position, Moves]:
    return match_of(pilot).position, dict(match_of(pilot).sealed)


async def nothing_is_lost_that_cannot_be_saved(pilot: Pilot[int], data: Path) -> None:
    data.rename(data.with_name("elsewhere"))
    data.write_text("in the way")
    state, asked = state_of(pilot), table_of(pilot).asked
    assert asked
    await choose(pilot, match_of(pilot).seats[asked].choices[0], by_typing)
    assert isinstance(pilot.app.screen, Choice) and "could not be saved" in text_of(pilot.app)
    assert state_of(pilot) == state
    await pilot.press("t")
    await settled(pilot)
    assert isinstance(pilot.app.screen, Choice)
    await pilot.press("p")
    await settled(pilot)
    assert state_of(pilot) != state


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
