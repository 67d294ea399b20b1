"""What is stored of a game: the event that made it, and everything that has happened since, in order."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from .messages import ClockRules, SeatName, Series


class SeatPlan(Struct, frozen=True, omit_defaults=True):
    """Who a seat is for. `digest` is that of the seat's token, `invitation` that of the open invitation's; a rematch
    has neither, for its links are those of the first game."""

    bot: str | None = None
    digest: str | None = None
    invitation: str | None = None
    taken: bool = False


class Event(Struct, tag_field="type", frozen=True, omit_defaults=True, kw_only=True):
    at: int
    """Milliseconds since 1970, by the server's clock."""
    up: int = 0
    """In a game with clocks: the time of service (see `times`). Older events have none, and are taken by their date."""

    @property
    def moment(self) -> int:
        return self.up or self.at


class Made(Event, frozen=True, tag="made"):
    start: str
    """The opening position, in one line."""
    seats: dict[SeatName, SeatPlan]
    clock: ClockRules | None = None
    cap: int | None = None
    chat: bool = False
    names: dict[SeatName, str] = {}
    previous: str | None = None
    """The game that this one is the rematch of."""
    first: str | None = None
    """Of a rematch: the game that the rematches began with. Its links are good for all of them."""
    swapped: bool = False
    """Whether everybody sits in the other seat than in the first game."""
    series: Series | None = None


class Taken(Event, frozen=True, tag="taken"):
    """Somebody has come for the first time: with the seat's link, or (then with a digest) with the invitation."""

    seat: SeatName
    digest: str | None = None


class Renewed(Event, frozen=True, tag="renewed"):
    seat: SeatName
    digest: str
    what: Literal["seat", "invitation"] = "seat"


class Deed(Event, frozen=True):
    """Something that a player did. `id` is the command's own."""

    seat: SeatName
    id: str


class Moved(Deed, frozen=True, tag="moved"):
    move: str
    nonce: str | None = None
    """For a choice among two that are made at once: what its commitment was made with."""


class Resigned(Deed, frozen=True, tag="resigned"):
    pass


class Offered(Deed, frozen=True, tag="offered"):
    what: Literal["end", "takeback"]
    plies: int | None = None


class Answered(Deed, frozen=True, tag="answered"):
    agree: bool


class Wanted(Deed, frozen=True, tag="wanted"):
    """A rematch."""


class Chatted(Deed, frozen=True, tag="chatted"):
    text: str


class Named(Deed, frozen=True, tag="named"):
    name: str


class RanOut(Event, frozen=True, tag="ran-out"):
    """The time of these seats."""

    seats: list[SeatName]


AnyEvent = Made | Taken | Renewed | Moved | Resigned | Offered | Answered | Wanted | Chatted | Named | RanOut

encode_event = msgspec.json.Encoder().encode
decode_event = msgspec.json.Decoder(AnyEvent).decode
