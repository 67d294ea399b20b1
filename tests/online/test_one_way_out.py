"""What is behind the seats of a match is looked at in three modules of the server, and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import flagfall.online

ROOM = Path(flagfall.online.__file__).parent
ALLOWED = {"table/game.py", "table/wire.py", "table/replay.py"}
"""The fold of events, what makes messages of it, and what shows a record to whoever has brought it along."""
OPEN = {"seats", "start", "waiting", "offered"}
"""What may be asked of a match anywhere: the seats are made of views, and the rest is known to all."""
MODULES = sorted(ROOM.rglob("*.py"))


def looks_behind(source: str) -> Iterator[str]:
    """What is taken from a match, or from a game's sealed choices, that not everybody may know."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if owner.strip("_") == "match" and node.attr not in OPEN:
                yield f"match.{node.attr}"
            if owner.strip("_") == "game" and node.attr == "choices":
                yield "game.choices"


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.relative_to(ROOM)))
def test_only_the_way_out_looks_behind_the_seats(module: Path) -> None:
    found = set(looks_behind(module.read_text()))
    assert not found or str(module.relative_to(ROOM)) in ALLOWED


def test_a_look_behind_the_seats_is_found() -> None:
    careless = "def tell(game):\n    return game.match.position, room.game.choices, self._match.sealed, match.plies"
    assert set(looks_behind(careless)) == {"match.position", "game.choices", "match.sealed", "match.plies"}
    assert not set(looks_behind("game.match.seats[viewer].choices, self.game.match.waiting()"))
