"""The saved games: with whom, since when, whose turn; and deleting them, which asks before it does."""

from __future__ import annotations

import json
import os
from datetime import datetime
from pathlib import Path

import pytest

from flagfall.games import GAMES
from flagfall.record import Record
from flagfall.record.files import held, write_whole
from flagfall.record.text import write
from flagfall.terminal.show.saved import SavedGame, stale, when
from tests.every_game import begun, short_game
from tests.terminal.driving import lines

NOW = datetime(2026, 3, 1, 12, 30)
A_DAY = 24 * 60 * 60


def kept(path: Path, record: Record, at: datetime = NOW) -> SavedGame:
    write_whole(path, write([record]))
    os.utime(path, (at.timestamp(), at.timestamp()))
    return SavedGame.at(path)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_told_in_a_line(name, tmp_path):
    match, title = begun(name).match, GAMES[name].title
    (player,) = match.waiting()[:1]
    path = tmp_path / "x.flagfall"
    everybody = " and ".join(map(str, match.waiting()))
    for tags, whom, standing in (
        ({}, "two players", f"{everybody} to choose"),
        ({player.other.name: "level:4"}, "against level:4", "your turn"),
        ({"P1": "random", "P2": "perfect"}, "random against perfect", f"{everybody} to choose"),
        ({player.other.name: "random", f"Name{player.name[1]}": "Ada"}, "Ada against random", "your turn"),
    ):
        game = kept(path, Record.of(match, tags))
        assert game.words(NOW) == f"{title}, {whom}, since today 12:30, 1 ply, {standing}"
        assert game.can_go_on
    over = short_game(name)
    game = kept(path, Record(over.start, over.plies, over.outcome, {"Name1": "Ada", "Name2": "Ben"}))
    assert game.words(NOW).startswith(f"{title}, Ada and Ben, since today 12:30, ")
    assert game.words(NOW).endswith(f", {over.outcome}")
    assert not game.can_go_on


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (datetime(2026, 3, 1, 0, 5), "today 00:05"),
        (datetime(2026, 2, 28, 23, 59), "yesterday 23:59"),
        (datetime(2026, 2, 27, 8, 0), "27 Feb"),
        (datetime(2025, 12, 31, 8, 0), "31 Dec 2025"),
    ],
)
def test_a_moment_is_told_as_one_would(then, said):
    assert when(then, NOW) == said


