"""Grid Runner: its rules, texts, variations and rulings, id by id."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core import BadPosition, BadRules, Cell, IllegalMove, Mark, Outcome, Piece, Player, Square
from flagfall.games import GAMES, position
from flagfall.games.grid_runner import GridRunner
from tests.helpers import following, legal, played, reachable, screen

P1, P2 = Player
Rules = GridRunner.Rules

BOOK_GRIDS = (
    "[ ][ ][ ][ ][ ]\n[ ][ ][P1][ ][ ]\n[ ][ ][ ][ ][ ]\n[ ][ ][ ][ ][ ]\n[ ][ ][P2][ ][ ]",
    "[ ][ ][ ][ ][ ]\n[ ][ ][P1][ ][ ]\n[ ][ ][ ][ ][ ]\n[ ][ ][P2][ ][ ]\n[ ][ ][ ][ ][ ]",
    "[ ][ ][ ][ ][ ]\n[ ][ ][ ][ ][ ]\n[ ][ ][P1][ ][ ]\n[ ][ ][P2][ ][ ]\n[ ][ ][ ][ ][ ]",
    "[ ][ ][ ][ ][ ]\n[ ][ ][ ][ ][ ]\n[ ][ ][P2][ ][ ]\n[ ][ ][ ][ ][ ]\n[ ][ ][ ][ ][ ]",
)

BOOK_SAMPLE = """\
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
"""

BIG_VARIATION = Rules(
    size=4, tokens=2, blocked=frozenset({(2, 0)}), teleport=frozenset({((1, 0), (3, 3)), ((1, 3), (2, 1))})
)


def at(state: str, turn: Player = P1, **changed: str) -> GridRunner:
    """The position with these tokens, written as in a position's text."""
    words = (f"{name}={value}" for name, value in changed.items())
    return GridRunner.from_text(" ".join(("grid-runner", turn.name, state, *words)))


def winner(state: GridRunner) -> Player | None:
    outcome = state.outcome()
    return outcome.winner if outcome else None


