"""Taking the open seat, and renewing links: what happens, and what whoever asked is told when it has."""

from __future__ import annotations

from typing import Literal

from flagfall.core import Player
from flagfall.online.protocol.errors import Denied, bad_link, bad_request, not_now
from flagfall.online.protocol.events import AnyEvent, Renewed, Taken
from flagfall.online.protocol.links import digest, join_link, matches, seat_link
from flagfall.online.protocol.messages import Joined, JoinGame, name
from flagfall.online.protocol.times import now_ms

from .game import Game

Decision = tuple[AnyEvent | None, Joined]


def join(game: Game, wanted: JoinGame, token: str) -> Decision:
    """Give the open seat to the first who comes. Who comes again with the same token gets the same answer."""
    seat = game.invited_by(wanted.invitation)
    if seat is None:
        raise bad_link()
    place, joined = game.places[seat], Joined(name(seat), token, seat_link(game.id, token))
    if not place.taken:
        _check_unused(game, seat, token)
        return Taken(at=now_ms(), seat=name(seat), digest=digest(token)), joined
    if matches(token, place.digest):
        return None, joined
    raise Denied(409, "taken", "somebody has taken this seat already")


def renew_seat(keys: Game, game: Game, token: str, fresh: str) -> Decision:
    """A new secret for the seat whose token this is. `keys` is the game whose links are good for this one. Who comes
    again with the same new secret has the seat already, and gets the same answer."""
    holder = keys.seat_of(fresh)
    seat = keys.seat_of(token) or holder
    if seat is None:
        raise bad_link()
    _check_unused(keys, seat, fresh)
    joined = Joined(name(game.here(seat)), fresh, seat_link(game.id, fresh))
    return None if holder else _renewed(seat, "seat", fresh), joined


def renew_invitation(game: Game, token: str, fresh: str) -> Decision:
    """A new secret for the open invitation to the other seat than the token's."""
    own = game.seat_of(token)
    if own is None:
        raise not_now("there is no open invitation to this game") if game.made.first else bad_link()
    other = game.places[own.other]
    joined = Joined(name(own.other), fresh, join_link(game.id, fresh))
    if matches(fresh, other.invitation):
        return None, joined
    if other.taken or other.invitation is None:
        raise not_now("there is no open invitation to this game")
    return _renewed(own.other, "invitation", fresh), joined


def _check_unused(game: Game, seat: Player, token: str) -> None:
    """A token that a client brings must open one seat alone."""
    if game.seat_of(token) is seat.other:
        raise bad_request("this token is the other seat's; bring another")


def _renewed(player: Player, what: Literal["seat", "invitation"], fresh: str) -> Renewed:
    return Renewed(at=now_ms(), seat=name(player), digest=digest(fresh), what=what)
