"""Games over the network at real terminals: the full screen at one, plain lines at the other."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable

import pytest
from pexpect import TIMEOUT

from flagfall.core import Player
from flagfall.exits import INTERRUPTED, TERMINATED
from flagfall.games import GAMES
from flagfall.match import Match
from tests.every_game import short_game
from tests.online.client import both_links
from tests.screen.test_terminal import FULL, assert_restored, until_shown
from tests.terminal.driving import Shell, Terminal

PATIENCE = 60
GO_ON = "Enter goes on."
"""Stands below what was chosen in a battle."""
TURN = "▸● You"
"""Stands above the board of whoever is asked."""


def full(shell: Shell, link: str, columns: int = 100, rows: int = 30) -> Terminal:
    terminal = shell.open("join", link, "--full", columns=columns, rows=rows, **FULL)
    terminal.child.timeout = PATIENCE
    return terminal


def plain(shell: Shell, link: str) -> Terminal:
    terminal = shell.open("join", link, "--plain", FLAGFALL_SCREEN="plain")
    terminal.child.timeout = PATIENCE
    return terminal


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.long
def test_a_full_screen_plays_against_plain_lines(shell: Shell, address: str, game: str) -> None:
    match = short_game(game).match()
    id_, tokens = both_links(address, start=match.start.text(), game="", chat=True)
    one = full(shell, f"{address}/g/{id_}#{tokens['P1']}")
    until_shown(one, "You are Player 1.")
    two = plain(shell, f"{address}/g/{id_}#{tokens['P2']}")
    two.until("you are Player 2.")
    one.press("m")  # the moves so far, by which a turn is told from the next
    for number, ply in enumerate(match.plies):
        for player, move in ply.moves.items():
            written = ply.before.written(move)
            if player is Player.P2:
                two.answer(ply.before.view(player).prompt(player).replace("\n", "\r\n"), written)
            else:
                until_asked(one, match, number)
                one.press(f":{written}\r")
    two.until(str(match.outcome))
    if len(match.plies[-1].moves) > 1:
        until_shown(one, GO_ON)
        one.press("\r")
    until_shown(one, "The end")
    one.press("\x03")
    assert one.end() == INTERRUPTED
    assert_restored(one)
    assert "Traceback" not in one.text and "CAREFUL" not in one.text + two.text


def until_asked(terminal: Terminal, match: Match, number: int) -> None:
    """Wait until it is this player's turn, with what was opened at the end of a battle read and put away."""
    if opened_before(match, number):
        until_shown(terminal, GO_ON)
        terminal.press("\r")
    until(terminal, lambda shown: is_asked(shown, match, number))


def opened_before(match: Match, number: int) -> bool:
    """Whether there was a battle since Player 1 was asked last, that included, whose choices were shown then."""
    asked = [ply for ply in match.plies[:number] if Player.P1 in ply.moves]
    return bool(asked) and len(asked[-1].moves) > 1 and asked[-1].disguised(Player.P1) == asked[-1].moves


def until(terminal: Terminal, there: Callable[[str], object]) -> None:
    while not there(shown := "\n".join(terminal.emulator.display)):
        assert terminal.child.expect([".+", TIMEOUT]) == 0, shown


def is_asked(shown: str, match: Match, number: int) -> bool:
    """Whether this ply is being asked for, after all before it: a row of the board may also begin with its number."""
    last = match.plies[number - 1].disguised(Player.P1) if number else {}
    known = rf"\b{number}" + "".join(rf"  [●◆] {re.escape(move)}(?!\S)" for move in last.values())
    return bool(not number or re.search(known, shown)) and TURN in shown and GO_ON not in shown


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, TERMINATED), (signal.SIGHUP, TERMINATED)])
def test_whoever_is_sent_away_is_told_the_way_back(
    shell: Shell, address: str, number: signal.Signals, code: int
) -> None:
    game, tokens = both_links(address)
    link = f"{address}/g/{game}#{tokens['P1']}"
    terminal = full(shell, link)
    until_shown(terminal, "You are Player 1.")
    terminal.child.kill(number)
    assert terminal.end() == code
    assert_restored(terminal)
    assert "You left the game: your seat is kept; come back with:" in terminal.text
    assert terminal.text.rstrip().endswith(f"flagfall join {link}")
