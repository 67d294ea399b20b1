"""Games on the full screen of a real terminal: played, killed, resized, left; and what the terminal gets to keep."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from flagfall.core import Move, Player
from flagfall.games import GAMES
from flagfall.match import Match
from flagfall.record import Record, read
from flagfall.terminal.screen.play.curtain import PAUSE
from tests.screen.test_terminal import FULL
from tests.screen.tmux import ENDED, Tmux
from tests.terminal.driving import Emulator, Shell, Terminal

from .players import two_games
from .test_secrets import SECRET

ENTER, CTRL_C = "\r", "\x03"
OVER = "The end"
TURN = "'s turn"
WIPED = b"\033[0m\033[1;1H\033[2K"
"""What the program begins with when it takes everything away."""
SIZES = ((120, 40), (60, 20), (40, 12), (80, 24))


def at_board(shell: Shell, name: str, *, alternate: bool = True) -> Terminal:
    return shell.open("play", name, alternate=alternate, **FULL)


def display(terminal: Terminal) -> str:
    return "\n".join(line.rstrip() for line in terminal.emulator.display)


def until_shown(terminal: Terminal, *words: str) -> None:
    """Wait until all these words stand on the screen."""
    while not all(word in display(terminal) for word in words):
        terminal.child.expect(".+")


def keys(match: Match, move: Move) -> str:
    """What is typed for this move at the full screen, by whoever is asked: at a curtain, or at the board."""
    written, view = match.position.written(move), match.position
    if len(match.waiting()) > 1 or match.sealed:
        return f"{ENTER}:{written}{ENTER}" if view.hides() else f"{written}{ENTER}"
    line = written if written[:1].isdigit() else f":{written}"
    return f"{ENTER if view.hides() else ''}{line}{ENTER}"


def strokes(record: Record) -> Iterator[tuple[str, str]]:
    """The keys of a whole game of two people, choice by choice; and what is seen before, where a curtain opens."""
    match = Match(record.start)
    for ply in record.plies:
        for player, move in ply.items():
            typed = keys(match, move)
            match.submit(player, move)
            opened = not match.sealed and len(ply) > 1
            hidden = opened and any(match.seats[None].history[-1][each] != ply[each] for each in Player)
            curtain = f"{player}{TURN}" if typed.startswith(ENTER) else ""
            yield typed + (ENTER if opened and not hidden else ""), curtain


def type_all(
    choices: Iterable[tuple[str, str]], press: Callable[[str], object], until: Callable[[str], object]
) -> None:
    """Without a pause, but for the one that every curtain makes."""
    for typed, curtain in choices:
        if curtain:
            until(curtain)
            time.sleep(PAUSE)
        press(typed)


def saved_plies(path: Path) -> int:
    (record,) = read(path.read_text())
    return sum(map(len, record.plies))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_two_whole_games_in_tmux_typed_without_a_pause(shell: Shell, tmux: Tmux, name: str) -> None:
    """The first begins before there is a picture: no key is lost by that."""
    games = two_games(name)
    tmux.run("play", name)
    for record in games:
        type_all(strokes(record), tmux.press, tmux.until)
        tmux.until(OVER, str(record.outcome.winner) if record.outcome and record.outcome.winner else OVER)
        tmux.press("a")
        tmux.until(gone=OVER)
    played = [record.plies for path in shell.saved() for record in read(path.read_text())]
    assert played == [record.plies for record in games]


STAGES = ("begun", "middle", "over")


@pytest.mark.long
@pytest.mark.parametrize(("name", "stage"), [(name, STAGES[turn % 3]) for turn, name in enumerate(GAMES)])
def test_a_game_that_is_resized_and_killed_is_whole(shell: Shell, name: str, stage: str) -> None:
    record = two_games(name)[0]
    choices = [(player, move) for ply in record.plies for player, move in ply.items()]
    number = {"begun": 1, "middle": max(1, len(choices) // 2), "over": len(choices)}[stage]
    terminal = at_board(shell, name)
    until_shown(terminal, "Player 1")
    type_all(islice(strokes(record), number), terminal.press, partial(until_shown, terminal))
    while not shell.saved() or saved_plies(shell.saved()[0]) < number:
        terminal.child.expect(".+")
    for columns, rows in SIZES:
        terminal.resize(columns, rows)
        until_shown(terminal, "Player")
    terminal.child.kill(signal.SIGKILL)
    terminal.child.wait()
    (kept,) = read(shell.saved()[0].read_text())
    assert [move for ply in kept.plies for move in ply.items()] == choices[:number]
    assert kept.outcome == (record.outcome if stage == "over" else None)


# --- secrets ---


def begun_in_secret(shell: Shell, name: str, secret: Move, *, alternate: bool) -> Terminal:
    """Somebody has just chosen in secret, and the other is asked."""
    before, owner, _ = SECRET[name]
    terminal = at_board(shell, name, alternate=alternate)
    until_shown(terminal, "Player 1")
    match, choices = Match(GAMES[name]()), list[tuple[str, str]]()
    for move in (*before, secret):
        (player, *_), hides = match.waiting(), match.position.hides()
        typed = keys(match, move) if alternate or not hides else f"{match.position.written(move)}{ENTER}"
        choices.append((typed, f"{player}{TURN}" if typed.startswith(ENTER) else ""))
        match.submit(player, move)
    type_all(choices, terminal.press, partial(until_shown, terminal))
    until_shown(terminal, f"{owner.other}{TURN}")
    return terminal


Picture = dict[int, dict[int, object]]


def left(terminal: Terminal) -> Picture:
    """Leave with Ctrl-C; the answer is every cell as it stood before everything was taken away."""
    terminal.press(CTRL_C)
    terminal.end()
    painted, wiped, _ = terminal.emulator.seen.getvalue().rpartition(WIPED)
    assert wiped
    last = Emulator(80, 24, False, lambda data: None)
    last.write(painted)
    return {row: dict(last.buffer[row]) for row in range(24)}


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.long
def test_the_terminal_shows_the_same_whatever_was_chosen_in_secret(shell: Shell, name: str) -> None:
    shown, (_, owner, secrets) = [], SECRET[name]
    for secret in (secrets[0], secrets[-1]):
        terminal = begun_in_secret(shell, name, secret, alternate=True)
        if GAMES[name]().hides():
            time.sleep(PAUSE)
            terminal.press(f"nonsense{ENTER}")
            until_shown(terminal, f"{owner.other}, only you should see this", "Enter: ")
        shown.append(left(terminal))
        assert_nothing_is_left(terminal)
    assert shown[0] == shown[1]


def assert_nothing_is_left(terminal: Terminal) -> None:
    assert [line for line in terminal.screen() if line.strip() and "flagfall" not in line] == []


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.long
def test_where_the_terminal_keeps_what_it_shows_no_secret_is_ever_written(shell: Shell, name: str) -> None:
    """Whatever was chosen and whatever is being typed, no cell is another. (The first choice may be shown to everybody
    as an example.)"""
    shown, (*_, one, other) = [], SECRET[name][2]
    for secret, typed in ((one, ""), (other, ""), (one, "TRAP 3 412345")):
        terminal = begun_in_secret(shell, name, secret, alternate=False)
        terminal.press(typed)
        shown.append(left(terminal))
        assert_nothing_is_left(terminal)
        assert "only you should see" not in terminal.text and "\033[2J" not in terminal.text
        if GAMES[name]().hides():
            assert GAMES[name]().written(secret) not in terminal.text.replace(_forms(name), "")
    assert shown[0] == shown[1] == shown[2]


def _forms(name: str) -> str:
    """The moves that everybody is shown as examples."""
    view = GAMES[name]().view(None)
    kinds: dict[str, str] = {}
    for move in view.choices()[Player.P1]:
        kinds.setdefault(move.split()[0], view.written(move))
    return " or ".join(list(kinds.values())[:3])


@pytest.mark.parametrize("alternate", ["on", "off"])
@pytest.mark.parametrize("name", [name for name in SECRET if GAMES[name]().hides()])
def test_nothing_secret_is_in_the_history_of_tmux(tmux: Tmux, name: str, alternate: str) -> None:
    typed = GAMES[name]().written(SECRET[name][2][-1])
    tmux.tell(f"set-option -g alternate-screen {alternate}")
    tmux.run("play", name)
    tmux.until(f"Player 1{TURN}")
    if alternate == "on":
        time.sleep(PAUSE)
        tmux.press(ENTER)
        tmux.until("only you should see this")
        tmux.tell("resize-window -y 14")
        tmux.until("Player 1")
        tmux.tell("resize-window -y 24")
        tmux.press(":")
    tmux.press(f"{typed}{ENTER}")
    tmux.until(f"Player 2{TURN}")
    tmux.tell("resize-window -y 14")
    tmux.press(CTRL_C)
    kept = tmux.until(ENDED) + tmux.shown("-S -")
    assert not [words for words in (typed, "only you should see", f"Player 2{TURN}") if words in kept]
