"""Solutions on disk: found again by game, rules and format, always whole, never believed when damaged, and never more
than there is room for: those that were not used for longest go first."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from flagfall.core import Position
from flagfall.record.disk import cache_folder, replacing
from flagfall.solve.table import Answer, Arrays, Found, Layout

FORMAT = 2
"""To be raised when files of this module can no longer be read, or when solutions of the past were wrong."""
MAGIC = b"flagfall solution\n"
SUFFIX, UNFINISHED = ".solution", ".unfinished-"
DIGEST_SIZE = 32
CHUNK = 1 << 24
QUICKEST = 1
"""The level of compression: solutions repeat themselves so much that a higher one would hardly save more."""
VARIABLE = "FLAGFALL_CACHE"
"""Where the environment says how many bytes of solutions may be kept, that holds."""
MOST = 2_000_000_000
LEAST = 1 << 16
"""Bytes that every file counts for at least: also of small ones there must not be too many to look through."""
ABANDONED = 600
"""Seconds. A file that nobody has written to for so long was left unfinished by a program that was stopped."""
Key = dict[str, Any]


@dataclass(frozen=True)
class Entry:
    """One solution on disk."""

    path: Path
    game: str
    rules: dict[str, str]
    """Every setting, as it would be typed."""
    positions: int
    bytes: int


def folder() -> Path:
    """Where solutions are kept."""
    return cache_folder() / "solutions"


def most() -> int:
    """How many bytes of solutions may be kept."""
    with suppress(KeyError, ValueError):
        return int(os.environ[VARIABLE])
    return MOST


def key_of(start: Position, layout: Layout[Any]) -> Key:
    """All that an answer depends on: the game and its rules as they are written today, and from where it was solved."""
    rules = start.rules
    return {
        "format": FORMAT,
        "kind": layout.kind,
        "game": start.id,
        "rules": {each.name: each.kind.write(getattr(rules, each.name)) for each in rules.settings()},
        "start": None if layout.whole else start.text(),
        "written": _written(type(start)),
    }


def load(start: Position, layout: Layout[Found]) -> Found | None:
    """The table that was kept; None where there is none, or none that can be believed."""
    key = key_of(start, layout)
    try:
        table = layout.load(start, _read(_path(key), key))
    except Exception:  # whatever a damaged file may bring about, the answer is computed anew
        return None
    with suppress(OSError):
        os.utime(_path(key))  # it was used just now
    return table


def keep(start: Position, table: Answer, layout: Layout[Any]) -> None:
    """Put an answer of this layout into the cache, if there can be room for it. A full or locked disk is no reason to
    fail: then nothing is kept."""
    key = key_of(start, layout)
    with suppress(OSError):
        parts = _parts(key, table)
        if _make_room(_path(key), sum(map(len, parts)) + DIGEST_SIZE):
            _write(_path(key), parts)


def entries() -> Iterator[Entry]:
    """What is in the cache, by name; files that can't be read are told as damaged."""
    for path in sorted(_files(SUFFIX)):
        size = 0
        try:
            with open(path, "rb") as file:
                size = os.fstat(file.fileno()).st_size
                header = _header(file)
            yield Entry(path, header["key"]["game"], header["key"]["rules"], header["positions"], size)
        except FileNotFoundError:  # another program has just made room
            continue
        except (OSError, ValueError, LookupError, TypeError):
            yield Entry(path, "damaged", {}, 0, size)


def clear() -> int:
    """Remove everything, also what a stopped program has left unfinished; how many solutions there were."""
    solutions = list(_files(SUFFIX))
    for path in (*solutions, *_files("", UNFINISHED)):
        path.unlink(missing_ok=True)
    return len(solutions)


def _files(suffix: str, prefix: str = "") -> Iterator[Path]:
    return (path for path in folder().glob(f"{prefix}*{suffix}") if prefix or not path.name.startswith(UNFINISHED))


def _path(key: Key) -> Path:
    name = blake2b(_json(key), digest_size=8).hexdigest()
    return folder() / f"{key['game']}-{name}{SUFFIX}"


def _json(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True).encode()


