"""The next two plies as a small game: what I choose, what the other answers, and the visible solution behind it.

Everybody sees where I step, and whether that springs a trap; of a trap that I lay, that I lay one. So my choices fall
into *parts*, in which the other decides alike: one for each step, one for all traps, one for a pass. A *line* is a part
and the set that I have then. A *column* is one of the other's sets with one of the other's choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from flagfall.solve.arrays import Flags, Floats, Numbers

from .ground import Ground
from .visible import PLAIN, Prospect, Values, Visible


class Part(NamedTuple):
    """What all see of a choice of mine, but for whether it springs a trap."""

    own: Numbers
    """My sets in its lines."""
    agents: Numbers
    """Where my agent is then, by the other's set; and what is left of that set."""
    left: Numbers
    sprung: Flags
    """Which of the other's sets have a trap there."""
    cell: int | None = None
    passes: bool = False


class Promise(NamedTuple):
    """What each line of a part will be worth once it is seen whether a trap was sprung."""

    part: Part
    sprung: bool
    values: Values


@dataclass(frozen=True)
class Subgame:
    own: Numbers
    """My sets, and those of the other."""
    others: Numbers
    choices: Numbers
    """My choices, as far as any set has them."""
    legal: Flags
    """Which of them each set has."""
    line: Numbers
    """The line of each set and choice; where it is illegal, one after the last."""
    begin: Numbers
    """The first line of each part, and the number of all lines."""
    answers: Numbers
    """The other's choices, as far as any set has them after any of mine."""
    legal_answers: Flags
    """By part, set and choice of the other's."""
    payoffs: Values
    """By line and column, to me."""
    parts: list[Part]
    patience: float = PLAIN.patience
    """What is left of a payoff when it comes a ply later."""

    def spans(self) -> list[slice]:
        """The lines of each part."""
        return [slice(*span) for span in zip(self.begin, self.begin[1:], strict=False)]

    def worth(self, replies: Floats) -> Floats:
        """What each of my sets and choices brings, where the other's sets and choices are so likely, by part."""
        found = np.full(self.begin[-1] + 1, -np.inf)
        for span, reply in zip(self.spans(), replies, strict=True):
            found[span] = self.payoffs[span] @ reply.reshape(-1).astype(np.float32)
        worth: Floats = found[self.line]
        return worth

    def promises(self, replies: Floats) -> Iterator[Promise]:
        """Of every part that the other may have come to."""
        for part, span, reply in zip(self.parts, self.spans(), replies, strict=True):
            for sprung in (False, True):
                seen = reply * (part.sprung == sprung)[:, None]
                if (total := seen.sum()) > 0:
                    values = self.payoffs[span] @ seen.reshape(-1).astype(np.float32) / (total * self.patience)
                    yield Promise(part, sprung, values)


def subgame(
    visible: Visible,
    agents: tuple[int, int],
    own: Numbers,
    others: Numbers,
    choices: Numbers | None = None,
    prospect: Prospect = PLAIN,
) -> Subgame:
    """With these choices of mine, or all that any set has. None takes the flag: that would be no decision."""
    ground, (agent, other) = visible.ground, agents
    legal = ground.legal(own, agent, other)
    if choices is None:
        choices = np.flatnonzero(legal.any(axis=0))
    builder = Builder(visible, other, others, prospect)
    line = np.full((len(own), len(choices)), -1)
    for at in np.flatnonzero(choices < ground.cells):
        line[:, at] = builder.add_step(int(choices[at]), own)
    laid = (choices >= ground.cells) & (choices < ground.passes)
    if laid.any():
        line[:, laid] = builder.add_traps(agent, ground.more[own][:, choices[laid] - ground.cells])
    if choices[-1] == ground.passes:
        line[:, -1] = builder.add_pass(agent, own)
    line[~legal[:, choices]] = builder.lines
    answers, legal_answers, payoffs = builder.built()
    begin = np.array([*builder.begin, builder.lines])
    legal = legal[:, choices]
    return Subgame(
        own, others, choices, legal, line, begin, answers, legal_answers, payoffs, builder.parts, prospect.patience
    )


