"""After a game: again with seats swapped, a look at what was played, or leave. Only who sits there is asked."""

from __future__ import annotations

import resource

import pytest

from flagfall.core import Player
from flagfall.games import GAMES
from flagfall.record import Record, read
from flagfall.record.names import names_in
from tests.every_game import short_game
from tests.terminal.driving import AGAIN, Shell, Terminal, lines

FLAG = "towards the flag): "
WON = ("2", "2", "1")
"""What is typed for a whole game of Capture the Flag."""


def ended(shell: Shell, *arguments: str, **changes: str) -> Terminal:
    terminal = shell.open("play", "capture-the-flag", *arguments, **changes)
    terminal.answer(FLAG, *WON)
    return terminal


def records(shell: Shell) -> list[Record]:
    return [record for path in shell.saved() for record in read(path.read_text())]


@pytest.mark.parametrize("game", GAMES)
def test_any_game_can_be_played_again_and_each_has_its_own_file(shell, game):
    terminal = shell.open("play", game, "--name1", "Ada", "--name2", "Ben")
    for answer in ("yes", "again", "q"):
        give_up(terminal, game)
        terminal.answer(AGAIN, answer)
    assert terminal.end() == 0
    played = records(shell)
    assert [names_in(each.tags) for each in played] == [
        {Player.P1: "Ada", Player.P2: "Ben"},
        {Player.P1: "Ben", Player.P2: "Ada"},
        {Player.P1: "Ada", Player.P2: "Ben"},
    ]
    assert len(shell.saved()) == 3
    assert all(each.outcome and each.start == GAMES[game]() for each in played)
    assert terminal.text.count("Player 1 (Ben) and Player 2 (Ada).") == 1


def give_up(terminal: Terminal, game: str) -> None:
    """Play a move each, and resign."""
    opening = GAMES[game]()
    ask = "press Enter: " if opening.hides() else opening.prompt(opening.turn).rpartition("\n")[2]
    terminal.answer(ask, "resign")
    terminal.answer("really resign? (yes/no): ", "yes")


def test_a_person_who_played_a_bot_takes_its_seat(shell):
    terminal = shell.open("play", "capture-the-flag", "--p2", "level:3", "--seed", "1")
    for answer in ("y", "n"):
        terminal.answer(FLAG, "resign")
        terminal.answer("(yes/no): ", "yes")
        terminal.answer(AGAIN, answer)
    assert terminal.end() == 0
    assert [(each.tags["P1"], each.tags["P2"]) for each in records(shell)] == [
        ("human", "level:3"),
        ("level:3", "human"),
    ]


def test_a_series_is_played_again_when_it_is_over_and_not_before(shell):
    terminal = shell.open("play", "capture-the-flag", "--best-of", "3", "--name1", "Ada", columns=120)
    terminal.answer(FLAG, *WON, *WON)
    terminal.until("Player 1 (Ada) wins the series!")
    terminal.answer(AGAIN, "yes")
    terminal.until("Round 1 (best of 3, same starter each round). Score: Player 1 0, Player 2 (Ada) 0.")
    terminal.answer(FLAG, "quit")
    assert terminal.end() == 0
    assert terminal.text.count(AGAIN) == 1
    assert "Score: Player 1 (Ada) 1, Player 2 0." in terminal.text


def test_a_game_that_was_taken_up_can_be_played_again(shell):
    shell.run("play", "capture-the-flag", "--cap", "9", typed=lines("2", "2"))
    terminal = shell.open("resume", shell.name())
    terminal.answer(FLAG, "1")
    terminal.answer(AGAIN, "yes")
    terminal.answer(FLAG, *WON)
    assert terminal.finish() == 0
    assert [each.tags["Cap"] for each in records(shell)] == ["9", "9"]


