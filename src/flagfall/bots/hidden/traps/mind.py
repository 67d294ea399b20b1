"""A strong player of Flag Chase: Hidden Traps, who knows only what its seat was told.

All that it thinks follows from what everybody at the board has seen: where both players' traps may lie, how likely,
and what to choose with every set of traps that it might have. Only then it looks at the traps that it really has.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from flagfall.bots.hidden.belief import Told
from flagfall.core import Move, Player, Square
from flagfall.games.flag_chase_traps import FlagChaseTraps, grid
from flagfall.match import Seat
from flagfall.solve.arrays import Floats, Numbers

from .model import dug_in, even, expected, running, softmax
from .resolve import Behind, Other, resolved
from .stalemate import LONG, Mood, mood, without_worse
from .state import HABIT, Event, State, after, chance, events, first_state, likeliest
from .subgame import Promise, Subgame, spread, subgame
from .visible import PLAIN, Visible, visible_of

if TYPE_CHECKING:
    from flagfall.solve import Progress

SETS, ROUNDS = 40, 100
STATES, THOUGHTS = 512, 32
"""So many are remembered: of several games at once, the last ones of each."""
TRIFLE = 0.02
"""A choice that is less likely than this share of the likeliest is not made."""
TREMBLE = 0.001
"""How likely a choice of its own is thought to be another than it meant, so that no set is ever impossible."""
RUNS = 0.3
"""How likely somebody is taken at most for one who runs, so that nobody gains much by pretending to."""
SURE = 0.01, 0.9
"""What is thought of that is never surer."""
ANYHOW = 0.1
"""How likely a choice of the other's has no reason at all, so that no surprise rules out what is true."""
LEVELLED = 0.7
"""Where the other's range is doubted, its chances are raised to this power: what seems likely seems less so, but still
likelier than the rest. (With 0 all would be alike, and what is nearly sure to be a trap worth a step.)"""
SLIGHT = 1e-6
"""What is possible is doubted as if it were at least so likely."""
OUTSIDERS = 0.03
"""The temperature at which a set that is too unlikely to be thought through answers."""


class Estimate(NamedTuple):
    """What a move is worth to the seat, from -1 for a sure loss to 1 for a sure win; and how far that may be off."""

    value: float
    error: float


@dataclass(frozen=True)
class Belief:
    """Where the other's hidden traps may lie."""

    weights: dict[frozenset[Square], float]
    chance: dict[Square, float]
    """How likely there is one on a cell."""


@dataclass(frozen=True)
class Thought:
    """What the player to move makes of a state."""

    likely: Floats
    """How likely it makes each choice: a line a set, a column a choice."""
    worth: Floats
    """What it expects of each; nan where that was not thought through."""
    surest: Floats
    """The same as if all traps were seen from the next ply on."""
    promises: dict[Event, Floats]
    """What each of its sets will be worth to it then, by what all may see."""

    def trembling(self, share: float, usual: Floats | float = 1.0) -> Floats:
        """How likely each choice is where so many are made without a reason; some perhaps more usual than others."""
        legal = np.isfinite(self.surest) * usual
        likely: Floats = (1 - share) * self.likely + share * legal / np.maximum(legal.sum(axis=-1, keepdims=True), 1e-9)
        return likely


@dataclass(frozen=True)
class Manner:
    """How a mind falls short of what it could do."""

    lapse: float = 0.0
    """How likely it chooses without thinking further than to its next move."""
    blur: float = 0.1
    """The temperature of such a choice: the higher, the nearer to any move."""
    infers: bool = True
    """Whether it takes what the other has done for a sign of where traps lie."""


STRONGEST = Manner()


