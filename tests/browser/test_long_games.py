"""The page of a game with a long past, which its first message does not hold."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.online.client import Live, both_links
from tests.online.server import server
from tests.online.test_long_games import TOKENS, long_game, trap_dance

from .conftest import Screens


@pytest.mark.long
def test_all_moves_are_there_and_at_the_end_all_that_was_hidden(screens: Screens, tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path}/games.sqlite"
    with ThreadPoolExecutor() as aside:  # the browser has this thread's event loop
        game = aside.submit(long_game, store, "flag-chase-traps", trap_dance(2_100)).result()
    with server(store, tmp_path / "log") as running:
        screen = screens(address=running.address)
        screen.goto(f"/g/{game}#{TOKENS['P1']}")
        moves = screen.page.locator("#history > li")
        expect(moves).to_have_count(2_100)
        expect(moves.nth(0)).to_have_text("P1 TRAP 3 3")
        expect(moves.nth(1)).to_have_text("P2 TRAP ?")
        expect(moves.nth(1_000)).to_have_text("P1 MOVE 1 1")
        with Live(running.address, game, TOKENS["P2"]) as other:
            other.do("resign")
        expect(moves.nth(1)).to_have_text("P2 TRAP 3 4")
        expect(moves).to_have_count(2_100)


def test_all_of_a_long_chat_is_there(screens: Screens, address: str) -> None:
    game, tokens = both_links(address, chat=True)
    line = "\U0001f92f" * 400
    with Live(address, game, tokens["P1"]) as live:
        for number in range(60):
            said = {"type": "chat", "id": str(number), "text": f"{number} {line}"}
            live.socket.send(json.dumps(said, ensure_ascii=False))
        assert live.answer("59")["type"] == "accepted"
    screen = screens()
    screen.goto(f"/g/{game}#{tokens['P2']}")
    lines = screen.page.locator("#chat-lines > li")
    expect(lines).to_have_count(60)
    expect(lines.nth(0)).to_contain_text(f"0 {line}")
    expect(lines.nth(59)).to_contain_text(f"59 {line}")
