"""What was found before, kept as long as there is room."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Values by their keys, of `most` bytes together. When there would be more, all are forgotten: to find out which
    are still asked for would cost every time, and to find them again costs once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._bytes = 0
        self._values: dict[K, V] = {}
        self.get = self._values.get
        """The value, or None."""

    def put(self, key: K, value: V, size: int) -> V:
        """Keep a value that takes about so many bytes, its key included."""
        self.grow(size)
        self._values[key] = value
        return value

    def grow(self, size: int) -> None:
        """One of the values takes so many bytes more."""
        self._bytes += size
        if self._bytes > self._most:
            self._values.clear()
            self._bytes = size

    def __len__(self) -> int:
        return len(self._values)
