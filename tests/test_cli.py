"""The command line: answers on stdout, mistakes in one line on stderr, exit codes as documented, and a quick start."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from flagfall import __version__
from flagfall.cli import exit_codes, listed, main, parser
from flagfall.games import BOOKS, GAMES
from flagfall.installed import page
from tests.terminal.driving import ALONE, lines

BOTS_THERE_ARE = "there is random, level:1 to level:10, perfect, sampler"

# --- mistakes ---


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "grid-runer"], "no game is called 'grid-runer'; did you mean 'grid-runner'?"),
        (["play", "FLAG-CHASE-TRAP"], "no game is called 'FLAG-CHASE-TRAP'; did you mean 'flag-chase-traps'?"),
        (["rules", "chess"], f"no game is called 'chess'; there are {', '.join(GAMES)}"),
        (["position", "xyzzy"], f"no game is called 'xyzzy'; there are {', '.join(GAMES)}"),
        (["demo", "flagchase"], "no game is called 'flagchase'; did you mean 'flag-chase'?"),
        (["play"], "which game? `flagfall games` lists them"),
        (["pley"], "there is no command 'pley'; did you mean 'play'?"),
        (["grid-runner"], "there is no command 'grid-runner'; `flagfall play grid-runner` plays this game"),
        (["--nosuch"], "unrecognized arguments: --nosuch; `flagfall --help` shows what can be given"),
        (["games", "x"], "unrecognized arguments: x; `flagfall games --help` shows what can be given"),
        (["rules"], "the following arguments are required: GAME; `flagfall rules --help` shows what can be given"),
        (["play", "flag-chase", "--set", "cells"], "--set takes NAME=VALUE, not 'cells'"),
        (["play", "flag-chase", "--set", "cells=7", "--set", "cells=9"], "--set gives a setting twice"),
        (["play", "flag-chase", "--set", "cels=7"], "there is no setting 'cels'; this game has cells, numbers"),
        (["play", "flag-chase", "--set", "cells=x"], "cells must be a whole number from 2 to 99, not 'x'"),
        (
            ["play", "flag-chase", "--p2", "robot"],
            f"--p2 takes human or a bot, and no bot is called 'robot'; {BOTS_THERE_ARE}",
        ),
        (["play", "flag-chase", "--swap"], "--swap is for a series: give --best-of or --first-to, too"),
        (["play", "flag-chase", "--from", "nonsense"], f"no game is called 'nonsense'; there are {', '.join(GAMES)}"),
        (
            ["play", "grid-runner", "--from", "flag-chase P1 1/5"],
            "this position is one of flag-chase, not of grid-runner",
        ),
        (["play", "--from", "capture-the-flag P2 4/7"], "this position can't be played on: the game is over"),
        (["play", "--from", "flag-chase-traps P1 1,1/5,5 2/1 -/?1"], "it is what one player knows"),
        (["play", "--from", "flag-chase P1 1/5", "--set", "cells=7"], "--set can't be given with --from"),
        (["completion", "tcsh"], "invalid choice: 'tcsh' (choose from"),
        *(
            (["play", "flag-chase", option, value], f"argument {option}: give a whole number from 1 to ")
            for option in ("--best-of", "--first-to", "--cap")
            for value in ("0", "-1", "two")
        ),
        (["play", "flag-chase", "--best-of", "3", "--first-to", "2"], "not allowed with argument --best-of"),
    ],
)
def test_a_mistake_is_one_line_on_stderr_that_says_what_would_be_right(
    arguments, message, capsys, monkeypatch, tmp_path
):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("flagfall: ")
    assert message in shown.err
    assert shown.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_nobody_can_type_moves_for_a_program(shell):
    for arguments in (["play", "flag-chase", "--json"], ["resume", "--json"]):
        terminal = shell.open(*arguments)
        assert terminal.end() == 2
        said = "flagfall: with --json the moves come from a pipe, one a line; nobody can type them here"
        assert " ".join(terminal.text.split()) == said


def test_what_cannot_be_read_is_an_error_of_its_own(shell):
    (shell.home / "binary").write_bytes(b"\xff\xfe\x00")
    for arguments in (["replay", "binary"], ["replay", "nosuch"], ["record", "nosuch"], ["resume", "binary"]):
        done = shell.run(*arguments)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)


# --- help ---


def test_help_lists_every_command_and_every_exit_code(shell):
    done = shell.run("--help")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(exit_codes())
    assert re.findall(r"^  (\d+) ", exit_codes(), re.MULTILINE) == ["0", "1", "2", "3", "130", "141", "143"]
    for name, about in listed().items():
        assert f"  {name:<12}{about}\n" in done.out
    assert "complete " not in done.out.replace("completion", "")


def test_every_command_has_a_help_of_its_own(capsys):
    for name, about in listed().items():
        with pytest.raises(SystemExit) as ended:
            parser(name).parse_args(["--help"])
        assert ended.value.code == 0
        shown = capsys.readouterr().out
        assert shown.startswith(f"usage: flagfall {name} ")
        assert about in " ".join(shown.split())


def test_the_version(shell):
    assert shell.run("version").out == shell.run("--version").out == f"flagfall {__version__}\n"
    assert json.loads(shell.run("version", "--json").out)["version"] == __version__


# --- answers for people and for programs ---


def test_the_games_are_listed_with_what_they_are(shell):
    assert shell.run("games").out == "".join(f"{name:<22}{game.about}\n" for name, game in GAMES.items())
    data = json.loads(shell.run("games", "--json").out)
    assert [each["id"] for each in data] == list(GAMES)
    for each in data:
        assert each["title"] and each["about"]
        assert each["opening"] == GAMES[each["id"]]().text()
        assert {setting["name"] for setting in each["settings"]} == {s.name for s in GAMES[each["id"]].Rules.settings()}
        assert all(setting["values"] and setting["about"] and "default" in setting for setting in each["settings"])


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if "## In short" in (page(game) or "")])
def test_the_rules_begin_in_short_on_one_screen_and_say_where_all_of_them_are(shell, game):
    shown = shell.run("rules", game).out
    assert shown.startswith(f"{GAMES[game].title}\n\n")
    assert "\nAim: " in shown and "\nYou win " in shown
    assert shown.endswith(f"\nEvery rule, setting and ruling: flagfall rules {game} --all\n")
    assert len(shown.splitlines()) < 24
    assert not re.search(r"\*\*|`|F\d-", shown)


@pytest.mark.long
def test_all_the_rules_come_through_the_pager_of_the_user(shell):
    terminal = shell.open("rules", "flag-chase", "--all", PAGER="sed s/^/|/")
    assert terminal.end() == 0
    assert all(line.startswith("|") for line in terminal.text.splitlines())
    assert "|F0-R01 " in terminal.text
    for pager, term in (("nosuchpager", "xterm"), ("", "xterm"), ("'", "xterm"), ("sed s/^/|/", "dumb")):
        plain = shell.open("rules", "flag-chase", "--all", PAGER=pager, TERM=term)
        assert plain.end() == 0
        assert "\nF0-R01 " in plain.text
        assert "|" not in plain.text.partition("F0-R01")[0]
    assert "|" not in shell.run("rules", "flag-chase", "--all", PAGER="sed s/^/|/").out.partition("F0-R01")[0]


def test_ctrl_c_is_for_the_pager(shell):
    terminal = shell.open(
        "rules", "flag-chase", "--all", PAGER="sh -c 'trap \"echo got it; exit\" INT; echo pager; read x </dev/tty'"
    )
    terminal.until("pager")
    terminal.press("\x03")
    assert terminal.end() == 0
    assert "got it" in terminal.text


def test_advice_names_the_program_as_it_was_started(shell):
    """Whoever has not put it on the PATH can type what is advised, all the same."""
    folder = Path(sys.executable).parent
    path = ":".join(each for each in os.environ["PATH"].split(":") if not (Path(each) / "flagfall").exists())
    (shell.home / "in").symlink_to(folder)
    for way in ("in/flagfall", str(folder / "flagfall"), f"{folder}/python -m flagfall"):
        for line, advice in (("resume", "play GAME"), ("grid-runner", "play grid-runner"), ("play -x", "play --help")):
            done = subprocess.run(
                ["sh", "-c", f"{way} {line}"],
                env=shell.environment(PATH=path),
                cwd=shell.home,
                capture_output=True,
                text=True,
                check=False,
            )
            assert f"`{way} {advice}`" in done.stderr
    assert "`flagfall play GAME`" in shell.run("resume").err


@pytest.mark.parametrize("game", [game.id for game in BOOKS])
def test_the_rules_are_told_with_every_ruling_and_why(shell, game):
    shown = shell.run("rules", game, "--all").out
    data = json.loads(shell.run("rules", game, "--json").out)
    assert list(data["chapters"])[:5] == ["In short", "Rules", "Texts", "Variations", "Rulings"]
    assert shown.startswith(f"{data['title']}\n\n")
    for chapter in data["chapters"].values():
        for entry in chapter:
            assert not entry["id"] or f"\n{entry['id']} " in shown
    rulings = [entry for entry in data["chapters"]["Rulings"] if entry["id"]]
    written = re.findall(r"^- \*\*(F\d-A\d\d)\*\*", page(GAMES[game]) or "", re.MULTILINE)
    assert [ruling["id"] for ruling in rulings] == written
    assert len(written) >= 9
    assert all(ruling["name"] and "Ruling:" in ruling["text"] and "Why:" in ruling["text"] for ruling in rulings)
    assert not re.search(r"\*\*|`|^#|^- ", shown, re.MULTILINE)


def test_a_game_played_by_a_program_comes_back_as_data_alone(shell):
    done = shell.run("play", "capture-the-flag", "--json", typed=lines("3", "2", "2", "1"))
    assert (done.code, done.err) == (0, "")
    data = json.loads(done.out)
    assert data["name"] == shell.name()
    assert data["over"] is True
    assert data["score"] == {"P1": 1, "P2": 0}
    assert [(refusal["player"], refusal["reason"][:12]) for refusal in data["refused"]] == [("P1", "Enter 1 or 2")]
    (game,) = data["games"]
    assert (game["game"], game["start"]) == ("capture-the-flag", "capture-the-flag P1 1/7")
    assert (game["winner"], game["result"]) == ("P1", "Player 1 wins: captured the flag")
    assert [ply["moves"] for ply in game["plies"]] == [{"P1": "2"}, {"P2": "2"}, {"P1": "1"}]
    assert game["plies"][0]["position"] == "capture-the-flag P2 3/7"
    assert game["plies"][0]["said"] == ["P1 moves to position 3."]


def test_an_unfinished_game_comes_back_as_data_without_its_secrets_and_goes_on(shell):
    done = shell.run("play", "flag-chase-traps", "--json", typed=lines("TRAP 3 4", "TRAP 9 9"))
    assert done.code == 3
    assert done.err == f"The input ended: the game is saved; go on with: flagfall resume {shell.name()}\n"
    data = json.loads(done.out)
    assert data["over"] is False
    assert data["games"][0]["plies"][0]["moves"] == {"P1": "TRAP ?"}
    assert data["games"][0]["plies"][0]["position"] == "flag-chase-traps P2 1,1/5,5 1/2 ?1/-"
    assert data["refused"] == [{"player": "P2", "reason": "Invalid move. Please choose a valid adjacent cell."}]
    again = json.loads(shell.run("resume", "--json", typed="MOVE 4 4\n").out)
    assert [ply["moves"] for ply in again["games"][0]["plies"]] == [{"P1": "TRAP ?"}, {"P2": "MOVE 4 4"}]


def test_a_program_that_plays_nothing_gets_the_start(shell):
    done = shell.run("play", "flag-chase", "--json")
    assert done.code == 3
    data = json.loads(done.out)
    assert (data["name"], data["games"][0]["plies"], data["games"][0]["start"]) == (None, [], "flag-chase P1 1/5")


def test_two_bots_need_nobody_at_the_keys(shell):
    arguments = ("play", "grid-runner", "--p1", "random", "--p2", "random", "--seed", "3", "--best-of", "3", "--json")
    terminal = shell.open(*arguments)
    assert terminal.end() == 0
    assert json.loads(terminal.text)["over"] is True


# --- a quick start ---


def loaded_by(shell, *arguments: str, **changes: str) -> set[str]:
    """The modules that Python has loaded after this command."""
    code = f"import sys; from flagfall.cli import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, input="", env=shell.environment(**changes), check=True)
    return set(done.stderr.split())


ROOMS = {f"flagfall.{room}" for room in ("solve", "online", "coach", "arena", "fast", "adapters", "draw")}
HEAVY = {"numpy", "numba", "scipy", "asyncio", "sqlite3", "subprocess"}


def test_listing_the_games_loads_nothing_else(shell):
    light = {"json", "random", "tempfile", "shutil", "difflib", "datetime", "hashlib", "pathlib", "importlib.resources"}
    rooms = {"flagfall.match", "flagfall.record", "flagfall.bots"}
    plugins = {"importlib.metadata", "flagfall.testing"}
    assert not (ROOMS | HEAVY | light | rooms | plugins) & loaded_by(shell, "games", **ALONE)


@pytest.mark.parametrize("arguments", [["play", "flag-chase"], ["rules", "flag-chase"], ["resume", "--list"]])
def test_playing_and_reading_load_no_solver_and_no_network(shell, arguments):
    assert not (ROOMS | HEAVY | {"importlib.metadata", "flagfall_toys"}) & loaded_by(shell, *arguments)
