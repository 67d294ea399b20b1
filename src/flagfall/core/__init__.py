"""The one interface that every game keeps and every other room builds on."""

from .drawing import columns
from .position import OPENING, Choices, Moves, Position
from .rules import (
    OneOf,
    Pairs,
    Rules,
    Square,
    Squares,
    Whole,
    YesNo,
    read_square,
    read_squares,
    setting,
    whole,
    write_square,
    write_squares,
)
from .scene import Cell, Mark, Option, Piece, Scene
from .values import LONGEST_MOVE, BadPosition, BadRules, FlagfallError, IllegalMove, Move, Outcome, Player, UnknownGame

__all__ = [
    "LONGEST_MOVE",
    "OPENING",
    "BadPosition",
    "BadRules",
    "Cell",
    "Choices",
    "FlagfallError",
    "IllegalMove",
    "Mark",
    "Move",
    "Moves",
    "OneOf",
    "Option",
    "Outcome",
    "Pairs",
    "Piece",
    "Player",
    "Position",
    "Rules",
    "Scene",
    "Square",
    "Squares",
    "UnknownGame",
    "Whole",
    "YesNo",
    "columns",
    "read_square",
    "read_squares",
    "setting",
    "whole",
    "write_square",
    "write_squares",
]
