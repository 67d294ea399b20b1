"""Screens beside the games' own are resized and killed: the next start finds all as it was."""

from __future__ import annotations

import re
import signal

import pytest

from flagfall.record.files import write_whole
from flagfall.record.text import write
from tests.every_game import short_game
from tests.online.client import Live, both_links, get
from tests.online.conftest import address, running
from tests.online.server import Running
from tests.terminal.driving import Shell, Terminal

from .play.test_terminal import SIZES, display, until_shown
from .test_terminal import FULL

__all__ = ["address", "running"]

RECORD = write([short_game("grid-runner")])
HOME = "pocket strategy games"
PLACES = {
    "home": ("", "Flagfall"),
    "start": ("1", "Against"),
    "explore": ("e", "Play on"),
    "analysis": ("agame\r", "● P1"),
    "lesson": ("l", "Step 1"),
    "puzzles": ("p", "puzzles"),
    "host": ("o", "Invite"),
    "join": ("j", "link"),
    "saved": ("r", "Saved games"),
    "record": ("a", "record"),
    "watch": ("w", "Pause"),
    "rules": ("b", "the rules"),
    "report": ("d", "a report"),
    "palette": ("\x10", "Search"),
    "help": ("?", "Leave"),
    "what else": ("1\r|o", "What else?"),
    "resigning": ("1\r|or", "do you really"),
    "a text": ("1\r|:help\r", "Besides a move"),
    "opening": ("eo", "in one line"),
    "one line": ("ec", "This line is"),
    "playing on": ("ep", "Against"),
}
"""The keys that lead from the home to a screen, and what stands there at any size. At a | a game has to be there."""


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.long
def test_a_screen_that_is_resized_and_killed_leaves_everything_whole(shell: Shell, place: str) -> None:
    kept = shell.home / "data/flagfall/games/game.flagfall"
    write_whole(kept, RECORD)
    keys, words = PLACES[place]
    terminal = shell.open(**FULL)
    until_shown(terminal, HOME, "Help")
    first, _, then = keys.partition("|")
    terminal.press(first)
    if then:
        until_shown(terminal, "level:4")
        terminal.press(then)
    resize_and_kill(terminal, words)
    assert [path.read_text() for path in shell.saved()] == [RECORD]
    assert not [path for path in kept.parent.glob(".*") if path.name.startswith(".game")]


def resize_and_kill(terminal: Terminal, words: str) -> None:
    until_shown(terminal, words)
    for columns, rows in SIZES:
        terminal.resize(columns, rows)
        until_shown(terminal, words)
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()


@pytest.mark.long
def test_a_game_that_waits_for_somebody_outlives_whoever_made_it(shell: Shell, running: Running) -> None:
    terminal = shell.open("host", "grid-runner", "--full", "--port", str(running.port), **FULL)
    until_shown(terminal, "Invite")
    terminal.press("\r")
    resize_and_kill(terminal, "/g/")
    found = re.search(r"/g/(\w+)", display(terminal))
    assert found and get(running.address, f"/api/games/{found[1]}")


def test_a_running_game_outlives_whoever_plays_it(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, chat=True)
    terminal = shell.open("join", f"{address}/g/{game}#{tokens['P1']}", "--full", **FULL)
    until_shown(terminal, "You are Player 1.")
    terminal.press("2\r")
    resize_and_kill(terminal, "Waiting for Player 2")
    with Live(address, game, tokens["P2"]) as other:
        assert other.history == [{"P1": "2"}]
