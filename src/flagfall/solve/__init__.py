"""Positions, arrays, values: exact answers to every position of a game."""

from .errors import Disproved, NotSolvable, NotSolved, SolveError, TooBig
from .solution import Solution
from .solving import solve
from .table import Counts, Progress, Proof, Strategy, Table, Worth

__all__ = [
    "Counts",
    "Disproved",
    "NotSolvable",
    "NotSolved",
    "Progress",
    "Proof",
    "Solution",
    "SolveError",
    "Strategy",
    "Table",
    "TooBig",
    "Worth",
    "solve",
]
