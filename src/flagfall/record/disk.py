"""Files of our own: the folders that they are in, and writing them so that they are always whole."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


def data_folder() -> Path:
    """What is to last: `flagfall` in the XDG data folder."""
    return _ours("XDG_DATA_HOME", ".local", "share")


def cache_folder() -> Path:
    """What can be made again: `flagfall` in the XDG cache folder."""
    return _ours("XDG_CACHE_HOME", ".cache")


def config_folder() -> Path:
    """What a person likes: `flagfall` in the XDG config folder."""
    return _ours("XDG_CONFIG_HOME", ".config")


def _ours(variable: str, *usual: str) -> Path:
    base = os.environ.get(variable, "")
    return (Path(base) if os.path.isabs(base) else Path.home().joinpath(*usual)) / "flagfall"


@contextmanager
def replacing(path: Path, prefix: str) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` at the end: at any moment that is the old one or the new one,
    never a part. Until then its name begins with `prefix`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=prefix)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(unfinished, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise
