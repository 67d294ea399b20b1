"""What one client may use up: rates and counts, so that nobody takes the server from the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from time import monotonic


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    at_once: float


@dataclass(frozen=True)
class Limits:
    messages: Rate = Rate(20, 60)
    requests: Rate = Rate(10, 50)
    games: Rate = Rate(60 / 3600, 20)
    bot_moves: Rate = Rate(20, 20)
    """Of games between two bots that one client pays for."""
    connections: int = 64
    all_connections: int = 10_000
    hello_seconds: float = 10
    ping_seconds: float = 20


MESSAGE_BYTES = 4 * 1024
BODY_BYTES = 16 * 1024
BACKLOG_BYTES = 256 * 1024
PATIENCE = 50
"""So many refusals in a row for haste or nonsense are answered; then the connection is closed."""


class Bucket:
    """Fills with time, empties with use."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.at_once
        self._at = monotonic()

    def take(self) -> bool:
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def wait(self) -> float:
        """Seconds until there is something to take."""
        return max((1 - self._left) / self._rate.per_second, 0)

    def is_full(self) -> bool:
        self._fill()
        return self._left >= self._rate.at_once

    def _fill(self) -> None:
        now = monotonic()
        self._left = min(self._left + (now - self._at) * self._rate.per_second, self._rate.at_once)
        self._at = now


class Buckets:
    """One bucket a client. Full ones say nothing, and are thrown away when there are many."""

    def __init__(self, rate: Rate, many: int = 10_000) -> None:
        self._rate = rate
        self._many = many
        self._of: dict[str, Bucket] = {}

    def take(self, client: str) -> float:
        """0 if the client may go on, else the seconds to wait."""
        if len(self._of) >= self._many:
            self._of = {name: bucket for name, bucket in self._of.items() if not bucket.is_full()}
        bucket = self._of.setdefault(client, Bucket(self._rate))
        return 0 if bucket.take() else bucket.wait()


class Crowd:
    """How many connections each client has, and all together."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of: Counter[str] = Counter()
        self.total = 0

    def enter(self, client: str) -> bool:
        if self.total >= self._limits.all_connections or self._of[client] >= self._limits.connections:
            return False
        self._of[client] += 1
        self.total += 1
        return True

    def leave(self, client: str) -> None:
        self.total -= 1
        self._of[client] -= 1
        if not self._of[client]:
            del self._of[client]


def client_of(address: str | None, forwarded: str | None, behind_proxy: bool) -> str:
    """Who is asking: the address, or the one that our own proxy names, which is the last; for IPv6 the network."""
    if behind_proxy and forwarded:
        address = forwarded.rsplit(",", 1)[-1].strip()
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))
    return str(parsed)
