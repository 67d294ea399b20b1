"""Answers are small on their way, and what a seat is told never is: its length would tell."""

from __future__ import annotations

import gzip
from urllib.request import Request, urlopen

import pytest

from flagfall.online.http.compression import LEAST

from .client import PATIENCE, both_links

GZIP = {"Accept-Encoding": "br, gzip;q=0.8"}


def fetched(address: str, path: str, **headers: str) -> tuple[bytes, dict[str, str]]:
    with urlopen(Request(address + path, headers=headers), timeout=PATIENCE) as response:
        return response.read(), {name.lower(): value for name, value in response.headers.items()}


@pytest.mark.parametrize("path", ["/", "/games/flag-chase", "/static/page.css", "/static/game.js", "/api/catalogue"])
def test_what_everybody_gets_is_compressed_for_who_can_read_it(address: str, path: str) -> None:
    plain, as_it_is = fetched(address, path)
    packed, headers = fetched(address, path, **GZIP)
    assert "content-encoding" not in as_it_is and as_it_is["vary"] == headers["vary"] == "Accept-Encoding"
    assert headers["content-encoding"] == "gzip" and gzip.decompress(packed) == plain
    assert int(headers["content-length"]) == len(packed) < len(plain) / 2
    assert headers["content-type"] == as_it_is["content-type"]
    assert fetched(address, path, **{"Accept-Encoding": "gzip;q=0, br"})[0] == plain


def test_what_a_seat_is_told_is_not(address: str) -> None:
    game, tokens = both_links(address)
    for token in (*tokens.values(), None):
        key = {"Authorization": f"Bearer {token}"} if token else {}
        body, headers = fetched(address, f"/api/games/{game}", **GZIP, **key)
        assert len(body) > LEAST and body.startswith(b"{") and "content-encoding" not in headers


def test_little_is_left_as_it_is(address: str) -> None:
    assert fetched(address, "/static/icon.svg", **GZIP)[0].startswith(b"<svg")
    assert fetched(address, "/healthz", **GZIP)[0] == b"ok\n"
