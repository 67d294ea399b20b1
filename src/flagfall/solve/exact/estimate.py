"""How many positions a game has at least, from a sample: before anybody waits for all of them.

Random games are played, and it is counted how many positions come up once and how many twice. The rarer repetitions
are, the more positions there must be (Chao's estimate of the number of species, 1984, and its lower limit, 1987).
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice
from random import Random

from flagfall.core import Position
from flagfall.match.playout import playouts

SAMPLES = 50_000
PLIES = 200
"""After so many a game is broken off, as it may have no end."""


def at_least(start: Position) -> int:
    """A number of positions that with 97 % certainty is not too high."""
    seen = Counter(islice(playouts(start, Random(0), PLIES), SAMPLES))
    times = Counter(seen.values())
    return lower_limit(len(seen), times[1], times[2])


def lower_limit(seen: int, once: int, twice: int) -> int:
    """How many there are at least, where so many were seen, of which so many came up once and so many twice."""
    unseen = once * (once - 1) / (2 * (twice + 1))
    if unseen == 0:
        return seen
    ratio = once / max(twice, 1)
    variance = max(twice, 1) * (ratio**4 / 4 + ratio**3 + ratio**2 / 2)
    return int(seen + unseen / math.exp(1.96 * math.sqrt(math.log1p(variance / unseen**2))))
