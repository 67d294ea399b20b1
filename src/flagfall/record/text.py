"""Records as text for people and diffs, and the same as JSON. A file holds one game, or the rounds of a series.

[Flagfall "1"]
[Game "flag-chase"]
[P1 "human"]
[P2 "random"]
[Result "*"]

1. P1 forward
2. P2 forward
3. P1 4 | P2 2
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from flagfall.core import FlagfallError, Player

from .record import FORMAT, BadPly, BadRecord, Record, from_words

LONGEST = 10_000_000  # characters; no game comes near, and nothing larger is worth reading
_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]')
_PLY = re.compile(r"(\d{1,7})\. (.+)")
_MOVE = re.compile(r"(P1|P2) (\S.*)")


def write(records: Iterable[Record], *, reveal: bool = False) -> str:
    """The text of these games. Secrets of a game in progress are sealed unless `reveal` is set."""
    return "\n".join(_write_one(record, reveal) for record in records)


def _write_one(record: Record, reveal: bool) -> str:
    lines = [f'[{name} "{_escape(value)}"]' for name, value in record.header(reveal).items()]
    lines.append("")
    for number, words in enumerate(record.words(reveal), 1):
        lines.append(f"{number}. " + " | ".join(f"{player.name} {word}" for player, word in words.items()))
    return "\n".join(lines) + "\n"


def read(text: str) -> list[Record]:
    """The games in this text, or BadRecord with the line and what is wrong there."""
    if len(text) > LONGEST:
        raise BadRecord(f"too long to be a record ({len(text)} characters)")
    if text.lstrip().startswith(("{", "[\n", "[ ", "[{", "[]")):
        return _read_json(text)
    return [draft.record() for draft in _drafts(text)]


@dataclass
class _Draft:
    """What has been read of one game, and on which lines."""

    line: int
    tags: dict[str, str] = field(default_factory=dict)
    tag_lines: dict[str, int] = field(default_factory=dict)
    plies: list[dict[Player, str]] = field(default_factory=list)
    ply_lines: list[int] = field(default_factory=list)

    def tag(self, line: int, text: str) -> None:
        found = _TAG.fullmatch(text)
        if not found:
            raise BadRecord(f'not a tag: {_short(text)}; a tag is like [Game "flag-chase"]', line)
        name, value = found[1], _unescape(found[2])
        if name in self.tags:
            raise BadRecord(f"the tag {name} is given twice", line)
        if not self.tags:
            _check_format(name, value, line)
        self.tags[name], self.tag_lines[name] = value, line

    def ply(self, line: int, text: str) -> None:
        found = _PLY.fullmatch(text)
        if not found:
            raise BadRecord(f'not a move: {_short(text)}; a move is like "1. P1 forward"', line)
        if int(found[1]) != len(self.plies) + 1:
            raise BadRecord(f"this should be ply {len(self.plies) + 1}, not {found[1]}", line)
        self.plies.append(_moves(found[2], line))
        self.ply_lines.append(line)

    def record(self) -> Record:
        if "Game" not in self.tags:
            raise BadRecord("the tag Game is missing", self.line)
        if "Result" not in self.tags:
            raise BadRecord("the tag Result is missing", self.line)
        try:
            return from_words(self.tags, self.plies)
        except BadPly as error:
            raise BadRecord(error.message, self.ply_lines[error.index]) from None
        except FlagfallError as error:
            raise BadRecord(str(error), self._blamed(str(error))) from None

    def _blamed(self, message: str) -> int:
        """The line of the tag that an error speaks of."""
        about = {
            "Cap must": "Cap",
            "no game": "Game",
            "Result": "Result",
            "Reason": "Result",
            "the moves end": "Result",
        }
        for words, name in about.items():
            if words in message and name in self.tag_lines:
                return self.tag_lines[name]
        return self.tag_lines.get("Start", self.line)


def _drafts(text: str) -> Sequence[_Draft]:
    drafts: list[_Draft] = []
    in_tags = False
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if stripped.startswith("["):
            if not in_tags:
                drafts.append(_Draft(number))
            in_tags = True
            drafts[-1].tag(number, stripped)
        elif stripped:
            if not drafts:
                raise BadRecord(f'not a Flagfall record; it begins with [Flagfall "{FORMAT}"]', number)
            in_tags = False
            drafts[-1].ply(number, stripped)
        else:
            in_tags = False
    if not drafts:
        raise BadRecord(f'empty; a record begins with [Flagfall "{FORMAT}"]', 1)
    return drafts


def _check_format(name: str, value: str, line: int) -> None:
    if name != "Flagfall":
        raise BadRecord(f'not a Flagfall record; it begins with [Flagfall "{FORMAT}"]', line)
    if value != FORMAT:
        raise BadRecord(f"format {value!r} is not known here; this program reads format {FORMAT}", line)


def _moves(text: str, line: int) -> dict[Player, str]:
    moves: dict[Player, str] = {}
    for part in text.split(" | "):
        found = _MOVE.fullmatch(part.strip())
        if not found:
            raise BadRecord(f'not a move: {_short(part)}; a move is like "P1 forward" or "P1 4 | P2 2"', line)
        player = Player[found[1]]
        if player in moves:
            raise BadRecord(f"{player.name} moves twice in one ply", line)
        moves[player] = found[2]
    return moves


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")


# --- JSON ---


def to_json(records: Sequence[Record], *, reveal: bool = False) -> str:
    """The same as `write` in JSON: an object for one game, a list for several."""
    games = [_to_data(record, reveal) for record in records]
    return json.dumps(games[0] if len(games) == 1 else games, indent=1, ensure_ascii=False) + "\n"


def _to_data(record: Record, reveal: bool) -> dict[str, Any]:
    plies = [{player.name: word for player, word in words.items()} for words in record.words(reveal)]
    return {"tags": record.header(reveal), "plies": plies}


def _read_json(text: str) -> list[Record]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg}", error.lineno) from None
    except RecursionError:
        raise BadRecord("not a record: nested too deeply") from None
    games = data if isinstance(data, list) else [data]
    if not games:
        raise BadRecord("empty; there is no game in this list")
    return [_from_data(game, f"game {number}: " if len(games) > 1 else "") for number, game in enumerate(games, 1)]


def _from_data(data: Any, where: str) -> Record:
    if not isinstance(data, dict) or data.keys() != {"tags", "plies"}:
        raise BadRecord(f'{where}a game in JSON is an object with "tags" and "plies"')
    tags, plies = data["tags"], data["plies"]
    if not isinstance(tags, dict) or not all(isinstance(value, str) for value in tags.values()):
        raise BadRecord(f'{where}"tags" must be an object of texts')
    if not isinstance(plies, list) or not all(map(_is_ply, plies)):
        raise BadRecord(f'{where}"plies" must be a list of objects such as {{"P1": "forward"}}')
    try:
        _check_format("Flagfall", tags.get("Flagfall", ""), 1)
        return from_words(tags, [{Player[name]: word for name, word in ply.items()} for ply in plies])
    except FlagfallError as error:
        raise BadRecord(f"{where}{error}") from None


def _is_ply(ply: Any) -> bool:
    return isinstance(ply, dict) and all(name in ("P1", "P2") and isinstance(word, str) for name, word in ply.items())
