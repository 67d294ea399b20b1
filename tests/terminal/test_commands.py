"""At any prompt: help, moves, board, rules, history, undo, end, resign, save, quit. A bad input says why."""

from __future__ import annotations

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.installed import page
from tests.every_game import begun
from tests.terminal.driving import Shell, Terminal, lines


def asked(shown: str, prompt: str, *answers: str) -> list[str]:
    """What stands between each of these answers and the next prompt."""
    parts = shown.split(prompt)
    return [part.removeprefix(f"{answer}\n") for answer in answers for part in parts if part.startswith(f"{answer}\n")]


@pytest.mark.parametrize("game", GAMES)
def test_every_command_that_shows_something_works_in_every_game(shell, game):
    first = begun(game)
    typed = ("help", "?", "MOVES", " board ", "rules", "history", "save")
    done = shell.run("play", game, typed=lines(*first.typed, *typed, "quit"))
    assert done.code == 0
    help_, question_mark, moves, board, rules, history, save = asked(done.out, first.prompt, *typed)
    assert help_.startswith(
        "Besides a move you can type:\n  help     this list\n  moves    the moves you can make now\n"
    )
    assert question_mark == help_
    for command in ("moves", "board", "rules", "history", "undo", "end", "resign", "save", "quit"):
        assert f"\n  {command} " in help_
    assert moves.startswith("  ")
    public = first.match.seats[None]
    assert public.view.board() in board
    assert public.view.words() in board
    if page(GAMES[game]):
        assert rules.startswith(f"{GAMES[game].title}\n\n")
        assert rules.rstrip().partition(f"flagfall rules {game} --all")[1]
    else:
        assert rules.startswith(f"{GAMES[game].title} has no page of rules.\n")
    played = " | ".join(f"{player.name} {move}" for player, move in public.history[0].items())
    assert f"  1. {played}\n" in history
    assert save.startswith(f"Saved. Take it up again with: flagfall resume {shell.name()}\n")
    assert done.err == f"You left the game: the game is saved; go on with: flagfall resume {shell.name()}\n"


def test_moves_are_listed_with_what_they_do_or_close_together_when_they_are_many(shell):
    few = shell.run("play", "capture-the-flag", typed="moves\nquit\n").out
    assert "): moves\n  1          move to position 2\n  2          move to position 3\nPlayer 1" in few
    many = shell.run("play", "flag-chase-traps", "--p2", "random", typed="moves\nquit\n").out
    assert ": moves\n  MOVE 1 2, MOVE 2 1, MOVE 2 2, TRAP 1 2, TRAP 1 3," in many
    assert " TRAP 5 3, TRAP 5 4\nPlayer 1, enter" in many


def test_before_the_first_move_there_is_no_history_and_nothing_to_save_or_take_back(shell):
    shown = shell.run("play", "grid-runner", typed=lines("history", "save", "undo", "quit"))
    assert "> history\nNo move has been made yet.\n" in shown.out
    assert "> save\nThere is nothing to save yet; the game is saved after every move.\n" in shown.out
    assert "> undo\nThere is no move to take back.\n" in shown.out
    assert shown.err == "You left the game: nothing was played.\n"
    assert shell.saved() == []


@pytest.mark.rule("G-03")
@pytest.mark.parametrize(
    ("game", "wrong", "reason"),
    [
        ("flag-chase", "3", "Enter 1 to move forward or 2 to move backward."),
        ("capture-the-flag", "3", "Enter 1 or 2: how many positions to move towards the flag."),
        ("grid-runner", "2,2", "(2,2) is "),
        ("command-line-conquer", "MOVE 5", "You have no unit on position 5. Enter MOVE 0 or RECRUIT."),
    ],
)
def test_a_bad_input_says_why_and_the_same_player_is_asked_again(shell, game, wrong, reason):
    done = shell.run("play", game, typed=lines(wrong))
    assert f"{GAMES[game]().prompt(Player.P1)}{wrong}\n{reason}" in done.out
    assert done.out.count("Player 1") > 1
    assert "Player 2," not in done.out
    assert shell.saved() == []


