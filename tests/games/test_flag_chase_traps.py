"""Flag Chase with hidden traps, rule by rule, and above all: what a player may not know, no text tells."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flagfall.core import BadPosition, BadRules, IllegalMove, Mark, Move, Option, Outcome, Piece, Player, Square
from flagfall.games.flag_chase_traps import FlagChaseTraps
from tests.helpers import legal, played

P1, P2 = Player
untimed = settings(deadline=None)
Rules = FlagChaseTraps.Rules
INVALID = "Invalid move. Please choose a valid adjacent cell."
EXAMPLE = ("MOVE 2 2", "TRAP 3 3", "TRAP 4 4", "MOVE 4 4", "MOVE 3 3", "TRAP 2 2")
INTO_A_PASS = ("TRAP 1 2", "TRAP 2 3", "TRAP 2 1", "MOVE 4 4", "MOVE 2 2", "MOVE 3 3", "MOVE 2 3", "MOVE 2 2")
JUNK = (
    "",
    " ",
    "B2",
    "MOVE",
    "MOVE 2",
    "MOVE 2 2 2",
    "MOVE B 2",
    "MOVE 2,2",
    "MOVE (2,2)",
    "MOVE2 2",
    "2 2",
    "MOVE -1 2",
)
STRANGE = (
    "MOVE ² ²",
    "MOVE １ １",
    pytest.param("MOVE 2 " + "9" * 5000, id="huge"),
    "\x00",
    "\x1b[A",
    "MOVE 2\x002",
    "paß",
    "paſſ",
    "MOVE\u00a02 2",
)


def position(body: str, turn: Player = P1, settings: str = "") -> FlagChaseTraps:
    return FlagChaseTraps.from_text(f"flag-chase-traps {turn.name} {body} {settings}")


def told(start: FlagChaseTraps, *moves: Move, to: Player | None = None) -> list[str]:
    """Every line that is said while these moves are played."""
    lines: list[str] = []
    for move in moves:
        lines += start.say({start.turn: move}, to)
        start = played(start, move)
    return lines


def refusal(position: FlagChaseTraps, typed: str) -> str:
    with pytest.raises(IllegalMove) as caught:
        position.read(position.turn, typed)
    return str(caught.value)


def answer(position: FlagChaseTraps, player: Player, typed: str) -> str:
    try:
        return position.read(player, typed)
    except IllegalMove as error:
        return str(error)


def cells_of(size: int) -> list[Square]:
    return list(product(range(1, size + 1), range(1, size + 1)))


@st.composite
def games(draw: st.DrawFn, open_traps: bool = False) -> list[FlagChaseTraps]:
    """Every position of a game of random moves, small and large, with few traps and many."""
    size = draw(st.integers(2, 5))
    rules = Rules(size=size, traps=draw(st.integers(0, min(4, size**2 - 2))), open_traps=open_traps)
    history = [FlagChaseTraps(rules)]
    length = draw(st.integers(0, 40))
    for pick in draw(st.lists(st.integers(0, 999), min_size=length, max_size=length)):
        if choices := history[-1].choices():
            (moves,) = choices.values()
            history.append(played(history[-1], moves[pick % len(moves)]))
    return history


# --- setup ---


@pytest.mark.rule("F2-R01", "F2-R03", "F2-R04", "F2-R05", "F2-R06")
def test_the_opening() -> None:
    opening = FlagChaseTraps()
    assert opening.rules == Rules(size=5, traps=2, open_traps=False)
    assert len(opening.cells()) == 25
    assert {cell.label for cell in opening.cells()} == {f"({row},{column})" for row, column in cells_of(5)}
    assert (opening.flag(P1), opening.flag(P2)) == opening.agents == ((1, 1), (5, 5))
    assert opening.hands == (2, 2)
    assert opening.traps == (frozenset(), frozenset())
    assert opening.turn is P1
    assert opening.text() == "flag-chase-traps P1 1,1/5,5 2/2 -/-"


@pytest.mark.rule("F2-R06", "F2-R07")
def test_turns_alternate_and_are_one_action() -> None:
    start = FlagChaseTraps()
    for number, move in enumerate(EXAMPLE):
        assert list(start.choices()) == [Player(number % 2)]
        start = played(start, move)
    with pytest.raises(IllegalMove):
        start.play({P1: "MOVE 2 2", P2: "MOVE 4 4"})


@pytest.mark.rule("F2-R07", "F2-R13")
def test_the_first_moves_are_counted() -> None:
    opening = FlagChaseTraps()
    assert len(legal(opening)) == 3 + 23
    after_a_step, after_a_trap = 3 + 22, 3 + 23
    assert sum(len(legal(played(opening, move))) for move in legal(opening)) == 3 * after_a_step + 23 * after_a_trap


# --- movement ---


def steps(position: FlagChaseTraps) -> set[Move]:
    return {move for move in legal(position) if move.startswith("MOVE")}


@pytest.mark.rule("F2-R08")
def test_a_move_goes_to_one_of_eight_neighbours() -> None:
    around = {f"MOVE {row} {column}" for row in (2, 3, 4) for column in (2, 3, 4)} - {"MOVE 3 3"}
    assert steps(position("3,3/5,5 2/2 -/-")) == around


@pytest.mark.rule("F2-R09")
def test_nobody_leaves_the_grid() -> None:
    assert steps(FlagChaseTraps()) == {"MOVE 1 2", "MOVE 2 1", "MOVE 2 2"}
    assert steps(position("3,1/5,5 2/2 -/-")) == {"MOVE 2 1", "MOVE 2 2", "MOVE 3 2", "MOVE 4 1", "MOVE 4 2"}


@pytest.mark.rule("F2-R10")
def test_nobody_moves_onto_the_other_agent() -> None:
    meeting = position("3,3/3,4 2/2 -/-")
    assert "MOVE 3 4" not in legal(meeting)
    assert refusal(meeting, "MOVE 3 4") == f"{INVALID}\nPlayer 2's agent is on (3,4)."


@pytest.mark.rule("F2-R11", "F2-A05")
def test_an_own_trap_bars_the_way() -> None:
    barred = position("3,3/5,5 1/2 3,4/-")
    assert "MOVE 3 4" not in legal(barred)
    assert refusal(barred, "MOVE 3 4") == f"{INVALID}\nYour own trap is there."


@pytest.mark.rule("F2-R12")
def test_both_see_both_agents() -> None:
    start = position("2,3/4,1 0/0 3,3+3,4/1,4+2,4")
    for viewer in (P1, P2, None):
        assert start.view(viewer).agents == ((2, 3), (4, 1))


# --- traps ---


@pytest.mark.rule("F2-R13", "F2-R14")
def test_a_trap_may_be_placed_on_every_free_cell() -> None:
    start = position("2,2/4,3 2/2 -/-")
    free = set(cells_of(5)) - {(1, 1), (5, 5), (2, 2), (4, 3)}
    assert legal(start) - steps(start) == {f"TRAP {row} {column}" for row, column in free}


@pytest.mark.rule("F2-R15", "F2-R05")
def test_two_traps_and_no_third() -> None:
    start = played(FlagChaseTraps(), "TRAP 3 3", "MOVE 4 4", "TRAP 3 4", "MOVE 5 4")
    assert start.hands == (0, 2)
    assert legal(start) == steps(start)
    sprung = played(start, "MOVE 2 2", "MOVE 4 4", "MOVE 1 1", "MOVE 3 3")
    assert sprung.traps == (frozenset({(3, 4)}), frozenset())
    assert legal(sprung) == steps(sprung)


@pytest.mark.rule("F2-R16", "F2-R17")
def test_the_other_knows_of_a_trap_but_not_where() -> None:
    one, other = (played(FlagChaseTraps(), f"TRAP {cell}") for cell in ("3 3", "2 5"))
    assert one != other
    assert one.view(P2) == other.view(P2)
    assert one.view(None) == other.view(None)
    assert one.view(P1) != other.view(P1)
    assert (
        one.view(P2)
        .header()
        .endswith("Player 1: 1 trap in hand, 1 on the board.\nPlayer 2: 2 traps in hand, 0 on the board.")
    )
    assert told(FlagChaseTraps(), "TRAP 3 3", to=P2) == ["Player 1 places a trap."]


@pytest.mark.rule("F2-R18", "F2-R19", "F2-A04")
def test_a_sprung_trap_is_gone_and_the_agent_at_home() -> None:
    before = position("2,2/5,5 1/1 1,2/3,3")
    after = played(before, "MOVE 3 3")
    assert after.agents == ((1, 1), (5, 5))
    assert after.traps == (frozenset({(1, 2)}), frozenset())
    assert after.hands == (1, 1)
    assert after.remaining(P2) == 1
    assert after.turn is P2
    assert after.view(P1).on_board(P2) == 0


@pytest.mark.rule("F2-R20")
def test_a_trap_springs_on_moving_only() -> None:
    next_to_it = position("2,2/5,5 2/1 -/2,3")
    for quiet in ("TRAP 2 3", "TRAP 4 4", "MOVE 3 3"):
        assert played(next_to_it, quiet).traps[P2] == {(2, 3)}
        assert not next_to_it.reveals({P1: quiet})


@pytest.mark.rule("F2-A08")
def test_a_cell_may_hold_a_trap_of_each() -> None:
    both = played(FlagChaseTraps(), "TRAP 3 3", "TRAP 3 3")
    assert both.traps == (frozenset({(3, 3)}), frozenset({(3, 3)}))
    assert refusal(both, "TRAP 3 3") == f"{INVALID}\nYou have a trap there already."
    for player in Player:
        there = replace(both, turn=player, agents=((2, 2), (4, 4)))
        assert "MOVE 3 3" not in legal(there)
    assert "[T1,T2]" in both.board()


# --- the end ---


@pytest.mark.rule("F2-R21", "F2-O07")
def test_reaching_the_other_flag_wins_at_once() -> None:
    before = position("4,4/3,2 2/0 -/4,5+5,4")
    after = played(before, "MOVE 5 5")
    assert after.outcome() == Outcome(P1, "captured the flag")
    assert after.choices() == {}
    assert before.say({P1: "MOVE 5 5"}, P2) == (
        "Player 1 moves to (5,5)",
        "Player 1 has captured the flag at (5, 5)! Player 1 wins the game!",
    )
    assert after.words().endswith(" Player 1 wins: captured the flag.")
    with pytest.raises(IllegalMove, match="the game is over"):
        after.read(P2, "MOVE 1 1")


@pytest.mark.rule("F2-R21", "F2-O07")
def test_player_2_wins_on_the_first_corner() -> None:
    before = position("3,3/1,2 2/2 -/-", P2)
    assert told(before, "MOVE 1 1")[-1] == "Player 2 has captured the flag at (1, 1)! Player 2 wins the game!"
    assert played(before, "MOVE 1 1").outcome() == Outcome(P2, "captured the flag")


@pytest.mark.rule("F2-R22")
def test_a_guarded_flag_cannot_be_taken() -> None:
    guarded = position("4,4/5,5 2/2 -/-")
    assert "MOVE 5 5" not in legal(guarded)
    assert refusal(guarded, "MOVE 5 5") == f"{INVALID}\nPlayer 2's agent is on (5,5)."


@pytest.mark.rule("F2-R23", "F2-A06", "F2-T02")
def test_without_a_legal_move_the_turn_passes() -> None:
    stuck = played(FlagChaseTraps(), *INTO_A_PASS)
    assert stuck.text() == "flag-chase-traps P1 1,1/2,2 0/1 1,2+2,1/-"
    assert stuck.outcome() is None
    assert legal(stuck) == {"PASS"}
    assert stuck.prompt(P1) == "You have no legal move: press Enter to pass.\nPlayer 1, enter your move: "
    assert stuck.say({P1: "PASS"}, P2) == ("Player 1 has no legal move and passes.",)
    assert refusal(stuck, "MOVE 1 2") == f"{INVALID}\nYou have no legal move: press Enter to pass."
    assert [stuck.read(P1, typed) for typed in ("", "  ", "PASS", "pass")] == ["PASS"] * 4
    passed = played(stuck, "PASS")
    assert passed == replace(stuck, turn=P2)
    assert "PASS" not in legal(passed)


@pytest.mark.rule("F2-A07")
def test_nobody_passes_who_can_act() -> None:
    reason = "You may pass only when you can neither move nor place a trap."
    assert refusal(FlagChaseTraps(), "pass") == f"{INVALID}\n{reason}"


@pytest.mark.rule("F2-A07", "F2-A06")
@untimed
@given(games())
def test_pass_exists_only_when_nothing_else_does(history: list[FlagChaseTraps]) -> None:
    for each in history:
        for moves in each.choices().values():
            assert moves == ("PASS",) or (moves and "PASS" not in moves)


@pytest.mark.rule("F2-A15")
def test_there_is_no_draw_and_no_end_but_the_flag() -> None:
    start = FlagChaseTraps()
    around = played(start, *("MOVE 1 2", "MOVE 5 4", "MOVE 1 1", "MOVE 5 5") * 100)
    assert around == start
    assert around.outcome() is None


@pytest.mark.rule("F2-A16", "F2-A17")
@untimed
@given(games())
def test_flags_are_never_in_a_traps_way(history: list[FlagChaseTraps]) -> None:
    for before in history:
        flags = {before.flag(P1), before.flag(P2)}
        assert not flags & (before.traps[P1] | before.traps[P2])
        for player, moves in before.choices().items():
            for after in (before.after({player: move}) for move in moves if before.springs(move)):
                assert after.agents[player] == before.flag(player) != after.agents[player.other]
                assert after.outcome() is None


@pytest.mark.rule("F2-R18", "F2-R19", "F2-R15")
@untimed
@given(games())
def test_what_a_move_changes(history: list[FlagChaseTraps]) -> None:
    for before, after in pairwise(history):
        player, other = before.turn, before.turn.other
        assert after.turn is other
        assert after.agents[other] == before.agents[other]
        assert before.hands[player] - after.hands[player] == len(after.traps[player] - before.traps[player]) <= 1
        assert after.hands[other] == before.hands[other]
        sprung = before.traps[other] - after.traps[other]
        assert len(sprung) == before.remaining(other) - after.remaining(other) <= 1
        assert not sprung or after.agents[player] == before.flag(player)


# --- the book's texts ---


@pytest.mark.rule("F2-T01", "F2-O01", "F2-O03", "F2-O04", "F2-O08", "F2-A03", "F2-A10", "F2-A11")
def test_the_example_of_the_book() -> None:
    assert told(FlagChaseTraps(), *EXAMPLE) == [
        "Player 1 moves to (2,2)",
        "Player 2 places a trap.",
        "Trap placed at your chosen location.",
        "Player 1 places a trap.",
        "Trap placed at your chosen location.",
        "Player 2 moves to (4,4)",
        "Trap triggered at (4,4)!",
        "Player's agent returns to their flag at (5,5).",
        "Player 2 now has 2 traps remaining.",
        "Player 1 moves to (3,3)",
        "Trap triggered at (3,3)!",
        "Player's agent returns to their flag at (1,1).",
        "Player 1 now has 1 trap remaining.",
        "Player 2 places a trap.",
        "Trap placed at your chosen location.",
    ]
    assert played(FlagChaseTraps(), *EXAMPLE) == position("1,1/5,5 1/0 -/2,2")


@pytest.mark.rule("F2-T01", "F2-R16")
def test_the_example_as_the_book_shows_it_to_each() -> None:
    start = FlagChaseTraps()
    assert told(start, *EXAMPLE[:3], to=P1) == [
        "Player 1 moves to (2,2)",
        "Player 2 places a trap.",
        "Player 1 places a trap.",
        "Trap placed at your chosen location.",
    ]
    assert told(start, *EXAMPLE[:3], to=P2) == [
        "Player 1 moves to (2,2)",
        "Player 2 places a trap.",
        "Trap placed at your chosen location.",
        "Player 1 places a trap.",
    ]


@pytest.mark.rule("F2-O08", "F2-A03")
@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("2,2/5,5 0/1 -/3,3", "Player 1 now has 0 traps remaining."),
        ("2,2/5,5 0/1 1,2/3,3", "Player 1 now has 1 trap remaining."),
        ("2,2/5,5 1/1 1,2/3,3", "Player 1 now has 2 traps remaining."),
    ],
)
def test_traps_in_hand_and_on_the_board_remain(body: str, line: str) -> None:
    assert position(body).say({P1: "MOVE 3 3"}, P1)[-1] == line


@pytest.mark.rule("F2-O02", "F2-A13")
def test_the_prompt() -> None:
    assert FlagChaseTraps().prompt(P1) == "Player 1, enter your move: "
    assert played(FlagChaseTraps(), "MOVE 2 2").prompt(P2) == "Player 2, enter your move: "


@pytest.mark.rule("F2-O08", "F2-R02", "F2-A02")
def test_the_opening_screen() -> None:
    assert FlagChaseTraps().header() == (
        "\n"
        "   A   B   C   D   E\n"
        "1 [P1][  ][  ][  ][  ]\n"
        "2 [  ][  ][  ][  ][  ]\n"
        "3 [  ][  ][  ][  ][  ]\n"
        "4 [  ][  ][  ][  ][  ]\n"
        "5 [  ][  ][  ][  ][P2]\n"
        "Both players have 2 traps remaining."
    )


@pytest.mark.rule("F2-A01", "F2-A02", "F2-A03", "F2-R02")
def test_the_first_number_is_the_row() -> None:
    start = played(FlagChaseTraps(), "MOVE 1 2", "TRAP 4 3", "TRAP 5 1")
    assert start.view(P1).header() == (
        "\n"
        "   A   B   C   D   E\n"
        "1 [F1][P1][  ][  ][  ]\n"
        "2 [  ][  ][  ][  ][  ]\n"
        "3 [  ][  ][  ][  ][  ]\n"
        "4 [  ][  ][  ][  ][  ]\n"
        "5 [T1][  ][  ][  ][P2]\n"
        "Player 1: 1 trap in hand, 1 on the board.\n"
        "Player 2: 1 trap in hand, 1 on the board."
    )
    assert start.view(P2).board().split("\n")[4:] == ["4 [  ][  ][T2][  ][  ]", "5 [  ][  ][  ][  ][P2]"]
    assert "T" not in start.view(None).board()


@pytest.mark.rule("F2-O08")
def test_equal_hands_are_told_in_the_books_sentence() -> None:
    assert position("1,1/5,5 1/1 -/-").notes() == ("Both players have 1 trap remaining.",)
    assert position("1,1/5,5 0/0 -/-").notes() == ("Both players have 0 traps remaining.",)
    for one_lies in ("1,1/5,5 1/1 3,3/-", "1,1/5,5 1/1 -/3,4"):
        assert len(position(one_lies).notes()) == 2
    assert len(position("1,1/5,5 2/1 -/-").notes()) == len(position("1,1/5,5 1/1 3,3/3,4").notes()) == 2


def test_two_traps_on_one_cell_keep_the_columns_straight() -> None:
    assert position("1,1/3,3 1/1 2,1/2,1", settings="size=3").board() == (
        "     A    B   C\n"
        "1 [ P1  ][  ][  ]\n"
        "2 [T1,T2][  ][  ]\n"
        "3 [     ][  ][P2]"
    )  # fmt: skip


def test_a_narrow_screen_folds_the_board() -> None:
    assert position("2,2/3,3 2/2 -/-", settings="size=3").board(width=10) == (
        "   A   B\n"
        "1 [F1][  ]\n"
        "2 [  ][P1]\n"
        "3 [  ][  ]\n"
        "   C\n"
        "1 [  ]\n"
        "2 [  ]\n"
        "3 [P2]"
    )  # fmt: skip
    assert max(map(len, FlagChaseTraps(Rules(size=20)).board(width=40).split("\n"))) <= 40


@pytest.mark.rule("F2-A13", "F2-A14")
def test_the_program_prints_no_turn_numbers_and_no_damaged_letters() -> None:
    start = played(FlagChaseTraps(), *EXAMPLE)
    texts = [start.header(), start.prompt(P1), start.words(), refusal(start, "?"), *told(FlagChaseTraps(), *EXAMPLE)]
    assert all(text.isascii() and "turn 1" not in text.casefold() for text in texts)


def test_the_words_say_all_that_is_seen() -> None:
    start = position("2,2/5,5 1/1 3,3/4,4")
    assert start.view(P1).words() == (
        "P1 is on (2,2), its flag on (1,1); P2 is on (5,5), its flag on (5,5). "
        "P1 has 1 trap in hand, 1 on the board: (3,3); P2 has 1 trap in hand, 1 on the board."
    )


# --- input ---


@pytest.mark.rule("F2-O01", "F2-A18")
@pytest.mark.parametrize("typed", ["MOVE 2 2", "move 2 2", "  mOvE\t2   2  ", "MOVE 2 2\n"])
def test_case_and_blanks_do_not_matter(typed: str) -> None:
    assert FlagChaseTraps().read(P1, typed) == "MOVE 2 2"


@pytest.mark.rule("F2-A18", "F2-A09", "F2-O06", "F2-A02")
@pytest.mark.parametrize("typed", [*JUNK, *STRANGE, "MOVE 02 2", "GO 2 2", "TRAP", "TRAP ?", "pas", "²", "M O V E 2 2"])
def test_everything_else_is_refused(typed: str) -> None:
    starts = [FlagChaseTraps(), FlagChaseTraps().view(P1)]
    if typed.strip():  # an empty line is a forced pass
        starts.append(played(FlagChaseTraps(), *INTO_A_PASS))
    for start in starts:
        first, reason = refusal(start, typed).split("\n")
        assert first == INVALID
        assert reason


@pytest.mark.rule("F2-A18")
@untimed
@given(st.text())
def test_reading_never_fails_otherwise(typed: str) -> None:
    start = FlagChaseTraps()
    said = answer(start, P1, typed)
    assert said in legal(start) or said.startswith(f"{INVALID}\n")


@pytest.mark.rule("F2-T04", "F2-A09", "F2-O06", "F2-R14", "F2-R15", "F2-R09", "F2-R08")
@pytest.mark.parametrize(
    ("body", "typed", "reason"),
    [
        ("2,2/3,3 0/2 4,4/-", "TRAP 4 1", "You have no trap left to place."),
        ("2,2/3,3 2/2 -/-", "TRAP 1 1", "A trap can't be placed on a flag."),
        ("2,2/3,3 2/2 -/-", "TRAP 5 5", "A trap can't be placed on a flag."),
        ("2,2/3,3 2/2 -/-", "TRAP 2 2", "A trap can't be placed where an agent stands."),
        ("2,2/3,3 2/2 -/-", "TRAP 3 3", "A trap can't be placed where an agent stands."),
        ("2,2/3,3 2/2 -/-", "TRAP 6 1", "Rows and columns go from 1 to 5."),
        ("2,2/3,3 1/2 4,4/-", "TRAP 4 4", "You have a trap there already."),
        ("2,2/3,3 2/2 -/-", "MOVE 2 4", "(2,4) is not next to your agent on (2,2)."),
        ("2,2/3,3 2/2 -/-", "MOVE 2 2", "(2,2) is not next to your agent on (2,2)."),
        ("2,2/3,3 2/2 -/-", "MOVE 3 3", "Player 2's agent is on (3,3)."),
        ("1,2/3,3 2/2 -/-", "MOVE 0 2", "Rows and columns go from 1 to 5."),
        ("2,2/3,3 2/2 -/-", "JUMP 1 2", "Type MOVE or TRAP and the cell, row first: MOVE 2 2 or TRAP 1 2."),
        ("2,2/3,3 2/2 -/-", "MOVE", "Type MOVE or TRAP and the cell, row first: MOVE 2 2 or TRAP 1 2."),
    ],
)
def test_refusals(body: str, typed: str, reason: str) -> None:
    start = position(body)
    assert refusal(start, typed) == refusal(start.view(P1), typed.lower()) == f"{INVALID}\n{reason}"
    with pytest.raises(IllegalMove) as caught:
        start.play({P1: typed})
    assert str(caught.value) == f"{INVALID}\n{reason}"
    assert list(start.choices()) == [P1]


def test_it_is_not_the_others_turn() -> None:
    with pytest.raises(IllegalMove, match="it is not Player 2's turn"):
        FlagChaseTraps().read(P2, "MOVE 4 4")


# --- secrets ---


@pytest.mark.rule("F2-A12")
@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("TRAP 3 4", "TRAP"),
        ("trap 3 4", "trap"),
        ("  tRaP\t3 4", "  tRaP"),
        ("t", "t"),
        ("tr", "tr"),
        ("tra", "tra"),
        ("t 3 4", "t"),
        ("tr3 4", "tr"),
        ("trapp 3 4", "trapp"),
        ("tarp 3 4", "tarp"),
        ("trap,3,4", "trap"),
        ("trap ３ 4", "trap"),
        ("", ""),
        ("  ", "  "),
        ("MOVE 2 2", "MOVE 2 2"),
        ("move 2 2 trap", "move 2 2 trap"),
        ("help", "help"),
    ],
)
def test_a_traps_cell_is_typed_unseen(typed: str, shown: str) -> None:
    assert FlagChaseTraps().shown(P1, typed) == shown
    assert FlagChaseTraps(Rules(open_traps=True)).shown(P1, typed) == typed


@pytest.mark.rule("F2-A12", "F2-O05", "F2-R17")
def test_a_placed_trap_is_told_and_written_without_its_cell() -> None:
    start = FlagChaseTraps()
    both = ("Player 1 places a trap.", "Trap placed at your chosen location.")
    assert start.say({P1: "TRAP 3 4"}, P1) == start.say({P1: "TRAP 3 4"}, None) == both
    assert start.say({P1: "TRAP 3 4"}, P2) == ("Player 1 places a trap.",)
    assert start.disguise(P1, "TRAP 3 4", P1) == "TRAP 3 4"
    assert start.disguise(P1, "TRAP 3 4", P2) == start.disguise(P1, "TRAP 3 4", None) == "TRAP ?"
    assert start.disguise(P1, "MOVE 2 2", P2) == "MOVE 2 2"


@pytest.mark.rule("F2-R18", "F2-R16")
def test_a_sprung_trap_reveals_a_secret() -> None:
    start = position("2,2/5,5 1/1 1,2/3,3")
    assert start.reveals({P1: "MOVE 3 3"})
    assert not start.reveals({P1: "MOVE 2 3"})
    assert not start.reveals({P1: "TRAP 4 4"})
    assert not replace(start, rules=Rules(open_traps=True)).reveals({P1: "MOVE 3 3"})
    assert start.say({P1: "MOVE 3 3"}, P1) == start.say({P1: "MOVE 3 3"}, P2) == start.say({P1: "MOVE 3 3"}, None)


@pytest.mark.rule("F2-R16", "F2-A05")
@untimed
@given(games())
def test_views_keep_their_laws(history: list[FlagChaseTraps]) -> None:
    for full in history:
        for viewer in (P1, P2, None):
            view = full.view(viewer)
            assert view.view(viewer) == view
            assert view.view(None) == full.view(None)
            assert [view.traps[owner] for owner in Player if owner is not viewer] == [frozenset()] * (1 + (not viewer))
            assert [view.on_board(owner) for owner in Player] == [full.on_board(owner) for owner in Player]
            assert view.is_partial() == (view != full)
            assert view.problem() is None
            assert view.outcome() == full.outcome()
        for player, moves in full.choices().items():
            assert full.view(player).choices()[player] == moves


def test_a_view_cannot_be_played_on() -> None:
    view = played(FlagChaseTraps(), "TRAP 3 3").view(P2)
    with pytest.raises(IllegalMove, match="what one player knows"):
        view.play({P2: "MOVE 4 4"})


@st.composite
def twins(draw: st.DrawFn) -> tuple[FlagChaseTraps, FlagChaseTraps, Player]:
    """Two positions that differ only in where one player's traps lie, and the player who may not know where."""
    full = draw(st.sampled_from(draw(games())))
    seer = draw(st.sampled_from(Player))
    free = set(cells_of(full.rules.size)) - {full.flag(P1), full.flag(P2), *full.agents}
    moved = frozenset(draw(st.permutations(sorted(free)))[: len(full.traps[seer.other])])
    return full, replace(full, traps=(full.traps[P1], moved) if seer is P1 else (moved, full.traps[P2])), seer


