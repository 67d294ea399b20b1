"""What a bot says to an offer, and when it makes one: the same at a terminal and online.

To take moves back it always agrees; what has revealed a secret can't be taken back anyway, as the match sees to. It
doesn't agree to end a game in which it stands better. Where a position comes the third time and a bot knows that
neither stands better, it offers the end, which is for games without people: people are told, and offer it themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from flagfall.core import Move
from flagfall.match import THIRD, Offer, Seat


class Negotiator(ABC):
    @abstractmethod
    def choose(self, seat: Seat) -> Move:
        """One of `seat.choices`."""

    def standing(self, seat: Seat) -> float | None:
        """What the game is worth to this seat, as the bot sees it: above 0 it stands better. None: it has no idea."""
        return None

    def agrees(self, seat: Seat) -> bool:
        """The answer to what the other has offered."""
        return seat.offered is None or seat.offered.offer is Offer.TAKEBACK or (self.standing(seat) or 0.0) <= 0

    def decides(self, seat: Seat) -> Move | None:
        """One of `seat.choices`; or None, where it offers to end the game instead."""
        return None if seat.times == THIRD and self.standing(seat) == 0 else self.choose(seat)
