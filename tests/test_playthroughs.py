"""Every game has a demonstration game; its screens are kept here and compared to the letter.

After a change that is meant, write them anew with `make golden` and look at the difference.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from flagfall.games import GAMES
from flagfall.record import read, write
from flagfall.terminal.local.demo import demo, playthrough
from flagfall.terminal.tty.console import Console

FOLDER = Path(__file__).parent / "playthroughs"


def screens(game: str) -> str:
    stdout = io.StringIO()
    demo(Console(stdin=io.StringIO(), stdout=stdout), game)
    return stdout.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_the_screens_of_the_playthrough_are_as_they_were(game: str) -> None:
    golden = FOLDER / f"{game}.txt"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(screens(game), encoding="utf-8")
    assert screens(game) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_playthrough_is_a_finished_game_in_canonical_form(game: str) -> None:
    text = playthrough(game)
    (record,) = read(text)
    assert record.start == GAMES[game]()
    assert record.outcome is not None
    assert write([record]) == text


def test_there_is_no_playthrough_of_no_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