def every_input(size: int) -> list[str]:
    numbers = range(size + 2)
    return [f"{word} {row} {column}" for word in ("MOVE", "TRAP") for row in numbers for column in numbers] + [
        "PASS",
        "junk",
        "",
    ]


def known_to(player: Player, position: FlagChaseTraps) -> dict[str, Any]:
    """Every text and answer that is made for one player, from the whole position or from a view."""
    inputs = every_input(position.rules.size)
    choices = position.choices().get(player, ())
    return {
        "choices": choices,
        "prompt": position.prompt(player),
        "meaning": [position.meaning(player, move) for move in choices],
        "path": [position.path(player, move) for move in choices],
        "read": [answer(position, player, typed) for typed in inputs],
        "why_not": [position.why_not(player, typed) for typed in inputs],
        "shown": [position.shown(player, typed) for typed in inputs],
        "notes": position.notes(),
    }


def seen_in(view: FlagChaseTraps) -> tuple[Any, ...]:
    return view, hash(view), view.text(), view.header(), view.board(7), view.words(), view.scene()


@pytest.mark.rule("F2-T03", "F2-R16", "F2-A08", "F2-A09", "F2-A12")
@untimed
@given(twins())
def test_no_text_depends_on_what_its_reader_may_not_know(pair: tuple[FlagChaseTraps, FlagChaseTraps, Player]) -> None:
    one, other, seer = pair
    assert seen_in(one.view(seer)) == seen_in(other.view(seer))
    assert seen_in(one.view(None)) == seen_in(other.view(None))
    assert known_to(seer, one) == known_to(seer, other) == known_to(seer, one.view(seer))


