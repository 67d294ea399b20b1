"""Records as text for people and diffs. A file holds one game, or the rounds of a series.

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

import re
from collections.abc import Iterable

from flagfall.core import Player

from .draft import Draft, check_format
from .json_text import read_json
from .record import FORMAT, BadRecord, BadTag, Record

LONGEST = 10_000_000  # characters; no game comes near, and nothing larger is worth reading
LONGEST_LINE = 200_000  # enough for the largest board there is, with every square of it named
_JSON = re.compile(r"\s*(\{|\[(?![A-Za-z]))")
_TAG = re.compile(r'\[([A-Za-z0-9]+) "((?:[^"\\]|\\["\\])*)"\]')
_PLY = re.compile(r"([1-9][0-9]{0,6})\. (.+)")
_MOVE = re.compile(r"(P1|P2) (\S.*)")
_NO_RECORD = f'not a Flagfall record; it begins with [Flagfall "{FORMAT}"]'


def write(records: Iterable[Record], *, reveal: bool = False) -> str:
    """The text of these games. Secrets of a game in progress are sealed unless `reveal` is set."""
    return "\n".join(_write_one(record, reveal) for record in records)


def _write_one(record: Record, reveal: bool) -> str:
    head, plies = record.written(reveal)
    lines = [f'[{name} "{_escape(value)}"]' for name, value in head.items()]
    lines.append("")
    for number, words in enumerate(plies, 1):
        lines.append(f"{number}. " + " | ".join(f"{player.name} {word}" for player, word in words.items()))
    return "\n".join(lines) + "\n"


def read(text: str) -> list[Record]:
    """The games in this text, or BadRecord with the line and what is wrong there."""
    if len(text) > LONGEST:
        raise BadRecord(f"too long to be a record: more than {LONGEST} characters", 1 + text.count("\n", 0, LONGEST))
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    drafts = read_json(plain) if _JSON.match(plain) else _read_text(plain)
    return [draft.record() for draft in drafts]


def _read_text(text: str) -> list[Draft]:
    drafts: list[Draft] = []
    in_tags = False
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise BadRecord(f"this line is too long to be of a record: more than {LONGEST_LINE} characters", number)
        stripped = line.strip()
        is_tag = stripped.startswith("[")
        if is_tag and not in_tags:
            drafts.append(Draft(number))
        if is_tag:
            _read_tag(drafts[-1], stripped, number)
        elif stripped and not drafts:
            raise BadRecord(_NO_RECORD, number)
        elif stripped:
            _read_ply(drafts[-1], stripped, number)
        in_tags = is_tag
    if not drafts:
        raise BadRecord(f'empty; a record begins with [Flagfall "{FORMAT}"]', 1)
    return drafts


def _read_tag(draft: Draft, text: str, line: int) -> None:
    found = _TAG.fullmatch(text)
    if not found:
        raise BadRecord(f'not a tag: {_short(text)}; a tag is like [Game "flag-chase"]', line)
    name, value = found[1], _unescape(found[2])
    if name in draft.tags:
        raise BadRecord(f"the tag {name} is given twice", line)
    if not draft.tags:
        _check_first(name, value, line)
    draft.add_tag(name, value, line)


def _check_first(name: str, value: str, line: int) -> None:
    """A newer format says so before anything else in it can be strange."""
    if name != "Flagfall":
        raise BadRecord(_NO_RECORD, line)
    try:
        check_format(value)
    except BadTag as error:
        raise BadRecord(error.message, line) from None


def _read_ply(draft: Draft, text: str, line: int) -> None:
    found = _PLY.fullmatch(text)
    if not found:
        raise BadRecord(f'not a move: {_short(text)}; a move is like "1. P1 forward"', line)
    expected = len(draft.plies) + 1
    if int(found[1]) != expected:
        raise BadRecord(f"this should be ply {expected}, not {found[1]}", line)
    draft.add_ply(_words(found[2], line), line)


def _words(text: str, line: int) -> dict[Player, str]:
    words: dict[Player, str] = {}
    for part in text.split(" | "):
        found = _MOVE.fullmatch(part.strip())
        if not found:
            raise BadRecord(f'not a move: {_short(part)}; a move is like "P1 forward" or "P1 4 | P2 2"', line)
        player = Player[found[1]]
        if player in words:
            raise BadRecord(f"{player.name} moves twice in one ply", line)
        words[player] = found[2]
    return words


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "…")
