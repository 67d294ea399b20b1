"""Files of saved games: always whole, open in one place at a time, and found again."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from datetime import datetime
from pathlib import Path

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.record import BadRecord, Record, read, write
from flagfall.record.files import (
    InUse,
    NoSuchGame,
    NotWritten,
    find,
    folder,
    held,
    load,
    new_path,
    saved,
    write_new,
    write_whole,
)
from flagfall.record.text import LONGEST

NOON = datetime(2031, 5, 7, 12, 0, 9)
RECORD = Record(GAMES["flag-chase"](), ({Player.P1: "forward"},))


@pytest.fixture(name="games")
def _games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of saved games, not there yet."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "flagfall" / "games"


def run(script: str, *arguments: Path | str) -> subprocess.Popen[str]:
    """Another program that uses the same files."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# --- where they are ---


def test_the_folder_is_in_the_data_folder_of_the_user(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert folder() == games
    monkeypatch.setenv("HOME", "/home/ann")
    for relative in ("", "data", "./data"):
        monkeypatch.setenv("XDG_DATA_HOME", relative)
        assert folder() == Path("/home/ann/.local/share/flagfall/games")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert folder() == Path("/home/ann/.local/share/flagfall/games")


def test_a_new_game_never_takes_the_name_of_another(games: Path) -> None:
    first = new_path("flag-chase", NOON)
    assert first == games / "flag-chase-20310507-120009.flagfall"
    write_whole(first, "x")
    second = new_path("flag-chase", NOON)
    assert second == games / "flag-chase-20310507-120009-2.flagfall"
    with held(second):
        assert new_path("flag-chase", NOON) == games / "flag-chase-20310507-120009-3.flagfall"
    assert new_path("flag-chase", NOON) == second


def test_saved_games_are_listed_newest_first(games: Path) -> None:
    assert saved() == []
    for age, name in ((30, "old"), (10, "new"), (20, "middle")):
        path = games / f"{name}.flagfall"
        write_whole(path, "x")
        os.utime(path, (10_000 - age, 10_000 - age))
    write_whole(games / "notes.txt", "x")
    (games / "folder.flagfall").mkdir()
    (games / "gone.flagfall").symlink_to(games / "nowhere")
    with held(games / "new.flagfall"):
        assert [path.name for path in saved()] == ["new.flagfall", "middle.flagfall", "old.flagfall"]


def test_a_game_is_found_by_path_by_file_name_or_by_name(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_whole(games / "mine.flagfall", "x")
    monkeypatch.chdir(games.parent)
    assert find("mine") == find("mine.flagfall") == games / "mine.flagfall"
    assert find(str(games / "mine.flagfall")) == games / "mine.flagfall"
    assert find("games/mine.flagfall") == Path("games/mine.flagfall")
    write_whole(games.parent / "mine", "another")
    assert find("mine") == Path("mine")


@pytest.mark.parametrize("name", ["", ".", "yours", "mine.txt", "games"])
def test_a_game_that_is_not_there(games: Path, name: str) -> None:
    write_whole(games / "mine.flagfall", "x")
    with pytest.raises(NoSuchGame) as refused:
        find(name)
    assert str(refused.value) == (f"there is no file {name!r}, here or among the saved games")


# --- whole ---


def test_what_is_written_is_in_the_file_to_the_letter(games: Path) -> None:
    path = games / "a.flagfall"
    for text in ("one\ntwo\n", "", "é\r\n\ufeff" * 1000):
        write_whole(path, text)
        assert path.read_bytes() == text.encode()
    assert os.listdir(games) == ["a.flagfall"]


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(games: Path) -> None:
    path = games / "a.flagfall"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new" * 10_000 + "\udc80")
    assert path.read_text() == "old" and os.listdir(games) == ["a.flagfall"]
    (games / "b.flagfall").mkdir()
    with pytest.raises(IsADirectoryError):
        write_whole(games / "b.flagfall", "new")
    assert sorted(os.listdir(games)) == ["a.flagfall", "b.flagfall"]


FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from flagfall.record.files import write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_whole(Path(sys.argv[1]), "new" * 1000)
except OSError as error:
    print(error.strerror)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such limits")
def test_a_disk_without_room_leaves_the_old_file_and_nothing_else(games: Path) -> None:
    path = games / "a.flagfall"
    write_whole(path, "old")
    assert run(FULL_DISK, path).communicate() == ("File too large\n", "")
    assert path.read_text() == "old" and os.listdir(games) == ["a.flagfall"]


def test_a_reader_never_sees_a_part(games: Path) -> None:
    path, texts = games / "a.flagfall", ("a" * 100_000, "b" * 70_000)
    write_whole(path, texts[0])

    def write_often() -> None:
        for turn in range(60):
            write_whole(path, texts[turn % 2])

    writer = threading.Thread(target=write_often)
    writer.start()
    while writer.is_alive():
        assert path.read_text() in texts
    writer.join()


WRITER = """
import sys
from itertools import cycle
from pathlib import Path
from flagfall.record.files import write_whole
for text in cycle(("a" * 100_000, "b" * 70_000)):
    write_whole(Path(sys.argv[1]), text)
    print("written", flush=True)
"""


def test_a_program_that_is_killed_leaves_a_whole_file(games: Path) -> None:
    writer = run(WRITER, games / "a.flagfall")
    assert writer.stdout
    for _ in range(3):
        assert writer.stdout.readline() == "written\n"
    writer.kill()
    writer.communicate()
    assert (games / "a.flagfall").read_text() in ("a" * 100_000, "b" * 70_000)
    assert saved() == [games / "a.flagfall"]


def test_a_match_is_in_its_file_after_every_choice_before_the_seats_know(games: Path) -> None:
    path = games / "a.flagfall"

    def journal(match: Match) -> None:
        write_whole(path, write([Record.of(match, {})]))
        assert load(path)[0].match().waiting() == match.waiting() != match.seats[None].waiting

    match = Match(GAMES["flag-chase"](), journal=journal)
    for move in ("forward",) * 4 + ("4", "2"):
        match.submit(match.waiting()[0], move)
        assert load(path)[0].match().position == match.position


# --- read ---


def test_a_file_is_read_with_the_line_ends_and_the_mark_of_other_systems(games: Path) -> None:
    path = games / "a.flagfall"
    text = write([RECORD])
    games.mkdir(parents=True)
    for data in (text, text.replace("\n", "\r\n"), text.replace("\n", "\r"), "\ufeff" + text):
        path.write_bytes(data.encode())
        assert load(path) == [RECORD]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'[Flagfall "1"]\n\xff', "line 2: not text in UTF-8"),
        (b"\x80", "line 1: not text in UTF-8"),
        ('[Flagfall "1"]'.encode("utf-16"), "line 1: not text in UTF-8"),
        (b"", 'line 1: empty; a record begins with [Flagfall "1"]'),
        (b'[Flagfall "1"]\n[Game "chess-x"]\n[Result "*"]\n', None),
        (b"\n" * (LONGEST + 1), f"line {LONGEST + 1}: too long to be a record: more than {LONGEST} characters"),
    ],
    ids=["a byte", "the first byte", "UTF-16", "empty", "unknown game", "too long"],
)
def test_an_error_names_the_file_and_the_line(games: Path, data: bytes, message: str | None) -> None:
    games.mkdir(parents=True)
    path = games / "a.flagfall"
    path.write_bytes(data)
    with pytest.raises(BadRecord) as refused:
        load(path)
    assert refused.value.line
    assert str(refused.value) == f"{path}: {message or said_of(data)}"


