"""Choosing in a small game of two plies, so that the other can't gain by any secret: CFR+ on ranges, with a gadget.

Both players regret, set by set, what they did not choose (Tammelin's CFR+, late rounds counting more). Before it
begins, each of the other's sets may refuse to play on and take what it was promised when it came about, or, where that
is not known, what the visible solution says (the gadget of Burch, Johanson and Bowling): so my answer is good against
what I believe, and not bad against what I don't.

The visible solution promises too much to whoever attacks, as no trap surprises anybody there. All of the other's sets
would take such a promise, and nothing would be learnt. So the promises are moved until they are worth, on average, what
playing on is worth: what counts is which sets they favour. And a few of each set play on in any case.

The other may also be somebody who just runs for the flag: as often as that is likely it answers so, and not as well as
it can (the restricted Nash response of Johanson, Zinkevich and Bowling).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from flagfall.solve.arrays import Flags, Floats
from flagfall.solve.bulk.compiled import compiled, is_installed

from .rounds import play_rounds
from .subgame import Subgame

PLAYS_ON = 0.1
"""How many of each set play on, whatever they are promised."""


@dataclass(frozen=True)
class Answer:
    likely: Floats
    """By my set and choice."""
    replies: Floats
    """How likely the other has each set, plays on, and answers so: by part, set and choice."""

    def replies_of(self, range_: Floats) -> Floats:
        """The same where all play on, and each is as likely as said."""
        chances: Floats = range_[:, None] * self.replies / self.replies.sum(axis=2, keepdims=True)
        return chances


@dataclass(frozen=True)
class Other:
    """What is thought of the other, set by set."""

    prior: Floats
    """How likely each set is."""
    refuse: Floats
    """What it has to fall back on."""
    habits: Floats
    """How somebody answers who only runs: by part, set and choice."""
    runs: float
    """How likely it is such a one."""


def resolved(game: Subgame, own: Floats, other: Other, rounds: int) -> Answer:
    """My choices where my sets are so likely, and the other is such a one."""
    found = (in_loops if is_installed() else in_arrays)(game, own, other, rounds)
    scale = rounds * (rounds + 1) / 2
    return Answer(found.likely / scale, found.replies / scale)


def in_arrays(game: Subgame, own: Floats, other: Other, rounds: int) -> Answer:
    """The sums of all rounds, by numpy."""
    prior, refuse = other.prior, other.refuse
    parts, columns = len(game.begin) - 1, game.payoffs.shape[1]
    mine, theirs = Choosing(game.legal), Choosing(game.legal_answers)
    running = other.runs * other.habits
    playing = Choosing(np.ones((len(prior), 2), bool))
    lines, line, spans = game.begin[-1], game.line.reshape(-1), game.spans()
    worth, against = np.zeros(lines + 1), np.zeros((parts, columns))
    total, replies, shift = np.zeros(game.legal.shape), np.zeros((parts, columns)), 0.0
    for turn in range(1, rounds + 1):
        reach = np.bincount(line, (own[:, None] * mine.likely).reshape(-1), lines + 1).astype(np.float32)
        for part, span in enumerate(spans):
            against[part] = reach[span] @ game.payoffs[span]
        on = theirs.learn(-against.reshape(theirs.likely.shape)).sum(axis=0)
        theirs.likely = (1 - other.runs) * theirs.likely + running
        playing.learn(np.stack((on, refuse + shift), axis=1))
        shift += (prior @ (on - refuse) - shift) * 2 / (turn + 1)
        weight = prior * (PLAYS_ON + (1 - PLAYS_ON) * playing.likely[:, 0])
        reply = (weight[:, None] * theirs.likely).reshape(parts, columns)
        for part, span in enumerate(spans):
            worth[span] = game.payoffs[span] @ reply[part].astype(np.float32)
        mine.learn(worth[game.line])
        total += turn * mine.likely
        replies += turn * reply
    return Answer(total, replies.reshape(theirs.likely.shape))


def in_loops(game: Subgame, own: Floats, other: Other, rounds: int) -> Answer:
    """The same by compiled code, which wants every array as it knows it."""
    (parts, others, answers), lines = game.legal_answers.shape, int(game.begin[-1])
    mine, theirs = (Choosing(legal).even for legal in (game.legal, game.legal_answers.reshape(parts, -1, answers)))
    total, replies = np.zeros(mine.shape), np.zeros((parts, others * answers))
    floats = (own, other.prior, other.refuse, mine, np.zeros(mine.shape), np.zeros(lines + 1), np.zeros(lines + 1))
    more = (theirs.reshape(parts, -1), replies, replies, np.full(others, 0.5), np.zeros((others, 2)))
    compiled(play_rounds)(
        rounds,
        *map(np.ascontiguousarray, (game.payoffs, game.payoffs.T, game.begin, game.line)),
        *map(np.ascontiguousarray, (game.legal, game.legal_answers)),
        *(np.array(each, np.float32, order="C") for each in (*floats, *more)),
        total,
        replies,
        PLAYS_ON,
        np.array(other.habits.reshape(parts, -1), np.float32, order="C"),
        other.runs,
    )
    return Answer(total, replies.reshape(parts, others, answers))


class Choosing:
    """Regrets of many decisions, the last axis being the choices."""

    def __init__(self, legal: Flags) -> None:
        self.legal = legal
        self.even = legal / np.maximum(legal.sum(axis=-1, keepdims=True), 1)
        self.regret = np.zeros(legal.shape)
        self.likely = self.even

    def learn(self, worth: Floats) -> Floats:
        """Choose anew after it has turned out what each choice was worth; what the last way of choosing was."""
        value: Floats = (worth * self.likely).sum(axis=-1)
        self.regret = np.maximum(self.regret + worth - value[..., None], 0) * self.legal
        total = self.regret.sum(axis=-1, keepdims=True)
        self.likely = np.where(total > 0, self.regret / np.where(total > 0, total, 1), self.even)
        return value
