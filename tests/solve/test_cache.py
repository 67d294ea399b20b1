"""Solutions on disk: taken when they are whole and about the same thing, and never otherwise."""

from __future__ import annotations

import importlib
import os

import pytest

from flagfall.games.capture_the_flag import CaptureTheFlag
from flagfall.games.flag_chase import FlagChase
from flagfall.games.grid_runner import GridRunner
from flagfall.solve import solve
from flagfall.solve.plain import PlainTable
from flagfall.solve.store import cache
from tests.helpers import played

STARTS = [
    CaptureTheFlag(),
    FlagChase(),
    GridRunner(),
    GridRunner(rules=GridRunner.Rules(size=4, blocked=frozenset({(1, 1)}))),
]


def kept() -> list[str]:
    return sorted(path.name for path in cache.folder().glob("*")) if cache.folder().exists() else []


@pytest.mark.parametrize("start", STARTS, ids=str)
def test_what_is_taken_from_the_cache_is_what_was_put_there(start):
    new, old = solve(start), solve(start)
    assert (new.from_cache, old.from_cache) == (False, True)
    assert list(old.positions()) == list(new.positions())
    for position in new.positions():
        assert old.worth(position) == new.worth(position)
        assert old.strategy(position) == new.strategy(position)
    assert old.counts == new.counts
    assert old.verify() == new.verify()


def test_a_table_from_the_cache_can_be_kept_again():
    solve(FlagChase())
    once = cache.load(FlagChase(), PlainTable.layout())
    cache.clear()
    cache.keep(FlagChase(), once, PlainTable.layout())
    assert list(cache.load(FlagChase(), PlainTable.layout()).positions()) == list(once.positions())


def test_it_lies_in_the_cache_folder_of_the_user(cache_home, monkeypatch, tmp_path):
    assert cache.folder() == cache_home / "flagfall" / "solutions"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "flagfall" / "solutions"


def test_without_the_cache_nothing_is_written_or_read():
    solve(CaptureTheFlag(), use_cache=False)
    assert kept() == []
    solve(CaptureTheFlag())
    assert not solve(CaptureTheFlag(), use_cache=False).from_cache


def test_other_rules_and_other_starts_are_other_solutions():
    solve(CaptureTheFlag())
    for other in (CaptureTheFlag(rules=CaptureTheFlag.Rules(step=3)), played(CaptureTheFlag(), "2")):
        assert not solve(other).from_cache
        assert solve(other).from_cache
    assert len(kept()) == 3


def test_a_set_that_is_the_same_from_every_start_is_kept_once():
    solve(GridRunner())
    assert solve(played(GridRunner(), "1,2")).from_cache
    assert len(kept()) == 1


def test_another_format_is_another_solution(monkeypatch):
    solve(CaptureTheFlag())
    monkeypatch.setattr(cache, "FORMAT", cache.FORMAT + 1)
    assert not solve(CaptureTheFlag()).from_cache


def test_rules_that_have_been_written_anew_are_solved_anew(monkeypatch, tmp_path):
    """A game of the same name and rules in a file that reads otherwise."""
    solve(CaptureTheFlag())
    (tmp_path / "written_anew.py").write_text(
        "from flagfall.games.capture_the_flag import *\nclass Anew(CaptureTheFlag): pass"
    )
    monkeypatch.syspath_prepend(tmp_path)
    anew = importlib.import_module("written_anew").Anew()
    assert anew.text() == CaptureTheFlag().text()
    assert not solve(anew).from_cache


@pytest.mark.parametrize("start", [CaptureTheFlag(), FlagChase(), GridRunner()], ids=str)
def test_a_file_with_any_bit_changed_is_not_believed(start):
    right = solve(start)
    (path,) = cache.folder().glob("*")
    whole = path.read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 100)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert cache.load(start, right.table.layout()) is None, at
    again = solve(start)
    assert not again.from_cache
    assert again.counts == right.counts
    assert path.read_bytes() == whole


@pytest.mark.parametrize("size", [0, 1, 17, 100, -40, -32, -1])
def test_a_file_that_is_cut_off_is_not_believed(size):
    solve(FlagChase())
    (path,) = cache.folder().glob("*")
    path.write_bytes(path.read_bytes()[:size])
    assert not solve(FlagChase()).from_cache
    assert solve(FlagChase()).from_cache


def test_a_whole_file_about_something_else_is_not_believed():
    solve(CaptureTheFlag())
    (path,) = cache.folder().glob("*")
    content = path.read_bytes()
    cache.clear()
    other = CaptureTheFlag(rules=CaptureTheFlag.Rules(step=3))
    solve(other)
    (path,) = cache.folder().glob("*")
    path.write_bytes(content)
    assert not solve(other).from_cache