@pytest.mark.rule("F2-T03", "F2-R16", "F2-R17", "F2-A12")
@untimed
@given(twins(), st.data())
def test_no_move_tells_more_than_the_book(
    pair: tuple[FlagChaseTraps, FlagChaseTraps, Player], data: st.DataObject
) -> None:
    """Until a trap is sprung, whoever moves: a hidden placement is the same to the seer wherever it is."""
    one, other, seer = pair
    if one.turn is seer:
        quiet = [move for move in one.choices().get(seer, ()) if not one.springs(move) and not other.springs(move)]
        pairs = [(move, move) for move in quiet]
    else:
        hidden = [[m for m in each.choices().get(each.turn, ()) if m.startswith("TRAP")] for each in (one, other)]
        pairs = list(zip(*hidden, strict=False))
    for first, second in pairs and [data.draw(st.sampled_from(pairs))]:
        assert one.say({one.turn: first}, seer) == other.say({one.turn: second}, seer)
        assert one.disguise(one.turn, first, seer) == other.disguise(one.turn, second, seer)
        after = one.after({one.turn: first}), other.after({one.turn: second})
        assert seen_in(after[0].view(seer)) == seen_in(after[1].view(seer))


# --- settings ---


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"size": "1"}, "size must be a whole number from 2 to 20, not '1'"),
        ({"size": "21"}, "size must be a whole number from 2 to 20, not '21'"),
        ({"traps": "-1"}, "traps must be a whole number from 0 to 9, not '-1'"),
        ({"traps": "10"}, "traps must be a whole number from 0 to 9, not '10'"),
        ({"open_traps": "maybe"}, "open_traps must be yes or no, not 'maybe'"),
        ({"size": "2", "traps": "3"}, "traps must be at most 2, the cells without a flag, not 3"),
        ({"size": "3", "traps": "8"}, "traps must be at most 7, the cells without a flag, not 8"),
    ],
)
def test_settings_have_limits(settings: dict[str, str], message: str) -> None:
    with pytest.raises(BadRules) as caught:
        Rules.read(settings)
    assert str(caught.value) == message


