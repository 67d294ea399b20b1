"""How the full screen looks: the colours of day and night and of every game's hour, and what poorer terminals get."""

from .palette import Palette, moves, palette_of
from .themes import DEFAULTS, HOURS_CSS, THEMES, tint

__all__ = ["DEFAULTS", "HOURS_CSS", "THEMES", "Palette", "moves", "palette_of", "tint"]
