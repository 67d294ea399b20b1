"""How the screens look that no other test has pictures of, at every size."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from datetime import datetime

import pytest
from textual.pilot import Pilot

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.record.files import GAMES as KEPT
from flagfall.record.files import folder, write_whole
from flagfall.record.text import write
from flagfall.terminal.local.play import Setup
from flagfall.terminal.saving import HUMAN
from flagfall.terminal.screen.app import Errand, Flagfall
from flagfall.terminal.screen.show.watch import WatchScreen
from tests.every_game import short_game

from .harness import at_every_size, golden, golden_at_every_size, on_screen, settled, typed
from .study.looking import unfinished

RECORD = short_game("grid-runner")
START = RECORD.start
LONG_AGO = datetime(2020, 2, 29, 12, 30).timestamp()
WATCHED = 4
"""So many plies, which is more than a slow start lets by."""

Act = Callable[[Pilot[int]], Awaitable[None]]


def keys(*pressed: str) -> Act:
    async def act(pilot: Pilot[int]) -> None:
        await pilot.press(*pressed)

    return act


def line(text: str) -> Act:
    async def act(pilot: Pilot[int]) -> None:
        await typed(pilot, text)
        await pilot.press("enter")

    return act


async def step(pilot: Pilot[int]) -> None:
    screen = pilot.app.screen
    assert isinstance(screen, WatchScreen)
    await pilot.press("space")
    while len(screen.table.match.plies) < WATCHED:
        if not screen.due:
            await pilot.press("right")
        await pilot.pause()


def saved(app: Flagfall) -> None:
    begun = unfinished(START, [dict(ply) for ply in RECORD.plies[:1]])
    texts = {"damaged": "nothing", "over": write([RECORD]), "begun": write([begun])}
    for number, (name, text) in enumerate(texts.items()):
        path = folder(KEPT) / f"{name}.flagfall"
        write_whole(path, text)
        os.utime(path, (LONG_AGO + number, LONG_AGO + number))
    app.saved()


def game(app: Flagfall) -> None:
    app.start_game(Setup(START, dict.fromkeys(Player, HUMAN), seed="1"))


def explore(app: Flagfall) -> None:
    app.explore(START)


LOOKS: dict[str, tuple[Errand | None, Act]] = {
    "help": (None, keys("question_mark")),
    "palette": (None, keys("ctrl+p")),
    "saved": (saved, keys()),
    "record": (lambda app: app.open_record(), line("no such file")),
    "rules": (lambda app: app.rules(GAMES[START.id]), keys()),
    "report": (lambda app: app.report(START), keys()),
    "watch": (lambda app: app.watch_bots(Setup(START, dict.fromkeys(Player, "level:6"), seed="1")), step),
}


@pytest.mark.parametrize("name", LOOKS)
def test_the_screen_looks_as_it_did_at_every_size(name: str) -> None:
    errand, act = LOOKS[name]

    async def look(pilot: Pilot[int]) -> None:
        await act(pilot)
        await settled(pilot)
        await golden_at_every_size(pilot, f"{name}-{{}}")

    on_screen(look, errand)


DIALOGS: dict[str, tuple[Errand, dict[str, Act]]] = {
    "game": (game, {"more": keys("o"), "told": line(":help"), "resign": keys("o", "r")}),
    "offer": (game, {"offer": keys("o", "e")}),
    "explore": (explore, {"open": keys("o"), "text": keys("c"), "play-on": keys("p")}),
}


@pytest.mark.parametrize("place", DIALOGS)
def test_dialogs_look_as_they_did_at_every_size(place: str) -> None:
    """Opened anew at every size: when what lies below is laid out anew is Textual's to choose."""
    errand, dialogs = DIALOGS[place]

    async def look(pilot: Pilot[int]) -> None:
        async for size in at_every_size(pilot):
            for name, act in dialogs.items():
                await act(pilot)
                await settled(pilot)
                golden(pilot.app, f"{name}-{size}")
                await pilot.press("escape")

    on_screen(look, errand)
