"""Many records that are alike, as one small file.

A record is plain data, as JSON has it. Its leaves, by their path, are the columns of a table with a row for each
record. Some columns are called *bases*. Any other is kept as a map from a few bases to its values, where they determine
it all but a few times; what is otherwise is kept beside it, row by row. So what follows from the rules is kept once
for all positions that it is the same for, without anybody saying what the rules are; and where nothing follows from
anything, the file is larger and as right as ever.

The file is gzipped: a line of JSON that says what there is, and the numbers that it speaks of, one array after the
other. `static/tables/packed.js` reads it.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import prod
from typing import Any

import numpy as np

from flagfall.solve.arrays import Numbers

Path = tuple[str | int, ...]
"""Where a leaf stands in its record. A text may be cut into several columns, which are put together again."""
Record = Mapping[str, Any]
VERSION = 1
MISSING = 0
"""The code of what a record hasn't; a column's values are numbered from 1."""
MOST_BASES = 3
ROOM = 4
"""A map may have so many places for every row of the table."""
EXCEPTION = 3.0
"""Bytes that a row takes that is otherwise, about; and a place of a map."""
PLACE = 0.12
PROMISING = 4
"""So many sets of bases are looked at closely."""


@dataclass(frozen=True)
class Column:
    path: Path
    values: list[Any]
    codes: Numbers
    """For each row the number of its value, from 1; 0 where the record has none."""

    @property
    def size(self) -> int:
        return len(self.values) + 1

    @classmethod
    def of(cls, path: Path, cells: Mapping[int, Any], rows: int) -> Column:
        """From the values that some rows have."""
        number: dict[str, int] = {}
        codes = np.zeros(rows, dtype=np.int64)
        for row, value in cells.items():
            codes[row] = number.setdefault(json.dumps(value), len(number) + 1)
        return cls(path, [json.loads(text) for text in number], codes)


@dataclass(frozen=True)
class Kept:
    """How a column is kept: which bases it is a map of, the map, and the rows that are otherwise."""

    bases: tuple[int, ...]
    places: Numbers
    rows: Numbers
    others: Numbers

    @property
    def cost(self) -> float:
        return PLACE * len(self.places) + EXCEPTION * len(self.rows)


# --- from records to columns ---


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All leaves of a record; what is empty is a leaf, too."""
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list) and value:
        for at, each in enumerate(value):
            yield from leaves(each, (*path, at))
    else:
        yield path, value


def columns(records: Sequence[Record]) -> list[Column]:
    """One for each path that any record has, in the order in which they are met."""
    cells: dict[Path, dict[int, Any]] = {}
    for row, record in enumerate(records):
        for path, value in leaves(record):
            cells.setdefault(path, {})[row] = value
    return [Column.of(path, found, len(records)) for path, found in cells.items()]


# --- what follows from what ---


@dataclass(frozen=True)
class Base:
    """A column that others may follow from."""

    column: Column
    near: int | None = None
    """If only columns of this number in a list of choices may."""
    is_read: bool = True
    """Whether it is in the file; whoever reads it knows the others from elsewhere."""


