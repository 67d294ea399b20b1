"""How it looks: colours only where there are any, no line too long for the screen, everything also in words."""

from __future__ import annotations

import re

import pytest

from flagfall.core import Player, Position
from flagfall.games import GAMES, position
from flagfall.terminal.boards import grid, legend
from tests.every_game import begun, short_game
from tests.terminal.driving import ENTER_PRIVATE, Shell, Terminal, lines

P1 = Player.P1

ESCAPE = "\033"


OPEN = [
    *(game().text() for game in GAMES.values() if not game().hides()),
    "flag-chase-traps P1 1,1/5,5 2/2 -/- open_traps=yes",
]
"""Games whose screen is never handed over."""


def opened(shell: Shell, start: str, *typed: str, columns: int = 80, **changes: str) -> Terminal:
    """An open game after its first ply, at the question behind what was typed then."""
    first = begun(start.split()[0], start)
    terminal = shell.open("play", "--from", start, columns=columns, **changes)
    for line, prompt in zip((*first.typed, *typed), (position(start).prompt(P1), *[first.prompt] * 9), strict=False):
        terminal.answer(uncoloured(prompt), line)
    terminal.until(uncoloured(first.prompt))
    return terminal


def uncoloured(prompt: str) -> str:
    """The end of a prompt, behind any player's name."""
    return re.split(r"Player [12]|\bP[12]", prompt)[-1].replace("\n", "\r\n")


# --- colours ---


@pytest.mark.parametrize("start", OPEN)
def test_a_terminal_with_colours_gets_them_and_otherwise_the_same_text(shell, start):
    coloured = opened(shell, start, NO_COLOR="").text
    plain = opened(shell, start).text
    assert "\033[1;36mPlayer 1\033[0m" in coloured
    assert "\033[1;35mP" in coloured
    assert re.sub(r"\033\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize(
    "changes", [{"NO_COLOR": "1"}, {"NO_COLOR": "", "TERM": "dumb"}, {"NO_COLOR": "yes", "TERM": ""}]
)
def test_no_escape_at_all_where_no_colours_are_wanted_or_there_are_none(shell, changes):
    terminal = shell.open("play", "--from", "flag-chase P2 3/4", **changes)
    terminal.answer("Enter choice (1-2): ", "help", "board", "x", "1")
    terminal.answer("1 and 5: ", "4", "2")
    terminal.until("Enter choice (1-2): ")
    assert ESCAPE not in terminal.text


def test_no_color_keeps_the_private_screen(shell):
    terminal = shell.open("play", "flag-chase-traps")
    terminal.answer("press Enter: ", "")
    terminal.until("enter your move: ")
    assert ENTER_PRIVATE in terminal.text
    assert not re.search(r"\033\[[0-9;]*m", terminal.text)


@pytest.mark.parametrize("command", ["games", "rules flag-chase", "position grid-runner", "demo", "version", ""])
def test_a_pipe_never_gets_an_escape(shell, command):
    done = shell.run(*command.split(), typed="2\n1\n", NO_COLOR="", FORCE_COLOR="1")
    assert ESCAPE not in done.out + done.err


def test_data_for_programs_is_never_coloured(shell):
    terminal = shell.open("position", "grid-runner", "--json", NO_COLOR="")
    assert terminal.end() == 0
    assert ESCAPE not in terminal.text


# --- narrow windows ---


@pytest.mark.parametrize("columns", [40, 20])
@pytest.mark.parametrize("start", OPEN)
def test_no_board_is_wider_than_the_window(shell, start, columns):
    first = begun(start.split()[0], start)
    terminal = opened(shell, start, "board", "moves", columns=columns)
    board = first.match.position.board(columns)
    assert board in terminal.text.replace("\r\n", "\n")
    assert [line for line in board.splitlines() if len(line) > columns] == []


