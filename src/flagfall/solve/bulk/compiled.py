"""Python loops as machine code. Numba takes longer to load than a small solve, so it stays out until it pays.

It is an extra, being several times as large as all else that Flagfall needs: without it numpy does what it can.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from flagfall.record.disk import cache_folder

F = TypeVar("F", bound=Callable[..., Any])

Run = Callable[[F], F]
"""How a loop is to be run: `compiled`, or `as_written`."""


def as_written(function: F) -> F:
    return function


@cache
def compiled(function: F) -> F:
    """The function as machine code, with all that it calls."""
    import numba

    jit: Any = numba.njit
    prepare_helpers(function)
    try:
        with kept_on_disk():
            made: F = jit(cache=True, **options())(function)
    except RuntimeError:  # no file may be written anywhere
        made = jit(**options())(function)
    return made


@contextmanager
def kept_on_disk() -> Iterator[None]:
    """Have numba keep what it compiles in a folder for the present text of all these modules.

    By itself it looks only at the module of the function itself, and would take code for old numbers of another.
    """
    import numba

    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(next(filter(can_be_written, folders()), before))
    try:
        yield
    finally:
        config.CACHE_DIR = before


def folders() -> Iterator[Path]:
    """Beside the modules, or in the user's cache."""
    here = Path(__file__).parent
    digest = blake2b(b"".join(module.read_bytes() for module in sorted(here.glob("*.py"))), digest_size=8)
    yield here / "__pycache__" / digest.hexdigest()
    yield cache_folder() / "compiled" / digest.hexdigest()


def can_be_written(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


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
    register_jitable(forceinline=True, **options())(helper)


@cache
def options() -> dict[str, bool]:
    """Loops that allocate nothing need no counting of references, which would take most of their time.

    Numba has an option for that, but doesn't promise to keep it.
    """
    try:
        from numba.core.cpu import CPUTargetOptions
    except ImportError:
        return {}
    return {"_nrt": False} if hasattr(CPUTargetOptions, "_nrt") else {}


def is_loaded() -> bool:
    return "numba" in sys.modules


def is_installed() -> bool:
    return is_loaded() or find_spec("numba") is not None