def test_at_the_end_the_game_is_analysed_shown_again_and_copied(shell):
    terminal = ended(shell)
    terminal.answer(AGAIN, "analyse")
    terminal.until("accuracy")
    terminal.answer(AGAIN, "replay")
    terminal.answer("q: stop] ", "a")
    terminal.until("Player 1 wins: captured the flag.")
    terminal.answer(AGAIN, "save copy", "save", "what", "")
    terminal.until("yes      play again, with seats swapped")
    assert terminal.finish() == 0
    assert (shell.home / "copy").read_text() == shell.saved()[0].read_text()
    assert f"Saved. See it again with:\n  flagfall replay {shell.name()}\n" in terminal.text.replace(
        "with: flag", "with:\n  flag"
    )


def test_a_game_with_secrets_is_analysed_as_it_looked_to_the_players(shell):
    terminal = shell.open("play", "--from", "flag-chase-traps P1 4,4/4,5 0/1 3,4/2,5")
    terminal.answer("press Enter: ", "")
    terminal.answer("enter your move: ", "MOVE 5 5")
    terminal.answer(AGAIN, "analyse")
    terminal.until("Player 2: nothing to decide.")
    assert terminal.finish() == 0
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize(("keys", "code"), [("\x04", 0), ("\x03", 130), ("\x1c", 143)])
def test_a_game_that_is_over_is_left_as_it_is(shell, keys, code):
    terminal = ended(shell)
    terminal.until(AGAIN)
    terminal.press(keys)
    assert terminal.end() == code
    assert "go on with" not in terminal.text


def test_nobody_is_asked_who_does_not_type(shell):
    done = shell.run("play", "capture-the-flag", typed=lines(WON))
    assert done.code == 0
    assert "Again" not in done.out + done.err
    terminal = shell.open("play", "capture-the-flag", "--p1", "random", "--p2", "random")
    assert terminal.end() == 0
    assert "Again" not in terminal.text


# --- names ---


def test_names_stand_beside_the_books_words_in_lists_replays_and_analyses(shell):
    done = shell.run("play", "capture-the-flag", "--name1", "Ada", "--name2", "李 小龍", typed=lines(WON))
    assert done.out.startswith("Player 1 (Ada) and Player 2 (李 小龍).\n\n[P1][ ]")
    assert "Congratulations! Player 1 has captured the flag and wins the game!" in done.out
    assert '[Name1 "Ada"]\n[Name2 "李 小龍"]\n' in shell.run("record", shell.name()).out
    assert shell.run("replay", shell.name()).out.startswith(
        "Capture the Flag\nPlayer 1 (Ada) and Player 2 (李 小龍).\n["
    )
    assert "Player 2 (李 小龍): accuracy" in shell.run("analyse", shell.name()).out
    assert '"P1": "Ada"' in shell.run("resume", "--list", "--json").out
    assert '"P1": "Ada"' in shell.run("replay", shell.name(), "--json").out
    terminal = shell.open("resume", "--list", columns=120)
    assert terminal.end() == 0
    assert "Ada" in terminal.text


def test_names_that_were_kept_are_used_at_a_terminal_and_not_in_a_pipe(shell):
    config = shell.home / ".config/flagfall"
    config.mkdir(parents=True)
    (config / "settings.json").write_text('{"name1": "Ada", "name2": "Ben"}')
    terminal = shell.open("play", "capture-the-flag", "--name2", "Eve")
    terminal.until("Player 1 (Ada) and Player 2 (Eve).")
    terminal = shell.open("play", "capture-the-flag", "--p1", "random")
    terminal.until("Player 1 and Player 2 (Ada).")
    assert "Ada" not in shell.run("play", "capture-the-flag", typed=lines(WON)).out


@pytest.mark.parametrize("name", ["x" * 41, "\033[31mred", "a\u202eb"])
def test_a_name_that_a_screen_can_t_show_is_refused(shell, name):
    done = shell.run("play", "capture-the-flag", "--name2", name)
    assert (done.code, done.out) == (2, "")
    assert "a name has at most 40 signs that can be printed" in done.err
    assert "\033" not in done.err


# --- without saving ---