def refusal(state: GridRunner, typed: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        state.read(state.turn, typed)
    return str(caught.value)


@pytest.fixture(scope="module")
def book_positions() -> set[GridRunner]:
    return reachable(GridRunner())


# --- rules ---


@pytest.mark.rule("F3-R01", "F3-R02", "F3-R03", "F3-R04")
def test_opening_is_the_books() -> None:
    opening = GridRunner()
    assert opening.rules.size == 5 and opening.rules.tokens == 1
    assert opening.tokens == (((0, 2),), ((4, 2),)) and opening.turn is P1
    assert [cell.at for cell in opening.cells()] == [(row, column) for row in range(5) for column in range(5)]
    baselines = {(cell.at[0], mark.owner) for cell in opening.cells() for mark in cell.marks if mark.kind == "baseline"}
    assert baselines == {(0, P1), (4, P2)}
    assert opening.board() == "[ ][ ][P1][ ][ ]\n" + "[ ][ ][ ][ ][ ]\n" * 3 + "[ ][ ][P2][ ][ ]"


@pytest.mark.rule("F3-T03", "F3-A01")
def test_first_choices_include_sideways_moves() -> None:
    assert GAMES["grid-runner"]().choices() == {P1: ("0,1", "0,3", "1,1", "1,2", "1,3")}
    assert played(GridRunner(), "0,1").tokens[P1] == ((0, 1),)


@pytest.mark.rule("F3-R06", "F3-R07", "F3-R09", "F3-R10", "F3-R11")
def test_a_token_has_five_steps_and_no_others(book_positions: set[GridRunner]) -> None:
    for state in book_positions:
        if state.outcome():
            continue
        ((row, column),) = state.tokens[state.turn]
        ahead = 1 if state.turn is P1 else -1
        expected = {
            f"{r},{c}"
            for r in range(5)
            for c in range(5)
            if (r - row, abs(c - column)) in {(0, 1), (ahead, 0), (ahead, 1)}
        }
        assert legal(state) == expected and "PASS" not in expected


@pytest.mark.rule("F3-R04", "F3-A02", "F3-R14", "F3-T04")
def test_turns_alternate_and_the_first_arrival_leaves_no_reply(book_positions: set[GridRunner]) -> None:
    arrivals = 0
    for state in book_positions:
        for moves, after in following(state):
            (move,) = moves.values()
            assert after.turn is state.turn.other
            if int(move[0]) == (4 if state.turn is P1 else 0):
                arrivals += 1
                assert winner(after) is state.turn and after.choices() == {}
    assert arrivals


@pytest.mark.rule("F3-R14", "F3-T04", "F3-A02")
def test_p2_gets_no_reply_one_step_before_the_baseline() -> None:
    state = at("3,0/1,4").play({P1: "4,0"})
    assert winner(state) is P1 and state.choices() == {}
    with pytest.raises(IllegalMove, match="the game is over"):
        state.play({P2: "0,4"})
    with pytest.raises(IllegalMove, match="the game is over"):
        state.check(P2, "0,4")


@pytest.mark.rule("F3-R05")
def test_a_turn_is_grid_question_move_check_next_player() -> None:
    assert screen(GridRunner(), "1,2") == (
        f"Current Grid:\n{GridRunner().board()}\n\nPlayer 1, enter your move (format: row,column):\n> 1,2\n"
        "\nMove accepted. Player 1 moved to (1,2).\n\n"
        f"Current Grid:\n{BOOK_GRIDS[0]}\n\nPlayer 2, enter your move (format: row,column):\n> "
    )


@pytest.mark.rule("F3-R08")
def test_left_and_right_are_the_same_for_both_players() -> None:
    named = {"left": -1, "right": 1}
    for state in (at("1,2/3,2"), at("1,2/3,2", P2)):
        ((_, column),) = state.tokens[state.turn]
        (options,) = state.scene().options.values()
        assert len(options) == 5
        for option in options:
            side = option.label.split(" to ")[0].split()[-1]
            assert option.to is not None and option.to[1] - column == named.get(side, 0)
    assert at("1,2/3,2", P2).meaning(P2, "2,1") == "diagonally forward left to (2,1)"
    assert at("1,2/3,2", P1).meaning(P1, "2,3") == "diagonally forward right to (2,3)"
    assert at("1,2/3,2", P1).meaning(P1, "2,2") == "forward to (2,2)"


@pytest.mark.rule("F3-R12", "F3-A13")
@pytest.mark.parametrize(
    ("turn", "target"),
    [
        *((P1, to) for to in ("2,1", "2,3", "3,1", "3,2", "3,3")),
        *((P2, to) for to in ("1,1", "1,2", "1,3", "2,1", "2,3")),
    ],
)
def test_landing_on_the_enemy_wins_in_every_direction(turn: Player, target: str) -> None:
    before = at(f"2,2/{target}") if turn is P1 else at(f"{target}/2,2", P2)
    after = played(before, target)
    assert after.outcome() == Outcome(turn, f"captured {turn.other}'s token")
    assert after.tokens[turn.other] == () and len(after.tokens[turn]) == 1
    assert before.meaning(turn, target).endswith(", capture")


@pytest.mark.rule("F3-R13")
@pytest.mark.parametrize("column", range(5))
def test_every_square_of_the_enemy_baseline_wins(column: int) -> None:
    p1 = played(at(f"3,{column}/3,{(column + 3) % 5}"), f"4,{column}")
    assert p1.outcome() == Outcome(P1, "reached Player 2's baseline")
    p2 = played(at(f"1,{(column + 3) % 5}/1,{column}", P2), f"0,{column}")
    assert p2.outcome() == Outcome(P2, "reached Player 1's baseline")


@pytest.mark.rule("F3-R13")
def test_the_own_baseline_wins_nothing() -> None:
    assert played(GridRunner(), "0,1", "4,1").outcome() is None


@pytest.mark.rule("F3-R15", "F3-A08")
def test_every_end_has_a_winner_and_sideways_play_never_ends(book_positions: set[GridRunner]) -> None:
    assert len(book_positions) == 975
    for state in book_positions:
        outcome = state.outcome()
        assert bool(outcome) != bool(state.choices())
        assert outcome is None or outcome.winner is state.turn.other
    assert played(GridRunner(), *(("0,1", "4,1", "0,2", "4,2") * 25)) == GridRunner()


@pytest.mark.rule("F3-A14")
def test_either_player_may_start_and_the_second_can_force_a_win(book_positions: set[GridRunner]) -> None:
    swapped = GridRunner().started_by(P2)
    assert swapped.choices() == {P2: ("3,1", "3,2", "3,3", "4,1", "4,3")}
    assert winner(played(swapped, "3,2", "1,2", "2,2", "2,2")) is P1
    assert GridRunner.from_text(swapped.text()) == swapped
    won = forced_wins(book_positions)
    assert won[GridRunner()] == (P2, 8)
    assert len(book_positions) - len(won) == 26


def forced_wins(states: set[GridRunner]) -> dict[GridRunner, tuple[Player, int]]:
    """Who can force a win where, and in how many moves, by working back from the ends until nothing new follows."""
    nexts = {state: [after for _, after in following(state)] for state in states}
    won: dict[GridRunner, tuple[Player, int]] = {}
    new, length = {state: found for state in states if (found := winner(state))}, 0
    while new:
        won |= {state: (player, length) for state, player in new.items()}
        length += 1
        new = {state: found for state in states - won.keys() if (found := forced(state.turn, nexts[state], won))}
    return won


def forced(turn: Player, nexts: list[GridRunner], won: dict[GridRunner, tuple[Player, int]]) -> Player | None:
    ends = {won[after][0] if after in won else None for after in nexts}
    return turn if turn in ends else turn.other if ends == {turn.other} else None


# --- texts ---


@pytest.mark.rule("F3-T01", "F3-O01", "F3-A12", "F3-A14")
def test_worked_example_gives_the_four_grids() -> None:
    state = GridRunner()
    for ply, (move, grid) in enumerate(zip(("1,2", "3,2", "2,2", "2,2"), BOOK_GRIDS, strict=True)):
        assert state.turn is (P1, P2)[ply % 2]
        last = state.say({state.turn: move}, None)
        state = played(state, move)
        assert state.board() == grid
    assert last[-1] == "Player 2 has captured Player 1's token and wins the game!"
    assert winner(state) is P2 and state.choices() == {}


@pytest.mark.rule("F3-A01")
def test_worked_examples_possible_moves_are_all_legal() -> None:
    listed = ({"1,1", "1,2", "1,3"}, {"3,1", "3,2", "3,3"}, {"2,1", "2,2", "2,3"}, {"2,1", "2,2", "2,3"})
    state = GridRunner()
    for moves, chosen in zip(listed, ("1,2", "3,2", "2,2", "2,2"), strict=True):
        assert moves < legal(state)
        state = played(state, chosen)


@pytest.mark.rule("F3-T02", "F3-O01", "F3-O02", "F3-O03", "F3-O04", "F3-A07")
def test_sample_screen_character_for_character() -> None:
    assert screen(played(GridRunner(), "1,2", "3,2"), "2,2", "2,2") == BOOK_SAMPLE


@pytest.mark.rule("F3-O01", "F3-O02", "F3-O03", "F3-O04")
def test_each_text_by_itself() -> None:
    state = played(GridRunner(), "1,2", "3,2")
    assert state.header() == f"Current Grid:\n{BOOK_GRIDS[1]}\n"
    assert state.prompt(P1) == "Player 1, enter your move (format: row,column):\n> "
    assert state.say({P1: "2,2"}, P2) == ("", "Move accepted. Player 1 moved to (2,2).", "")
    assert played(state, "2,2").say({P2: "2,2"}, P1) == (
        "",
        "Move accepted. Player 2 moved to (2,2).",
        "",
        "Player 2 has captured Player 1's token and wins the game!",
    )


@pytest.mark.rule("F3-A04", "F3-A07")
def test_baseline_win_text_without_a_final_grid() -> None:
    assert at("3,0/3,3").say({P1: "4,0"}, None) == (
        "",
        "Move accepted. Player 1 moved to (4,0).",
        "",
        "Player 1 has reached Player 2's baseline and wins the game!",
    )


@pytest.mark.rule("F3-A03")
def test_capture_on_the_baseline_is_announced_as_capture() -> None:
    state = at("3,1/4,2")
    assert state.say({P1: "4,2"}, None)[-1] == "Player 1 has captured Player 2's token and wins the game!"
    assert played(state, "4,2").outcome() == Outcome(P1, "captured Player 2's token")


@pytest.mark.rule("F3-A06")
@pytest.mark.parametrize(
    "typed", ["1,2", "1, 2", "(1,2)", "( 1 , 2 )", "  1 ,2\t", "(1, 2)\n", "01,002", " ( 1,2) ", "0,2>1,2"]
)
def test_read_accepts_blanks_and_brackets(typed: str) -> None:
    assert GridRunner().read(P1, typed) == "1,2"


HINT = "Enter your move as row,column, for example 1,3."
JUNK = [
    "",
    " ",
    "x",
    "1",
    "1 2",
    "12",
    "1,",
    ",2",
    ",",
    "1,2,3",
    "1;2",
    "(1,2",
    "1,2)",
    "((1,2))",
    "1.0,2",
    "+1,2",
    "1_,2",
]
JUNK += ["²,2", "１,２", "١,٢", "1,2\0", "\x1b[A", "1,\x00 2", "1,2>", ">1,2", "0,2>1,2>2,2", ">", "9" * 5000 + ",2"]
JUNK += ["1,2 please", "forward", "None", "\ud800", "1" + "," * 1000 + "2", "1，2", "--1,2"]


@pytest.mark.rule("F3-A05", "F3-A06")
@pytest.mark.parametrize("typed", JUNK, ids=range(len(JUNK)))
def test_read_explains_what_can_be_entered(typed: str) -> None:
    assert refusal(GridRunner(), typed) == HINT


@pytest.mark.rule("F3-A05", "F3-R09", "F3-R10", "F3-R11", "F3-A09")
@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("0,2", "(0,2) is behind (1,2): tokens never move backward."),
        ("0,4", "(0,4) is behind (1,2): tokens never move backward."),
        ("1,2", "Your own token stands on (1,2)."),
        ("3,2", "(3,2) is too far from (1,2): a token moves one square."),
        ("1,4", "(1,4) is too far from (1,2): a token moves one square."),
        ("5,2", "(5,2) is off the grid: rows and columns go from 0 to 4."),
        ("1,-1", "(1,-1) is off the grid: rows and columns go from 0 to 4."),
        ("999999,0", "(999999,0) is off the grid: rows and columns go from 0 to 4."),
        ("2,3", "(2,3) is blocked."),
        ("2,0>2,2", "You have no token on (2,0)."),
        ("pass", "You may pass only when you have no move."),
    ],
)
def test_refusals_name_the_reason(typed: str, reason: str) -> None:
    state = at("1,2/4,2", blocked="2,3")
    assert refusal(state, typed) == reason
    assert state.why_not(P1, typed) == reason


