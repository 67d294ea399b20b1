"""A game is saved after every move, taken up where it was left, and open in one place at a time."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess

import pytest

from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.terminal.saving import unsaved
from tests.every_game import short_game
from tests.terminal.driving import FLAGFALL, PATIENCE, lines

FLAG = "towards the flag): "


def test_a_game_goes_on_where_it_was_left(shell):
    assert shell.run("play", "capture-the-flag", typed="2\n2\nquit\n").code == 0
    done = shell.run("resume", typed="1\n")
    assert done.code == 0
    assert done.out.startswith("\n[ ][ ][P1][Flag][P2][ ][ ]\n")
    assert "Congratulations! Player 1 has captured the flag and wins the game!\n" in done.out
    again = shell.run("resume", shell.name())
    assert again.code == 1
    assert again.err == (
        f"flagfall: {shell.name()} is over (Player 1 wins: captured the flag); "
        f"see it again with: flagfall replay {shell.name()}\n"
    )


def test_without_a_name_the_newest_unfinished_game_goes_on(shell):
    shell.run("play", "grid-runner", typed="1,2\n")
    shell.run("play", "flag-chase", typed="1\n")
    shell.run("play", "capture-the-flag", typed="2\n2\n1\n")
    assert shell.run("resume").out.startswith("Grid: [ ] [P1]")
    assert shell.run("resume", shell.saved()[0].stem).out.startswith("Current Grid:")


def test_where_nothing_can_be_taken_up_the_answer_says_so(shell):
    nothing = shell.run("resume")
    assert (nothing.code, nothing.out) == (1, "")
    assert nothing.err == "flagfall: there is no unfinished game; `flagfall play GAME` starts one\n"
    unknown = shell.run("resume", "nosuch")
    assert unknown.code == 1
    assert unknown.err.startswith("flagfall: there is no file 'nosuch', here or among the saved games;")


@pytest.mark.rule("F0-R16", "F0-R17")
def test_a_sealed_number_survives_and_stays_sealed(shell):
    shell.run("play", "--from", "flag-chase P2 3/4", typed="1\n4\n")
    assert " 4" not in shell.saved()[0].read_text().partition("Result")[2]
    terminal = shell.open("resume", shell.name())
    terminal.answer("Player 2, choose a number between 1 and 5: ", "2")
    terminal.until("Player 1 chose 4.\r\nPlayer 2 chose 2.\r\n")
    assert "Player 1, choose a number" not in terminal.text


def test_hidden_traps_survive_and_stay_hidden(shell):
    shell.run("play", "flag-chase-traps", typed=lines("TRAP 4 4", "MOVE 5 4"))
    assert "TRAP" not in shell.saved()[0].read_text()
    assert "T1" not in shell.run("replay", shell.name()).out
    assert "T1" in shell.run("replay", shell.name(), "--reveal").out
    done = shell.run("resume", typed=lines("TRAP 4 4", "MOVE 2 2", "MOVE 4 4"))
    assert "enter your move: \nInvalid move." in done.out
    assert "Trap triggered at (4,4)!\n" in done.out


def test_a_series_goes_on_between_its_rounds_and_within_them(shell):
    shell.run("play", "capture-the-flag", "--best-of", "3", "--swap", typed="2\n2\n1\n")
    between = shell.run("resume", typed="2\n")
    assert between.out.startswith("\nRound 2 (best of 3, starter swapped each round). Score: Player 1 1, Player 2 0.\n")
    assert "Player 2 (P2) - Current Position: 7\n" in between.out
    within = shell.run("resume", typed="2\n1\n2\n2\n1\n")
    assert "Round 2 (" in within.out
    assert within.out.endswith("Player 1 wins the series!\n")
    assert [line for line in shell.saved()[0].read_text().splitlines() if "Round" in line or "Result" in line] == [
        *('[Round "1"]', '[Result "P1"]', '[Round "2"]', '[Result "P2"]', '[Round "3"]', '[Result "P1"]')
    ]


def test_a_seeded_bot_and_the_cap_are_the_same_after_a_break(shell):
    shell.run("play", "grid-runner", "--p2", "random", "--seed", "7", "--cap", "3", typed="0,1\n")
    done = shell.run("resume", typed="0,2\n")
    assert done.code == 0
    assert done.out.endswith("No result: the cap of 3 plies was reached.\n")


def test_a_game_is_open_in_one_place_at_a_time(shell):
    terminal = shell.open("play", "capture-the-flag")
    terminal.answer(FLAG, "2")
    terminal.until(FLAG)
    name = shell.name()
    for arguments in (["resume"], ["resume", name]):
        refused = shell.run(*arguments, typed="2\n")
        assert refused.code == 1
        assert refused.err == f"flagfall: {name}.flagfall is open in another flagfall; close that one first\n"
    terminal.type("quit")
    assert terminal.end() == 0
    assert shell.run("resume", name, typed="2\n").code == 3


def test_games_begun_at_the_same_moment_get_files_of_their_own(shell):
    games = [
        subprocess.Popen(
            [*FLAGFALL, "play", "capture-the-flag"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=shell.environment(),
        )
        for _ in range(6)
    ]
    for game in games:
        game.communicate(b"2\n", timeout=PATIENCE)
    assert len(shell.saved()) == len(games)
    assert all("1. P1 2\n" in path.read_text() for path in shell.saved())


def test_saved_games_are_listed_newest_first_with_how_they_stand(shell):
    assert shell.run("resume", "--list").out == "No game has been saved yet.\n"
    assert json.loads(shell.run("resume", "--list", "--json").out) == []
    shell.run("play", "capture-the-flag", typed="2\n2\n1\n")
    shell.run("play", "grid-runner", "--best-of", "3", "--p2", "random", "--seed", "2", typed="resign\n")
    shell.run("play", "flag-chase", typed="1\n")
    damaged = shell.saved()[0].parent / "damaged.flagfall"
    damaged.write_text("no record")
    os.utime(damaged, (1, 1))
    *listed, last = [re.split("  +", line) for line in shell.run("resume", "--list").out.splitlines()]
    assert last == ["damaged", 'damaged: line 1: not a Flagfall record; it begins with [Flagfall "1"]']
    assert [(row[-2].split()[0], row[-1]) for row in listed] == [
        ("1", "unfinished"),
        ("0", "unfinished"),
        ("3", "Player 1 wins: captured the flag"),
    ]
    *rows, last = json.loads(shell.run("resume", "--list", "--json").out)
    assert last == {
        "name": "damaged",
        "result": None,
        "problem": 'line 1: not a Flagfall record; it begins with [Flagfall "1"]',
    }
    assert [(row["game"], row["players"]["P2"], row["rounds"], row["plies"], row["result"]) for row in rows] == [
        ("flag-chase", "human", 1, 1, None),
        ("grid-runner", "random", 1, 0, None),
        ("capture-the-flag", "human", 1, 3, "Player 1 wins: captured the flag"),
    ]


def test_a_file_that_can_be_read_and_not_gone_on_with_is_listed_with_the_reason(shell):
    shell.run("play", "capture-the-flag", "--best-of", "3", typed="2\n")
    path = shell.saved()[0]
    path.write_text(path.read_text() + "\n" + path.read_text().replace('Round "1"', 'Round "2"'))
    shown = " ".join(shell.run("resume", "--list").out.split())
    assert shown == f"{path.stem} 2 plies damaged: a round is unfinished, and others follow it"


# --- which game, and which file ---


@pytest.mark.parametrize("inside", [True, False])
def test_the_advice_after_a_game_leads_back_to_it(shell, inside):
    """In the folder of saved games the name is enough; elsewhere it takes the path that was given."""
    shell.run("play", "capture-the-flag", typed="2\n")
    name = shell.name()
    if not inside:
        (shell.home / "my games").mkdir()
        name = "my games/copy.flagfall"
        (shell.home / name).write_text(shell.saved()[0].read_text())
    terminal = shell.open("resume", name)
    terminal.answer(FLAG, "save", "quit")
    assert terminal.end() == 0
    (again, after_quitting) = re.findall("flagfall resume (.*)", terminal.text)
    assert again == after_quitting == shlex.quote(name)
    assert shell.run("resume", *shlex.split(again), typed="2\n1\n").code == 0
    over = shell.run("resume", *shlex.split(again))
    assert over.err.endswith(f"see it again with: flagfall replay {again}\n")
    assert shell.run("replay", *shlex.split(again)).code == 0


def test_a_link_leads_to_the_real_file_which_is_held_and_written(shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    real, link = shell.saved()[0], shell.home / "link.flagfall"
    link.symlink_to(real)
    process = subprocess.Popen(
        [*FLAGFALL, "resume", str(link)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=shell.environment(),
    )
    assert process.stdin and process.stdout
    assert process.stdout.readline()  # it has begun
    for name in (real.stem, str(link)):
        refused = shell.run("resume", name, typed="2\n")
        assert refused.err == f"flagfall: {real.name} is open in another flagfall; close that one first\n"
    process.communicate(b"1\n", timeout=PATIENCE)
    assert link.is_symlink()
    assert "1. P1 2\n2. P2 1\n" in real.read_text()


def test_without_a_name_nobody_is_given_a_game_of_programs(shell):
    terminal = shell.open("play", "capture-the-flag")
    terminal.answer(FLAG, "2", "quit")
    assert terminal.end() == 0
    own = shell.name()
    shell.run("play", "grid-runner", typed="1,2\n")
    shell.run("play", "flag-chase", "--p1", "random", "--p2", "random", "--cap", "3")
    terminal = shell.open("resume")
    terminal.answer(FLAG, "quit")
    assert terminal.end() == 0
    assert f"flagfall resume {own}\n" in terminal.text
    menu = shell.open()
    menu.until_asked(", q): ")
    assert "r. Go on: Capture the Flag, two players, since " in " ".join(menu.text.split())
    assert "Current Grid" in shell.run("resume").out


def test_a_game_of_programs_that_somebody_goes_on_with_is_theirs(shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    name = shell.name()
    for arguments, typed in (([name], ("2", "quit")), ([], ("quit",))):
        terminal = shell.open("resume", *arguments)
        terminal.answer(FLAG, *typed)
        assert terminal.end() == 0
    (path,) = shell.saved()
    assert (path.parent.name, path.stem) == ("games", name)
    assert "1. P1 2\n2. P2 2\n" in path.read_text()


def test_of_the_games_of_programs_only_the_newest_are_kept(shell):
    shell.run("play", "capture-the-flag", typed="2\n")
    first = shell.saved()[0]
    for number in range(60):
        copy = first.with_name(f"capture-the-flag-{number:02}.flagfall")
        copy.write_text(first.read_text())
        os.utime(copy, (number + 1, number + 1))
    terminal = shell.open("play", "capture-the-flag")
    terminal.answer(FLAG, "2", "quit")
    assert terminal.end() == 0
    shell.run("play", "flag-chase", typed="1\n")
    kept = [path.stem for path in shell.saved() if path.parent.name == "unattended"]
    assert len(kept) == 51
    assert kept[0] == "capture-the-flag-11"
    assert len([path for path in shell.saved() if path.parent.name == "games"]) == 1


def test_a_copy_makes_no_folder(shell):
    shown = shell.run("play", "capture-the-flag", typed=lines("2", "save new/copy", "quit")).out
    assert "Not saved: there is no folder new; make it first, or name another file.\n" in shown
    assert not (shell.home / "new").exists()


# --- when the disk refuses ---


def test_a_folder_that_cannot_be_written_is_said_at_once(shell):
    (shell.home / "file").write_text("")
    done = shell.run("play", "capture-the-flag", typed="2\n", XDG_DATA_HOME=str(shell.home / "file"))
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        f"flagfall: games can't be saved in {shell.home}/file/flagfall/unattended (Not a directory); "
        "set XDG_DATA_HOME to a folder that can be written\n"
    )


def test_what_cannot_be_saved_is_not_played_and_the_player_is_asked_again(shell):
    terminal = shell.open("play", "capture-the-flag")
    terminal.answer(FLAG, "2")
    terminal.until(FLAG)
    games = shell.home / "data/flagfall/games"
    games.rename(shell.home / "elsewhere")
    games.write_text("in the way")
    why = f"It could not be saved in {games} (File exists), so nothing has changed."
    for typed in ("1", "undo", "end", "resign"):
        terminal.type(typed)
        if typed != "1":
            terminal.answer("(yes/no): ", "yes")
        terminal.until("It could not be saved")
        if typed == "1":
            terminal.answer("Play on without saving? (y/n) ", "no")
            terminal.until("Then make room and try it again;")
        terminal.until(FLAG)
    assert " ".join(terminal.text.split()).count(why) == 4
    assert terminal.text.count("Play on without saving?") == 1
    games.unlink()
    (shell.home / "elsewhere").rename(games)
    terminal.type("1")
    terminal.until("P2 moves to position 6.\r\n")
    assert terminal.text.count("P2 moves") == 1
    assert "1. P1 2\n2. P2 1\n" in shell.saved()[0].read_text()


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_not_saved_is_remembered_all_the_same(name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    save = unsaved({"P1": "human"})
    match = Match(GAMES[name](), journal=save.journal)
    for ply in short_game(name).plies:
        for player, move in ply.items():
            match.submit(player, move)
    (record,) = save.records
    assert [dict(ply) for ply in record.plies] == [dict(ply.moves) for ply in match.plies]
    assert not list(tmp_path.iterdir())
