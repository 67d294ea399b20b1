"""Records as JSON: the same tags and plies, an object for one game, a list for several."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from flagfall.core import Player

from .draft import Draft
from .record import BadRecord, Record

Path: TypeAlias = tuple[str | int | None, ...]
"""The names and numbers that lead to a value inside a JSON text."""
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:\n]|[^\s\[\]{},:"]+')


def to_json(records: Sequence[Record], *, reveal: bool = False) -> str:
    """The same as `write` in JSON: an object for one game, a list for several."""
    games = [_to_data(record, reveal) for record in records]
    return json.dumps(games[0] if len(games) == 1 else games, indent=1, ensure_ascii=False) + "\n"


def _to_data(record: Record, reveal: bool) -> dict[str, Any]:
    head, plies = record.written(reveal)
    return {"tags": head, "plies": [{player.name: word for player, word in words.items()} for words in plies]}


def read_json(text: str) -> list[Draft]:
    """What this JSON says of its games, or BadRecord with the line that is wrong."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):  # nested too deeply, or a number with thousands of digits
        raise BadRecord("this JSON is no record", 1) from None
    lines = lines_of(text)
    if isinstance(data, dict):
        return [_draft(data, (), lines)]
    if not data:
        raise BadRecord("empty; there is no game in this list", lines[()])
    return [_draft(game, (number,), lines) for number, game in enumerate(data)]


def _draft(data: Any, path: Path, lines: dict[Path, int]) -> Draft:
    if not isinstance(data, dict) or data.keys() != {"tags", "plies"}:
        raise BadRecord('a game in JSON is an object with "tags" and "plies"', lines[path])
    draft = Draft(lines[path])
    tags, plies = data["tags"], data["plies"]
    if not _is_texts(tags):
        raise BadRecord('"tags" must be an object of texts', lines[*path, "tags"])
    if not isinstance(plies, list):
        raise BadRecord('"plies" must be a list', lines[*path, "plies"])
    for name, value in tags.items():
        draft.add_tag(name, value, lines[*path, "tags", name])
    for index, ply in enumerate(plies):
        line = lines[*path, "plies", index]
        if not _is_texts(ply) or not ply.keys() <= {"P1", "P2"}:
            raise BadRecord('a ply must be an object such as {"P1": "forward"}', line)
        draft.add_ply({Player[name]: word for name, word in ply.items()}, line)
    return draft


def _is_texts(data: Any) -> bool:
    return isinstance(data, dict) and all(isinstance(value, str) for value in data.values())


def lines_of(text: str) -> dict[Path, int]:
    """The line on which each value of this well-formed JSON begins; BadRecord where a name is given twice."""
    lines: dict[Path, int] = {}
    line, path = 1, list[str | int | None]()  # None: inside an object, where a name comes next
    for token in _TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token in "]}":
            path.pop()
        elif token == ",":
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None
        elif path and path[-1] is None:
            path[-1] = json.loads(token)
            if tuple(path) in lines:
                raise BadRecord(f"{path[-1]!r} is given twice", line)
        elif token != ":":
            lines[tuple(path)] = line
            if token in "[{":
                path.append(0 if token == "[" else None)
    return lines
