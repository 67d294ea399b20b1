"""What a fixed strategy guarantees against every reply: the proof that a battle is worth what it is said to be.

Once one player's strategy is fixed, the other alone decides what follows, up to chance. Everything here is seen with
the eyes of the player whose strategy it is: the other wants every value low.

The other may also go round for ever where the strategy lets that happen, which is worth 0. A set of positions in which
the other can stay for ever is an end component. Each is taken as one place, with the further reply to stay there. After
that every way of replying comes to an end, so there is exactly one answer, and how far an approximation `w` may be from
it can be told: where no reply takes more than `r` off `w`, and every reply takes at least a half off some `h` that is
never below 0, play takes `2 h` replies at most, in the mean, and `w - 2 r h` is guaranteed. Both are found from
differences that are weighed with the likelihoods. So it doesn't matter if these, being rounded, add up to a little more
or less than 1: what is guaranteed is so for the strategy with exactly their proportions.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from flagfall.solve.arrays import Flags, Floats, Numbers, totals

from .components import strongly_connected

DENSE = 1000
"""Up to so many places what replies lead to is found by equations, which is fast also where the end is far off."""
STEPS, SWEEPS = 100, 20_000
"""How often all places are gone over at most, with such equations and without."""
SHARP = 1e-15
EPSILON = float(np.finfo(float).eps)
TINIEST = float(np.finfo(float).smallest_subnormal)
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
        try:
            with np.errstate(over="raise", invalid="raise", divide="raise"):
                return np.maximum(drawn_together._bound(), WORST)[place]
        except (np.linalg.LinAlgError, FloatingPointError):  # the end may be too far off for floats
            return np.full(self.open, WORST)

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
        values, plies = self._lowest(0, self.known), -self._lowest(-1, 0 * self.known)
        _, nearer = self._change(plies, 0 * self.known)
        if not ((plies >= 0).all() and (nearer <= -0.5).all()):  # the sweeps did not suffice
            return np.full(self.open, WORST)
        loss = -self._change(values, self.known)[0].min(initial=0.0)
        return lowered(values, 2 * loss * plies) if loss else values

    def _lowest(self, each_ply: float, known: Floats) -> Floats:
        """Nearly the lowest that the other can make the sum of `each_ply` and of what is known at the end."""
        values = np.zeros(self.open)
        is_dense = self.open <= DENSE
        for _ in range(STEPS if is_dense else SWEEPS):
            lowest, replies = self._swept(values, each_ply, known)
            if (np.abs(lowest - values) <= SHARP * np.maximum(1, np.abs(values))).all():
                break
            values = self._evaluated(replies, each_ply, known) if is_dense else lowest
        return np.minimum(values, np.where(self.can_stay, 0.0, np.inf))

    def _swept(self, values: Floats, each_ply: float, known: Floats) -> tuple[Floats, Numbers]:
        """The lowest that the other can get at each place with one reply, and which reply that is; -1 is to stay."""
        expected = each_ply + self._expected(np.concatenate((values, known)))
        order = np.lexsort((expected, self.owner))
        owners, first = np.unique(self.owner[order], return_index=True)
        lowest, replies = np.where(self.can_stay, 0.0, np.inf), np.full(self.open, -1)
        better = expected[order[first]] < lowest[owners]
        replies[owners[better]] = order[first][better]
        lowest[owners[better]] = expected[order[first]][better]
        return lowest, replies

    def _evaluated(self, replies: Numbers, each_ply: float, known: Floats) -> Floats:
        """What every place is worth when these are the replies."""
        used = np.isin(self.reply, replies)
        owner, target, likely = self.owner[self.reply[used]], self.target[used], self.likely[used]
        is_open = target < self.open
        steps = np.eye(self.open)
        np.subtract.at(steps, (owner[is_open], target[is_open]), likely[is_open])
        ends = np.where(replies >= 0, each_ply, 0.0)
        np.add.at(ends, owner[~is_open], likely[~is_open] * known[target[~is_open] - self.open])
        return np.linalg.solve(steps, ends).astype(float)

    def _expected(self, worth: Floats) -> Floats:
        return self._sum(self.likely * worth[self.target])

    def _sum(self, outcomes: Floats) -> Floats:
        """For every reply the sum over its outcomes."""
        return totals(self.reply, outcomes, len(self.owner))

    def _change(self, values: Floats, known: Floats) -> tuple[Floats, Floats]:
        """How each reply changes the values, in the mean: not less than the first and not more than the second.

        They differ by all that rounding may hide. Staying changes nothing that matters: where it is possible no value
        is above 0.
        """
        changes = np.concatenate((values, known))[self.target] - values[self.owner[self.reply]]
        gains = self.likely * changes
        terms = np.bincount(self.reply, minlength=len(self.owner))
        vanished = 2 * TINIEST * self._sum((changes != 0).astype(float))  # what is too small for a float is 0
        rounding = (terms + 8) * EPSILON * self._sum(np.abs(gains)) + vanished
        return self._sum(gains) - rounding, self._sum(gains) + rounding


def lowered(values: Floats, by: Floats) -> Floats:
    """The difference, rounded downwards."""
    return np.nextafter(values - by * (1 + 8 * EPSILON), -np.inf)