@pytest.mark.parametrize("rules", [Rules(size=2), Rules(size=3, traps=7), Rules(size=20, traps=9), Rules(traps=0)])
def test_settings_at_their_limits_can_be_played(rules: Rules) -> None:
    opening = FlagChaseTraps(rules)
    assert opening.problem() is None
    assert opening.agents == ((1, 1), (rules.size, rules.size))
    assert opening.hands == (rules.traps, rules.traps)
    assert len(legal(opening)) == 3 - (rules.size == 2) + (rules.size**2 - 2) * (rules.traps > 0)
    assert FlagChaseTraps.from_text(opening.text()) == opening


def test_open_traps_are_seen_and_still_spring() -> None:
    start = position("2,2/5,5 1/1 1,2/3,3", settings="open_traps=yes")
    assert not start.hides()
    assert start.view(P1) is start.view(P2) is start.view(None) is start
    assert not start.is_partial()
    assert start.meaning(P1, "MOVE 3 3") == "move to (3,3) and spring the trap"
    assert played(start, "MOVE 3 3").agents == ((1, 1), (5, 5))
    assert "MOVE 1 2" not in legal(start)
    assert start.disguise(P1, "TRAP 3 4", P2) == "TRAP 3 4"


@untimed
@given(games(open_traps=True))
def test_open_traps_change_no_move(history: list[FlagChaseTraps]) -> None:
    for each in history:
        hidden = replace(each, rules=replace(each.rules, open_traps=False))
        assert each.choices() == hidden.choices()
        for player, moves in each.choices().items():
            for move in moves:
                after = hidden.after({player: move})
                assert each.after({player: move}) == replace(after, rules=each.rules)


