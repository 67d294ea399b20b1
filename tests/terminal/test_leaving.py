"""However a game is left: it is saved, one line says how to go on, and the exit code says why."""

from __future__ import annotations

import io
import os
import signal
import subprocess

import pytest

from flagfall.terminal.tty.console import Console
from tests.terminal.driving import FLAGFALL, PATIENCE, Shell, Terminal

FLAG = "towards the flag): "


def after_a_move(shell: Shell) -> Terminal:
    """Capture the Flag at a terminal, at Player 2's first question."""
    terminal = shell.open("play", "capture-the-flag")
    terminal.answer(FLAG, "2")
    terminal.until(FLAG)
    return terminal


def saved_notice(shell: Shell, why: str, before: str = "\n  ") -> str:
    """At a terminal the command has a line of its own, so that its name is not broken."""
    return f"{why}: the game is saved; go on with:{before}flagfall resume {shell.name()}\n"


@pytest.mark.parametrize(
    ("keys", "code", "seen", "why"),
    [
        ("quit\r", 0, "quit\n", "You left the game"),
        ("exit\r", 0, "exit\n", "You left the game"),
        ("\x04", 3, "\n", "The input ended"),
        ("\x03", 130, "\n", "Stopped"),
        ("\x1c", 143, "\n", "Stopped"),
    ],
)
def test_keys_that_leave_a_game(shell, keys, code, seen, why):
    terminal = after_a_move(shell)
    terminal.press(keys)
    assert terminal.end() == code
    assert terminal.text.endswith(f"{FLAG}{seen}{saved_notice(shell, why)}")
    assert shell.run("resume", typed="2\n1\n").code == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_that_leave_a_game(shell, number):
    terminal = after_a_move(shell)
    terminal.child.kill(number)
    assert terminal.end() == 143
    assert terminal.text.endswith(f"{FLAG}\n{saved_notice(shell, 'Stopped')}")


def test_a_terminal_that_is_closed_leaves_a_game(shell):
    terminal = after_a_move(shell)
    assert terminal.hang_up() == 143
    assert shell.run("resume", typed="2\n1\n").code == 0


def test_a_terminal_that_is_closed_while_somebody_types_unseen_leaves_a_game(shell):
    terminal = shell.open("play", "flag-chase-traps")
    for _ in range(2):
        terminal.answer("press Enter: ", "")
        terminal.answer("enter your move: ", "TRAP 3 4")
    terminal.answer("press Enter: ", "")
    terminal.until("enter your move: ")
    assert terminal.hang_up() == 143
    assert shell.run("resume").code == 3


def test_a_pipe_that_ends_leaves_a_game_also_in_the_middle_of_a_line(shell):
    for typed in ("2\n2", "2\n2\n"):
        done = shell.run("play", "capture-the-flag", typed=typed)
        assert done.code == 3
        assert done.out.endswith(f"Player 1 (P1) - Current Position: 3\nChoose your move (1 or 2 positions {FLAG}\n")
        assert done.err == saved_notice(shell, "The input ended", before=" ")


@pytest.mark.parametrize(("keys", "code"), [("\x04", 3), ("\x03", 130), ("quit\r", 0)])
def test_leaving_before_the_first_move_leaves_nothing_behind(shell, keys, code):
    terminal = shell.open("play", "capture-the-flag")
    terminal.until(FLAG)
    terminal.press(keys)
    assert terminal.end() == code
    assert terminal.text.endswith(": nothing was played.\n")
    assert list((shell.home / "data/flagfall/games").iterdir()) == []


@pytest.mark.parametrize(
    ("keys", "code", "last"), [("\x04", 3, "chosen.\n"), ("\x03", 130, "chosen.\n"), ("q\r", 0, "q\n")]
)
def test_leaving_the_menu(shell, keys, code, last):
    terminal = shell.open()
    terminal.until_asked(", q): ")
    terminal.press(keys)
    assert terminal.end() == code
    assert terminal.text.endswith(last)


def test_a_reader_who_has_had_enough_gets_no_traceback(shell):
    for command in (
        ["rules", "grid-runner"],
        ["play", "flag-chase", "--p1", "random", "--p2", "random", "--cap", "2000"],
    ):
        process = subprocess.Popen(
            [*FLAGFALL, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=shell.environment(),
        )
        assert process.stdout and process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(PATIENCE) == 141


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_an_empty_one(shell, closed):
    terminal = shell.sh(f"echo 2 | python -m flagfall play capture-the-flag {closed}; echo code $?")
    terminal.until("code 3\r\n")
    terminal.end()
    assert "Traceback" not in terminal.text


def test_a_full_disk_under_the_output_is_one_line(shell):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*FLAGFALL, "games"], stdout=full, stderr=subprocess.PIPE, text=True, env=shell.environment(), check=False
        )
    assert (done.returncode, done.stderr) == (1, "flagfall: No space left on device\n")


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_no_sign_from_outside_is_an_error(shell, encoding):
    done = shell.run(
        "play", "capture-the-flag", typed=b"\xff\xfe\x00\x1b[31m\x07\t\r\n2\r\n", PYTHONIOENCODING=encoding
    )
    assert done.code == 3
    assert "Traceback" not in done.err
    assert not any(not sign.isprintable() for sign in done.out.replace("\n", ""))
    assert "P1 moves to position 3.\n" in done.out
    assert shell.run("rules", "flag-chase-traps", PYTHONIOENCODING=encoding).code == 0


def test_a_signal_in_the_middle_of_a_write_may_write_too() -> None:
    """Python lets nobody into a buffer that is just being written: Ctrl-Z and `fg` at that moment ended the program."""
    source, target = os.pipe()

    class Interrupted(io.FileIO):
        """Gets a signal in the middle of its first write."""

        def write(self, data) -> int:
            if not answered:
                answered.append(True)
                os.kill(os.getpid(), signal.SIGCONT)
            return super().write(data)

    answered: list[bool] = []
    with Interrupted(target, "wb") as raw, io.TextIOWrapper(io.BufferedWriter(raw), "utf-8") as stdout:
        console = Console(io.StringIO(), stdout)
        before = signal.signal(signal.SIGCONT, lambda number, frame: console.write("again: "))
        try:
            console.write("a question: ")
            console.write("an answer\n")
        finally:
            signal.signal(signal.SIGCONT, before)
        found = os.read(source, 1000).decode()
    os.close(source)
    assert sorted(found.replace("\n", "").split(": ")) == ["a question", "again", "an answer"]
