"""Five pocket strategy games, each from its own rule book."""

from .core import FlagfallError, IllegalMove, Outcome, Player, Position
from .games import GAMES

__version__ = "0.1.0"

__all__ = ["GAMES", "FlagfallError", "IllegalMove", "Outcome", "Player", "Position", "__version__"]
