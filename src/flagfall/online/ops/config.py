"""What `flagfall serve` can be told."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from flagfall.core import FlagfallError
from flagfall.online.store import Store
from flagfall.record.disk import data_folder

from .limits import Limits

DEFAULT_PORT = 8765
_SQLITE = "sqlite:"
_POSTGRES = ("postgresql://", "postgres://")


class BadConfig(FlagfallError):
    """Something that the server can't be told."""


@dataclass(frozen=True)
class Config:
    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    store: str | None = None
    """`sqlite:PATH` or `postgresql://…`; None is SQLite in the XDG data folder."""
    behind_proxy: bool = False
    origins: frozenset[str] = frozenset()
    """Origins whose pages may open live connections, besides the server's own."""
    limits: Limits = field(default_factory=Limits)
    log_level: str = "info"


def default_store() -> Path:
    return data_folder() / "online.sqlite"


def store_of(config: Config) -> Store:
    """The store that the configuration names."""
    from flagfall.online.store.sqlite import SqliteStore

    name = config.store
    if name is None:
        return SqliteStore(default_store())
    if name.startswith(_SQLITE) and name != _SQLITE:
        return SqliteStore(Path(name.removeprefix(_SQLITE)))
    if name.startswith(_POSTGRES):
        from flagfall.online.store.postgres import PostgresStore

        return PostgresStore(name)
    raise BadConfig(f"a store is sqlite:PATH or postgresql://…, not {name!r}")
