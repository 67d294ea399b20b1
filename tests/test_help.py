"""Help for every command, with examples that do what they say; and what may be left out or come through a pipe."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from flagfall import __version__
from flagfall.cli import COMMANDS, EXAMPLES, in_lines, listed, parser, top_parser
from flagfall.games import GAMES
from flagfall.record.files import write_whole
from flagfall.record.text import write
from tests.every_game import begun, short_game
from tests.terminal.driving import Shell, lines

EVERY = [line for examples in (EXAMPLES, *(each.examples for each in COMMANDS.values())) for line in examples]
WAITS = ("flagfall serve", "flagfall host", "flagfall join", "flagfall\n")
"""Those that run until somebody stops them, or that need a server."""
HERE_IN_VAIN = {
    "flagfall resume": "there is no unfinished game",
    "flagfall resume --delete game.flagfall": "nobody is here to say whether that is meant",
    "flagfall puzzle grid-runner --mine": "you gave nothing away",
}
"""What these say where nobody has played, sits at the keyboard or was online."""


@pytest.mark.parametrize("name", listed())
def test_every_command_has_examples_in_its_help(name):
    shown = parser(name).format_help()
    assert COMMANDS[name].examples
    assert in_lines(COMMANDS[name].examples) in shown
    assert all(name in line for line in COMMANDS[name].examples)


@pytest.mark.parametrize("line", EVERY)
def test_every_example_can_be_parsed(line):
    ours = [words for part in re.split(r"[|<>()]", line) if (words := shlex.split(part))[:1] == ["flagfall"]]
    assert ours
    for words in ours:
        name = words[1] if len(words) > 1 and not words[1].startswith("-") else None
        (parser(name) if name else top_parser()).parse_args(words[2 if name else 1 :])


@pytest.fixture
def with_a_game(shell: Shell) -> Shell:
    """Where the examples' `game.flagfall` is a saved game."""
    text = write([short_game("grid-runner")])
    write_whole(shell.home / "data/flagfall/games/game.flagfall", text)
    return shell


@pytest.mark.parametrize("line", [line for line in EVERY if not f"{line}\n".startswith(WAITS) and "|" not in line])
@pytest.mark.long
def test_every_example_does_what_it_says(with_a_game, line):
    terminal = with_a_game.start(["bash", "-c", f"{line} </dev/null"], TERM="dumb")
    if line in HERE_IN_VAIN:
        assert (terminal.end(), HERE_IN_VAIN[line] in terminal.text) == (1, True)
    else:
        assert terminal.end() in (0, 3), terminal.text
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize("line", [line for line in EVERY if "|" in line and "source" not in line])
def test_every_example_with_a_pipe_does_what_it_says(with_a_game, line):
    terminal = with_a_game.start(["bash", "-c", f"set -o pipefail; {line}"])
    assert terminal.end() == 0, terminal.text


# --- help, version ---


@pytest.mark.long
def test_help_is_a_command_too(shell):
    assert shell.run("help").out == shell.run("--help").out
    for name in listed():
        assert shell.run("help", name).out == shell.run(name, "--help").out
    done = shell.run("help", "pley")
    assert (done.code, done.err) == (2, "flagfall: there is no command 'pley'; did you mean 'play'?\n")


def test_the_version_has_a_short_form(shell):
    assert shell.run("-V").out == f"flagfall {__version__}\n"


def test_the_general_help_fits_a_wide_screen_and_names_every_example():
    shown = top_parser().format_help()
    assert in_lines(EXAMPLES) in shown
    assert [line for line in shown.splitlines() if len(line) > 120] == []


# --- a game that is left out ---


@pytest.mark.parametrize("name", GAMES)
def test_play_without_a_game_asks_for_one_at_a_terminal(shell, name):
    terminal = shell.open("play", "--p2", "random")
    terminal.until_asked(", q): ")
    assert f"{1 + list(GAMES).index(name)}. {GAMES[name].title}\n" in terminal.text
    terminal.type(str(1 + list(GAMES).index(name)))
    terminal.until("Type help at any prompt")


@pytest.mark.parametrize(("keys", "code"), [("q\r", 0), ("\x04", 3), ("\x03", 130)])
def test_play_without_a_game_can_be_left(shell, keys, code):
    terminal = shell.open("play")
    terminal.until_asked(", q): ")
    terminal.press(keys)
    assert terminal.end() == code
    assert "Traceback" not in terminal.text


# --- from a pipe ---


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.long
def test_a_dash_is_standard_input(shell, name):
    path = shell.home / "x.flagfall"
    path.write_text(write([short_game(name)]))
    turn = list(GAMES).index(name) % 2
    for command in (("replay", "record"), ("verify", "record" if GAMES[name]().hides() else "analyse"))[turn]:
        named, piped = shell.run(command, str(path)), shell.run(command, "-", typed=path.read_text())
        assert (piped.code, piped.out) == (named.code, named.out)
    text = begun(name).match.position.text()
    for command in ("position", "draw"):
        named, piped = shell.run(command, text), shell.run(command, "-", typed=f"{text}\n")
        assert piped.out
        assert (piped.code, piped.out) == (named.code, named.out) == (0, piped.out)
    answers = lines(begun(name, text).typed)
    assert (
        shell.run("play", "--from", "-", typed=f"{text}\n{answers}").out
        == shell.run("play", "--from", text, typed=answers).out
    )


def test_what_comes_through_a_pipe_and_is_nothing_is_an_error(shell):
    for command, code in (("replay", 1), ("record", 1), ("position", 2), ("draw", 2)):
        done = shell.run(command, "-", typed="")
        assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
    assert shell.run("replay", "-", typed=b"\xff\xfe").err == ("flagfall: standard input: line 1: not text in UTF-8\n")


# --- exploring ---


@pytest.mark.parametrize("name", GAMES)
def test_exploring_walks_through_any_game_and_back(shell, name):
    start, first = GAMES[name](), begun(name)
    after = first.match.position
    done = shell.run("explore", name, typed=lines(*first.typed, "back", "forward", "position", "nonsense", "q"))
    assert done.code == 0
    assert done.out.count(start.board()) >= 2
    assert f"\n{after.text()}\n" in done.out.replace("Move (help, q): position", "")
    assert "Ply 1." in done.out
    if not start.hides():
        assert "best" in done.out


@pytest.mark.parametrize("name", GAMES)
def test_exploring_a_game_that_was_played_goes_back_to_its_start(shell, name):
    game = short_game(name)
    (shell.home / "x.flagfall").write_text(write([game]))
    done = shell.run("explore", "x.flagfall", typed=lines(["back"] * len(game.plies), "back", "q"))
    assert done.code == 0
    assert f"Ply {len(game.plies)}. {game.match().position.outcome() or ''}"[:8] in done.out
    assert "Ply 0." in done.out
    assert "There is nothing there." in done.out


def test_what_an_unfinished_game_hides_is_not_explored(shell):
    shell.run("play", "flag-chase-traps", typed="TRAP 3 4\n")
    done = shell.run("explore", shell.name())
    assert (done.code, done.out) == (1, "")
    assert "what it hides stays hidden until then" in done.err


def test_a_choice_that_is_sealed_is_not_seen_by_exploring(shell):
    shell.run("play", "--from", "flag-chase P1 2/3", typed=lines("1", "4"))
    done = shell.run("explore", shell.name(), typed="position\n")
    assert "Ply 1." in done.out
    data = json.loads(shell.run("resume", "--list", "--json").out)[0]
    assert data["waiting"] == ["P2"]
