"""Every numbered statement of the rules' pages is checked by a test that names it, and no test names another."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from flagfall.games import BOOKS
from flagfall.installed import page as page_of
from flagfall.terminal.show.guide import guide

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"
GAMES = {game.id: game for game in BOOKS}
"""The books; a page that comes with another game may be written in any way."""

COMMON = "common"
COUNTS = {
    "flag-chase": {"F0-R": 29, "F0-O": 11, "F0-A": 13, "F0-T": 3},
    "capture-the-flag": {"F1-R": 13, "F1-O": 7, "F1-V": 1, "F1-A": 9, "F1-T": 3},
    "flag-chase-traps": {"F2-R": 23, "F2-O": 8, "F2-A": 18, "F2-T": 4},
    "grid-runner": {"F3-R": 15, "F3-O": 4, "F3-V": 4, "F3-A": 14, "F3-T": 4},
    "command-line-conquer": {"F4-R": 23, "F4-O": 4, "F4-A": 13, "F4-T": 4},
    COMMON: {"G-": 6},
}
"""How many statements of each kind a page has: R rules, O texts, V variations, A rulings, T transcripts, G common."""

CHAPTERS = {"R": "Rules", "O": "Texts", "V": "Variations", "A": "Rulings", "T": "Checked by"}


def expected(page: str) -> set[str]:
    return {f"{kind}{number:02}" for kind, many in COUNTS[page].items() for number in range(1, many + 1)}


def listed(page: str) -> list[str]:
    """The ids that begin a statement of this page."""
    return re.findall(r"^- \*\*([FG]\d?-[A-Z]?\d+)\*\* ", text(page), re.MULTILINE)


def text(page: str) -> str:
    return RULES.read_text(encoding="utf-8") if page == COMMON else page_of(GAMES[page]) or ""


def rule_marks(source: str) -> Iterator[str]:
    """The ids in every `pytest.mark.rule(...)` of a test module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"line {node.lineno}: an id is written out"
                yield argument.value


@cache
def named_in_tests() -> dict[str, set[str]]:
    """The ids that tests name, with the modules that do."""
    named: dict[str, set[str]] = {}
    for module in TESTS.rglob("test_*.py"):
        for each in rule_marks(module.read_text(encoding="utf-8")):
            named.setdefault(each, set()).add(module.name)
    return named


def test_marks_are_found_wherever_they_stand():
    source = """
pytestmark = pytest.mark.rule("F0-R01")

@pytest.mark.parametrize("case", [pytest.param(1, marks=pytest.mark.rule("F0-R02"))])
@pytest.mark.rule("F0-R03", "F0-R04")
def test_something(case):
    '''pytest.mark.rule("F0-R05")'''
"""
    assert sorted(rule_marks(source)) == ["F0-R01", "F0-R02", "F0-R03", "F0-R04"]


def test_every_page_is_counted():
    assert set(COUNTS) == {*GAMES, COMMON}


@pytest.mark.parametrize("page", COUNTS)
def test_no_statement_is_missing_or_listed_twice(page):
    assert [each for each, times in Counter(listed(page)).items() if times > 1] == []
    assert set(listed(page)) == expected(page)


@pytest.mark.parametrize("page", COUNTS)
def test_statements_stand_in_order(page):
    for kind in COUNTS[page]:
        numbers = [each for each in listed(page) if each.startswith(kind)]
        assert numbers == sorted(numbers)


@pytest.mark.parametrize("page", COUNTS)
def test_every_statement_is_named_by_a_test(page):
    assert expected(page) - named_in_tests().keys() == set()


def test_no_test_names_a_statement_that_isnt_there():
    known = {each for page in COUNTS for each in expected(page)}
    assert {each: modules for each, modules in named_in_tests().items() if each not in known} == {}


@pytest.mark.parametrize("page", GAMES)
def test_the_program_finds_every_statement_in_its_chapter(page):
    """What `flagfall rules` prints comes from the same pages."""
    chapters = guide(GAMES[page]).chapters
    for name, entries in chapters.items():
        for entry in entries:
            if entry.id:
                assert CHAPTERS[entry.id.partition("-")[2][:1]] == name
                assert entry.text
    assert [entry.id for entries in chapters.values() for entry in entries if entry.id] == listed(page)


@pytest.mark.parametrize("page", GAMES)
def test_every_ruling_has_a_name_an_answer_and_a_reason(page):
    rulings = [entry for entry in guide(GAMES[page]).chapters["Rulings"] if entry.id]
    for ruling in rulings:
        assert ruling.name, ruling.id
        assert "**Ruling:**" in ruling.text and "**Why:**" in ruling.text, ruling.id
    names = [ruling.name for ruling in rulings if ruling.name != "no effect"]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("page", GAMES)
def test_every_setting_stands_in_the_rules(page):
    for setting in GAMES[page].Rules.settings():
        assert re.search(rf"^- `{setting.name}` \(", text(page), re.MULTILINE), setting.name
        assert setting.ruling is None or f"**{setting.ruling}**" in text(page)


@pytest.mark.parametrize("page", GAMES)
def test_a_page_begins_with_the_game_in_short(page):
    """What one needs to know to play, before everything that is numbered: short enough for one screen."""
    first, *rest = guide(GAMES[page]).chapters
    assert first == "In short" and rest[0] == "Rules"
    entries = guide(GAMES[page]).chapters[first]
    assert entries[0].text.startswith("**Aim:**") and entries[-1].text.startswith("**You win**")
    assert not any(entry.id for entry in entries)
    assert len("\n".join(entry.lines(80) for entry in entries).split("\n")) <= 12


@pytest.mark.parametrize("page", GAMES)
@pytest.mark.parametrize("width", [30, 80, None])
def test_the_rules_fit_the_screen(page, width):
    for text in (guide(GAMES[page]).short(width), guide(GAMES[page]).full(width)):
        assert all(len(line) <= (width or 80) for line in text.split("\n") if " " in line.strip())
        assert text.startswith(guide(GAMES[page]).title)