@pytest.mark.rule("F3-R09")
def test_backward_is_the_other_way_for_p2() -> None:
    state = at("1,2/3,2", P2)
    assert refusal(state, "4,2") == "(4,2) is behind (3,2): tokens never move backward."
    assert refusal(state, "1,2") == "(1,2) is too far from (3,2): a token moves one square."


@pytest.mark.rule("F3-A05")
def test_the_same_player_is_asked_again() -> None:
    question = "Player 1, enter your move (format: row,column):\n> "
    shown = screen(GridRunner(), "up", "1,2")
    assert f"{question}up\n{HINT}\n{question}1,2\n\nMove accepted. Player 1 moved to (1,2).\n" in shown


def test_nobody_else_can_choose() -> None:
    for ask in (GridRunner.read, GridRunner.check):
        with pytest.raises(IllegalMove, match=r"^it is not Player 2's turn$"):
            ask(GridRunner(), P2, "3,2")
        with pytest.raises(IllegalMove, match=r"^the game is over$"):
            ask(at("4,0/2,2", P2), P2, "1,2")


def test_only_the_plain_notation_is_a_move() -> None:
    with pytest.raises(IllegalMove, match=r"^Enter your move as row,column: 1,2\.$"):
        GridRunner().check(P1, "(1,2)")


