"""A game that the browser plays by itself says what a server would say; its script is run in Node."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.coach.analysis.analysis import analyse, as_data
from flagfall.core import Player
from flagfall.games import GAMES, position
from flagfall.match import Match
from flagfall.online.web.assets import FOLDER
from flagfall.online.workers.analysis import computed_here
from flagfall.record import Record, write
from tests.every_game import short_game

from .test_tables import NODE, needs_node

TABLES = [name for name in GAMES if (FOLDER / "tables" / f"{name}.table").exists()]
pytestmark = [needs_node, pytest.mark.parametrize("name", TABLES)]


def taken_up(name: str, bot: str = "", **kept: Any) -> dict[str, Any]:
    """What comes of a game of which this was kept; a `bot` goes on for the person."""
    assert NODE
    usual = {"id": "x", "game": name, "title": "", "created": 0, "start": "", "bot": "perfect", "seat": "P1"}
    question = json.dumps({"kept": {**usual, "plies": [], "said": [], **kept}, "bot": bot})
    script, table = Path(__file__).with_name("local_game.mjs"), FOLDER / "tables" / f"{name}.table"
    command = [NODE, str(script), (FOLDER / "tables").as_uri(), str(table)]
    found = subprocess.run(command, input=question, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    told: dict[str, Any] = json.loads(found.stdout)
    return told


def played(match: Match) -> list[dict[str, str]]:
    return [{player.name: move for player, move in ply.moves.items()} for ply in match.plies]


def test_it_is_reviewed_as_a_server_would_review_it(name: str) -> None:
    match = short_game(name).match()
    told = taken_up(name, plies=played(match), start=match.start.text())
    assert told["position"] == match.position.text() and told["ended"]["text"] == str(match.outcome)
    wanted = json.loads(json.dumps(as_data(analyse(match, knowledge_of(GAMES[name]())), match)))
    found = told["analysis"]
    assert found["values"] == pytest.approx(wanted["values"])
    for own, theirs in zip(found["plies"], wanted["plies"], strict=True):
        assert (own["ply"], own["distance"]) == (theirs["ply"], theirs["distance"])
        for seat, decision in own["decisions"].items():
            expected = theirs["decisions"][seat]
            assert {key: decision[key] for key in ("move", "grade", "words")} == {
                key: expected[key] for key in ("move", "grade", "words")
            }
            assert decision["best"] == pytest.approx(expected["best"])
            assert decision["value"] == pytest.approx(expected["value"])
    for seat, skill in found["players"].items():
        assert skill == {key: wanted["players"][seat][key] for key in ("decisions", "kept")}


@pytest.mark.long
def test_it_is_told_in_the_words_of_a_server(name: str) -> None:
    """What decided it, where for long nothing was, and each decision."""
    for match in finished(name):
        given_up = None if match.position.outcome() or not match.outcome else match.outcome
        ended = given_up and {"winner": given_up.winner and given_up.winner.name, "reason": given_up.reason}
        found = taken_up(name, plies=played(match), start=match.start.text(), ended=ended)["analysis"]
        wanted = json.loads(computed_here(write([Record.of(match, {})])))
        for part in ("story", "quiet", "told"):
            assert found[part] == wanted[part]


def finished(name: str) -> Iterator[Match]:
    """Games at random: played out, or given up after some plies."""
    for seed in range(4):
        match, draw = Match(GAMES[name]()), Random(seed)
        while not match.outcome and len(match.plies) < 20 + 40 * seed:
            for player, choices in match.position.choices().items():
                match.submit(player, draw.choice(choices))
        if not match.outcome:
            match.resign(Player.P1)
        yield match


def test_every_moment_shows_the_position_then(name: str) -> None:
    match = short_game(name).match()
    told = taken_up(name, plies=played(match), start=match.start.text())
    positions = [*(ply.before for ply in match.plies), match.position]
    for view, here in zip(told["views"], positions, strict=True):
        assert view["position"] == here.text() and view["words"] == here.words()


@pytest.mark.long
def test_a_whole_game_is_legal_and_told(name: str) -> None:
    """Against the strongest, from either seat: every ply can be replayed by the rules, and ends as they say."""
    for seat in Player:
        told = taken_up(name, seat=seat.name, bot="level:2")
        match = Match(GAMES[name]())
        for ply in told["kept"]["plies"]:
            for player, move in ply.items():
                match.submit(Player[player], move)
        assert match.position == position(told["position"]) and match.outcome
        assert told["told"][0]["type"] == "welcome" and told["told"][0]["you"] == seat.name
        updates = [each for each in told["told"] if each["type"] == "update"]
        assert [each["history"]["start"] for each in updates] == list(range(len(match.plies)))
        assert updates[-1]["state"]["outcome"]["winner"] == (match.outcome.winner and match.outcome.winner.name)
        assert told["told"][-1] == {
            "type": "refused", "id": "late", "code": "stale", "reason": "The game has gone on; choose again.",
            "ply": len(match.plies),
        }  # fmt: skip
