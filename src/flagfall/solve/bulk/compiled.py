"""Python loops as machine code. Numba takes longer to load than a small solve, so it stays out until it pays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

Run = Callable[[F], F]
"""How a loop is to be run: `compiled`, or `as_written`."""


def as_written(function: F) -> F:
    return function


@cache
def compiled(function: F) -> F:
    """The function as machine code, with all that it calls; kept on disk where numba finds a place for it."""
    import numba

    prepare_helpers(function)
    try:
        made: Any = numba.njit(cache=True)(function)
    except RuntimeError:  # neither beside the module nor in the user's cache may a file be written
        made = numba.njit(function)
    return cast(F, made)


def prepare_helpers(function: Any) -> None:
    for name in function.__code__.co_names:
        helper = function.__globals__.get(name)
        if isinstance(helper, FunctionType):
            make_callable(helper)


@cache
def make_callable(helper: FunctionType) -> None:
    """Let compiled code call this function."""
    from numba.extending import register_jitable

    prepare_helpers(helper)
    register_jitable(forceinline=True)(helper)


def is_loaded() -> bool:
    return "numba" in sys.modules