@pytest.mark.parametrize("command", ["", "games", "rules grid-runner", "position flag-chase-traps"])
def test_our_own_words_are_broken_between_words(shell, command):
    terminal = shell.open(*command.split(), columns=40)
    if command:
        assert terminal.end() == 0
    else:
        terminal.until_asked(", q): ")
    prose = [line for line in terminal.text.splitlines() if " " in line.strip()]
    assert [line for line in prose if len(line) > 40] == []


def test_the_board_follows_a_window_that_is_made_narrower(shell):
    terminal = shell.open("play", "command-line-conquer")
    terminal.answer("RECRUIT): ", "board")
    terminal.until("RECRUIT): ")
    assert "Positions: 0     1  2  3  4  5  6  7  8  9  10" in terminal.text
    terminal.resize(24)
    terminal.type("board")
    terminal.until("RECRUIT): ")
    assert "\nPositions: 0     1  2\nUnits:     P1(1)\nPositions: 3" in terminal.text


def test_an_error_breaks_no_word_at_the_window_s_edge(shell):
    terminal = shell.open("resume", "nix")
    assert terminal.end() == 1
    assert terminal.text == (
        "flagfall: there is no file 'nix', here or among the saved games; `flagfall\n  resume --list` lists them\n"
    )


def test_a_terminal_of_unknown_width_is_taken_as_wide(shell):
    terminal = shell.open("play", "command-line-conquer", columns=0)
    terminal.until("RECRUIT): ")
    assert "Positions: 0     1  2  3  4  5  6  7  8  9  10" in terminal.text


# --- in words ---


def drawn(positions: list[Position]) -> list[str]:
    """All lines that drawings of these positions consist of."""
    views = [view for each in positions for view in (each, each.view(None))]
    return [line for each in views for line in each.board().split("\n")]


@pytest.mark.parametrize("game", GAMES)
def test_on_request_there_are_words_and_no_drawing(shell, game):
    record = short_game(game)
    match = record.match()
    positions = [*(ply.before for ply in match.plies), match.position]
    typed = lines(*(ply.before.written(ply.moves[each]) for ply in match.plies for each in ply.moves))
    start = ("--from", record.start.text())
    told, seen = (shell.run("play", *start, *extra, typed=typed).out for extra in (["--words"], []))
    replayed = shell.run("replay", shell.name(), "--words").out
    for shown in (told, replayed):
        assert set(drawn(positions)) & set(shown.split("\n")) == set()
        assert match.position.words() in shown
        assert positions[0].view(None).words() in shown
    assert positions[0].view(None).words() not in seen


@pytest.mark.parametrize("game", GAMES)
def test_what_the_book_says_beside_its_drawings_is_said_in_words_too(shell, game):
    record = short_game(game)
    match = record.match()
    typed = lines(*(ply.before.written(ply.moves[each]) for ply in match.plies for each in ply.moves))
    told, seen = (
        shell.run("play", "--from", record.start.text(), *extra, typed=typed).out for extra in (["--words"], [])
    )
    positions = [*(ply.before for ply in match.plies), match.position]
    notes = [note for each in positions for note in each.notes()]
    ignored = {"", *drawn(positions), *notes}
    beside = [line for line in seen.split("\n") if line not in ignored and not line.endswith(":")]
    assert [line for line in beside if line not in told] == []


@pytest.mark.parametrize("game", GAMES)
def test_commands_draw_nothing_either_unless_they_are_asked_to(shell, game):
    first = begun(game)
    done = shell.run("play", game, "--words", typed=lines(*first.typed, "board", "board grid", "board x", "quit"))
    _, board, grid, neither, *_ = done.out.split(first.prompt)
    view = first.match.seats[None].view
    assert board == f"board\n{view.words()}\n"
    assert "+--" in grid
    assert neither.startswith("board x\nType board for the book's drawing, or board grid")