@settings(deadline=None)
@given(st.text(alphabet=st.sampled_from("0123456789,>() -PASpas²１\t\0x"), max_size=12) | st.text(max_size=20))
def test_read_gives_a_legal_move_or_a_reason(typed: str) -> None:
    for state in (GridRunner(), GridRunner(BIG_VARIATION), at("0,0/1,1", size="2", blocked="0,1")):
        try:
            assert state.read(P1, typed) in legal(state)
        except IllegalMove:
            assert state.why_not(P1, typed).endswith(".")


def test_every_move_is_read_as_it_is_written(book_positions: set[GridRunner]) -> None:
    for state in book_positions | few_positions(BIG_VARIATION):
        for player, moves in state.choices().items():
            assert [state.read(player, state.written(move).lower()) for move in moves] == list(moves)
            assert len({state.meaning(player, move) for move in moves}) == len(moves)


def test_words_say_where_everything_is() -> None:
    assert GridRunner().words() == "P1 is on (0,2), P2 is on (4,2)."
    assert played(GridRunner(), "1,2", "3,2", "2,2", "2,2").words() == "P1 has no token left, P2 is on (2,2)."
    assert GridRunner(Rules(tokens=3)).words() == "P1 is on (0,1), (0,2) and (0,3), P2 is on (4,1), (4,2) and (4,3)."
    assert GridRunner(BIG_VARIATION).words() == (
        "P1 is on (0,1) and (0,2), P2 is on (3,1) and (3,2). Blocked: (2,0)."
        " Teleport a: (1,0) and (3,3). Teleport b: (1,3) and (2,1)."
    )


# --- blocked squares ---


@pytest.mark.rule("F3-V02", "F3-A09")
def test_blocked_squares_cannot_be_entered_and_are_drawn() -> None:
    state = GridRunner(rules=Rules(size=7, blocked=frozenset({(3, 3), (1, 3)})))
    assert state.choices() == {P1: ("0,2", "0,4", "1,2", "1,4")}
    with pytest.raises(IllegalMove, match=r"^\(1,3\) is blocked\.$"):
        state.play({P1: "1,3"})
    rows = ["[ ][ ][ ][P1][ ][ ][ ]", *["[ ][ ][ ][ ][ ][ ][ ]"] * 5, "[ ][ ][ ][P2][ ][ ][ ]"]
    rows[1] = rows[3] = "[ ][ ][ ][#][ ][ ][ ]"
    assert state.header() == "\n".join(("Current Grid:", *rows, "[#] can't be entered.", ""))
    assert state.scene().notes == ("[#] can't be entered.",)
    marked = {cell.at for cell in state.cells() if Mark("blocked", label="#") in cell.marks}
    assert marked == {(1, 3), (3, 3)}


@pytest.mark.rule("F3-A09")
def test_a_player_who_is_shut_in_passes() -> None:
    state = at("1,0/4,2", blocked="1,1+2,0+2,1")
    assert state.choices() == {P1: ("PASS",)}
    assert state.prompt(P1) == "Player 1, you have no move (press Enter to pass):\n> "
    assert [state.read(P1, typed) for typed in ("PASS", " pass ", "Pass\n", "", " ")] == ["PASS"] * 5
    assert refusal(state, "2,0") == refusal(state, "paß") == "You have no move: press Enter to pass."
    assert state.say({P1: "PASS"}, None) == ("", "Player 1 has no move and passes.", "")
    after = played(state, "PASS")
    assert after.turn is P2 and after.tokens == state.tokens and "PASS" not in legal(after)
    assert state.path(P1, "PASS") == (None, None) and state.meaning(P1, "PASS") == "no move is possible"
    assert GridRunner.from_text(state.text()) == state


@pytest.mark.rule("F3-A09", "F3-A08")
def test_two_shut_in_players_pass_for_ever() -> None:
    state = at("1,0/2,4", blocked="1,1+2,0+2,1+1,3+1,4+2,3")
    assert played(state, *["PASS"] * 10) == state


@pytest.mark.rule("F3-A09")
def test_own_tokens_may_shut_a_player_in_but_the_enemy_never_does() -> None:
    assert at("1,0/1,1", blocked="2,0+2,1").choices() == {P1: ("1,1",)}
    assert at("1,0+1,1/4,4", tokens="2", blocked="2,0+2,1+2,2+1,2").choices() == {P1: ("PASS",)}


# --- teleport squares ---


@pytest.mark.rule("F3-V03", "F3-A10")
def test_a_teleport_carries_both_ways_and_only_once() -> None:
    there = at("0,0/4,2", teleport="1,0:3,4")
    assert "1,0" in legal(there) and "3,4" not in legal(there)
    arrived = played(there, "1,0")
    assert arrived.tokens[P1] == ((3, 4),) and arrived.outcome() is None
    assert played(at("2,4/4,2", teleport="1,0:3,4"), "3,4").tokens[P1] == ((1, 0),)
    assert there.path(P1, "1,0") == ((0, 0), (1, 0))
    assert there.meaning(P1, "1,0") == "forward to (1,0), teleport to (3,4)"


@pytest.mark.rule("F3-A10")
def test_a_token_stands_on_the_exit_until_it_moves_on() -> None:
    arrived = at("3,4/4,2", P2, teleport="1,0:3,4")
    assert played(arrived, "4,1").tokens[P1] == ((3, 4),)
    assert played(arrived, "4,1", "3,3").tokens[P1] == ((3, 3),)
    assert arrived.board().splitlines()[1] == "[a][ ][ ][ ][ ]"
    assert arrived.board().splitlines()[3] == "[ ][ ][ ][ ][P1]"