def said_of(data: bytes) -> str:
    with pytest.raises(BadRecord) as refused:
        read(data.decode())
    return str(refused.value)


def test_a_file_that_is_not_there_is_an_error_of_the_system(games: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load(games / "a.flagfall")


# --- one at a time ---

HOLDER = """
import sys
from pathlib import Path
from flagfall.record.files import InUse, held
try:
    with held(Path(sys.argv[1])):
        print("held", flush=True)
        sys.stdin.readline()
except InUse as error:
    print(error, flush=True)
"""


def test_two_programs_never_have_a_game_open_at_once(games: Path) -> None:
    path = games / "a.flagfall"
    other = run(HOLDER, path)
    assert other.stdout and other.stdout.readline() == "held\n"
    with pytest.raises(InUse) as refused, held(path):
        pass
    assert str(refused.value) == "a.flagfall is open in another flagfall; close that one first"
    with held(games / "b.flagfall"):
        pass
    other.communicate("\n")
    with held(path):
        assert run(HOLDER, path).communicate() == ("a.flagfall is open in another flagfall; close that one first\n", "")
    assert os.listdir(games) == []


def test_a_program_that_was_killed_holds_nothing(games: Path) -> None:
    path = games / "a.flagfall"
    other = run(HOLDER, path)
    assert other.stdout and other.stdout.readline() == "held\n"
    other.kill()
    other.communicate()
    with held(path):
        pass
    assert os.listdir(games) == []


def test_a_game_is_let_go_when_something_goes_wrong(games: Path) -> None:
    path = games / "a.flagfall"
    with pytest.raises(KeyboardInterrupt), held(path):
        raise KeyboardInterrupt
    with held(path), pytest.raises(InUse), held(path):
        pass
    with held(path):
        pass


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("kept", "{path} exists already; name another file"),
        ("no/new", "there is no folder {path.parent}; make it first, or name another file"),
        ("x" * 300, "{path}: File name too long"),
    ],
)
def test_a_file_that_is_named_is_new_or_the_reason_is_told(name: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine")
    path = tmp_path / name
    with pytest.raises(NotWritten) as refused:
        write_new(path, "theirs")
    assert str(refused.value) == why.format(path=path)
    assert [each.read_text() for each in tmp_path.iterdir()] == ["mine"]