# --- drawing and text ---


def test_the_scene() -> None:
    scene = position("2,2/5,5 1/1 3,3/3,3").view(P1).scene()
    cells = {cell.label: cell for cell in scene.cells}
    assert cells["(2,2)"].at == (1, 1)
    assert cells["(2,2)"].pieces == (Piece(P1, "P1"),)
    assert cells["(1,1)"].marks == (Mark("flag", P1, "F1"),)
    assert cells["(5,5)"].pieces == (Piece(P2, "P2"),)
    assert cells["(5,5)"].marks == (Mark("flag", P2, "F2"),)
    assert cells["(3,3)"].marks == (Mark("trap", P1, "T1"),)
    options = {option.move: option for option in scene.options[P1]}
    assert options["MOVE 2 3"] == Option("MOVE 2 3", "move to (2,3)", (1, 1), (1, 2))
    assert options["TRAP 4 3"] == Option("TRAP 4 3", "place a trap on (4,3)", None, (3, 2), secret=True)
    assert scene.notes == ("Player 1: 1 trap in hand, 1 on the board.", "Player 2: 1 trap in hand, 1 on the board.")


def test_meanings() -> None:
    assert position("4,4/3,2 2/2 -/-").meaning(P1, "MOVE 5 5") == "move to (5,5) and capture the flag"
    assert played(FlagChaseTraps(), *INTO_A_PASS).scene().options[P1] == (
        Option("PASS", "pass, as there is nothing else to do"),
    )