@pytest.mark.rule("F3-A10")
def test_teleports_do_not_chain() -> None:
    state = at("0,0/4,2", teleport="1,0:2,2+2,3:3,4")
    assert played(state, "1,0").tokens[P1] == ((2, 2),)


@pytest.mark.rule("F3-A10", "F3-R12")
def test_a_teleport_captures_where_it_is_entered_and_where_it_ends() -> None:
    for enemy in ("1,0", "3,4"):
        state = at(f"0,0/{enemy}", teleport="1,0:3,4")
        assert played(state, "1,0").outcome() == Outcome(P1, "captured Player 2's token")
        assert state.meaning(P1, "1,0") == "forward to (1,0), teleport to (3,4), capture"
    both = at("0,0+0,1/1,0+3,4", tokens="2", teleport="1,0:3,4")
    assert played(both, "0,0>1,0").tokens == (((0, 1), (3, 4)), ())


@pytest.mark.rule("F3-A10", "F3-R13")
def test_arriving_on_the_enemy_baseline_wins_by_step_or_by_teleport() -> None:
    carried = at("0,0/3,2", teleport="1,0:4,4")
    assert played(carried, "1,0").outcome() == Outcome(P1, "reached Player 2's baseline")
    assert carried.say({P1: "1,0"}, None) == (
        "",
        "Move accepted. Player 1 moved to (1,0).",
        "The teleport carries the token to (4,4).",
        "",
        "Player 1 has reached Player 2's baseline and wins the game!",
    )
    stepped = played(at("3,3/3,2", teleport="1,0:4,4"), "4,4")
    assert stepped.tokens[P1] == ((4, 4),) and winner(stepped) is P1
    home = played(at("3,3/2,0", P2, teleport="1,0:4,4"), "1,0")
    assert home.tokens[P2] == ((4, 4),) and home.outcome() is None


@pytest.mark.rule("F3-A10", "F3-A11")
def test_own_tokens_block_the_entry_and_the_exit() -> None:
    state = at("0,0+3,4/4,2", tokens="2", teleport="1,0:3,4")
    assert "0,0>1,0" not in legal(state)
    assert refusal(state, "0,0>1,0") == "Your own token stands on (3,4), where the teleport on (1,0) leads."
    state = at("0,0+1,0/4,2", tokens="2", teleport="1,0:3,4")
    assert refusal(state, "0,0>1,0") == "Your own token stands on (1,0)."


@pytest.mark.rule("F3-A10")
def test_a_token_does_not_stand_in_its_own_way() -> None:
    state = at("1,1/4,2", teleport="1,1:1,2")
    after = played(state, "1,2")
    assert after.tokens == state.tokens and after.turn is P2
    assert winner(played(at("1,1/1,2", teleport="1,1:1,2"), "1,2")) is P1


@pytest.mark.rule("F3-V03", "F3-A10")
def test_teleports_are_drawn_as_a_letter_a_pair() -> None:
    state = GridRunner(Rules(teleport=frozenset({((3, 4), (1, 0)), ((1, 4), (3, 0))})))
    rows = ["[ ][ ][P1][ ][ ]", "[a][ ][ ][ ][b]", "[ ][ ][ ][ ][ ]", "[b][ ][ ][ ][a]", "[ ][ ][P2][ ][ ]"]
    assert state.header() == "\n".join(("Current Grid:", *rows, "A letter carries a token to its twin.", ""))
    letters = {cell.at: mark.label for cell in state.cells() for mark in cell.marks if mark.kind == "teleport"}
    assert letters == {(1, 0): "a", (3, 4): "a", (1, 4): "b", (3, 0): "b"}


# --- several tokens ---


@pytest.mark.rule("F3-V04", "F3-A11")
@pytest.mark.parametrize(
    ("size", "tokens", "columns"),
    [(5, 1, [2]), (5, 2, [1, 2]), (5, 3, [1, 2, 3]), (4, 1, [1]), (5, 5, [0, 1, 2, 3, 4])],
)
def test_tokens_start_side_by_side_in_the_middle(size: int, tokens: int, columns: list[int]) -> None:
    state = GridRunner(Rules(size=size, tokens=tokens))
    assert state.tokens == (tuple((0, c) for c in columns), tuple((size - 1, c) for c in columns))


@pytest.mark.rule("F3-V04", "F3-A11")
def test_several_tokens_move_one_at_a_time_and_block_each_other() -> None:
    state = GridRunner(Rules(tokens=2))
    assert state.choices() == {
        P1: ("0,1>0,0", "0,1>1,0", "0,1>1,1", "0,1>1,2", "0,2>0,3", "0,2>1,1", "0,2>1,2", "0,2>1,3")
    }
    assert state.prompt(P2) == "Player 2, enter your move (format: row,column>row,column):\n> "
    assert state.say({P1: "0,1>1,2"}, None) == ("", "Move accepted. Player 1 moved from (0,1) to (1,2).", "")
    assert state.meaning(P1, "0,1>1,2") == "(0,1) diagonally forward right to (1,2)"
    after = played(state, "0,1>1,2")
    assert after.tokens[P1] == ((0, 2), (1, 2)) and after.board().startswith("[ ][ ][P1][ ][ ]\n[ ][ ][P1][ ][ ]\n")


@pytest.mark.rule("F3-A06", "F3-A11")
def test_read_with_several_tokens() -> None:
    state = GridRunner(Rules(tokens=2))
    for typed in ("0,1>1,1", "(0,1) > (1,1)", " 0, 1>( 1 ,1 )"):
        assert state.read(P1, typed) == "0,1>1,1"
    assert state.read(P1, "1,0") == "0,1>1,0"
    assert state.read(P1, "( 0,3 )") == "0,2>0,3"


