"""The two times of the server: the date, for people, and the time of service, which players' clocks run by.

The time of service runs while a server is there that can save a move. It stands still in an outage, when no server runs
or their store can't be written, and a while after it, so that everybody can come back. It has nothing to do with the
date, so nobody loses when that is set. It is kept in the store, by a beat every few seconds, and so shared by all
servers of one store: for PostgreSQL the same rule as `counted` is written in SQL, in `postgres`.
"""

from __future__ import annotations

from time import time
from typing import NamedTuple

OUTAGE = 4_000
"""Milliseconds. Where there was no beat for longer, there was an outage, and none of it counts. (A store that hangs is
given up after as long, so whoever was told that a move could not be saved has lost no time by it.)"""
GRACE = 10_000
"""Milliseconds after an outage before the clocks go on."""


def now_ms() -> int:
    """The date: milliseconds since 1970."""
    return int(time() * 1000)


class Moment(NamedTuple):
    """The time of service, and for how many milliseconds it will stand still."""

    time: int
    held: int


def counted(last: Moment, passed: int) -> Moment:
    """How it stands when so many milliseconds have passed since the last beat."""
    if passed > OUTAGE:
        return Moment(last.time, GRACE)
    held = min(passed, last.held)
    return Moment(last.time + passed - held, last.held - held)
