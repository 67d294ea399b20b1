"""The server's time, as it stands in events and clocks."""

from __future__ import annotations

from time import time


def now_ms() -> int:
    """Milliseconds since 1970."""
    return int(time() * 1000)
