"""A game as the fold of its events over a Match: no sockets, no stores, no clock but the times in the events."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from flagfall import games
from flagfall.core import Move, Player
from flagfall.match import Match
from flagfall.match.match import BOTH_RAN_OUT, ran_out
from flagfall.online.protocol import commitments
from flagfall.online.protocol.events import (
    Answered,
    AnyEvent,
    Chatted,
    Deed,
    Made,
    Moved,
    Named,
    Offered,
    RanOut,
    Renewed,
    Resigned,
    SeatPlan,
    Taken,
    Wanted,
)
from flagfall.online.protocol.links import matches, rematch_id
from flagfall.online.protocol.messages import PLAYERS, SeatName, Series, name

from .clock import Clock

REMEMBERED = 32
"""So many ids of each player's commands: more than anybody plays without an answer."""
_AT_A_TIME = 50  # events


@dataclass
class Place:
    """A seat: who it is for, and whether somebody has come."""

    bot: str | None
    digest: str | None
    invitation: str | None
    taken: bool

    @classmethod
    def of(cls, plan: SeatPlan) -> Place:
        return cls(plan.bot, plan.digest, plan.invitation, plan.taken or plan.bot is not None)

    def plan(self) -> SeatPlan:
        """The same seat in a rematch."""
        return SeatPlan(bot=self.bot, taken=self.taken)


@dataclass(frozen=True)
class Choice:
    """One side of a battle, with what proves that it was not changed."""

    ply: int
    player: Player
    move: Move
    nonce: str
    commitment: str


@dataclass(frozen=True)
class Line:
    """Something that a player said to the other."""

    seq: int
    by: Player
    text: str
    at: int


