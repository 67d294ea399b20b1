"""The laws that every game keeps, for anybody's game: `check(MyGame)` names the law that it breaks, and where."""

from .secrecy import worlds
from .walk import BrokenLaw, Checked, check, check_opening, check_position, check_worlds

__all__ = ["BrokenLaw", "Checked", "check", "check_opening", "check_position", "check_worlds", "worlds"]
