"""Small boards play by themselves, where anything may move."""

from __future__ import annotations

import asyncio

import pytest

from flagfall.games import GAMES
from flagfall.terminal.screen.board.mini import REST, MiniBoard

from .driving import Alone
from .scenes import scenes


def mini(name: str) -> MiniBoard:
    first, *others = scenes(GAMES[name]())[:4]
    return MiniBoard(first, lambda: [first, *others])


def watched(name: str, *, motion: bool) -> list[int]:
    """Which of four scenes is shown after each of some steps."""
    shown: list[int] = []

    async def run() -> None:
        board = mini(name)
        async with Alone(board, motion=motion).run_test(size=(26, 8)) as pilot:
            await pilot.pause()
            board.number = 0
            for _ in range(4 + REST):
                board.step()
                shown.extend(number for number, scene in enumerate(board.scenes) if scene is board.scene)

    asyncio.run(run())
    return shown


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_round_and_round_and_rests_at_the_end(name: str) -> None:
    count = len(scenes(GAMES[name]())[:4])
    rounds = [*range(count), *[count - 1] * (REST - 1)]
    assert watched(name, motion=True) == (rounds[1:] + rounds * 3)[: 4 + REST]


@pytest.mark.parametrize("name", GAMES)
def test_it_stands_still_where_nothing_may_move(name: str) -> None:
    assert watched(name, motion=False) == [0] * (4 + REST)


def test_nobody_can_choose_on_it() -> None:
    assert not mini("flag-chase").can_focus
