"""Requests: making a game, taking a seat, fetching a record."""

from __future__ import annotations

from http.client import HTTPException, IncompleteRead
from typing import TypeVar
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from flagfall.core import FlagfallError
from flagfall.online.protocol.links import new_token
from flagfall.online.protocol.messages import (
    Created,
    CreateGame,
    Earlier,
    Joined,
    JoinGame,
    Problem,
    RenewLink,
    SeatName,
    encode,
)

from .link import Link
from .words import plain

T = TypeVar("T")
_PATIENCE = 20.0
_TRIES = 3
_LONGEST = 16 * 1024 * 1024


class Unreachable(FlagfallError):
    """No server answers there."""


class NoFlagfall(FlagfallError):
    """Something answers there, but it is no Flagfall server."""


class Denied(FlagfallError):
    """The server has said no, and why."""


class _AnyGame(msgspec.Struct):
    id: str


class _AnyCatalogue(msgspec.Struct):
    """As much of it as every version has."""

    games: list[_AnyGame]


def is_server(address: str) -> bool:
    """Whether a Flagfall server runs there; NoFlagfall if it is something else."""
    try:
        _read(_ask(f"{address}/api/catalogue"), _AnyCatalogue)
    except Unreachable:
        return False
    return True


def create(address: str, wanted: CreateGame) -> Created:
    return _read(_ask(f"{address}/api/games", encode(wanted)), Created)


def take_seat(link: Link) -> Link:
    """The link to the seat that an open invitation is for. If the answer is lost the same is asked again."""
    assert link.invitation
    return _joined(link, "join", JoinGame(invitation=link.invitation, token=new_token()))


def renewal(link: Link) -> Link:
    """A link that `renew` can make good. It is for keeping before that: whatever gets lost then, the seat does not."""
    return link.at_seat(new_token())


def renew(link: Link, fresh: Link) -> None:
    """Make the fresh link to the same seat good and the old one void. Can be repeated while it is not known whether it
    is done."""
    _joined(link, "renew", RenewLink(token=fresh.token))


def _joined(link: Link, how: str, wanted: JoinGame | RenewLink) -> Link:
    for tries_left in reversed(range(_TRIES)):
        try:
            answer = _ask(f"{link.address}/api/games/{link.game}/{how}", encode(wanted), link.token)
            return link.at_seat(_read(answer, Joined).token)
        except Unreachable:
            if not tries_left:
                raise
    raise AssertionError


def earlier_plies(link: Link, end: int) -> list[dict[SeatName, str]]:
    """The plies of a long game from the first to number `end`, which its welcome has left out."""
    plies: list[dict[SeatName, str]] = []
    while len(plies) < end:
        asked = f"{link.address}/api/games/{link.game}/earlier?history={len(plies)}"
        part = _read(_ask(asked, token=link.token), Earlier).history
        if part is None or not part.plies:
            raise NoFlagfall("the server has not sent the moves of this game")
        plies += part.plies
    return plies[:end]


def record(link: Link) -> str:
    """The record of a game that is over."""
    return _ask(f"{link.address}/api/games/{link.game}/record", token=link.token).decode(errors="replace")


def _ask(url: str, body: bytes | None = None, token: str | None = None) -> bytes:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with urlopen(Request(url, body, headers), timeout=_PATIENCE) as response:
            answer: bytes = response.read(_LONGEST)
            return answer
    except HTTPError as error:
        with error:
            raise Denied(plain(_read(error.read(_LONGEST), Problem).reason)) from None
    except (OSError, IncompleteRead) as error:  # refused, timed out, no such name, broken off
        raise Unreachable(f"no server answers at {url.split('/api/')[0]}: {_why(error)}") from None
    except HTTPException:
        raise NoFlagfall("what answers there is no Flagfall server") from None


def _why(error: Exception) -> str:
    reason = getattr(error, "reason", error)
    return str(getattr(reason, "strerror", None) or reason)


def _read(answer: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(answer, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise NoFlagfall("what answers there is no Flagfall server") from None
