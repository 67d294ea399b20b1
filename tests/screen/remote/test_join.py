"""Following a link on the full screen."""

from __future__ import annotations

from textual.widgets import Input

from tests.online.client import both_links, create
from tests.screen.harness import at_every_size, golden_at_every_size, text_of, typed

from .driving import opened, run, sees


def test_what_is_no_link_is_refused_and_stays_to_be_mended() -> None:
    async def look() -> None:
        async with opened(lambda app: app.join()) as pilot:
            await golden_at_every_size(pilot, "join-{}")
            await typed(pilot, "nonsense")
            async for _ in at_every_size(pilot):
                await pilot.press("enter")
                await sees(pilot, "This is no link to a game; one is like http://127.0.0.1:8765/g/GAME#TOKEN.")
                assert pilot.app.screen.query_one(Input).value == "nonsense"
            await pilot.press("escape")
            assert "Join a game" not in text_of(pilot.app)

    run(look)


def test_where_there_is_no_server_or_no_game_it_says_so(address: str) -> None:
    async def look() -> None:
        async with opened(lambda app: app.join("http://127.0.0.1:9/g/abc")) as pilot:
            await sees(pilot, "No server answers at http://127.0.0.1:9")
            for link, why in (
                (f"{address}/g/abc", "There is no such game; is the link complete?"),
                (f"{address}/g/abc#join-{'x' * 24}", "There is no such game; is the link complete?"),
                (f"{address}/g/abc#short", "The part of the link behind the # is not complete."),
            ):
                pilot.app.screen.query_one(Input).value = link
                await pilot.press("enter")
                await sees(pilot, why)

    run(look)


def test_an_invitation_is_for_the_first_who_comes(address: str) -> None:
    made = create(address, "capture-the-flag", seats={"P1": "open", "P2": "link"})
    link = address + made["seats"]["P1"]["link"]

    async def look() -> None:
        async with opened(lambda app: app.join(link)) as pilot:
            await sees(pilot, "The seat is yours.")
            await pilot.press("l")
            await sees(pilot, f"{address}/g/{made['id']}#")
            await pilot.press("escape", "escape")
            await sees(pilot, "Your link brings you back to the game at any time.")
            own = pilot.app.screen.query_one(Input).value
            assert own.startswith(f"{address}/g/{made['id']}#") and own != link
            await pilot.press("enter")
            await sees(pilot, "You are Player 1.")
        async with opened(lambda app: app.join(link)) as pilot:
            await sees(pilot, "Somebody has taken this seat already.")

    run(look)


def test_watching(address: str) -> None:
    game, _ = both_links(address)

    async def look() -> None:
        async with opened(lambda app: app.join(f"{address}/g/{game}")) as pilot:
            await sees(pilot, "You are watching.")

    run(look)