class Mind:
    def __init__(self, visible: Visible, manner: Manner = STRONGEST) -> None:
        self.visible, self.ground, self.manner = visible, visible.ground, manner
        self._state = lru_cache(maxsize=STATES)(self._state_after)
        self._thought = lru_cache(maxsize=THOUGHTS)(self._think_after)

    # --- what a seat asks ---

    def belief(self, seat: Seat) -> Belief:
        """Where the other's traps may lie, as far as this seat can tell."""
        view, player = _view(seat), _player(seat)
        other = player.other
        range_ = self.state(seat).ranges[other]
        cells = grid(view.rules.size)
        weights = {
            frozenset(cells[self.ground.seen(cell, other)] for cell in self.ground.sets[at][1]): float(range_[at])
            for at in np.flatnonzero(range_)
        }
        each = range_ @ self.ground.holds
        chance = {cells[self.ground.seen(at, other)]: float(each[at]) for at in np.flatnonzero(each).tolist()}
        return Belief(weights, chance)

    def policy(self, seat: Seat) -> dict[Move, float]:
        """How likely it makes each move; those that it never makes are left out."""
        line = self.thought(seat).likely[self.ground.set_of(_view(seat), _player(seat))]
        return {self.ground.move(int(at), _player(seat)): float(line[at]) for at in np.flatnonzero(line)}

    def values(self, seat: Seat) -> dict[Move, Estimate]:
        """What each legal move is worth."""
        thought, number = self.thought(seat), self.ground.set_of(_view(seat), _player(seat))
        worth, surest = thought.worth[number], thought.surest[number]
        is_exact = self.exact(seat)
        return {
            self.ground.move(int(at), _player(seat)): _estimate(float(worth[at]), float(surest[at]), is_exact)
            for at in np.flatnonzero(np.isfinite(surest))
        }

    def exact(self, seat: Seat) -> bool:
        """Whether no trap is hidden or in a hand any more, so that the values are exact."""
        view = _view(seat)
        return not any(view.remaining(player) for player in Player)

    def standing(self, seat: Seat) -> float:
        """What the game is worth to the seat as everybody sees it, if all traps were seen from now on."""
        state = self.state(seat)
        agent, other, own, others = state.sides()
        (mine, shares), (theirs, chances) = likeliest(own, len(own)), likeliest(others, len(others))
        value = float(shares @ self.visible.worth(agent, other, mine, theirs) @ chances)
        return value if state.turn is _player(seat) else -value

    def state(self, seat: Seat) -> State:
        return self._state(*self._followed(seat))

    def thought(self, seat: Seat) -> Thought:
        return self._thought(*self._followed(seat))

    def _followed(self, seat: Seat) -> tuple[Player, FlagChaseTraps, tuple[Event, ...]]:
        """From the beginning to now, so that each ply finds what was thought before it."""
        told = Told.to(seat)
        player, start, course = _player(seat), _start(told), tuple(events(self.ground, told))
        for plies in range(0, len(course), STATES // 8):
            self._state(player, start, course[:plies])
        return player, start, course

    def warm_up(self, start: FlagChaseTraps) -> None:
        """Think once, so that what must be compiled is, before anybody waits for a move."""
        self.think(first_state(self.ground, start))

    # --- what follows from what all have seen ---

    def _state_after(self, player: Player, start: FlagChaseTraps, course: tuple[Event, ...]) -> State:
        """As this player thinks, who knows how it has chosen itself."""
        if not course:
            return first_state(self.ground, start)
        *before, event = course
        state = self._state(player, start, tuple(before))
        thought = self._thought(player, start, tuple(before))
        return (self.played if event.player is player else self.watched)(state, event, thought)

    def played(self, state: State, event: Event, thought: Thought) -> State:
        """After a ply of its own, which it chose as it did."""
        return self._after(state, event, thought, thought.trembling(TREMBLE))

    def watched(self, state: State, event: Event, thought: Thought) -> State:
        """After a ply of the other's, who is taken to choose as this mind would with each set; or of somebody's whom
        it advises."""
        share = ANYHOW if self.manner.infers else 1.0
        digs_in = self.manner.infers and state.agents[state.turn] == 0
        likely = thought.trembling(share, dug_in(self.ground)[0] if digs_in else 1.0)
        habits = self._habits(state, event, likely)
        return replace(self._after(state, event, thought, likely), habits=habits)

    def _habits(self, state: State, event: Event, likely: Floats) -> tuple[float, float]:
        """What is thought of the mover's habits, who would else make each choice so likely."""
        ground, mover, (agent, other, range_, _) = self.ground, state.turn, state.sides()
        legal = ground.legal(np.arange(len(range_)), agent, other)
        runs = running(ground, np.arange(ground.choices), legal)
        one = state.habits[mover] * chance(ground, state, event, (1 - ANYHOW) * runs + ANYHOW * even(legal))
        two = (1 - state.habits[mover]) * chance(ground, state, event, likely)
        now = float(np.clip(one / (one + two), *SURE)) if one + two > 0 else HABIT
        return (now, state.habits[1]) if mover is Player.P1 else (state.habits[0], now)

    def _after(self, state: State, event: Event, thought: Thought, likely: Floats) -> State:
        found = after(self.ground, state, event, likely)
        if not all(range_.any() for range_ in found.ranges):
            return self._surprised(state, event)
        return replace(found, promised=thought.promises.get(event))

    def _surprised(self, state: State, event: Event) -> State:
        """Something that was never thought of has happened: what is possible is as likely as anything."""
        one, two = ((range_ > 0) / np.count_nonzero(range_) for range_ in state.ranges)
        sets = np.arange(len(self.ground.sets))
        agent, other, *_ = state.sides()
        likely = self.ground.legal(sets, agent, other) / 1.0
        return after(self.ground, replace(state, ranges=(one, two)), event, likely)

    def _think_after(self, player: Player, start: FlagChaseTraps, course: tuple[Event, ...]) -> Thought:
        return self.think(self._state(player, start, course))

    def think(self, state: State) -> Thought:
        """What to choose with each set that is possible."""
        ground, (agent, other, range_, _) = self.ground, state.sides()
        own = np.flatnonzero(range_)
        surest = expected(self.visible, state, own)
        if ground.last in ground.near[agent] and other != 0:
            likely = (np.arange(ground.choices) == ground.last) * np.ones((len(own), 1))
            return self._thought_of(own, {}, likely, surest, surest)
        worth, likely, lapse = surest.copy(), softmax(surest, OUTSIDERS), self.manner.lapse
        promises: dict[Event, Floats] = {}
        if lapse < 1:
            promises = self._resolve(state, own, likely, worth)
            likely[likely < TRIFLE * likely.max(axis=1, keepdims=True)] = 0.0
            likely /= likely.sum(axis=1, keepdims=True)
        if lapse > 0:
            likely = (1 - lapse) * likely + lapse * softmax(surest, self.manner.blur)
        return self._thought_of(own, promises, likely, worth, surest)

    def _resolve(self, state: State, own: Numbers, likely: Floats, worth: Floats) -> dict[Event, Floats]:
        """Put in place what the next two plies say; and what that promises for later."""
        agent, other, range_, theirs = state.sides()
        settled = state.settled[state.turn.other]
        prospect, doubt, worse = self.mood(state)
        mine, shares = likeliest(range_, SETS)
        usual = (theirs > 0) * np.maximum(theirs, SLIGHT) ** LEVELLED * (dug_in(self.ground)[1] if settled else 1.0)
        others, prior = likeliest((1 - doubt) * theirs + doubt * usual / usual.sum(), SETS)
        promised = -(shares @ self.visible.worth(agent, other, mine, others, prospect))
        choices = np.flatnonzero(np.isfinite(worth).any(axis=0))
        game = subgame(self.visible, (agent, other), mine, others, choices, prospect)
        habits = running(self.ground, game.answers, game.legal_answers)
        runs = min(RUNS, state.habits[state.turn.other])
        behind = self.behind(game, (agent, other), shares)
        answer = resolved(
            game, shares, Other(prior, kept(state.promised, others, prior, promised), habits, runs), ROUNDS, behind
        )
        against = behind.worth(game, answer.replies) / answer.replies[0].sum()
        self._put(likely, own, game, without_worse(answer.likely, against, worse))
        believed = answer.replies_of(theirs[others] / theirs[others].sum())
        promises = self._promises(state.turn, behind.promises(game, believed))
        if prospect != PLAIN:  # what is told is what a game is worth to anybody
            game = subgame(self.visible, (agent, other), mine, others, choices)
        self._put(worth, own, game, behind.worth(game, believed))
        if len(mine) < len(own):  # the others answer what was found
            game = subgame(self.visible, (agent, other), np.setdiff1d(own, mine), others, choices)
            doubted = answer.replies_of(prior)
            self._put(likely, own, game, softmax(behind.worth(game, doubted), OUTSIDERS))
            self._put(worth, own, game, behind.worth(game, believed))
        return promises

    def mood(self, state: State) -> Mood:
        return mood(min(state.still, LONG), state.settled[state.turn.other])

    def behind(self, game: Subgame, agents: tuple[int, int], own: Floats) -> Behind:
        """What is known of the time after two plies, where the mover's sets are so likely."""
        return Behind()

    def _promises(self, player: Player, each: Iterable[Promise]) -> dict[Event, Floats]:
        found = {}
        for part, sprung, values in each:
            promised = found[Event(player, part.cell, part.passes, sprung)] = np.full(len(self.ground.sets), np.nan)
            promised[part.own] = values
        return found

    def _put(self, table: Floats, own: Numbers, game: Subgame, found: Floats) -> None:
        """Into the lines of these sets."""
        lines = np.searchsorted(own, game.own)
        table[lines[:, None], game.choices] = found

    def _thought_of(self, own: Numbers, promises: dict[Event, Floats], *tables: Floats) -> Thought:
        choices = np.arange(self.ground.choices)
        likely, worth, surest = (spread(self.ground, own, choices, table) for table in tables)
        return Thought(likely, worth, surest, promises)


def kept(promised: Floats | None, sets: Numbers, prior: Floats, else_: Floats) -> Floats:
    """What the sets were promised. What the others have instead is moved as far as it is for these on average."""
    if promised is None or not (known := np.isfinite(promised[sets])).any():
        return else_
    moved = prior[known] @ (promised[sets][known] - else_[known]) / prior[known].sum()
    return np.where(known, promised[sets], else_ + moved)


def _estimate(value: float, other: float, is_exact: bool) -> Estimate:
    return Estimate(value, 0.0 if is_exact else 0.05 + abs(value - other) / 2)


def _view(seat: Seat) -> FlagChaseTraps:
    assert isinstance(seat.view, FlagChaseTraps)
    return seat.view


def _player(seat: Seat) -> Player:
    assert seat.player is not None
    return seat.player


def _start(told: Told) -> FlagChaseTraps:
    """What everybody knew in the beginning."""
    first = told.views[0].view(None)
    assert isinstance(first, FlagChaseTraps)
    return first


@lru_cache(maxsize=10)
def _mind(size: int, traps: int, manner: Manner) -> Mind:
    return Mind(visible_of(FlagChaseTraps.Rules(size=size, traps=traps)), manner)


def mind_of(rules: FlagChaseTraps.Rules, manner: Manner = STRONGEST, progress: Progress | None = None) -> Mind:
    """The mind for these rules, made once a process. BadTable, or what the solver says, where there can be none."""
    visible_of(rules, progress)
    return _mind(rules.size, rules.traps, manner)