@pytest.mark.rule("F3-A05", "F3-A11")
@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("1,1", "Enter your move as row,column>row,column: 0,1>1,1 or 0,2>1,1."),
        ("0,1>0,2", "Your own token stands on (0,2)."),
        ("1,2>2,2", "You have no token on (1,2)."),
        ("4,1>3,1", "You have no token on (4,1)."),
        ("0,1>1,3", "(1,3) is too far from (0,1): a token moves one square."),
        ("3,3", "None of your tokens can step on (3,3)."),
        ("0,5", "(0,5) is off the grid: rows and columns go from 0 to 4."),
        ("go", "Enter your move as row,column>row,column, for example 0,2>1,3."),
    ],
)
def test_refusals_with_several_tokens(typed: str, reason: str) -> None:
    assert refusal(GridRunner(Rules(tokens=2)), typed) == reason


@pytest.mark.rule("F3-A11")
def test_all_enemy_tokens_must_be_captured() -> None:
    state = at("1,1+2,2/2,1+3,3", tokens="2")
    assert state.say({P1: "1,1>2,1"}, None) == (
        "",
        "Move accepted. Player 1 moved from (1,1) to (2,1).",
        "Player 1 has captured a token of Player 2, who has 1 left.",
        "",
    )
    state = played(state, "1,1>2,1")
    assert state.outcome() is None and state.choices()[P2][0] == "3,3>2,2"  # still with the square it leaves
    state = at("2,1+2,3/3,4", tokens="2")
    assert state.say({P1: "2,3>3,4"}, None)[-1] == "Player 1 has captured all of Player 2's tokens and wins the game!"
    assert played(state, "2,3>3,4").outcome() == Outcome(P1, "captured all of Player 2's tokens")


@pytest.mark.rule("F3-A11")
def test_the_first_capture_wins_with_the_switch() -> None:
    state = at("1,1+2,2/2,1+3,3", tokens="2", capture="first")
    after = played(state, "1,1>2,1")
    assert after.outcome() == Outcome(P1, "captured a token of Player 2") and after.choices() == {}
    assert state.say({P1: "1,1>2,1"}, None)[-2:] == ("", "Player 1 has captured a token of Player 2 and wins the game!")
    assert GridRunner.from_text(after.text()) == after
    assert [(each.name, each.ruling) for each in Rules.settings() if each.ruling] == [("capture", "F3-A11")]


@pytest.mark.rule("F3-A11", "F3-R13")
def test_any_token_on_the_baseline_wins() -> None:
    state = at("1,1+3,2/3,0+4,3", tokens="2")
    assert played(state, "3,2>4,1").outcome() == Outcome(P1, "reached Player 2's baseline")
    capture = at("1,1+3,2/3,0+4,3", tokens="2").say({P1: "3,2>4,3"}, None)
    assert capture[2:] == (
        "Player 1 has captured a token of Player 2, who has 1 left.",
        "",
        "Player 1 has reached Player 2's baseline and wins the game!",
    )


@pytest.mark.rule("F3-A10", "F3-A11")
def test_two_captures_in_one_move_are_both_told() -> None:
    state = at("0,0/1,0+2,2+3,4", tokens="3", teleport="1,0:3,4")
    assert state.say({P1: "0,0>1,0"}, None)[2:] == (
        "The teleport carries the token to (3,4).",
        "Player 1 has captured 2 tokens of Player 2, who has 1 left.",
        "",
    )


# --- settings ---


@pytest.mark.rule("F3-V02", "F3-V03", "F3-V04")
@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"size": 1}, "size must be a whole number from 2 to 99, not 1"),
        ({"size": 100}, "size must be a whole number from 2 to 99, not 100"),
        ({"tokens": 0}, "tokens must be a whole number from 1 to 99, not 0"),
        ({"tokens": 6}, "tokens must fit on a baseline, from 1 to 5, not 6"),
        ({"capture": "some"}, "capture must be all or first, not 'some'"),
        ({"blocked": {(5, 0)}}, "blocked and teleport squares must lie from 0,0 to 4,4, not on 5,0"),
        ({"blocked": {(-1, 0)}}, "blocked and teleport squares must lie from 0,0 to 4,4, not on -1,0"),
        ({"blocked": {(0, -1)}}, "blocked and teleport squares must lie from 0,0 to 4,4, not on 0,-1"),
        ({"blocked": {(0, 2)}}, "0,2 is a start square: it can't be blocked or a teleport"),
        ({"blocked": {(4, 2)}}, "4,2 is a start square: it can't be blocked or a teleport"),
        ({"blocked": {(0, 1)}, "tokens": 2}, "0,1 is a start square: it can't be blocked or a teleport"),
        ({"teleport": {((1, 1), (4, 5))}}, "blocked and teleport squares must lie from 0,0 to 4,4, not on 4,5"),
        ({"teleport": {((1, 1), (4, 2))}}, "4,2 is a start square: it can't be blocked or a teleport"),
        ({"teleport": {((1, 1), (1, 1))}}, "1,1 is named twice: a square is blocked or in one teleport pair, once"),
        (
            {"teleport": {((1, 1), (2, 2)), ((2, 2), (1, 1))}},
            "1,1 is named twice: a square is blocked or in one teleport pair, once",
        ),
        (
            {"teleport": {((1, 1), (2, 2)), ((2, 2), (3, 3))}},
            "2,2 is named twice: a square is blocked or in one teleport pair, once",
        ),
        (
            {"teleport": {((1, 1), (2, 2))}, "blocked": {(2, 2)}},
            "2,2 is named twice: a square is blocked or in one teleport pair, once",
        ),
        (
            {"size": 40, "teleport": {((1, c), (2, c)) for c in range(27)}},
            "there are letters for 26 teleport pairs, not more",
        ),
    ],
)
def test_settings_have_limits(changed: dict[str, object], reason: str) -> None:
    values = {name: frozenset(value) if isinstance(value, set) else value for name, value in changed.items()}
    with pytest.raises(BadRules) as caught:
        Rules(**values)  # type: ignore[arg-type]
    assert str(caught.value) == reason