def test_a_game_that_is_not_to_be_saved_leaves_nothing_behind(shell):
    terminal = ended(shell, "--no-save")
    terminal.answer(AGAIN, "save", "replay")
    terminal.answer("q: stop] ", "q")
    terminal.answer(AGAIN, "yes")
    terminal.answer(FLAG, "save", "2", "save", "quit")
    assert terminal.end() == 0
    assert "Type help at any prompt. The game is not saved.\n" in terminal.text
    assert "This game is not saved; save FILE writes a copy." in terminal.text
    assert terminal.text.endswith("You left the game: what was played is not saved.\n")
    assert shell.saved() == []
    assert not (shell.home / "data").exists()


def test_a_pipe_is_not_saved_either_if_it_says_so(shell):
    assert shell.run("play", "capture-the-flag", "--no-save", typed=lines(WON)).code == 0
    assert shell.saved() == []


def test_where_nothing_can_be_saved_one_can_play_all_the_same(shell):
    (shell.home / "file").write_text("")
    for answer, code in (("no", 1), ("yes", 0)):
        terminal = shell.open("play", "capture-the-flag", XDG_DATA_HOME=str(shell.home / "file"))
        terminal.until("Games can't be saved in")
        terminal.answer("Play without saving? (y/n) ", answer)
        if code == 0:
            terminal.answer(FLAG, *WON)
            terminal.answer(AGAIN, "no")
        assert terminal.end() == code
    assert "captured the flag and wins" in terminal.text


def full(terminal: Terminal) -> None:
    """No file can grow any more: what a full disk is to the program."""
    _, hard = resource.prlimit(terminal.child.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(terminal.child.pid, resource.RLIMIT_FSIZE, (0, hard))


@pytest.mark.parametrize(("opponent", "second"), [("human", "3,2"), ("random", "2,2")])
def test_when_the_disk_gets_full_nothing_is_lost_and_one_can_play_on(shell, opponent, second):
    terminal = shell.open("play", "grid-runner", "--p2", opponent, "--seed", "1")
    asked = "Player {}, enter your move (format: row,column):\r\n> "
    terminal.answer(asked.format(1), "1,2")
    terminal.until(asked.format(2 if opponent == "human" else 1))
    before = shell.saved()[0].read_text()
    full(terminal)
    terminal.type(second)
    terminal.until("(File too large), so nothing has changed.")
    terminal.answer("Play on without saving? (y/n) ", "yes")
    terminal.answer("> ", "save")
    terminal.until("This game is not saved; save FILE writes a copy.")
    terminal.answer("> ", "history", "quit")
    assert terminal.end() == 0
    assert terminal.text.count("without saving?") == 1
    assert f" {second}\n" in terminal.text.partition("history\n")[2]
    assert shell.saved()[0].read_text() == before


@pytest.mark.parametrize(("answer", "last"), [("no", "nothing was played."), ("yes", "what was played is not saved.")])
def test_a_bot_s_move_that_can_t_be_saved_is_played_only_after_a_yes(shell, answer, last):
    terminal = shell.sh("ulimit -f 0; python -m flagfall play grid-runner --p1 random --seed 1", NO_COLOR="1")
    terminal.answer("Play on without saving? (y/n) ", answer)
    if answer == "yes":
        terminal.answer("Player 2, enter your move (format: row,column):\r\n> ", "quit")
    assert terminal.end() == 0
    assert terminal.text.endswith(f"You left the game: {last}\n")
    assert shell.saved() == []


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_what_could_not_be_saved_is_played_after_a_yes(shell, game):
    opening, (first, *_) = GAMES[game](), short_game(game).plies
    terminal = shell.open("play", game)
    if opening.hides():
        terminal.answer("press Enter: ", "")
    terminal.until_asked(opening.prompt(opening.turn).rpartition("\n")[2])
    full(terminal)
    terminal.type(opening.written(first[opening.turn]))
    terminal.answer("Play on without saving? (y/n) ", "yes")
    later = opening.play(first) if len(first) == 1 else opening
    terminal.until("press Enter: " if later.hides() else later.prompt(opening.turn.other).rpartition("\n")[2])
    terminal.press("\x03")
    assert terminal.end() == 130
    assert shell.saved() == []
