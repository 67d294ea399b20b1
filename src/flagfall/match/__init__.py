"""A match between two players, what each of them sees of it, and series of matches."""

from .match import ENDINGS, THIRD, Match, NotNow
from .seat import Offer, Offered, Seat
from .series import Series, Terms
from .steps import Ply

__all__ = ["ENDINGS", "THIRD", "Match", "NotNow", "Offer", "Offered", "Ply", "Seat", "Series", "Terms"]