@pytest.mark.parametrize("stopped", [KeyboardInterrupt, SystemExit, MemoryError])
def test_who_is_stopped_while_writing_leaves_no_half_file(monkeypatch, stopped):
    def stop(*_):
        raise stopped

    monkeypatch.setattr(os, "fsync", stop)
    with pytest.raises(stopped):
        solve(CaptureTheFlag())
    assert kept() == []


def test_a_disk_that_can_not_be_written_is_no_reason_to_fail(cache_home):
    cache_home.parent.mkdir(exist_ok=True)
    cache_home.write_text("a file where the folder should be")
    assert solve(CaptureTheFlag()).counts.positions == 12


def test_seeing_and_clearing():
    assert list(cache.entries()) == []
    assert cache.clear() == 0
    solve(CaptureTheFlag())
    solve(FlagChase())
    (cache.folder() / f"{cache.UNFINISHED}x").write_bytes(b"left behind by a power cut")
    one, two = cache.entries()
    assert (one.game, one.rules, one.positions) == ("capture-the-flag", {"cells": "7", "flag": "4", "step": "2"}, 12)
    assert (two.game, two.positions, two.bytes) == ("flag-chase", 30, two.path.stat().st_size)
    assert cache.clear() == 2
    assert kept() == []


@pytest.mark.parametrize("content", [b"", b"x", cache.MAGIC, cache.MAGIC + b"[1]\n", cache.MAGIC + b'{"key": 3}\n'])
def test_a_damaged_file_is_listed_and_can_be_cleared(content):
    cache.folder().mkdir(parents=True)
    (cache.folder() / f"x{cache.SUFFIX}").write_bytes(content)
    (entry,) = cache.entries()
    assert (entry.game, entry.rules, entry.positions, entry.bytes) == ("damaged", {}, 0, len(content))
    assert cache.clear() == 1


# --- how much ---


def lines(count: int) -> list[CaptureTheFlag]:
    """So many variations that take next to no time."""
    return [CaptureTheFlag(rules=CaptureTheFlag.Rules(cells=7 + each)) for each in range(count)]


def age(seconds: int) -> None:
    """Let it be as long ago that anything was used."""
    for path in cache.folder().iterdir():
        os.utime(path, (path.stat().st_atime - seconds, path.stat().st_mtime - seconds))


def test_what_was_not_used_for_longest_makes_room(monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(3 * cache.LEAST))
    one, two, three, four = lines(4)
    for start in (one, two, three):
        solve(start)
        age(10)
    assert solve(one).from_cache
    age(10)
    solve(four)
    assert {entry.rules["cells"] for entry in cache.entries()} == {"7", "9", "10"}


def test_there_is_never_more_than_is_allowed(monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(5 * cache.LEAST))
    for start in lines(20):
        solve(start)
        assert solve(start).from_cache
        assert len(kept()) <= 5


def test_what_has_no_room_at_all_drives_nothing_out(monkeypatch):
    solve(CaptureTheFlag())
    large = GridRunner(rules=GridRunner.Rules(size=25))
    monkeypatch.setattr(cache, "LEAST", 1 << 12)
    monkeypatch.setenv(cache.VARIABLE, str(2 * cache.LEAST))
    assert not solve(large).from_cache
    assert not solve(large).from_cache
    assert solve(CaptureTheFlag()).from_cache


@pytest.mark.parametrize("most", ["0", "-1"])
def test_nothing_is_kept_where_nothing_may_be(monkeypatch, most):
    monkeypatch.setenv(cache.VARIABLE, most)
    solve(CaptureTheFlag())
    assert kept() == []


def test_a_solution_that_takes_its_own_place_drives_nothing_out(monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(2 * cache.LEAST))
    one, two = lines(2)
    solve(one)
    table = solve(two).table
    cache.keep(two, table, table.layout())
    assert solve(one).from_cache


def test_what_was_left_unfinished_makes_room_and_what_is_being_written_stays(monkeypatch):
    monkeypatch.setenv(cache.VARIABLE, str(3 * cache.LEAST))
    cache.folder().mkdir(parents=True)
    left, written = (cache.folder() / f"{cache.UNFINISHED}{name}" for name in ("left", "written"))
    left.write_bytes(b"x" * cache.LEAST)
    age(2 * cache.ABANDONED)
    written.write_bytes(b"x" * cache.LEAST)
    one, two, three = lines(3)
    for start in (one, two, three):
        solve(start)
        age(1)
    assert (left.exists(), written.exists()) == (False, True)
    assert {entry.rules["cells"] for entry in cache.entries()} == {"8", "9"}


def test_a_file_that_makes_room_while_it_is_read_is_read_to_the_end(monkeypatch):
    one, two = lines(2)
    solve(one)
    (path,) = cache.folder().glob("*")
    whole = path.read_bytes()
    monkeypatch.setenv(cache.VARIABLE, str(cache.LEAST))
    with open(path, "rb") as reader:
        solve(two)
        assert not path.exists()
        assert reader.read() == whole
