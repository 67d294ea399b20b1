"""The books' worked examples and samples, character for character, through the real program at a real terminal."""

from __future__ import annotations

import re

import pytest

from tests.terminal.driving import AGAIN, UNSEEN, WELCOME, Shell, Terminal


def played(shell: Shell, arguments: str, prompt: str, *typed: str) -> Terminal:
    """A game in which these lines are typed, each at this prompt."""
    terminal = shell.open("play", *arguments.split(" ", 1))
    terminal.answer(prompt, *typed)
    return terminal


# --- Flag Chase ---

CHOICE = "Enter choice (1-2): "
NUMBER = "choose a number between 1 and 5: "


@pytest.mark.rule("F0-T02", "F0-O01", "F0-O04", "F0-O05", "F0-O06")
def test_the_turns_of_flag_chase_are_the_books_sample(shell):
    terminal = played(shell, "flag-chase", CHOICE, "1", "1")
    terminal.until(CHOICE)
    assert terminal.text == (
        WELCOME
        + """\
Grid: [P1] [ ] [ ] [ ] [P2]
Player 1, choose action:
1. Move Forward
2. Move Backward
Enter choice (1-2): 1
Grid: [ ] [P1] [ ] [ ] [P2]
Player 2, choose action:
1. Move Forward
2. Move Backward
Enter choice (1-2): 1
Grid: [ ] [P1] [ ] [P2] [ ]
Player 1, choose action:
1. Move Forward
2. Move Backward
Enter choice (1-2): \
"""
    )


@pytest.mark.rule("F0-O02", "F0-O07", "F0-O08", "F0-O09", "F0-O10", "F0-A08", "F0-A11")
def test_a_battle_of_flag_chase_is_the_books_sample_with_the_numbers_unseen(shell):
    terminal = shell.open("play", "--from", "flag-chase P2 3/4")
    terminal.answer(CHOICE, "1")
    terminal.answer(NUMBER, "4", "2")
    terminal.until(CHOICE)
    assert terminal.text.partition(f"{CHOICE}1\n")[2] == (
        f"""\
Grid: [ ] [ ] [P1,P2] [ ] [ ]
Battle Initiated at Cell 3!
{UNSEEN}\
Player 1, choose a number between 1 and 5: \n\
Player 2, choose a number between 1 and 5: \n\
Player 1 chose 4.
Player 2 chose 2.
Player 1 wins the battle!
Player 2 is sent back to their base.
Grid: [ ] [ ] [P1] [ ] [P2]
Player 1, choose action:
1. Move Forward
2. Move Backward
Enter choice (1-2): \
"""
    )


ACTIONS = "F F F F F F F F B F B F F F F F F F F F B F B F"
BATTLES = {4: "42", 6: "35", 12: "53", 16: "21", 18: "15", 24: "25"}
GRIDS = """\
[P1] [ ] [ ] [ ] [P2]
[ ] [P1] [ ] [ ] [P2]
[ ] [P1] [ ] [P2] [ ]
[ ] [ ] [P1] [P2] [ ]
[ ] [ ] [P1,P2] [ ] [ ]
[ ] [ ] [P1] [ ] [P2]
[ ] [ ] [ ] [P1] [P2]
[ ] [ ] [ ] [P1,P2] [ ]
[P1] [ ] [ ] [P2] [ ]
[ ] [P1] [ ] [P2] [ ]
[ ] [P1] [P2] [ ] [ ]
[P1] [ ] [P2] [ ] [ ]
[P1] [P2] [ ] [ ] [ ]
[P1] [P2] [ ] [ ] [ ]
[P1,P2] [ ] [ ] [ ] [ ]
[P1] [ ] [ ] [ ] [P2]
[ ] [P1] [ ] [ ] [P2]
[ ] [P1] [ ] [P2] [ ]
[ ] [ ] [P1] [P2] [ ]
[ ] [ ] [P1,P2] [ ] [ ]
[ ] [ ] [P1] [ ] [P2]
[ ] [ ] [ ] [P1] [P2]
[ ] [ ] [ ] [P1,P2] [ ]
[P1] [ ] [ ] [P2] [ ]
[ ] [P1] [ ] [P2] [ ]
[ ] [P1] [P2] [ ] [ ]
[P1] [ ] [P2] [ ] [ ]
[P1] [P2] [ ] [ ] [ ]
[P1] [P2] [ ] [ ] [ ]
[P1,P2] [ ] [ ] [ ] [ ]
[P1,P2] [ ] [ ] [ ] [ ]
"""
"""The opening, and what the book prints after each turn and after each battle (F0-A05: not after those without one)."""


