"""Five pocket strategy games, each from its own rule book."""

from . import installed
from .core import FlagfallError, IllegalMove, Outcome, Player, Position
from .games import GAMES, register

GAMES.look = installed.look

__version__ = "0.1.0"

__all__ = ["GAMES", "FlagfallError", "IllegalMove", "Outcome", "Player", "Position", "__version__", "register"]