def _written(game: type[Position]) -> str:
    """A mark of the rules' own text, so that an answer to rules that have been mended since is not taken."""
    source = getattr(sys.modules.get(game.__module__), "__file__", None)
    with suppress(OSError, TypeError):
        return blake2b(Path(source or "").read_bytes(), digest_size=8).hexdigest()
    return ""


# --- room ---


def _make_room(path: Path, size: int) -> bool:
    """Remove what was not used for longest until this file has room, in place of the one that it may replace; whether
    it has. Whoever reads a file just then reads it to the end: the system keeps it as long."""
    room = most() - max(size, LEAST)
    if room < 0:
        return False
    files = (each for each in (*_files(SUFFIX), *_files("", UNFINISHED)) if each != path)
    others = [(found, each) for each in files for found in _stat(each)]
    used = sum(max(found.st_size, LEAST) for found, _ in others)
    for found, each in sorted(others, key=lambda other: other[0].st_mtime_ns):
        if used > room and _may_go(each, found):
            each.unlink(missing_ok=True)
            used -= max(found.st_size, LEAST)
    return used <= room


def _stat(path: Path) -> Iterator[os.stat_result]:
    with suppress(FileNotFoundError):
        yield path.stat()


def _may_go(path: Path, found: os.stat_result) -> bool:
    """Whether nobody is just writing it."""
    return not path.name.startswith(UNFINISHED) or found.st_mtime < time() - ABANDONED


# --- files: a line that says what it is, a line of JSON, the arrays, compressed, and a digest of all that ---


def _write(path: Path, parts: list[Any]) -> None:
    """At any moment the file is not there, the old one, or the new one; never a part."""
    with replacing(path, prefix=UNFINISHED) as file:
        _write_parts(file, parts)


def _parts(key: Key, table: Answer) -> list[Any]:
    """The whole file, but for its digest."""
    arrays = {name: np.ascontiguousarray(array) for name, array in table.save().items()}
    packed = [zlib.compress(array.reshape(-1).view(np.uint8).data, QUICKEST) for array in arrays.values()]
    both = zip(arrays.items(), packed, strict=True)
    shapes = [[name, array.dtype.str, array.shape, len(part)] for (name, array), part in both]
    return [MAGIC, _json({"key": key, "positions": table.size, "arrays": shapes}), b"\n", *packed]


def _write_parts(file: BinaryIO, parts: list[Any]) -> None:
    digest = blake2b(digest_size=DIGEST_SIZE)
    for part in parts:
        digest.update(part)
        file.write(part)
    file.write(digest.digest())


def _read(path: Path, key: Key) -> Arrays:
    with open(path, "rb") as file:
        _check_digest(file)
        header = _header(file)
        if header["key"] != key:
            raise ValueError("the file is about something else")
        return {name: _unpacked(file.read(size), dtype, shape) for name, dtype, shape, size in header["arrays"]}


def _unpacked(packed: bytes, dtype: str, shape: list[int]) -> NDArray[Any]:
    """Part by part, so that a large array is never in the memory twice."""
    array: NDArray[Any] = np.empty(shape, dtype)
    room, unpack = array.reshape(-1).view(np.uint8), zlib.decompressobj()
    while len(room):
        part = unpack.decompress(packed, CHUNK)
        if not part:
            raise ValueError("the array is shorter than it should be")
        room[: len(part)] = np.frombuffer(part, np.uint8)
        room, packed = room[len(part) :], unpack.unconsumed_tail
    return array


def _check_digest(file: BinaryIO) -> None:
    left = os.fstat(file.fileno()).st_size - DIGEST_SIZE
    digest = blake2b(digest_size=DIGEST_SIZE)
    while left > 0:
        chunk = file.read(min(CHUNK, left))
        digest.update(chunk)
        left -= len(chunk) or left
    if file.read() != digest.digest():
        raise ValueError("the file is damaged")
    file.seek(0)


def _header(file: BinaryIO) -> dict[str, Any]:
    if file.read(len(MAGIC)) != MAGIC:
        raise ValueError("not a solution")
    header: dict[str, Any] = json.loads(file.readline())
    return header
