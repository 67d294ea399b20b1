"""Refusals, and the page that tells of them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from flagfall.online.protocol import errors
from flagfall.online.protocol.errors import Denied, TooMany

ROW = re.compile(r"\| (\d{3}) \| (.+?) \|")
CODE = re.compile(r"`([a-z-]+)`")


def told_of() -> set[tuple[int, str]]:
    page = Path("docs/online.md").read_text(encoding="utf-8")
    return {(int(status), code) for status, codes in ROW.findall(page) for code in CODE.findall(codes)}


def made() -> list[Denied]:
    """One refusal of each kind."""
    makers = [each for _, each in inspect.getmembers(errors, inspect.isfunction) if each.__module__ == errors.__name__]
    return [maker(*["why"] * len(inspect.signature(maker).parameters)) for maker in makers] + [TooMany("why", 2.5)]


def test_the_page_tells_of_every_refusal_with_its_status() -> None:
    refusals = made()
    assert len(refusals) > 4
    assert {(each.status, each.code) for each in refusals} <= told_of()


def test_a_refusal_says_why() -> None:
    for each in made():
        assert str(each) == "why" or re.fullmatch(r"[a-z][\w,;.' ]+\??", str(each))
