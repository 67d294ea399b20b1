"""From a game to its table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from flagfall.bots.solved.knowledge import WHOLE, Knowledge, knowledge_of
from flagfall.bots.solved.level import sharpness
from flagfall.core import FlagfallError, Position
from flagfall.online.workers.insights import known
from flagfall.solve import Progress

from .columns import Base, Column, Packing, columns, pack
from .rows import Data, plain, record

CHOICES = frozenset(("options", "verdicts", "after", "grades", "bots"))


class NoTable(FlagfallError):
    """A game that is not solved, or is too large, so that no table holds it."""


def made(game: type[Position], progress: Progress | None = None) -> bytes:
    """The file of the game by its book's rules."""
    opening = game()
    knowledge = knowing(opening, progress)
    records = sorted(_records(knowledge, progress), key=lambda each: each["view"]["position"])
    head = {"game": game.id, "start": opening.text(), "sharpness": sharpness(opening)}
    return pack(head, _packing(records))


def knowing(opening: Position, progress: Progress | None = None) -> Knowledge:
    """What is known of all positions, or NoTable."""
    if opening.hides():
        raise NoTable(f"{opening.title} hides something, so that there is no table of its positions")
    knowledge = knowledge_of(opening, progress)
    if knowledge.whole is None:
        raise NoTable(f"{opening.title} has more than {WHOLE:,} positions, too many for a table")
    return knowledge


def _records(knowledge: Knowledge, progress: Progress | None) -> Iterator[Data]:
    actions = knowledge.whole
    assert actions
    for done, position in enumerate(actions.graph.positions):
        if progress:
            progress("telling", done, actions.graph.size)
        told = plain(known(knowledge, position, longest=1))
        if position.choices() and "after" not in told:
            raise NoTable(f"{position.title} has too many choices at once for a table")
        yield record(knowledge, position, told)


def _packing(records: list[Data]) -> Packing:
    """Texts, worths, where steps lead, the worth there, and whether a choice is best: from these most follows."""
    worth = Column.of(("worth",), {row: each.pop("worth") for row, each in enumerate(records)}, len(records))
    every = columns(records)
    text = [each for each in every if each.path[:2] == ("view", "position")]
    step = [each for each in every if each.path[0] == "after" and each.path[2:3] == ("position",)]
    best = [each for each in every if each.path[0] == "verdicts" and each.path[-1] == "best"]
    bases = [*map(Base, text), Base(worth), *map(_near, step), *_next(records, worth), *map(_near, best)]
    taken = {id(base.column) for base in bases}
    return Packing(bases, [each for each in every if id(each) not in taken], CHOICES)


def _near(column: Column) -> Base:
    """A base for whatever is about the same choice."""
    return Base(column, next(part for part in column.path if isinstance(part, int)))


def _next(records: list[Data], worth: Column) -> Iterator[Base]:
    """The worth of where each step leads, which a reader finds there."""
    row = {"".join(each["view"]["position"]): at for at, each in enumerate(records)}
    after = [each.get("after", []) for each in records]
    for step in range(max(map(len, after))):
        codes = np.zeros(len(records), dtype=np.int64)
        for at, steps in enumerate(after):
            if step < len(steps):
                codes[at] = worth.codes[row["".join(steps[step]["position"])]]
        yield Base(Column(("next", step), worth.values, codes), step, is_read=False)
