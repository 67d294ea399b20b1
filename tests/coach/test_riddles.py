"""Puzzles where something is hidden: told as the player was told, and right by what could be known."""

from __future__ import annotations

from itertools import islice

import pytest

from flagfall.coach.hidden.minds import MINDS, mind_of
from flagfall.coach.riddles import found, riddles, stored
from flagfall.core import Position
from flagfall.games import BOOKS, GAMES
from flagfall.match import Match

SMALL = [GAMES["flag-chase-traps"](rules=GAMES["flag-chase-traps"].Rules(size=3, traps=1))]


@pytest.mark.parametrize("start", SMALL, ids=str)
def test_every_move_has_an_answer_and_the_right_ones_are_few(start: Position) -> None:
    for puzzle in riddles(start):
        assert puzzle.right and puzzle.right | puzzle.wrong == set(puzzle.moves) == set(puzzle.answers)
        assert not puzzle.right & puzzle.wrong and len(puzzle.right) < len(puzzle.wrong) + 2
        assert all("≈" in words or "at once" in words for words in puzzle.answers.values())


@pytest.mark.parametrize("start", SMALL, ids=str)
def test_it_is_told_as_its_player_was_told(start: Position) -> None:
    for course, puzzle in islice(found(start, mind_of(start)), 5):
        match = Match(start)
        for move in course:
            match.submit(match.waiting()[0], move)
        seat = match.seats[puzzle.player]
        assert puzzle.position == match.position and puzzle.view == seat.view
        for ply, written in zip(match.plies, seat.history, strict=True):
            for player, move in ply.moves.items():
                assert f"{player.name} {written[player]}" in puzzle.text
                assert written[player] == move or f"{player.name} {move}" not in puzzle.text


@pytest.mark.parametrize("game", [game for game in BOOKS if game in MINDS], ids=lambda game: game.id)
def test_puzzles_by_the_book_come_with_the_package(game: type[Position]) -> None:
    courses = stored()[game.id]
    assert len(courses) >= 20 and len(set(courses)) == len(courses)
    for course in courses:
        match = Match(game())
        for move in course:
            match.submit(match.waiting()[0], move)
        assert match.waiting() and not match.position.in_the_open()
