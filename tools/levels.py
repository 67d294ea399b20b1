"""Compute how sharp the bots' levels are, and write the odds of all levels against all levels: `make levels`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import log10
from pathlib import Path

from flagfall.bots.hidden.traps.level import MANNERS
from flagfall.bots.hidden.traps.mind import Manner
from flagfall.bots.markov import Odds, chain_odds
from flagfall.bots.solved.action_values import ActionValues
from flagfall.bots.solved.knowledge import knowledge_of
from flagfall.bots.solved.level import SPACED, stored
from flagfall.bots.solved.quantal_response import LEVELS
from flagfall.bots.solved.spacing import CAP, EXACT, Both, lead, perfect_both, quantal_responses, spaced
from flagfall.coach.expectations import BEGINNER, Expectation, computed
from flagfall.core import Player, Position
from flagfall.games import GAMES

ROOT = Path(__file__).parents[1]
STORED = ROOT / "src" / "flagfall" / "bots" / "solved" / "levels.json"
EXPECTED = ROOT / "src" / "flagfall" / "coach" / "expectations.json"
PAGE = ROOT / "docs" / "levels.md"
NAMES = ["random", *map(str, range(1, LEVELS + 1))]
DIGITS = 4

INTRODUCTION = f"""\
# Levels, and the odds between them

This page is made by `make levels`. All figures are exact, and no games were played for them; but for those of Flag
Chase: Hidden Traps, which are measured.

`level:1` to `level:{LEVELS}` are bots from nearly random to perfect. How a level chooses:

- The *worth* of a move is its exact value divided by the plies to the end: 1 for a win at once, 1/3 for a win in three
  plies, -1/2 for a loss in two, 0 for play without end. In a battle it supposes that the other draws evenly among what
  the solution calls equally good.
- A move's likelihood is in proportion to exp(sharpness × worth). What moves of the same worth have together, they share
  in proportion to exp(3 × sharpness × promise).
- The *promise* of a move is the exact expected result against a fallible opponent, whose moves have a likelihood in
  proportion to exp(5 × worth), when one goes on with best moves only: 1 for a win, -1 for a loss, 5 % less for every
  ply until then.
- `level:{LEVELS}` and `perfect` are the same: best moves only, and among them always one with the highest promise; in
  a battle never one that another dominates. That is also what the coach calls best.

The sharpness of each level is computed so that every level leads the one below by the same: the *score* is 1 for a win
and 1/2 for no result, on average over both seats, in games that are called off after {CAP} plies. (Without a limit, in
a game that nobody can force, any weakness at all would be a sure loss against perfect play.) The last step may differ
from the others by {EXACT:.1%} of a step.

In a variation with up to {SPACED:,} positions the sharpness is computed when it is needed; bigger ones take the book's,
and their steps need not be even. `flagfall odds GAME --p1 level:3 --p2 random` computes any of these odds, and more.

Two bots end a game without a result when a position comes the third time and neither stands better. The odds take no
notice of that: they are those of a game that is played on.
"""

EXPECTATIONS = f"""\
## What to expect

Whoever chooses a level is told what to expect from it. A *beginner* is taken to play like level {BEGINNER}: such a
player takes most of what is near and overlooks what is far off. The figures are how often level {BEGINNER} wins against
each level, on average over both seats, of the games of at most {CAP} plies that somebody wins; in words they are
rounded to a simple share ("wins about one in three"). What you will make of a level yourself depends on how well you
know the game.
"""

SCORES = """
61.7 ± 2.1, 63.3 ± 2.1, 63.8 ± 2.1, 63.3 ± 2.1, 65.1 ± 2.1, 63.8 ± 2.1, 65.0 ± 2.1, 67.3 ± 2.0, 64.5 ± 2.0, 62.3 ± 2.0
""".strip().split(", ")
"""Of each level of hidden traps against the one below, as `make bench-traps ONLY=levels` prints them."""


def _row(level: int, manner: Manner, score: str) -> str:
    lapses = {0.0: "never", 1.0: "always"}.get(manner.lapse, f"{manner.lapse:.0%}")
    blur, concludes = manner.blur if manner.lapse else "-", "yes" if manner.infers else "no"
    return f"| {level} | {lapses} | {blur} | {concludes} | {score} % |"


MEASURED = "\n".join(map(_row, range(1, 11), MANNERS, SCORES))
NOT_HERE = f"""\
## Flag Chase: Hidden Traps

This game hides something from each player, so there is no exact solution to play by, `perfect` can't play it, and no
odds are computed. Its levels are ten of one *mind*, which knows no more than its seat was told:

- It keeps how likely each set of traps is, of the other's and of its own as the other may see them, from what
  everybody has seen: steps that sprung nothing, traps that were laid and sprung, and what it would have done itself in
  the other's place. Behind that is the exact solution of the game with open traps, 306 KB in the package.
