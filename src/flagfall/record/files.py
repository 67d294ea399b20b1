"""Where games are kept: one file a game or series, always whole, open in one place at a time."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

from flagfall.core import FlagfallError

from .record import BadRecord, Record
from .text import read

SUFFIX = ".flagfall"


class NoSuchGame(FlagfallError):
    """There is no saved game to take up."""


class InUse(FlagfallError):
    """Another program has the game open."""


def folder() -> Path:
    """The folder of saved games: `flagfall/games` in the XDG data folder."""
    base = os.environ.get("XDG_DATA_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share"
    return home / "flagfall" / "games"


def new_path(game: str, now: datetime) -> Path:
    """A name for a new game's file that no file has."""
    stem = f"{game}-{now:%Y%m%d-%H%M%S}"
    paths = (folder() / f"{stem}{extra}{SUFFIX}" for extra in ("", *(f"-{n}" for n in range(2, 10_000))))
    return next(path for path in paths if not path.exists() and not _lock_path(path).exists())


def write_whole(path: Path, text: str) -> None:
    """Put `text` into the file so that at any moment the file is the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    _sync_folder(path.parent)


def load(path: Path) -> list[Record]:
    """The games in a file, or BadRecord that names the file."""
    try:
        return read(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: not a text file (byte {error.start} is not UTF-8)") from None
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def saved() -> list[Path]:
    """The files of saved games, newest first."""
    with suppress(FileNotFoundError):
        return sorted(folder().glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    return []


def find(name: str) -> Path:
    """The saved game that `name` means: a path, or the name of a file in the folder."""
    for path in (Path(name), folder() / name, folder() / f"{name}{SUFFIX}"):
        if path.is_file():
            return path
    raise NoSuchGame(f"there is no file {name!r}, here or among the saved games; `flagfall resume --list` lists them")


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
