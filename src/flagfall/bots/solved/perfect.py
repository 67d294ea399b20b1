"""Perfect play that also makes it hard for the other.

It makes only choices that the solution calls best: it wins as fast as can be, loses as slowly as can be, and never
gives away a game. Among equally good choices it makes the one that promises most against a fallible opponent (see
`action_values`), so it doesn't just wait in a game that nobody can force: it goes where there is the most to go wrong
for the other and the least to be seen of it. Choices that promise the same are equally likely. Where secret choices
decide and only a mixture is proven to be good, it plays that mixture.
"""

from __future__ import annotations

from flagfall.bots.graph import Floats
from flagfall.bots.policy import Skilled
from flagfall.core import Player

from .action_values import Insight


class Perfect(Skilled):
    def __str__(self) -> str:
        return "perfect"

    def lines(self, insight: Insight, player: Player) -> Floats:
        return perfect(insight, player)


def perfect(insight: Insight, player: Player) -> Floats:
    return insight.chosen[player]
