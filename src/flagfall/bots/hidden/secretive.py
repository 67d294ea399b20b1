"""What a bot that hides something says to offers: who could tell from its answer how it stands would learn that."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from flagfall.bots.offers import Negotiator
from flagfall.core import Move
from flagfall.match import Seat

from .belief import Told


class Secretive(Negotiator):
    def decides(self, seat: Seat) -> Move | None:
        """How often it has seen its own secrets is for nobody to know: it counts what all see."""
        if seat.view.hides():
            public = Told.to(seat).to_all().views
            seat = replace(seat, times=public.count(public[-1]))
        return super().decides(seat)

    @abstractmethod
    def standing(self, seat: Seat) -> float | None:
        """What the game is worth to this seat as far as everybody can tell."""