class Builder:
    def __init__(self, visible: Visible, other: int, others: Numbers, prospect: Prospect) -> None:
        self.visible, self.other, self.others, self.prospect = visible, other, others, prospect
        self.begin: list[int] = []
        self.lines = 0
        self.parts: list[Part] = []

    def add_step(self, cell: int, own: Numbers) -> Numbers:
        ground = self.visible.ground
        trap = ground.last - cell
        sprung = ground.holds[self.others, trap]
        left = np.where(sprung, ground.less[self.others, trap], self.others)
        return self._add(Part(own, np.where(sprung, 0, cell), left, sprung, cell))

    def add_traps(self, agent: int, made: Numbers) -> Numbers:
        sets, line = np.unique(made, return_inverse=True)
        return self._add(self._stays(sets, agent))[line.reshape(made.shape)]

    def add_pass(self, agent: int, own: Numbers) -> Numbers:
        return self._add(self._stays(own, agent)._replace(passes=True))

    def _stays(self, own: Numbers, agent: int) -> Part:
        return Part(own, np.full(len(self.others), agent), self.others, np.zeros(len(self.others), bool))

    def _add(self, part: Part) -> Numbers:
        self.parts.append(part)
        self.begin.append(self.lines)
        self.lines += len(part.own)
        return np.arange(self.begin[-1], self.lines)

    def built(self) -> tuple[Numbers, Flags, Values]:
        ground = self.visible.ground
        legal = np.array([ground.legal(left, self.other, agents) for _, agents, left, *_ in self.parts])
        answers = np.flatnonzero(legal.any(axis=(0, 1)))
        payoffs = [self._payoffs(*part[:3], answers) for part in self.parts]
        return answers, legal[:, :, answers], np.concatenate(payoffs)

    def _payoffs(self, own: Numbers, agents: Numbers, left: Numbers, answers: Numbers) -> Values:
        """A line and a column each have a number, and the position between them has their sum in the table."""
        ground, prospect = self.visible.ground, self.prospect
        by_line, mine = self._line_numbers(own, answers)
        by_column, theirs = self._column_numbers(agents, left, answers)
        codes = self.visible.flat[by_line[:, None, :] + by_column]
        values = prospect.worth(codes, ground.traps[mine][:, None, :], ground.traps[theirs])
        return (values * np.float32(prospect.patience**2)).reshape(len(own), -1)

    def _line_numbers(self, own: Numbers, answers: Numbers) -> tuple[Numbers, Numbers]:
        """Where the other's agent is then, and what is left of my set."""
        ground, many = self.visible.ground, len(self.visible.ground.sets)
        steps = answers < ground.cells
        cells = np.where(steps, answers, self.other)
        sprung = ground.holds[own][:, ground.last - cells] & steps
        left = np.where(sprung, ground.less[own][:, ground.last - cells], own[:, None])
        return (np.where(sprung, 0, cells) * many + left) * many, left

    def _column_numbers(self, agents: Numbers, left: Numbers, answers: Numbers) -> tuple[Numbers, Numbers]:
        """Where my agent is then, and what the other's set has become. What is illegal has any number."""
        ground, many = self.visible.ground, len(self.visible.ground.sets)
        made = np.repeat(left[:, None], len(answers), axis=1)
        laid = (answers >= ground.cells) & (answers < ground.passes)
        made[:, laid] = np.maximum(ground.more[left][:, answers[laid] - ground.cells], 0)
        return agents[:, None] * ground.cells * many**2 + made, made


def spread(ground: Ground, sets: Numbers, choices: Numbers, likely: Floats) -> Floats:
    """By the number of the set and the number of the choice."""
    found = np.zeros((len(ground.sets), ground.choices))
    found[sets[:, None], choices] = likely
    return found