- `level:10` re-solves the next two plies on those ranges at every move (CFR+, with a gadget that lets each set of the
  other's refuse, and take what it was promised a ply ago), and plays the mixture that it finds. It reckons with an
  other who just runs for the flag, the more so the more the other has done so. It is the strongest that there is, and
  not perfect: [how strong](benchmarks-traps.md).
- Lower levels have lapses: then they take the choice that looks best at the next move, with a likelihood in proportion
  to exp(worth / blur). Up to level 7 they draw no conclusions from what the other did.

| level | lapses | blur | concludes | score against the level below |
|---|---|---|---|---|
{MEASURED}

The scores are measured, not computed: 2,000 games a step with their 95 % intervals, at most 100 plies each, from both
seats in turn, no winner counting half, level 1 against `random`. `make bench-traps ONLY=levels` plays them all again.

`sampler` plays any game that hides something, from the rules alone: it guesses again and again what may be, as far as
its seat can tell, plays games out in its head, and makes the move that it came back to most often: within a second, or
as long as you say (`sampler:5`, `sampler:500-playouts`). With open traps (`--set open_traps=yes`) the game is solved,
and levels play by the solution; but its chain of some 37 million positions is too big for odds to be computed, so
there is no table.
"""


@dataclass(frozen=True)
class Table:
    """One game's levels."""

    game: type[Position]
    actions: ActionValues
    sharpness: Sequence[float]

    @classmethod
    def of(cls, game: type[Position]) -> Table:
        actions = knowledge_of(game()).whole
        assert actions
        return cls(game, actions, [float(f"{each:.{DIGITS}g}") for each in spaced(actions)])

    @cached_property
    def players(self) -> list[Both]:
        """Random play, and all levels."""
        blurred = [quantal_responses(self.actions, each) for each in (0.0, *self.sharpness)]
        return [*blurred, perfect_both(self.actions)]

    @cached_property
    def odds(self) -> list[list[Odds]]:
        """Each as P1 against each as P2."""
        return [
            [chain_odds(self.actions.graph, p1[Player.P1], p2[Player.P2], CAP) for p2 in self.players]
            for p1 in self.players
        ]

    def score(self, one: int, other: int) -> float:
        return (self.odds[one][other].score + 1 - self.odds[other][one].score) / 2

    def page(self) -> Iterator[str]:
        yield f"## {self.game.title}\n"
        yield from self.steps()
        yield f"\nScore of the row against the column in %, both seats, at most {CAP} plies:\n"
        yield from _matrix(self.score)
        yield "\nThe row as P1 against the column as P2, chance in % that P1 wins:\n"
        yield from _matrix(lambda row, column: self.odds[row][column].p1)
        yield "\nThe same games, chance in % that P2 wins (what is missing to 100 has no result):\n"
        yield from _matrix(lambda row, column: self.odds[row][column].p2)

    def steps(self) -> Iterator[str]:
        yield "| level | sharpness | score against the level below | in Elo | without a limit of plies |"
        yield "|---|---|---|---|---|"
        for number, (below, level) in enumerate(pairwise(self.players), 1):
            score = self.score(number, number - 1)
            sharpness = f"{self.sharpness[number - 1]:g}" if number < LEVELS else "perfect"
            endless = 0.5 + lead(self.actions, level, below, None)
            yield f"| {number} | {sharpness} | {score:.2%} | {_elo(score):+.0f} | {endless:.2%} |"


def expected(tables: Sequence[Table]) -> Iterator[str]:
    """What a beginner may expect, a column a game."""
    yield EXPECTATIONS
    yield f"| level | {' | '.join(table.game.title for table in tables)} |"
    yield "|---" * (len(tables) + 1) + "|"
    for level, row in enumerate(zip(*(computed(table.game()) for table in tables), strict=True), 1):
        yield f"| {level} | " + " | ".join(f"{each.words} ({each.share:.1%})" for each in row) + " |"


def _matrix(figure: Callable[[int, int], float]) -> Iterator[str]:
    yield f"| | {' | '.join(NAMES)} |"
    yield "|---" * (len(NAMES) + 1) + "|"
    for row, name in enumerate(NAMES):
        yield f"| **{name}** | " + " | ".join(f"{100 * figure(row, column):.1f}" for column in range(len(NAMES))) + " |"


def _rounded(each: Expectation) -> tuple[float, float]:
    wins, losses = (float(f"{chance:.{DIGITS}g}") for chance in (each.wins, each.losses))
    return wins, losses


def _elo(score: float) -> float:
    return 400 * log10(score / (1 - score))


def main() -> None:
    tables = [Table.of(game) for game in GAMES.values() if not game().hides()]
    STORED.write_text(json.dumps({table.game.id: table.sharpness for table in tables}, indent=1) + "\n")
    stored.cache_clear()  # from here on levels play as they now are
    chances = {table.game.id: [_rounded(each) for each in computed(table.game())] for table in tables}
    lines = (f" {json.dumps(game)}: {json.dumps(rows)}" for game, rows in chances.items())
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    parts = [
        INTRODUCTION,
        "\n".join(expected(tables)) + "\n",
        *("\n".join(table.page()) + "\n" for table in tables),
        NOT_HERE,
    ]
    PAGE.write_text("\n".join(parts), encoding="utf-8")
    print(*(f"wrote {path.relative_to(ROOT)}" for path in (STORED, EXPECTED, PAGE)), sep="\n")


if __name__ == "__main__":
    main()
