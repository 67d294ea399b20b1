"""The server of the tests of online play, for the screens that play there."""

from __future__ import annotations

from tests.online.conftest import address, running

__all__ = ["address", "running"]
