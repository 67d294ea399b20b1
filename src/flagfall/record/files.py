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
from .text import LONGEST, read

SUFFIX = ".flagfall"


class NoSuchGame(FlagfallError):
    """There is no saved game to take up."""


class InUse(FlagfallError):
    """Another program has the game open."""


def folder(kind: str = "games") -> Path:
    """A folder of our own in the XDG data folder; games are saved in `flagfall/games`."""
    base = os.environ.get("XDG_DATA_HOME", "")
    home = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "share"
    return home / "flagfall" / kind


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
    """The games in a file, or BadRecord that names the file and the line."""
    with open(path, "rb") as file:
        data = file.read(4 * LONGEST)  # a character has at most four bytes, so this is enough to see what is too long
    try:
        return read(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = 1 + data.count(b"\n", 0, error.start)
        raise BadRecord("not text in UTF-8", line, str(path)) from None
    except BadRecord as error:
        raise BadRecord(error.message, error.line, str(path)) from None


def saved() -> list[Path]:
    """The files of saved games, newest first."""
    files = (path for path in folder().glob(f"*{SUFFIX}") if path.is_file())
    return sorted(files, key=lambda path: (_changed(path), path.name), reverse=True)


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
