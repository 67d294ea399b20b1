"""The exact solution of the game in which both see every trap: what is played for where nobody can look further.

It holds a byte for every pair of agents' cells and pair of sets, from the side of the player to move. For the book's
rules it comes with the package, packed: legal positions only, and one of two that are each other's mirror image. Under
other rules it is solved once, by the solver, which keeps its answer.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from flagfall.bots.fit import MOST_TABLE, table_size
from flagfall.core import FlagfallError
from flagfall.games.flag_chase_traps import FlagChaseTraps
from flagfall.solve.arrays import Flags, Numbers

from .ground import Ground, ground_of

if TYPE_CHECKING:
    from flagfall.solve import Progress

Codes: TypeAlias = NDArray[np.uint8]
Values: TypeAlias = NDArray[np.float32]
Rules = FlagChaseTraps.Rules
OPEN, NOWHERE = 254, 255
"""Codes of a position without an end, and of what is no position. All others are plies to the end: even where the
player to move has lost, odd where that player wins."""
PATIENCE = 0.99
"""A result that comes a ply later is worth so much of what it would be worth now."""
PACKED = "visible.xz"
DIGEST_SIZE = 16


class BadTable(FlagfallError):
    """The table can't be had: its file is damaged or missing, or the rules are too large."""


@dataclass(frozen=True)
class Prospect:
    """What a player makes of how a game will end."""

    patience: float = PATIENCE
    """What is left of a win's worth when it comes a ply later; a loss is worth the same to everybody."""
    endless: float = 0.0
    """What a game is worth that has no end, as long as the other has a trap; else that is nothing."""
    spare: float = 0.0
    """How much more that is with each trap more than the other has."""

    @cached_property
    def values(self) -> Values:
        """By the code."""
        values, plies = np.zeros(256, np.float32), np.arange(OPEN)
        values[:OPEN] = np.where(plies % 2, self.patience**plies, -(PATIENCE**plies))
        return values

    def worth(self, codes: Codes, own: Numbers, others: Numbers) -> Values:
        """What the player to move makes of these, where each has so many traps."""
        values: Values = self.values[codes]
        if self.endless or self.spare:
            endless = np.where(others > 0, self.endless + self.spare * (own - others), 0).astype(np.float32)
            values = np.where(codes == OPEN, endless, values)
        return values


PLAIN = Prospect()
VALUES = PLAIN.values


@dataclass(frozen=True)
class Visible:
    ground: Ground
    codes: Codes
    """By the mover's agent, the other's agent, the mover's set, and the other's; each in its owner's numbers."""

    @cached_property
    def flat(self) -> Codes:
        return self.codes.reshape(-1)

    def worth(self, agent: int, other: int, own: Numbers, others: Numbers, prospect: Prospect = PLAIN) -> Values:
        """What these sets, a line each, are worth to the player to move against those."""
        codes, traps = self.codes[agent, other][own[:, None], others], self.ground.traps
        return prospect.worth(codes, traps[own][:, None], traps[others])


def of_sets(ground: Ground, agent: int, other: int) -> tuple[Flags, Flags]:
    """Which sets the mover and the other can have, where the agents stand there."""
    barred = [agent, ground.last - other], [other, ground.last - agent]
    mine, others = (np.logical_not(ground.holds[:, cells].any(axis=1)) for cells in barred)
    return mine, others


# --- with the package ---


def packed_pairs(ground: Ground, size: int) -> Iterator[tuple[int, int, int, int]]:
    """The agents' cells that are kept, with those of the mirror image, in the order of the file."""
    cells = range(ground.cells)
    mirror = [cell % size * size + cell // size for cell in cells]
    for agent in cells[:-1]:
        for other in cells[:-1]:
            image = mirror[agent], mirror[other]
            if agent != ground.last - other and (agent, other) <= image:
                yield agent, other, *image


def packed(visible: Visible, size: int) -> bytes:
    ground, parts = visible.ground, []
    for agent, other, *_ in packed_pairs(ground, size):
        mine, others = of_sets(ground, agent, other)
        parts.append(visible.codes[agent, other][np.ix_(mine, others)].tobytes())
    text = b"".join(parts)
    return blake2b(text, digest_size=DIGEST_SIZE).digest() + lzma.compress(text, filters=FILTERS)


FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 4, "lp": 0, "pb": 0, "dict_size": 1 << 25, "nice_len": 273}]