def test_only_at_a_terminal_a_refusal_points_to_help(shell):
    terminal = shell.open("play", "capture-the-flag")
    terminal.answer("flag): ", "x")
    terminal.until("\r\n(help shows what can be typed here)\r\n")
    assert "(help shows" not in shell.run("play", "capture-the-flag", typed="x\n").out


# --- taking back ---


def test_a_move_is_taken_back_if_the_other_player_agrees(shell):
    typed = lines("2", "2", "undo", "perhaps", "yes", "1", "quit")
    shown = shell.run("play", "capture-the-flag", typed=typed).out
    assert (
        "flag): undo\n"
        "Player 1 asks to take back the last move.\n"
        "Player 2, do you agree? (yes/no): perhaps\n"
        "Please answer yes or no.\n"
        "Player 2, do you agree? (yes/no): yes\n"
        "The last move is taken back.\n"
    ) in shown
    assert "[ ][ ][P1][Flag][ ][P2][ ]" in shown
    assert "1. P1 2\n2. P2 1\n" in shell.saved()[0].read_text()


def test_a_move_stays_if_the_other_player_does_not_agree(shell):
    shown = shell.run("play", "capture-the-flag", typed=lines("2", "2", "undo", "n", "history")).out
    assert "(yes/no): n\nPlayer 2 declines.\nPlayer 1 (P1) - Current Position: 3\n" in shown
    assert "  1. P1 2\n  2. P2 2\n" in shown


def test_commands_that_only_show_something_work_while_somebody_is_asked_to_agree(shell):
    typed = lines("2", "2", "undo", "history", "moves", "rules", "resign", "board", "yes", "quit")
    shown = shell.run("play", "capture-the-flag", typed=typed).out
    question = "Player 2, do you agree? (yes/no): "
    assert (
        f"{question}history\n  1. P1 2\n  2. P2 2\n{question}moves\nIt is Player 1's turn.\n{question}rules\n" in shown
    )
    assert f"{question}resign\nPlease answer yes or no.\n{question}board\n[ ]" in shown
    assert "The last move is taken back." in shown


@pytest.mark.rule("F0-R16", "F0-R17")
def test_a_battle_is_never_taken_back_nor_a_move_while_a_number_is_sealed(shell):
    typed = lines("1", "undo", "no", "3", "undo", "4", "undo", "quit")
    shown = shell.run("play", "--from", "flag-chase P2 3/4", typed=typed).out
    assert "5: undo\nPlayer 1 asks to take back the last move.\nPlayer 2, do you agree? (yes/no): no\n" in shown
    assert "5: undo\nNothing can be taken back while a choice is sealed.\nPlayer 2, choose a number" in shown
    assert "(1-2): undo\nA move that revealed a secret can't be taken back.\n" in shown


@pytest.mark.rule("F2-R18")
def test_a_sprung_trap_is_never_taken_back(shell):
    shown = shell.run("play", "flag-chase-traps", typed=lines("TRAP 4 4", "MOVE 4 4", "undo")).out
    assert "move: undo\nA move that revealed a secret can't be taken back.\n" in shown


def test_against_a_bot_the_own_last_move_is_taken_back_without_asking(shell):
    typed = lines("1,1", "undo", "1,3", "quit")
    shown = shell.run("play", "grid-runner", "--p2", "random", "--seed", "1", typed=typed).out
    assert "> undo\nPlayer 1 asks to take back the last 2 moves.\nThe last 2 moves are taken back.\n" in shown
    assert "1. P1 1,3\n" in shell.saved()[0].read_text()


# --- giving up ---


