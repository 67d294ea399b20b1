"""One battle on its own: the value of a matrix game, and how to mix one's choices in it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from flagfall.solve.arrays import Flags, Floats

Tableau = NDArray[Any]
"""Floats, or Fractions where floats were not sharp enough."""
SHARP = 1e-13
"""How much the two sides' guarantees may differ, on the scale of the payoffs, before it is done over in fractions."""


class Mixture(NamedTuple):
    """The answer to a matrix game."""

    value: float
    rows: Floats
    """How likely each row is, for the player who wants the payoff high."""
    columns: Floats


def solve_matrix(payoffs: Floats) -> Mixture:
    """Optimal mixtures of rows and columns. A sure choice is preferred; equally good sure choices share evenly."""
    lowest, highest = payoffs.min(axis=1), payoffs.max(axis=0)
    if lowest.max() == highest.min():
        return Mixture(float(lowest.max()), _evenly(lowest == lowest.max()), _evenly(highest == highest.min()))
    rows, columns = undominated(payoffs), undominated(-payoffs.T)
    if not (rows.all() and columns.all()):
        return _spread(solve_matrix(payoffs[np.ix_(rows, columns)]), rows, columns)
    found = _mixture(_simplex(_tableau(payoffs, float), SHARP), payoffs)
    if gap(found, payoffs) <= SHARP * np.abs(payoffs).max():
        return found
    return _mixture(_simplex(_tableau(payoffs, Fraction), Fraction(0)), payoffs)


def undominated(payoffs: Floats, close: float = 0.0) -> Flags:
    """The rows that no other row dominates: at least as good against every column, and better against one.

    Payoffs that differ by no more than `close` are the same.
    """
    more = payoffs[:, None] - payoffs[None]
    dominates = (more >= -close).all(axis=2) & (more > close).any(axis=2)
    return np.logical_not(dominates.any(axis=0))


def _spread(found: Mixture, rows: Flags, columns: Flags) -> Mixture:
    """The answer to a game without its dominated choices, as one to the whole: those are never chosen."""
    whole = np.zeros(len(rows)), np.zeros(len(columns))
    whole[0][rows], whole[1][columns] = found.rows, found.columns
    return Mixture(found.value, *whole)


def gap(found: Mixture, payoffs: Floats) -> float:
    """By how much what the columns concede is more than what the rows secure: 0 at the exact answer."""
    return float((payoffs @ found.columns).max() - (found.rows @ payoffs).min())


def _evenly(chosen: Flags) -> Floats:
    return np.where(chosen, 1 / chosen.sum(), 0.0)


def _tableau(payoffs: Floats, number: type) -> Tableau:
    """Maximise the sum of y where (payoffs + shift) y <= 1 and y >= 0; the shift makes every payoff positive."""
    rows, columns = payoffs.shape
    exact = np.vectorize(number, otypes=[object if number is Fraction else float])
    shifted = exact(payoffs) + (number(1) - exact(payoffs).min())
    body = np.hstack([shifted, exact(np.eye(rows)), exact(np.ones((rows, 1)))])
    goal = np.hstack([exact(-np.ones(columns)), exact(np.zeros(rows + 1))])
    return np.vstack([body, goal])


def _simplex(tableau: Tableau, sharp: Any) -> tuple[Tableau, list[int]]:
    """The tableau at the optimum, and which variable each row stands for. Bland's rule, so that it always ends."""
    rows = len(tableau) - 1
    columns = tableau.shape[1] - rows - 1
    basis = list(range(columns, columns + rows))
    while (entering := np.flatnonzero(tableau[-1, :-1] < -sharp)).size:
        enters = int(entering[0])
        usable = [row for row in range(rows) if tableau[row, enters] > sharp]
        leaves = min(usable, key=lambda row: (tableau[row, -1] / tableau[row, enters], basis[row]))
        _pivot(tableau, leaves, enters)
        basis[leaves] = enters
    return tableau, basis


def _pivot(tableau: Tableau, row: int, column: int) -> None:
    tableau[row] /= tableau[row, column]
    for other in range(len(tableau)):
        if other != row and tableau[other, column]:
            tableau[other] -= tableau[other, column] * tableau[row]


def _mixture(optimum: tuple[Tableau, list[int]], payoffs: Floats) -> Mixture:
    """Read the answer: the rows' mixture is in the prices of the slacks, the columns' in the basis."""
    tableau, basis = optimum
    height, width = payoffs.shape
    columns = np.zeros(width)
    for row, variable in enumerate(basis):
        if variable < width:
            columns[variable] = max(tableau[row, -1], 0)
    rows = np.maximum(tableau[-1, width : width + height].astype(float), 0)
    rows, columns = rows / rows.sum(), columns / columns.sum()
    secured, conceded = (rows @ payoffs).min(), (payoffs @ columns).max()
    return Mixture(float(secured + conceded) / 2, rows, columns)
