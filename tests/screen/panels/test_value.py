"""The value pole: the flag stands where the worth is, and the words say the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from textual.app import ComposeResult

from flagfall.coach.evaluation.grades import in_words
from flagfall.coach.evaluation.verdicts import height
from flagfall.solve import Worth
from flagfall.terminal.screen.board.widget import Board
from flagfall.terminal.screen.panels.value import ValueBar
from tests.screen.board.driving import Alone
from tests.screen.harness import Hands, quiet

WORTHS = [
    Worth(value, distance) for value, distance in ((1, 1), (1, 5), (1, 30), (0.333, None), (0, None), (-1, 8), (-1, 0))
]


class Pole(Alone):
    def __init__(self, *, ansi: bool = False) -> None:
        super().__init__(Board(), ansi=ansi)
        self.bar = ValueBar()

    def compose(self) -> ComposeResult:
        yield self.bar


Change = Callable[[ValueBar], None]


def shown(*changes: Change, width: int = 80, ansi: bool = False) -> list[str]:
    """The line after each of these has been done to it."""
    lines = []

    async def run() -> None:
        app = Pole(ansi=ansi)
        async with app.run_test(size=(width, 3)):
            for change in changes:
                change(app.bar)
                await quiet(Hands(app))
                lines.append(app.screen._compositor.render_strips()[0].text)

    asyncio.run(run())
    return lines


def worth_of(worth: Worth) -> Change:
    return lambda bar: bar.show(worth)


def stands_at(height: float) -> Change:
    return lambda bar: bar._change(height, "even")


@pytest.mark.parametrize("ansi", [False, True], ids=["colours", "sixteen"])
def test_the_flag_stands_where_the_worth_is(ansi: bool) -> None:
    for worth, line in zip(WORTHS, shown(*map(worth_of, WORTHS), ansi=ansi), strict=True):
        assert in_words(worth) in line
        left, right, flag = line.index("●"), line.index("◆"), line.index("⚑")
        share = (flag - left - 2) / (right - left - 4)
        assert share == pytest.approx((1 - height(worth)) / 2, abs=1 / (right - left - 4))


@pytest.mark.parametrize("width", [60, 79, 80, 81, 82, 120])
def test_in_an_even_game_the_flag_stands_at_the_tick(width: int) -> None:
    """Where it stands is covered: with somebody ahead the tick is seen there."""
    *ahead, even, won, lost = shown(*map(stands_at, (0.5, -0.5, 0.0, 1.0, -1.0)), width=width)
    assert [line.index("┼") for line in ahead] == [even.index("⚑")] * 2
    assert [line.index("⚑") for line in (won, lost)] == [3, even.index("◆") - 2]


def test_who_is_nearer_to_winning_has_the_flag_nearer() -> None:
    flags = [line.index("⚑") for line in shown(*map(worth_of, WORTHS[:3]), width=200)]
    assert flags == sorted(flags)


def test_without_a_value_there_is_no_flag_but_a_word_why() -> None:
    (line,) = shown(lambda bar: bar.say("solving ..."))
    assert "solving ..." in line
    assert "⚑" not in line


@pytest.mark.parametrize("width", [20, 30, 40])
def test_of_words_that_do_not_fit_the_first_are_whole_and_the_pole_stays(width: int) -> None:
    (line,) = shown(worth_of(WORTHS[3]), width=width)
    assert len(line) == width
    assert line.index("●") < line.index("⚑") < line.index("◆")
    words = line.partition("◆")[2].strip().removesuffix("…")
    assert not words or in_words(WORTHS[3]).startswith(f"{words} ")