@pytest.mark.rule("F0-T01", "F0-O11", "F0-A13")
def test_the_24_turns_of_flag_chase_end_as_in_the_book(shell):
    terminal = shell.open("play", "flag-chase")
    for turn, action in enumerate(ACTIONS.split(), 1):
        terminal.answer(CHOICE, "1" if action == "F" else "2")
        terminal.answer(NUMBER, *BATTLES.get(turn, ""))
    assert terminal.finish() == 0
    assert re.findall("^Grid: (.*)", terminal.text, re.MULTILINE) == GRIDS.splitlines()
    assert terminal.text.count("Battle Initiated") == len(BATTLES)
    assert terminal.text.endswith(
        f"""\
Player 1 chose 2.
Player 2 chose 5.
Player 2 wins the battle!
Player 1 is sent back to their base.
Grid: [P1,P2] [ ] [ ] [ ] [ ]
Player 2 has captured Player 1's flag!
Player 2 Wins!
See it again with: flagfall replay {shell.name()}
{AGAIN}no
"""
    )


@pytest.mark.rule("F0-O03")
def test_cells_are_named_by_the_numbers_of_the_books_legend(shell):
    shown = shell.run("position", "flag-chase P1 2/4").out
    assert "P1 is on cell 2, P2 on cell 4; their bases are cells 1 and 5." in shown


# --- Capture the Flag ---


@pytest.mark.rule("F1-T01", "F1-O01", "F1-O02", "F1-O04", "F1-O05", "F1-O06", "F1-O07", "F1-A05")
def test_capture_the_flag_is_the_books_sample(shell):
    terminal = played(shell, "capture-the-flag", "towards the flag): ", "2", "2", "1")
    assert terminal.finish() == 0
    assert terminal.text == (
        WELCOME
        + f"""\

[P1][ ][ ][Flag][ ][ ][P2]
(1) (2)(3) (4)  (5)(6) (7)

Player 1 (P1) - Current Position: 1
Choose your move (1 or 2 positions towards the flag): 2
P1 moves to position 3.

[ ][ ][P1][Flag][ ][ ][P2]
(1)(2)(3)  (4)  (5)(6) (7)

Player 2 (P2) - Current Position: 7
Choose your move (1 or 2 positions towards the flag): 2
P2 moves to position 5.

[ ][ ][P1][Flag][P2][ ][ ]
(1)(2)(3)  (4)   (5)(6)(7)

Player 1 (P1) - Current Position: 3
Choose your move (1 or 2 positions towards the flag): 1
P1 moves to position 4.
Congratulations! Player 1 has captured the flag and wins the game!

[ ][ ][ ][P1][P2][ ][ ]
(1)(2)(3)(4)  (5)(6)(7)
See it again with: flagfall replay {shell.name()}
{AGAIN}no
"""
    )


@pytest.mark.rule("F1-O03", "F1-A05", "F1-A06")
def test_the_boards_of_capture_the_flag_are_the_books_without_regard_to_spaces(shell):
    played(shell, "capture-the-flag", "towards the flag): ", "2", "2", "1").finish()
    shown = shell.run("replay", shell.name()).out
    boards = [re.sub(" ", "", line).replace("Flag", "F") for line in shown.splitlines() if line.startswith("[")]
    assert boards == ["[P1][][][F][][][P2]", "[][][P1][F][][][P2]", "[][][P1][F][P2][][]", "[][][][P1][P2][][]"]


# --- Flag Chase with hidden traps ---

MOVE = "enter your move: "
READY = "press Enter: "


