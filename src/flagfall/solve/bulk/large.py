"""Large games through the compiled kernels, a stride at a time, so that progress can be shown and Ctrl-C heard."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from flagfall.solve.errors import TooBig
from flagfall.solve.table import Progress

from . import kernels
from .compiled import compiled
from .form import OPEN, Cells, Form, Marks

STRIDE = 1 << 20
"""About so many positions are worked on at a time."""


def solved(form: Form, progress: Progress | None) -> Cells:
    """The cell of every position, by going back from the ends."""
    cells, queue = np.empty(form.size, np.uint16), np.empty(form.size, np.int64)
    stage = np.zeros(3, np.int64)
    army = head = tail = 0
    while army < len(form.kind) or head < tail:
        compiled(kernels.work)(form, cells, queue, stage, STRIDE)
        army, head, tail = stage.tolist()
        if head < 0:
            raise TooBig(f"there is a position more than {OPEN:,} plies from its end")
        if progress:
            report_solving(form, progress, army, head)
    compiled(kernels.close)(cells)
    return cells


def report_solving(form: Form, progress: Progress, army: int, head: int) -> None:
    if army < len(form.kind):
        progress("exploring", int(form.first[army] + form.low[army]), form.size)
    else:
        progress("solving", head, form.size)


def disproved(form: Form, cells: Cells, progress: Progress | None) -> int:
    """The number of a position whose cell doesn't follow from its successors' cells, or -1."""
    for begin, end in spans(form):
        wrong = int(compiled(kernels.disproved)(form, cells, begin, end))
        if wrong >= 0:
            return wrong
        report(progress, "checking", form.first[begin] + form.low[begin], len(cells))
    return -1


def reached(form: Form, own: int, enemy: int, turn: int, progress: Progress | None) -> Marks:
    """Which positions can arise from this one, itself included: 1 is P1's turn, 2 is P2's, and 3 is both."""
    marks, queue = np.zeros(form.size, np.uint8), np.empty(2 * form.size, np.int64)
    marks[form.first[own] + enemy] = 1 + turn
    queue[0] = (own << 33) | (enemy << 1) | turn
    head, tail = 0, 1
    while head < tail:
        head, tail = compiled(kernels.reach)(form, marks, queue, head, tail, head + STRIDE)
        report(progress, "counting", head, None)
    return marks


def spans(form: Form) -> Iterator[tuple[int, int]]:
    """Armies from and up to, in runs that have about a stride of positions."""
    armies = len(form.kind)
    run = max(1, STRIDE * armies // form.size)
    for begin in range(0, armies, run):
        yield begin, min(begin + run, armies)


def report(progress: Progress | None, stage: str, done: int, total: int | None) -> None:
    if progress:
        progress(stage, int(done), total)
