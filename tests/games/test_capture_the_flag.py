"""Capture the Flag, checked against its rules; the ids are those of its rules.md."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core import BadPosition, BadRules, FlagfallError, IllegalMove, Mark, Move, Outcome, Piece, Player
from flagfall.games.capture_the_flag import CaptureTheFlag
from tests.helpers import following, legal, played, reachable, screen

P1, P2 = Player
Rules = CaptureTheFlag.Rules
OPENING = CaptureTheFlag()
EVERY = sorted(reachable(OPENING), key=CaptureTheFlag.text)
GOING_ON = [position for position in EVERY if not position.outcome()]


def games(position: CaptureTheFlag, before: tuple[Move, ...] = ()) -> Iterator[tuple[tuple[Move, ...], CaptureTheFlag]]:
    """Every complete game: its moves and its last position."""
    if position.outcome():
        yield before, position
    for moves, after in following(position):
        yield from games(after, (*before, *moves.values()))


@cache
def forced_winner(position: CaptureTheFlag) -> Player:
    if outcome := position.outcome():
        assert outcome.winner
        return outcome.winner
    wins = any(forced_winner(after) is position.turn for _, after in following(position))
    return position.turn if wins else position.turn.other


def refusal(position: CaptureTheFlag, player: Player, typed: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        position.read(player, typed)
    return str(refused.value)


# --- rules ---


@pytest.mark.rule("F1-R01", "F1-R02", "F1-R03")
def test_the_opening_has_seven_positions_one_flag_and_a_token_at_either_end() -> None:
    cells = OPENING.cells()
    assert [cell.label for cell in cells] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [cell.at for cell in cells] == [(0, column) for column in range(7)]
    assert {cell.label: cell.marks for cell in cells if cell.marks} == {"4": (Mark("flag", label="Flag"),)}
    assert {cell.label: cell.pieces for cell in cells if cell.pieces} == {
        "1": (Piece(P1, "P1"),),
        "7": (Piece(P2, "P2"),),
    }


@pytest.mark.rule("F1-R04")
def test_player_1_starts_and_turns_alternate() -> None:
    assert list(OPENING.choices()) == [P1]
    for position in GOING_ON:
        for moves, after in following(position):
            assert list(moves) == [position.turn]
            assert after.turn is position.turn.other


@pytest.mark.rule("F1-R05", "F1-R07")
def test_a_token_must_move_one_or_two_positions() -> None:
    assert OPENING.choices() == {P1: ("1", "2")}
    assert OPENING.started_by(P2).choices() == {P2: ("1", "2")}
    for move in ("0", "3", "-1", "", "PASS"):
        with pytest.raises(IllegalMove):
            OPENING.play({P1: move})
    with pytest.raises(IllegalMove, match="Player 1 must choose now, not nobody"):
        OPENING.play({})


@pytest.mark.rule("F1-R06")
def test_player_1_only_goes_up_and_player_2_only_goes_down() -> None:
    for position in GOING_ON:
        for moves, after in following(position):
            step = int(moves[position.turn])
            p1, p2 = position.tokens
            assert after.tokens == ((p1 + step, p2) if position.turn is P1 else (p1, p2 - step))


@pytest.mark.rule("F1-R08")
@pytest.mark.parametrize("position", [CaptureTheFlag(tokens=(3, 7)), CaptureTheFlag(turn=P2, tokens=(1, 5))], ids=str)
def test_two_is_not_available_one_step_before_the_flag(position: CaptureTheFlag) -> None:
    assert legal(position) == {"1"}


@pytest.mark.rule("F1-R09", "F1-R10", "F1-R13")
def test_landing_on_the_flag_ends_the_game_and_wins_it() -> None:
    won = played(OPENING, "2", "2", "1")
    assert won.outcome() == Outcome(P1, "captured the flag")
    assert str(won.outcome()) == "Player 1 wins: captured the flag"
    assert won.choices() == {}
    assert played(OPENING, "1", "2", "1", "1").outcome() == Outcome(P2, "captured the flag")


@pytest.mark.rule("F1-R10")
def test_nobody_plays_on_after_the_capture() -> None:
    won = played(OPENING, "2", "2", "1")
    for moves in ({}, {P1: "1"}, {P2: "1"}):
        with pytest.raises(IllegalMove, match="the game is over"):
            won.play(moves)


@pytest.mark.rule("F1-R11")
def test_a_move_onto_the_other_token_is_invalid() -> None:
    crossed = CaptureTheFlag(tokens=(2, 3))  # can't arise: P2 has passed the flag
    assert legal(crossed) == {"2"}
    assert legal(CaptureTheFlag(turn=P2, tokens=(6, 7))) == {"2"}


@pytest.mark.rule("F1-A01", "F1-A02")
def test_the_collision_rule_never_refuses_anything_in_play() -> None:
    for position in GOING_ON:
        assert len(legal(position)) == min(2, position.distance(position.turn))
    assert all(position.tokens[0] != position.tokens[1] for position in EVERY)


@pytest.mark.rule("F1-R12", "F1-T02")
def test_every_complete_game_has_a_winner() -> None:
    complete = dict(games(OPENING))
    assert len(complete) == 7
    for moves, end in complete.items():
        outcome = end.outcome()
        assert outcome and outcome.winner is (P1 if len(moves) % 2 else P2)


@pytest.mark.rule("F1-A03")
def test_nothing_the_opponent_does_takes_a_move_away() -> None:
    by_own_token: dict[tuple[Player, int], set[tuple[Move, ...]]] = {}
    for position in GOING_ON:
        turn = position.turn
        by_own_token.setdefault((turn, position.tokens[turn]), set()).add(position.choices()[turn])
    assert all(len(choices) == 1 for choices in by_own_token.values())


# --- who wins ---


@pytest.mark.rule("F1-A04")
def test_the_starter_forces_a_win_and_loses_only_by_two_single_steps() -> None:
    assert forced_winner(OPENING) is P1
    assert forced_winner(OPENING.started_by(P2)) is P2
    lost = [moves for moves, end in games(OPENING) if end.tokens[1] == 4]
    assert lost == [("1", "1", "1", "2"), ("1", "2", "1", "1")]


@pytest.mark.rule("F1-A04")
def test_on_any_line_the_starter_wins_unless_the_other_needs_fewer_turns() -> None:
    for cells in range(3, 10):
        for flag in range(2, cells):
            for step in (1, 2, 3):
                position = CaptureTheFlag(rules=Rules(cells=cells, flag=flag, step=step))
                own, other = (ceil(position.distance(player) / step) for player in Player)
                assert forced_winner(position) is (P1 if own <= other else P2)


# --- the book's texts ---

SAMPLE = (
    "Player 1 (P1) - Current Position: 1\n"
    "Choose your move (1 or 2 positions towards the flag): 2\n"
    "P1 moves to position 3.\n"
    "Player 2 (P2) - Current Position: 7\n"
    "Choose your move (1 or 2 positions towards the flag): 2\n"
    "P2 moves to position 5.\n"
    "Player 1 (P1) - Current Position: 3\n"
    "Choose your move (1 or 2 positions towards the flag): 1\n"
    "P1 moves to position 4.\n"
    "Congratulations! Player 1 has captured the flag and wins the game!\n"
)


def without_boards(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if line.strip() and line.lstrip()[0] not in "[(")


@pytest.mark.rule("F1-T01", "F1-O04", "F1-O05", "F1-O06", "F1-O07", "F1-A07")
def test_the_sample_appears_character_for_character() -> None:
    assert without_boards(screen(OPENING, "2", "2", "1")) == SAMPLE


@pytest.mark.rule("F1-O07")
def test_player_2_is_congratulated_too() -> None:
    last = played(OPENING, "1", "2", "1")
    for listener in (P1, P2, None):
        assert last.say({P2: "1"}, listener) == (
            "P2 moves to position 4.",
            "Congratulations! Player 2 has captured the flag and wins the game!",
        )


@pytest.mark.rule("F1-O01", "F1-O02", "F1-A05")
def test_the_board_is_the_drawing_of_the_setup() -> None:
    drawing = "[P1][ ][ ][Flag][ ][ ][P2]\n(1) (2)(3) (4)  (5)(6) (7)"
    assert OPENING.board() == drawing
    assert OPENING.header() == f"\n{drawing}\n"


def plain(contents: str) -> str:
    return contents.replace(" ", "").replace("Flag", "F")


@pytest.mark.rule("F1-O03", "F1-A05", "F1-A06")
@pytest.mark.parametrize(
    ("moves", "book"),
    [
        ((), "[P1][  ][  ][ F ][  ][  ][P2]"),
        (("2",), "[ ][ ][P1][ F ][  ][  ][P2]"),
        (("2", "2"), "[ ][ ][P1][ F ][P2][  ][ ]"),
        (("2", "2", "1"), "[ ][ ][ ][P1][P2][  ][ ]"),
    ],
)
def test_the_boards_of_the_example(moves: tuple[Move, ...], book: str) -> None:
    contents, numbers = played(OPENING, *moves).board().split("\n")
    assert plain(contents) == plain(book)
    assert plain(numbers) == "(1)(2)(3)(4)(5)(6)(7)"


@pytest.mark.rule("F1-A05")
def test_each_number_stands_under_its_cell() -> None:
    for position in EVERY:
        contents, numbers = position.board().split("\n")
        for number in range(1, 8):
            at = numbers.index(f"({number})")
            assert contents[: at + 2].count("[") == number


@pytest.mark.rule("F1-A06")
def test_a_captured_flag_is_drawn_nowhere() -> None:
    won = played(OPENING, "2", "2", "1")
    assert won.board() == "[ ][ ][ ][P1][P2][ ][ ]\n(1)(2)(3)(4)  (5)(6)(7)"
    assert not any(cell.marks for cell in won.cells())


def test_a_long_line_folds_where_the_screen_ends() -> None:
    position = CaptureTheFlag(rules=Rules(cells=12))
    assert position.board(20) == (
        "[P1][ ][ ][Flag][ ]\n(1) (2)(3) (4)  (5)\n[ ][ ][ ][ ][ ] [ ]\n(6)(7)(8)(9)(10)(11)\n[P2]\n(12)"
    )
    assert position.board(200) == position.board()


def test_the_words_say_where_everything_is_and_who_has_won() -> None:
    assert OPENING.words() == "P1 is on position 1, P2 on position 7, the flag on position 4."
    won = played(OPENING, "2", "2", "1")
    assert won.words() == "P1 is on position 4, P2 on position 5. Player 1 wins: captured the flag."


def test_the_scene_says_where_each_move_goes() -> None:
    one, two = OPENING.scene().options[P1]
    assert (one.move, one.label, one.source, one.to) == ("1", "move to position 2", (0, 0), (0, 1))
    assert (two.move, two.label, two.source, two.to) == ("2", "move to position 3", (0, 0), (0, 2))
    (last,) = played(OPENING, "1", "2", "1").scene().options[P2]
    assert (last.label, last.source, last.to) == ("move to position 4 and capture the flag", (0, 4), (0, 3))


def test_other_settings_change_the_question() -> None:
    three = CaptureTheFlag(rules=Rules(step=3))
    assert three.prompt(P1).endswith("\nChoose your move (1 or 2 or 3 positions towards the flag): ")
    one = CaptureTheFlag(rules=Rules(step=1))
    assert one.prompt(P1).endswith("\nChoose your move (1 position towards the flag): ")


# --- input ---


@pytest.mark.rule("F1-T03", "F1-A07", "F1-A08")
def test_two_is_refused_on_position_3_and_the_player_asked_again() -> None:
    question = "Player 1 (P1) - Current Position: 3\nChoose your move (1 or 2 positions towards the flag): "
    shown = screen(CaptureTheFlag(tokens=(3, 5)), "2", "1")
    assert without_boards(shown) == (
        f"{question}2\nYou can't move past the flag: it is 1 position away from you.\n"
        f"{question}1\nP1 moves to position 4.\n"
        "Congratulations! Player 1 has captured the flag and wins the game!\n"
    )


@pytest.mark.rule("F1-A08")
def test_refusals_say_what_would_be_right() -> None:
    assert refusal(OPENING, P1, "3") == "Enter 1 or 2: how many positions to move towards the flag."
    assert refusal(CaptureTheFlag(tokens=(3, 7)), P1, "3") == "Enter 1: how many positions to move towards the flag."
    assert refusal(CaptureTheFlag(tokens=(3, 7)), P1, "x") == "Enter 1: how many positions to move towards the flag."
    far = CaptureTheFlag(rules=Rules(step=9), tokens=(2, 7))
    assert refusal(far, P1, "3") == "You can't move past the flag: it is 2 positions away from you."
    assert refusal(OPENING, P2, "1") == "it is not Player 2's turn"
    assert refusal(played(OPENING, "2", "2", "1"), P2, "1") == "the game is over"


@pytest.mark.parametrize(("typed", "move"), [("1", "1"), ("2", "2"), (" 2 ", "2"), ("\t1\r\n", "1")])
def test_input_with_blanks_around_it_is_understood(typed: str, move: Move) -> None:
    assert OPENING.read(P1, typed) == move


@pytest.mark.rule("F1-A08")
@pytest.mark.parametrize(
    "typed",
    ["", " ", "0", "3", "01", "+1", "-1", "1.0", "1 2", "12", "²", "１", "٢", "one", "1\x00", "\x1b[A", "9" * 5000],
)
def test_anything_else_is_refused(typed: str) -> None:
    refusal(OPENING, P1, typed)


@settings(deadline=None)
@given(st.sampled_from(EVERY), st.sampled_from(Player), st.text())
def test_no_input_does_anything_but_move_or_be_refused(position: CaptureTheFlag, player: Player, typed: str) -> None:
    try:
        move = position.read(player, typed)
    except IllegalMove:
        return
    assert move in position.choices()[player]


# --- settings and text ---


@pytest.mark.rule("F1-V01", "F1-A09")
def test_a_round_may_be_started_by_either_player() -> None:
    assert OPENING.turn is P1
    swapped = OPENING.started_by(P2)
    assert (swapped.turn, swapped.tokens) == (P2, OPENING.tokens)
    assert played(swapped, "2", "1", "1").outcome() == Outcome(P2, "captured the flag")


@pytest.mark.parametrize(
    "changed", [{"cells": 3, "flag": 2}, {"cells": 99, "flag": 98}, {"step": 1}, {"step": 9}], ids=str
)
def test_settings_within_their_limits_are_played(changed: dict[str, int]) -> None:
    position = CaptureTheFlag(rules=Rules(**changed))
    assert position.tokens == (1, position.rules.cells)
    assert position.choices()[P1][-1] == str(min(position.rules.step, position.rules.flag - 1))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"cells": 2}, "cells must be a whole number from 3 to 99, not 2"),
        ({"cells": 100}, "cells must be a whole number from 3 to 99, not 100"),
        ({"flag": 1}, "flag must be a whole number from 2 to 98, not 1"),
        ({"flag": 7}, "flag must lie between the tokens, from 2 to 6, not on 7"),
        ({"cells": 4}, "flag must lie between the tokens, from 2 to 3, not on 4"),
        ({"step": 0}, "step must be a whole number from 1 to 9, not 0"),
        ({"step": 10}, "step must be a whole number from 1 to 9, not 10"),
        ({"step": True}, "step must be a whole number from 1 to 9, not True"),
    ],
    ids=str,
)
def test_settings_beyond_their_limits_are_refused(changed: dict[str, int], message: str) -> None:
    with pytest.raises(BadRules) as refused:
        Rules(**changed)
    assert str(refused.value) == message


def test_the_text_of_a_position() -> None:
    assert OPENING.text() == "capture-the-flag P1 1/7"
    assert CaptureTheFlag(rules=Rules(cells=9, step=3)).text() == "capture-the-flag P1 1/9 cells=9 step=3"


def test_every_position_survives_its_text() -> None:
    for rules in (Rules(), Rules(cells=9), Rules(cells=9, flag=5, step=3), Rules(step=1)):
        for position in reachable(CaptureTheFlag(rules=rules)):
            assert position.problem() is None
            assert CaptureTheFlag.from_text(position.text()) == position


@pytest.mark.parametrize(
    "text",
    [
        "",
        "capture-the-flag",
        "flag-chase P1 1/5",
        "capture-the-flag P3 1/7",
        "capture-the-flag P1",
        "capture-the-flag P1 1",
        "capture-the-flag P1 1/7/7",
        "capture-the-flag P1 1/7 1/7",
        "capture-the-flag P1 one/seven",
        "capture-the-flag P1 -1/7",
        "capture-the-flag P1 １/7",
        "capture-the-flag P1 0/7",
        "capture-the-flag P1 5/7",
        "capture-the-flag P1 1/3",
        "capture-the-flag P1 1/8",
        "capture-the-flag P1 4/4",
        "capture-the-flag P2 4/4",
        "capture-the-flag P1 4/7",
        "capture-the-flag P2 1/4",
        "capture-the-flag P1 1/7 cells=2",
        "capture-the-flag P1 1/7 cells=9 cells=9",
        "capture-the-flag P1 1/7 size=9",
        "capture-the-flag P1 1/" + "9" * 5000,
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        CaptureTheFlag.from_text(text)


def test_a_won_position_says_who_would_be_next() -> None:
    assert CaptureTheFlag.from_text("capture-the-flag P2 4/7").outcome() == Outcome(P1, "captured the flag")
    with pytest.raises(BadPosition, match="Player 1 has won, so P2 would be next"):
        CaptureTheFlag.from_text("capture-the-flag P1 4/7")


@settings(deadline=None)
@given(st.text(alphabet="P127/=cellsstepfag -０") | st.text())
def test_junk_never_crashes_the_reader(junk: str) -> None:
    try:
        position = CaptureTheFlag.from_text(f"capture-the-flag {junk}")
    except FlagfallError:
        return
    assert position.problem() is None
