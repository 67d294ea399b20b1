"""The board that the browser draws: the server's own, sign for sign, and over it what may be done at what worth."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from flagfall import GAMES, Player
from flagfall.core import Cell, Mark, Piece, Position, Scene
from flagfall.draw import svg
from flagfall.games import position
from flagfall.match import Match
from flagfall.online.protocol import messages, scenes

from .conftest import Screens
from .screens import Screen

DRAWN = "([scene, how]) => import('/static/board/board.js').then((board) => board.svg(scene, how))"
BOXES = """([scene, how]) => import('/static/board/board.js').then((board) => {
    const place = board.layout(scene, how);
    return scene.cells.map((cell) => ({ at: cell.at, ...place.box(cell.at) }));
})"""
HOW: list[dict[str, Any]] = [
    {"fold": 12},
    {"fold": 5, "flip": True},
    {"fold": 6, "small": True},
    {"flip": True, "winner": "P1"},
    {"winner": "P2"},
]
SETTINGS: dict[str, dict[str, str]] = {
    "flag-chase": {"cells": "9"},
    "grid-runner": {"size": "14", "tokens": "3", "blocked": "3,3+4,4", "teleport": "5,0:8,9"},
    "command-line-conquer": {"positions": "20", "units": "5"},
    "flag-chase-traps": {"traps": "4"},
}


def moments(seed: int) -> Iterator[Scene]:
    """What everybody sees of every game, and of variations, some plies after the start."""
    chance = random.Random(seed)
    for name, game in GAMES.items():
        for varied in ({}, SETTINGS.get(name, {})):
            match = Match(game(rules=game.Rules.read(varied)))  # type: ignore[call-arg]
            for _ in range(chance.randrange(3, 9)):
                if waiting := match.waiting():
                    match.submit(waiting[0], chance.choice(match.seats[waiting[0]].choices))
            yield match.seats[chance.choice([*Player, None])].scene()


def strange() -> Iterator[Scene]:
    """Scenes of games that nobody has made yet."""
    owners = (*Player, None)
    kinds = ("flag", "base", "baseline", "trap", "blocked", "teleport", "well <&>", "Brücke 🌉")
    marks = [Mark(kind, owner, "a" * (number % 3)) for kind in kinds for number, owner in enumerate(owners)]
    labels = ("P1", "P2(7)", "P1(123)", "x", "P1b", "Dame", "(")
    pieces = [Piece(owner, label) for label in labels for owner in Player]
    chance = random.Random(7)
    for rows, columns in ((1, 1), (1, 2), (1, 17), (2, 2), (4, 7), (13, 3), (3, 30)):
        cells = [
            Cell(
                (row, column),
                f"{row},{column}",
                tuple(chance.choices(pieces, k=chance.choice((0, 0, 1, 2, 3, 6)))),
                tuple(chance.sample(marks, k=chance.choice((0, 0, 1, 3)))),
            )
            for row in range(rows)
            for column in range(columns)
        ]
        changed = frozenset(cell.at for cell in chance.sample(cells, k=len(cells) // 2))
        yield Scene("<A & B>", tuple(cells), changed=changed, mover=chance.choice(owners), hour="ember")


def data(scene: Scene) -> dict[str, Any]:
    """The scene as it comes over the wire."""
    written = messages.SceneData(
        title=scene.title,
        notes=list(scene.notes),
        hour=scene.hour,
        rows=list(scene.rows),
        columns=list(scene.columns),
        cells=[scenes.cell_data(cell) for cell in scene.cells],
        changed=sorted(scene.changed),
        mover=messages.name_or_none(scene.mover),
    )
    found: dict[str, Any] = json.loads(messages.encode(written))
    return found


@pytest.fixture
def page(screens: Screens) -> Screen:
    screen = screens()
    screen.page.goto("/")
    return screen


@pytest.mark.long
def test_the_script_draws_sign_for_sign_what_the_server_draws(page: Screen) -> None:
    for scene in (*strange(), *(each for seed in range(5) for each in moments(seed))):
        for how in HOW:
            winner = Player[how["winner"]] if "winner" in how else None
            drawn = page.page.evaluate(DRAWN, [data(scene), how])
            assert drawn == svg(scene, **(how | {"winner": winner}), page=True)


@pytest.mark.long
def test_the_button_of_every_cell_lies_around_its_tile_and_no_two_overlap(page: Screen) -> None:
    for scene in (*strange(), *moments(0)):
        for how in HOW[:3]:
            picture = ET.fromstring(svg(scene, **how, page=True))
            tiles = {each.get("data-cell"): each for each in picture.iter() if each.get("data-cell")}
            boxes = page.page.evaluate(BOXES, [data(scene), how])
            for box in boxes:
                tile = tiles[",".join(map(str, box["at"]))]
                x, y, width, height = (float(tile.attrib[side]) for side in ("x", "y", "width", "height"))
                assert box["x"] <= x and x + width <= box["x"] + box["width"]
                assert box["y"] <= y and y + height <= box["y"] + box["height"]
            ends = sorted((box["y"], box["x"], box["width"]) for box in boxes)
            assert all(one[0] != two[0] or one[1] + one[2] <= two[1] for one, two in pairwise(ends))


def over(screen: Screen, now: Position, how: dict[str, Any]) -> list[ET.Element]:
    """What is drawn over the board of this position, for who has to choose."""
    (chooser,) = now.choices()
    scene = json.loads(messages.encode(scenes.picture(now).data(chooser).scene))
    picture = ET.fromstring(screen.page.evaluate(DRAWN, [scene, how]))
    return [each for each in picture if (each.get("class") or "").split()[:1] in (["target"], ["val"])]


def test_a_dot_may_be_gone_to_and_a_ring_takes_something(page: Screen) -> None:
    dots = over(page, position("grid-runner P1 1,2/2,1"), {"dots": True})
    assert sorted(each.attrib["class"] for each in dots) == ["target p1"] * 4 + ["target take p1"]
    assert over(page, position("grid-runner P1 1,2/2,1"), {}) == []
    flag = over(page, position("capture-the-flag P2 2/5"), {"dots": True})
    assert "target take p2" in [each.attrib["class"] for each in flag]


def test_secret_moves_have_no_dots(page: Screen) -> None:
    start = GAMES["flag-chase-traps"]()
    moves = [each for each in start.scene().options[Player.P1] if each.to]
    shown = over(page, start, {"dots": True})
    assert 0 < len(shown) == len({each.to for each in moves if not each.secret}) < len(moves)


def test_what_a_move_is_worth_stands_on_its_cell(page: Screen) -> None:
    now = position("grid-runner P1 1,2/4,4")
    best = {"kind": "win", "plies": 5, "best": True, "value": 0.2}
    worths = {
        "2,1": best,
        "2,2": best | {"plies": 7, "best": False},
        "2,3": {"kind": "loss", "plies": 12, "best": False, "value": -0.1},
        "1,1": {"kind": "open", "plies": None, "best": False, "value": 0},
        "1,3": {"kind": "chance", "plies": None, "best": False, "value": -1 / 3},
    }
    plates = over(page, now, {"worths": worths, "dots": True})
    found = {each.attrib["class"]: "".join(each.itertext()) for each in plates}
    assert found == {"val win best": "5", "val win": "7", "val loss": "12", "val open": "", "val chance": "−0.3"}


def test_the_value_pole_belongs_to_who_is_at_the_top(page: Screen) -> None:
    pole = "(how) => import('/static/board/pole.js').then((pole) => pole.pole(...how))"
    for height, words, flip in (
        (1, "1 to win", False),
        (-0.4, "8 to win", True),
        (0, "open", False),
        (0.25, "+0.25", True),
    ):
        picture = ET.fromstring(page.page.evaluate(pole, [height, words, {"flip": flip}]))
        flag = next(each for each in picture.iter() if "value-flag" in (each.get("class") or ""))
        ends = [each.attrib["class"] for each in picture.iter() if (each.get("class") or "").startswith("end")]
        assert ends == (["end p2", "end p1"] if flip else ["end p1", "end p2"])
        owner = "" if height == 0 else " p1" if height > 0 else " p2"
        assert flag.attrib["class"] == f"value-flag{owner}"
        y, up = float(flag.attrib["transform"].split()[1].rstrip(")")), -height if flip else height
        assert (y < 298) == (up > 0) and (y > 298) == (up < 0)