@untimed
@given(games())
def test_positions_and_views_survive_their_text(history: list[FlagChaseTraps]) -> None:
    for full in history:
        assert full.problem() is None
        for each in (full, *map(full.view, (P1, P2, None))):
            again = FlagChaseTraps.from_text(each.text())
            assert again == each
            assert hash(again) == hash(each)


def test_the_text_of_a_position_and_of_a_view() -> None:
    start = played(FlagChaseTraps(), "TRAP 3 3", "TRAP 2 5", "TRAP 1 2")
    assert start.text() == "flag-chase-traps P2 1,1/5,5 0/1 1,2+3,3/2,5"
    assert start.view(P1).text() == "flag-chase-traps P2 1,1/5,5 0/1 1,2+3,3/?1"
    assert start.view(P2).text() == "flag-chase-traps P2 1,1/5,5 0/1 ?2/2,5"
    assert start.view(None).text() == "flag-chase-traps P2 1,1/5,5 0/1 ?2/?1"


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ("P1 0,1/5,5 2/2 -/-", "agents stand on rows and columns from 1 to 5"),
        ("P1 1,1/5,6 2/2 -/-", "agents stand on rows and columns from 1 to 5"),
        ("P1 3,3/3,3 2/2 -/-", "both agents are on one cell"),
        ("P1 5,5/1,1 2/2 -/-", "both agents are on the other's flag"),
        ("P1 5,5/4,4 2/2 -/-", "Player 1 has won, so P2 would be next"),
        ("P1 1,1/5,5 1/2 6,1/-", "neither on a flag nor under an agent"),
        ("P1 2,2/4,4 1/2 5,5/-", "neither on a flag nor under an agent"),
        ("P1 2,2/4,4 2/1 -/1,1", "neither on a flag nor under an agent"),
        ("P1 2,2/4,4 1/2 4,4/-", "neither on a flag nor under an agent"),
        ("P1 1,1/5,5 3/2 -/-", "each player has 2 traps in hand and on the board together, or fewer"),
        ("P1 1,1/5,5 1/2 3,3+3,4/-", "each player has 2 traps in hand and on the board together, or fewer"),
        ("P1 1,1/5,5 1/2 ?2/-", "each player has 2 traps in hand and on the board together, or fewer"),
        ("P1 1,1/5,5 1/2 ?1/- open_traps=yes", "open traps are never hidden"),
        ("P1 1,1/1,2 0/2 ?2/- size=2", "there is room for 1 trap of a player"),
    ],
)
def test_impossible_positions(state: str, message: str) -> None:
    with pytest.raises(BadPosition, match=message):
        FlagChaseTraps.from_text(f"flag-chase-traps {state}")


