"""Choosing in a small game of two plies, so that the other can't gain by any secret: CFR+ on ranges, with a gadget.

Both players regret, set by set, what they did not choose (Tammelin's CFR+, late rounds counting more). Before it
begins, each of the other's sets may refuse to play on and take what it was promised when it came about, or, where that
is not known, what the visible solution says (the gadget of Burch, Johanson and Bowling): so my answer is good against
what I believe, and not bad against what I don't.

The visible solution promises too much to whoever attacks, as no trap surprises anybody there. All of the other's sets
would take such a promise, and nothing would be learnt. So the promises are moved until they are worth, on average, what
playing on is worth: what counts is which sets they favour. And a few of each set play on in any case, as I am thought
to make any choice now and then: what never happens is never learnt.

The other may also be somebody who just runs for the flag: as often as that is likely it answers so, and not as well as
it can (the restricted Nash response of Johanson, Zinkevich and Bowling).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from flagfall.solve.arrays import Flags, Floats
from flagfall.solve.bulk.compiled import compiled, is_installed

from .rounds import play_rounds
from .subgame import Promise, Subgame

PLAYS_ON = 0.1
"""How many of each set play on, whatever they are promised."""
STRAYS = 0.1
"""How often the other reckons with any choice of mine: so that it has a good answer to what I would never do, too, and
nobody is promised more for that than it is worth."""
Figures: TypeAlias = tuple[Floats, Floats]


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


class Behind:
    """What is known of the time after the two plies. Here that is no more than the payoffs say."""

    looks: tuple[int, ...] = ()
    """After so many rounds it is asked anew what comes to the payoffs."""

    def added(self, answer: Answer) -> Figures | None:
        """By line, and by part and column; where such an answer was found so far. None: nothing."""
        return None

    def worth(self, game: Subgame, replies: Floats) -> Floats:
        """What each set and choice brings, in this or a like game."""
        return game.worth(replies)

    def promises(self, game: Subgame, replies: Floats) -> Iterator[Promise]:
        return game.promises(replies)


NOTHING = Behind()


def resolved(game: Subgame, own: Floats, other: Other, rounds: int, behind: Behind = NOTHING) -> Answer:
    """My choices where my sets are so likely, and the other is such a one."""
    return in_rounds((Loops if is_installed() else Arrays)(game, own, other), rounds, behind)


def in_rounds(run: Arrays | Loops, rounds: int, behind: Behind) -> Answer:
    for start, end in pairwise((0, *behind.looks, rounds)):
        run.play(start + 1, end + 1, behind.added(run.answer(start)))
    return run.answer(rounds)


class Arrays:
    """The sums of all rounds, by numpy."""

    def __init__(self, game: Subgame, own: Floats, other: Other) -> None:
        self.game, self.own, self.other = game, own, other
        self.mine, self.theirs = Choosing(game.legal), Choosing(game.legal_answers)
        self.playing = Choosing(np.ones((len(other.prior), 2), bool))
        self.total, self.replies = np.zeros(game.legal.shape), np.zeros(game.legal_answers.shape)
        self.nothing = np.zeros(game.begin[-1] + 1), np.zeros((len(game.begin) - 1, game.payoffs.shape[1]))
        self.shift = 0.0

    def answer(self, rounds: int) -> Answer:
        if not rounds:
            return Answer(self.mine.likely, self.other.prior[:, None] * self.theirs.likely)
        scale = rounds * (rounds + 1) / 2
        return Answer(self.total / scale, self.replies / scale)

    def play(self, start: int, end: int, added: Figures | None) -> None:
        game, mine, theirs, playing = self.game, self.mine, self.theirs, self.playing
        prior, refuse, runs, running = self.other.prior, self.other.refuse, self.other.runs, self.other.habits
        lines, line, spans = game.begin[-1], game.line.reshape(-1), game.spans()
        for turn in range(start, end):
            chosen = (1 - STRAYS) * mine.likely + STRAYS * mine.even
            reach = np.bincount(line, (self.own[:, None] * chosen).reshape(-1), lines + 1).astype(np.float32)
            worth, against = (each.copy() for each in added or self.nothing)
            for part, span in enumerate(spans):
                against[part] -= reach[span] @ game.payoffs[span]
            on = theirs.learn(against.reshape(theirs.likely.shape)).sum(axis=0)
            theirs.likely = (1 - runs) * theirs.likely + runs * running
            playing.learn(np.stack((on, refuse + self.shift), axis=1))
            self.shift += (prior @ (on - refuse) - self.shift) * 2 / (turn + 1)
            weight = prior * (PLAYS_ON + (1 - PLAYS_ON) * playing.likely[:, 0])
            if added:
                weight /= weight.sum()
            reply = weight[:, None] * theirs.likely
            for part, span in enumerate(spans):
                worth[span] += game.payoffs[span] @ reply[part].reshape(-1).astype(np.float32)
            mine.learn(worth[game.line])
            self.total += turn * mine.likely
            self.replies += turn * reply


class Loops:
    """The same by compiled code, which wants every array as it knows it."""

    def __init__(self, game: Subgame, own: Floats, other: Other) -> None:
        (parts, others, answers), lines = game.legal_answers.shape, int(game.begin[-1])
        self.other, self.shape = other, game.legal_answers.shape
        self.even = tuple(Choosing(legal).even for legal in (game.legal, game.legal_answers))
        mine, theirs = self.even
        self.total, self.replies = np.zeros(mine.shape), np.zeros((parts, others * answers))
        floats = (own, other.prior, other.refuse, mine, np.zeros(mine.shape), np.zeros(lines + 1), np.zeros(lines + 1))
        nothing = np.zeros((parts, others * answers))
        self.nothing = np.zeros(lines + 1), nothing
        more = (theirs.reshape(parts, -1), nothing, nothing, np.full(others, 0.5), np.zeros((others, 2)))
        self.arrays = (
            *map(np.ascontiguousarray, (game.payoffs, game.payoffs.T, game.begin, game.line)),
            *map(np.ascontiguousarray, (game.legal, game.legal_answers)),
            *map(as_compiled, (*floats, *more)),
            self.total,
            self.replies,
            np.zeros(1),
            PLAYS_ON,
            STRAYS,
            as_compiled(other.habits.reshape(parts, -1)),
            other.runs,
        )

    def answer(self, rounds: int) -> Answer:
        if not rounds:
            return Answer(self.even[0], self.other.prior[:, None] * self.even[1])
        scale = rounds * (rounds + 1) / 2
        return Answer(self.total / scale, (self.replies / scale).reshape(self.shape))

    def play(self, start: int, end: int, added: Figures | None) -> None:
        compiled(play_rounds)(start, end, *self.arrays, *map(as_compiled, added or self.nothing), added is not None)


def as_compiled(array: Floats) -> NDArray[np.float32]:
    return np.array(array, np.float32, order="C")


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
