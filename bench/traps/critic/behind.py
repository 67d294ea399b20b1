"""What lies behind the two plies, where the visible solution takes all traps for seen: what a secret is worth there.

A *place* is what all see after both plies: which part I chose and whether that sprung a trap, what kind of answer came,
and whether that sprung one. There the critic is asked what the ranges that are left add to each set's worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from flagfall.bots.hidden.traps.ground import Ground
from flagfall.bots.hidden.traps.resolve import Answer, Behind, Figures
from flagfall.bots.hidden.traps.subgame import Promise, Subgame
from flagfall.bots.hidden.traps.visible import VALUES, Visible
from flagfall.solve.arrays import Flags, Floats, Numbers

from .network import Critic, Weights

HARDLY = 1e-4
"""Ranges of places that are less likely than this are as if every choice were so likely."""


class Place(NamedTuple):
    part: int
    agents: tuple[int, int]
    """Mine and the other's, each in its owner's numbers."""
    sprung: bool
    lines: Numbers
    after: Numbers
    """My lines that lead here, and what has become of the set of each."""
    columns: Numbers
    left: Numbers
    """The other's columns of that part that lead here, and what has become of the set of each."""


def places_of(ground: Ground, game: Subgame, agent: int, other: int) -> Iterator[Place]:
    """All that may be seen then and is not over, whichever sets I have; in the same order."""
    for number, part in enumerate(game.parts):
        cell = agent if part.cell is None else part.cell
        lines = np.arange(game.begin[number], game.begin[number + 1])
        for sprung in (False, True) if part.cell is not None else (False,):
            mine = 0 if sprung else cell
            for theirs, comes, after, columns, left in _answered(ground, game, number, other, part.sprung == sprung):
                if ground.last not in ground.near[mine] or theirs == 0:  # else I take the flag
                    yield Place(number, (mine, theirs), sprung, lines[comes], np.maximum(after, 0), columns, left)


def _answered(
    ground: Ground, game: Subgame, number: int, other: int, can_be: Flags
) -> Iterator[tuple[int, Flags, Numbers, Numbers, Numbers]]:
    """Where the other's agent is then, which of my lines lead there, and the rest of a place."""
    part = game.parts[number]
    sets, at = np.nonzero(game.legal_answers[number] & can_be[:, None])
    columns, left, answers = sets * len(game.answers) + at, part.left[sets], game.answers[at]
    for cell in np.unique(answers[answers < ground.last]).tolist():
        here, holds = answers == cell, ground.holds[part.own, ground.last - cell]
        yield cell, ~holds, part.own[~holds], columns[here], left[here]
        yield 0, holds, ground.less[part.own[holds], ground.last - cell], columns[here], left[here]
    lays, passes = (answers >= ground.cells) & (answers < ground.passes), answers == ground.passes
    all_ = np.ones(len(part.own), bool)
    if lays.any():
        yield other, all_, part.own, columns[lays], ground.more[left[lays], answers[lays] - ground.cells]
    if passes.any():
        yield other, all_, part.own, columns[passes], left[passes]


class Ways(NamedTuple):
    """Which lines, or columns, lead to which place with which set."""

    source: Numbers
    place: Numbers
    set_: Numbers

    @classmethod
    def of(cls, sources: Sequence[Numbers], sets: Sequence[Numbers]) -> Ways:
        places = np.repeat(np.arange(len(sets)), [len(each) for each in sets])
        return cls(_joined(sources), places, _joined(sets))


def _joined(several: Sequence[Numbers]) -> Numbers:
    return np.concatenate([np.zeros(0, np.int64), *several])


