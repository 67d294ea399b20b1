"""The arrays that all of solving is made of."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Numbers: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


def totals(numbers: Numbers, weights: Floats, size: int) -> Floats:
    """For each number below `size` the sum of its weights."""
    return np.bincount(numbers, weights, minlength=size).astype(float, copy=False)
