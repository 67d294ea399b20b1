"""Records that somebody brings along: shown ply by ply, graded, bounded, and nothing is told that is still a secret."""

from __future__ import annotations

from random import Random

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.installed import playthrough
from flagfall.match import Match
from flagfall.record import Record, read, to_json, write

from .client import request

SHOWN = [name for name, game in GAMES.items() if playthrough(game)]


def opened(address: str, text: str) -> list[dict[str, object]]:
    status, found, _ = request(address, "POST", "/api/open", {"text": text})
    assert status == 200, found
    games: list[dict[str, object]] = found["games"]
    return games


def begun(game: str, plies: int) -> Match:
    """A game of which so many plies were played at random, unless it is over before."""
    match, draw = Match(GAMES[game]()), Random(1)
    while not match.outcome and len(match.plies) < plies:
        for player in match.waiting():
            match.submit(player, draw.choice(match.position.choices()[player]))
    return match


@pytest.mark.parametrize("game", SHOWN)
def test_every_playthrough_is_shown_ply_by_ply(game: str, address: str) -> None:
    text = playthrough(GAMES[game]) or ""
    record = read(text)[0]
    for form in (text, to_json([record])):
        (found, *_) = opened(address, form)
        assert found["title"] == GAMES[game].title and len(found["plies"]) == len(record.plies)  # type: ignore[arg-type]
        positions = [ply["view"]["position"] for ply in found["plies"]]  # type: ignore[attr-defined]
        match = record.match()
        assert positions == [*(ply.before.text() for ply in match.plies[1:]), match.position.text()]


@pytest.mark.parametrize("game", GAMES)
def test_of_a_game_that_is_not_over_only_what_both_know_is_told(game: str, address: str) -> None:
    match = begun(game, 3)
    if match.outcome:
        match = begun(game, 1)
    record = Record.of(match, {})
    for reveal in (False, True):
        (found, *_) = opened(address, write([record], reveal=reveal))
        last = found["plies"][-1]  # type: ignore[index]
        assert last["view"]["position"] == match.position.view(None).text()
        assert list(last["moves"].values()) == [
            match.plies[-1].before.written(move) if move == match.plies[-1].moves[player] else move
            for player, move in match.plies[-1].disguised(None).items()
        ]
    status, refused, _ = request(address, "POST", "/api/open/analysis", {"text": write([record])})
    assert status == 400 and refused["reason"] == "only a game that is over can be graded"


@pytest.mark.parametrize("game", GAMES)
def test_a_position_in_one_line_is_opened_as_well(game: str, address: str) -> None:
    (found,) = opened(address, f"  {GAMES[game]().text()}\n")
    assert found["view"]["position"] == GAMES[game]().view(None).text() and not found.get("plies")  # type: ignore[index]


@pytest.mark.long
def test_a_game_that_is_over_is_graded(address: str) -> None:
    match = begun("grid-runner", 1)
    match.resign(Player.P2)
    status, found, _ = request(address, "POST", "/api/open/analysis", {"text": write([Record.of(match, {})])})
    assert status == 200 and len(found["plies"]) == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: empty"),
        ("hello", "line 1"),
        ('[Flagfall "1"]\n[Game "chess"]', "no game is called 'chess'"),
        ("grid-runner P1 0,50/98,50 size=99", "this board has 9801 cells"),
        ('[Flagfall "1"]\n[Game "grid-runner"]\n[Result "*"]\n\n1. P1 4,4\n', "P1 can't play that here"),
        ("x" * 20_000, "a request may have"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(text: str, reason: str, address: str) -> None:
    status, refused, _ = request(address, "POST", "/api/open", {"text": text})
    assert status in (400, 413) and reason in refused["reason"], refused