class WithCritic(Behind):
    """What comes to the payoffs by what the critic says."""

    looks = 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56, 67, 79, 92

    def __init__(self, critic: Critic, visible: Visible, game: Subgame, agents: tuple[int, int], own: Floats) -> None:
        self.critic, self.visible, self.ground = critic, visible, visible.ground
        self.game, self.agents, self.own = game, agents, own
        self.places = list(places_of(self.ground, game, *agents))
        self.lines = self._lines(game)
        size = game.payoffs.shape[1]
        self.columns = Ways.of(
            [each.part * size + each.columns for each in self.places], [each.left for each in self.places]
        )
        self.sprung = np.array([each.sprung for each in self.places])
        self.spots = np.array([each.agents[0] * self.ground.cells + each.agents[1] for each in self.places], np.int64)
        looks = [tuple(map(self._look, (each.after, each.left))) for each in self.places]
        self.spans = [tuple(slice(*self.ground.spans[look]) for look in pair) for pair in looks]
        self.kinds = {pair: np.array([at for at, each in enumerate(looks) if each == pair]) for pair in set(looks)}
        """Places of which all know as much."""
        self.tables = [
            VALUES[visible.codes[each.agents][spans]] for each, spans in zip(self.places, self.spans, strict=True)
        ]
        self.even = game.legal / np.maximum(game.legal.sum(axis=1, keepdims=True), 1)
        self.even_answers = game.legal_answers / np.maximum(game.legal_answers.sum(axis=2, keepdims=True), 1)

    def _lines(self, game: Subgame) -> Ways:
        """Of a game whose others and answers are the same."""
        places = self.places if game is self.game else list(places_of(self.ground, game, *self.agents))
        return Ways.of([each.lines for each in places], [each.after for each in places])

    def _look(self, sets: Numbers) -> int:
        """How these look, all of them alike."""
        return int(self.ground.look[sets.max(initial=0)])

    def added(self, answer: Answer) -> Figures:
        self.mine, self.theirs = self._figures(answer)
        lines, columns, scale = self.lines, self.columns, self.game.patience**2
        shape = len(self.game.parts), self.game.payoffs.shape[1]
        mass = np.bincount(lines.place, self._reach(answer.likely)[lines.source], len(self.places))
        worth = mass[columns.place] * self.theirs[columns.place, columns.set_]
        to_columns = scale * np.bincount(columns.source, worth, shape[0] * shape[1]).reshape(shape)
        return self._to_lines(self.game, self.lines, answer.replies), to_columns

    def worth(self, game: Subgame, replies: Floats) -> Floats:
        lines = self.lines if game is self.game else self._lines(game)
        found: Floats = game.worth(replies) + self._to_lines(game, lines, replies)[game.line]
        return found

    def promises(self, game: Subgame, replies: Floats) -> Iterator[Promise]:
        seen = [self._to_lines(game, self.lines, replies, springs) for springs in (False, True)]
        spans = {id(part): span for part, span in zip(game.parts, game.spans(), strict=True)}
        sums = {id(part): reply.sum(axis=1) for part, reply in zip(game.parts, replies, strict=True)}
        for part, sprung, values in game.promises(replies):
            total = sums[id(part)][part.sprung == sprung].sum() * game.patience
            yield Promise(part, sprung, values + seen[sprung][spans[id(part)]] / total)

    def _figures(self, answer: Answer) -> tuple[Weights, Weights]:
        """What a secret adds, by place and set, for me and for the other."""
        likely, replies = answer.likely, answer.replies
        weights = replies.sum(axis=2, keepdims=True)
        own = self._ranges(self.lines, self._reach((1 - HARDLY) * likely + HARDLY * self.even))
        others = self._ranges(self.columns, (1 - HARDLY) * replies + HARDLY * weights * self.even_answers)
        seen = np.zeros((2, *own.shape), np.float32)
        for at, ((mine, theirs), table) in enumerate(zip(self.spans, self.tables, strict=True)):
            seen[0, at, mine] = table @ others[at, theirs]
            seen[1, at, theirs] = -(own[at, mine] @ table)
        one, two = np.zeros_like(own), np.zeros_like(others)
        for (look, answered), at in self.kinds.items():
            mine, theirs = (slice(*self.ground.spans[each]) for each in (look, answered))
            critic, left, right = self.critic.among(mine, theirs), own[at, mine], others[at, theirs]
            units = critic.units(critic.before(self.spots[at], left, seen[1, at, theirs]), right, seen[0, at, mine])
            one[at, mine], two[at, theirs] = critic.both(units, left, right)
        known = ~(self._hides(own) | self._hides(others))
        one[known], two[known] = 0, 0
        return one, two

    def _reach(self, likely: Floats) -> Floats:
        line = self.game.line.reshape(-1)
        return np.bincount(line, (self.own[:, None] * likely).reshape(-1), self.game.begin[-1] + 1)

    def _ranges(self, side: Ways, weights: Floats) -> Weights:
        many = len(self.ground.sets)
        flat = np.bincount(side.place * many + side.set_, weights.reshape(-1)[side.source], len(self.places) * many)
        found: Weights = flat.reshape(-1, many).astype(np.float32)
        found /= np.maximum(found.sum(axis=1, keepdims=True), 1e-30)
        return found

    def _hides(self, ranges: Weights) -> Flags:
        found: Flags = (ranges @ (self.ground.traps > 0)) > 0
        return found

    def _to_lines(self, game: Subgame, lines: Ways, replies: Floats, sprung: bool | None = None) -> Floats:
        columns = self.columns
        mass = np.bincount(columns.place, replies.reshape(-1)[columns.source], len(self.places))
        if sprung is not None:
            mass = mass * (self.sprung == sprung)
        worth = mass[lines.place] * self.mine[lines.place, lines.set_]
        found: Floats = game.patience**2 * np.bincount(lines.source, worth, game.begin[-1] + 1)
        return found