def test_only_what_nobody_goes_on_with_is_stale(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    games, programs = tmp_path / "flagfall/games", tmp_path / "flagfall/unattended"
    old, over, open_ = datetime(2026, 1, 1), short_game("grid-runner"), Record.of(begun("grid-runner").match, {})
    found = [
        kept(games / "over.flagfall", over, old),
        kept(games / "open.flagfall", open_, old),
        kept(games / "new.flagfall", over, NOW),
        kept(games / "bots.flagfall", Record.of(begun("grid-runner").match, {"P1": "random", "P2": "random"}), old),
        kept(programs / "piped.flagfall", open_, old),
    ]
    (games / "damaged.flagfall").write_text("no record")
    os.utime(games / "damaged.flagfall", (1, 1))
    found.append(SavedGame.at(games / "damaged.flagfall"))
    assert [game.name for game in stale(found, 30, NOW)] == ["over", "bots", "piped"]
    assert [game.name for game in stale(found, 0, NOW)] == ["over", "new", "bots", "piped"]


# --- deleting ---


@pytest.mark.parametrize(("answer", "left"), [("n", 2), ("", 2), ("\x04", 2), ("y", 1), ("yes", 1)])
def test_a_game_is_deleted_after_a_question(shell, answer, left):
    for _ in range(2):
        shell.run("play", "capture-the-flag", typed="2\n")
    name = shell.name()
    terminal = shell.open("resume", "--delete", name, columns=200)
    terminal.until_asked("Delete 1 game? (y/n) ")
    assert f"{name}: Capture the Flag, two players, since today " in terminal.text
    terminal.press(answer) if answer == "\x04" else terminal.type(answer)
    assert terminal.end() == 0
    assert terminal.text.endswith("Nothing was deleted.\n" if left == 2 else "Deleted 1 game.\n")
    assert len(shell.saved()) == left
    assert (shell.saved()[-1].stem == name) == (left == 2)


def test_nothing_is_deleted_where_nobody_can_be_asked(shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    done = shell.run("resume", "--delete", shell.name(), typed="y\n")
    assert (done.code, done.out) == (1, "")
    assert done.err == "flagfall: nobody is here to say whether that is meant; --yes says so\n"
    assert len(shell.saved()) == 1
    done = shell.run("resume", "--delete", shell.name(), "--yes")
    assert (done.code, done.out) == (0, "Deleted 1 game.\n")
    assert shell.saved() == []


def test_no_other_file_and_no_game_that_is_open_is_deleted(shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    (path,) = shell.saved()
    copy = shell.home / "copy.flagfall"
    copy.write_text(path.read_text())
    done = shell.run("resume", "--delete", str(copy), "--yes")
    assert (done.code, copy.exists()) == (1, True)
    assert done.err.endswith("is not among the saved games; delete it as you delete any file\n")
    with held(path):
        done = shell.run("resume", "--delete", path.stem, "--yes")
    assert (done.code, path.exists()) == (1, True)
    assert "is open in another flagfall" in done.err
    assert shell.run("resume", "--delete", "nix", "--yes").code == 1


def test_pruning_lets_go_what_is_over_and_what_programs_played(shell):
    terminal = shell.open("play", "capture-the-flag")
    terminal.answer("towards the flag): ", "2", "quit")
    assert terminal.end() == 0
    own = shell.name()
    shell.run("play", "capture-the-flag", typed=lines("2", "2", "1"))
    shell.run("play", "flag-chase", "--p1", "random", "--p2", "random", "--cap", "3")
    assert shell.run("resume", "--prune", "--yes").out == "There is nothing to let go.\n"
    for path in shell.saved():
        os.utime(path, (1_000_000, 1_000_000))
    assert shell.run("resume", "--prune", "99999", "--yes").out == "There is nothing to let go.\n"
    assert shell.run("resume", "--prune", "--yes").out == "Deleted 2 games.\n"
    assert [path.stem for path in shell.saved()] == [own]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--prune", "soon"], "give a number of days, not 'soon'"),
        (["x", "--list"], "--list and --prune take no name, and --delete takes its own"),
        (["--list", "--delete", "x"], "not allowed with argument --list"),
    ],
)
def test_what_can_not_be_meant_is_refused(shell, arguments, said):
    done = shell.run("resume", *arguments)
    assert done.code == 2
    assert said in done.err


# --- what `resume` takes up by itself ---


@pytest.mark.parametrize("name", GAMES)
def test_neither_a_piped_game_nor_one_of_bots_is_taken_up_by_itself_at_a_keyboard(shell, name):
    bots = ("--p1", "random", "--p2", "random", "--cap", "1", "--best-of", "3")
    shell.run("play", name, *bots, typed="")
    shell.run("play", name, typed=lines(begun(name).typed))
    assert any(game["game"] == name for game in json.loads(shell.run("resume", "--list", "--json").out))
    terminal = shell.open("resume", columns=200)
    assert terminal.end() == 1
    assert terminal.text == "flagfall: there is no unfinished game; `flagfall play GAME` starts one\n"


def test_a_game_that_only_bots_play_at_a_terminal_is_not_taken_up_by_itself(shell):
    terminal = shell.open("play", "flag-chase", "--p1", "random", "--p2", "random", "--cap", "3", "--best-of", "3")
    terminal.end()
    assert shell.saved()
    assert shell.open("resume").end() == 1
