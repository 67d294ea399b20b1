"""How far a long work is, in one line that renews itself: on a terminal only, and gone when the work is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

FIRST, BETWEEN = 0.5, 0.1
"""Seconds until the line shows, so that short works show none, and between two renewals."""


class Meter:
    """Told how many positions are done of how many, it says how fast that goes and how long it will take."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self.stream, self.clock = stream, clock
        self.stage, self.began, self.due = "", 0.0, clock() + FIRST
        self.width = 0

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        now = self.clock()
        if stage != self.stage:
            self.stage, self.began = stage, now
        if now >= self.due:
            self._renew(line(stage, done, total, now - self.began), now)

    def tell(self, text: str) -> None:
        """Show it, if it is time for something new."""
        now = self.clock()
        if now >= self.due:
            self._renew(text, now)

    def _renew(self, text: str, now: float) -> None:
        self.due = now + BETWEEN
        self.show(text)

    def show(self, text: str) -> None:
        shown = text.ljust(self.width)
        self.width = len(shown)  # known before it shows, so that it is removed also when Ctrl-C comes just then
        self.stream.write(f"\r{shown}")
        self.stream.flush()
        self.width = len(text)

    def remove(self) -> None:
        if self.width:
            self.stream.write(f"\r{' ' * self.width}\r")
            self.stream.flush()
            self.width = 0


def line(stage: str, done: int, total: int | None, seconds: float) -> str:
    parts = [f"{stage}: {done:,} positions" if total is None else f"{stage}: {done:,} of {total:,} positions"]
    rate = done / seconds if seconds > 0 else 0
    if rate:
        parts.append(f"{rate:,.0f} a second")
    if rate and total is not None:
        parts.append(f"{in_words(max(total - done, 0) / rate)} left")
    return ", ".join(parts)


def in_words(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


@contextmanager
def metered(stream: TextIO | None = None) -> Iterator[Meter | None]:
    """A Meter on a terminal, and none where the output is piped."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield None
        return
    meter = Meter(stream)
    try:
        yield meter
    finally:
        meter.remove()