@pytest.mark.rule("F3-V02", "F3-V03", "F3-V04")
def test_settings_at_their_limits_can_be_played() -> None:
    assert winner(played(GridRunner(Rules(size=2)), "1,0")) is P1
    large = GridRunner(Rules(size=99, tokens=99))
    assert len(legal(large)) == 99 * 3 - 2
    assert GridRunner.from_text(large.text()) == large
    assert legal(GridRunner(Rules(size=64))) == {"0,30", "0,32", "1,30", "1,31", "1,32"}
    letters = Rules(size=26, teleport=frozenset(((1, c), (2, c)) for c in range(26))).letters
    assert "".join(letters[2, c] for c in range(26)) == string.ascii_lowercase


def test_settings_are_read_as_they_are_typed() -> None:
    typed = {"size": "7", "tokens": "2", "blocked": "3,3+2,2", "teleport": "1,0:5,6", "capture": "First"}
    rules = Rules.read(typed)
    assert rules == Rules(7, 2, frozenset({(3, 3), (2, 2)}), frozenset({((1, 0), (5, 6))}), "first")
    assert Rules.read(rules.changed()) == rules
    assert GridRunner(rules).text() == (
        "grid-runner P1 0,2+0,3/6,2+6,3 size=7 tokens=2 blocked=2,2+3,3 teleport=1,0:5,6 capture=first"
    )


# --- drawing and text ---


def test_a_wide_grid_folds_into_numbered_bands() -> None:
    state = GridRunner(Rules(size=5, blocked=frozenset({(2, 4)})))
    assert state.board(16) == state.board()
    assert state.board(13) == (
        "   0  1  2\n0 [ ][ ][P1]\n1 [ ][ ][ ]\n2 [ ][ ][ ]\n3 [ ][ ][ ]\n4 [ ][ ][P2]\n"
        "   3  4\n0 [ ][ ]\n1 [ ][ ]\n2 [ ][#]\n3 [ ][ ]\n4 [ ][ ]"
    )
    for width in (20, 40, 79, 80, 200):
        drawn = GridRunner(Rules(size=64, tokens=9)).header(width).splitlines()
        assert max(map(len, drawn)) <= width and drawn[0] == "Current Grid:"
        assert sum(line.count("[P1]") for line in drawn) == 9
        assert sum(line.count("[") for line in drawn) == 64 * 64


def test_scene_shows_pieces_and_paths() -> None:
    scene = GridRunner().scene()
    assert scene.title == "Grid Runner" and scene.notes == ()
    assert [cell for cell in scene.cells if cell.pieces] == [
        Cell((0, 2), "0,2", (Piece(P1, "P1"),), (Mark("baseline", P1),)),
        Cell((4, 2), "4,2", (Piece(P2, "P2"),), (Mark("baseline", P2),)),
    ]
    paths = [(option.move, option.source, option.to) for option in scene.options[P1]]
    assert paths[-2:] == [("1,2", (0, 2), (1, 2)), ("1,3", (0, 2), (1, 3))]


def few_positions(rules: GridRunner.Rules, games: int = 20) -> set[GridRunner]:
    """The positions of some random games, none longer than sixty moves."""
    chance, found = random.Random(3), set()
    for _ in range(games):
        state = GridRunner(rules)
        for _ in range(60):
            found.add(state)
            if state.outcome():
                break
            state = chance.choice([after for _, after in following(state)])
    return found


VARIATIONS = (
    BIG_VARIATION,
    Rules(size=2, blocked=frozenset({(0, 1), (1, 1)})),
    Rules(size=3, tokens=3),
    Rules(size=3, tokens=3, capture="first"),
    Rules(
        size=5, tokens=2, capture="first", teleport=frozenset({((2, 0), (2, 4)), ((0, 0), (3, 2)), ((1, 1), (4, 4))})
    ),
    Rules(size=6, blocked=frozenset((2, c) for c in range(6))),
)


@pytest.mark.parametrize("rules", [Rules(), *VARIATIONS])
def test_positions_survive_their_text_and_keep_the_laws(rules: GridRunner.Rules) -> None:
    for state in few_positions(rules) | (reachable(GridRunner()) if rules == Rules() else set()):
        again = position(state.text())
        assert again == state and hash(again) == hash(state) and str(again) == state.text()
        assert state.problem() is None and again.choices() == state.choices()
        assert bool(state.outcome()) != bool(state.choices())
        assert all(own == tuple(sorted(own)) for own in state.tokens)
        assert state.view(P1) == state.view(None) == state and not state.is_partial() and not state.hides()
        assert state.board().count("[") == rules.size**2 and state.scene().cells and state.words()


@pytest.mark.rule("F3-A09", "F3-A10", "F3-A11")
@pytest.mark.parametrize("rules", VARIATIONS)
def test_moves_agree_with_a_search_of_the_whole_grid(rules: GridRunner.Rules) -> None:
    for state in few_positions(rules):
        if state.choices():
            expected = searched_steps(state) or {(None, None)}
            assert {state.path(state.turn, move) for move in legal(state)} == expected