@pytest.mark.parametrize(
    "state",
    [
        "",
        "P1",
        "P3 1,1/5,5 2/2 -/-",
        "P1 1,1/5,5 2/2",
        "P1 1,1/5,5 2/2 -/- -",
        "P1 1,1 2/2 -/-",
        "P1 1,1/5,5/3,3 2/2 -/-",
        "P1 1,1/5,5 2/2 -",
        "P1 1/5,5 2/2 -/-",
        "P1 1,1/5,5 2 -/-",
        "P1 1,1/5,5 -1/2 -/-",
        "P1 1,1/5,5 2/² -/-",
        "P1 1,1/5,5 2/1 -/?",
        "P1 1,1/5,5 2/1 -/?-1",
        "P1 1,1/5,5 2/1 -/?1+3,3",
        "P1 1,1/5,5 0/2 3,3+3,3/-",
        "P1 1,1/5,5 1/2 3,3+/-",
        "P1 1,1/5,5 2/9999999 -/-",
    ],
)
def test_texts_that_are_no_position(state: str) -> None:
    with pytest.raises(BadPosition, match="not a position"):
        FlagChaseTraps.from_text(f"flag-chase-traps {state}")


@untimed
@given(st.text(alphabet="P12345,/+-? ²x", max_size=30))
def test_hostile_texts_do_no_harm(state: str) -> None:
    try:
        found = FlagChaseTraps.from_text(f"flag-chase-traps P1 1,1/5,5 {state}")
    except BadPosition:
        return
    for player in Player:
        assert seen_in(found.view(player)) and known_to(player, found)


@pytest.mark.parametrize("changes", [{"hands": (-1, 1)}, {"hidden": (0, -1)}, {"hidden": (0, 1), "hands": (2, 0)}])
def test_impossible_counts_are_found(changes: dict[str, Any]) -> None:
    one_trap = position("1,1/5,5 2/1 -/3,3")
    assert replace(one_trap, **changes).problem()


@pytest.mark.parametrize(("typed", "meant"), [("yes", True), ("TRUE", True), ("no", False), ("False", False)])
def test_whether_traps_are_open_may_be_said_as_one_likes(typed: str, meant: bool) -> None:
    assert Rules.read({"open_traps": typed}).open_traps is meant
