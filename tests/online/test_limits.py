"""Who is counted as whom, and how much each may have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagfall.online.ops.limits import SITE, Bucket, Buckets, Crowd, Rate, client_of


class Clock:
    """A time that passes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("address", "forwarded", "behind", "client"),
    [
        ("192.0.2.1", None, False, "192.0.2.1"),
        ("192.0.2.1", "198.51.100.7", False, "192.0.2.1"),
        ("127.0.0.1", "198.51.100.7", True, "198.51.100.7"),
        ("127.0.0.1", "10.0.0.1, 198.51.100.7", True, "198.51.100.7"),
        ("127.0.0.1", "10.0.0.1,198.51.100.7:51234", True, "198.51.100.7"),
        ("127.0.0.1", None, True, "127.0.0.1"),
        ("2001:db8:1:2:3:4:5:6", None, False, "2001:db8:1:2::/64"),
        ("127.0.0.1", "2001:db8:1:2:ffff::1", True, "2001:db8:1:2::/64"),
        ("127.0.0.1", "[2001:db8:1:2:ffff::1]", True, "2001:db8:1:2::/64"),
        ("127.0.0.1", "[2001:db8:1:2:ffff::1]:443", True, "2001:db8:1:2::/64"),
        ("127.0.0.1", '"[2001:db8:1:2:ffff::1]:443"', True, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", None, False, "fe80::/64"),
        ("::ffff:192.0.2.1", None, False, "192.0.2.1"),
        ("127.0.0.1", "[::ffff:192.0.2.1]:443", True, "192.0.2.1"),
        ("127.0.0.1", "nonsense", True, "unknown"),
        ("127.0.0.1", "[", True, "unknown"),
        ("127.0.0.1", ":", True, "unknown"),
        (None, None, False, "unknown"),
    ],
)
def test_a_client_is_known_by_its_address(
    address: str | None, forwarded: str | None, behind: bool, client: str
) -> None:
    assert client_of(address, forwarded, behind) == client


@given(st.ip_addresses(), st.integers(1, 65535))
def test_a_port_makes_nobody_somebody_else(address: object, port: int) -> None:
    written = f"[{address}]" if ":" in str(address) else str(address)
    with_port = client_of(None, f"10.0.0.1, {written}:{port}", behind_proxy=True)
    assert with_port == client_of(str(address), None, behind_proxy=False) != "unknown"


@given(st.floats(0.01, 1000), st.integers(1, 100), st.lists(st.tuples(st.floats(0, 1e6), st.integers(1, 200))))
def test_nobody_saves_up_more_than_may_be_had_at_once(
    per_second: float, at_once: int, wishes: list[tuple[float, int]]
) -> None:
    clock = Clock()
    bucket = Bucket(Rate(per_second, at_once), now=clock)
    for pause, wanted in wishes:
        clock.now += pause
        assert sum(bucket.take() for _ in range(wanted)) <= at_once


def test_what_was_used_comes_back_with_time() -> None:
    clock = Clock()
    buckets = Buckets(Rate(2, 3), now=clock)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    clock.now += 0.5
    assert [buckets.take("a") for _ in range(2)] == [0, 0.5]
    clock.now += 1_000_000
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_what_is_given_back_can_be_had_again_and_no_more_than_that() -> None:
    buckets = Buckets(Rate(1, 2), now=Clock())
    buckets.take("a")
    for _ in range(5):
        buckets.give_back("a")
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 1]


def test_who_wants_too_much_has_nothing_left() -> None:
    bucket = Bucket(Rate(1, 10), now=Clock())
    assert not bucket.take(11)
    assert not bucket.take()


def test_who_asks_again_and_again_gets_it_in_the_end() -> None:
    clock = Clock()
    bucket = Bucket(Rate(1, 1), now=clock)
    assert bucket.take()
    for _ in range(7):
        clock.now += 0.125
        assert not bucket.take()
    clock.now += 0.125
    assert bucket.take()


def networks(many: int) -> list[str]:
    """Clients in as many networks of one site."""
    return [client_of(f"2001:db8:1:{number:x}::1", None, behind_proxy=False) for number in range(many)]


def test_a_site_has_more_than_one_network_and_less_than_all() -> None:
    buckets = Buckets(Rate(1, 5), now=Clock())
    for client in networks(SITE):
        assert [buckets.take(client) for _ in range(5)] == [0] * 5
        assert buckets.take(client)
    assert all(buckets.take(client) for client in networks(1000))
    assert not buckets.take(client_of("2001:db8:2::1", None, behind_proxy=False))
    assert not buckets.take("192.0.2.1")


def test_a_crowd_is_counted_by_client_by_site_and_in_all() -> None:
    crowd = Crowd(each=2, total=100)
    first, *others = networks(1000)
    assert [crowd.enter(first) for _ in range(3)] == [True, True, False]
    assert sum(crowd.enter(client) for client in others) == 2 * SITE - 2
    assert [crowd.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert sum(crowd.enter(None) for _ in range(200)) == 100 - 2 * SITE - 2 and crowd.is_full()
    crowd.leave(first)
    assert [crowd.enter(first) for _ in range(2)] == [True, False]


def test_clients_that_have_used_nothing_are_forgotten() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 2), many=10, now=clock)
    for number in range(1000):
        clock.now += 1
        assert not buckets.take(f"192.0.2.{number}")
        assert len(buckets._of) <= 10


def test_what_was_used_already_is_missing_afterwards() -> None:
    clock = Clock()
    bucket = Bucket(Rate(10, 100), now=clock)
    for _ in range(3):
        assert not bucket.is_spent()
        bucket.spend(40)
    assert bucket.is_spent()
    clock.now += 1.9
    assert bucket.is_spent()
    clock.now += 0.2
    assert not bucket.is_spent()
    bucket.spend(10_000)  # however much it was, it is paid for in a bounded time
    clock.now += 9.9
    assert bucket.is_spent()
    clock.now += 0.2
    assert not bucket.is_spent()
