"""Every book has a demonstration game; its screens are kept here and compared to the letter.

After a change that is meant, write them anew with `make golden` and look at the difference.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from flagfall.core import Position
from flagfall.games import BOOKS, GAMES
from flagfall.installed import playthrough
from flagfall.record import read, write
from flagfall.terminal.local.demo import demo
from flagfall.terminal.tty.console import Console

FOLDER = Path(__file__).parent / "playthroughs"


SHOWN = [game for game in GAMES.values() if playthrough(game)]


def screens(game: type[Position]) -> str:
    stdout = io.StringIO()
    demo(Console(stdin=io.StringIO(), stdout=stdout), game)
    return stdout.getvalue()


@pytest.mark.parametrize("game", BOOKS, ids=lambda game: game.id)
def test_the_screens_of_the_playthrough_are_as_they_were(game: type[Position]) -> None:
    golden = FOLDER / f"{game.id}.txt"
    if os.environ.get("GOLDEN") == "write":
        golden.write_text(screens(game), encoding="utf-8")
    assert screens(game) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", SHOWN, ids=lambda game: game.id)
def test_the_playthrough_is_a_finished_game_in_canonical_form(game: type[Position]) -> None:
    text = playthrough(game)
    (record,) = read(text)
    assert record.start == game()
    assert record.outcome is not None
    assert write([record]) == text


@pytest.mark.parametrize("game", SHOWN, ids=lambda game: game.id)
def test_a_playthrough_is_shown_from_the_first_move_to_the_result(game: type[Position]) -> None:
    shown = screens(game)
    assert shown.startswith(f"A game of {game.title}, as it looks when two people play it.\n")
    (record,) = read(playthrough(game))
    last = record.match().plies[-1]
    assert "\n".join(last.before.say(last.moves, None)) in shown
    assert f"play {game.id}" in shown.splitlines()[-1]


def test_there_is_a_playthrough_of_every_book_and_of_no_other_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {game.id for game in BOOKS}
    assert set(BOOKS) <= set(SHOWN) < set(GAMES.values())
