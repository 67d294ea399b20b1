"""Seeing games again: replays by steps or at once, records as text and JSON, positions and the demonstration."""

from __future__ import annotations

import json

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.installed import playthrough
from tests.terminal.driving import Shell, lines

STEPS = "[Enter: next, b: back, a: all, q: stop] "


def finished(shell: Shell) -> str:
    shell.run("play", "capture-the-flag", typed="2\n2\n1\n")
    return shell.name()


def test_a_pipe_gets_the_whole_replay(shell):
    done = shell.run("replay", finished(shell))
    assert done.code == 0
    assert done.out.startswith("Capture the Flag\n[P1][ ][ ][Flag][ ][ ][P2]\n(1) (2)(3) (4)  (5)(6) (7)\n\n1. P1 2\n")
    assert done.out.endswith(
        "3. P1 1\n"
        "P1 moves to position 4.\n"
        "Congratulations! Player 1 has captured the flag and wins the game!\n"
        "[ ][ ][ ][P1][P2][ ][ ]\n"
        "(1)(2)(3)(4)  (5)(6)(7)\n"
        "\n"
        "Player 1 wins: captured the flag.\n"
    )


def test_a_game_without_a_move_can_be_seen_again(shell):
    shell.run("play", "capture-the-flag", typed="resign\n")
    shown = shell.run("replay", shell.name()).out
    assert shown.endswith("(1) (2)(3) (4)  (5)(6) (7)\n\nPlayer 2 wins: Player 1 resigned.\n")
    assert json.loads(shell.run("replay", shell.name(), "--json").out)["plies"] == []


def test_at_a_terminal_a_replay_goes_step_by_step_and_back(shell):
    terminal = shell.open("replay", finished(shell))
    typed = ("", "", "b", "b", "", "a")
    terminal.answer(STEPS, *typed)
    assert terminal.end() == 0
    opening, first, second = "Capture the Flag\n[P1]", "\n1. P1 2\nP1 moves", "\n2. P2 2\nP2 moves"
    shown = (first, second, first, opening, first, second)
    moments = terminal.text.split(STEPS)
    assert moments[0].startswith(opening)
    for moment, key, frame in zip(moments[1:], typed, shown, strict=True):
        assert moment.startswith(f"{key}\n{frame}")
    assert moments[-1].endswith("\nPlayer 1 wins: captured the flag.\n")


def test_a_word_that_means_nothing_in_a_replay_is_answered_and_moves_nothing(shell):
    terminal = shell.open("replay", finished(shell))
    terminal.answer(STEPS, "c", "bb", "back", "next")
    terminal.until(STEPS)
    assert terminal.text.count("Press Enter for the next move, or type b (back), a (all the rest) or q (stop).\n") == 2
    assert [line for line in terminal.text.splitlines() if line[:3] in ("1. ", "2. ")] == ["1. P1 2"]


@pytest.mark.parametrize("keys", ["q\r", "quit\r", "\x04"])
def test_a_replay_can_be_stopped(shell, keys):
    terminal = shell.open("replay", finished(shell))
    terminal.until(STEPS)
    terminal.press(keys)
    assert terminal.end() == 0
    assert "1. P1 2" not in terminal.text


def test_at_a_terminal_a_replay_can_be_printed_at_once(shell):
    terminal = shell.open("replay", "--all", finished(shell))
    assert terminal.end() == 0
    assert STEPS not in terminal.text
    assert "3. P1 1\n" in terminal.text


def test_a_series_is_replayed_round_by_round(shell):
    shell.run("play", "flag-chase", "--best-of", "2", "--cap", "1", typed="1\n2\n")
    shown = shell.run("replay", shell.name()).out
    assert "Flag Chase, round 1\n" in shown
    assert "Flag Chase, round 2\n" in shown
    assert [game["result"] for game in json.loads(shell.run("replay", shell.name(), "--json").out)] == [
        "No result: the cap of 1 plies was reached"
    ] * 2


@pytest.mark.rule("G-05")
def test_an_unfinished_game_hides_its_secrets_unless_they_are_asked_for(shell):
    shell.run("play", "flag-chase-traps", typed=lines("TRAP 3 4", "MOVE 4 4"))
    for command in ("replay", "record"):
        for option in ("--json", None):
            arguments = [command, shell.name(), *([option] if option else [])]
            assert "3 4" not in shell.run(*arguments).out
            assert "TRAP 3 4" in shell.run(*arguments, "--reveal").out


@pytest.mark.rule("F0-R16")
def test_a_number_that_is_sealed_in_an_unfinished_battle_is_shown_only_when_it_is_asked_for(shell):
    shell.run("play", "--from", "flag-chase P1 3/3 numbers=99", typed="87\n")
    name = shell.name()
    assert "1. P1 (sealed)\n\nThe game is unfinished.\n" in shell.run("replay", name).out
    assert "1. P1 87\n\nThe game is unfinished.\n" in shell.run("replay", name, "--reveal").out
    for options, seen in (((), "(sealed)"), (("--reveal",), "87")):
        data = json.loads(shell.run("replay", name, "--json", *options).out)
        assert (data["plies"], data["sealed"]) == ([], {"P1": seen})


def test_a_record_is_printed_as_text_and_as_json_and_both_can_be_read_again(shell):
    name = finished(shell)
    text = shell.run("record", name)
    assert text.out == shell.saved()[0].read_text()
    (shell.home / "game.json").write_text(shell.run("record", name, "--json").out)
    assert shell.run("record", "game.json").out == text.out


def test_a_damaged_record_is_named_with_its_line(shell):
    finished(shell)
    path = shell.saved()[0]
    path.write_text(path.read_text().replace("2. P2 2", "2. P2 7"))
    done = shell.run("replay", path.stem)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"flagfall: {path}: line ")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_drawn_and_said_with_who_may_do_what(shell, game):
    shown = shell.run("position", game).out
    data = json.loads(shell.run("position", game, "--json").out)
    assert data["game"] == game
    assert data["turn"] == "P1"
    assert data["winner"] is None
    choices = "".join(f"{Player[name]}: {', '.join(moves)}\n" for name, moves in data["choices"].items())
    assert shown == f"{data['board']}\n{data['words']}\n{choices}"
    assert json.loads(shell.run("position", data["position"], "--json").out) == data


def test_a_position_after_the_end_says_who_has_won(shell):
    assert shell.run("position", "capture-the-flag P2 4/7").out.endswith("Player 1 wins: captured the flag.\n")
    data = json.loads(shell.run("position", "capture-the-flag P2 4/7", "--json").out)
    assert (data["winner"], data["reason"], data["choices"]) == ("P1", "captured the flag", {})


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if playthrough(game)])
def test_the_demonstration_ends_with_an_invitation(shell, game):
    done = shell.run("demo", game)
    assert done.code == 0
    assert done.out.startswith(f"A game of {GAMES[game].title}, as it looks when two people play it.\n\n")
    assert done.out.endswith(f"\nNow you: flagfall play {game}\n")
    assert shell.saved() == []
