"""Screens beside the games' own are resized and killed: the next start finds all as it was."""

from __future__ import annotations

import signal

import pytest

from flagfall.record.files import write_whole
from flagfall.record.text import write
from tests.every_game import short_game
from tests.terminal.driving import Shell

from .play.test_terminal import SIZES, until_shown
from .test_terminal import FULL

RECORD = write([short_game("grid-runner")])
HOME = "pocket strategy games"
PLACES = {
    "home": ("", HOME),
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
}
"""The keys that lead from the home to a screen, and what stands there at any size."""


@pytest.mark.parametrize("place", PLACES)
def test_a_screen_that_is_resized_and_killed_leaves_everything_whole(shell: Shell, place: str) -> None:
    kept = shell.home / "data/flagfall/games/game.flagfall"
    write_whole(kept, RECORD)
    key, words = PLACES[place]
    terminal = shell.open(**FULL)
    until_shown(terminal, HOME, "Help")
    terminal.press(key)
    until_shown(terminal, words)
    for columns, rows in SIZES:
        terminal.resize(columns, rows)
        until_shown(terminal, words)
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    assert [path.read_text() for path in shell.saved()] == [RECORD]
    assert not list(kept.parent.glob(".*"))
