"""A table is the game: the page's own script, run in Node, reads from it what the solver says of every position."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from flagfall.bots import BOTS, bot
from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.core import Player, Position
from flagfall.games import GAMES, position
from flagfall.online.protocol.messages import encode
from flagfall.online.tables.columns import Base, Column, Packing, columns, leaves, pack
from flagfall.online.tables.making import NoTable, knowing, made
from flagfall.online.web.assets import FOLDER
from flagfall.online.workers.insights import known

ROOT = Path(__file__).parents[2]
NODE = shutil.which("node", path=str(ROOT / ".venv" / "bin")) or shutil.which("node")
READER = Path(__file__).with_name("table_reader.mjs")
LEVELS = [name for name in BOTS if name != "sampler"]
SMALL = 5_000
"""Positions of a game that is held against the solver as a whole; of a larger one some are."""
SAMPLE = 150
CLOSE = 1e-9
needs_node = pytest.mark.skipif(NODE is None, reason="no Node here; `make check` brings it")


@cache
def size(name: str) -> int:
    """How many positions a game has; none where it has no table."""
    try:
        found = knowing(GAMES[name]()).whole
    except NoTable:
        return 0
    assert found
    return found.graph.size


SOLVED = [name for name in GAMES if not GAMES[name]().hides()]


def read(file: Path, texts: list[str] | None = None, bots: list[str] | None = None) -> dict[str, Any]:
    """What the script tells, of all positions if none are named."""
    assert NODE
    question = json.dumps({"texts": texts, "bots": bots or []})
    command = [NODE, str(READER), (FOLDER / "tables" / "table.js").as_uri(), str(file)]
    found = subprocess.run(command, input=question, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    answer: dict[str, Any] = json.loads(found.stdout)
    return answer


@needs_node
@pytest.mark.parametrize("name", SOLVED)
@pytest.mark.long
def test_a_table_tells_what_the_solver_tells_of_every_position(name: str, tmp_path: Path) -> None:
    """The file that pages are given, or of a game without one a new one."""
    kept, opening = FOLDER / "tables" / f"{name}.table", GAMES[name]()
    if not kept.exists():
        kept = tmp_path / kept.name
        kept.write_bytes(made(GAMES[name]))
    every = knowledge_of(opening).solution.positions()
    whole = knowledge_of(opening).whole
    assert whole
    texts = [each.text() for each in whole.graph.positions]
    asked = texts if size(name) <= SMALL else [opening.text(), *Random(name).sample(texts, SAMPLE)]
    told = read(kept, asked, LEVELS)
    assert told["start"] == opening.text() and sorted(told["bots"]) == sorted(LEVELS)
    assert told["rows"] == len(texts) <= sum(1 for _ in every)
    assert [each["text"] for each in told["answers"]] == asked
    for each in told["answers"]:
        check_position(position(each["text"]), each)


def check_position(here: Position, told: dict[str, Any]) -> None:
    wanted = json.loads(encode(known(knowledge_of(type(here)()), here)))
    assert told["insight"] == wanted, here.text()
    for seat, moves in told["order"].items():
        named = [move for move in wanted["verdicts"][seat] if not move.isdigit()]  # JavaScript puts numbers first
        assert [move for move in moves if not move.isdigit()] == named
    for player, moves in here.choices().items():
        assert told["prompts"][player.name] == here.prompt(player)
        for name in LEVELS:
            check_bot(name, here, player, told["likely"][player.name][name], moves)


def check_bot(name: str, here: Position, player: Player, told: dict[str, float], moves: tuple[str, ...]) -> None:
    wanted = bot(name).distribution(here)[player]  # type: ignore[attr-defined]
    assert list(told) == list(moves) or all(move.isdigit() for move in moves)
    for move in moves:
        assert abs(told[move] - wanted.get(move, 0.0)) <= CLOSE, (name, here.text(), move)


@pytest.mark.parametrize("name", [name for name in SOLVED if size(name) <= SMALL])
@pytest.mark.long
def test_the_same_game_makes_the_same_file(name: str) -> None:
    """And the one that pages are given is the one that is made now: `make tables` writes it anew."""
    table = made(GAMES[name])
    assert table == made(GAMES[name])
    kept = FOLDER / "tables" / f"{name}.table"
    if kept.exists():
        assert gzip.decompress(kept.read_bytes()) == gzip.decompress(table), "run `make tables`"


def test_the_tables_are_small() -> None:
    sizes = {path.stem: path.stat().st_size for path in (FOLDER / "tables").glob("*.table")}
    assert set(sizes) >= {"flag-chase", "capture-the-flag", "grid-runner", "command-line-conquer"}
    assert max(sizes.values()) < 100_000


def test_where_something_is_hidden_there_is_no_table() -> None:
    for name in set(GAMES) - set(SOLVED):
        with pytest.raises(NoTable, match="hides something"):
            made(GAMES[name])


# --- records that are nothing of ours ---


@needs_node
def test_records_of_any_shape_come_back_as_they_were(tmp_path: Path) -> None:
    """Whatever follows from what, or does not."""
    draw = Random(3)
    records = [
        {
            "base": [draw.choice("abc"), draw.randrange(4)],
            "deep": {"list": [{"x": draw.random()} for _ in range(draw.randrange(3))], "none": None, "empty": {}},
            "text": f"{draw.randrange(400)} ü",
            **({"at times": True} if draw.random() < 0.3 else {}),
        }
        for _ in range(1000)
    ]
    every = columns(records)
    bases = [Base(each) for each in every if each.path[0] == "base"]
    others = [each for each in every if each.path[0] != "base"]
    file = tmp_path / "any.table"
    file.write_bytes(pack({"name": "any"}, Packing(bases, others, frozenset())))
    script = f"""
        import {{ readFileSync }} from "node:fs";
        const {{ Packed, unpacked }} = await import("{(FOLDER / "tables" / "packed.js").as_uri()}");
        const packed = new Packed(await unpacked(new Blob([readFileSync("{file}")])), () => 0);
        console.log(JSON.stringify(Array.from({{ length: packed.head.rows }}, (_, row) => packed.record(row))));
    """
    assert NODE
    found = subprocess.run([NODE, "--input-type=module", "-e", script], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    told = json.loads(found.stdout)
    assert [dict(leaves(each)) for each in told] == [dict(leaves(each)) for each in records]


def test_what_follows_is_kept_once() -> None:
    """A column that two bases determine takes a map of those; with an exception it takes that as well."""
    one, two = np.arange(3000) % 7 + 1, np.arange(3000) // 9 % 5 + 1
    sums = one + two
    sums[17] = 1
    bases = [Base(Column((name,), list(range(7)), codes)) for name, codes in (("one", one), ("two", two))]
    column = Column(("sum",), list(range(20)), sums)
    kept = Packing(bases, [column], frozenset()).kept(column, 2)
    assert kept and kept.bases == (0, 1) and kept.rows.tolist() == [17] and kept.others.tolist() == [1]
