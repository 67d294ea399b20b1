"""Starting games: with bots, from positions, as variations and as series."""

from __future__ import annotations

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from tests.every_game import short_game
from tests.program import data_folder, run
from tests.terminal.driving import FLAGFALL, lines


def test_the_sample_of_the_manual(shell):
    done = shell.run("play", "capture-the-flag", typed="2\n2\n1\n")
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(
        "P1 moves to position 4.\nCongratulations! Player 1 has captured the flag and wins the game!\n"
        "\n[ ][ ][ ][P1][P2][ ][ ]\n(1)(2)(3)(4)  (5)(6)(7)\n"
    )


# --- bots ---


@pytest.mark.parametrize("game", ["flag-chase", "flag-chase-traps"])
def test_two_bots_with_one_seed_play_the_same_game_twice(shell, game):
    arguments = ("play", game, "--p1", "random", "--p2", "random", "--cap", "60", "--seed")
    first, again, other = (shell.run(*arguments, seed) for seed in ("7", "7", "8"))
    assert first.code == 0
    assert first == again != other


def test_a_bots_traps_stay_hidden_from_the_person_and_the_persons_own_are_drawn(shell):
    done = shell.run("play", "flag-chase-traps", "--p2", "random", "--seed", "1", typed=lines("TRAP 3 4", "TRAP 4 3"))
    assert "Player 1, enter your move: TRAP 3 4\n" in done.out
    assert "[T1]" in done.out
    assert "[T2]" not in done.out
    assert "Player 2, enter your move: TRAP\nPlayer 2 places a trap.\n" in done.out


# --- variations, positions, limits ---


def test_settings_make_variations_and_are_kept(shell):
    done = shell.run("play", "grid-runner", "--set", "size=3", "--set", "blocked=1,1", typed="1,1\n1,0\n")
    assert "\n[ ][#][ ]\n" in done.out
    assert "(1,1) is blocked." in done.out
    assert '[Start "grid-runner P1 0,1/2,1 size=3 blocked=1,1"]' in shell.saved()[0].read_text()


def test_a_ruling_can_be_chosen(shell):
    position = "command-line-conquer P2 6/7"
    for compare, result in (("before", "P1's unit wins; P2's unit is removed."), ("after", "Both units are destroyed")):
        start = f"{position} compare={compare}".removesuffix(" compare=before")
        assert result in shell.run("play", "--from", start, typed="MOVE 7\n").out


def test_a_game_starts_from_any_position_with_or_without_its_name(shell):
    for arguments in (["play", "flag-chase"], ["play"]):
        done = shell.run(*arguments, "--from", "flag-chase P2 3/4 numbers=9", typed="1\n")
        assert "Player 1, choose a number between 1 and 9: " in done.out


@pytest.mark.rule("F0-A09")
def test_a_cap_ends_a_game_without_a_result(shell):
    done = shell.run("play", "flag-chase", "--cap", "2", typed="2\n2\n")
    assert done.code == 0
    assert done.out.endswith("(1-2): 2\nNo result: the cap of 2 plies was reached.\n")
    assert "No result: the cap of 2 plies was reached" in shell.run("resume", "--list").out


# --- series ---


@pytest.mark.rule("F1-V01", "F1-A09", "F3-V01")
def test_a_series_counts_wins_and_swaps_the_starter(shell):
    typed = lines("2", "2", "1", "2", "2", "1", "resign")
    done = shell.run("play", "capture-the-flag", "--best-of", "3", "--swap", typed=typed)
    told = [line for line in done.out.splitlines() if "Round" in line or "Score" in line or "Wins" in line.title()]
    assert told == [
        "Round 1 (best of 3, starter swapped each round). Score: Player 1 0, Player 2 0.",
        "Congratulations! Player 1 has captured the flag and wins the game!",
        "Round 2 (best of 3, starter swapped each round). Score: Player 1 1, Player 2 0.",
        "Congratulations! Player 2 has captured the flag and wins the game!",
        "Round 3 (best of 3, starter swapped each round). Score: Player 1 1, Player 2 1.",
        "Player 1 resigns. Player 2 wins the game.",
        "Score: Player 1 1, Player 2 2.",
        "Player 2 wins the series!",
    ]


