"""What a fixed strategy guarantees against every reply: the proof that a battle is worth what it is said to be.

Once one player's strategy is fixed, the other alone decides what follows, up to chance. Everything here is seen with
the eyes of the player whose strategy it is: the other wants every value low.

The other may also go round for ever where the strategy lets that happen, which is worth 0. A set of positions in which
the other can stay for ever is an end component. Each is taken as one place, with the further reply to stay there. After
that every way of replying comes to an end, so there is exactly one answer, and how far an approximation `w` may be from
it can be told: where no reply takes more than `r` off `w`, and no way of replying puts off the end for more than `h`
plies, `w - 2 r h` is guaranteed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .components import strongly_connected
from .explore import Numbers

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
SWEEPS = 200_000
"""After so many without an answer none better than WORST is given."""
WORST = -1.0


@dataclass(frozen=True)
class Replies:
    """Every reply to a strategy. Places 0 to `open - 1` are open; those behind them have a worth that is known."""

    open: int
    known: Floats
    owner: Numbers
    """At which place each reply is made."""
    reply: Numbers
    """To which reply each outcome belongs."""
    target: Numbers
    """To which place each outcome leads."""
    likely: Floats
    """How likely each outcome is, by the strategy."""
    can_stay: Flags
    """At which open places the other may stop and take 0."""

    def guaranteed(self) -> Floats:
        """For every open place, what the strategy guarantees there: never said too high."""
        place, drawn_together = self._drawn_together()
        return np.maximum(drawn_together._bound(), WORST)[place]

    # --- end components ---

    def _drawn_together(self) -> tuple[Numbers, Replies]:
        """Every end component as one place: which place each open one is now in, and the replies between these."""
        component, inside = self._end_components()
        places = int(component.max(initial=-1)) + 1
        moved = np.concatenate((component, places + np.arange(len(self.known))))
        can_stay = np.zeros(places, dtype=bool)
        can_stay[component[self.owner[inside]]] = True
        kept = ~inside[self.reply]
        number = np.cumsum(~inside) - 1
        return component, Replies(
            places,
            self.known,
            component[self.owner[~inside]],
            number[self.reply[kept]],
            moved[self.target[kept]],
            self.likely[kept],
            can_stay,
        )

    def _end_components(self) -> tuple[Numbers, Flags]:
        """In which component each open place is, and which replies stay inside their component for sure."""
        inside = ~self._any(self.target >= self.open)
        while True:
            edge = inside[self.reply]
            source, target = self.owner[self.reply[edge]], self.target[edge]
            component = strongly_connected(self.open, source, target)
            crossing = np.zeros(len(self.target), dtype=bool)
            crossing[edge] = component[source] != component[target]
            if not crossing.any():
                return component, inside
            inside &= ~self._any(crossing)

    def _any(self, outcomes: Flags) -> Flags:
        """Which replies have such an outcome."""
        found = np.zeros(len(self.owner), dtype=bool)
        found[self.reply[outcomes]] = True
        return found

    # --- bounds, where every way of replying comes to an end ---

    def _bound(self) -> Floats:
        values, plies = self._values(), self._plies()
        if values is None or plies is None:
            return np.full(self.open, WORST)
        return values - 2 * self._loss(values) * plies

    def _values(self) -> Floats | None:
        """Nearly what every place is worth, by going over all of them until nothing changes."""
        values = np.zeros(self.open)
        for _ in range(SWEEPS):
            worst = np.where(self.can_stay, 0.0, np.inf)
            np.minimum.at(worst, self.owner, self._expected(np.concatenate((values, self.known))))
            if np.abs(worst - values).max(initial=0.0) < np.finfo(float).eps:
                return values
            values = worst
        return None

    def _plies(self) -> Floats | None:
        """How long the end can be put off, to within half a ply."""
        plies = np.zeros(self.open)
        for _ in range(SWEEPS):
            longest = np.zeros(self.open)
            np.maximum.at(longest, self.owner, 1 + self._expected(np.concatenate((plies, 0 * self.known))))
            if (longest - plies).max(initial=0.0) < 0.5:
                return plies
            plies = longest
        return None

    def _expected(self, worth: Floats) -> Floats:
        return self._sum(self.likely * worth[self.target])

    def _sum(self, outcomes: Floats) -> Floats:
        """For every reply the sum over its outcomes."""
        return np.bincount(self.reply, outcomes, len(self.owner)).astype(float)

    def _loss(self, values: Floats) -> float:
        """The most that a reply takes off the values, with all that rounding may hide. Staying takes nothing off: 0 is
        among what the values are the lowest of."""
        gains = self.likely * (np.concatenate((values, self.known))[self.target] - values[self.owner[self.reply]])
        terms = np.bincount(self.reply, minlength=len(self.owner))
        rounding = (terms + 8) * np.finfo(float).eps * self._sum(np.abs(gains))
        losses = rounding - self._sum(gains)
        return float(losses.max(initial=0.0))