def test_words_are_kept_for_the_next_start_and_resume_replay_and_puzzles_follow(shell):
    terminal = shell.open("play", "capture-the-flag", "--words", FLAGFALL_SCREEN="")
    terminal.answer("flag): ", "2", "quit")
    assert terminal.end() == 0
    words = "P1 is on position 3, P2 on position 7, the flag on position 4."
    for command in (["resume"], ["replay", shell.name(), "--all"], ["puzzle", "capture-the-flag"]):
        terminal = shell.open(*command, columns=120, FLAGFALL_SCREEN="")
        terminal.until("is on position")
        if command[0] == "replay":
            assert terminal.end() == 0
        assert "][" not in terminal.text
        if command[0] != "puzzle":
            assert words in terminal.text


# --- the grid, the legend, the position ---


@pytest.mark.parametrize("game", GAMES)
def test_every_sign_of_the_grid_is_in_the_legend_and_every_cell_has_its_place(game):
    match = short_game(game).match()
    for position_ in [*(ply.before for ply in match.plies), match.position]:
        scene = position_.scene()
        rows = [line for line in grid(scene).split("\n") if "|" in line]
        assert len({len(row) for row in rows}) == 1
        assert len(rows) == len({cell.at[0] for cell in scene.cells})
        known = {*legend(scene), *(cell.label for cell in scene.cells), *scene.rows}
        assert {word for row in rows for word in row.replace("|", " ").split()} <= known


@pytest.mark.parametrize(("size", "width"), [(12, 80), (20, 80), (9, 30), (5, 10)])
def test_a_large_grid_is_aligned_and_folds(size, width):
    scene = position(f"grid-runner P1 0,2/{size - 1},2 size={size}").scene()
    drawing = grid(scene, width)
    assert max(map(len, drawing.split("\n"))) <= width
    heads = [line for line in drawing.split("\n") if line and set(line) <= set(" 0123456789")]
    assert [int(head) for line in heads for head in line.split()] == list(range(size))
    for line, below in zip(drawing.split("\n"), drawing.split("\n")[2:], strict=False):
        if "|" in line and "|" in below:
            assert [at for at, sign in enumerate(line) if sign == "|"] == [
                at for at, sign in enumerate(below) if sign == "|"
            ]


@pytest.mark.parametrize("game", GAMES)
def test_the_position_is_printed_in_one_line_that_can_be_played_from(shell, game):
    first = begun(game)
    done = shell.run("play", game, typed=lines(*first.typed, "position", "legend", "q"))
    _, told, signs, *_ = done.out.split(first.prompt)
    view = first.match.seats[None].view
    assert told == f"position\n{view.text()}\n"
    for sign in legend(view.scene()):
        assert f"\n  {sign} " in signs
    if not view.is_partial():
        assert position(told.split("\n")[1]) == first.match.position
    assert done.code == 0


def test_the_position_tells_each_player_what_that_player_knows_and_no_more(shell):
    terminal = shell.open("play", "--from", "flag-chase-traps P1 1,1/5,5 1/1 3,4/2,5")
    terminal.answer("press Enter: ", "position", "board grid", "legend", "")
    terminal.until_asked("enter your move: ")
    terminal.type("position")
    terminal.until_asked("enter your move: ")
    whole = position("flag-chase-traps P1 1,1/5,5 1/1 3,4/2,5")
    assert whole.view(None).text() in terminal.public()
    assert whole.view(P1).text() in terminal.private()[0]
    assert "3,4" not in terminal.public()
    assert "T1" not in terminal.public()
    assert "2,5" not in terminal.text


def test_words_on_the_private_screen_tell_the_own_traps_and_on_the_open_one_none(shell):
    terminal = shell.open("play", "--words", "--from", "flag-chase-traps P1 1,1/5,5 1/1 3,4/2,5", columns=200)
    terminal.answer("press Enter: ", "")
    terminal.until("enter your move: ")
    assert "P1 has 1 trap in hand, 1 on the board; P2 has 1 trap in hand, 1 on the board." in terminal.public()
    assert (
        "P1 has 1 trap in hand, 1 on the board: (3,4); P2 has 1 trap in hand, 1 on the board." in terminal.private()[0]
    )