def test_at_a_terminal_giving_up_is_confirmed(shell):
    terminal = shell.open("play", "grid-runner")
    terminal.answer("> ", "resign")
    terminal.answer("Player 1, do you really resign? (yes/no): ", "no")
    terminal.answer("> ", "resign")
    terminal.answer("Player 1, do you really resign? (yes/no): ", "yes")
    assert terminal.finish() == 0
    assert "\nPlayer 1 resigns. Player 2 wins the game.\n" in terminal.text
    assert "Player 2 wins: Player 1 resigned" in shell.run("resume", "--list").out


def test_a_pipe_gives_up_without_a_question(shell):
    done = shell.run("play", "grid-runner", typed=lines("1,2", "resign"))
    assert done.code == 0
    assert done.out.endswith("> resign\nPlayer 2 resigns. Player 1 wins the game.\n")


def test_a_game_ends_without_a_result_if_both_agree(shell):
    done = shell.run("play", "flag-chase", typed=lines("1", "end", "no", "end", "yes"))
    assert done.code == 0
    assert "Player 2 offers to end the game without a result.\nPlayer 1, do you agree? (yes/no): no\n" in done.out
    assert done.out.endswith("(yes/no): yes\nThe players agree to end the game: no result.\n")


@pytest.mark.long
@pytest.mark.parametrize("bot", ["level:1", "level:10", "perfect"])
def test_a_bot_that_stands_better_does_not_agree_to_end_the_game(shell, bot):
    declined = shell.run("play", "grid-runner", "--p2", bot, typed=lines("end", "quit")).out
    assert "> end\nPlayer 1 offers to end the game without a result.\nPlayer 2 declines.\n" in declined
    agreed = shell.run("play", "flag-chase", "--p2", bot, typed=lines("end"))
    assert agreed.out.endswith("The players agree to end the game: no result.\n")


def test_a_bot_takes_nothing_back_that_revealed_its_secret(shell):
    start = "flag-chase-traps P1 1,1/5,5 2/0 -/2,2"
    shown = shell.run("play", "--from", start, "--p2", "random", typed=lines("MOVE 2 2", "undo", "quit")).out
    assert "move: undo\nA move that revealed a secret can't be taken back.\n" in shown


# --- saving a copy ---


def test_a_copy_is_saved_in_a_new_file_and_keeps_the_secrets(shell):
    typed = lines("TRAP 3 4", "save my copy", "save my copy", "save /proc/x/y", f"save {'x' * 999}", "quit")
    shown = shell.run("play", "flag-chase-traps", typed=typed).out
    assert "A copy is saved in my copy.\n" in shown
    assert "Not saved: my copy exists already; name another file.\n" in shown
    assert "Not saved: there is no folder " in shown
    assert ": File name too long.\n" in shown
    copy = (shell.home / "my copy").read_text()
    assert copy == shell.saved()[0].read_text()
    assert "1. P1 sealed:" in copy
    assert shell.run("resume", "my copy", typed="quit\n").code == 0


def settled(shell: Shell, *answers: str) -> Terminal:
    """Hidden traps at a terminal, where Player 2 asks on the private screen to take back what Player 1 did."""
    terminal = shell.open("play", "flag-chase-traps")
    for typed in ("TRAP 3 4", "undo"):
        terminal.answer("press Enter: ", "")
        terminal.answer("enter your move: ", typed)
    terminal.answer("(yes/no): ", *answers)
    terminal.until("press Enter: ")
    return terminal


def test_an_offer_made_on_a_private_screen_is_settled_in_the_open(shell):
    terminal = settled(shell, "board", "history", "yes")
    assert "Player 2 asks to take back the last move.\nPlayer 1, do you agree? (yes/no): board\n" in terminal.public()
    assert "T1" not in terminal.public()
    assert "(yes/no): history\n  1. P1 TRAP ?\n" in terminal.public()
    assert terminal.public().endswith("Player 1's turn. Player 2, look away.\nPlayer 1, press Enter: ")