@dataclass
class Game:
    """Where a game got. `apply` raises FlagfallError, and changes nothing, for an event that cannot happen."""

    id: str
    made: Made
    seq: int = 0
    done: dict[Player, dict[bytes, int]] = field(default_factory=lambda: {player: {} for player in Player})
    """The ids of each player's last commands that were accepted, with the events they made. (Bytes take less room.)"""
    offer_seq: int = 0
    choices: list[Choice] = field(default_factory=list)
    chat: list[Line] = field(default_factory=list)
    wanted: dict[Player, int] = field(default_factory=dict)
    """Who would like a rematch, with the events that said so."""
    rematch: str | None = None
    """The rematch's id, fixed when the second of them wanted it."""

    def __post_init__(self) -> None:
        self.match = Match(games.position(self.made.start), cap=self.made.cap, apart=True)
        self.places = {player: Place.of(self.made.seats[player.name]) for player in Player}  # type: ignore[index]
        self.bots = [(player, place.bot) for player, place in self.places.items() if place.bot]
        self.names = dict(self.made.names)
        self.clock = Clock(self.made.clock) if self.made.clock else None
        self._run_clock(self.made.moment)

    @classmethod
    async def replayed(cls, game: str, events: Iterable[AnyEvent]) -> Game:
        """Done little by little: others don't wait for a long game."""
        made, *rest = events
        assert isinstance(made, Made)
        replayed = cls(game, made)
        for number, event in enumerate(rest, 1):
            replayed.apply(event)
            if number % _AT_A_TIME == 0:
                await asyncio.sleep(0)
        return replayed

    # --- what is the case ---

    @property
    def ply(self) -> int:
        return len(self.match.plies)

    @property
    def over(self) -> bool:
        return self.match.seats[None].outcome is not None

    @property
    def battle(self) -> bool:
        """Whether two choose at once."""
        return len(self.match.seats[None].waiting) + len(self.match.sealed) > 1

    @property
    def all_here(self) -> bool:
        return all(place.taken for place in self.places.values())

    def seat_of(self, token: str) -> Player | None:
        """Whose token this is. All are compared, so that the time tells nothing."""
        found = [player for player, place in self.places.items() if matches(token, place.digest)]
        return found[0] if found else None

    def invited_by(self, token: str) -> Player | None:
        """The seat that this open invitation is for, free or not."""
        found = [player for player, place in self.places.items() if matches(token, place.invitation)]
        return found[0] if found else None

    def sealed(self) -> dict[Player, Choice]:
        """The choices that are in and not yet revealed."""
        return {choice.player: choice for choice in self.choices[-2:] if choice.player in self.match.sealed}

    def rematch_id(self) -> str:
        """What the rematch will be called, if it is agreed upon now."""
        p1, p2 = (place.digest or place.bot or "" for place in self.places.values())
        return rematch_id(self.id, (p1, p2))

    def here(self, seat: Player) -> Player:
        """Where somebody sits who has this seat in the first game (see `Made.first`)."""
        return seat.other if self.made.swapped else seat

    def swapped(self, at: int, up: int) -> Made:
        """The rematch: the same terms, and everybody in the other's seat."""
        p1, p2 = (self.places[player.other].plan() for player in Player)
        return Made(
            at=at,
            up=up,
            start=self.made.start,
            seats={"P1": p1, "P2": p2},
            clock=self.made.clock,
            cap=self.made.cap,
            chat=self.made.chat,
            names={name(Player[seat].other): called for seat, called in self.names.items()},
            previous=self.id,
            first=self.made.first or self.id,
            swapped=not self.made.swapped,
            series=self._series(),
        )

    def _series(self) -> Series:
        """The games up to this one, as the seats are in the rematch."""
        before, outcome = self.made.series or Series(0, {}), self.match.seats[None].outcome
        won: dict[SeatName, int] = {}
        for player in Player:
            here = bool(outcome and outcome.winner is player)
            won[name(player.other)] = before.won.get(name(player), 0) + here
        return Series(before.games + 1, won)

    # --- what happens ---

    def apply(self, event: AnyEvent) -> None:
        _HOW[type(event)](self, event)
        self.seq += 1
        if isinstance(event, Deed):
            done = self.done[PLAYERS[event.seat]]
            done[event.id.encode()] = self.seq
            if len(done) > REMEMBERED:
                del done[next(iter(done))]
        if self.clock:
            self._run_clock(event.moment)

    def _run_clock(self, now: int) -> None:
        if self.clock:
            self.clock.run(self.match.waiting() if self.all_here else (), now)

    def _moved(self, event: Moved) -> None:
        player, ply = PLAYERS[event.seat], self.ply
        self.match.submit(player, event.move)
        if event.nonce is not None:
            proof = commitments.commitment(self.id, ply, player, event.move, event.nonce)
            self.choices.append(Choice(ply, player, event.move, event.nonce, proof))
        if self.clock:
            self.clock.moved(player, event.moment)

    def _resigned(self, event: Resigned) -> None:
        self.match.resign(PLAYERS[event.seat])

    def _offered(self, event: Offered) -> None:
        if event.what == "end":
            self.match.offer_end(PLAYERS[event.seat])
        else:
            self.match.offer_takeback(PLAYERS[event.seat], event.plies)
        self.offer_seq = self.seq + 1

    def _answered(self, event: Answered) -> None:
        plies = self.ply
        self.match.answer(PLAYERS[event.seat], event.agree)
        if self.clock and self.ply < plies:
            self.clock.run((), event.moment)
            self.clock.reset_moves()

    def _ran_out(self, event: RanOut) -> None:
        late = [PLAYERS[seat] for seat in event.seats]
        self.match.conclude(BOTH_RAN_OUT if len(late) > 1 else ran_out(late[0]))

    def _taken(self, event: Taken) -> None:
        place = self.places[PLAYERS[event.seat]]
        place.taken = True
        place.digest = event.digest or place.digest

    def _renewed(self, event: Renewed) -> None:
        place = self.places[PLAYERS[event.seat]]
        if event.what == "seat":
            place.digest = event.digest
        else:
            place.invitation = event.digest

    def _wanted(self, event: Wanted) -> None:
        self.wanted.setdefault(PLAYERS[event.seat], self.seq + 1)
        if self.rematch is None and len(self.wanted) == len(Player):
            self.rematch = self.rematch_id()

    def _chatted(self, event: Chatted) -> None:
        self.chat.append(Line(self.seq + 1, PLAYERS[event.seat], event.text, event.at))

    def _named(self, event: Named) -> None:
        self.names[event.seat] = event.name


_HOW: dict[type, Callable[[Game, Any], None]] = {
    Moved: Game._moved,
    Resigned: Game._resigned,
    Offered: Game._offered,
    Answered: Game._answered,
    RanOut: Game._ran_out,
    Taken: Game._taken,
    Renewed: Game._renewed,
    Wanted: Game._wanted,
    Chatted: Game._chatted,
    Named: Game._named,
}
