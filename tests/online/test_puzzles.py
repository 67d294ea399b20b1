"""Puzzles over the network: every game that has any sends each whole, as the solver would answer it."""

from __future__ import annotations

import msgspec
import pytest

from flagfall.coach.collection import stored
from flagfall.coach.lessons.lesson import lesson_or_none
from flagfall.games import BOOKS, GAMES, position
from flagfall.online.protocol.messages import LessonEntry, encode
from flagfall.online.workers.tasks import MAKERS, has_puzzles, place, shipped
from flagfall.solve.exact.graph import following

from .client import get, request

OFFERED = [name for name, game in GAMES.items() if has_puzzles(game)]


def test_games_that_hide_something_have_none_but_with_that_in_the_open_and_say_so(address: str) -> None:
    hiding = [name for name, game in GAMES.items() if game().hides() and name not in stored()]
    assert hiding and not set(hiding) & set(OFFERED)
    for name in hiding:
        for path in (f"/api/puzzles/{name}", f"/api/puzzles/{name}/0"):
            status, refused, _ = request(address, "GET", path)
            assert status == 400 and "has no puzzles" in refused["reason"]


@pytest.mark.long
@pytest.mark.parametrize("game", OFFERED)
def test_every_puzzle_is_sent_whole_and_its_right_move_is_the_only_one(game: str, address: str) -> None:
    index = get(address, f"/api/puzzles/{game}")["puzzles"]
    assert [each["difficulty"] for each in index] == sorted(each["difficulty"] for each in index)
    if game in stored():
        assert [each["name"] for each in index] == [each.name for each in stored()[game]]
    for number in {0, len(index) // 2, len(index) - 1}:
        entry = get(address, f"/api/puzzles/{game}/{number}")
        task, answers = entry["task"], entry["answers"]
        assert task["name"] == index[number]["name"] and task["you"] == index[number]["you"]
        assert {each["move"] for each in task["view"]["scene"]["options"]} == set(answers)
        assert [answer["kind"] for answer in answers.values()].count("right") == 1
        check_line(entry)


def check_line(entry: dict[str, object]) -> None:
    """The line goes on from the right move, ply by ply, by the rules."""
    answers, line = entry["answers"], entry["line"]
    assert isinstance(answers, dict) and isinstance(line, list)
    (right,) = (each for each in answers.values() if each["kind"] == "right")
    now = position(right["view"]["position"])
    for step in line:
        assert step["view"]["position"] in {after.text() for after in following(now)[0]}
        now = position(step["view"]["position"])


@pytest.mark.long
def test_beyond_the_last_there_is_none(address: str) -> None:
    for game in OFFERED:
        count = len(get(address, f"/api/puzzles/{game}")["puzzles"])
        status, refused, _ = request(address, "GET", f"/api/puzzles/{game}/{count}")
        assert status == 404 and refused["reason"] == f"the puzzles of this game are 0 to {count - 1}"


def test_a_task_of_a_lesson_is_also_sent_whole(address: str) -> None:
    parts = [get(address, f"/api/lessons/grid-runner/0{part}") for part in ("", "/hints")]
    whole = get(address, "/api/lessons/grid-runner/0/entry")
    assert [whole["task"], whole["hints"]] == parts
    for move, answer in whole["answers"].items():
        assert get(address, f"/api/lessons/grid-runner/0/answer?move={move}") == answer


@pytest.mark.parametrize("wanted", [path.name.removesuffix(".json.xz") for path in sorted(place("").parent.iterdir())])
def test_what_comes_with_the_package_is_what_would_be_worked_out(wanted: str) -> None:
    """Else `make tasks` has been forgotten."""
    kind, _, game = wanted.partition("-")
    found = msgspec.json.decode(shipped(f"{kind} {game}"), type=list[LessonEntry])
    assert len(found) == (len(stored()[game]) if kind == "puzzles" else len(list(MAKERS[kind](GAMES[game]))))
    assert encode(found[0]) == encode(next(MAKERS[kind](GAMES[game])))


def test_all_of_ours_comes_with_the_package() -> None:
    assert all(place(f"puzzles {game}").is_file() for game in stored())
    assert all(place(f"lesson {game.id}").is_file() for game in BOOKS if lesson_or_none(game))
