"""Pictures of a Scene: one handsome SVG for any game and any variation.

from flagfall.draw import svg
svg(position.scene())             # what both players would see of a position without secrets
svg(position.view(Player.P1).scene())
"""

from .svg import svg
from .words import described

__all__ = ["described", "svg"]
