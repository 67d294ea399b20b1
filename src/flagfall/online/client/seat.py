"""What this end knows of a game: a Seat like any other, kept up to date by what the server says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic

from flagfall import games
from flagfall.core import FlagfallError, Outcome, Player, Position
from flagfall.match import Offer, Offered, Seat
from flagfall.online.protocol import commitments
from flagfall.online.protocol.messages import (
    History,
    OfferState,
    Opened,
    OutcomeState,
    Said,
    Sealed,
    SeatName,
    State,
    Update,
    Welcome,
)
from flagfall.record.names import name_tags, names_in

from .words import plain, plain_line

_MOST = 1_000_000
"""Plies and lines of a game: no server keeps more."""


class Senseless(FlagfallError):
    """A message that can be read, and yet no server of ours would send it."""


@dataclass(frozen=True)
class News:
    """What a message has changed."""

    before: Position
    """The view before it."""
    plies: tuple[Mapping[Player, str], ...]
    """The plies that were added."""
    said: tuple[str, ...]
    turned: bool
    """Whether there is another position than before."""
    sealed: tuple[Player, ...]
    """Who has sealed a choice."""
    ended: bool
    """Whether the game is over now, and was not before."""
    doubts: tuple[str, ...]
    """What is wrong with choices that were opened."""


class RemoteSeat:
    """A seat of a game on a server. `seat` is what a player, a bot or a screen works with."""

    def __init__(self, welcome: Welcome) -> None:
        self.game = welcome.info.id
        self.info = welcome.info
        player = Player[welcome.you] if welcome.you else None
        self.seat = Seat(player, games.position(welcome.state.view.position))
        self.seen: dict[tuple[int, Player], str] = {}
        """The commitments that came before their reveal."""
        self._enter(welcome)

    @property
    def names(self) -> dict[Player, str]:
        """What the players are called, as far as a screen may show it."""
        called = {Player[seat]: plain_line(name) for seat, name in self.info.names.items()}
        return names_in(name_tags(called))

    def take(self, message: Welcome | Update) -> News | None:
        """Bring the seat up to date; None for what is not new."""
        if message.state.seq < self.state.seq:
            return None
        old, before, heard = self.state, self.seat.view, len(self.seat.said)
        known = self.seat.history[message.history.start :]
        self._enter(message)
        turned = self.state.ply != old.ply or self.seat.view != before  # after a takeback, another move may have come
        self.seat.before = before if turned else self.seat.before
        plies = tuple(self.seat.history[old.ply :])
        return News(
            before=before,
            plies=plies,
            said=tuple(self.seat.said[max(heard, message.said.start) :]),
            turned=turned,
            sealed=players(name for name in self.state.commitments if name not in old.commitments),
            ended=self.state.outcome is not None and old.outcome is None,
            doubts=tuple(self._doubts(message, known, before)) if isinstance(message, Update) else (),
        )

    def time_left(self) -> dict[Player, int]:
        """Milliseconds on each clock, now; nothing in a game without clocks."""
        clock = self.state.clock
        if clock is None:
            return {}
        spent = max(int((monotonic() - self._received) * 1000) - clock.held, 0)
        return {Player[name]: max(left - spent * (name in clock.running), 0) for name, left in clock.left.items()}

    # --- what the messages say, as the library's own values ---

    def _enter(self, message: Welcome | Update) -> None:
        state, seat = message.state, self.seat
        self._check(message)
        self.state = state
        self._received = monotonic()
        _put(seat.said, message.said)
        seat.history[message.history.start :] = _plies(message.history)
        seat.view = self._view(state)
        seat.choices = tuple(option.move for option in state.view.scene.options)
        seat.waiting = players(state.waiting)
        seat.offered = _offered(state.offer) if state.offer else None
        seat.outcome = _outcome(state.outcome) if state.outcome else None
        self.note(state)

    def _check(self, message: Welcome | Update) -> None:
        """Senseless, before anything is changed, if the message does not go on from what is known."""
        if not (0 <= message.history.start <= len(self.seat.history) and 0 <= message.said.start <= _MOST):
            raise Senseless("a part of the game is missing")
        if not all(message.history.plies):
            raise Senseless("a ply without a move")
        if type(self._view(message.state)) is not type(self.seat.view):
            raise Senseless("it is another game than before")

    @staticmethod
    def _view(state: State) -> Position:
        return games.position(state.view.position)

    # --- fairness ---

    def note(self, message: State | Sealed) -> None:
        """Keep the commitments to hold the reveal to them. The first that came for a choice is the one that counts."""
        for player, commitment in message.commitments.items():
            self.seen.setdefault((message.ply, Player[player]), commitment)

    def _doubts(self, update: Update, known: list[Mapping[Player, str]], before: Position) -> Iterator[str]:
        """What is wrong with sealed choices that have just been shown, or opened without that."""
        opened = {(each.ply, Player[each.player]): each for each in update.opened}
        first = min((ply for ply, _ in opened), default=0)  # of very many only the last are opened
        for (ply, player), move in self._new_choices(update.history.start, known):
            found = opened.get((ply, player))
            if found is None and ply >= first and self._is_shown(before, player, move):
                yield f"the server has not opened what {player} had sealed"
            elif found and (found.move != move or not self._fits(found, player)):
                yield f"what {player} chose is not what was sealed"

    def _is_shown(self, before: Position, player: Player, move: str) -> bool:
        """Whether a move in the history is one that both players know."""
        if self.seat.outcome:
            return True
        witness = player.other if player is self.seat.player else self.seat.player
        return move in before.choices().get(player, ()) and before.disguise(player, move, witness) == move

    def _new_choices(self, start: int, known: list[Mapping[Player, str]]) -> Iterator[tuple[tuple[int, Player], str]]:
        """What the history from `start` on tells of choices in battles that was not `known`. One that stays hidden is
        disguised there until the end, as no move of the game."""
        for ply, now in enumerate(self.seat.history[start:], start):
            then = known[ply - start] if ply - start < len(known) else {}
            if len(now) > 1:
                yield from (((ply, player), move) for player, move in now.items() if then.get(player) != move)

    def _fits(self, opened: Opened, player: Player) -> bool:
        proof = commitments.commitment(self.game, opened.ply, player, opened.move, opened.nonce)
        return proof == opened.commitment == self.seen.get((opened.ply, player), proof)


def players(names: Iterable[SeatName]) -> tuple[Player, ...]:
    return tuple(Player[name] for name in names)


def _put(said: list[str], news: Said) -> None:
    """Of a long game the first lines may be missing: they are counted, and not needed."""
    said += [""] * (news.start - len(said))
    said[news.start :] = map(plain, news.lines)


def _plies(history: History) -> list[Mapping[Player, str]]:
    return [{Player[name]: plain(move) for name, move in ply.items()} for ply in history.plies]


def _offered(offer: OfferState) -> Offered:
    return Offered(Offer.END if offer.what == "end" else Offer.TAKEBACK, Player[offer.by], offer.plies)


def _outcome(outcome: OutcomeState) -> Outcome:
    winner = Player[outcome.winner] if outcome.winner else None
    return Outcome(winner, plain(outcome.reason), void=not (winner or outcome.draw))