@dataclass
class Packing:
    """The columns of one file: bases, each of which may follow from those before it, and all others."""

    bases: list[Base]
    others: list[Column]
    choices: frozenset[str]
    """With which name the paths of lists of choices begin."""

    @property
    def rows(self) -> int:
        return len(self.bases[0].column.codes)

    def kept(self, column: Column, among: int) -> Kept | None:
        """The shortest way to keep a column, by the first so many bases; None where that is row by row."""
        at_hand = [at for at in range(among) if self._size(at) > 2 and self._may_use(self.bases[at], column)]
        sets = chain.from_iterable(combinations(at_hand, many) for many in range(MOST_BASES + 1))
        fitting = [each for each in sets if self._places(each) <= max(64, ROOM * self.rows)]
        promising = sorted(fitting, key=lambda each: self._roughly(each, column))[:PROMISING]
        best = min((self._mapped(each, column) for each in promising), key=lambda kept: kept.cost)
        return best if best.cost < _length(column.codes) else None

    def _may_use(self, base: Base, column: Column) -> bool:
        return base.near is None or (column.path[0] in self.choices and base.near in column.path)

    def _size(self, base: int) -> int:
        return self.bases[base].column.size

    def _places(self, bases: tuple[int, ...]) -> int:
        return prod(map(self._size, bases))

    def _key(self, bases: tuple[int, ...]) -> Numbers:
        """For each row its place in a map of these bases."""
        key = np.zeros(self.rows, dtype=np.int64)
        for at in bases:
            key = key * self._size(at) + self.bases[at].column.codes
        return key

    def _roughly(self, bases: tuple[int, ...], column: Column) -> float:
        """What a map would cost if each place had the value of the last row that it stands for."""
        key = self._key(bases)
        places = np.zeros(self._places(bases), dtype=np.int64)
        places[key] = column.codes
        return PLACE * len(places) + EXCEPTION * int((places[key] != column.codes).sum())

    def _mapped(self, bases: tuple[int, ...], column: Column) -> Kept:
        """Each place has the value that most of its rows have."""
        key, size = self._key(bases), self._places(bases)
        pairs, counts = np.unique(key * column.size + column.codes, return_counts=True)
        order = np.argsort(counts, kind="stable")
        places = np.zeros(size, dtype=np.int64)
        places[pairs[order] // column.size] = pairs[order] % column.size
        rows = np.flatnonzero(places[key] != column.codes)
        return Kept(bases, places, rows, column.codes[rows])


def _length(codes: Numbers) -> int:
    """Bytes of an array in the file, about."""
    return min(len(zlib.compress(way)) for way in (_bytes(codes), _bytes(_steps(codes))))


# --- the file ---


class Body:
    """The arrays of a file, one after the other."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def add(self, numbers: Numbers) -> list[int]:
        """Put an array at the end; how it is found again: its length, bytes a number, and where they are steps, below
        which number all of them are."""
        plain, steps = _bytes(numbers), _bytes(_steps(numbers))
        is_steps = len(zlib.compress(steps)) < len(zlib.compress(plain))
        self.parts.append(steps if is_steps else plain)
        return [len(numbers), len(self.parts[-1]) // max(1, len(numbers)), _below(numbers) if is_steps else 0]


def _steps(numbers: Numbers) -> Numbers:
    """From each number to the next, as what comes after less what comes before, within the numbers that there are."""
    return np.diff(numbers, prepend=0) % _below(numbers)


def _below(numbers: Numbers) -> int:
    return int(numbers.max(initial=0)) + 1


def _bytes(numbers: Numbers) -> bytes:
    """The lowest bytes of all numbers, then the next lowest, and so on: alike stands beside alike."""
    top, width = int(numbers.max(initial=0)), 1
    while top >> (8 * width):
        width += 1
    return b"".join(((numbers >> (8 * at)) & 255).astype(np.uint8).tobytes() for at in range(width))


def pack(head: Mapping[str, Any], packing: Packing) -> bytes:
    """The file: the head, the bases, and every other column as short as can be."""
    body, pool = Body(), dict[str, int]()

    def told(column: Column, among: int, is_read: bool = True) -> list[Any]:
        named = [list(column.path), [pool.setdefault(json.dumps(value), len(pool)) for value in column.values]]
        kept = packing.kept(column, among) if is_read else None
        if kept is None:
            return [*named, None, body.add(column.codes)] if is_read else [list(column.path), []]
        return [*named, list(kept.bases), *map(body.add, (kept.places, kept.rows, kept.others))]

    bases = [told(base.column, at, base.is_read) for at, base in enumerate(packing.bases)]
    others = [told(column, len(packing.bases)) for column in packing.others]
    first = {"version": VERSION, **head, "rows": packing.rows, "values": [json.loads(text) for text in pool]}
    sizes = [base.column.size for base in packing.bases]
    line = json.dumps(
        {**first, "sizes": sizes, "columns": [*bases, *others]}, separators=(",", ":"), ensure_ascii=False
    )
    return gzip.compress(line.encode() + b"\n" + b"".join(body.parts), 9, mtime=0)
