"""Somebody at the full screen: chooses moves with the keys, with the mouse, or by typing them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from random import Random

from textual.geometry import Offset
from textual.pilot import Pilot

from flagfall.core import Move, Option, Player, Position
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.record import Record
from flagfall.terminal.local.play import Setup
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.app import Errand
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.play.curtain import Curtain, Reveal
from flagfall.terminal.screen.play.game import GameScreen
from flagfall.terminal.screen.play.local import Local
from flagfall.terminal.screen.play.showing import TableBoard
from tests.screen.harness import NAMES, settled

Hand = Callable[[Pilot[int], Move], Awaitable[None]]


def game_of(name: str, bots: dict[Player, str] | None = None, **more: object) -> Errand:
    players = {player: (bots or {}).get(player, HUMAN) for player in Player}
    return lambda app: app.start_game(Setup(GAMES[name](), players, seed="3", **more))  # type: ignore[arg-type]


@cache
def two_games(name: str) -> tuple[Record, Record]:
    """The two shortest games that chance finds, with a battle in them if there can be one."""
    found: list[Record] = []
    for seed in range(300):
        longest = len(found[1].plies) if len(found) > 1 else 40  # who has not won by then is left alone
        match = _chance(GAMES[name](), Random(seed), longest)
        if match.outcome and (record := Record.of(match, {})) not in found:
            found.append(record)
        found.sort(key=lambda record: (all(len(ply) == 1 for ply in record.plies), len(record.plies)))
    return found[0], found[1]


def _chance(start: Position, random: Random, plies: int) -> Match:
    match = Match(start)
    while (waiting := match.waiting()) and len(match.plies) < plies:
        match.submit(waiting[0], random.choice(match.seats[waiting[0]].choices))
    return match


def board_of(pilot: Pilot[int]) -> Board:
    return pilot.app.screen.query_one(TableBoard)


def table_of(pilot: Pilot[int]) -> Local:
    (screen,) = (each for each in pilot.app.screen_stack if isinstance(each, GameScreen))
    assert isinstance(screen.table, Local)
    return screen.table


def match_of(pilot: Pilot[int]) -> Match:
    return table_of(pilot).match


def keys(text: str) -> list[str]:
    return [NAMES.get(sign, sign) for sign in text]


async def by_typing(pilot: Pilot[int], move: Move) -> None:
    written = table_of(pilot).seat.view.written(move)
    await pilot.press(*keys(written if written[:1].isdigit() else f":{written}"), "enter")


async def by_keys(pilot: Pilot[int], move: Move) -> None:
    """Tab leads from target to target; where a cell has several meanings, the arrows lead through them."""
    board = board_of(pilot)
    places = board.reachable()
    goal = next(number for number, place in enumerate(places) if move in moves_of(board.at(place)))
    now = places.index(board.cursor)
    await pilot.press(*["tab"] * ((goal - now) % len(places)), "enter")
    if board.question:
        await pilot.press(*["down"] * moves_of(board.question.options).index(move), "enter")


def moves_of(options: Sequence[Option]) -> list[Move]:
    return [option.move for option in options]


async def by_mouse(pilot: Pilot[int], move: Move) -> None:
    board = board_of(pilot)
    (option,) = (each for each in board.options if each.move == move)
    layout = board.arranged
    region = layout.cards[board.cards.index(option)] if option.to is None else layout.region(option.to)
    await _click(pilot, board, region.center)
    if board.question:
        box = board.state().list_box(layout)
        await _click(pilot, board, (box.x + 2, box.y + 1 + board.question.options.index(option)))


async def _click(pilot: Pilot[int], board: Board, at: tuple[float, float]) -> None:
    x, y = (int(each) for each in at)
    await pilot.click(board, offset=Offset(x - board.window.x, y - board.window.y))


HANDS: dict[str, Hand] = {"typed": by_typing, "keys": by_keys, "mouse": by_mouse}


async def choose(pilot: Pilot[int], move: Move, hand: Hand) -> None:
    """Choose a move for whoever is asked, behind the curtain where there is one."""
    if isinstance(pilot.app.screen, Reveal):
        await pilot.press("enter")
        await settled(pilot)
    if isinstance(pilot.app.screen, Curtain):
        view = table_of(pilot).seat.view
        if not view.hides():
            await pilot.press(*keys(view.written(move)), "enter")
            await settled(pilot)
            return
        await pilot.press("enter")
        await pilot.pause()
    assert isinstance(pilot.app.screen, GameScreen)
    await hand(pilot, move)
    await settled(pilot)


async def play(pilot: Pilot[int], record: Record, hand: Hand) -> None:
    for ply in record.plies:
        for player, move in ply.items():
            assert table_of(pilot).asked is player
            await choose(pilot, move, hand)
    if isinstance(pilot.app.screen, Reveal):
        await pilot.press("enter")
        await settled(pilot)
