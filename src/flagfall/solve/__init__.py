"""Positions, arrays, values: exact answers to every position of a game."""

from .errors import Disproved, NeedsNumba, NotSolvable, NotSolved, SolveError, TooBig
from .solution import Solution
from .solving import solve
from .table import WITHIN, Counts, Progress, Proof, Rigour, Strategy, Table, Worth

__all__ = [
    "WITHIN",
    "Counts",
    "Disproved",
    "NeedsNumba",
    "NotSolvable",
    "NotSolved",
    "Progress",
    "Proof",
    "Rigour",
    "Solution",
    "SolveError",
    "Strategy",
    "Table",
    "TooBig",
    "Worth",
    "solve",
]
