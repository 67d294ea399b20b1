"""What can be wrong with a question to the solver."""

from __future__ import annotations

from flagfall.core import FlagfallError


class SolveError(FlagfallError):
    """A question that the solver can't answer, or an answer that doesn't hold."""


class NotSolved(SolveError):
    """A position outside the solved set."""


class NotSolvable(SolveError):
    """A game that exact solving doesn't apply to."""


class TooBig(SolveError):
    """A variation that needs more memory than there is."""


class NeedsNumba(TooBig):
    """A variation that is too big for numpy alone, where numba, which is an extra, is not installed."""


class Disproved(SolveError):
    """A solution that fails its own proof: a bug, or a damaged file that looked whole."""
