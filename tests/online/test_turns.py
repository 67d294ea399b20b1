"""Fair turns: small before large, client by client, and never all places for one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from flagfall.online.protocol.errors import Denied
from flagfall.online.workers.turns import Places, Turns


class Scene:
    """Work that is begun when it has its turn, and done when it is told."""

    def __init__(self, places: Places, queue: int = 100) -> None:
        self.turns = Turns(places, queue)
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.end: dict[str, asyncio.Event] = {}

    async def want(self, *names: str) -> None:
        """`a1` is client a's first; in capitals it is large."""
        for name in names:
            self.end[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._work(name))
        await settled()

    async def _work(self, name: str) -> None:
        async with self.turns.turn(self.turns.wish(name[0].lower(), name[0].isupper())):
            self.begun.append(name)
            await self.end[name].wait()

    async def finish(self, *names: str) -> None:
        for name in names:
            self.end[name].set()
            await self.tasks[name]
        await settled()

    async def finish_all(self) -> None:
        while len(self.begun) < len(self.tasks) or not all(task.done() for task in self.tasks.values()):
            await self.finish(*self.begun)


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_clients_take_turns() -> None:
    async def check() -> None:
        scene = Scene(Places.of(1))
        await scene.want("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        await scene.finish_all()
        assert scene.begun == ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]

    asyncio.run(check())


def test_small_work_goes_first() -> None:
    async def check() -> None:
        scene = Scene(Places.of(1))
        await scene.want("A1", "A2", "B1", "a3", "b2")
        await scene.finish_all()
        assert scene.begun == ["A1", "b2", "a3", "B1", "A2"]

    asyncio.run(check())


def test_one_place_is_kept_from_large_work_and_one_for_other_clients() -> None:
    async def check() -> None:
        scene = Scene(Places.of(3))
        await scene.want("A1", "A2", "B1", "C1")
        assert scene.begun == ["A1", "B1"]
        await scene.want("a3", "a4", "b2", "c2")
        assert scene.begun == ["A1", "B1", "a3"]
        await scene.finish("a3")
        assert scene.begun == ["A1", "B1", "a3", "c2"]
        await scene.finish_all()
        assert sorted(scene.begun) == sorted(scene.tasks)

    asyncio.run(check())


def test_a_client_never_has_all_places() -> None:
    async def check() -> None:
        scene = Scene(Places.of(3))
        await scene.want(*(f"a{number}" for number in range(9)))
        assert scene.begun == ["a0", "a1"]
        await scene.want("b1")
        assert scene.begun == ["a0", "a1", "b1"]
        await scene.finish_all()

    asyncio.run(check())


def test_who_gives_up_leaves_the_place_to_others() -> None:
    async def check() -> None:
        scene = Scene(Places.of(1))
        await scene.want("a1", "a2", "b1")
        for name in ("a2", "a1"):
            scene.tasks[name].cancel()
        await settled()
        assert scene.begun == ["a1", "b1"]
        await scene.finish("b1")
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(scene.turns.turn(scene.turns.wish("d", True)))

    asyncio.run(check())


def test_a_queue_has_an_end_for_each_client() -> None:
    async def check() -> None:
        scene = Scene(Places.of(1), queue=2)
        await scene.want("A1", "A2")
        scene.turns.check_queue("a")
        await scene.want("A3")
        with pytest.raises(Denied, match="too much that you asked for waits to be computed"):
            scene.turns.check_queue("a")
        scene.turns.check_queue("b")
        await scene.finish("A1")
        scene.turns.check_queue("a")
        await scene.finish_all()

    asyncio.run(check())