@pytest.mark.rule("F2-T01", "F2-O01", "F2-O02", "F2-O03", "F2-O04", "F2-O05", "F2-O08", "F2-A03", "F2-A10", "F2-A11")
def test_the_example_of_hidden_traps_is_the_books(shell):
    terminal = shell.open("play", "flag-chase-traps")
    for action in ("MOVE 2 2", "TRAP 3 3", "TRAP 4 4", "MOVE 4 4", "MOVE 3 3", "TRAP 2 2"):
        terminal.answer(READY, "")
        terminal.answer(MOVE, action)
    terminal.until(READY)
    said = [line for line in terminal.public().splitlines() if line and line[0] not in " 12345"]
    assert said == [
        WELCOME.strip(),
        "Both players have 2 traps remaining.",
        *("Player 1's turn. Player 2, look away.", "Player 1, press Enter: "),
        "Player 1 moves to (2,2)",
        "Both players have 2 traps remaining.",
        *("Player 2's turn. Player 1, look away.", "Player 2, press Enter: "),
        "Player 2 places a trap.",
        "Trap placed at your chosen location.",
        *("Player 1: 2 traps in hand, 0 on the board.", "Player 2: 1 trap in hand, 1 on the board."),
        *("Player 1's turn. Player 2, look away.", "Player 1, press Enter: "),
        "Player 1 places a trap.",
        "Trap placed at your chosen location.",
        *("Player 1: 1 trap in hand, 1 on the board.", "Player 2: 1 trap in hand, 1 on the board."),
        *("Player 2's turn. Player 1, look away.", "Player 2, press Enter: "),
        "Player 2 moves to (4,4)",
        "Trap triggered at (4,4)!",
        "Player's agent returns to their flag at (5,5).",
        "Player 2 now has 2 traps remaining.",
        *("Player 1: 1 trap in hand, 0 on the board.", "Player 2: 1 trap in hand, 1 on the board."),
        *("Player 1's turn. Player 2, look away.", "Player 1, press Enter: "),
        "Player 1 moves to (3,3)",
        "Trap triggered at (3,3)!",
        "Player's agent returns to their flag at (1,1).",
        "Player 1 now has 1 trap remaining.",
        "Both players have 1 trap remaining.",
        *("Player 2's turn. Player 1, look away.", "Player 2, press Enter: "),
        "Player 2 places a trap.",
        "Trap placed at your chosen location.",
        *("Player 1: 1 trap in hand, 0 on the board.", "Player 2: 0 traps in hand, 1 on the board."),
        *("Player 1's turn. Player 2, look away.", "Player 1, press Enter: "),
    ]
    assert [line for line in terminal.public().splitlines() if line[:1] in "15" and line[1:3] == " ["][-2:] == [
        "1 [P1][  ][  ][  ][  ]",
        "5 [  ][  ][  ][  ][P2]",
    ]


@pytest.mark.rule("F2-O02", "F2-O03", "F2-O07")
def test_a_sample_turn_and_the_end_of_hidden_traps_against_a_bot_are_the_books(shell):
    terminal = shell.open("play", "--from", "flag-chase-traps P1 4,4/4,5 0/0 -/-", "--p2", "random")
    terminal.answer("Player 1, enter your move: ", "MOVE 5 5")
    assert terminal.finish() == 0
    assert (
        "Player 1, enter your move: MOVE 5 5\n"
        "Player 1 moves to (5,5)\n"
        "Player 1 has captured the flag at (5, 5)! Player 1 wins the game!\n"
    ) in terminal.text


@pytest.mark.rule("F2-O06", "F2-A09", "F2-T04")
@pytest.mark.parametrize(
    "refused", ["MOVE 3 3", "MOVE 1 1", "TRAP 1 1", "TRAP 5 5", "TRAP 9 9", "JUMP 2 2", "MOVE B2", "", "PASS"]
)
def test_what_cannot_be_done_with_hidden_traps_gets_the_books_one_refusal(shell, refused):
    shown = shell.run("play", "flag-chase-traps", typed=f"{refused}\nMOVE 2 2\n").out
    question = "Player 1, enter your move: "
    assert f"{question}\nInvalid move. Please choose a valid adjacent cell.\n{question}MOVE 2 2\n" in shown


# --- Grid Runner ---

ENTER = "\r\n> "


@pytest.mark.rule("F3-T02", "F3-O01", "F3-O02", "F3-O03", "F3-O04", "F3-A07")
def test_grid_runner_is_the_books_sample(shell):
    terminal = shell.open("play", "--from", "grid-runner P1 1,2/3,2")
    terminal.answer(ENTER, "2,2", "2,2")
    assert terminal.finish() == 0
    assert terminal.text == (
        WELCOME
        + f"""\
Current Grid:
[ ][ ][ ][ ][ ]
[ ][ ][P1][ ][ ]
[ ][ ][ ][ ][ ]
[ ][ ][P2][ ][ ]
[ ][ ][ ][ ][ ]

Player 1, enter your move (format: row,column):
> 2,2

Move accepted. Player 1 moved to (2,2).

Current Grid:
[ ][ ][ ][ ][ ]
[ ][ ][ ][ ][ ]
[ ][ ][P1][ ][ ]
[ ][ ][P2][ ][ ]
[ ][ ][ ][ ][ ]

Player 2, enter your move (format: row,column):
> 2,2

Move accepted. Player 2 moved to (2,2).

Player 2 has captured Player 1's token and wins the game!

[ ][ ][ ][ ][ ]
[ ][ ][ ][ ][ ]
[ ][ ][P2][ ][ ]
[ ][ ][ ][ ][ ]
[ ][ ][ ][ ][ ]
See it again with: flagfall replay {shell.name()}
{AGAIN}no
"""
    )