def searched_steps(state: GridRunner) -> set[tuple[Square | None, Square | None]]:
    """What may be played, found in a second, slow way: try every square for every token."""
    rules, own = state.rules, state.tokens[state.turn]
    goal, ahead = (rules.size - 1, 1) if state.turn is P1 else (0, -1)
    exits = {one: other for pair in rules.teleport for one, other in (pair, pair[::-1]) if one[0] != goal}
    near = {(0, 1), (ahead, 0), (ahead, 1)}
    squares = {(row, column) for row in range(rules.size) for column in range(rules.size)} - rules.blocked
    return {
        (source, entry)
        for source in own
        for entry in squares
        if (entry[0] - source[0], abs(entry[1] - source[1])) in near
        and not {entry, exits.get(entry, entry)} & (set(own) - {source})
    }


def test_the_order_of_tokens_in_a_text_does_not_matter() -> None:
    assert at("0,2+0,1/4,1+4,2", tokens="2") == GridRunner(Rules(tokens=2))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("P1 5,2/4,2", "(5,2) is off the grid"),
        ("P1 0,2/4,999999", "(4,999999) is off the grid"),
        ("P1 2,2/4,2 blocked=2,2", "(2,2) is blocked"),
        ("P1 2,2/2,2", "two tokens stand on one square"),
        ("P1 2,2+2,2/3,2 tokens=2", "two tokens stand on one square"),
        ("P1 0,1+0,2/4,2", "a player has more than 1 tokens"),
        ("P1 -/-", "nobody has a token"),
        ("P1 -/- tokens=2 capture=first teleport=1,1:2,2", "nobody has a token"),
        ("P2 4,1/0,1", "both players have won, and the first to do so ended the game"),
        ("P2 4,1/4,2+4,3 tokens=2 capture=first", "both players have won, and the first to do so ended the game"),
        ("P1 2,1/3,2 tokens=2 capture=first", "both players have won, and the first to do so ended the game"),
        ("P2 4,0+4,1/3,0 tokens=2", "two tokens are on the enemy baseline, and the first there has won"),
        (
            "P2 0,1+0,2+0,3/4,1 tokens=3 capture=first",
            "the game ended with the first capture, and more tokens are missing",
        ),
        (
            "P2 0,1+0,2+0,3/- tokens=3 capture=first teleport=1,1:2,2",
            "the game ended with the first capture, and more tokens are missing",
        ),
        ("P1 4,1/3,2", "Player 1 has won, so P2 would be next"),
        ("P1 2,2/-", "Player 1 has won, so P2 would be next"),
        ("P2 -/2,2", "Player 2 has won, so P1 would be next"),
    ],
)
def test_impossible_positions_are_refused(text: str, problem: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GridRunner.from_text(f"grid-runner {text}")
    assert str(caught.value) == f"impossible position {f'grid-runner {text}'!r}: {problem}"


def test_tokens_out_of_order_are_a_problem() -> None:
    state = GridRunner(Rules(tokens=2), P1, (((0, 2), (0, 1)), ((4, 1), (4, 2))))
    assert state.problem() == "the tokens are not in the order of their squares"


@pytest.mark.parametrize("text", ["P1 2,2/-", "P2 -/2,2", "P1 4,2/3,3 "])
def test_ends_are_positions_when_the_other_player_is_next(text: str) -> None:
    turn, body = text.split()
    assert at(body, Player[turn].other).outcome()


NO_POSITIONS = ["", "P1", "P3 0,2/4,2", "P1 0,2", "P1 0,2/4,2/1,1", "P1 0,2/4,2 x", "P1 0,2/", "P1 0/4", "P1 ²,2/4,2"]
NO_POSITIONS += ["P1 0,2/4,2,2", "P1 -1,2/4,2", "P1 0,2+/4,2", "P1 0,2/4,2 size=", "P1 0,2/4,2 size=5 size=5"]
NO_POSITIONS += ["P1 0,2/4,2 teleport=1,1", "P1 0,2/4,2 blocked=(1,1)", "P1 0,2/4,9999999", "P1 0,2>1,2/4,2"]
NO_POSITIONS += ["P1 0,2/4,2 walls=1,1"]


@pytest.mark.parametrize("text", NO_POSITIONS)
def test_junk_is_no_position(text: str) -> None:
    with pytest.raises(BadPosition):
        GridRunner.from_text(f"grid-runner {text}")


@settings(deadline=None)
@given(st.text(alphabet="0123456789,+/-: =P", max_size=30))
def test_hostile_texts_never_crash(words: str) -> None:
    for variation in ("", " tokens=2 size=3 teleport=1,0:1,2"):
        try:
            state = GridRunner.from_text(f"grid-runner P1 {words}{variation}")
        except BadPosition:
            continue
        assert state.problem() is None and state.board() and state.words() and state.scene().cells
        assert bool(state.outcome()) != bool(state.choices())
        assert all(after.problem() is None for _, after in following(state))


@pytest.mark.rule("F3-V01", "F3-A14")
def test_match_play_needs_only_another_starter() -> None:
    """A series counts the wins; the game itself gives each round an outcome with one winner, whoever starts."""
    for starter in Player:
        opening = GridRunner().started_by(starter)
        first, second = ("1,2", "3,2") if starter is P1 else ("3,2", "1,2")
        end = played(opening, first, second, "2,2", "2,2")
        assert winner(end) is starter.other
        assert opening == (GridRunner() if starter is P1 else GridRunner(turn=P2))
