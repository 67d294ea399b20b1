"""The solver works beside a screen: its answer comes by a message, and work that nobody waits for stops."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.app import App
from textual.message import Message
from textual.screen import Screen

from flagfall.bots.solved.knowledge import forget, knowledge_of
from flagfall.coach.evaluation.verdicts import verdicts
from flagfall.games import GAMES, position
from flagfall.terminal.screen.study.knowing import Known, NotKnown, Progress, WorkedOut, know, work_out

BIG = position("flag-chase P1 1/99 cells=99 numbers=9")


@pytest.fixture(autouse=True)
def _nothing_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    forget()
    yield
    forget()


class Unknown(Exception):
    pass


class Listening(Screen[None]):
    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[Message] = asyncio.Queue()

    def on_known(self, event: Known) -> None:
        self.heard.put_nowait(event)

    def on_not_known(self, event: NotKnown) -> None:
        self.heard.put_nowait(event)

    def on_progress(self, event: Progress) -> None:
        self.heard.put_nowait(event)

    def on_worked_out(self, event: WorkedOut) -> None:
        self.heard.put_nowait(event)


async def answer(screen: Listening) -> Message:
    """The next message that is not about progress."""
    while isinstance(heard := await screen.heard.get(), Progress):
        pass
    return heard


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_solved_or_said_not_to_be(name: str) -> None:
    start = GAMES[name]()

    async def check() -> None:
        async with App[None]().run_test() as pilot:
            await pilot.app.push_screen(screen := Listening())
            know(screen, start)
            heard = await answer(screen)
            if start.hides():
                assert isinstance(heard, NotKnown) and heard.start == start and start.title in heard.why
            else:
                assert isinstance(heard, Known) and heard.start == start
                assert heard.knowledge.solution.start == start
                assert all(verdicts(heard.knowledge, start, player) for player in start.choices())

    asyncio.run(check())


def test_who_asks_anew_hears_of_nothing_else() -> None:
    small = GAMES["grid-runner"]()

    async def check() -> None:
        async with App[None]().run_test() as pilot:
            await pilot.app.push_screen(screen := Listening())
            know(screen, BIG)
            first = await screen.heard.get()
            assert isinstance(first, Progress) and first.start == BIG and "positions" in first.text
            know(screen, small)
            heard = await answer(screen)
            assert isinstance(heard, Known) and heard.start == small
            await pilot.app.workers.wait_for_complete()
            assert screen.heard.empty()

    asyncio.run(check())


def test_work_stops_when_its_screen_is_left() -> None:
    async def check() -> None:
        async with App[None]().run_test() as pilot:
            await pilot.app.push_screen(screen := Listening())
            know(screen, BIG)
            assert isinstance(await screen.heard.get(), Progress)
            await pilot.app.pop_screen()
            await asyncio.get_running_loop().shutdown_default_executor()  # whatever still works has ended after it

    asyncio.run(check())

    def begun(stage: str, done: int, total: int | None) -> None:
        raise Unknown

    with pytest.raises(Unknown):
        knowledge_of(BIG, begun)  # neither at hand nor on disk


def test_anything_can_be_worked_out_and_only_the_last_of_a_kind_counts() -> None:
    async def check() -> None:
        async with App[None]().run_test() as pilot:
            await pilot.app.push_screen(screen := Listening())
            work_out(screen, "one", lambda: 1)
            work_out(screen, "two", lambda: 2)
            work_out(screen, "three", lambda: 3, group="another")
            heard = [await answer(screen), await answer(screen)]
            assert {each.about: each.answer for each in heard if isinstance(each, WorkedOut)} == {"two": 2, "three": 3}

    asyncio.run(check())
