"""Taking the open seat, and renewing links: what happens, and what whoever asked is told when it has."""

from __future__ import annotations

from typing import Literal

from flagfall.core import Player

from .denied import Denied, bad_link, not_now
from .events import AnyEvent, Renewed, Taken
from .game import Game
from .naming import name
from .protocol import Joined, JoinGame
from .times import now_ms
from .tokens import digest, join_link, matches, seat_link

Decision = tuple[AnyEvent | None, Joined]


def join(game: Game, wanted: JoinGame, token: str) -> Decision:
    """Give the open seat to the first who comes. Who comes again with the same token gets the same answer."""
    seat = game.invited_by(wanted.invitation)
    if seat is None:
        raise bad_link()
    place, joined = game.places[seat], Joined(name(seat), token, seat_link(game.id, token))
    if not place.taken:
        return Taken(at=now_ms(), seat=name(seat), digest=digest(token)), joined
    if matches(token, place.digest):
        return None, joined
    raise Denied(409, "taken", "somebody has taken this seat already")


def renew(game: Game, token: str, what: Literal["seat", "invitation"], fresh: str) -> Decision:
    """A new secret for the seat whose token this is, or for the invitation to the other's."""
    own = game.seat_of(token)
    if own is None:
        raise bad_link()
    if what == "seat":
        return _renewed(own, what, fresh), Joined(name(own), fresh, seat_link(game.id, fresh))
    other = game.places[own.other]
    if other.taken or other.invitation is None:
        raise not_now("there is no open invitation to this game")
    return _renewed(own.other, what, fresh), Joined(name(own.other), fresh, join_link(game.id, fresh))


def _renewed(player: Player, what: Literal["seat", "invitation"], fresh: str) -> Renewed:
    return Renewed(at=now_ms(), seat=name(player), digest=digest(fresh), what=what)