def test_a_series_ends_as_soon_as_somebody_has_the_wins(shell):
    done = shell.run("play", "capture-the-flag", "--first-to", "2", typed=lines("resign", "2", "resign", "resign"))
    assert done.code == 0
    assert "Round 1 (first to 2, same starter each round). Score: Player 1 0, Player 2 0.\n" in done.out
    assert done.out.count("Round ") == 3
    assert done.out.endswith("\nScore: Player 1 1, Player 2 2.\nPlayer 2 wins the series!\n")
    best = shell.run("play", "flag-chase", "--best-of", "2", "--cap", "1", typed="1\n1\n")
    assert best.out.endswith("Score: Player 1 0, Player 2 0, without a result 2.\nThe series ends without a winner.\n")


# --- how it ends ---


@pytest.mark.parametrize("game", GAMES)
def test_the_last_board_is_shown_once_after_the_books_words(shell, game):
    """A book that draws it itself is taken at its word."""
    match, typed = short_game(game).match(), []
    for ply in match.plies:
        typed += [ply.before.written(ply.moves[player]) for player in Player if player in ply.moves]
    *_, last = match.plies
    done = shell.run("play", game, typed=lines(*typed))
    assert done.code == 0
    said = "\n".join(last.before.say(last.moves, None))
    assert said in done.out
    end = f"{said}{done.out.rpartition(said)[2]}"
    assert end.count(match.position.board()) == 1


def test_after_a_resignation_the_board_is_not_shown_again(shell):
    shown = shell.run("play", "capture-the-flag", typed="resign\n").out
    assert shown.count("[P1][ ]") == 1


@pytest.mark.rule("F2-A06", "F2-T02")
def test_enter_alone_is_a_forced_pass(shell):
    typed = lines("TRAP 1 2", "TRAP 2 3", "TRAP 2 1", "MOVE 4 4", "MOVE 2 2", "MOVE 3 3", "MOVE 2 3", "MOVE 2 2", "")
    shown = shell.run("play", "flag-chase-traps", typed=typed).out
    pass_ = "You have no legal move: press Enter to pass.\nPlayer 1, enter your move: \n"
    assert f"{pass_}Player 1 has no legal move and passes.\n" in shown
    assert "Player 2, enter your move: \n" in shown.rpartition("passes.")[2]


# --- at the terminal ---


def test_the_prompt_is_there_again_after_ctrl_z_and_fg(shell):
    terminal = shell.start(["bash", "--norc", "-i"], PS1="$ ", NO_COLOR="1")
    terminal.until("$ ")
    terminal.type(f"{' '.join(FLAGFALL)} play capture-the-flag")
    terminal.until("towards the flag): ")
    terminal.press("\x1a")
    terminal.until("Stopped")
    terminal.until("$ ")
    terminal.type("fg")
    terminal.answer("towards the flag): ", "2")
    terminal.until("P1 moves to position 3.")


@pytest.mark.parametrize("arguments", [["play", "flag-chase"], ["puzzle", "capture-the-flag"], []])
def test_a_line_without_an_end_is_refused(shell, arguments):
    for typed in (b"\0" * 5_000_000, b"x" * 5_000_000):
        done = shell.run(*arguments, typed=typed)
        assert done.code == 1
        assert done.err == "flagfall: the input has a line of more than 100,000 characters, and no answer is so long\n"
        assert len(done.out) < 5_000


def test_a_line_that_is_typed_has_an_end(shell):
    terminal = shell.open("play", "--from", "flag-chase P1 3/3")
    terminal.until("between 1 and 5: ")
    for _ in range(5):
        terminal.press("7" * 1000)
    terminal.press("\x7f" * 4096 + "4\r")
    terminal.until("Player 2, choose a number")


@pytest.mark.parametrize("game", GAMES)
def test_bots_that_never_win_do_not_play_a_series_for_ever(game):
    with data_folder():
        done = run("play", game, "--p1", "random", "--p2", "random", "--first-to", "2", "--cap", "1")
        assert done.code == 0
        assert "Round 10 (first to 2" in done.out and "Round 11" not in done.out
        assert done.out.endswith(
            "Score: Player 1 0, Player 2 0, without a result 10.\n"
            "The last 10 rounds had no winner, so these bots stop here.\n"
        )


def test_bots_play_all_rounds_of_a_best_of():
    with data_folder():
        done = run("play", "grid-runner", "--p1", "random", "--p2", "random", "--best-of", "12", "--cap", "1")
    assert done.out.endswith("without a result 12.\nThe series ends without a winner.\n")
