"""The one table of commands: what help lists can be typed, wherever the game is, and nothing else is a command."""

from __future__ import annotations

import pytest

from flagfall.games import GAMES
from flagfall.terminal.prompt.commands import COMMANDS, find
from flagfall.terminal.prompt.table import Where

NAMES = [name for command in COMMANDS for name in (command.name, *command.also)]


def test_no_name_means_two_things():
    assert len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("where", Where)
def test_a_command_is_found_by_any_of_its_names_where_it_has_a_meaning(where):
    for command in COMMANDS:
        for name in (command.name, *command.also):
            expected = command if command.told(where) is not None else None
            assert find(where, f"  {name.upper()} and more") is expected
    assert find(where, "") is find(where, " ") is find(where, "helpful") is None


@pytest.mark.parametrize("game", GAMES)
def test_no_move_of_any_game_is_taken_for_a_command(game):
    start = GAMES[game]()
    for moves in start.choices().values():
        for move in moves:
            assert not any(find(where, typed) for where in Where for typed in (move, start.written(move)))


def test_what_is_only_for_a_game_elsewhere_is_no_command_at_one_keyboard(shell):
    only_away = [each.name for each in COMMANDS if each.told(Where.HERE) is None]
    assert only_away == ["clock", "rematch", "say", "link", "renew"]
    done = shell.run("play", "capture-the-flag", typed="".join(f"{name}\n" for name in only_away))
    assert done.out.count("Enter 1 or 2: how many positions to move towards the flag.") == len(only_away)
