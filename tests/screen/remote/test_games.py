"""Whole games between people at screens of their own: apps, plain clients and watchers at one real server."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from textual.pilot import Pilot

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.online.protocol.verification import verify
from flagfall.record.files import load
from flagfall.terminal.screen.play.curtain import Curtain, Reveal
from flagfall.terminal.screen.play.game import GameScreen
from flagfall.terminal.screen.remote.away import Away
from tests.every_game import short_game
from tests.online.client import Live, both_links
from tests.online.server import lasting_port, server
from tests.screen.harness import at_every_size, golden, golden_at_every_size, typed

from .driving import opened, run, sees, until
from .test_hostile import EVIL

Pilots = dict[Player, Pilot[int]]


def screen(pilot: Pilot[int]) -> GameScreen:
    """The board, whatever lies over it."""
    (found,) = (each for each in pilot.app.screen_stack if isinstance(each, GameScreen))
    return found


def away(pilot: Pilot[int]) -> Away:
    table = screen(pilot).table
    assert isinstance(table, Away)
    return table


async def seated(pilot: Pilot[int]) -> None:
    await until(pilot, lambda: any(isinstance(each, GameScreen) for each in pilot.app.screen_stack))


async def both(
    stack: AsyncExitStack, address: str, start: str, size: tuple[int, int] = (80, 24), **terms: object
) -> Pilots:
    """Two apps at the two seats of a new game."""
    game, tokens = both_links(address, start=start, game="", **terms)
    links = {player: f"{address}/g/{game}#{tokens[player.name]}" for player in Player}
    pilots = {
        player: await stack.enter_async_context(opened(lambda app, link=link: app.join(link), size))
        for player, link in links.items()
    }
    for pilot in pilots.values():
        await seated(pilot)
    return pilots


async def play(pilots: Pilots, match: Match, plies: slice = slice(None)) -> None:
    """Type the moves as the books have them typed; what was opened at the end of a battle is read and put away."""
    for number, ply in list(enumerate(match.plies))[plies]:
        for player, move in ply.moves.items():
            pilot = pilots[player]
            await until(pilot, lambda pilot=pilot, n=number: len(away(pilot).seat.history) == n and away(pilot).asked)
            await put_away(pilot)
            written = ply.before.written(move)
            await typed(pilot, written if written[0].isdigit() else f":{written}")
            await pilot.press("enter")
            await until(pilot, lambda pilot=pilot: not away(pilot).game.deciding)


async def put_away(pilot: Pilot[int]) -> None:
    if isinstance(pilot.app.screen, Reveal):
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen(pilot))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_two_apps_play_a_game_to_its_end(address: str, game: str, tmp_path: Path) -> None:
    match = short_game(game).match()

    async def look() -> None:
        async with AsyncExitStack() as stack:
            pilots = await both(stack, address, match.start.text())
            await play(pilots, match)
            for player, pilot in pilots.items():
                await until(pilot, lambda pilot=pilot: away(pilot).seat.outcome)
                await put_away(pilot)
                await sees(pilot, "The end")
                seat = away(pilot).seat
                assert (seat.history, seat.view) == (match.seats[player].history, match.seats[player].view)
                assert "CAREFUL" not in "".join(away(pilot).told)
                assert not any(isinstance(each, Curtain) for each in pilot.app.screen_stack)
            pilot, file = pilots[Player.P2], tmp_path / "kept"
            await pilot.press("s")
            await typed(pilot, str(file))
            await pilot.press("enter")
            await until(pilot, file.exists)
            (record,) = load(file)
            assert [dict(ply) for ply in record.plies] == [dict(ply.moves) for ply in match.plies]
            assert all(verdict.seen and not verdict.problem for verdict in verify(record).verdicts)

    run(look)


def test_a_game_that_hides_something_shows_each_only_its_own(address: str) -> None:
    start = "flag-chase-traps P1 1,1/3,3 2/2 -/- size=3"

    async def look() -> None:
        async with AsyncExitStack() as stack:
            pilots = await both(stack, address, start)
            one, two = pilots.values()
            await typed(one, ":trap 2 2")
            await one.press("enter")
            await until(two, lambda: away(two).asked)
            assert away(one).seat.history == [{Player.P1: "TRAP 2 2"}]
            assert away(two).seat.history == [{Player.P1: "TRAP ?"}]

    run(look)


def test_talk_is_shown_and_never_obeyed(address: str) -> None:
    game, tokens = both_links(address, chat=True)

    async def look() -> None:
        with Live(address, game, tokens["P2"]) as other:
            async with opened(lambda app: app.join(f"{address}/g/{game}#{tokens['P1']}")) as pilot:
                await seated(pilot)
                other.do("chat", text=EVIL)
                async for _ in at_every_size(pilot):
                    await sees(pilot, "[bold red]x[/]")
                    await sees(pilot, "[@click=app.quit]y[/]")
                await pilot.press("c")
                await typed(pilot, "[b]hello[/b]")
                await pilot.press("enter")
                assert other.wait("chat")["text"] == "[b]hello[/b]"
                async for _ in at_every_size(pilot):
                    await sees(pilot, "hello[/b]")
                assert away(pilot).asked is Player.P1  # talking is no move

    run(look)


def test_a_running_game_its_talk_and_its_offers_look_as_they_did(address: str) -> None:
    game, tokens = both_links(address, "grid-runner", chat=True)

    async def look() -> None:
        with Live(address, game, tokens["P2"]) as other:
            async with opened(lambda app: app.join(f"{address}/g/{game}#{tokens['P1']}")) as pilot:
                await sees(pilot, "You are Player 1.")
                await typed(pilot, "1,2")
                await pilot.press("enter")
                await sees(pilot, "Waiting for Player 2")
                other.do("chat", text="Good luck!")
                await sees(pilot, "Good luck!")
                await golden_at_every_size(pilot, "online-waiting-{}")
                while other.state["ply"] == 0:
                    other.receive()
                other.move("3,2")
                await until(pilot, lambda: away(pilot).asked)
                await offered_at_every_size(pilot, other)
                other.do("resign")
                await sees(pilot, "The end")
                other.do("rematch")
                await sees(pilot, "Agree to a r")
                await golden_at_every_size(pilot, "online-over-{}")

    run(look)


async def offered_at_every_size(pilot: Pilot[int], other: Live) -> None:
    """Asked anew at each: when what lies below is laid out anew is Textual's to choose."""
    async for size in at_every_size(pilot):
        other.do("offer", ply=other.state["ply"], what="takeback")
        await sees(pilot, "Player 2 asks to take back the last move.")
        golden(pilot.app, f"online-offer-{size}")
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen is screen(pilot) and not away(pilot).offered)


