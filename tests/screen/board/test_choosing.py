"""Every legal move of every game can be chosen by keys alone, and by the mouse alone."""

from __future__ import annotations

from random import Random

import pytest

from flagfall.core import Option, Player, Position, Scene
from flagfall.games import GAMES

from .driving import Hand, at_the_board
from .scenes import ODD, scenes, starts

MOST = 5
"""Options of a scene that are tried; all of them in small ones."""
CUT = 15
"""As much of a line is seen in the narrowest list."""


def choices(start: Position) -> list[Scene]:
    """Some scenes in which somebody chooses, the first among them."""
    found = [scene for scene in scenes(start) if len(scene.options) == 1]
    return [*found[:1], *Random(1).sample(found[1:], min(2, len(found) - 1))]


def some(options: tuple[Option, ...]) -> list[Option]:
    return Random(2).sample(options, min(MOST, len(options)))


async def choose_by_keys(hand: Hand, option: Option) -> None:
    """Tab until the cursor is there, Enter; down the list, if one is shown, and Enter."""
    board, places = hand.board, hand.board.reachable()
    goal = next(place for place in places if option in board.at(place))
    way = "tab" if (places.index(goal) - places.index(board.cursor)) % len(places) <= len(places) / 2 else "shift+tab"
    while board.cursor != goal:
        before = board.cursor
        await hand.press(way)
        assert board.cursor != before, "Tab goes on"
    await hand.press("enter")
    while board.question and board.question.option != option:
        await hand.press("down")
    if board.question:
        await hand.press("enter")


async def choose_by_mouse(hand: Hand, option: Option) -> None:
    board = hand.board
    place = option.to if option.to is not None else board.cards.index(option)
    board.cursor = place  # a board that is larger than its room has to show it first
    await hand.pilot.pause()
    await hand.click(place)
    if board.question:
        row = line_of(hand, option)
        await hand.pilot.click(type(board), offset=(hand.text()[row].index(option.label[:CUT]), row))


def line_of(hand: Hand, option: Option) -> int:
    """Where the list has it: its lines are in the order of the options."""
    question = hand.board.question
    assert question
    rows = [row for row, line in enumerate(hand.text()) if any(each.label[:CUT] in line for each in question.options)]
    return rows[question.options.index(option)]


WAYS = (choose_by_keys, choose_by_mouse)
SOMEHOW = [
    pytest.param(game(), size, WAYS[(turn + number) % 2], id=f"{game.id}-{size}-{WAYS[(turn + number) % 2].__name__}")
    for turn, game in enumerate(GAMES.values())
    for number, size in enumerate([(80, 24), (44, 20), (26, 8)])
]
"""Every game at every size and by both ways."""


@pytest.mark.parametrize(("start", "size", "way"), SOMEHOW)
def test_every_option_can_be_chosen(start: Position, size: tuple[int, int], way) -> None:  # type: ignore[no-untyped-def]
    async def test(hand: Hand) -> None:
        for scene in choices(start):
            await hand.show(scene)
            for option in some(*scene.options.values()):
                await way(hand, option)
                assert await hand.taken() == option

    at_the_board(test, choices(start)[0], size=size)


@pytest.mark.parametrize("way", [choose_by_keys, choose_by_mouse])
@pytest.mark.parametrize("start", [*starts()][len(GAMES) :], ids=Position.text)
def test_every_option_of_a_variation_can_be_chosen(start: Position, way) -> None:  # type: ignore[no-untyped-def]
    async def test(hand: Hand) -> None:
        for option in some(*choices(start)[0].options.values()):
            await way(hand, option)
            assert await hand.taken() == option

    at_the_board(test, choices(start)[0], size=(60, 20))


@pytest.mark.parametrize("way", [choose_by_keys, choose_by_mouse])
def test_of_several_moves_to_one_cell_the_meant_one_is_asked_for(way) -> None:  # type: ignore[no-untyped-def]
    async def test(hand: Hand) -> None:
        for option in ODD.options[Player.P1][:6]:
            await way(hand, option)
            assert await hand.taken() == option

    at_the_board(test, ODD, size=(80, 30))


def test_a_piece_that_was_chosen_first_limits_what_can_be_chosen() -> None:
    async def test(hand: Hand) -> None:
        hand.board.cursor = (0, 0)
        await hand.press("enter")
        assert hand.board.source == (0, 0)
        assert [option.move for option in hand.board.at((0, 2))] == ["one"]
        await hand.press("escape")
        assert hand.board.source is None
        assert len(hand.board.at((0, 2))) == 3

    at_the_board(test, ODD, size=(80, 30))


def test_escape_leaves_the_list_and_nothing_is_chosen() -> None:
    async def test(hand: Hand) -> None:
        await hand.click((0, 2))
        assert hand.board.question
        await hand.press("escape")
        assert hand.board.question is None
        assert await hand.taken() is None

    at_the_board(test, ODD, size=(80, 30))


def test_arrows_reach_every_cell_and_every_card() -> None:
    async def test(hand: Hand) -> None:
        board, seen = hand.board, set()
        board.cursor = (0, 0)
        for keys in (["right"], ["down"], ["left"], ["left"], ["down"], ["right"] * 29, ["up"] * 9):
            for key in keys:
                await hand.press(key)
                seen.add(board.cursor)
        assert seen >= {(0, 2), (2, 2), (2, 1), *range(30)}

    at_the_board(test, ODD, size=(80, 30))


EMPTY = Scene("", ())


@pytest.mark.parametrize("game", GAMES)
def test_the_cursor_forgets_where_it_stood_when_somebody_else_chooses(game: str) -> None:
    """Where it stood may be the place of a hidden trap."""

    async def test(hand: Hand) -> None:
        for scene in scenes(GAMES[game]())[1:10]:
            for key in ("tab", "down", "right"):
                await hand.press(key)
            same = scene.options == hand.board.scene.options
            await hand.show(scene)
            stood = hand.board.cursor
            await hand.show(EMPTY)
            await hand.show(scene)
            assert hand.board.cursor == stood or same, "it depends on the scene alone"

    at_the_board(test, scenes(GAMES[game]())[0])


def test_options_of_two_at_once_are_nobodys() -> None:
    """A battle's choices are secret: a board is given one side of them, or it offers nothing."""
    battle = next(scene for start in starts() for scene in scenes(start) if len(scene.options) > 1)

    async def test(hand: Hand) -> None:
        assert hand.board.options == ()
        await hand.press("tab", "enter", "down", "enter")
        assert await hand.taken() is None

    at_the_board(test, battle)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_cursor_points_at_is_said(game: str) -> None:
    async def test(hand: Hand) -> None:
        for _ in range(4):
            await hand.press("tab")
            await hand.pilot.pause()
            assert hand.app.pointed == hand.board.at(hand.board.cursor) != ()

    at_the_board(test, choices(GAMES[game]())[0])
