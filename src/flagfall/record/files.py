"""Where games are kept: one file a game or series, always whole, open in one place at a time."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from flagfall.core import FlagfallError

from .disk import data_folder, replacing
from .record import BadRecord, Record
from .text import LONGEST, read

SUFFIX = ".flagfall"
GAMES, UNATTENDED = "games", "unattended"
"""The folders for games in which somebody sits at the keyboard, and for those that programs play among themselves."""


class NoSuchGame(FlagfallError):
    """There is no saved game to take up."""


class InUse(FlagfallError):
    """Another program has the game open."""


class NotWritten(FlagfallError):
    """A new file could not be made."""


def folder(kind: str = GAMES) -> Path:
    """A folder among our data; games are saved in `flagfall/games`."""
    return data_folder() / kind


def new_path(game: str, now: datetime, kind: str = GAMES) -> Path:
    """A path for a new game's file, with a name that no saved game has."""
    stem = f"{game}-{now:%Y%m%d-%H%M%S}"
    names = (f"{stem}{extra}{SUFFIX}" for extra in ("", *(f"-{n}" for n in range(2, 10_000))))
    return folder(kind) / next(name for name in names if not any(map(_is_taken, _everywhere(name))))


def _is_taken(path: Path) -> bool:
    return path.exists() or _lock_path(path).exists()


def _everywhere(name: str) -> list[Path]:
    return [folder(kind) / name for kind in (GAMES, UNATTENDED)]


def write_new(path: Path, text: str) -> None:
    """Put `text` into a file that somebody has named; no other file is written over, and no folder made for it."""
    try:
        if path.exists():
            raise NotWritten(f"{path} exists already; name another file")
        if not path.parent.is_dir():
            raise NotWritten(f"there is no folder {path.parent}; make it first, or name another file")
        write_whole(path, text)
    except OSError as error:
        raise NotWritten(f"{path}: {error.strerror}") from None


def write_whole(path: Path, text: str) -> None:
    """Put `text` into the file so that at any moment the file is the old one or the new one, never a part."""
    with replacing(path, prefix=f".{path.name}.") as file:
        file.write(text.encode())
    _sync_folder(path.parent)


def load(path: Path) -> list[Record]:
    """The games in a file, or BadRecord that names the file and the line."""
    with open(path, "rb") as file:
        return load_stream(file, str(path))


def load_stream(file: BinaryIO, name: str) -> list[Record]:
    """The games in what is read from here, or BadRecord with its name and the line."""
    data = file.read(4 * LONGEST)  # a character has at most four bytes, so this is enough to see what is too long
    try:
        return read(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise BadRecord("not text in UTF-8", line, name) from None
    except BadRecord as error:
        raise BadRecord(error.message, error.line, name) from None


def saved(*kinds: str) -> list[Path]:
    """The files of saved games in these folders (none named: in both), newest first."""
    folders = map(folder, kinds or (GAMES, UNATTENDED))
    files = (path for each in folders for path in each.glob(f"*{SUFFIX}") if path.is_file())
    return sorted(files, key=lambda path: (_changed(path), path.name), reverse=True)


def find(name: str) -> Path:
    """The saved game that `name` means: a path, or the name of a file in our folders."""
    for path in (Path(name), *_everywhere(name), *_everywhere(f"{name}{SUFFIX}")):
        if path.is_file():
            return path
    raise NoSuchGame(f"there is no file {name!r}, here or among the saved games")


def name_of(path: Path) -> str:
    """What `find` finds this file by: in our folders the name alone is enough."""
    return path.stem if path.suffix == SUFFIX and path in _everywhere(path.name) else str(path)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Keep other programs from opening the same game meanwhile."""
    try:
        import fcntl
    except ImportError:  # a system without such locks
        yield
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = _lock_path(path)
    with open(lock, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if not os.path.samestat(os.fstat(file.fileno()), os.stat(lock)):  # its holder has just removed it
                raise OSError
        except OSError:
            raise InUse(f"{path.name} is open in another flagfall; close that one first") from None
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()


def _changed(path: Path) -> int:
    with suppress(FileNotFoundError):  # it may go at any moment
        return path.stat().st_mtime_ns
    return 0


def _lock_path(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def _sync_folder(path: Path) -> None:
    """Make the renaming itself durable, where folders can be synced."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