def test_who_talks_does_not_disturb_who_chooses(address: str) -> None:
    game, tokens = both_links(address, "grid-runner", chat=True)

    async def look() -> None:
        with Live(address, game, tokens["P2"]) as other:
            async with opened(lambda app: app.join(f"{address}/g/{game}#{tokens['P1']}")) as pilot:
                await seated(pilot)
                await typed(pilot, "1,")
                board = screen(pilot).query_one("TableBoard")
                cursor = board.cursor  # type: ignore[attr-defined]
                other.do("chat", text="Hurry up!")
                await sees(pilot, "Hurry up!")
                assert screen(pilot).line.text == "1,"
                assert board.cursor == cursor  # type: ignore[attr-defined]
                await typed(pilot, "2")
                await pilot.press("enter")
                await until(pilot, lambda: away(pilot).seat.history)

    run(look)


def test_offers_are_asked_about_and_resigning_too(address: str) -> None:
    async def look() -> None:
        async with AsyncExitStack() as stack:
            pilots = await both(stack, address, GAMES["capture-the-flag"]().text())
            one, two = pilots.values()
            await typed(one, "2")
            await one.press("enter")
            await until(one, lambda: away(one).status == "Waiting for Player 2")
            await one.press("u")
            await sees(two, "Player 1 asks to take back the last move.")
            await two.press("y")
            await until(one, lambda: not away(one).seat.history and away(one).asked)
            await one.press("o", "e")
            await sees(two, "Player 1 offers to end the game without a result.")
            await until(one, lambda: away(one).asked)
            await typed(one, "2")  # whoever moves lets the offer go, and the question goes with it
            await one.press("enter")
            await until(two, lambda: away(two).seat.history and two.app.screen is screen(two))
            await two.press("o", "r")
            await sees(two, "Player 2, do you really resign?")
            away(one).resign()
            await until(two, lambda: away(two).seat.outcome and two.app.screen is screen(two))
            await sees(two, "The end")

    run(look)