@pytest.mark.rule("F3-T01", "F3-O01", "F3-O04")
def test_the_four_turns_of_grid_runner_show_the_books_grids(shell):
    terminal = played(shell, "grid-runner", ENTER, "1,2", "3,2", "2,2", "2,2")
    assert terminal.finish() == 0
    rows = [line for line in terminal.text.splitlines() if line.startswith("[")]
    empty = "[ ][ ][ ][ ][ ]"
    one, two = "[ ][ ][P1][ ][ ]", "[ ][ ][P2][ ][ ]"
    assert rows == [
        *(one, empty, empty, empty, two),
        *(empty, one, empty, empty, two),
        *(empty, one, empty, two, empty),
        *(empty, empty, one, two, empty),
        *(empty, empty, two, empty, empty),
    ]
    assert "Player 2 has captured Player 1's token and wins the game!\n" in terminal.text


# --- Command Line Conquer ---

STEPS = """\
0 | P1(1) P2(1)
MOVE 0 | P1(2) P2(1)
RECRUIT | P1(2) P2(1), P2(1)
MOVE 1 | P1(3) P2(1), P2(1)
MOVE 10 | P1(3) P2(2) P2(1)
RECRUIT | P1(1) P1(3) P2(2) P2(1)
MOVE 9 | P1(1) P1(3) P2(3) P2(1)
MOVE 0 | P1(2) P1(3) P2(3) P2(1)
MOVE 8 | P1(2) P1(3) P2(4) P2(1)
MOVE 1 | P1(3), P1(3) P2(4) P2(1)
MOVE 7 | P1(3), P1(3) P2(5) P2(1)
MOVE 2 | P1(3) P1(4) P2(5) P2(1)
MOVE 6 | P1(3) P1(4) P2(5) P2(1)
MOVE 3 | P1(3) P1(5) P2(5) P2(1)
MOVE 5 | P1(3) P2(1)
MOVE 2 | P1(4) P2(1)
MOVE 10 | P1(4) P2(2)
MOVE 3 | P1(5) P2(2)
MOVE 9 | P1(5) P2(3)
MOVE 4 | P1(5) P2(3)
MOVE 8 | P1(5) P2(4)
MOVE 5 | P1(5) P2(4)
MOVE 7 | P1(5)
MOVE 6 | P1(5)
RECRUIT | P1(5) P2(1)
MOVE 7 | P1(5) P2(1)
MOVE 10 | P1(5) P2(2)
MOVE 8 | P1(5)
RECRUIT | P1(5) P2(1)
MOVE 9 | P1(5)
"""
"""The book's 29 steps and the units after each, by position (F4-A07); step 28 is the forced recruit (F4-A05)."""


@pytest.mark.rule("F4-T01", "F4-O02", "F4-O03", "F4-O04", "F4-A01", "F4-A05", "F4-A07")
def test_the_29_steps_of_command_line_conquer_show_the_books_units(shell):
    actions, units = zip(*(line.split(" | ") for line in STEPS.splitlines()), strict=True)
    terminal = played(shell, "command-line-conquer", "(MOVE position or RECRUIT): ", *actions[1:])
    assert terminal.finish() == 0
    drawn = re.findall("^Units:     (.*)", terminal.text, re.MULTILINE)
    assert [re.sub(" +", " ", line).strip() for line in drawn] == list(units)
    for phrase in (
        "Player 1's Turn",
        "Move unit from position 0 to 1.",
        "Recruit a new unit at position 10.",
        "Unit's strength increases to 2.",
        "Unit's strength remains at 5 (already at max strength).",
        "Both units are destroyed",
        "P1's unit wins; P2's unit is removed.",
    ):
        assert phrase in terminal.text
    assert "\nPlayer 1 has captured Player 2's base and wins the game.\n" in terminal.text


@pytest.mark.rule("F4-O01", "F4-O02", "F4-O04")
def test_the_first_screen_of_command_line_conquer_has_the_books_two_lines(shell):
    terminal = shell.open("play", "command-line-conquer")
    terminal.until("(MOVE position or RECRUIT): ")
    positions, units = terminal.text.splitlines()[2:4]
    assert re.sub(" +", " ", positions) == "Positions: 0 1 2 3 4 5 6 7 8 9 10"
    assert units.startswith("Units:     P1(1) ")
    assert units.index("P2(1)") == positions.index("10")