def unpacked(data: bytes, ground: Ground, size: int) -> Visible:
    try:
        text = lzma.decompress(data[DIGEST_SIZE:])
    except lzma.LZMAError as error:
        raise BadTable(f"the file {PACKED} of the package is damaged: {error}") from error
    if blake2b(text, digest_size=DIGEST_SIZE).digest() != data[:DIGEST_SIZE]:
        raise BadTable(f"the file {PACKED} of the package is damaged: install Flagfall again")
    codes, left, flip = empty(ground), np.frombuffer(text, np.uint8), mirrored_sets(ground, size)
    for agent, other, *image in packed_pairs(ground, size):
        mine, others = map(np.flatnonzero, of_sets(ground, agent, other))
        count = len(mine) * len(others)
        block, left = left[:count].reshape(len(mine), len(others)), left[count:]
        codes[agent, other][mine[:, None], others] = block
        codes[image[0], image[1]][flip[mine][:, None], flip[others]] = block
    return Visible(ground, codes)


def empty(ground: Ground) -> Codes:
    """Nothing but games that are over."""
    codes = np.full((ground.cells, ground.cells, len(ground.sets), len(ground.sets)), NOWHERE, np.uint8)
    codes[1:-1, -1] = 0
    return codes


def mirrored_sets(ground: Ground, size: int) -> Numbers:
    """The number of each set's mirror image."""
    images = ((hand, tuple(sorted(cell % size * size + cell // size for cell in cells))) for hand, cells in ground.sets)
    return np.array([ground.number[image] for image in images])


# --- solved ---


def solved(rules: Rules, ground: Ground, progress: Progress | None = None) -> Visible:
    from dataclasses import replace

    from flagfall.solve import solve
    from flagfall.solve.bulk.flag_chase_traps import Army, FlagChaseTrapsTable

    table = solve(FlagChaseTraps(replace(rules, open_traps=True)), progress=progress).table
    assert isinstance(table, FlagChaseTrapsTable)
    armies = len(table.number)
    cells, codes, short = table.cells.reshape(armies, armies), empty(ground), short_codes()
    number = np.full((ground.cells, len(ground.sets)), -1)
    for at, (hand, traps) in enumerate(ground.sets):
        for agent in set(range(ground.cells)).difference(traps):
            number[agent, at] = table.number[Army(traps, hand, agent)]
    for agent in range(ground.last):
        for other in set(range(ground.last)) - {ground.last - agent}:
            mine, others = map(np.flatnonzero, of_sets(ground, agent, other))
            found = cells[number[agent, mine]][:, number[other, others]]
            codes[agent, other][mine[:, None], others] = short[found]
    return Visible(ground, codes)


def short_codes() -> Codes:
    """A byte for each of the solver's two."""
    from flagfall.solve.bulk import form

    short = np.arange(1 << 16)
    short[OPEN:] = OPEN - 2 + short[OPEN:] % 2  # what is farther than can be told
    short[form.OPEN], short[form.NOWHERE] = OPEN, NOWHERE
    return short.astype(np.uint8)


_at_hand: dict[tuple[int, int], Visible] = {}


def visible_of(rules: Rules, progress: Progress | None = None) -> Visible:
    """Loaded or solved once a process; BadTable, or what the solver says, where it can't be had."""
    key = rules.size, rules.traps
    if key not in _at_hand:
        found = _made(rules, progress)
        while _at_hand and sum(each.codes.nbytes for each in _at_hand.values()) + found.codes.nbytes > MOST_TABLE:
            del _at_hand[next(iter(_at_hand))]
        _at_hand[key] = found
    return _at_hand[key]


def _made(rules: Rules, progress: Progress | None) -> Visible:
    if table_size(rules) > MOST_TABLE:
        raise BadTable("these rules are too large for a table of all that may lie open")
    ground, book = ground_of(rules.size, rules.traps), Rules()
    if (rules.size, rules.traps) != (book.size, book.traps):
        return solved(rules, ground, progress)
    try:
        data = files(__package__).joinpath(PACKED).read_bytes()
    except OSError as error:
        raise BadTable(f"the file {PACKED} of the package is missing: install Flagfall again") from error
    return unpacked(data, ground, rules.size)
