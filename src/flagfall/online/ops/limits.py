"""What one client may use up: rates and counts, so that nobody takes the server from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    at_once: float

    def times(self, many: float) -> Rate:
        return Rate(self.per_second * many, self.at_once * many)


@dataclass(frozen=True)
class Limits:
    messages: Rate = Rate(20, 60)
    requests: Rate = Rate(10, 50)
    games: Rate = Rate(60 / 3600, 20)
    bot_moves: Rate = Rate(20, 20)
    """Of games between two bots that one client pays for."""
    stored: Rate = Rate(1_000, 3_600_000)
    """In bytes that are kept for good: what one client says and plays, and what bots answer."""
    board_cells: int = 400
    connections: int = 64
    all_connections: int = 10_000
    hello_seconds: float = 10
    ping_seconds: float = 20

    @property
    def frames(self) -> Rate:
        """Of all connections of one client, whatever kind they are."""
        return Rate(10 * self.messages.per_second, 5 * self.messages.at_once)

    @property
    def work(self) -> Rate:
        """In bytes that are made for what one client asks, and for every cell of the board as many as a few bytes."""
        return Rate(WORK_BYTES * self.messages.per_second, WORK_BYTES * self.messages.at_once / 6)

    @property
    def files(self) -> Rate:
        """They cost next to nothing, and a page asks for a dozen at once."""
        return self.requests.times(5)

    @property
    def answer_seconds(self) -> float:
        """How long somebody may take to read an answer."""
        return 3 * self.ping_seconds

    @property
    def new_sockets(self) -> Rate:
        return self.requests.times(2)

    @property
    def sockets(self) -> int:
        """Of one client: its live connections, and as many for its requests."""
        return 2 * self.connections

    @property
    def all_sockets(self) -> int:
        return self.all_connections + max(self.all_connections // 10, 100)


MESSAGE_BYTES = 4 * 1024
HEAD_BYTES = 8 * 1024
BODY_BYTES = 16 * 1024
BACKLOG_BYTES = 256 * 1024
WORK_BYTES = 100 * 1024
CELL_BYTES = 100
"""What a cell of the board costs with every message that is made, though it may not be in it."""
EVENT_BYTES = 250
"""What anything that is kept takes in the store, besides its text."""
PLY_BYTES = 100
"""What a ply costs wherever a whole game is gone through: for its record, or for a bot."""
AHEAD = 8
"""So many requests may come before the first of them is answered."""
KEEP_ALIVE_SECONDS = 5
LINGER_SECONDS = 2
"""How long somebody who was sent away has to read why."""
PATIENCE = 50
"""So many refusals in a row for haste or nonsense are answered; then the connection is closed."""
SITE = 16
"""An IPv6 network of 48 bits, which one household or firm may have to itself, counts as so many clients."""


class Bucket:
    """Fills with time, empties with use. What is taken is taken from the wider bucket, too."""

    __slots__ = ("_at", "_left", "_most", "_now", "_per_second", "_wider")

    def __init__(self, rate: Rate, wider: Bucket | None = None, now: Callable[[], float] = monotonic) -> None:
        self._per_second = rate.per_second
        self._left = self._most = rate.at_once
        self._wider = wider
        self._now = now
        self._at = now()

    def take(self, many: int = 1) -> bool:
        """Whether there was so much; who wants too much has nothing left."""
        left = self._fill()
        if left < many:
            self._left = left % 1  # but who asks for one again and again does get it in the end
            return False
        if self._wider and not self._wider.take(many):
            return False
        self._left = left - many
        return True

    def is_spent(self) -> bool:
        return (self._left <= 0 and self._fill() <= 0) or (self._wider is not None and self._wider.is_spent())

    def spend(self, much: float) -> None:
        """Take what was used already, even if there was not so much: then it is missing for a while."""
        self._left = max(self._fill() - much, -self._most)
        if self._wider:
            self._wider.spend(much)

    def give_back(self) -> None:
        self._left += 1  # if that is too much, filling takes it away
        if self._wider:
            self._wider.give_back()

    def wait(self) -> float:
        """Seconds until there is something to take."""
        own = max((1 - self._left) / self._per_second, 0)
        return max(own, self._wider.wait()) if self._wider else own

    def is_full(self) -> bool:
        return self._fill() >= self._most

    def _fill(self) -> float:
        now = self._now()
        left = self._left + (now - self._at) * self._per_second
        self._left = left = min(left, self._most)
        self._at = now
        return left


class Buckets:
    """One bucket a client. Full ones say nothing, and are thrown away when there are many."""

    def __init__(self, rate: Rate, many: int = 10_000, now: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._few = self._many = many
        self._now = now
        self._of: dict[str, Bucket] = {}

    def take(self, client: str) -> float:
        """0 if the client may go on, else the seconds to wait."""
        bucket = self.of(client)
        return 0 if bucket.take() else bucket.wait()

    def give_back(self, client: str) -> None:
        self.of(client).give_back()

    def of(self, client: str) -> Bucket:
        return self._of.get(client) or self._new(client)

    def _new(self, client: str) -> Bucket:
        if len(self._of) >= self._many:
            self._of = {name: bucket for name, bucket in self._of.items() if not bucket.is_full()}
            self._many = max(self._few, 2 * len(self._of))  # not to look through them all for each newcomer
        site = site_of(client)
        rate = self._rate.times(SITE) if is_site(client) else self._rate
        bucket = Bucket(rate, self.of(site) if site else None, self._now)
        self._of[client] = bucket
        return bucket


class Crowd:
    """How many each client has of something, and all together."""

    def __init__(self, each: int, total: int) -> None:
        self._each = each
        self._most = total
        self._of: Counter[str] = Counter()
        self.total = 0

    def enter(self, client: str | None) -> bool:
        """Nobody in particular (None) is counted only among all."""
        names = _names(client)
        if self.is_full() or any(self._of[name] >= self._each * (SITE if is_site(name) else 1) for name in names):
            return False
        self._of.update(names)
        self.total += 1
        return True

    def is_full(self) -> bool:
        return self.total >= self._most

    def leave(self, client: str | None) -> None:
        self.total -= 1
        for name in _names(client):
            self._of[name] -= 1
            if not self._of[name]:
                del self._of[name]


# --- who is a client ---


@lru_cache(4096)
def client_of(address: str | None, forwarded: str | None, behind_proxy: bool) -> str:
    """Who is asking: the address, or the one that our own proxy names, which is the last; for IPv6 the network."""
    if behind_proxy and forwarded:
        address = forwarded.rsplit(",", 1)[-1]
    parsed = _parsed(address or "")
    if parsed is None:
        return "unknown"
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped or ip_network((int(parsed), 64), strict=False))
    return str(parsed)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies write it: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1] or [2001:db8::1]:80."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        return ip_address(text)
    except ValueError:
        return None


@lru_cache(4096)
def site_of(client: str) -> str | None:
    """The larger network that an IPv6 client is in."""
    return str(ip_network(client).supernet(new_prefix=48)) if client.endswith("/64") else None


def is_site(name: str) -> bool:
    return name.endswith("/48")


def _names(client: str | None) -> tuple[str, ...]:
    if client is None:
        return ()
    site = site_of(client)
    return (client, site) if site else (client,)
