"""Flag Chase, checked against its rules; the ids are those of its rules.md."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core import BadPosition, BadRules, FlagfallError, IllegalMove, Mark, Move, Outcome, Piece, Player
from flagfall.games.flag_chase import FlagChase
from tests.helpers import following, played, reachable, screen

P1, P2 = Player
Rules = FlagChase.Rules
OPENING = FlagChase()
EVERY = sorted(reachable(OPENING), key=FlagChase.text)
TURNS = [position for position in EVERY if len(position.choices()) == 1]
BATTLES = [position for position in EVERY if len(position.choices()) == 2]
ENDS = [position for position in EVERY if not position.choices()]

F, B = "forward", "backward"


def battle(cell: int, turn: Player = P1) -> FlagChase:
    return FlagChase(pieces=(cell, cell), turn=turn)


def fought(position: FlagChase, p1: int, p2: int) -> FlagChase:
    return position.play({P1: str(p1), P2: str(p2)})


def refusal(position: FlagChase, player: Player, typed: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        position.read(player, typed)
    return str(refused.value)


# --- setup ---


@pytest.mark.rule("F0-R01", "F0-R07")
def test_player_1_begins_and_turns_alternate_one_player_at_a_time() -> None:
    assert list(OPENING.choices()) == [P1]
    for position in TURNS:
        for moves, after in following(position):
            assert list(moves) == [position.turn]
            assert after.turn is position.turn.other


@pytest.mark.rule("F0-R02", "F0-O03")
def test_the_board_is_five_numbered_cells_in_a_row() -> None:
    assert " ".join(f"[{cell.label}]" for cell in OPENING.cells()) == "[1] [2] [3] [4] [5]"
    assert [cell.at for cell in OPENING.cells()] == [(0, column) for column in range(5)]


@pytest.mark.rule("F0-R03", "F0-R04")
def test_each_player_has_one_piece_which_starts_at_its_own_end() -> None:
    assert {cell.label: cell.pieces for cell in OPENING.cells() if cell.pieces} == {
        "1": (Piece(P1, "P1"),),
        "5": (Piece(P2, "P2"),),
    }
    for position in EVERY:
        owners = [piece.owner for cell in position.cells() for piece in cell.pieces]
        assert sorted(owners, key=int) == [P1, P2]


@pytest.mark.rule("F0-R05", "F0-R06")
def test_bases_and_flags_are_at_the_starts_and_stay_there_undrawn() -> None:
    homes = {"1": (Mark("base", P1), Mark("flag", P1)), "5": (Mark("base", P2), Mark("flag", P2))}
    for position in TURNS + BATTLES:
        assert {cell.label: cell.marks for cell in position.cells() if cell.marks} == homes
        assert set(position.board()) <= set("Grid: [P12,]")


# --- movement ---


@pytest.mark.rule("F0-R08", "F0-R13", "F0-R14")
def test_a_turn_is_one_movement_and_then_a_battle_exactly_if_the_pieces_have_met() -> None:
    for position in TURNS:
        for _, after in following(position):
            met = after.pieces[0] == after.pieces[1]
            assert list(after.choices()) == ([P1, P2] if met else [position.turn.other])


@pytest.mark.rule("F0-R09", "F0-A04")
def test_whoever_has_the_turn_must_go_forward_or_backward() -> None:
    for position in TURNS:
        assert position.choices() == {position.turn: (F, B)}
    for move in ("stay", "pass", "", "1", "3"):
        with pytest.raises(IllegalMove, match="Enter 1 to move forward or 2 to move backward"):
            OPENING.play({P1: move})


@pytest.mark.rule("F0-R10", "F0-A01")
@pytest.mark.parametrize(
    ("turn", "move", "pieces"), [(P1, F, (3, 5)), (P1, B, (1, 5)), (P2, F, (2, 4)), (P2, B, (2, 5))], ids=str
)
def test_forward_is_towards_the_other_base(turn: Player, move: Move, pieces: tuple[int, int]) -> None:
    assert FlagChase(pieces=(2, 5), turn=turn).play({turn: move}).pieces == pieces


@pytest.mark.rule("F0-R10", "F0-A01")
def test_player_2_steps_from_4_to_3_by_forward_alone() -> None:
    start = FlagChase(pieces=(1, 4), turn=P2)
    assert start.play({P2: F}).pieces == (1, 3)
    assert start.play({P2: B}).pieces == (1, 5)


@pytest.mark.rule("F0-R11", "F0-A04", "F0-A07")
def test_a_move_beyond_the_line_keeps_the_piece_and_uses_up_the_turn() -> None:
    once = played(OPENING, B)
    assert (once.pieces, once.turn) == ((1, 5), P2)
    twice = played(once, B)
    assert (twice.pieces, twice.turn) == ((1, 5), P1)
    assert OPENING.say({P1: B}, None) == ()
    assert once.header() == OPENING.header()


@pytest.mark.rule("F0-A04")
def test_a_piece_stays_only_by_backward_on_its_base() -> None:
    for position in TURNS:
        mover = position.turn
        stays = {m[mover] for m, after in following(position) if after.pieces[mover] == position.pieces[mover]}
        assert stays == ({B} if position.pieces[mover] == position.base(mover) else set())


@pytest.mark.rule("F0-R12", "F0-A02")
@pytest.mark.parametrize("turn", Player)
def test_the_cell_of_the_other_piece_is_open(turn: Player) -> None:
    met = FlagChase(pieces=(2, 3), turn=turn).play({turn: F})
    assert met.pieces == ((3, 3) if turn is P1 else (2, 2))
    assert met.is_battle()


@pytest.mark.rule("F0-A03")
def test_one_movement_ends_the_turn() -> None:
    before = FlagChase(pieces=(2, 3))
    after = played(before, B)
    assert (after.pieces, after.turn) == ((1, 3), P2)
    with pytest.raises(IllegalMove, match="it is not Player 1's turn"):
        after.read(P1, "2")


@pytest.mark.rule("F0-A05")
def test_neighbours_do_not_battle() -> None:
    after = played(FlagChase(pieces=(1, 3), turn=P2), F)
    assert after.pieces == (1, 2)
    assert after.choices() == {P1: (F, B)}


# --- battles ---


@pytest.mark.rule("F0-R15", "F0-R22")
def test_both_players_choose_from_1_to_5_in_every_battle() -> None:
    assert len(BATTLES) == 8
    for position in BATTLES:
        assert position.choices() == {P1: ("1", "2", "3", "4", "5"), P2: ("1", "2", "3", "4", "5")}


@pytest.mark.rule("F0-R22")
def test_no_number_is_used_up() -> None:
    position = OPENING
    for _ in range(5):
        position = played(position, F, F, F, F, ("5", "5"))
    assert (position.pieces, position.turn) == ((1, 5), P1)


@pytest.mark.rule("F0-R16", "F0-R17", "F0-A08")
def test_a_number_alone_neither_decides_nor_shows_anything() -> None:
    position = battle(3)
    for alone in ({P1: "4"}, {P2: "4"}):
        with pytest.raises(IllegalMove, match="Player 1 and Player 2 must choose now"):
            position.play(alone)
    assert position.reveals({P1: "4", P2: "2"})
    assert position.say({P1: "4", P2: "2"}, P1) == position.say({P1: "4", P2: "2"}, P2)


@pytest.mark.rule("F0-R16", "F0-A08")
def test_what_is_typed_in_a_battle_is_not_shown() -> None:
    assert battle(3).shown(P1, "4") == ""
    assert OPENING.shown(P1, "1") == "1"


@pytest.mark.rule("F0-R16", "F0-A08", "F0-A10")
@pytest.mark.parametrize("typed", ["0", "6", "44", "4.0", "four", "", "forward", "1 2", "５", "\x1b4"])
def test_a_refused_number_is_not_repeated(typed: str) -> None:
    assert refusal(battle(3), P1, typed) == "Choose a whole number from 1 to 5."


@pytest.mark.rule("F0-R18", "F0-R19", "F0-R20")
@pytest.mark.parametrize("cell", [2, 3, 4])
def test_the_higher_number_stays_and_the_lower_goes_home(cell: int) -> None:
    for p1 in range(1, 6):
        for p2 in range(1, 6):
            if p1 != p2:
                assert fought(battle(cell), p1, p2).pieces == ((cell, 5) if p1 > p2 else (1, cell))


def test_numbers_are_compared_as_numbers_and_not_as_words() -> None:
    position = FlagChase(rules=Rules(numbers=10), pieces=(3, 3))
    assert fought(position, 10, 9).pieces == (3, 5)


@pytest.mark.rule("F0-R21")
def test_a_tie_sends_both_home_wherever_it_was() -> None:
    for position in BATTLES:
        for number in range(1, 6):
            after = fought(position, number, number)
            assert (after.pieces, after.winner) == ((1, 5), None)


@pytest.mark.rule("F0-R23", "F0-R24")
def test_after_a_battle_the_opponent_of_the_last_mover_is_next_whoever_won() -> None:
    for mover in Player:
        met = FlagChase(pieces=(2, 3), turn=mover).play({mover: F})
        assert met.turn is mover.other
        for numbers in ((4, 2), (2, 4), (3, 3)):
            assert list(fought(met, *numbers).choices()) == [mover.other]


@pytest.mark.rule("F0-A09")
def test_the_highest_number_is_never_worse() -> None:
    def result(position: FlagChase, own: int, other: int) -> int:
        lines = position.say({P1: str(own), P2: str(other)}, None)
        return 1 if "Player 1 wins the battle!" in lines else -1 if "Player 2 wins the battle!" in lines else 0

    for position in BATTLES:
        for other in range(1, 6):
            assert result(position, 5, other) == max(result(position, own, other) for own in range(1, 6))


@pytest.mark.rule("F0-A09")
def test_nothing_ends_a_game_that_repeats() -> None:
    position = played(OPENING, *[F, F, B, B] * 100)
    assert position == OPENING
    assert position.outcome() is None


# --- winning ---


@pytest.mark.rule("F0-R25")
@pytest.mark.parametrize(("turn", "pieces", "end"), [(P1, (4, 3), (5, 3)), (P2, (3, 2), (3, 1))], ids=str)
def test_an_empty_base_is_captured_at_once(turn: Player, pieces: tuple[int, int], end: tuple[int, int]) -> None:
    before = FlagChase(pieces=pieces, turn=turn)
    after = before.play({turn: F})
    assert after.pieces == end
    assert after.outcome() == Outcome(turn, f"captured {turn.other}'s flag")
    assert before.say({turn: F}, None) == (
        after.board(),
        f"{turn} has captured {turn.other}'s flag!",
        f"{turn} Wins!",
    )


@pytest.mark.rule("F0-R25")
def test_from_the_opening_the_pieces_never_pass_each_other_so_no_base_is_ever_empty() -> None:
    assert all(position.pieces[0] < position.pieces[1] for position in TURNS)
    assert {end.pieces for end in ENDS} == {(1, 1), (5, 5)}


@pytest.mark.rule("F0-R26")
def test_a_guarded_base_means_a_battle_first() -> None:
    stand = played(FlagChase(pieces=(1, 2), turn=P2), F)
    assert stand.outcome() is None
    assert list(stand.choices()) == [P1, P2]


@pytest.mark.rule("F0-R27", "F0-A06")
def test_an_attacker_who_wins_on_the_base_has_won_the_game() -> None:
    for attacker, cell, numbers in ((P1, 5, (3, 2)), (P2, 1, (2, 3))):
        won = fought(battle(cell, turn=attacker.other), *numbers)
        assert won.outcome() == Outcome(attacker, f"captured {attacker.other}'s flag")
        assert won.pieces == (cell, cell)
        assert won.choices() == {}


@pytest.mark.rule("F0-R28")
def test_a_defender_who_does_not_lose_sends_the_attacker_home() -> None:
    for attacker, cell, numbers in ((P1, 5, (2, 3)), (P2, 1, (3, 2)), (P1, 5, (4, 4)), (P2, 1, (1, 1))):
        after = fought(battle(cell, turn=attacker.other), *numbers)
        assert after.outcome() is None
        assert after == FlagChase(turn=attacker.other)


@pytest.mark.rule("F0-R29")
def test_the_first_capture_ends_the_game() -> None:
    for end in ENDS:
        outcome = end.outcome()
        assert outcome and outcome.winner is end.turn.other
        for moves in ({}, {P1: F}, {P2: F}, {P1: "1", P2: "2"}):
            with pytest.raises(IllegalMove, match="the game is over"):
                end.play(moves)


@pytest.mark.rule("F0-R29")
def test_a_captured_flag_is_gone() -> None:
    won = fought(battle(1), 2, 5)
    marks = {cell.label: cell.marks for cell in won.cells() if cell.marks}
    assert marks == {"1": (Mark("base", P1),), "5": (Mark("base", P2), Mark("flag", P2))}


# --- the worked example ---

EXAMPLE: list[tuple[Move, str, tuple[str, str] | None, str | None]] = [
    (F, "[ ] [P1] [ ] [ ] [P2]", None, None),
    (F, "[ ] [P1] [ ] [P2] [ ]", None, None),
    (F, "[ ] [ ] [P1] [P2] [ ]", None, None),
    (F, "[ ] [ ] [P1,P2] [ ] [ ]", ("4", "2"), "[ ] [ ] [P1] [ ] [P2]"),
    (F, "[ ] [ ] [ ] [P1] [P2]", None, None),
    (F, "[ ] [ ] [ ] [P1,P2] [ ]", ("3", "5"), "[P1] [ ] [ ] [P2] [ ]"),
    (F, "[ ] [P1] [ ] [P2] [ ]", None, None),
    (F, "[ ] [P1] [P2] [ ] [ ]", None, None),
    (B, "[P1] [ ] [P2] [ ] [ ]", None, None),
    (F, "[P1] [P2] [ ] [ ] [ ]", None, None),
    (B, "[P1] [P2] [ ] [ ] [ ]", None, None),
    (F, "[P1,P2] [ ] [ ] [ ] [ ]", ("5", "3"), "[P1] [ ] [ ] [ ] [P2]"),
    (F, "[ ] [P1] [ ] [ ] [P2]", None, None),
    (F, "[ ] [P1] [ ] [P2] [ ]", None, None),
    (F, "[ ] [ ] [P1] [P2] [ ]", None, None),
    (F, "[ ] [ ] [P1,P2] [ ] [ ]", ("2", "1"), "[ ] [ ] [P1] [ ] [P2]"),
    (F, "[ ] [ ] [ ] [P1] [P2]", None, None),
    (F, "[ ] [ ] [ ] [P1,P2] [ ]", ("1", "5"), "[P1] [ ] [ ] [P2] [ ]"),
    (F, "[ ] [P1] [ ] [P2] [ ]", None, None),
    (F, "[ ] [P1] [P2] [ ] [ ]", None, None),
    (B, "[P1] [ ] [P2] [ ] [ ]", None, None),
    (F, "[P1] [P2] [ ] [ ] [ ]", None, None),
    (B, "[P1] [P2] [ ] [ ] [ ]", None, None),
    (F, "[P1,P2] [ ] [ ] [ ] [ ]", ("2", "5"), "[P1,P2] [ ] [ ] [ ] [ ]"),
]


@pytest.mark.rule("F0-T01", "F0-A01", "F0-A02", "F0-A03", "F0-A04", "F0-A05", "F0-A06")
def test_the_example_replays_with_every_grid_as_printed() -> None:
    position = OPENING
    assert position.board() == "Grid: [P1] [ ] [ ] [ ] [P2]"
    for ply, (move, grid, numbers, grid_after) in enumerate(EXAMPLE):
        assert position.turn is (P2 if ply % 2 else P1)
        position = played(position, move)
        assert position.board() == f"Grid: {grid}"
        assert position.is_battle() is (numbers is not None)
        if numbers:
            position = played(position, numbers)
            assert position.board() == f"Grid: {grid_after}"
    assert position.outcome() == Outcome(P2, "captured Player 1's flag")


# --- the book's texts ---


def question(player: int) -> str:
    return f"Player {player}, choose action:\n1. Move Forward\n2. Move Backward\nEnter choice (1-2): "


@pytest.mark.rule("F0-T02", "F0-O01", "F0-O04", "F0-O05", "F0-O06")
def test_the_sample_appears_character_for_character() -> None:
    assert screen(OPENING, "1", "1") == (
        "Grid: [P1] [ ] [ ] [ ] [P2]\n"
        "Player 1, choose action:\n"
        "1. Move Forward\n"
        "2. Move Backward\n"
        "Enter choice (1-2): 1\n"
        "Grid: [ ] [P1] [ ] [ ] [P2]\n"
        "Player 2, choose action:\n"
        "1. Move Forward\n"
        "2. Move Backward\n"
        "Enter choice (1-2): 1\n"
        "Grid: [ ] [P1] [ ] [P2] [ ]\n" + question(1)
    )


@pytest.mark.rule("F0-O02", "F0-O07", "F0-O08", "F0-O09", "F0-O10", "F0-A08", "F0-A11")
def test_a_battle_on_the_screen() -> None:
    assert screen(FlagChase(pieces=(3, 4), turn=P2), "1", "4", "2") == (
        "Grid: [ ] [ ] [P1] [P2] [ ]\n"
        + question(2)
        + "1\n"
        + "Grid: [ ] [ ] [P1,P2] [ ] [ ]\n"
        + "Battle Initiated at Cell 3!\n"
        + "Player 1, choose a number between 1 and 5: \n"  # the numbers typed here are not shown
        + "Player 2, choose a number between 1 and 5: \n"
        + "Player 1 chose 4.\n"
        + "Player 2 chose 2.\n"
        + "Player 1 wins the battle!\n"
        + "Player 2 is sent back to their base.\n"
        + "Grid: [ ] [ ] [P1] [ ] [P2]\n"
        + question(1)
    )


@pytest.mark.rule("F0-O08")
@pytest.mark.parametrize("mover", Player)
def test_player_1_is_asked_for_a_number_first_whoever_moved(mover: Player) -> None:
    met = FlagChase(pieces=(2, 3), turn=mover).play({mover: F})
    assert list(met.choices()) == [P1, P2]
    assert [met.prompt(player) for player in met.choices()] == [
        "Player 1, choose a number between 1 and 5: ",
        "Player 2, choose a number between 1 and 5: ",
    ]


@pytest.mark.rule("F0-O11", "F0-A12", "F0-A13")
def test_the_last_battle_on_the_screen() -> None:
    assert screen(battle(1), "2", "5") == (
        "Grid: [P1,P2] [ ] [ ] [ ] [ ]\n"
        "Battle Initiated at Cell 1!\n"
        "Player 1, choose a number between 1 and 5: \n"
        "Player 2, choose a number between 1 and 5: \n"
        "Player 1 chose 2.\n"
        "Player 2 chose 5.\n"
        "Player 2 wins the battle!\n"
        "Player 1 is sent back to their base.\n"
        "Grid: [P1,P2] [ ] [ ] [ ] [ ]\n"
        "Player 2 has captured Player 1's flag!\n"
        "Player 2 Wins!\n"
    )


@pytest.mark.rule("F0-A10")
def test_a_tie_has_words_of_our_own() -> None:
    assert battle(3).say({P1: "3", P2: "3"}, None) == (
        "Player 1 chose 3.",
        "Player 2 chose 3.",
        "It's a tie! Both players are sent back to their bases.",
    )


@pytest.mark.rule("F0-A10")
def test_unusable_input_is_refused_and_the_same_player_asked_again() -> None:
    assert screen(OPENING, "3", "2") == (
        "Grid: [P1] [ ] [ ] [ ] [P2]\n"
        + question(1)
        + "3\nEnter 1 to move forward or 2 to move backward.\n"
        + question(1)
        + "2\nGrid: [P1] [ ] [ ] [ ] [P2]\n"
        + question(2)
    )
    asked = "Player 1, choose a number between 1 and 5: \n"
    assert f"{asked}Choose a whole number from 1 to 5.\n{asked}Player 2, " in screen(battle(3), "6", "4", "2")


@pytest.mark.rule("F0-O06")
def test_a_move_alone_says_nothing_because_the_grid_comes_next() -> None:
    for position in TURNS:
        for moves, after in following(position):
            assert position.say(moves, None) == ()
            assert after.header().startswith("Grid: ")


def test_a_long_line_folds_where_the_screen_ends() -> None:
    position = FlagChase(rules=Rules(cells=12))
    assert position.board(30) == (
        "Grid: [P1] [ ] [ ] [ ] [ ] [ ]\n      [ ] [ ] [ ] [ ] [ ] [P2]"  # every line within 30 columns
    )
    assert position.board(29) == "Grid: [P1] [ ] [ ] [ ] [ ]\n      [ ] [ ] [ ] [ ] [ ] [ ]\n      [P2]"
    assert position.header(200) == position.board(200) == position.board()
    assert OPENING.board(1).split() == OPENING.board().split()


def test_other_settings_change_the_texts() -> None:
    position = FlagChase(rules=Rules(cells=3, numbers=9), pieces=(2, 2))
    assert position.header() == "Grid: [ ] [P1,P2] [ ]\nBattle Initiated at Cell 2!"
    assert position.prompt(P2) == "Player 2, choose a number between 1 and 9: "
    assert refusal(position, P2, "10") == "Choose a whole number from 1 to 9."


def test_the_words_say_where_everything_is_and_what_goes_on() -> None:
    assert OPENING.words() == "P1 is on cell 1, P2 on cell 5; their bases are cells 1 and 5."
    assert battle(3).words() == "P1 is on cell 3, P2 on cell 3; their bases are cells 1 and 5. They battle on cell 3."
    assert fought(battle(1), 2, 5).words() == (
        "P1 is on cell 1, P2 on cell 1; their bases are cells 1 and 5. Player 2 wins: captured Player 1's flag."
    )


def test_the_scene_says_where_each_move_goes() -> None:
    forward, backward = OPENING.scene().options[P1]
    assert (forward.move, forward.label, forward.source, forward.to) == (F, "move to cell 2", (0, 0), (0, 1))
    assert (backward.move, backward.label, backward.source, backward.to) == (B, "stay on cell 1", (0, 0), (0, 0))
    assert FlagChase(pieces=(2, 3)).meaning(P1, F) == "move to cell 3 and battle"


def test_the_numbers_of_a_battle_are_no_places_on_the_board() -> None:
    options = battle(3).scene().options
    assert list(options) == [P1, P2]
    assert [(option.move, option.label, option.source, option.to) for option in options[P2]][:2] == [
        ("1", "choose 1", None, None),
        ("2", "choose 2", None, None),
    ]


# --- input ---


@pytest.mark.rule("F0-O05")
@pytest.mark.parametrize(
    ("typed", "move"),
    [("1", F), ("2", B), ("  1 ", F), ("\t2\r\n", B), ("forward", F), ("Backward", B), (" FORWARD", F)],
)
def test_a_turn_takes_the_menu_or_the_words(typed: str, move: Move) -> None:
    assert OPENING.read(P1, typed) == move


@pytest.mark.rule("F0-O05")
def test_what_is_written_for_a_move_is_read_as_that_move() -> None:
    assert [OPENING.written(move) for move in (F, B)] == ["1", "2"]
    for position in TURNS + BATTLES:
        for player, moves in position.choices().items():
            for move in moves:
                assert position.read(player, position.written(move)) == position.read(player, move) == move


@pytest.mark.rule("F0-A10")
@pytest.mark.parametrize(
    "typed",
    ["", " ", "0", "3", "01", "+1", "-1", "1.", "1 2", "²", "１", "٢", "stay", "f", "1\x00", "\x1b[A", "9" * 5000],
)
def test_a_turn_takes_nothing_else(typed: str) -> None:
    assert refusal(OPENING, P1, typed) == "Enter 1 to move forward or 2 to move backward."


def test_nobody_is_read_out_of_turn() -> None:
    assert refusal(OPENING, P2, "1") == "it is not Player 2's turn"
    assert refusal(ENDS[0], P1, "1") == "the game is over"


@settings(deadline=None)
@given(st.sampled_from(EVERY), st.sampled_from(Player), st.text())
def test_no_input_does_anything_but_move_or_be_refused(position: FlagChase, player: Player, typed: str) -> None:
    try:
        move = position.read(player, typed)
    except IllegalMove:
        return
    assert move in position.choices()[player]


# --- every position ---


@pytest.mark.rule("F0-T03")
def test_both_items_of_the_menu_are_accepted_everywhere_and_the_pieces_stay_on_the_board() -> None:
    assert (len(TURNS), len(BATTLES), len(ENDS)) == (20, 8, 2)
    for position in TURNS:
        for typed in ("1", "2"):
            position.play({position.turn: position.read(position.turn, typed)})
    assert all(1 <= cell <= 5 for position in EVERY for cell in position.pieces)


@pytest.mark.rule("F0-T03")
def test_a_game_ends_only_by_taking_an_empty_base_or_winning_on_a_guarded_one() -> None:
    ended = 0
    for position in TURNS + BATTLES:
        for moves, after in following(position):
            winner = after.winner
            if winner is not None:
                ended += 1
                assert after.pieces[winner] == after.base(winner.other)
                assert position.turn is winner.other and moves[winner] > moves[winner.other]
    assert ended == 20  # ten pairs of numbers on either base


@pytest.mark.parametrize("changed", [{"cells": 2}, {"cells": 99}, {"numbers": 2}, {"numbers": 99}], ids=str)
def test_settings_within_their_limits_are_played(changed: dict[str, int]) -> None:
    rules = Rules(**changed)
    assert FlagChase(rules=rules).pieces == (1, rules.cells)
    met = FlagChase(rules=rules, pieces=(1, 1))
    assert len(met.choices()[P2]) == rules.numbers


def test_on_two_cells_the_first_step_is_an_attack() -> None:
    position = FlagChase(rules=Rules(cells=2))
    assert played(position, F, ("2", "1")).outcome() == Outcome(P1, "captured Player 2's flag")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"cells": 1}, "cells must be a whole number from 2 to 99, not 1"),
        ({"cells": 100}, "cells must be a whole number from 2 to 99, not 100"),
        ({"numbers": 1}, "numbers must be a whole number from 2 to 99, not 1"),
        ({"numbers": 100}, "numbers must be a whole number from 2 to 99, not 100"),
        ({"numbers": True}, "numbers must be a whole number from 2 to 99, not True"),
    ],
    ids=str,
)
def test_settings_beyond_their_limits_are_refused(changed: dict[str, int], message: str) -> None:
    with pytest.raises(BadRules) as refused:
        Rules(**changed)
    assert str(refused.value) == message


def test_the_text_of_a_position() -> None:
    assert OPENING.text() == "flag-chase P1 1/5"
    assert FlagChase(rules=Rules(cells=7, numbers=3)).text() == "flag-chase P1 1/7 cells=7 numbers=3"
    assert fought(battle(1), 2, 5).text() == "flag-chase P1 1/1 won"
    assert FlagChase.from_text("flag-chase P1 1/1").is_battle()


@pytest.mark.parametrize("rules", [Rules(), Rules(cells=2), Rules(cells=9, numbers=2), Rules(numbers=11)], ids=str)
def test_every_position_survives_its_text(rules: FlagChase.Rules) -> None:
    for position in reachable(FlagChase(rules=rules)):
        assert position.problem() is None
        assert FlagChase.from_text(position.text()) == position


def test_a_capture_of_an_empty_base_survives_its_text() -> None:
    won = played(FlagChase(pieces=(4, 3)), F)
    assert won.text() == "flag-chase P2 5/3 won"
    assert FlagChase.from_text(won.text()) == won


@pytest.mark.parametrize(
    "text",
    [
        "",
        "flag-chase",
        "capture-the-flag P1 1/7",
        "flag-chase P3 1/5",
        "flag-chase P1",
        "flag-chase P1 1",
        "flag-chase P1 1/5/5",
        "flag-chase P1 1/5 lost",
        "flag-chase P1 1/1 won won",
        "flag-chase P1 one/five",
        "flag-chase P1 -1/5",
        "flag-chase P1 １/5",
        "flag-chase P1 1/" + "9" * 5000,
        "flag-chase P1 1/5 cells=1",
        "flag-chase P1 1/5 numbers=5 numbers=5",
        "flag-chase P1 1/5 size=5",
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        FlagChase.from_text(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("flag-chase P1 0/5", "the cells are 1 to 5"),
        ("flag-chase P1 1/6", "the cells are 1 to 5"),
        ("flag-chase P2 5/3", "Player 1 is on the other's empty base, so the game is won"),
        ("flag-chase P1 5/1", "Player 1 is on the other's empty base, so the game is won"),
        ("flag-chase P1 2/1", "Player 2 is on the other's empty base, so the game is won"),
        ("flag-chase P2 1/1", "Player 2 attacks the base, so Player 1 is next"),
        ("flag-chase P1 5/5", "Player 1 attacks the base, so Player 2 is next"),
        ("flag-chase P1 1/5 won", "a game is won by the one piece on the other's base"),
        ("flag-chase P1 3/3 won", "a game is won by the one piece on the other's base"),
        ("flag-chase P2 5/1 won", "a game is won by the one piece on the other's base"),
        ("flag-chase P2 1/1 won", "a game is won by the one piece on the other's base"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(text: str, problem: str) -> None:
    with pytest.raises(BadPosition) as refused:
        FlagChase.from_text(text)
    assert str(refused.value) == f"impossible position {text!r}: {problem}"


@settings(deadline=None)
@given(st.text(alphabet="P125/=cellsnumbrwo -０") | st.text())
def test_junk_never_crashes_the_reader(junk: str) -> None:
    try:
        position = FlagChase.from_text(f"flag-chase {junk}")
    except FlagfallError:
        return
    assert position.problem() is None
    assert bool(position.choices()) is (position.outcome() is None)


@pytest.mark.parametrize("typed", ["bac\u212award", "ｆｏｒｗａｒｄ", "１"])
def test_letters_that_only_look_like_ours_are_refused(typed: str) -> None:
    with pytest.raises(IllegalMove):
        FlagChase().read(Player.P1, typed)
