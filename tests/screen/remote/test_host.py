"""Hosting a game on the full screen: the form, the links, the code for a camera, and who has come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from rich.color import Color, ColorType
from rich.segment import Segment
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from flagfall.games import GAMES
from flagfall.online.client.link import Link
from flagfall.online.protocol.messages import SeatState
from flagfall.terminal.remote.host import Hosted, log_path
from flagfall.terminal.screen.app import Flagfall
from flagfall.terminal.screen.gate import Display
from flagfall.terminal.screen.home.form import Choice, Entry, Row
from flagfall.terminal.screen.remote.qr import Code
from flagfall.terminal.screen.remote.room import Room
from tests.online.server import Running
from tests.screen.harness import STILL, golden, golden_at_every_size, text_of, typed

from .driving import opened, run, sees, until
from .strange import strange_server, welcome


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is started here keeps its games here."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


async def fill(pilot: Pilot[int], name: str, text: str) -> None:
    """Answer a line of the form by typing, or by turning it until the answer is there."""
    row = pilot.app.screen.query_one(f"#{name}", Row)
    (row.line if isinstance(row, Entry) else row).focus()
    await pilot.pause()
    if isinstance(row, Choice):
        while row.text != text:
            await pilot.press("right")
    else:
        await pilot.press("home", *["delete"] * len(row.text) * isinstance(row, Entry))
        await typed(pilot, text)
    assert row.text == text


async def make(pilot: Pilot[int], port: int = 0, **chosen: str) -> Room:
    """Make the game that is set out in the form."""
    await fill(pilot, "port", str(port))
    for name, text in chosen.items():
        await fill(pilot, name, text)
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, Room))
    await sees(pilot, "Player 2")
    room = pilot.app.screen
    assert isinstance(room, Room)
    return room


def invitation(room: Room) -> Link:
    return Link.read(str(room.query_one("#link", Static).content))


def test_the_form_and_the_room_look_as_they_did() -> None:
    async def look() -> None:
        with strange_server() as strange:
            strange.say(welcome(GAMES["grid-runner"]().text(), other=SeatState(who="person")))
            async with opened(lambda app: app.host()) as pilot:
                await golden_at_every_size(pilot, "host-{}")
                pilot.app.push_screen(Room(GAMES["grid-runner"](), links(strange.address), ExitStack()))
                await sees(pilot, "Player 2 has not come yet.")
                await golden_at_every_size(pilot, "room-{}")
                await pilot.press("escape")
                await sees(pilot, "Leave? The server stops with you.")
                golden(pilot.app, "room-leaving-60x20")

    run(look)


def links(address: str) -> Hosted:
    """To a game whose server may be anywhere: what is shown is always the same."""
    shown = "http://192.0.2.7:8765/g/abcdefgh"
    return Hosted(
        own=Link(address, "abc"),
        seat=f"{shown}#{'s' * 24}",
        watching=shown,
        invitation=f"{shown}#join-{'p' * 24}",
        only_here=False,
        again="flagfall serve --host 0.0.0.0",
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_made_with_a_server_of_its_own(game: str) -> None:
    """It ends with the screen, and its log is where plain mode has it."""

    async def look() -> None:
        async with opened(lambda app: app.host(GAMES[game]())) as pilot:
            room = await make(pilot)
            await sees(pilot, "Player 2 has not come yet.")
            address = invitation(room).address
            port = address.rpartition(":")[2]
            said = [str(each.content) for each in room.query(Static)]
            assert f"The server stops with you. All games are back with: flagfall serve --port {port}" in said
            assert GAMES[game].title in text_of(pilot.app)
            assert log_path().exists()
        assert not _answers(address)

    run(look)


def _answers(address: str) -> bool:
    from threading import enumerate as threads

    from flagfall.online.client.asking import is_server

    for thread in threads():
        if thread.name == "flagfall-hosting":
            thread.join(60)
    return is_server(address)


def test_a_server_that_runs_there_is_used_and_goes_on(running: Running) -> None:
    async def look() -> None:
        async with opened(lambda app: app.host()) as pilot:
            room = await make(pilot, running.port)
            assert invitation(room).address == running.address
            assert "The server stops with you" not in text_of(pilot.app)
        assert _answers(running.address)

    run(look)


def test_what_is_wrong_is_said_and_the_form_stays(tmp_path: Path) -> None:
    async def look() -> None:
        async with opened(lambda app: app.host()) as pilot:
            await fill(pilot, "clock", "soon")
            await pilot.press("enter")
            await sees(pilot, "A clock is like 10m, 10m+5s or 2d/move")
            await fill(pilot, "clock", "10m+5s")
            await fill(pilot, "port", "99999")
            await pilot.press("enter")
            await sees(pilot, "A port is a number from 0 to 65535; 0 finds a free one.")
            assert pilot.app.screen.query_one("#clock", Row).text == "10m+5s"

    run(look)


# --- the code ---


@pytest.mark.long
@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
@pytest.mark.parametrize("how", ["truecolor", "sixteen", "none"])
def test_a_camera_can_read_the_link(running: Running, how: str, light: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if how == "none":
        monkeypatch.setenv("NO_COLOR", "1")
    display = replace(STILL, ansi=how != "truecolor")

    async def look() -> None:
        async with Flagfall(lambda app: app.host(), display).run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            if light and how == "truecolor":
                await pilot.press("t")
            room = await make(pilot, running.port)
            assert room.query_one(Code).display
            (found,) = zxingcpp.read_barcodes(picture(pilot.app), try_invert=how == "none")
            assert Link.read(found.text) == invitation(room)

    run(look)


def picture(app: App[int]) -> np.ndarray:
    """The screen as a camera sees it: every half of a cell is light or dark, four pixels wide and high."""
    rows: list[list[int]] = []
    for strip in app.screen._compositor.render_strips():
        halves = [half for segment in strip for half in _halves(segment)]
        rows += [[half[0] for half in halves], [half[1] for half in halves]]
    return np.kron(np.array(rows, dtype=np.uint8), np.ones((4, 4), dtype=np.uint8))


def _halves(segment: Segment) -> Iterator[tuple[int, int]]:
    front = _brightness(segment.style and segment.style.color, 200)
    back = _brightness(segment.style and segment.style.bgcolor, 0)
    for sign in segment.text:
        yield (front if sign in "▀█" else back), (front if sign in "▄█" else back)


def _brightness(colour: Color | None, otherwise: int) -> int:
    if colour is None or colour.type is ColorType.DEFAULT:
        return otherwise
    red, green, blue = colour.get_truecolor()
    return (red + green + blue) // 3


def test_where_the_code_has_no_room_the_link_is_there(running: Running) -> None:
    async def look() -> None:
        for size, ascii_only in (((60, 20), False), ((120, 40), True)):
            display = Display(motion=False, ascii=ascii_only)
            async with Flagfall(lambda app: app.host(), display).run_test(size=size) as pilot:
                await pilot.pause()
                room = await make(pilot, running.port)
                assert not room.query_one(Code).display
                await sees(pilot, str(invitation(room)))
                if size == (60, 20):
                    await pilot.resize_terminal(80, 24)
                    await until(pilot, lambda room=room: room.query_one(Code).display)

    run(look)