def test_a_rematch_swaps_the_seats_and_takes_watchers_along(address: str) -> None:
    async def look() -> None:
        async with AsyncExitStack() as stack:
            pilots = await both(stack, address, GAMES["capture-the-flag"]().text())
            one, two = pilots.values()
            watching = str(away(one).game.link.watching())
            watcher = await stack.enter_async_context(opened(lambda app: app.join(watching)))
            await seated(watcher)
            await one.press("o", "r", "y")
            for pilot in (one, two, watcher):
                await sees(pilot, "The end")
            await one.press("a")
            await sees(two, "Agree to a r")
            await sees(one, "The rematch begins when Player 2 agrees")
            await two.press("a")
            for pilot, own in ((one, Player.P2), (two, Player.P1), (watcher, None)):
                await until(pilot, lambda pilot=pilot: not away(pilot).seat.outcome)
                assert away(pilot).own is own
            await until(two, lambda: away(two).asked)
            await typed(two, "2")
            await two.press("enter")
            for pilot in (one, watcher):
                await until(pilot, lambda pilot=pilot: away(pilot).seat.history)
                await sees(pilot, "P1 moves to position 3.")

    run(look)


@pytest.mark.long
def test_a_server_that_dies_in_the_middle_is_waited_for(tmp_path: Path) -> None:
    store, log, match = f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", short_game("flag-chase").match()

    async def look() -> None:
        async with AsyncExitStack() as stack:
            with server(store, log, port=lasting_port()) as first:
                pilots = await both(stack, first.address, match.start.text())
                await play(pilots, match, slice(0, 4))
                first.kill()
                for pilot in pilots.values():
                    await sees(pilot, "The connection is lost; trying again. Nothing that you did is lost.")
                one = pilots[Player.P1]
                await put_away(one)
                await typed(one, "3")
                await one.press("enter")
                assert len(away(one).seat.history) == 4
            with server(store, log, port=first.port):
                for pilot in pilots.values():
                    await until(pilot, lambda pilot=pilot: away(pilot).game.online)
                    await sees(pilot, "Connected again.")
                await play(pilots, match, slice(4, None))
                for pilot in pilots.values():
                    await until(pilot, lambda pilot=pilot: away(pilot).seat.outcome == match.outcome)

    run(look)


def test_there_is_no_coach_and_the_clock_ticks(address: str) -> None:
    game, tokens = both_links(address, clock={"kind": "game", "seconds": 90_061})

    async def look() -> None:
        link = f"{address}/g/{game}#{tokens['P1']}"
        with Live(address, game, tokens["P2"]) as other:
            async with opened(lambda app: app.join(link), (120, 40)) as pilot:
                await seated(pilot)
                await typed(pilot, "2")
                await pilot.press("enter")
                while other.state["ply"] == 0:
                    other.receive()
                other.move("2")
                await until(pilot, lambda: away(pilot).asked)
                await sees(pilot, "1 day 1:00:5")  # it runs
                await look_for_coach(pilot)

    async def look_for_coach(pilot: Pilot[int]) -> None:
        await pilot.press("v", "h")
        await typed(pilot, ":hint")
        await pilot.press("enter")
        await sees(pilot, "There is no coach here")

    run(look)
