"""`flagfall join` and `flagfall host` at real terminals and through pipes, against a real server."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path
from socket import create_server, socket
from threading import Thread

import numpy as np
import pytest
import zxingcpp

from flagfall.core import Player, Position
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.record import read
from flagfall.record.files import load
from tests.every_game import short_game
from tests.terminal.driving import Shell, Terminal, lines, shells

from .client import Live, both_links, create, get, request
from .relay import relay
from .server import lasting_port, server

LONG = 60
AFTERWARDS = "Rematch, save FILE or quit: "
STEP = "Choose your move (1 or 2 positions towards the flag): "


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("compiled")


@pytest.fixture
def shell(tmp_path: Path, compiled: Path) -> Iterator[Shell]:
    yield from shells(tmp_path, compiled)


def at_terminal(shell: Shell, *arguments: str, columns: int = 100, rows: int = 40) -> Terminal:
    terminal = shell.open(*arguments, columns=columns, rows=rows)
    terminal.child.timeout = LONG  # the machine may be busy
    return terminal


def joined(shell: Shell, address: str, game: str, token: str | None) -> Terminal:
    return at_terminal(shell, "join", f"{address}/g/{game}{f'#{token}' if token else ''}")


def question(position: Position, player: Player) -> str:
    """A prompt as a terminal gets it."""
    return position.view(player).prompt(player).replace("\n", "\r\n")


def demonstration(game: str) -> Match:
    return short_game(game).match()


def type_all(match: Match, at: dict[Player, Terminal], plies: slice = slice(None)) -> None:
    """Type the plies of a match at the terminals of its players."""
    for ply in match.plies[plies]:
        for player, move in ply.moves.items():
            if len(ply.moves) > 1 and player is Player.P2:
                at[player].until("Player 1 has chosen.")
            at[player].answer(question(ply.before, player), ply.before.written(move))


def both_seated(shell: Shell, address: str, game: str, tokens: dict[str, str]) -> dict[Player, Terminal]:
    p1 = joined(shell, address, game, tokens["P1"])
    p1.until("Player 2 has not come yet.")
    p2 = joined(shell, address, game, tokens["P2"])
    p2.until("you are Player 2.")
    p1.until("Player 2 is here.")
    return {Player.P1: p1, Player.P2: p2}


@pytest.mark.parametrize("game", GAMES)
def test_two_terminals_play_a_game_to_its_end(shell: Shell, address: str, game: str) -> None:
    match = demonstration(game)
    id_, tokens = both_links(address, start=match.start.text(), game="")
    at = both_seated(shell, address, id_, tokens)
    type_all(match, at)
    for terminal in at.values():
        terminal.until(str(match.outcome))
        terminal.answer(AFTERWARDS, "save own.flagfall" if terminal is at[Player.P1] else "board", "quit")
        assert terminal.end() == 0
        assert "CAREFUL" not in terminal.text
    assert "NOT" not in shell.run("verify", "own.flagfall").out
    (record,) = read(get(address, f"/api/games/{id_}/record"))
    assert [dict(ply) for ply in record.plies] == [dict(ply.moves) for ply in match.plies]
    for player, terminal in at.items():
        for line in match.seats[player].said:
            assert line in terminal.text


def test_a_seat_sees_its_own_traps_and_no_others_until_the_end(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, "flag-chase-traps", settings={"size": "3"})
    at = both_seated(shell, address, game, tokens)
    p1, p2 = at.values()
    p1.answer("Player 1, enter your move: ", "trap 2 2")
    p2.until("Player 1, enter your move: TRAP\n".replace("\n", "\r\n"))
    p2.until("Player 1 places a trap.")
    p2.answer("Player 2, enter your move: ", "trap 1 2")
    p1.answer("Player 1, enter your move: ", "history")
    p1.until("  1. P1 TRAP 2 2\r\n  2. P2 TRAP ?\r\n")
    p1.answer("Player 1, enter your move: ", "resign")
    assert "T2" not in p1.text and "T1" not in p2.text
    p1.answer("Player 1, do you really resign? (yes/no): ", "perhaps", "yes")
    for terminal in at.values():
        terminal.until("The board with nothing hidden:")
        terminal.until(AFTERWARDS)
        assert "T1" in terminal.text and "T2" in terminal.text
    assert p1.text.count("Please answer yes or no.") == 1


# --- what else players say to each other ---


def test_what_others_say_never_breaks_the_line_that_is_typed(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, chat=True)
    with Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.until(STEP)
        terminal.press("mov")
        terminal.until("mov")
        other.do("chat", text="Good luck!")
        terminal.until(f"Player 2 says: Good luck!\r\nPlayer 1 (P1) - Current Position: 1\r\n{STEP}mov")
        terminal.press("\x7f\x7fo")
        terminal.press("\x15moves\r")
        terminal.until("  1          ")
        terminal.answer(STEP, "say Thank you!")
        assert other.wait("chat")["text"] == "Thank you!"
        terminal.until("Player 1 says: Thank you!")
        terminal.answer(STEP, "2")
        terminal.until("Waiting for Player 2: ")
        assert other.until(3)["ply"] == 1


def test_a_line_is_edited_and_recalled_while_others_speak(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, chat=True)
    with Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.answer(STEP, "history")
        terminal.until(STEP)
        terminal.press("say Helo\x1b[D")
        terminal.until("Helo\b")
        other.do("chat", text="Good luck!")
        terminal.until(f"Player 2 says: Good luck!\r\nPlayer 1 (P1) - Current Position: 1\r\n{STEP}say Helo\b")
        terminal.press("l\r")
        assert other.wait("chat")["text"] == "Hello"
        terminal.until("Player 1 says: Hello")
        terminal.until(STEP)
        terminal.press("\x1b[A")
        terminal.until("say Hello")
        terminal.press("\x1b[A")
        terminal.until("history")


def test_a_sealed_number_does_not_come_back_with_the_arrow_keys(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, "", start="flag-chase P1 3/3 numbers=99")
    with Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.answer("between 1 and 99: ", "87")
        terminal.until("Your choice is sealed.")
        terminal.until("Waiting for Player 2: ")
        terminal.press("\x1b[A\x1b[Ahistory\r")
        terminal.until("No move has been made yet.")
        assert "Waiting for Player 2: history\n" in terminal.text
        other.do("move", ply=0, move="65")
        terminal.until("Player 1 chose 87.")


def test_names_are_told_kept_in_the_record_and_change_seats_with_the_players(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, names={"P1": "Ada", "P2": " Ben  B. "})
    with Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.until("you are Player 1.\r\nPlayer 1 (Ada) and Player 2 (Ben B.).\r\n")
        terminal.answer(STEP, "resign")
        terminal.answer("(yes/no): ", "yes")
        terminal.answer(AFTERWARDS, "save mine", "rematch")
        terminal.until("The rematch begins when")
        other.do("rematch")
        terminal.until("Player 1 (Ben B.) and Player 2 (Ada).")
    assert '[Name1 "Ada"]\n[Name2 "Ben B."]\n' in (shell.home / "mine").read_text()


@pytest.mark.parametrize("name", ["x" * 41, "a\nb\x07", "a\u202eb"])
def test_a_server_takes_no_name_that_a_screen_would_obey_or_has_no_room_for(address: str, name: str) -> None:
    status, refused, _ = request(address, "POST", "/api/games", {"game": "flag-chase", "names": {"P1": name}})
    assert status == 400, refused


def test_offers_are_made_and_answered(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.answer(STEP, "undo")
        terminal.until("There is no move to take back.")
        terminal.answer(STEP, "1")
        terminal.answer("Waiting for Player 2: ", "undo")
        other.until(other.wait("update")["state"]["seq"])
        while "offer" not in other.state:
            other.receive()
        other.do("answer", offer=other.state["offer"]["seq"], agree=True)
        terminal.until("The last move is taken back.")
        terminal.until(STEP)
        other.do("offer", what="end", ply=0)
        terminal.until("Player 2 offers to end the game without a result.")
        agree = "Player 1, do you agree? (yes/no): "
        terminal.answer(agree, "well", "no")
        terminal.until("Player 1 declines.")
        other.do("offer", what="end", ply=0)
        terminal.answer(agree, "2")  # whoever moves has declined
        terminal.until("P1 moves to position 3.")
        terminal.answer("Waiting for Player 2: ", "end")
        while "offer" not in other.state:
            other.receive()
        other.do("offer", what="end", ply=1)
        terminal.until("The players agree to end the game: no result.")
        terminal.answer(AFTERWARDS, "2", "quit")
        assert terminal.end() == 0
        assert "The game is over." in terminal.text


@pytest.mark.long
def test_presence_clocks_links_and_help(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, clock={"kind": "game", "seconds": 90_061, "increment": 1})
    with Live(address, game, tokens["P2"]):
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.until("Time left: Player 1 1 day 1:0")
        terminal.until(", Player 2 1 day 1:01:01.")
        terminal.until(STEP)
    terminal.until("Player 2 is away.")
    with Live(address, game, tokens["P2"]):
        terminal.until("Player 2 is here.")
        terminal.answer(STEP, "help")
        terminal.until("  renew    a new link to your seat; the old one stops working")
        assert "  hint " not in terminal.text
        terminal.answer(STEP, "hint")
        terminal.until("There is no coach in a game over the network.")
        terminal.answer(STEP, "clock")
        terminal.until("Time left: Player 1 1 day 1:0")
        terminal.answer(STEP, "link")
        terminal.until(f"For watching:\r\n  {address}/g/{game}\r\n")
        terminal.answer(STEP, "renew")
        terminal.until("Asking the server for a new link to your seat:")
        terminal.until("Your new link is good, and the old one no longer works.")
        terminal.until("Connected again.")
        terminal.answer(STEP, "quit")
    assert terminal.end() == 0
    renewed = terminal.text.rsplit("flagfall join ", 1)[1].split()[0]
    assert renewed.startswith(f"{address}/g/{game}#") and not renewed.endswith(tokens["P1"])
    old = shell.run("join", f"{address}/g/{game}#{tokens['P1']}")
    assert (old.code, old.err) == (1, "flagfall: this link is not one of the game's; was it renewed?\n")
    assert shell.run("join", renewed).code == 3


def test_a_renewal_whose_answer_is_lost_loses_no_seat(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    with relay(address) as line:
        terminal = joined(shell, line.address, game, tokens["P1"])
        terminal.until(STEP)
        line.swallow("down")
        terminal.type("renew")
        line.wait_swallowed()
        line.cut()
        terminal.until("Asking the server for a new link to your seat:\r\n")
        terminal.until("Your new link is good, and the old one no longer works.")
        terminal.until("Connected again.")
        terminal.answer(STEP, "quit")
    assert terminal.end() == 0
    told = terminal.text.split("new link to your seat:")[1].split()[0]
    assert told == terminal.text.rsplit("flagfall join ", 1)[1].split()[0]
    with Live(address, game, told.rsplit("#", 1)[1]) as live:
        assert live.welcome["you"] == "P1"


def test_a_rematch_swaps_the_seats(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.until(STEP)
        other.do("resign")
        terminal.until("Player 2 resigns. Player 1 wins the game.")
        terminal.until(AFTERWARDS)
        other.do("rematch")
        terminal.until("Player 2 would like a rematch: type rematch to agree.")
        terminal.answer(AFTERWARDS, "rematch")
        while "game" not in other.state.get("rematch", {}):
            other.receive()
    terminal.until("The rematch begins, with seats swapped.")
    terminal.until("you are Player 2.")
    with Live(address, other.state["rematch"]["game"], tokens["P2"]) as other:
        assert other.welcome["you"] == "P1"
        other.move("2")
        terminal.until("Choose your move (1 or 2 positions towards the flag): 2\r\nP1 moves to position 3.")
        terminal.answer(STEP, "2")
        other.until(other.state["seq"] + 1)
        assert other.state["ply"] == 2


@pytest.mark.long
def test_a_rematch_that_began_during_a_loss_is_found(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    with relay(address) as line, Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, line.address, game, tokens["P1"])
        terminal.answer(STEP, "resign")
        terminal.until("do you really resign? (yes/no): ")
        other.do("resign")
        terminal.until("Player 2 resigns. Player 1 wins the game.")  # the question has answered itself
        terminal.answer(AFTERWARDS, "rematch")
        terminal.until(AFTERWARDS)
        line.swallow("down")
        other.do("rematch")
        while "game" not in other.state["rematch"]:
            other.receive()
        line.wait_swallowed()
        line.cut()
        terminal.until("Connected again.")
        terminal.until("The rematch begins, with seats swapped.")
        terminal.until("you are Player 2.")
        terminal.until("Waiting for Player 1: ")
    again = shell.run("join", f"{address}/g/{game}#{tokens['P1']}", typed=lines("board"))
    rematch = other.state["rematch"]["game"]
    assert (again.code, again.err) == (0, "")
    assert (
        f"Player 1 wins: Player 2 resigned.\nIt was played again:\n  {address}/g/{rematch}#{tokens['P1']}\n"
        in again.out
    )


@pytest.mark.long
def test_before_the_server_says_anything_help_and_quit_work(shell: Shell) -> None:
    with create_server(("127.0.0.1", 0)) as silent:
        terminal = joined(shell, f"http://127.0.0.1:{silent.getsockname()[1]}", "0123456789", None)
        assert terminal.child.waitnoecho(LONG)
        for command in ("board", "hint", "2"):
            terminal.type(command)
        terminal.until("The server has not answered yet.")
        terminal.until("The server has not answered yet.")
        terminal.until("This was not sent: the server does not answer now.")
        terminal.type("?")
        terminal.until("  quit     leave; your link brings you back")
        terminal.type("exit")
        assert terminal.end() == 0


def test_while_one_is_asked_whether_to_resign_everything_can_be_looked_at(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    really = "Player 1, do you really resign? (yes/no): "
    terminal = joined(shell, address, game, tokens["P1"])
    terminal.answer(STEP, "resign")
    terminal.answer(really, "board", "undo", "no")
    terminal.until(STEP)
    assert "[P1][ ][ ][Flag]" in terminal.text.partition(really)[2]
    assert terminal.text.count("Please answer yes or no.") == 1
    terminal.type("1")
    terminal.answer("Waiting for Player 2: ", "moves")
    terminal.until("It is Player 2's turn.")


def test_watching(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, "flag-chase")
    with Live(address, game, tokens["P1"]) as one, Live(address, game, tokens["P2"]) as two:
        terminal = joined(shell, address, game, None)
        terminal.until("you are watching.")
        terminal.until("Watching: ")
        one.move("forward")
        terminal.until("Player 1, choose action:")
        terminal.until("Enter choice (1-2): 1\r\nGrid: [ ] [P1] [ ] [ ] [P2]")
        terminal.answer("Watching: ", "resign", "1", "moves")
        terminal.until("It is not for you to choose now.")
        assert "You are watching, so this is not for you to decide." in terminal.text
        two.until(one.state["seq"])
        two.do("resign")
        terminal.until("Player 2 resigns. Player 1 wins the game.")
        terminal.answer(AFTERWARDS, "quit")
        assert terminal.end() == 0


def test_another_device_at_the_same_seat(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    with Live(address, game, tokens["P1"]) as elsewhere:
        terminal = joined(shell, address, game, tokens["P1"])
        terminal.until(STEP)
        elsewhere.move("2")
        terminal.until(f"{STEP}2\r\nP1 moves to position 3.")
        terminal.until("Waiting for Player 2: ")


# --- losses ---


@pytest.mark.parametrize("lost", ["up", "down"], ids=["the move is lost", "the answer is lost"])
def test_a_move_whose_connection_breaks_is_made_exactly_once(shell: Shell, address: str, lost: str) -> None:
    game, tokens = both_links(address)
    with relay(address) as line, Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, line.address, game, tokens["P1"])
        terminal.until(STEP)
        line.swallow(lost)
        terminal.type("2")
        line.wait_swallowed()
        while lost == "down" and other.state["ply"] == 0:
            other.receive()
        line.cut()
        terminal.until("The connection is lost; trying again. Nothing that you did is lost.")
        terminal.until("Connected again.")
        terminal.until("P1 moves to position 3.")
        terminal.until("Waiting for Player 2: ")
        while other.state["ply"] == 0:
            other.receive()
        other.move("2")
        terminal.answer(STEP, "1")
        terminal.until("Player 1 wins: captured the flag.")
        while not other.over:
            other.receive()
    assert other.history == [{"P1": "2"}, {"P2": "2"}, {"P1": "1"}]
    assert terminal.text.count("P1 moves to position 3.") == 1
    assert terminal.text.count("refused") == terminal.text.count("answers ply") == 0


def test_what_was_said_during_a_loss_is_told_afterwards(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, game="", start="flag-chase P2 2/4", chat=True)
    with relay(address) as line, Live(address, game, tokens["P2"]) as other:
        terminal = joined(shell, line.address, game, tokens["P1"])
        terminal.until("Waiting for Player 2: ")
        line.swallow("down")
        other.do("chat", text="Are you there?")
        other.move("forward")
        line.wait_swallowed()
        line.cut()
        terminal.until("Connected again.")
        terminal.until("Player 2 says: Are you there?")
        terminal.until("Player 2, choose action:")
        terminal.until("Player 1, choose action:")


@pytest.mark.long
def test_players_finish_after_the_server_was_killed(shell: Shell, tmp_path: Path) -> None:
    store, log, match = f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log", demonstration("flag-chase")
    with server(store, log, port=lasting_port()) as first:
        port, address = first.port, first.address
        game, tokens = both_links(address, start=match.start.text(), game="")
        at = both_seated(shell, address, game, tokens)
        type_all(match, at, slice(0, 4))
        for terminal in at.values():
            terminal.until(match.plies[4].before.board())
        first.kill()
        for terminal in at.values():
            terminal.until("The connection is lost; trying again.")
            terminal.until("Waiting for the server: ")
    with server(store, log, port=port):
        for terminal in at.values():
            terminal.until("Connected again.")
        type_all(match, at, slice(4, None))
        for terminal in at.values():
            terminal.until(str(match.outcome))
        (record,) = read(get(address, f"/api/games/{game}/record"))
    assert [dict(ply) for ply in record.plies] == [dict(ply.moves) for ply in match.plies]


def test_a_move_that_is_typed_while_there_is_no_server_is_not_taken(shell: Shell, tmp_path: Path) -> None:
    with server(f"sqlite:{tmp_path}/games.sqlite", tmp_path / "log") as running:
        game, tokens = both_links(running.address)
        terminal = joined(shell, running.address, game, tokens["P1"])
        terminal.until(STEP)
        assert running.stop() == 0
    terminal.until("The server stops; the game is saved. Come again soon.")
    terminal.answer("Waiting for the server: ", "2")
    terminal.until("This was not sent: the server does not answer now.")
    terminal.answer("Waiting for the server: ", "board")
    terminal.until("[P1][ ][ ][Flag]")
    terminal.answer("Waiting for the server: ", "quit")
    assert terminal.end() == 0
    assert (
        f"your seat is kept; come back with:\n  flagfall join {running.address}/g/{game}#{tokens['P1']}"
        in terminal.text
    )


# --- ways to leave, and to come ---


def test_ctrl_c_and_ctrl_d_leave_the_terminal_as_it_was(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    for keys, code in (("\x03", 130), ("\x04", 3)):
        terminal = at_terminal_of_shell(shell, f"{address}/g/{game}#{tokens['P1']}")
        terminal.until(STEP)
        terminal.press(keys)
        terminal.until("your seat is kept; come back with:\r\n  flagfall join ")
        terminal.until(f"code {code}")
        terminal.until(" icanon ")
        terminal.until(" echo ")
        assert terminal.end() == 0


def at_terminal_of_shell(shell: Shell, link: str) -> Terminal:
    terminal = shell.sh(f"trap : INT; python -m flagfall join '{link}'; echo code $?; stty -a")
    terminal.child.timeout = LONG
    return terminal


def test_ctrl_z_gives_the_shell_its_terminal_and_the_prompt_comes_back(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    terminal = joined(shell, address, game, tokens["P1"])
    terminal.until(STEP)
    terminal.press("1")
    terminal.until("1")
    terminal.press("\x1a")
    _, status = os.waitpid(terminal.child.pid, os.WUNTRACED)
    assert os.WIFSTOPPED(status)
    assert _reads_lines(terminal)
    os.kill(terminal.child.pid, signal.SIGCONT)
    terminal.until(f"{STEP}1")
    assert not _reads_lines(terminal)
    terminal.press("\r")
    terminal.until("P1 moves to position 2.")


def _reads_lines(terminal: Terminal) -> bool:
    """Whether the terminal itself shows and edits what is typed."""
    both = termios.ICANON | termios.ECHO
    return bool(termios.tcgetattr(terminal.child.child_fd)[3] & both == both)


def test_the_link_can_be_typed_so_that_nobody_else_sees_it(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    terminal = at_terminal(shell, "join")
    terminal.answer("Link: ", f"{address}/g/{game}#{tokens['P1']}")
    terminal.answer(STEP, "quit")
    assert terminal.end() == 0
    done = shell.run("join", typed="http://example.org/g/abc")
    assert (done.code, done.out) == (2, "") and done.err.startswith("flagfall: this is no link to a game")


@pytest.mark.parametrize("command", [["join", "http://127.0.0.1:9/g/abc"], ["host", "flag-chase"]])
def test_without_the_extra_it_says_what_to_install(command: list[str]) -> None:
    without = "import sys; sys.modules['msgspec'] = None; from flagfall.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", without, *command], capture_output=True, text=True, timeout=LONG)
    hint = (
        "flagfall: online play needs more libraries; in Flagfall's folder, install them with: pip install '.[online]'\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", hint)


def test_records_are_verified_without_the_extra(tmp_path: Path) -> None:
    record = tmp_path / "record"
    record.write_text('[Flagfall "1"]\n[Game "capture-the-flag"]\n[Result "*"]\n\n1. P1 2\n')
    without = "import sys; sys.modules['msgspec'] = None; from flagfall.cli import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", without, "verify", str(record)]
    assert subprocess.run(command, capture_output=True, timeout=LONG).returncode == 0


@pytest.mark.long
def test_bad_links_are_refused_in_one_line(shell: Shell, address: str) -> None:
    def refused(link: str) -> tuple[int, str]:
        done = shell.run("join", link)
        assert done.out == ""
        return done.code, done.err

    no_link = "flagfall: this is no link to a game; one is like http://127.0.0.1:8765/g/GAME#TOKEN\n"
    no_game = "flagfall: there is no such game; is the link complete?\n"
    assert refused("nonsense") == (2, no_link)
    assert refused(f"{address}/g/abc#short") == (2, "flagfall: the part of the link behind the # is not complete\n")
    assert refused(f"{address}/g/abc") == (1, no_game)
    assert refused(f"{address}/g/abc#join-{'x' * 24}") == (1, no_game)
    code, error = refused("http://127.0.0.1:9/g/abc")
    assert (code, error.split(":")[1:3]) == (1, [" no server answers at http", "//127.0.0.1"])


def test_an_invitation_is_for_the_first_who_comes(shell: Shell, address: str) -> None:
    made = create(address, "capture-the-flag", seats={"P1": "open", "P2": "link"})
    link = address + made["seats"]["P1"]["link"]
    first = shell.run("join", link)
    own = re.search(rf"{address}/g/{made['id']}#\S+", first.out)
    assert own
    assert first.code == 3
    assert "The seat is yours. Your own link, to come back on any device:\n" in first.out
    second = shell.run("join", link)
    assert (second.code, second.err) == (1, "flagfall: somebody has taken this seat already\n")
    assert "you are Player 1." in shell.run("join", own.group()).out


# --- pipes ---


def test_a_pipe_answers_each_question_with_one_line(shell: Shell, address: str) -> None:
    made = create(address, "capture-the-flag", seats={"P1": "link", "P2": "bot:random"}, cap=1)
    done = shell.run("join", address + made["seats"]["P1"]["link"], typed=lines("3", "2", "save game", "save game"))
    assert (done.code, done.err) == (0, "")
    prompt = f"Player 1 (P1) - Current Position: 1\n{STEP}"
    assert done.out == (
        f"Capture the Flag, game {made['id']}: you are Player 1.\n"
        "\n[P1][ ][ ][Flag][ ][ ][P2]\n(1) (2)(3) (4)  (5)(6) (7)\n\n"
        f"{prompt}3\nEnter 1 or 2: how many positions to move towards the flag.\n"
        f"{prompt}2\nP1 moves to position 3.\nNo result: the cap of 1 plies was reached.\n"
        f"{AFTERWARDS}save game\nA copy is saved in game.\n"
        f"{AFTERWARDS}save game\nNot saved: game exists already; name another file.\n"
        f"{AFTERWARDS}\n"
    )
    (record,) = load(shell.home / "game")
    assert (record.tags["GameId"], record.plies) == (made["id"], ({Player.P1: "2"},))


def test_the_board_in_words(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    done = shell.run("join", f"{address}/g/{game}#{tokens['P1']}", "--words")
    assert f"you are Player 1.\n{GAMES['capture-the-flag']().words()}\nPlayer 2 has not come yet.\n" in done.out
    assert "[P1]" not in done.out


def test_a_pipe_that_ends_too_early_says_how_to_come_back(shell: Shell, address: str) -> None:
    game, tokens = both_links(address)
    link = f"{address}/g/{game}#{tokens['P1']}"
    done = shell.run("join", link, typed="history")
    assert (done.code, done.err) == (3, f"The input ended: your seat is kept; come back with: flagfall join {link}\n")
    assert "No move has been made yet." in done.out


@pytest.mark.parametrize("typed", [b"\0" * 2_000_000, b"x" * 100_001 + b"\nquit\n"])
def test_a_line_without_an_end_is_refused(shell: Shell, address: str, typed: bytes) -> None:
    game, tokens = both_links(address)
    done = shell.run("join", f"{address}/g/{game}#{tokens['P1']}", typed=typed)
    assert done.code == 1
    assert done.err == "flagfall: the input has a line of more than 100,000 characters, and no answer is so long\n"


def test_what_was_noted_during_the_game_proves_both_sides_of_every_battle(shell: Shell, address: str) -> None:
    game, tokens = both_links(address, game="", start="flag-chase P2 2/2 cells=2")
    first, last = (at_terminal(shell, "join", f"{address}/g/{game}#{tokens[seat]}") for seat in ("P1", "P2"))
    prompt = "choose a number between 1 and 5: "
    for terminal in (first, last):
        terminal.until(prompt)
    first.type("5")
    last.until("Player 1 has chosen.")
    last.answer(prompt, "2")
    for terminal, name in ((first, "first"), (last, "last")):
        terminal.answer(AFTERWARDS, f"save {name}.flagfall", "quit")
        assert terminal.end() == 0
        seen = "as sealed, and the commitment came before the reveal\n"
        assert shell.run("verify", f"{name}.flagfall").out == (
            f"Flag Chase, game {game}\n  ply 1: Player 1 chose 5: {seen}  ply 1: Player 2 chose 2: {seen}"
            "Fair: both secret choices are the ones that were sealed.\n"
        )


# --- hosting ---


def test_hosting_and_joining_need_one_command_each(shell: Shell) -> None:
    host = at_terminal(shell, "host", "capture-the-flag", "--port", "0", columns=80, rows=24)
    host.until("For the other player, in a browser or with flagfall join:")
    host.until("you are Player 1.")
    own, watch, invitation = re.findall(r"^  (http://\S+)$", host.text, re.MULTILINE)
    assert "#join-" in invitation and own.split("#")[0] == invitation.split("#")[0] == watch
    assert qr_code(host.text) == invitation
    assert "These links work on this computer only; --host 0.0.0.0 lets other computers in.\n" in host.text
    host.until(STEP)
    assert f"  {invitation}" in map(str.rstrip, host.emulator.display), "the link to be sent has scrolled away"
    guest = at_terminal(shell, "join", invitation)
    guest.until("you are Player 2.")
    host.until("Player 2 is here.")
    host.answer(STEP, "2")
    guest.answer(STEP, "2")
    host.answer(STEP, "1")
    for terminal in (host, guest):
        terminal.until("Player 1 wins: captured the flag.")
    guest.answer(AFTERWARDS, "save it.flagfall", "quit")
    assert guest.end() == 0
    host.answer(AFTERWARDS, "quit")
    assert host.end() == 0
    assert "The server stops with you." in host.text
    assert [dict(ply) for ply in load(shell.home / "it.flagfall")[0].plies] == [
        {Player.P1: "2"},
        {Player.P2: "2"},
        {Player.P1: "1"},
    ]
    gone = shell.run("join", own)
    assert gone.code == 1 and "no server answers at" in gone.err


def qr_code(text: str) -> str:
    """What a camera reads from the screen. A block is light; a half block is light in its half."""
    rows = [line for line in text.splitlines() if re.fullmatch("█[█▀▄ ]+|▀+", line)]
    halves = [[[sign in "█▀" for sign in row], [sign in "█▄" for sign in row]] for row in rows]
    cells = np.array([half for pair in halves for half in pair], dtype=np.uint8) * 255
    (found,) = zxingcpp.read_barcodes(np.kron(cells, np.ones((8, 8), dtype=np.uint8)))
    return str(found.text)


def test_hosting_at_a_server_that_runs_already(shell: Shell, address: str) -> None:
    port = address.rsplit(":", 1)[1]
    settings = ("--set", "cells=3", "--p2", "random", "--clock", "1h", "--chat", "--cap", "1")
    done = shell.run("host", "flag-chase", "--port", port, *settings, typed=lines("1"))
    assert done.code == 0, done.err
    own, watch = re.findall(r"^  (http://\S+)$", done.out, re.MULTILINE)
    assert own.split("#")[0] == watch and watch.startswith(address)
    assert "Settings: cells=3.\n" in done.out and "Time left: Player 1 " in done.out
    assert "The server stops with you." not in done.out
    state = get(address, f"/api/games/{watch.rsplit('/', 1)[1]}")
    assert state["info"]["clock"] == {"kind": "game", "seconds": 3600} and state["info"]["chat"] is True


@pytest.mark.long
def test_hosting_says_in_one_line_what_is_wrong(shell: Shell, address: str) -> None:
    def refused(*arguments: str) -> tuple[int, str]:
        done = shell.run("host", *arguments)
        return done.code, done.err

    clock = "flagfall: a clock is like 10m, 10m+5s or 2d/move (s, m, h or d; at most 365d), not '0m'\n"
    assert refused("flag-chase", "--clock", "0m") == (2, clock)
    code, error = refused("flag-chase", "--p2", "nobody")
    assert code == 2 and error.startswith("flagfall: --p2 takes human or ")
    with create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]
        Thread(target=_hang_up_strangely, args=(stranger,), daemon=True).start()
        code, error = refused("flag-chase", "--port", str(port))
    stranger_there = f"what answers at http://127.0.0.1:{port} is no Flagfall server; give another --port"
    assert (code, error) == (1, f"flagfall: {stranger_there}\n")
    code, error = refused("flag-chase", "--host", "192.0.2.1", "--port", "0")
    assert code == 1
    assert error.startswith("flagfall: the server did not start: can't listen on 192.0.2.1 port 0: ")


def _hang_up_strangely(stranger: socket) -> None:
    came, _ = stranger.accept()
    with came:
        came.recv(65536)
        came.sendall(b"220 mail.example.org\r\n")
